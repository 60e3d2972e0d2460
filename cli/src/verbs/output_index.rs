//! The index beside an output of WARC records: `--write-index`.
//!
//! The index is made of the complete output, by the pipeline of `tagrake index`. So both have the same bytes, and an index has no
//! offset of a record that was not written.

use crate::args::output_form::{self, OutputForm};
use crate::args::outputs::OutputArgs;
use crate::failure::Failure;
use crate::output::existing_file;
use crate::output::overwrites::Overwrites;
use crate::output::path::{is_special, is_stdout};
use crate::output::row_files::RowFiles;
use crate::report::messages::{MessageCounts, print_message};
use crate::report::usage;
use std::path::Path;
use tagrake_bulk::input::{ErrorCause, Inputs};
use tagrake_bulk::output::{Block, FileFormat, OutputOptions, Product};
use tagrake_bulk::pipeline::{Counts, ErrorPolicy, Extraction, RowSink, Run, RunError, RunOptions};
use tagrake_bulk::{InputError, ReaderOptions};

/// The index of an output, which is written after the output.
pub(super) struct OutputIndex<'a> {
    output: &'a Path,
    options: OutputOptions,
    rows: RowFiles,
    messages: MessageCounts<ErrorCause>,
    has_errors: bool,
}

/// Returns the format and compression of the index at `path`. Ends the process with a usage error if the output cannot be read
/// again, or if the index may not replace an existing file.
pub(super) fn form(path: &Path, output: &OutputArgs) -> OutputForm {
    if output.output_dir.is_some() {
        usage::refuse(
            "the argument '--write-index' cannot be used with '--output-dir': run 'tagrake index --output-dir' on that folder",
        );
    }
    if output.output.as_deref().is_none_or(|path| is_stdout(path) || is_special(path)) {
        usage::refuse("the argument '--write-index' requires '--output' with a file, which is read to make the index");
    }
    let file = Some(path).filter(|path| !is_special(path));
    let form = output_form::form(file, Product::Index, None, None);
    let form = form.unwrap_or_else(|message| usage::refuse(&message));
    let format = form.format.file_format();
    existing_file::refuse_rows(path, format, |path| output_form::has_extension_of(path, format));
    form
}

impl<'a> OutputIndex<'a> {
    /// Creates the file at `path` for an index of `output`.
    pub(super) fn create(
        path: &Path,
        form: &OutputForm,
        output: &'a Path,
        overwrites: &Overwrites,
    ) -> Result<Self, Failure> {
        let options = OutputOptions::from(form.format).with_compression(form.compression);
        let is_sorted = form.format.file_format() == FileFormat::Cdxj;
        let options = if is_sorted { options.sorted() } else { options };
        let rows = RowFiles::one(options.clone(), Some(path), overwrites.clone())?;
        Ok(Self { output, options, rows, messages: MessageCounts::default(), has_errors: false })
    }

    /// Writes the index of the complete output. A record that cannot be indexed is reported and left out. An output without records has no bytes, and an index without entries.
    pub(super) fn write(mut self, run: &RunOptions, has_records: bool) -> Result<(), Failure> {
        if has_records {
            let extraction = Extraction::new(ReaderOptions::default(), self.options.clone());
            let options = RunOptions {
                threads: run.threads,
                max_record_bytes: run.max_record_bytes,
                errors: ErrorPolicy::Skip,
                ..RunOptions::default()
            };
            let inputs = Inputs { paths: vec![self.output.to_owned()], ..Inputs::default() };
            match Run::new(extraction, options).read(inputs, &mut self) {
                Ok(_) => {}
                Err(RunError::Sink(failure)) => return Err(failure),
                Err(RunError::Output(error)) => return Err(error.into()),
                Err(error) => {
                    print_message(error);
                    return Err(Failure::Input);
                }
            }
            self.messages.print_left_out();
        }
        self.rows.finish()?;
        if self.has_errors { Err(Failure::Input) } else { Ok(()) }
    }
}

impl RowSink for OutputIndex<'_> {
    type Error = Failure;

    fn rows(&mut self, block: Block) -> Result<Block, Failure> {
        self.rows.append(block)
    }

    fn error(&mut self, error: &InputError) -> Result<(), Failure> {
        self.has_errors = true;
        if self.messages.admit(error.kind.cause()) {
            print_message(error);
        }
        Ok(())
    }

    fn progress(&mut self, _: &Counts) -> Result<(), Failure> {
        Ok(())
    }
}
