//! `tagrake check`: reads the inputs, prints the report on each file, and writes the HTML page.

use super::args::{CheckArgs, CheckFormat};
use super::file_report::{ReportedError, json_report, state, text_report};
use super::report;
use super::statistics::Statistics;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::file::OutputFile;
use crate::output::listed_inputs::refuse_listed;
use crate::output::overwrites::Overwrites;
use crate::output::stats::RunOutcome;
use crate::output::stdio::StdoutRows;
use crate::report::failed_inputs::FailedInputs;
use crate::report::messages::{bounded, plural, print_message, unread_columns};
use crate::report::progress::Progress;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tagrake_bulk::input::InputFile;
use tagrake_bulk::output::Block;
use tagrake_bulk::pipeline::{Counts, Extraction, RecordSummary, RowSink, Run, RunError, RunOptions};
use tagrake_bulk::{InputError, InputErrorKind, ReaderOptions};
use tagrake_extract::ExtractOptions;

/// Maximum number of errors that a report lists. All are counted.
const MAX_ERRORS: usize = 1000;

/// Reads the inputs of `args`, and prints a report on each file.
pub(crate) fn run(args: &CheckArgs) -> Result<(), Failure> {
    args.input.check_base(false);
    let outputs = args.run.stats.as_deref().into_iter().chain(args.report.as_deref()).chain([Path::new("-")]);
    args.refuse_stdout();
    let overwrites = Overwrites::refuse(outputs, args.input.paths());
    let inputs = args.input.inputs();
    if args.input.can_be_listed_twice() {
        refuse_listed(&overwrites, inputs.clone(), None);
    }
    args.run.check_stats();
    args.check_report();
    // Reports are printed above the bar.
    let progress = Progress::new(args.run.progress, args.run.quiet, || false, || args.input.total());
    interrupt::end_process(progress.interrupted(|counts| plural(counts.pages, "page")));
    let (rows, page) = match open_outputs(args, &overwrites) {
        Ok(outputs) => outputs,
        Err(failure) => {
            // The first failure is reported.
            let _ =
                write_stats(args, &overwrites, &Counts::default(), progress.elapsed(), false, &FailedInputs::default());
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
        statistics: page.is_some().then(Statistics::new),
    };
    let extract = ExtractOptions::default().with_detector(args.profile.profile.detector());
    let reader = ReaderOptions { extract, ..ReaderOptions::default() };
    let result = Run::new(Extraction::nothing(reader), options(args, &overwrites)).read(inputs, &mut checking);
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
    let CheckSink { progress, failures, statistics, .. } = checking;
    // The handler of interrupts needs the shared counts while the file is written.
    let counts = progress.counts().clone();
    let is_complete = reached_end && ended.is_ok();
    let written = write_stats(args, &overwrites, &counts, progress.elapsed(), is_complete, &failures);
    ended.and(written)?;
    if let (Some(file), Some(statistics)) = (page, statistics) {
        report::write(file, &statistics, &counts, is_complete)?;
        overwrites.remove_orphans();
    }
    if is_complete && counts.error_count() == 0 { Ok(()) } else { Err(Failure::Input) }
}

/// Opens standard output, and the HTML page if there is one.
fn open_outputs(args: &CheckArgs, overwrites: &Overwrites) -> Result<(StdoutRows, Option<OutputFile>), Failure> {
    let page = args.report.as_deref().map(|path| OutputFile::create_named(Some(path), overwrites)).transpose()?;
    Ok((StdoutRows::to_stdout()?, page))
}

fn options(args: &CheckArgs, overwrites: &Overwrites) -> RunOptions {
    let overwrites = overwrites.clone();
    RunOptions {
        filter: Some(Arc::new(move |file| overwrites.check(file))),
        max_record_bytes: args.input.max_record_bytes,
        by_file: true,
        digests: !args.no_digests,
        summaries: args.report.is_some(),
        ..args.run.options()
    }
}

fn write_stats(
    args: &CheckArgs,
    overwrites: &Overwrites,
    counts: &Counts,
    time: Duration,
    is_complete: bool,
    failures: &FailedInputs,
) -> Result<(), Failure> {
    let downloaded = args.input.downloaded_bytes();
    RunOutcome { counts, downloaded, time, is_complete, failures }.write(args.run.stats.as_deref(), overwrites)
}

struct CheckSink<'a> {
    format: CheckFormat,
    rows: StdoutRows,
    /// The errors of the current file.
    errors: Vec<ReportedError>,
    is_in_file: bool,
    progress: Progress<'a>,
    failures: FailedInputs,
    /// The statistics for the HTML page.
    statistics: Option<Statistics>,
}

impl CheckSink<'_> {
    fn report(&mut self, file: &str, counts: &Counts) -> Result<(), Failure> {
        if let Some(statistics) = &mut self.statistics {
            statistics.end_file(file, state(counts), counts);
        }
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

impl RowSink for CheckSink<'_> {
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
        if let Some(statistics) = &mut self.statistics {
            if !self.is_in_file {
                statistics.begin_file(error.file());
            }
            statistics.add_error(error);
        }
        if !self.is_in_file {
            // A folder or a manifest could not be read.
            let mut counts = Counts::default();
            counts.errors.add(error.kind.cause(), 1);
            self.report(&error.origin, &counts)?;
        }
        Ok(())
    }

    fn other_columns(&mut self, manifest: &str, columns: &[String]) -> Result<(), Failure> {
        self.progress.print_message(unread_columns(manifest, columns));
        Ok(())
    }

    fn record(&mut self, record: &RecordSummary) -> Result<(), Failure> {
        if let Some(statistics) = &mut self.statistics {
            statistics.add_record(record);
        }
        Ok(())
    }

    fn progress(&mut self, counts: &Counts) -> Result<(), Failure> {
        self.progress.show(counts);
        Ok(())
    }

    fn begin(&mut self, file: &InputFile) -> Result<(), Failure> {
        self.is_in_file = true;
        if let Some(statistics) = &mut self.statistics {
            statistics.begin_file(&file.origin());
        }
        Ok(())
    }

    fn end(&mut self, file: &InputFile, counts: &Counts) -> Result<(), Failure> {
        self.is_in_file = false;
        self.report(&file.origin(), counts)
    }
}
