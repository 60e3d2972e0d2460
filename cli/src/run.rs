//! Runs over pages: what `extract`, `links` and `text` have in common.

use crate::files;
use crate::output::{Failure, complain};
use crate::page_args::PageArgs;
use crate::progress::Progress;
use crate::row_files::{OutputFolder, RowFiles};
use crate::summary::{causes, plural, write_stats};
use std::io;
use tagrake_bulk::InputError;
use tagrake_bulk::input::InputFile;
use tagrake_bulk::output::{Block, OutputOptions};
use tagrake_bulk::pipeline::{Counts, Extraction, Run, RunError, Sink};
use tagrake_bulk::reason;

/// Reads the pages that `args` name, writes what `extraction` makes of them in the form that `output` says, and tells what
/// was done. In a folder, outputs have the extension.
pub(crate) fn run(
    args: &PageArgs,
    extraction: Extraction,
    output: OutputOptions,
    extension: &'static str,
    count: impl Fn(&Counts) -> String,
) -> Result<(), Failure> {
    let run_args = &args.run;
    let folder = args.output.output_dir.as_ref();
    let folder = folder.map(|path| OutputFolder::new(path, extension, args.output.skip_existing));
    let inputs = args.input.inputs();
    let mut options = args.options().by_file(folder.is_some() || run_args.verbose);
    files::clean_up_if_interrupted();
    let rows = match &folder {
        Some(folder) => {
            let folder = folder.clone();
            options = options.with_filter({
                let folder = folder.clone();
                move |file| folder.takes(file)
            });
            RowFiles::many(output, folder)
        }
        None => RowFiles::one(output, args.output.output.as_deref())?,
    };
    let progress = Progress::new(run_args.progress, || args.input.total_bytes());
    let mut writing = Writing { rows, progress, counts: Counts::default(), is_verbose: run_args.verbose };
    let result = Run::new(extraction, options).read(inputs, &mut writing);
    writing.progress.finish();
    let Writing { mut rows, progress, counts, .. } = writing;
    let is_complete = result.is_ok();
    match result {
        Ok(_) => rows.finish()?,
        Err(RunError::Failed) => {}
        Err(RunError::Sink(failure)) => return Err(failure),
        Err(RunError::Output(error)) => return Err(error.into()),
        Err(error) => complain(error),
    }
    if let Some(path) = &run_args.stats {
        write_stats(path, &counts, progress.elapsed(), is_complete)?;
    }
    if !run_args.quiet {
        complain(count(&counts) + &causes(&counts, folder.map_or(0, |folder| folder.already_there())));
    }
    if is_complete && counts.error_count() == 0 { Ok(()) } else { Err(Failure::Input) }
}

/// Writes rows, and tells what goes on.
struct Writing {
    rows: RowFiles,
    progress: Progress,
    counts: Counts,
    is_verbose: bool,
}

impl Sink for Writing {
    type Error = Failure;

    fn rows(&mut self, block: Block) -> Result<Block, Failure> {
        self.rows.append(block)
    }

    fn error(&mut self, error: &InputError) -> Result<(), Failure> {
        self.progress.complain(error);
        Ok(())
    }

    fn progress(&mut self, counts: &Counts) -> Result<(), Failure> {
        self.progress.tell(counts);
        self.counts.clone_from(counts);
        Ok(())
    }

    fn threads(&mut self, started: usize, wanted: usize, error: &io::Error) -> Result<(), Failure> {
        self.progress.complain(format_args!("started {started} of {wanted} threads: {}", reason(error)));
        Ok(())
    }

    fn begin(&mut self, file: &InputFile) -> Result<(), Failure> {
        self.rows.begin(file);
        Ok(())
    }

    fn end(&mut self, file: &InputFile, counts: &Counts) -> Result<(), Failure> {
        if self.is_verbose {
            let (pages, links) = (plural(counts.pages, "page"), plural(counts.links, "link"));
            self.progress.complain(format_args!("{}: {pages}, {links}{}", file.origin(), causes(counts, 0)));
        }
        self.rows.end(counts)
    }
}
