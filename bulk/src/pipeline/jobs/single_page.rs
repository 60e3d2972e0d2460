//! Reads the page in one file, as a run reads it.

use super::opened_input::OpenedInput;
use super::page_file::PageBytes;
use crate::input::error::{InputError, InputErrorKind};
use crate::input::{InputContent, InputFile, InputFormat, InputPage, RemoteOptions};
use crate::pipeline::options::RunOptions;
use std::path::Path;
use std::sync::Arc;
use tagrake_archive::remote::RemoteFile;

/// Reads the page in the file at `path`, which may be a URL, and may be compressed with gzip or zstd; `-` is standard input. Any
/// content is a page unless it is an archive. Of a longer page, the first `max_bytes` are read.
/// [`Capture::content_truncated`](crate::input::Capture::content_truncated) has the reason if the page is incomplete.
///
/// # Errors
///
/// Returns an error if the file does not exist or cannot be read, if it is an archive, or if nothing of its compressed data can be
/// read.
///
/// ```
/// use tagrake_bulk::input::RemoteOptions;
/// use tagrake_bulk::pipeline::read_page;
///
/// let file = tempfile::NamedTempFile::new()?;
/// std::fs::write(file.path(), "<p>one")?;
/// let page = read_page(file.path(), &RemoteOptions::default(), 3)?;
/// assert_eq!(page.html, b"<p>");
/// assert_eq!(page.capture.unwrap().content_truncated.as_deref(), Some("length"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_page(path: &Path, remote: &RemoteOptions, max_bytes: usize) -> Result<InputPage, InputError> {
    let file = Arc::new(InputFile::with_remote(path.to_owned(), InputFormat::Html, remote));
    let download = file.remote.as_ref().map(RemoteFile::open);
    let OpenedInput { identity, stream, is_coded, .. } =
        OpenedInput::open(&file, download).map_err(|error| InputError::io(file.origin(), error))?;
    if let InputContent::Other(apparent) = identity.content {
        return Err(InputError::new(file.origin(), InputErrorKind::Type(apparent)));
    }
    let options = RunOptions { max_record_bytes: max_bytes, ..RunOptions::default() };
    let mut bytes = PageBytes::default();
    bytes.read_input(&file, stream, identity.compression, is_coded, options.body());
    if let Some(error) = bytes.error.take_if(|_| bytes.html.is_empty()) {
        return Err(error);
    }
    let mut page = InputPage { html: bytes.html, ..InputPage::of_file(&file) };
    if let Some(cut) = bytes.cut {
        page.set_truncated(cut.content_truncated());
    }
    Ok(page)
}
