//! The values of `--format` and `--compression`, by verb.

use clap::ValueEnum;
use tagrake_bulk::output::{self, Compression, FileFormat, Format, RecordFormat};

/// The `--format` values of a verb.
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

/// The format of page records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PageFormat {
    /// One line of JSON per page (also: json, ndjson)
    #[value(alias = "json", alias = "ndjson")]
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

/// The format of links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LinkFormat {
    /// One line of JSON per link (also: json, ndjson)
    #[value(alias = "json", alias = "ndjson")]
    Jsonl,
    /// Comma-separated values under a line of names
    Csv,
    /// Tab-separated values under a line of names; \t, \n, \r and \\ in values are escaped
    Tsv,
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
            Self::Tsv => Format::Links(output::LinkFormat::Tsv),
            #[cfg(feature = "columns")]
            Self::Parquet => Format::Links(output::LinkFormat::Parquet),
            #[cfg(feature = "columns")]
            Self::Arrow => Format::Links(output::LinkFormat::Arrow),
        }
    }
}

/// The format of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextFormat {
    /// The text only. Each page after the first begins with a form feed
    Text,
    /// Records of URL, title, language, text and word count (also: json, ndjson)
    #[value(alias = "json", alias = "ndjson")]
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

/// The format of WAT records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WatFormat {
    /// One JSON object per line (also: json, ndjson)
    #[value(alias = "json", alias = "ndjson")]
    Jsonl,
    /// A .warc.wat.gz: metadata records, one gzip member each
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

/// Returns true if files of `format` are lines or text, which are compressed as one stream.
pub(crate) fn is_of_lines(format: FileFormat) -> bool {
    match format {
        FileFormat::JsonLines | FileFormat::Csv | FileFormat::Tsv | FileFormat::Text => true,
        FileFormat::Warc => false,
        #[cfg(feature = "columns")]
        FileFormat::Arrow | FileFormat::Parquet => false,
    }
}

/// Returns the extension of files of `format`.
pub(crate) fn written_extension(format: FileFormat) -> &'static str {
    match format {
        FileFormat::JsonLines => "jsonl",
        FileFormat::Text => "txt",
        FileFormat::Csv => "csv",
        FileFormat::Tsv => "tsv",
        FileFormat::Warc => "gz",
        #[cfg(feature = "columns")]
        FileFormat::Arrow => "arrows",
        #[cfg(feature = "columns")]
        FileFormat::Parquet => "parquet",
    }
}
