//! What can be asked of where rows go, and of their form.

use crate::args::Args as Command;
use clap::{Args, ValueEnum};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use tagrake_bulk::output::{Compression, Format};

/// Where rows go.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Write to a file instead of standard output; it has its name when it is whole
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Write a file for each input into a folder, with the input's name and the format's extension
    #[arg(long, value_name = "FOLDER", conflicts_with = "output")]
    pub(crate) output_dir: Option<PathBuf>,
    /// Pass over inputs whose outputs are there already: go on with a run that was ended
    #[arg(long, requires = "output_dir")]
    pub(crate) skip_existing: bool,
    /// How the columns of Parquet are compressed [default: zstd]
    #[cfg(feature = "columns")]
    #[arg(long, value_enum)]
    compression: Option<CompressionName>,
}

impl OutputArgs {
    /// Returns the format: the one that is asked for, or the one that the output's extension names.
    pub(crate) fn format<F: FormatName>(&self, asked: Option<F>) -> Format {
        let extension = self.output.as_deref().and_then(Path::extension).unwrap_or_default();
        let extension = if extension == "arrow" { "arrows".as_ref() } else { extension };
        let named = || F::value_variants().iter().copied().find(|name| extension == extension_of(name.format()));
        let format = asked.or_else(named).map_or(F::DEFAULT, FormatName::format);
        let is_terminal = self.output.is_none() && self.output_dir.is_none() && io::stdout().is_terminal();
        if is_terminal && !matches!(format, Format::JsonLines | Format::Csv | Format::Text) {
            Command::refuse("a terminal cannot show this form: name a file with '--output'");
        }
        #[cfg(feature = "columns")]
        if self.compression.is_some() && format != Format::Parquet {
            Command::refuse(
                "the argument '--compression' is for Parquet: '--format parquet', or an output whose name ends so",
            );
        }
        format
    }

    /// Returns how columns are compressed.
    pub(crate) fn compression(&self) -> Compression {
        #[cfg(feature = "columns")]
        return match self.compression {
            None | Some(CompressionName::Zstd) => Compression::Zstd,
            Some(CompressionName::Gzip) => Compression::Gzip,
            Some(CompressionName::Snappy) => Compression::Snappy,
            Some(CompressionName::None) => Compression::None,
        };
        #[cfg(not(feature = "columns"))]
        Compression::default()
    }
}

/// The names of the formats that a verb has.
pub(crate) trait FormatName: ValueEnum + Copy {
    const DEFAULT: Format;

    fn format(self) -> Format;
}

/// Returns the extension of files of a format.
pub(crate) fn extension_of(format: Format) -> &'static str {
    match format {
        Format::Text => "txt",
        Format::Csv => "csv",
        Format::Warc => "gz",
        #[cfg(feature = "columns")]
        Format::Arrow => "arrows",
        #[cfg(feature = "columns")]
        Format::Parquet => "parquet",
        _ => "jsonl",
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
    const DEFAULT: Format = Format::JsonLines;

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
    const DEFAULT: Format = Format::JsonLines;

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
    const DEFAULT: Format = Format::Text;

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
    const DEFAULT: Format = Format::JsonLines;

    fn format(self) -> Format {
        match self {
            Self::Jsonl => Format::JsonLines,
            Self::Warc => Format::Warc,
        }
    }
}

#[cfg(feature = "columns")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CompressionName {
    Zstd,
    Gzip,
    Snappy,
    None,
}
