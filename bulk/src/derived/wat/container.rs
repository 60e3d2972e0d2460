//! The object `Container`: where a record is stored.

use super::json_value::JsonValue;
use crate::codec::inflate::TRAILER_BYTES;
use crate::derived::RecordSource;
use crate::warc::{self, Storage};

/// Returns the container of a page that does not come from a WARC file.
pub(super) fn of_page<'a>(source: &RecordSource<'a>) -> JsonValue<'a> {
    container(source, false, None)
}

/// Returns the container of a record.
pub(super) fn of_record<'a>(record: &warc::Record<'_>, source: &RecordSource<'a>) -> JsonValue<'a> {
    let gzip = match record.storage {
        // The lengths and CRC of a damaged record would be wrong.
        Storage::GzipMember { header_length } if record.error.is_none() => Some(JsonValue::object([
            // The length of the complete member, with header and trailer, despite the name.
            Some(("Deflate-Length", JsonValue::number(record.location.length))),
            Some(("Header-Length", JsonValue::number(header_length))),
            Some(("Footer-Length", JsonValue::number(TRAILER_BYTES))),
            // Signed, because the original generator uses Java integers. Left out if not all of the record is in memory.
            (!record.is_over_limit())
                .then(|| ("Inflated-CRC", JsonValue::number(libdeflater::crc32(record.text).cast_signed()))),
            Some(("Inflated-Length", JsonValue::number(record.text_length))),
        ])),
        _ => None,
    };
    container(source, record.storage != Storage::Plain, gzip)
}

fn container<'a>(source: &RecordSource<'a>, is_compressed: bool, gzip: Option<JsonValue<'a>>) -> JsonValue<'a> {
    JsonValue::object([
        Some(("Filename", source.filename.into())),
        Some(("Compressed", JsonValue::Bool(is_compressed))),
        Some(("Offset", JsonValue::number(source.location.offset))),
        gzip.map(|gzip| ("Gzip-Metadata", gzip)),
    ])
}
