//! Options of outputs: the file or folder, the format and the compression.

use super::output_form::{self, OutputForm};
use crate::output::existing_file;
use crate::output::path::{self as output_path, is_special, is_stdout};
use crate::report::usage;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use tagrake_bulk::output::{Compression, FileFormat, Format, Product};

/// Options of the output.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Write to this file, under a temporary name until it is complete
    #[arg(short, long, value_name = "PATH", long_help = output_help(), value_parser = output_path::file())]
    pub(crate) output: Option<PathBuf>,
    /// Write one file per input into this folder
    ///
    /// The name is the path of the input plus the extension of the format.
    ///
    /// The output of a/b.html is FOLDER/a/b.html.jsonl. The folder .FOLDER.tagrake beside it records what each output was made
    /// from.
    #[arg(long, value_name = "FOLDER", value_parser = output_path::folder(), conflicts_with = "output")]
    pub(crate) output_dir: Option<PathBuf>,
    /// Resume: skip inputs whose outputs are complete and up to date
    ///
    /// An output is up to date if this version made it from the same input (path, size, modification time), with the
    /// same options and without an error.
    #[arg(long)]
    pub(crate) skip_existing: bool,
    /// Compression of the output [default: from the extension; Parquet: zstd]
    ///
    /// Lines, text and copied WARC records: gzip, zstd or none. Parquet, column by column: zstd, gzip, snappy or none.
    #[arg(long, value_parser = compression())]
    compression: Option<Compression>,
}

impl OutputArgs {
    /// Returns the format and compression of the output. Ends the process with a usage error if the arguments
    /// contradict each other.
    pub(crate) fn form(&self, product: Product, requested: Option<Format>) -> OutputForm {
        if self.skip_existing && self.output_dir.is_none() {
            usage::refuse(
                "the argument '--skip-existing' requires '--output-dir': a single output is written from its start",
            );
        }
        let file = self.output.as_deref().filter(|path| !is_special(path));
        let form = output_form::form(file, product, requested, self.compression);
        let form = form.unwrap_or_else(|message| usage::refuse(&message));
        let to_stdout = self.output.as_deref().is_none_or(is_stdout) && self.output_dir.is_none();
        let is_text = form.format.file_format().is_of_lines();
        let is_readable = is_text && form.compression == Compression::None;
        if to_stdout && !is_readable && io::stdout().is_terminal() {
            usage::refuse("a terminal cannot show this format: name a file with '--output'");
        }
        form
    }

    /// Ends the process with a usage error if the output may not replace the existing file of its name.
    pub(crate) fn check_existing(&self, form: &OutputForm) {
        if let Some(path) = &self.output {
            let format = form.format.file_format();
            existing_file::refuse_rows(path, format, |path| output_form::has_extension_of(path, format));
        }
    }
}

/// Returns the parser of the compressions that outputs of this build can have.
fn compression() -> impl TypedValueParser<Value = Compression> {
    let formats = || FileFormat::ALL.iter().copied().filter(|format| format.is_available());
    let is_offered = |value: &Compression| formats().any(|format| format.compressions().contains(value));
    PossibleValuesParser::new(Compression::ALL.iter().copied().filter(is_offered).map(Compression::as_str)).try_map(
        |name| Compression::ALL.iter().copied().find(|known| known.as_str() == name).ok_or("no such compression"),
    )
}

/// Returns the long help of `--output`, which lists the extensions.
fn output_help() -> String {
    let listed = FileFormat::ALL.iter().copied().filter(|format| *format != FileFormat::Warc).map(|format| {
        let mut extensions: Vec<_> = format.extensions().iter().map(|extension| format!(".{extension}")).collect();
        extensions.sort_unstable();
        extensions.join(" or ")
    });
    format!(
        "Write to this file, under a temporary name until it is complete\n\n\
         The extension chooses the format and the compression: {}, .warc, .warc.wat.gz or .warc.wet.gz, if the command \
         supports it. Lines, text and .warc may also have .gz or .zst. A name without an extension, a device and a pipe have the default \
         format; - is standard output.",
        listed.collect::<Vec<_>>().join(", ")
    )
}
