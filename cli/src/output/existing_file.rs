//! The check of the file that an output replaces: each output replaces only a file of its own kind.
//!
//! An option whose value was forgotten takes the next argument: `links --stats crawl.warc.gz`. So the name or the content of an
//! existing file must be of the kind of the output. The name of a symbolic link is no evidence, because its target is replaced.

use super::file_identity::target_of;
use super::path::is_special;
use crate::report::usage;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;
use tagrake_bulk::input::{is_page_or_archive, open_decompressed};
use tagrake_bulk::output::FileFormat;
use tagrake_bulk::warc::{RecordKind, WarcOptions, WarcReader};

/// Maximum bytes of an existing file that are read: more than the longest line of a page by default.
const MAX_BYTES: u64 = 64 << 20;
/// Bytes at the start of a report or a manual page that identify it.
const HEAD_BYTES: u64 = 16 << 10;

const OTHER_KIND: &str = "does not look like an output of this command";

/// The kind of an output that is neither rows nor text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputKind {
    /// The counts of a run.
    Stats,
    /// The record of an output in a folder.
    Record,
    /// An HTML report of this verb.
    Report(&'static str),
    /// A manual page.
    Manual,
}

/// Checks that an output of `kind` in a folder may replace the file at `path`: it does not exist, is empty, or is of this kind.
///
/// # Errors
///
/// If it may not, or if the system does not say what the path refers to. A file that cannot be read is not of the kind.
pub(crate) fn check(path: &Path, kind: OutputKind) -> io::Result<()> {
    check_is_regular(path)?;
    check_kind(path, kind)
}

fn check_kind(path: &Path, kind: OutputKind) -> io::Result<()> {
    check_target(path, |target| Ok((!is_of_kind(target, kind)?).then_some(OTHER_KIND)))
}

/// Checks that rows, text or WARC records may replace the file at `path`, as [`check`] does, or are written directly. `is_named`
/// returns true if the extension of a file is one of `format`.
///
/// # Errors
///
/// As of [`check`].
pub(super) fn check_rows(path: &Path, format: FileFormat, is_named: impl Fn(&Path) -> bool) -> io::Result<()> {
    check_target(path, |target| difference(target, format, is_named(target)))
}

/// Checks the file that is replaced by an output at `path`.
fn check_target(path: &Path, difference: impl Fn(&Path) -> io::Result<Option<&'static str>>) -> io::Result<()> {
    if !has_content(path)? || is_special(path) {
        return Ok(());
    }
    match difference(&target_of(path)?) {
        Ok(None) => Ok(()),
        Ok(Some(difference)) => refused(difference),
        Err(_) => refused("cannot be read"),
    }
}

/// Ends the process with a usage error if an output of `kind` may not replace the file at `path`.
pub(crate) fn refuse(path: &Path, kind: OutputKind) {
    refuse_unless(path, check_kind(path, kind));
}

/// As [`check_rows`], but ends the process with a usage error.
pub(crate) fn refuse_rows(path: &Path, format: FileFormat, is_named: impl Fn(&Path) -> bool) {
    refuse_unless(path, check_rows(path, format, is_named));
}

fn refuse_unless(path: &Path, checked: io::Result<()>) {
    if let Err(error) = checked {
        let error = tagrake_bulk::reason(&error);
        usage::refuse(&format!("the output '{}' cannot be written: {error}", path.display()));
    }
}

/// Checks that there is no pipe, device or link to an open file at `path`, the path of an output in a folder. Opening a pipe
/// waits until another process reads it.
///
/// # Errors
///
/// If there is one.
pub(super) fn check_is_regular(path: &Path) -> io::Result<()> {
    if is_special(path) { refused("is not a regular file") } else { Ok(()) }
}

/// Returns true if there is a regular file at `path`, and it is not empty.
///
/// # Errors
///
/// If the system does not say what the path refers to.
pub(crate) fn has_content(path: &Path) -> io::Result<bool> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(metadata.is_file() && metadata.len() > 0),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

fn refused(difference: &str) -> io::Result<()> {
    Err(io::Error::other(format!("it exists and {difference}; remove it, or name another file")))
}

/// Returns how a file differs from the files of rows, text or WARC records in `format`.
fn difference(path: &Path, format: FileFormat, is_named: bool) -> io::Result<Option<&'static str>> {
    let is_of_format = match format {
        // The extensions of crawls are extensions of these outputs too.
        FileFormat::Warc if is_derived(path)? => true,
        FileFormat::Warc => return Ok(Some("is not a WARC file that tagrake wrote")),
        FileFormat::JsonLines => match FirstLine::of(path) {
            FirstLine::Page => return Ok(Some("holds pages (JSON lines input)")),
            FirstLine::Object | FirstLine::None => true,
            FirstLine::Other => is_named,
        },
        _ if is_named => true,
        _ if format.is_of_columns() => start_of(path, HEAD_BYTES)?.starts_with(format.signature()),
        // Lines and text have no null bytes, and are no page or archive.
        _ => {
            let mut text = Vec::new();
            open_decompressed(path).map_err(io::Error::other)?.take(MAX_BYTES).read_to_end(&mut text)?;
            !text.contains(&0) && !is_page_or_archive(path)?
        }
    };
    Ok((!is_of_format).then_some(OTHER_KIND))
}

/// Returns true if a file is of a kind.
fn is_of_kind(path: &Path, kind: OutputKind) -> io::Result<bool> {
    Ok(match kind {
        OutputKind::Stats if is_json(path) => !matches!(FirstLine::of(path), FirstLine::Page),
        OutputKind::Stats => has_keys(&start_of(path, MAX_BYTES)?, &["complete", "files", "pages"]),
        OutputKind::Record => is_record(&start_of(path, MAX_BYTES)?),
        OutputKind::Report(verb) => head_text(path)?.contains(&format!(" – tagrake {verb}</title>")),
        OutputKind::Manual => head_text(path)?.lines().any(|line| line.starts_with(".TH tagrake")),
    })
}

/// Returns at most `max_bytes` from the start of a file.
fn start_of(path: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(max_bytes).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn head_text(path: &Path) -> io::Result<String> {
    Ok(String::from_utf8_lossy(&start_of(path, HEAD_BYTES)?).into_owned())
}

fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

/// Returns true for the record of an output. A truncated one, or one of another version, has these keys too.
fn is_record(bytes: &[u8]) -> bool {
    bytes.starts_with(b"{\n  \"tagrake\": ") || has_keys(bytes, &["tagrake", "verb", "input"])
}

fn has_keys(bytes: &[u8], keys: &[&str]) -> bool {
    let value: Option<Value> = serde_json::from_slice(bytes).ok();
    value.as_ref().and_then(Value::as_object).is_some_and(|object| keys.iter().all(|key| object.contains_key(*key)))
}

/// Returns true if the first record of a WARC file says that tagrake wrote the file.
fn is_derived(path: &Path) -> io::Result<bool> {
    let mut reader = WarcReader::new("", File::open(path)?, WarcOptions::default());
    let Some(Ok(record)) = reader.next() else { return Ok(false) };
    // The first is in WAT and WET files, the second in copies of records.
    let is_ours = |line: &[u8]| {
        [&b"Software-Info: tagrake "[..], b"software: tagrake "].iter().any(|start| line.starts_with(start))
    };
    Ok(record.kind == RecordKind::Warcinfo && record.block.split(|&byte| byte == b'\n').any(is_ours))
}

/// The first line of a file that is not empty, decompressed.
enum FirstLine {
    /// There is none: the file has no text.
    None,
    /// A JSON object that holds a page.
    Page,
    /// Any other JSON object.
    Object,
    Other,
}

/// The keys of a page in JSON lines.
#[derive(Deserialize)]
struct PageKeys {
    html: Option<IgnoredAny>,
    html_base64: Option<IgnoredAny>,
}

impl FirstLine {
    fn of(path: &Path) -> Self {
        let Ok(file) = open_decompressed(path) else { return Self::Other };
        let (mut file, mut line) = (BufReader::new(file.take(MAX_BYTES)), Vec::new());
        loop {
            line.clear();
            match file.read_until(b'\n', &mut line) {
                Ok(0) => return Self::None,
                Ok(_) => {}
                Err(_) => return Self::Other,
            }
            let text = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&line).trim_ascii_start();
            match text.first() {
                None => {}
                // serde accepts a list in place of an object.
                Some(b'{') => return Self::of_object(text),
                Some(_) => return Self::Other,
            }
        }
    }

    fn of_object(text: &[u8]) -> Self {
        match serde_json::from_slice(text) {
            Ok(PageKeys { html: None, html_base64: None }) => Self::Object,
            Ok(_) => Self::Page,
            Err(_) => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_kind_are_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let may_replace = || check(&path, OutputKind::Stats).is_ok();
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

    #[test]
    fn pages_as_json_lines_are_never_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let may_replace = |name: &str, content: &str| {
            let path = folder.path().join(name);
            fs::write(&path, content).expect("a file");
            check_rows(&path, FileFormat::JsonLines, |path| path.ends_with("rows.JSONL")).is_ok()
        };
        for (content, is_replaced, is_replaced_if_named) in [
            ("{\"url\":\"a\"}\n{\"html\":\"\"}\n", true, true),
            ("{\"id\":1,\"html\":\"\\ud800\"}\n", false, false),
            ("{\"html_base64\":\"\"}", false, false),
            ("\n{\"html\":\"\"}\n", false, false),
            ("\u{FEFF}{\"html\":\"\"}\n", false, false),
            ("crawl/a.warc.gz\n", false, true),
            ("[1]\n", false, true),
            ("{\"url\":", false, true),
        ] {
            assert_eq!(may_replace("rows", content), is_replaced, "{content}");
            assert_eq!(may_replace("rows.JSONL", content), is_replaced_if_named, "{content}");
        }
    }
}
