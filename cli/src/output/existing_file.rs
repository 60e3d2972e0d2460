//! The kinds of existing files that an output may replace: each output replaces only its own kind.
//!
//! An option whose value was forgotten takes the next argument: `links --stats crawl.warc.gz`. So the name or the content of an
//! existing file must be of the kind of the output.

use crate::report::usage;
use serde_json::Value;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use tagrake_bulk::input::is_page_or_archive;
use tagrake_bulk::output::FileFormat;

/// Maximum bytes of an existing file that are read.
const MAX_BYTES: u64 = 16 << 20;

/// Checks that an output may replace the file at `path`: it does not exist, is empty, is a pipe or a device, or is `of_kind`.
///
/// # Errors
///
/// If it may not. A file that cannot be read is not of the kind.
pub(crate) fn check(path: &Path, of_kind: impl Fn(&[u8]) -> bool) -> io::Result<()> {
    let is_file = fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0);
    if !is_file || content(path).is_ok_and(|bytes| of_kind(&bytes)) {
        return Ok(());
    }
    Err(io::Error::other("it exists and is of another kind; remove it, or name another file"))
}

/// As [`check`], but ends the process with a usage error.
pub(crate) fn refuse(path: &Path, of_kind: impl Fn(&[u8]) -> bool) {
    if let Err(error) = check(path, of_kind) {
        usage::refuse(&format!("the output '{}' would replace another file: {error}", path.display()));
    }
}

fn content(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns true for the counts of a run.
pub(crate) fn is_stats(bytes: &[u8]) -> bool {
    has_keys(bytes, &["complete", "files", "pages"])
}

/// Returns true for the record of an output. A truncated one, or one of another version, has these keys too.
pub(crate) fn is_record(bytes: &[u8]) -> bool {
    bytes.starts_with(b"{\n  \"tagrake\": ") || has_keys(bytes, &["tagrake", "verb", "input"])
}

/// As [`refuse`], for rows or text at a `path` whose extension names no format: lines have no null bytes unless they are
/// compressed, and are no page or archive.
pub(crate) fn refuse_rows(path: &Path, format: FileFormat) {
    let is_compressed = |bytes: &[u8]| bytes.starts_with(b"\x1f\x8b") || bytes.starts_with(b"\x28\xb5\x2f\xfd");
    refuse(path, |bytes| match format {
        FileFormat::Warc => is_compressed(bytes),
        #[cfg(feature = "columns")]
        FileFormat::Parquet => bytes.starts_with(b"PAR1"),
        #[cfg(feature = "columns")]
        FileFormat::Arrow => bytes.starts_with(&[0xFF; 4]),
        _ => (is_compressed(bytes) || !bytes.contains(&0)) && is_page_or_archive(path).is_ok_and(|is_input| !is_input),
    });
}

/// Returns true for a report of `inspect`.
pub(crate) fn is_report(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(16 << 10)];
    String::from_utf8_lossy(head).contains(" – tagrake inspect</title>")
}

fn has_keys(bytes: &[u8], keys: &[&str]) -> bool {
    let value: Option<Value> = serde_json::from_slice(bytes).ok();
    value.as_ref().and_then(Value::as_object).is_some_and(|object| keys.iter().all(|key| object.contains_key(*key)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_kind_are_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let may_replace = || check(&path, is_stats).is_ok();
        assert!(may_replace());
        for (content, is_ours) in [
            ("", true),
            ("{\"complete\":true,\"files\":1,\"pages\":2}", true),
            ("{\"html\":\"<p>\"}\n", false),
            ("[]", false),
            ("<title>a page</title>", false),
        ] {
            fs::write(&path, content).expect("a file");
            assert_eq!(may_replace(), is_ours, "{content}");
        }
        assert!(is_record(b"{\n  \"tagrake\": \"0.1") && !is_record(b"{\"a\":1}"));
    }
}
