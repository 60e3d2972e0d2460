//! Decides which records are copied, or have a row.

use super::job_output::JobOutput;
use crate::pipeline::counts::{Counts, SkipCause};
use crate::pipeline::records::record_page::{RecordPages, may_be_page};
use std::sync::Arc;
use tagrake_archive::warc::Record;

impl JobOutput<'_, '_> {
    /// Returns true if `record` of the file `origin` is copied, or has a row: if it is complete and selected. Counts skipped records.
    ///
    /// The URL and the fetch time select records of all types. A MIME type or a status selects among the records that may
    /// be pages, and skips all others. Only records that may be pages are duplicates.
    pub(crate) fn is_selected(&mut self, records: &mut RecordPages, origin: &Arc<str>, record: &Record<'_>) -> bool {
        if record.error.is_some() {
            return false; // it is reported
        }
        let selects_content = records.selection().selects_content();
        let is_any = !selects_content && self.shared.options.distinct_among.is_none();
        let may_be_page = may_be_page(record.kind);
        if is_any || !may_be_page {
            let cause = if selects_content { Some(SkipCause::RecordType) } else { records.rejects(origin, record) };
            if let Some(cause) = cause {
                self.counts.skipped.add(cause, 1);
            }
            return cause.is_none();
        }
        let mut counts = Counts::default();
        let page = records.read(origin, record, &mut counts);
        // The maker counts records whose payload is incomplete, if it needs the payload.
        counts.cut = Default::default();
        self.counts.add(&counts);
        let Some((page, body)) = page else { return false };
        let is_duplicate = self.is_duplicate(record, page, body);
        if is_duplicate {
            self.counts.skipped.add(SkipCause::Duplicate, 1);
        }
        !is_duplicate
    }
}
