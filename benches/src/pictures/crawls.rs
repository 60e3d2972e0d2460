//! The picture of runs over a WARC file with one and two threads.

use super::bar_chart::{self, Bar, BarChart, Group};
use super::svg::thousands;
use crate::record::{Machine, tidy_cpu};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A record of `benches/peers/warc/compare.py`.
#[derive(Deserialize)]
pub(super) struct CrawlRecord {
    pub(super) date: String,
    machine: Machine,
    pages: usize,
    inflated: f64,
    pub(super) jobs: BTreeMap<String, Job>,
}

#[derive(Deserialize)]
pub(super) struct Job {
    mb_per_s: f64,
    /// `None` for gunzip alone.
    pages_per_s: Option<f64>,
}

/// A row: the job in the record, its name, a note and its colour.
type JobRow = (&'static str, &'static str, &'static str, &'static str);

const ONE: &str = "#58b09a";
const TWO: &str = "#15876b";

const TAGRAKE: [JobRow; 10] = [
    ("check, jsonl, -j 1", "check", "all records read, one thread", ONE),
    ("check, jsonl, -j 2", "", "two threads", TWO),
    ("links, jsonl, -j 1", "links", "to JSON lines, one thread", ONE),
    ("links, jsonl, -j 2", "", "two threads", TWO),
    ("links, parquet, -j 1", "links", "to Parquet, one thread", ONE),
    ("links, parquet, -j 2", "", "two threads", TWO),
    ("extract, jsonl, -j 1", "extract", "to JSON lines, one thread", ONE),
    ("extract, jsonl, -j 2", "", "two threads", TWO),
    ("extract, parquet, -j 1", "extract", "to Parquet, one thread", ONE),
    ("extract, parquet, -j 2", "", "two threads", TWO),
];

const OTHERS: [JobRow; 3] = [
    ("gunzip alone", "gunzip alone", "libdeflate, one thread", "#8a929a"),
    ("FastWARC and selectolax: links", "FastWARC, selectolax", "Python: href of each a, one thread", "#b0602f"),
    ("FastWARC and resiliparse: links", "FastWARC, resiliparse", "Python: href of each a, one thread", "#b0602f"),
];

/// Returns the picture as SVG.
pub(super) fn draw(record: &CrawlRecord) -> String {
    let bar = |&(job, name, note, colour): &JobRow| {
        let job = record.jobs.get(job)?;
        let value = job.mb_per_s;
        let figure = match job.pages_per_s {
            Some(pages) => format!("{value:.0} ({})", thousands(pages.round() as usize)),
            None => format!("{value:.0}"),
        };
        Some(Bar { name: name.to_owned(), note: note.to_owned(), value, figure, colour })
    };
    let group = |heading, rows: &[JobRow]| Group { heading, bars: rows.iter().filter_map(bar).collect() };
    bar_chart::draw(&BarChart {
        title: "Reading a WARC file".to_owned(),
        caption: vec![
            format!(
                "MB/s of decompressed text; {} pages, {:.0} MB of text, in gzip members (in brackets: pages/s).",
                thousands(record.pages),
                record.inflated / 1e6
            ),
            format!("{}, {}, {} cores", record.date, tidy_cpu(&record.machine.cpu), record.machine.cores),
        ],
        unit: "MB/s",
        step: 500.0,
        groups: vec![group("tagrake", &TAGRAKE), group("Others", &OTHERS)],
    })
}
