//! The start of a record that an index names, with the head of its page.

use super::addressed_record::AddressedRecord;
use super::record_page::{RecordPages, may_be_page};
use crate::input::InputPage;
use crate::pipeline::counts::Counts;
use memchr::memmem;
use std::ops::ControlFlow;
use tagrake_archive::warc::{RecordKind, RecordStart};

/// Maximum bytes of text that are decompressed before the record is read completely.
pub(crate) const MAX_TEXT_BYTES: usize = 1 << 20;

/// The start of a record that is in a gzip member of known length. Its memory is reused.
#[derive(Default)]
pub(crate) struct RecordHead(RecordStart);

impl RecordHead {
    /// Decompresses the start of a record whose stored bytes are `member`. Passes the page to `take` with the bytes that are known of
    /// it, and the counts of the record. More are decompressed until `take` returns `Break`. Returns `None` if `take` breaks with
    /// `None`, or if the start of the record is not certain to give what the complete record gives: it must then be read completely.
    pub(crate) fn read<T>(
        &mut self,
        pages: &mut RecordPages,
        record: &AddressedRecord,
        member: &[u8],
        mut take: impl FnMut(&InputPage, &[u8], &Counts) -> ControlFlow<Option<T>>,
    ) -> Option<T> {
        let Self(start) = self;
        if !start.begin(member) {
            return None;
        }
        let origin = record.file.origin().into();
        loop {
            let found = start.record(member, record.address.offset)?;
            let kind = found.kind;
            if found.text.len() > MAX_TEXT_BYTES || !may_be_page(kind) || record.is_other(&found) {
                return None;
            }
            let has_head = kind != RecordKind::Response || has_empty_line(found.block);
            if has_head {
                let mut counts = Counts::default();
                let (page, html) = pages.read(&origin, &found, &mut counts)?;
                // Only a complete body is decoded.
                if page.headers.iter().any(|(name, _)| is_of_coding(name)) {
                    return None;
                }
                let length = found.text.len();
                counts.set_warc(&RecordStart::counts(member.len(), length, kind));
                if let ControlFlow::Break(taken) = take(page, html, &counts) {
                    return taken;
                }
            }
            if !start.extend(member) {
                return None;
            }
        }
    }
}

/// Returns true if the head of the response may end in these bytes.
fn has_empty_line(block: &[u8]) -> bool {
    memmem::find(block, b"\r\n\r\n").is_some() || memmem::find(block, b"\n\n").is_some()
}

fn is_of_coding(name: &str) -> bool {
    ["Content-Encoding", "Transfer-Encoding"].iter().any(|coding| name.eq_ignore_ascii_case(coding))
}
