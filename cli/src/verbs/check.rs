//! `tagrake check`: reports the contents of files and their damage.

use crate::args::hints::ProfileArgs;
use crate::args::inputs::{InputArgs, RunArgs};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::listed_inputs::refuse_listed;
use crate::output::overwrites::Overwrites;
use crate::output::stats::{RunOutcome, with_digests};
use crate::output::stdio::StdoutRows;
use crate::report::causes::{CauseGroup, Causes};
use crate::report::escape::Escaped;
use crate::report::failed_inputs::FailedInputs;
use crate::report::messages::{bounded, plural, print_message};
use crate::report::progress::Progress;
use clap::{Parser, ValueEnum};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use tagrake_bulk::input::{ErrorCause, InputFile};
use tagrake_bulk::output::Block;
use tagrake_bulk::pipeline::{Counts, DigestCounts, Extraction, RowSink, Run, RunError, RunOptions};
use tagrake_bulk::{InputError, InputErrorKind, ReaderOptions};

/// Maximum number of errors that a report lists. All are counted.
const MAX_ERRORS: usize = 1000;

/// Read files to the end, and report their contents and any damage.
///
/// A file is ok, truncated (its end is missing), corrupt, missing, or not read (another type). The exit status is 1
/// unless all files are ok.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  tagrake check crawl.warc.gz
  tagrake check --format jsonl --manifest warc.paths | jq -r 'select(.state != \"ok\").file'")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    profile: ProfileArgs,
    /// Format of the reports
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    format: CheckFormat,
    /// Do not verify WARC-Block-Digest and WARC-Payload-Digest
    #[arg(long)]
    no_digests: bool,
    #[command(flatten)]
    run: RunArgs,
}

/// The format of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    /// One line per file and one per error
    Text,
    /// One JSON object per file (also: json, ndjson)
    #[value(alias = "json", alias = "ndjson")]
    Jsonl,
}

/// Reads the inputs of `args`, and prints a report on each file.
pub(crate) fn run(args: &CheckArgs) -> Result<(), Failure> {
    args.input.check_base(false);
    let outputs = args.run.stats.as_deref().into_iter().chain([Path::new("-")]);
    let overwrites = Overwrites::refuse(outputs, args.input.paths());
    let inputs = args.input.inputs();
    if args.input.can_be_listed_twice() {
        refuse_listed(&overwrites, inputs.clone(), None);
    }
    args.run.check_stats();
    let options = RunOptions {
        filter: Some({
            let overwrites = overwrites.clone();
            Arc::new(move |file| overwrites.check(file))
        }),
        max_record_bytes: args.input.max_record_bytes,
        by_file: true,
        digests: !args.no_digests,
        ..args.run.options()
    };
    // Reports are printed above the bar.
    let progress = Progress::new(args.run.progress, || false, || args.input.total_bytes());
    interrupt::end_process(progress.interrupted(|counts| plural(counts.pages, "page")));
    let write_stats = |counts: &Counts, time, is_complete, failures: &FailedInputs| {
        let downloaded = args.input.downloaded_bytes();
        RunOutcome { counts, downloaded, time, is_complete, failures }.write(args.run.stats.as_deref(), &overwrites)
    };
    let rows = match StdoutRows::to_stdout() {
        Ok(rows) => rows,
        Err(failure) => {
            // The first failure is reported.
            let _ = write_stats(&Counts::default(), progress.elapsed(), false, &FailedInputs::default());
            return Err(failure);
        }
    };
    let mut checking = CheckSink {
        format: args.format,
        rows,
        errors: Vec::new(),
        is_in_file: false,
        progress,
        failures: FailedInputs::default(),
    };
    let reader = ReaderOptions { profile: args.profile.profile, ..ReaderOptions::default() };
    let run = Run::new(Extraction::nothing(reader), options);
    let result = run.read(inputs, &mut checking);
    checking.progress.finish();
    let reached_end = result.is_ok();
    let ended = match result {
        Ok(_) => checking.rows.flush(),
        Err(RunError::Sink(failure)) => Err(failure),
        Err(error) => {
            print_message(error);
            checking.rows.flush()
        }
    };
    let CheckSink { progress, failures, .. } = checking;
    // The handler of interrupts needs the shared counts while the file is written.
    let counts = progress.counts().clone();
    let is_complete = reached_end && ended.is_ok();
    let written = write_stats(&counts, progress.elapsed(), is_complete, &failures);
    ended.and(written)?;
    if is_complete && counts.error_count() == 0 { Ok(()) } else { Err(Failure::Input) }
}

/// An error in a report.
#[derive(Serialize)]
struct ReportedError {
    cause: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u64>,
    message: String,
}

struct CheckSink {
    format: CheckFormat,
    rows: StdoutRows,
    /// The errors of the current file.
    errors: Vec<ReportedError>,
    is_in_file: bool,
    progress: Progress,
    failures: FailedInputs,
}

impl CheckSink {
    fn report(&mut self, file: &str, counts: &Counts) -> Result<(), Failure> {
        let (rows, errors) = (&mut self.rows, &self.errors);
        self.progress.without_bar(|| {
            match self.format {
                CheckFormat::Jsonl => rows.write(&json_report(file, counts, errors))?,
                CheckFormat::Text => rows.write_text(&text_report(file, counts, errors))?,
            }
            rows.flush()
        })?;
        self.errors.clear();
        Ok(())
    }
}

impl RowSink for CheckSink {
    type Error = Failure;

    fn rows(&mut self, block: Block) -> Result<Block, Failure> {
        Ok(block)
    }

    fn error(&mut self, error: &InputError) -> Result<(), Failure> {
        if matches!(error.kind, InputErrorKind::IsOutput(_)) {
            return Err(Failure::Usage(error.to_string()));
        }
        self.failures.add(error.file(), error.kind.cause());
        if self.errors.len() < MAX_ERRORS {
            let capture = error.capture.as_deref();
            self.errors.push(ReportedError {
                cause: error.kind.cause().as_str(),
                offset: capture.and_then(|capture| capture.warc_record_offset),
                length: capture.and_then(|capture| capture.warc_record_length),
                message: bounded(error),
            });
        }
        if !self.is_in_file {
            // A folder or a manifest could not be read.
            let mut counts = Counts::default();
            counts.errors.add(error.kind.cause(), 1);
            self.report(&error.origin, &counts)?;
        }
        Ok(())
    }

    fn progress(&mut self, counts: &Counts) -> Result<(), Failure> {
        self.progress.show(counts);
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

/// Returns the state of a file: its most severe error, or `ok`.
fn state(counts: &Counts) -> &'static str {
    let is_missing = |cause| match cause {
        ErrorCause::EmptyFolder | ErrorCause::Loop | ErrorCause::Path => true,
        // A download or a disk failed after a part was read.
        ErrorCause::Io => counts.stored_bytes == 0,
        _ => false,
    };
    let mut causes = counts.errors.iter().map(|(cause, _)| cause);
    match () {
        () if counts.errors.is_empty() => "ok",
        () if counts.errors.get(ErrorCause::Type) > 0 => "not read",
        () if causes.clone().all(|cause| cause == ErrorCause::Unsupported) => "not read",
        () if causes.clone().any(is_missing) => "missing",
        () if causes.all(|cause| matches!(cause, ErrorCause::Io | ErrorCause::Truncated)) => "truncated",
        () => "corrupt",
    }
}

/// Returns the report on a file as JSON.
fn json_report(file: &str, counts: &Counts, errors: &[ReportedError]) -> Value {
    let report = json!({
        "file": file,
        "state": state(counts),
        "stored_bytes": counts.stored_bytes,
        "text_bytes": counts.text_bytes,
        "members": counts.members,
        "records": counts.records,
        "digests": null,
        "skipped": counts.skipped,
        "skipped_types": counts.skipped_types,
        "pages": counts.pages,
        "encodings": counts.encodings,
        "detected_encodings": counts.detected_encodings,
        "irregular": counts.irregular,
        "cut": counts.cut,
        "flags": counts.flags,
        "error_counts": counts.errors,
        "errors": errors,
    });
    with_digests(report, counts)
}

/// Returns the report on a file as text. Errors have a line each.
fn text_report(file: &str, counts: &Counts, errors: &[ReportedError]) -> String {
    let listed = [CauseGroup::Files, CauseGroup::Lines, CauseGroup::Rows, CauseGroup::Damaged];
    let causes = listed.into_iter().fold(Causes::new(counts), Causes::without);
    let mut parts = Vec::new();
    let mut put = |name: &str, counts: &BTreeMap<_, u64>| {
        if !counts.is_empty() {
            let kinds: Vec<_> = counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
            parts.push(format!("{} ({})", plural(counts.values().sum(), name), kinds.join(", ")));
        }
    };
    put("record", &counts.records);
    put("page", &counts.encodings);
    parts.extend(causes.phrases());
    parts.extend((counts.members > 0).then(|| plural(counts.members, "member")));
    parts.extend(digest_outcomes(counts));
    parts.push(format!("{} bytes, {} inflated", counts.stored_bytes, counts.text_bytes));
    let mut text = format!("{}: {}: {}\n", Escaped(file), state(counts), parts.join(", "));
    for error in errors {
        text.push_str(&format!("  {}\n", error.message));
    }
    let omitted = counts.error_count().saturating_sub(errors.len() as u64);
    if omitted > 0 {
        text.push_str(&format!("  and {} more\n", plural(omitted, "error")));
    }
    text
}

/// Returns the number of digests by outcome: `block digests (3 verified, 1 absent), …`; `None` if none was checked.
fn digest_outcomes(counts: &Counts) -> Option<String> {
    let [block, payload] = [&counts.block_digests, &counts.payload_digests];
    let all_absent = |counts: &DigestCounts| outcomes(counts).iter().all(|(_, name)| *name == "absent");
    if [block, payload] == [&DigestCounts::default(); 2] {
        return None;
    }
    if all_absent(block) && all_absent(payload) {
        return Some("no digests".to_owned());
    }
    let list = |counts| outcomes(counts).iter().map(|(count, name)| format!("{count} {name}")).collect::<Vec<_>>();
    Some(format!("block digests ({}), payload digests ({})", list(block).join(", "), list(payload).join(", ")))
}

/// Returns the outcomes with a count other than 0.
fn outcomes(counts: &DigestCounts) -> Vec<(u64, &'static str)> {
    let DigestCounts { verified, failed, absent, unverified, .. } = *counts;
    let outcomes = [(verified, "verified"), (failed, "failed"), (absent, "absent"), (unverified, "not verified")];
    outcomes.into_iter().filter(|(count, _)| *count > 0).collect()
}
