//! `tagrake check`: what is in files, and what is damaged.

use crate::output::{Failure, Rows, complain};
use crate::overwrites::Overwrites;
use crate::page_args::{CheckArgs, CheckFormat};
use crate::progress::Progress;
use crate::summary::{plural, write_stats};
use serde::Serialize;
use std::collections::BTreeMap;
use tagrake_bulk::InputError;
use tagrake_bulk::input::InputFile;
use tagrake_bulk::output::Block;
use tagrake_bulk::pipeline::{Counts, Extraction, Run, RunError, RunOptions, Sink};

/// How many errors of a file a report lists; all are counted.
const MAX_ERRORS: usize = 1000;

/// Reads the files that `args` name, and prints a report on each.
pub(crate) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let overwrites = Overwrites::refuse(args.run.stats.as_deref(), args.input.paths());
    overwrites.refuse_listed(&args.input, args.run.stats.as_deref().as_slice(), None);
    let options = RunOptions::default().with_max_record_bytes(args.input.max_record_bytes).by_file(true);
    let mut checking = Checking {
        format: args.format,
        rows: Rows::to_stdout(),
        errors: Vec::new(),
        is_in_file: false,
        progress: Progress::new(args.run.progress, || args.input.total_bytes()),
        counts: Counts::default(),
    };
    let run = Run::new(Extraction::nothing(), args.run.apply(options));
    let result = run.read(args.input.inputs(), &mut checking);
    checking.progress.finish();
    let is_complete = match result {
        Ok(_) => true,
        Err(RunError::Sink(failure)) => return Err(failure),
        Err(error) => {
            complain(error);
            false
        }
    };
    checking.rows.flush()?;
    let Checking { progress, counts, .. } = checking;
    if let Some(path) = &args.run.stats {
        write_stats(path, &counts, progress.elapsed(), is_complete)?;
    }
    if is_complete && counts.error_count() == 0 { Ok(()) } else { Err(Failure::Input) }
}

/// What is said of a file.
#[derive(Serialize)]
struct Report<'c> {
    file: &'c str,
    state: &'static str,
    stored_bytes: u64,
    text_bytes: u64,
    members: u64,
    records: &'c BTreeMap<&'static str, u64>,
    pages: u64,
    encodings: &'c BTreeMap<&'static str, u64>,
    cut: &'c BTreeMap<&'static str, u64>,
    flags: &'c BTreeMap<&'static str, u64>,
    error_counts: &'c BTreeMap<&'static str, u64>,
    errors: &'c [Damage],
}

/// What is said of an error.
#[derive(Serialize)]
struct Damage {
    cause: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u64>,
    message: String,
}

struct Checking {
    format: CheckFormat,
    rows: Rows,
    /// Of the present file.
    errors: Vec<Damage>,
    is_in_file: bool,
    progress: Progress,
    counts: Counts,
}

impl Checking {
    fn report(&mut self, file: &str, counts: &Counts) -> Result<(), Failure> {
        let report = Report {
            file,
            state: state(counts),
            stored_bytes: counts.stored_bytes,
            text_bytes: counts.text_bytes,
            members: counts.members,
            records: &counts.records,
            pages: counts.pages,
            encodings: &counts.encodings,
            cut: &counts.cut,
            flags: &counts.flags,
            error_counts: &counts.errors,
            errors: &self.errors,
        };
        match self.format {
            CheckFormat::Jsonl => self.rows.write(&report)?,
            CheckFormat::Text => self.rows.write_text(&text(&report))?,
        }
        self.rows.flush()?;
        self.errors.clear();
        Ok(())
    }
}

impl Sink for Checking {
    type Error = Failure;

    fn rows(&mut self, block: Block) -> Result<Block, Failure> {
        Ok(block)
    }

    fn error(&mut self, error: &InputError) -> Result<(), Failure> {
        if self.errors.len() < MAX_ERRORS {
            let capture = error.capture.as_deref();
            self.errors.push(Damage {
                cause: error.kind.name(),
                offset: capture.and_then(|capture| capture.warc_record_offset),
                length: capture.and_then(|capture| capture.warc_record_length),
                message: error.to_string(),
            });
        }
        if !self.is_in_file {
            // A folder or a manifest that cannot be read.
            let mut counts = Counts::default();
            counts.errors.insert(error.kind.name(), 1);
            self.report(&error.origin, &counts)?;
        }
        Ok(())
    }

    fn progress(&mut self, counts: &Counts) -> Result<(), Failure> {
        self.progress.tell(counts);
        self.counts.clone_from(counts);
        Ok(())
    }

    fn begin(&mut self, _: &InputFile) -> Result<(), Failure> {
        self.is_in_file = true;
        Ok(())
    }

    fn end(&mut self, file: &InputFile, counts: &Counts) -> Result<(), Failure> {
        self.is_in_file = false;
        self.report(&file.origin(), counts)
    }
}

/// Returns how a file is: the worst that is wrong with it.
fn state(counts: &Counts) -> &'static str {
    let is_missing = |name: &&str| matches!(*name, "io" | "empty-folder" | "loop" | "path");
    match () {
        () if counts.errors.is_empty() => "ok",
        () if counts.errors.keys().any(is_missing) => "missing",
        () if counts.errors.keys().all(|name| *name == "truncated") => "truncated",
        () => "corrupt",
    }
}

fn text(report: &Report<'_>) -> String {
    let Report {
        file,
        state,
        stored_bytes,
        text_bytes,
        members,
        records,
        encodings,
        cut,
        flags,
        error_counts,
        errors,
        ..
    } = report;
    let mut parts = Vec::new();
    let mut tell = |name: &str, counts: &BTreeMap<_, u64>| {
        if !counts.is_empty() {
            let kinds: Vec<_> = counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
            parts.push(format!("{} ({})", plural(counts.values().sum(), name), kinds.join(", ")));
        }
    };
    tell("record", records);
    tell("page", encodings);
    tell("cut page", cut);
    tell("flag", flags);
    parts.extend((*members > 0).then(|| plural(*members, "member")));
    parts.push(format!("{stored_bytes} bytes, {text_bytes} inflated"));
    let mut text = format!("{file}: {state}: {}\n", parts.join(", "));
    for error in *errors {
        text.push_str(&format!("  {}\n", error.message));
    }
    let untold = error_counts.values().sum::<u64>().saturating_sub(errors.len() as u64);
    if untold > 0 {
        text.push_str(&format!("  and {} more\n", plural(untold, "error")));
    }
    text
}
