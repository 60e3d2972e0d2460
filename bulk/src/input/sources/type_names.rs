//! Names for the types of inputs, for messages.

use infer::MatcherType;
use tagrake_archive::container::ContainerFormat;

/// The type of data without a known signature.
pub(crate) const BINARY: &str = "binary data";
pub(crate) const WARC_FILE: &str = "WARC file";
pub(crate) const ARC_FILE: &str = "ARC file";
pub(crate) const MIME_MESSAGE: &str = "MIME message, such as MHTML or mail";
/// Data formats that the crate `infer` has no signature for.
const DATA_MAGIC: [(&[u8], &str); 4] = [
    (b"PAR1", "Parquet file"),
    (b"ARROW1", "Arrow file"),
    (b"\xFF\xFF\xFF\xFF", "Arrow stream"),
    (b"Obj\x01", "Avro file"),
];

/// Returns the apparent type of binary data.
pub(crate) fn of_binary(bytes: &[u8]) -> String {
    if let Some((_, name)) = DATA_MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return (*name).to_owned();
    }
    if let Some(Some(container)) = ContainerFormat::of_start(bytes, None) {
        return of_container(container);
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
    [WARC_FILE, ARC_FILE].iter().any(|archive| apparent.starts_with(archive))
        || ContainerFormat::ALL.iter().any(|format| apparent.starts_with(&of_container(*format)))
}

fn of_container(format: ContainerFormat) -> String {
    format!("{} archive", format.as_str())
}
