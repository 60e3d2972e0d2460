//! Reads the page in one record of a WARC file.

use super::addressed_record::AddressedRecord;
use super::record_files::{IndexedVersions, OpenRules, RecordFiles};
use super::record_page::RecordPages;
use super::record_selection::Selection;
use crate::input::error::{InputError, InputErrorKind};
use crate::input::{InputFile, InputFormat, InputPage, RecordAddress, RemoteOptions};
use crate::pipeline::counts::Counts;
use crate::pipeline::jobs::stream_batches::WantedRecords;
use crate::pipeline::options::RunOptions;
use std::path::PathBuf;
use std::sync::Arc;
use tagrake_archive::container::Directories;
use tagrake_archive::warc::WarcReader;

/// Reads the page in the record at `address`, of any MIME type and status. Of a longer record or body, the first
/// `max_record_bytes` are read. [`Capture::content_truncated`](crate::input::Capture::content_truncated) has the reason if the
/// page is incomplete.
///
/// # Errors
///
/// Returns an error if the file cannot be read, if no record starts at the offset, or if the record has no page.
///
/// ```
/// use tagrake_bulk::input::{RecordAddress, RemoteOptions};
/// use tagrake_bulk::pipeline::read_record;
///
/// let file = tempfile::NamedTempFile::new()?;
/// let record = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n";
/// std::fs::write(file.path(), record.repeat(2))?;
/// let path = file.path().to_str().expect("UTF-8");
/// let page = read_record(&RecordAddress::new(path, record.len() as u64), &RemoteOptions::default(), 1 << 20)?;
/// assert_eq!(page.html, b"<p>");
/// assert!(read_record(&RecordAddress::new(path, 7), &RemoteOptions::default(), 1 << 20).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_record(
    address: &RecordAddress,
    remote: &RemoteOptions,
    max_record_bytes: usize,
) -> Result<InputPage, InputError> {
    let file = Arc::new(InputFile::with_remote(PathBuf::from(&*address.file), InputFormat::Warc, remote));
    let indexed = AddressedRecord { file: file.clone(), address: address.clone() };
    let options = RunOptions { max_record_bytes, ..RunOptions::default() };
    let mut files = RecordFiles::default();
    let (directories, versions) = (Directories::default(), IndexedVersions::default());
    let open = OpenRules { filter: &|_| Ok(true), directories: &directories, versions: &versions };
    files.fetch([(&file, address)].into_iter(), &open);
    let (source, length) = files.reader(&file, address).map_err(|kind| indexed.error(kind))?;
    let range = address.offset..address.offset.saturating_add(1);
    let reader = WarcReader::resume(file.origin(), source, range, options.warc(WantedRecords::Pages));
    let mut reader = reader.map_err(|error| indexed.error(InputErrorKind::Io(error)))?;
    let record = indexed.record(&mut reader, length)?;
    let selection = Selection::all();
    let mut pages = RecordPages::new(selection, options.body());
    let page = pages.read(&file.origin().into(), &record, &mut Counts::default());
    let page = page.map(|(page, html)| InputPage { html: html.to_vec(), ..page.clone() });
    page.ok_or_else(|| {
        let cause = format!("the record has no page: its type is {}", record.kind.as_str());
        indexed.error(InputErrorKind::no_record(cause))
    })
}
