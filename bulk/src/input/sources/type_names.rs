//! Names for the types of inputs, for messages.

use infer::MatcherType;

/// The type of data without a known signature.
pub(crate) const BINARY: &str = "binary data";
pub(crate) const WARC_FILE: &str = "WARC file";
pub(crate) const ARC_FILE: &str = "ARC file";
const WACZ_ARCHIVE: &str = "WACZ archive";
/// The first entries of a [WACZ](https://specs.webrecorder.net/wacz/1.1.1/) archive.
const WACZ_ENTRIES: [&[u8]; 4] = [b"archive/", b"datapackage", b"indexes/", b"pages/"];
/// The offset of the first entry's name in a ZIP file.
const ZIP_NAME_OFFSET: usize = 30;
/// Data formats that the crate `infer` has no signature for.
const DATA_MAGIC: [(&[u8], &str); 4] = [
    (b"PAR1", "Parquet file"),
    (b"ARROW1", "Arrow file"),
    (b"\xFF\xFF\xFF\xFF", "Arrow stream"),
    (b"Obj\x01", "Avro file"),
];

/// Returns true if `bytes` start a WACZ file, and `None` if they are too few to decide. The name of one decides if its first
/// entry does not.
pub(crate) fn is_wacz(bytes: &[u8], has_name: bool) -> Option<bool> {
    /// The longest of the first entries.
    const ENTRY_BYTES: usize = 12;
    if bytes.starts_with(b"PK\x05\x06") {
        return Some(has_name);
    }
    match bytes.strip_prefix(b"PK\x03\x04") {
        Some(_) if has_name => Some(true),
        Some(_) if bytes.len() < ZIP_NAME_OFFSET + ENTRY_BYTES => None,
        Some(_) => Some(WACZ_ENTRIES.iter().any(|entry| bytes[ZIP_NAME_OFFSET..].starts_with(entry))),
        None if bytes.is_empty() || !b"PK\x03\x04".starts_with(bytes) => Some(false),
        None => None,
    }
}

/// Returns the apparent type of binary data.
pub(crate) fn of_binary(bytes: &[u8]) -> String {
    if let Some((_, name)) = DATA_MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return (*name).to_owned();
    }
    if is_wacz(bytes, false) == Some(true) {
        return WACZ_ARCHIVE.to_owned();
    }
    let Some(found) = infer::get(bytes) else { return BINARY.to_owned() };
    let kind = match found.matcher_type() {
        MatcherType::App => "program",
        MatcherType::Archive if matches!(found.extension(), "pdf" | "ps" | "rtf") => "document",
        MatcherType::Archive if matches!(found.extension(), "sqlite" | "dcm" | "nes" | "swf") => "file",
        MatcherType::Archive => "archive",
        MatcherType::Audio => "audio",
        MatcherType::Book => "book",
        MatcherType::Doc => "document",
        MatcherType::Font => "font",
        MatcherType::Image => "image",
        MatcherType::Video => "video",
        MatcherType::Text | MatcherType::Custom => "file",
    };
    format!("{} {kind}", found.extension().to_ascii_uppercase())
}

/// Returns the type of a text format with a signature.
pub(crate) fn of_text(text: &[u8]) -> Option<&'static str> {
    const TEXT_MAGIC: [(&[u8], &str); 4] = [
        (b"%PDF-", "PDF document"),
        (b"%!PS", "PostScript document"),
        (b"{\\rtf", "RTF document"),
        (b"-----BEGIN ", "PEM file"),
    ];
    TEXT_MAGIC.iter().find(|(magic, _)| text.starts_with(magic)).map(|(_, name)| *name)
}

/// Returns true if the apparent type of an input is the one of a file that `--input warc` reads.
pub(crate) fn is_archive(apparent: &str) -> bool {
    [WARC_FILE, ARC_FILE, WACZ_ARCHIVE].iter().any(|archive| apparent.starts_with(archive))
}
