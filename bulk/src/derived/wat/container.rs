//! The object `Container`: where a record is stored.

use super::number_text::NumberText;
use crate::warc::{self, Storage};
use libdeflater::Crc;
use serde::Serialize;

/// The length of a gzip member's trailer, the CRC and the size.
const FOOTER_BYTES: u64 = 8;

#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Container<'a> {
    pub(super) filename: &'a str,
    pub(super) compressed: bool,
    pub(super) offset: NumberText<u64>,
    #[serde(rename = "Gzip-Metadata", skip_serializing_if = "Option::is_none")]
    pub(super) gzip: Option<GzipMetadata>,
}

#[derive(Debug, Serialize)]
pub(super) struct GzipMetadata {
    /// The length of the complete member, with header and trailer, despite the name.
    #[serde(rename = "Deflate-Length")]
    deflate_length: NumberText<u64>,
    #[serde(rename = "Header-Length")]
    header_length: NumberText<u64>,
    #[serde(rename = "Footer-Length")]
    footer_length: NumberText<u64>,
    /// Signed, because the original generator uses Java integers. Left out if not all of the record is in memory.
    #[serde(rename = "Inflated-CRC", skip_serializing_if = "Option::is_none")]
    inflated_crc: Option<NumberText<i32>>,
    #[serde(rename = "Inflated-Length")]
    inflated_length: NumberText<u64>,
}

impl<'a> Container<'a> {
    pub(super) fn of_record(record: &warc::Record<'_>, filename: &'a str) -> Self {
        let gzip = match record.storage {
            // The lengths and CRC of a damaged record would be wrong.
            Storage::GzipMember { header_length } if record.error.is_none() => Some(GzipMetadata {
                deflate_length: NumberText(record.location.length),
                header_length: NumberText(header_length),
                footer_length: NumberText(FOOTER_BYTES),
                inflated_crc: (!record.is_over_limit()).then(|| NumberText(crc(record.text))),
                inflated_length: NumberText(record.text_length),
            }),
            _ => None,
        };
        let compressed = record.storage != Storage::Plain;
        Self { filename, compressed, offset: NumberText(record.location.offset), gzip }
    }
}

fn crc(text: &[u8]) -> i32 {
    let mut crc = Crc::new();
    crc.update(text);
    crc.sum().cast_signed()
}
