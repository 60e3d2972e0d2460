//! Options of outputs: the file or folder, the format and the compression.

use crate::args::Args as Command;
use crate::files;
use crate::output_form::{self, OutputForm, written_extension};
use clap::{Args, ValueEnum};
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use tagrake_bulk::output::{Compression, Format};

/// Options of the output.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Write to this file. The output is written under a temporary name and renamed when complete
    ///
    /// The extension chooses the format and the compression: .jsonl or .ndjson, .csv, .txt, .parquet, .arrow or .arrows,
    /// .warc.wat.gz or .warc.wet.gz, if the command supports it. Lines and text may also have .gz or .zst. A name without an
    /// extension, a device and a pipe have the default format; - is standard output.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Write one file per input into this folder: the input's path plus the format's extension
    ///
    /// The output of a/b.html is FOLDER/a/b.html.jsonl. The file .NAME.tagrake.json next to each output records what it
    /// was made from.
    #[arg(long, value_name = "FOLDER", conflicts_with = "output")]
    pub(crate) output_dir: Option<PathBuf>,
    /// Resume: skip inputs whose outputs are complete and up to date
    ///
    /// An output is up to date if this version made it from the same input (path, size, modification time), with the same
    /// options and without an error.
    #[arg(long, requires = "output_dir")]
    pub(crate) skip_existing: bool,
    /// Compression of the output [default: from the extension; Parquet: zstd]
    ///
    /// Lines and text: gzip, zstd or none. Parquet, column by column: zstd, gzip, snappy or none.
    #[arg(long, value_enum)]
    compression: Option<CompressionName>,
}

impl OutputArgs {
    /// Returns the format and compression of the output. Ends the process with a usage error if the arguments contradict each
    /// other.
    pub(crate) fn form<F: FormatName>(&self, asked: Option<F>) -> OutputForm {
        let file = self.output.as_deref().filter(|path| !files::is_special(path));
        let form = output_form::form(file, asked, self.compression).unwrap_or_else(|message| Command::refuse(&message));
        let is_stdout = self.output.as_deref().is_none_or(files::is_stdout) && self.output_dir.is_none();
        let is_text = matches!(form.format, Format::JsonLines | Format::Csv | Format::Text);
        let is_readable = is_text && form.compression == Compression::None;
        if is_stdout && !is_readable && io::stdout().is_terminal() {
            Command::refuse("a terminal cannot show this format: name a file with '--output'");
        }
        form
    }
}

/// The `--format` values of a verb.
pub(crate) trait FormatName: ValueEnum + Copy {
    const DEFAULT: Self;
    /// The type of WARC records that the verb writes: `wat` or `wet`.
    const WARC: &'static str = "";

    fn format(self) -> Format;

    /// Returns the extension of outputs in a folder.
    fn extension(self) -> &'static str {
        written_extension(self.format())
    }
}

/// The format of page records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PageFormat {
    /// One line of JSON per page
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
            Self::Jsonl => Format::JsonLines,
            #[cfg(feature = "columns")]
            Self::Parquet => Format::Parquet,
            #[cfg(feature = "columns")]
            Self::Arrow => Format::Arrow,
        }
    }
}

/// The format of links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LinkFormat {
    /// One line of JSON per link
    Jsonl,
    /// Comma-separated values under a line of names
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
            Self::Jsonl => Format::JsonLines,
            Self::Csv => Format::Csv,
            #[cfg(feature = "columns")]
            Self::Parquet => Format::Parquet,
            #[cfg(feature = "columns")]
            Self::Arrow => Format::Arrow,
        }
    }
}

/// The format of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextFormat {
    /// The text only. Each page after the first begins with a form feed
    Text,
    /// Records of URL, title, language, text and word count
    Jsonl,
    /// A .warc.wet.gz as Common Crawl publishes it: conversion records, one gzip member each
    Wet,
    /// The same records in Parquet
    #[cfg(feature = "columns")]
    Parquet,
    /// The same records in a stream of Arrow batches (IPC)
    #[cfg(feature = "columns")]
    Arrow,
}

impl FormatName for TextFormat {
    const DEFAULT: Self = Self::Text;
    const WARC: &'static str = "wet";

    fn format(self) -> Format {
        match self {
            Self::Text => Format::Text,
            Self::Jsonl => Format::JsonLines,
            Self::Wet => Format::Warc,
            #[cfg(feature = "columns")]
            Self::Parquet => Format::Parquet,
            #[cfg(feature = "columns")]
            Self::Arrow => Format::Arrow,
        }
    }

    fn extension(self) -> &'static str {
        if self == Self::Wet { "wet.gz" } else { written_extension(self.format()) }
    }
}

/// The format of WAT records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WatFormat {
    /// One JSON object per line
    Jsonl,
    /// A .warc.wat.gz: metadata records, one gzip member each
    Warc,
}

impl FormatName for WatFormat {
    const DEFAULT: Self = Self::Jsonl;
    const WARC: &'static str = "wat";

    fn format(self) -> Format {
        match self {
            Self::Jsonl => Format::JsonLines,
            Self::Warc => Format::Warc,
        }
    }

    fn extension(self) -> &'static str {
        if self == Self::Warc { "wat.gz" } else { "wat.jsonl" }
    }
}

/// A compression method.
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
