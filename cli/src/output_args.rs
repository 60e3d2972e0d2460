//! What can be asked of where rows go, and of their form.

use crate::args::Args as Command;
use crate::files;
use crate::output_form::{self, OutputForm, written_extension};
use clap::{Args, ValueEnum};
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use tagrake_bulk::output::{self, Compression, Format, RecordFormat};

/// Where rows go.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Write to this file instead of standard output. It gets its name when it is complete
    ///
    /// The extension chooses the format and the compression: .jsonl or .ndjson, .csv, .txt, .parquet, .arrow or .arrows,
    /// .warc.wat.gz, .warc.wet.gz, as the command offers them, and .gz or .zst after one of lines or text. A name without an
    /// extension, a device and a pipe have the default format; - is standard output.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Write one file for each input into this folder: the input's path, with the format's extension
    ///
    /// The path is mirrored as it is given: the output of a/b.html is FOLDER/a/b.html.jsonl. Beside each output,
    /// .NAME.tagrake.json records what it was made from.
    #[arg(long, value_name = "FOLDER", conflicts_with = "output")]
    pub(crate) output_dir: Option<PathBuf>,
    /// Resume: skip inputs whose outputs are complete and up to date
    ///
    /// That is, made by this version from the same input (path, size, modification time), with the same options, and without
    /// an error.
    #[arg(long, requires = "output_dir")]
    pub(crate) skip_existing: bool,
    /// How the output is compressed [default: as its extension says; Parquet: zstd]
    ///
    /// Lines and text: gzip, zstd or none. Parquet, column by column: zstd, gzip, snappy or none.
    #[arg(long, value_enum)]
    compression: Option<CompressionName>,
}

impl OutputArgs {
    /// Returns the form of the output. Ends the command with a usage error if the arguments contradict each other.
    pub(crate) fn form<F: FormatName>(&self, asked: Option<F>) -> OutputForm {
        let file = self.output.as_deref().filter(|path| !files::is_special(path));
        let form = output_form::form(file, asked, self.compression).unwrap_or_else(|message| Command::refuse(&message));
        let is_stdout = self.output.as_deref().is_none_or(files::is_stdout) && self.output_dir.is_none();
        let is_text = output_form::is_of_lines(form.format.file_format());
        let is_readable = is_text && form.compression == Compression::None;
        if is_stdout && !is_readable && io::stdout().is_terminal() {
            Command::refuse("a terminal cannot show this form: name a file with '--output'");
        }
        form
    }
}

/// The names of the formats that a verb has.
pub(crate) trait FormatName: ValueEnum + Copy {
    const DEFAULT: Self;
    /// The type of WARC records that the verb writes: `wat` or `wet`.
    const WARC: &'static str = "";

    fn format(self) -> Format;

    /// Returns the extension of outputs in a folder.
    fn extension(self) -> &'static str {
        written_extension(self.format().file_format())
    }
}

/// The form of page records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PageFormat {
    /// A line of JSON for each page
    Jsonl,
    /// Parquet
    #[cfg(feature = "columns")]
    Parquet,
    /// A stream of Arrow batches (IPC)
    #[cfg(feature = "columns")]
    Arrow,
}

impl FormatName for PageFormat {
    const DEFAULT: Self = Self::Jsonl;

    fn format(self) -> Format {
        match self {
            Self::Jsonl => Format::Pages(output::PageFormat::JsonLines),
            #[cfg(feature = "columns")]
            Self::Parquet => Format::Pages(output::PageFormat::Parquet),
            #[cfg(feature = "columns")]
            Self::Arrow => Format::Pages(output::PageFormat::Arrow),
        }
    }
}

/// The form of links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LinkFormat {
    /// A line of JSON for each link
    Jsonl,
    /// Fields with commas between them, under a line of their names
    Csv,
    /// Parquet
    #[cfg(feature = "columns")]
    Parquet,
    /// A stream of Arrow batches (IPC)
    #[cfg(feature = "columns")]
    Arrow,
}

impl FormatName for LinkFormat {
    const DEFAULT: Self = Self::Jsonl;

    fn format(self) -> Format {
        match self {
            Self::Jsonl => Format::Links(output::LinkFormat::JsonLines),
            Self::Csv => Format::Links(output::LinkFormat::Csv),
            #[cfg(feature = "columns")]
            Self::Parquet => Format::Links(output::LinkFormat::Parquet),
            #[cfg(feature = "columns")]
            Self::Arrow => Format::Links(output::LinkFormat::Arrow),
        }
    }
}

/// The form of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextFormat {
    /// The text alone; pages after the first begin with a form feed
    Text,
    /// Records of address, title, language, text and count of words
    Jsonl,
    /// A .warc.wet.gz: records of the type conversion, a gzip member each, as Common Crawl has them
    Wet,
    /// The same in Parquet
    #[cfg(feature = "columns")]
    Parquet,
    /// The same in a stream of Arrow batches (IPC)
    #[cfg(feature = "columns")]
    Arrow,
}

impl FormatName for TextFormat {
    const DEFAULT: Self = Self::Text;
    const WARC: &'static str = "wet";

    fn format(self) -> Format {
        match self {
            Self::Text => Format::Text,
            Self::Jsonl => Format::Pages(output::PageFormat::JsonLines),
            Self::Wet => Format::Records(RecordFormat::Warc),
            #[cfg(feature = "columns")]
            Self::Parquet => Format::Pages(output::PageFormat::Parquet),
            #[cfg(feature = "columns")]
            Self::Arrow => Format::Pages(output::PageFormat::Arrow),
        }
    }

    fn extension(self) -> &'static str {
        if self == Self::Wet { "wet.gz" } else { written_extension(self.format().file_format()) }
    }
}

/// The form of WAT records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WatFormat {
    /// An object on each line
    Jsonl,
    /// A .warc.wat.gz: records of the type metadata, a gzip member each
    Warc,
}

impl FormatName for WatFormat {
    const DEFAULT: Self = Self::Jsonl;
    const WARC: &'static str = "wat";

    fn format(self) -> Format {
        match self {
            Self::Jsonl => Format::Records(RecordFormat::JsonLines),
            Self::Warc => Format::Records(RecordFormat::Warc),
        }
    }

    fn extension(self) -> &'static str {
        if self == Self::Warc { "wat.gz" } else { "wat.jsonl" }
    }
}

/// A way to compress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CompressionName {
    Zstd,
    Gzip,
    #[cfg(feature = "columns")]
    Snappy,
    None,
}

impl CompressionName {
    pub(crate) fn compression(self) -> Compression {
        match self {
            Self::Zstd => Compression::Zstd,
            Self::Gzip => Compression::Gzip,
            #[cfg(feature = "columns")]
            Self::Snappy => Compression::Snappy,
            Self::None => Compression::None,
        }
    }
}
