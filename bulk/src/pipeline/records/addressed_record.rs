//! A record that an index names, and its file.

use super::record_page::may_be_page;
use crate::input::error::{InputError, InputErrorKind, MAX_SHOWN_BYTES, shortened};
use crate::input::{Capture, InputFile, RecordAddress};
use crate::schema::KeptValues;
use std::io::{Read, Seek};
use std::sync::Arc;
use tagrake_archive::warc::{Record, WarcErrorKind, WarcReader};
use url::Url;

/// A record that an index names, and its file.
pub(crate) struct AddressedRecord {
    pub(crate) file: Arc<InputFile>,
    pub(crate) address: RecordAddress,
}

impl AddressedRecord {
    /// Returns the number of stored bytes, if it is known, with the ones that the address takes in memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.address.length.unwrap_or_default().saturating_add(self.held_bytes() as u64)
    }

    /// Returns the number of bytes that the address takes in memory.
    pub(crate) fn held_bytes(&self) -> usize {
        /// The name of a file, its path, the name of its output, and the name in errors.
        const COPIES: usize = 4;
        let RecordAddress { file, url, kept, .. } = &self.address;
        COPIES * file.len() + url.as_ref().map_or(0, String::len) + kept.as_ref().map_or(0, KeptValues::bytes)
    }

    /// Returns the error for the record.
    pub(crate) fn error(&self, kind: InputErrorKind) -> InputError {
        let RecordAddress { offset, length, url, .. } = &self.address;
        let origin = self.file.origin();
        let capture = Capture {
            warc_record_offset: Some(*offset),
            warc_record_length: *length,
            warc_filename: Some(origin.as_str().into()),
            ..Capture::default()
        };
        InputError {
            capture: Some(Box::new(capture)),
            url: url.clone(),
            ..InputError::new(format!("{origin}:{offset}"), kind)
        }
    }

    /// Returns the next record of `reader`, which must be the one that the index names. The file has this length in bytes, if
    /// it is known.
    pub(crate) fn record<'r, R: Read + Seek>(
        &self,
        reader: &'r mut WarcReader<R>,
        file_length: Option<u64>,
    ) -> Result<Record<'r>, InputError> {
        let wrong = |cause: String| self.error(InputErrorKind::no_record(cause));
        match reader.next() {
            None => Err(wrong(past_the_end(file_length))),
            Some(Err(error)) => Err(match self.short_length(&error.kind, file_length) {
                Some(cause) => wrong(cause),
                None => self.error(InputError::damage(error).kind),
            }),
            Some(Ok(record)) => match self.mismatch(&record, file_length) {
                Some(cause) => Err(wrong(cause)),
                None => Ok(record),
            },
        }
    }

    /// Returns true if the start of a record is not of the one that the index names.
    pub(crate) fn is_other(&self, start: &Record<'_>) -> bool {
        self.mismatch(start, None).is_some()
    }

    /// Returns the reason if `record` is not the one that the index names. The file has this length in bytes, if it is known.
    fn mismatch(&self, record: &Record<'_>, file_length: Option<u64>) -> Option<String> {
        let RecordAddress { offset, url, .. } = &self.address;
        if record.location.offset != *offset || record.location.in_member.is_some_and(|offset| offset > 0) {
            return Some(format!("no record starts here; the next one starts at {}", record.location));
        }
        // CDXJ has `%20` for a space, and rows have normalized URLs.
        let is_same = |expected: &str, found: &str| {
            expected == found
                || expected == found.replace(' ', "%20")
                || Url::parse(found).is_ok_and(|url| url.as_str() == expected)
        };
        let shown = |url| shortened(url, MAX_SHOWN_BYTES);
        match (url.as_deref(), record.target_uri()) {
            (Some(expected), Some(found)) if !is_same(expected, found) => {
                let (expected, found) = (shown(expected), shown(found));
                return Some(format!("the index has the URL {expected}, but the record has {found}"));
            }
            // A page without a URL may have got one from the options.
            (Some(expected), None) if !may_be_page(record.kind) => {
                let expected = shown(expected);
                return Some(format!("the index has the URL {expected}, but the record has none"));
            }
            _ => {}
        }
        record.error.as_ref().and_then(|error| self.short_length(&error.kind, file_length))
    }

    /// Returns the cause if the record seems truncated because the index has a shorter length.
    fn short_length(&self, damage: &WarcErrorKind, file_length: Option<u64>) -> Option<String> {
        let end = self.address.end();
        (matches!(damage, WarcErrorKind::Truncated) && end.is_some() && end < file_length).then(|| {
            let length = self.address.length.unwrap_or_default();
            format!("the index has a length of {length} bytes, but the record is longer")
        })
    }
}

fn past_the_end(file_length: Option<u64>) -> String {
    match file_length {
        Some(length) => format!("no record starts here: the file has {length} bytes"),
        None => "no record starts here: the file is shorter".to_owned(),
    }
}
