//! The values of `--format` and `--compression`, by verb.

use super::choices::{Choice, choice};
use tagrake_bulk::output::{
    BlockFormat, Compression, FileFormat, Format, IndexFormat, LinkFormat, PageFormat, RecordFormat,
};

/// The `--format` values of a verb.
#[derive(Clone, Copy)]
pub(crate) struct VerbFormats {
    /// The default is the first.
    pub(crate) choices: &'static [Choice<Format>],
    /// The type of WARC records that the verb writes: `wat` or `wet`; empty for none.
    pub(crate) warc: &'static str,
}

const JSONL: &[&str] = &["jsonl", "json", "ndjson"];

/// The formats of page records.
pub(crate) const PAGES: VerbFormats = VerbFormats {
    choices: &[
        choice(JSONL, Format::Pages(PageFormat::JsonLines), "One line of JSON per page (also: json, ndjson)"),
        #[cfg(feature = "columns")]
        choice(&["parquet"], Format::Pages(PageFormat::Parquet), "Parquet"),
        #[cfg(feature = "columns")]
        choice(&["arrow"], Format::Pages(PageFormat::Arrow), "A stream of Arrow batches (IPC)"),
    ],
    warc: "",
};

/// The formats of links.
pub(crate) const LINKS: VerbFormats = VerbFormats {
    choices: &[
        choice(JSONL, Format::Links(LinkFormat::JsonLines), "One line of JSON per link (also: json, ndjson)"),
        choice(&["csv"], Format::Links(LinkFormat::Csv), "Comma-separated values under a line of names"),
        choice(
            &["tsv"],
            Format::Links(LinkFormat::Tsv),
            r"Tab-separated values under a line of names; \t, \n, \r and \\ in values are escaped",
        ),
        #[cfg(feature = "columns")]
        choice(&["parquet"], Format::Links(LinkFormat::Parquet), "Parquet"),
        #[cfg(feature = "columns")]
        choice(&["arrow"], Format::Links(LinkFormat::Arrow), "A stream of Arrow batches (IPC)"),
    ],
    warc: "",
};

/// The formats of blocks.
pub(crate) const BLOCKS: VerbFormats = VerbFormats {
    choices: &[
        choice(JSONL, Format::Blocks(BlockFormat::JsonLines), "One line of JSON per block (also: json, ndjson)"),
        choice(&["csv"], Format::Blocks(BlockFormat::Csv), "Comma-separated values under a line of names"),
        choice(
            &["tsv"],
            Format::Blocks(BlockFormat::Tsv),
            r"Tab-separated values under a line of names; \t, \n, \r and \\ in values are escaped",
        ),
        #[cfg(feature = "columns")]
        choice(&["parquet"], Format::Blocks(BlockFormat::Parquet), "Parquet"),
        #[cfg(feature = "columns")]
        choice(&["arrow"], Format::Blocks(BlockFormat::Arrow), "A stream of Arrow batches (IPC)"),
    ],
    warc: "",
};

/// The formats of text.
pub(crate) const TEXT: VerbFormats = VerbFormats {
    choices: &[
        choice(&["text"], Format::Text, "The text only. Each page after the first begins with a form feed"),
        choice(
            JSONL,
            Format::Pages(PageFormat::JsonLines),
            "Records of URL, title, language, text and word count (also: json, ndjson)",
        ),
        choice(
            &["wet"],
            Format::Records(RecordFormat::Warc),
            "A .warc.wet.gz as Common Crawl publishes it: conversion records, one gzip member each",
        ),
        #[cfg(feature = "columns")]
        choice(&["parquet"], Format::Pages(PageFormat::Parquet), "The same records in Parquet"),
        #[cfg(feature = "columns")]
        choice(&["arrow"], Format::Pages(PageFormat::Arrow), "The same records in a stream of Arrow batches (IPC)"),
    ],
    warc: "wet",
};

/// The formats of WAT records.
pub(crate) const WAT: VerbFormats = VerbFormats {
    choices: &[
        choice(JSONL, Format::Records(RecordFormat::JsonLines), "One JSON object per line (also: json, ndjson)"),
        choice(
            &["warc"],
            Format::Records(RecordFormat::Warc),
            "A .warc.wat.gz: metadata records, one gzip member each",
        ),
    ],
    warc: "wat",
};

/// The formats of an index.
pub(crate) const INDEX: VerbFormats = VerbFormats {
    choices: &[
        choice(
            &["cdxj"],
            Format::Index(IndexFormat::Cdxj),
            "A line per record: the key of the URL, the time, and JSON",
        ),
        choice(
            JSONL,
            Format::Index(IndexFormat::JsonLines),
            "One line of JSON per record, with columns of Common Crawl's index (also: json, ndjson)",
        ),
        choice(&["csv"], Format::Index(IndexFormat::Csv), "The same columns as comma-separated values"),
        choice(&["tsv"], Format::Index(IndexFormat::Tsv), "The same columns as tab-separated values"),
        #[cfg(feature = "columns")]
        choice(&["parquet"], Format::Index(IndexFormat::Parquet), "The same columns in Parquet"),
        #[cfg(feature = "columns")]
        choice(&["arrow"], Format::Index(IndexFormat::Arrow), "The same columns in a stream of Arrow batches (IPC)"),
    ],
    warc: "",
};

/// The values of `--compression`.
pub(crate) const COMPRESSIONS: &[Choice<Compression>] = &[
    choice(&["zstd"], Compression::Zstd, ""),
    choice(&["gzip"], Compression::Gzip, ""),
    #[cfg(feature = "columns")]
    choice(&["snappy"], Compression::Snappy, ""),
    choice(&["none"], Compression::None, ""),
];

impl VerbFormats {
    /// Returns the extension of outputs in a folder.
    pub(crate) fn extension(&self, format: Format) -> String {
        match format {
            Format::Records(RecordFormat::Warc) => format!("{}.gz", self.warc),
            Format::Records(RecordFormat::JsonLines) => format!("{}.jsonl", self.warc),
            Format::Pages(_) | Format::Links(_) | Format::Blocks(_) | Format::Text | Format::Index(_) => {
                written_extension(format.file_format()).to_owned()
            }
        }
    }
}

/// Returns true if files of `format` are lines or text, which are compressed as one stream.
pub(crate) fn is_of_lines(format: FileFormat) -> bool {
    match format {
        FileFormat::JsonLines | FileFormat::Csv | FileFormat::Tsv | FileFormat::Text | FileFormat::Cdxj => true,
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
        FileFormat::Cdxj => "cdxj",
        FileFormat::Csv => "csv",
        FileFormat::Tsv => "tsv",
        FileFormat::Warc => "gz",
        #[cfg(feature = "columns")]
        FileFormat::Arrow => "arrows",
        #[cfg(feature = "columns")]
        FileFormat::Parquet => "parquet",
    }
}
