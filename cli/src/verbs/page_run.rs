//! Runs over many files: the common part of `extract`, `links`, `text`, `blocks`, `tables`, `records`,
//! `wat`, `warc` and `index`.

use super::dictionary::with_dictionary;
use super::output_index::{self, OutputIndex};
use crate::args::archives::ArchiveArgs;
use crate::args::division::DivisionArgs;
use crate::args::inputs::{InputArgs, RunArgs};
use crate::args::output_form::OutputForm;
use crate::args::outputs::OutputArgs;
use crate::args::pages::PageArgs;
use crate::args::records::RecordArgs;
use crate::args::selection::forgotten_digests;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::division::Division;
use crate::output::existing_file;
use crate::output::folder::OutputFolder;
use crate::output::listed_inputs::refuse_listed;
use crate::output::overwrites::Overwrites;
use crate::output::record::Recipe;
use crate::output::row_files::RowFiles;
use crate::output::stats::RunOutcome;
use crate::report::causes::{Causes, with_causes};
use crate::report::failed_inputs::FailedInputs;
use crate::report::messages::{MessageCounts, plural, print_message, unread_columns};
use crate::report::progress::{Progress, Total, is_terminal_of_stderr};
use crate::report::repeated_errors::RepeatedErrors;
use indicatif::BinaryBytes;
use std::borrow::Cow;
use std::io;
use std::num::NonZeroU64;
use std::path::Path;
use std::sync::Arc;
use tagrake_bulk::input::{ErrorCause, InputFile, Inputs};
use tagrake_bulk::output::{Block, FileFormat, OutputOptions};
use tagrake_bulk::pipeline::{Cause, CauseCounts, Counts, ErrorPolicy, Extraction, RowSink, Run, RunError, RunOptions};
use tagrake_bulk::warc::Irregularity;
use tagrake_bulk::{InputError, InputErrorKind, reason};

/// The inputs, the outputs and the options of a run.
pub(crate) struct FileRun<'a> {
    pub(crate) input: &'a InputArgs,
    /// The records in place of inputs, for verbs that read single records.
    pub(crate) records: Option<&'a RecordArgs>,
    /// True to warn if no page was read.
    pub(crate) reads_pages: bool,
    pub(crate) output: &'a OutputArgs,
    /// How the output of each input is divided into files.
    pub(crate) division: Option<Division>,
    /// The index that is made of the output.
    pub(crate) index: Option<&'a Path>,
    /// True to compress copied records with a dictionary, which the first of them train.
    pub(crate) trains_dictionary: bool,
    pub(crate) run: &'a RunArgs,
    pub(crate) recipe: Cow<'a, Recipe>,
    /// The file that defines columns of the rows.
    pub(crate) select_file: Option<&'a Path>,
    pub(crate) limit: Option<NonZeroU64>,
    pub(crate) options: RunOptions,
    /// Returns the causes in counts, in words.
    pub(crate) causes: Box<dyn Fn(&Counts) -> Causes + 'a>,
    /// Returns the counts of a file in words, for `--verbose`.
    pub(crate) file_count: fn(&Counts) -> String,
}

impl<'a> FileRun<'a> {
    /// Returns the run of a verb that reads pages.
    pub(crate) fn of_pages(args: &'a PageArgs) -> Self {
        Self {
            input: &args.input,
            records: Some(&args.index),
            reads_pages: true,
            output: &args.output,
            division: args.division.division(),
            index: None,
            trains_dictionary: false,
            run: &args.run,
            recipe: Cow::Borrowed(&args.recipe),
            select_file: None,
            limit: args.limit,
            options: args.options(),
            causes: Box::new(|counts| args.causes(counts)),
            file_count: |counts| {
                let (pages, links) = (plural(counts.pages, "page"), plural(counts.links, "link"));
                format!("{pages}, {links}")
            },
        }
    }

    /// Returns the run of a verb that reads records of archives. `file_count` returns the counts of a file in words.
    pub(crate) fn of_archives(args: &'a ArchiveArgs, file_count: fn(&Counts) -> String) -> Self {
        Self {
            input: &args.input,
            records: Some(&args.index),
            reads_pages: false,
            output: &args.output,
            division: None,
            index: None,
            trains_dictionary: false,
            run: &args.run,
            recipe: Cow::Borrowed(&args.recipe),
            select_file: None,
            limit: args.limit,
            options: args.options(),
            causes: Box::new(|counts| args.causes(counts)),
            file_count,
        }
    }

    /// Adds the definitions of the columns of rows, and the file that has some of them.
    pub(crate) fn with_columns(mut self, definitions: Vec<String>, file: Option<&'a Path>) -> Self {
        if !definitions.is_empty() {
            self.recipe.to_mut().set_columns(definitions);
        }
        Self { select_file: file, ..self }
    }

    /// Returns the index and the records, if they replace the inputs.
    fn records(&self) -> Option<&RecordArgs> {
        self.records.filter(|records| records.is_any())
    }

    fn inputs(&self) -> Inputs {
        self.input.check_base(self.records().is_some_and(RecordArgs::has_index));
        let inputs = self.input.inputs();
        match self.records() {
            Some(records) => records.replace(inputs),
            None => inputs,
        }
    }

    /// Returns the number of files and their size; `None` if it is unknown.
    fn total(&self) -> Option<Total> {
        if self.records().is_some() { None } else { self.input.total() }
    }

    /// Returns the given paths of files, folders, the manifest, the index, the files of records and the file of columns.
    fn paths(&self) -> impl Iterator<Item = &Path> {
        let files = self.input.paths().filter(|_| self.records().is_none());
        files.chain(self.records().into_iter().flat_map(RecordArgs::paths)).chain(self.select_file)
    }

    /// Returns true if the inputs can be listed before they are read.
    fn can_be_listed_twice(&self) -> bool {
        self.records().map_or_else(|| self.input.can_be_listed_twice(), RecordArgs::can_be_listed_twice)
    }
}

/// Reads the inputs of `args`, runs `extraction` on their pages, writes the rows with the `output` options, and prints
/// the closing line. `form` is the format of the output, `count` the beginning of the closing line.
pub(crate) fn run(
    args: FileRun<'_>,
    extraction: Extraction,
    output: OutputOptions,
    form: OutputForm,
    count: impl Fn(&Counts) -> String + Copy + Send + 'static,
) -> Result<(), Failure> {
    let run_args = args.run;
    DivisionArgs::check_columns(args.division.as_ref(), &output);
    let inputs = Inputs { keep: output.kept().clone(), ..args.inputs() };
    let index_form = args.index.map(|path| output_index::form(path, args.output));
    let (overwrites, folder) = outputs(&args, &form, &inputs);
    let mut options = RunOptions { by_file: folder.is_some() || run_args.verbose, ..args.options.clone() };
    let path = args.output.output.as_deref();
    if folder.is_none() {
        let filter = overwrites.clone();
        options.filter = Some(Arc::new(move |file| filter.check(file)));
    }
    // The rows may be on the same terminal as the progress.
    let is_in_way = || folder.is_none() && is_terminal_of_stderr(path);
    let progress = Progress::new(run_args.progress, run_args.quiet, is_in_way, || args.total());
    interrupt::end_process(progress.interrupted(count));
    let (extraction, output) = if args.trains_dictionary {
        with_dictionary(extraction, output, &inputs, &options, args.limit)
    } else {
        (extraction, output)
    };
    let rows = match &folder {
        Some(folder) => {
            let filter = folder.clone();
            options.filter = Some(Arc::new(move |file| filter.takes(file)));
            Ok(RowFiles::many(output, folder.clone(), overwrites.clone()))
        }
        None => RowFiles::one(output, path, overwrites.clone()),
    };
    // Writes the file of `--stats`. After a failure it also replaces the counts of an earlier run, which may be complete.
    let write_stats = |counts: &Counts, time, is_complete, failures: &FailedInputs| {
        let downloaded = args.input.downloaded_bytes();
        RunOutcome { counts, downloaded, time, is_complete, failures }.write(run_args.stats.as_deref(), &overwrites)
    };
    let (failures, messages) = (FailedInputs::default(), MessageCounts::default());
    let index = match (args.index, &index_form, path) {
        (Some(index), Some(form), Some(output)) => OutputIndex::create(index, form, output, &overwrites).map(Some),
        _ => Ok(None),
    };
    let (rows, index) = match rows.and_then(|rows| Ok((rows, index?))) {
        Ok(created) => created,
        Err(failure) => {
            let _ = write_stats(&Counts::default(), progress.elapsed(), false, &failures); // the first failure is reported
            return Err(failure);
        }
    };
    let (repeated, warnings) = (RepeatedErrors::default(), MessageCounts::default());
    let mut sink = PageSink {
        rows,
        progress,
        args: &args,
        row_count: 0,
        failed_outputs: 0,
        failures,
        messages,
        repeated,
        warnings,
    };
    let result = Run::new(extraction, options).read(inputs, &mut sink);
    let reached_end = result.is_ok();
    let is_limited = matches!(result, Err(RunError::Sink(Stop::Limit)));
    sink.progress.finish();
    let PageSink { mut rows, progress, row_count, failed_outputs, failures, messages, repeated, warnings, .. } = sink;
    repeated.print_counts();
    messages.print_left_out();
    warnings.print_left_out();
    let mut counts = progress.counts().clone();
    add_failed_outputs(&mut counts, failed_outputs);
    let is_unread = row_count == 0 && counts.stored_bytes == 0 && counts.error_count() > 0;
    // The output of an earlier run is better than one without rows. An archive without records would be no sign of a failure.
    let is_archive = form.format.file_format() == FileFormat::Warc;
    let has_content = |path: &Path| existing_file::has_content(path).is_ok_and(|has_content| has_content);
    let kept = path.filter(|path| is_unread && (is_archive || has_content(path)));
    let ended = match kept {
        Some(path) if reached_end => {
            let done = if has_content(path) { "replaced" } else { "written" };
            print_message(format_args!("nothing was read, so the output '{}' is not {done}", path.display()));
            Ok(())
        }
        None if is_unread && is_archive && folder.is_none() => Ok(()),
        _ => end_rows(&mut rows, result),
    };
    let is_complete = reached_end && ended.is_ok() && kept.is_none();
    let written = write_stats(&counts, progress.elapsed(), is_complete, &failures);
    ended.and(written)?;
    let indexed = match index {
        Some(index) if is_complete || is_limited => index.write(&args.options, row_count > 0),
        _ => Ok(()),
    };
    if !run_args.quiet {
        let summary = folder.map(|folder| folder.summary().to_string()).unwrap_or_default();
        let limit = if is_limited { "; stopped at --limit" } else { "" };
        print_counts(&args, &counts, count(&counts), &summary, limit);
    }
    indexed?;
    if (is_complete || is_limited) && counts.error_count() == 0 { Ok(()) } else { Err(Failure::Input) }
}

/// Completes the output of a run that ended with `result`, unless it failed. Returns the failure of an output.
fn end_rows(rows: &mut RowFiles, result: Result<Counts, RunError<Stop>>) -> Result<(), Failure> {
    match result {
        Ok(_) | Err(RunError::Sink(Stop::Limit)) => return rows.finish(),
        // The input that failed has been reported.
        Err(RunError::Failed | RunError::Sink(Stop::Failed)) => {}
        Err(RunError::Sink(Stop::Failure(failure))) => return Err(failure),
        Err(RunError::Output(error)) => return Err(error.into()),
        Err(error) => print_message(error),
    }
    Ok(())
}

/// Prints the closing line, which starts with `count`, and the advice before it.
fn print_counts(args: &FileRun<'_>, counts: &Counts, count: String, summary: &str, limit: &str) {
    if counts.relative_links > 0 {
        print_message(relative_links(counts.relative_links));
    }
    if let Some(message) = forgotten_digests(counts) {
        print_message(message);
    }
    let causes = (args.causes)(counts);
    if args.reads_pages
        && let Some(message) = no_page(counts, &causes)
    {
        print_message(message);
    }
    let downloaded = match args.input.downloaded_bytes() {
        0 => String::new(),
        bytes => format!("; {} downloaded", BinaryBytes(bytes)),
    };
    let causes = with_causes(count, &causes);
    print_message(format_args!("{causes}{summary}{downloaded}{limit}"));
}

/// Returns a warning if archives have responses and none was read as a page, with the most frequent reason.
fn no_page(counts: &Counts, causes: &Causes) -> Option<String> {
    let responses = counts.records.get("response").copied().filter(|_| counts.pages == 0)?;
    let (count, reason) = causes.most_frequent_skip()?;
    let (none, is) = (plural(responses, "response"), if count == 1 { "was" } else { "were" });
    Some(format!("warning: no page was read from {none}; {count} {is} skipped ({reason})"))
}

/// Ends the process with a usage error if an output would replace an input, or a file that is no output. Returns the check for
/// the run, and the folder of outputs.
fn outputs(args: &FileRun<'_>, form: &OutputForm, inputs: &Inputs) -> (Overwrites, Option<OutputFolder>) {
    let OutputArgs { output, output_dir, skip_existing, .. } = args.output;
    let rows = output.as_deref().or(output_dir.is_none().then_some(Path::new("-")));
    let overwrites =
        Overwrites::refuse(rows.into_iter().chain(args.index).chain(args.run.stats.as_deref()), args.paths());
    let overwrites = if output_dir.is_some() { overwrites.keep_inputs() } else { overwrites };
    let folder = output_dir.as_deref().map(|path| {
        let (format, extension) = (form.format.file_format(), form.extension.clone());
        OutputFolder::new(
            path,
            format,
            extension,
            args.division.clone(),
            *skip_existing,
            args.recipe.clone().into_owned(),
            overwrites.clone(),
        )
    });
    if args.can_be_listed_twice() {
        refuse_listed(&overwrites, inputs.clone(), folder.as_ref());
    }
    args.output.check_existing(form);
    args.run.check_stats();
    (overwrites, folder)
}

/// Counts the outputs in a folder that failed as errors of their inputs.
fn add_failed_outputs(counts: &mut Counts, failed_outputs: u64) {
    if failed_outputs > 0 {
        counts.errors.add(ErrorCause::Output, failed_outputs);
    }
}

/// Returns the message about `count` links without a URL: they are relative, and their page has no URL.
fn relative_links(count: u64) -> String {
    let (links, is, has) =
        (plural(count, "link"), if count == 1 { "is" } else { "are" }, if count == 1 { "has" } else { "have" });
    format!(
        "{links} {is} relative and {has} no URL: name the page's URL with --url, or with the key \"url\" of JSON lines"
    )
}

/// Why the sink ends a run.
#[derive(Debug, thiserror::Error)]
enum Stop {
    #[error("--limit was reached")]
    Limit,
    /// An output failed, and the policy for unreadable input is to end the run.
    #[error("an output failed")]
    Failed,
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// Writes rows, and reports errors and progress.
struct PageSink<'a> {
    rows: RowFiles,
    progress: Progress<'a>,
    args: &'a FileRun<'a>,
    /// The number of rows so far.
    row_count: u64,
    /// The number of outputs in a folder that could not be written.
    failed_outputs: u64,
    failures: FailedInputs,
    messages: MessageCounts<ErrorCause>,
    /// The errors of index entries that were printed once.
    repeated: RepeatedErrors,
    warnings: MessageCounts<Irregularity>,
}

impl PageSink<'_> {
    /// Reports the output of an input that could not be written. The other inputs are read.
    fn output_failed(&mut self, file: &InputFile, error: &io::Error) -> Result<(), Stop> {
        self.failed_outputs += 1;
        self.failures.add(&file.origin(), ErrorCause::Output);
        if self.messages.admit(ErrorCause::Output) {
            let (origin, reason) = (file.origin(), reason(error));
            self.progress.print_message(format_args!("{origin}: the output failed: {reason}"));
        }
        add_failed_outputs(&mut self.progress.counts(), self.failed_outputs);
        if self.args.options.errors == ErrorPolicy::Fail { Err(Stop::Failed) } else { Ok(()) }
    }
}

impl RowSink for PageSink<'_> {
    type Error = Stop;

    fn rows(&mut self, block: Block) -> Result<Block, Stop> {
        self.row_count += block.rows() as u64;
        Ok(self.rows.append(block)?)
    }

    fn error(&mut self, error: &InputError) -> Result<(), Stop> {
        // With an output folder, the other inputs have other outputs.
        if matches!(error.kind, InputErrorKind::IsOutput(_)) && self.args.output.output_dir.is_none() {
            return Err(Failure::Usage(error.to_string()).into());
        }
        self.failures.add(error.file(), error.kind.cause());
        if !self.repeated.has(error) && self.messages.admit(error.kind.cause()) {
            self.progress.print_message(error);
        }
        Ok(())
    }

    fn other_columns(&mut self, manifest: &str, columns: &[String]) -> Result<(), Stop> {
        self.progress.print_message(unread_columns(manifest, columns));
        Ok(())
    }

    fn irregular(&mut self, file: &InputFile, records: &CauseCounts<Irregularity>) -> Result<(), Stop> {
        for (cause, count) in records.iter().filter(|(cause, _)| self.warnings.admit(*cause)) {
            let (records, words) = (plural(count, "irregular record"), cause.words());
            self.progress.print_message(format_args!("{}: {records}, complete: {words}", file.origin()));
        }
        Ok(())
    }

    fn progress(&mut self, counts: &Counts) -> Result<(), Stop> {
        self.progress.show(counts);
        // The counts of a block come after its rows, so the run ends here and not in `rows`.
        if self.args.limit.is_some_and(|limit| self.row_count >= limit.get()) { Err(Stop::Limit) } else { Ok(()) }
    }

    fn threads(&mut self, started: usize, wanted: usize, error: &io::Error) -> Result<(), Stop> {
        self.progress.print_message(format_args!("started {started} of {wanted} threads: {}", reason(error)));
        Ok(())
    }

    fn begin(&mut self, file: &InputFile) -> Result<(), Stop> {
        self.rows.begin(file);
        Ok(())
    }

    fn end(&mut self, file: &InputFile, counts: &Counts) -> Result<(), Stop> {
        if self.args.run.verbose {
            let text = format!("{}: {}", file.origin(), (self.args.file_count)(counts));
            self.progress.print_message(with_causes(text, &(self.args.causes)(counts)));
        }
        match self.rows.end(counts)? {
            Some(error) => self.output_failed(file, &error),
            None => Ok(()),
        }
    }
}
