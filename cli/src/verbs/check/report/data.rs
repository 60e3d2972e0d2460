//! The data of a report, as the JSON that its script reads. Its size is bounded.

use crate::report::messages::{bounded, plural};
use crate::report::shell::quoted;
use crate::verbs::check::statistics::{Count, Example, ExampleCommand, Histogram, ListedFile, Statistics, Topic};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::rc::Rc;
use tagrake_bulk::pipeline::{Cause, Counts, DigestCounts, SkipCause};

/// Maximum bytes of the data.
const MAX_BYTES: usize = 900_000;
/// Maximum bytes of a name that a command line has.
const MAX_QUOTED_BYTES: usize = 1000;
/// The bytes of an escaped `<` besides the first.
const ESCAPE_BYTES: usize = 5;

/// How much the data may list.
#[derive(Clone, Copy)]
struct Limits {
    examples: usize,
    names: usize,
    files: usize,
}

/// From much to little. The last fits in any case.
const LIMITS: [Limits; 6] = [
    Limits { examples: 20, names: 50, files: 400 },
    Limits { examples: 20, names: 50, files: 150 },
    Limits { examples: 10, names: 50, files: 100 },
    Limits { examples: 5, names: 30, files: 50 },
    Limits { examples: 2, names: 20, files: 20 },
    Limits { examples: 0, names: 10, files: 10 },
];

/// A file of examples: its name, and the name as an argument, or null if no command line can have it.
type OriginData = (String, Option<String>);
/// An example: index of the file, offset, URL, index of the command, and the URL as an argument if the command has it.
type RecordData = (usize, Option<u64>, Option<Box<str>>, usize, Option<String>);
/// A bin of a histogram: its number, its count, and the indices of examples.
type BinData = (i64, u64, Vec<usize>);

/// The outcome of the run.
pub(super) struct Run<'a> {
    pub(super) counts: &'a Counts,
    pub(super) is_complete: bool,
}

/// The data of a report.
#[derive(Serialize)]
pub(super) struct ReportData {
    version: &'static str,
    is_complete: bool,
    facts: Value,
    /// Maximum number of examples of a number.
    examples: usize,
    /// The files of examples.
    origins: Vec<OriginData>,
    records: Vec<RecordData>,
    commands: [&'static str; ExampleCommand::ALL.len()],
    topics: Vec<TopicData>,
    sizes: Vec<BinData>,
    times: Vec<BinData>,
    time_seconds: i64,
    files: Vec<FileData>,
    file_count: u64,
}

/// A list of numbers.
#[derive(Serialize)]
struct TopicData {
    title: &'static str,
    note: &'static str,
    is_bad: bool,
    /// Names, counts and the indices of examples.
    rows: Vec<(String, u64, Vec<usize>)>,
    /// The number of names that are not listed, and the sum of their counts.
    more: (usize, u64),
    /// The sum of the counts of names that were dropped. If it is not 0, the counts are lower bounds.
    others: u64,
}

/// A listed file.
#[derive(Serialize)]
struct FileData {
    origin: usize,
    state: &'static str,
    records: u64,
    pages: u64,
    bytes: u64,
    errors: u64,
    messages: Vec<String>,
    /// For each archive: its name if it is in a container, the bytes of a cell, the end of the map, and the cells.
    maps: Vec<(Option<String>, u64, u64, String)>,
}

impl ReportData {
    /// Returns as much data as fits.
    pub(super) fn fitting(statistics: &Statistics, run: &Run<'_>) -> Self {
        let mut data = Self::new(statistics, run, LIMITS[0]);
        for limits in &LIMITS[1..] {
            // A value that cannot be serialized is reported when it is written.
            let json = serde_json::to_vec(&data).unwrap_or_default();
            let escapes = json.iter().filter(|byte| **byte == b'<').count();
            if json.len() + ESCAPE_BYTES * escapes <= MAX_BYTES {
                break;
            }
            data = Self::new(statistics, run, *limits);
        }
        data
    }

    /// Returns the title of the page.
    pub(super) fn title(&self) -> String {
        plural(self.file_count, "file")
    }

    fn new(statistics: &Statistics, run: &Run<'_>, limits: Limits) -> Self {
        let mut table = ExampleTable { limit: limits.examples, ..ExampleTable::default() };
        let topics = Topic::ALL.into_iter().map(|topic| table.topic(statistics, topic, run, limits)).collect();
        let sizes = table.bins(&statistics.sizes);
        let times = table.bins(&statistics.times);
        let files = statistics.files.iter().take(limits.files).map(|file| table.file(file)).collect();
        Self {
            version: env!("CARGO_PKG_VERSION"),
            is_complete: run.is_complete,
            facts: facts(statistics, run.counts),
            examples: limits.examples,
            origins: table.origins,
            records: table.records,
            commands: ExampleCommand::ALL.map(ExampleCommand::template),
            topics,
            sizes,
            times,
            time_seconds: statistics.times.bin_seconds(),
            files,
            file_count: statistics.files.count,
        }
    }
}

/// Returns the numbers of the summary.
fn facts(statistics: &Statistics, counts: &Counts) -> Value {
    let states = statistics.tally(Topic::FileState).rows();
    let ok = states.iter().find(|(name, _)| *name == "ok").map_or(0, |(_, count)| count.count);
    let digests = [counts.block_digests, counts.payload_digests];
    let sum = |outcome: fn(&DigestCounts) -> u64| digests.iter().map(outcome).sum::<u64>();
    json!({
        "files": statistics.files.count,
        "ok": ok,
        "records": counts.records.values().sum::<u64>(),
        "pages": counts.pages,
        "stored_bytes": counts.stored_bytes,
        "text_bytes": counts.text_bytes,
        "errors": counts.error_count(),
        "verified": sum(|digests| digests.verified),
        "failed": sum(|digests| digests.failed),
        "absent": sum(|digests| digests.absent),
        "unverified": sum(|digests| digests.unverified),
        "skipped": counts.skipped.total(),
    })
}

/// The examples of the report, each once.
#[derive(Default)]
struct ExampleTable {
    limit: usize,
    origins: Vec<OriginData>,
    origin_indices: HashMap<Box<str>, usize>,
    records: Vec<RecordData>,
    record_indices: HashMap<*const Example, usize>,
}

impl ExampleTable {
    fn topic(&mut self, statistics: &Statistics, topic: Topic, run: &Run<'_>, limits: Limits) -> TopicData {
        let tally = statistics.tally(topic);
        let all = tally.rows();
        let listed = &all[..all.len().min(limits.names)];
        let more = &all[listed.len()..];
        let mut rows: Vec<_> =
            listed.iter().map(|(name, count)| (bounded_name(name), count.count, self.examples(count))).collect();
        let files = run.counts.skipped.get(SkipCause::FileType);
        if topic == Topic::Skipped && files > 0 {
            rows.push((format!("files of another {}", SkipCause::FileType.words()), files, Vec::new()));
        }
        TopicData {
            title: topic.title(),
            note: topic.note(),
            is_bad: topic.is_bad(),
            rows,
            more: (more.len(), more.iter().map(|(_, count)| count.count).sum()),
            others: tally.others,
        }
    }

    fn bins(&mut self, histogram: &Histogram) -> Vec<BinData> {
        histogram.bins().map(|(bin, count)| (bin, count.count, self.examples(count))).collect()
    }

    fn file(&mut self, file: &ListedFile) -> FileData {
        let origin = self.origin(&file.name);
        let maps = file.maps.iter().map(|(name, map)| {
            let name = (**name != *file.name).then(|| bounded_name(name.strip_prefix(&*file.name).unwrap_or(name)));
            (name, map.cell_bytes(), map.end(), map.digits())
        });
        FileData {
            origin,
            state: file.state,
            records: file.records,
            pages: file.pages,
            bytes: file.stored_bytes,
            errors: file.errors,
            messages: file.messages.clone(),
            maps: maps.collect(),
        }
    }

    /// Returns the indices of the examples of a number.
    fn examples(&mut self, count: &Count) -> Vec<usize> {
        count.examples.iter().take(self.limit).map(|example| self.record(example)).collect()
    }

    fn record(&mut self, example: &Rc<Example>) -> usize {
        if let Some(index) = self.record_indices.get(&Rc::as_ptr(example)) {
            return *index;
        }
        let origin = self.origin(&example.origin);
        let command = ExampleCommand::ALL.iter().position(|command| *command == example.command).unwrap_or_default();
        let url = example.url.as_deref().filter(|_| example.command == ExampleCommand::CopyUrl).map(quoted);
        self.records.push((origin, example.offset, example.url.clone(), command, url));
        self.record_indices.insert(Rc::as_ptr(example), self.records.len() - 1);
        self.records.len() - 1
    }

    fn origin(&mut self, name: &str) -> usize {
        if let Some(index) = self.origin_indices.get(name) {
            return *index;
        }
        let quoted = (name.len() <= MAX_QUOTED_BYTES).then(|| quoted(name));
        self.origins.push((bounded(name), quoted));
        self.origin_indices.insert(name.into(), self.origins.len() - 1);
        self.origins.len() - 1
    }
}

/// Returns a name of at most 1 KiB. Control characters stay, because the report marks them.
fn bounded_name(name: &str) -> String {
    if name.len() <= MAX_QUOTED_BYTES { name.to_owned() } else { bounded(name) }
}
