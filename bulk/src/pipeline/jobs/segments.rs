//! Reads the records in a segment of a WARC file.

use super::job::{JobHead, JobPart};
use super::page_worker::PageWorker;
use crate::input::error::InputError;
use std::mem;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tagrake_archive::warc::WarcReader;

/// Bytes of text without a row after which a part is emitted, to report progress.
const MAX_TEXT_BYTES: u64 = 16 << 20;

impl PageWorker<'_> {
    /// Reads a segment. If `is_start_known`, a record begins at its start; otherwise the first record is searched.
    pub(crate) fn read_segment(
        &mut self,
        head: &Arc<JobHead>,
        range: Range<u64>,
        is_start_known: bool,
        put: &mut dyn FnMut(JobPart) -> ControlFlow<()>,
    ) {
        let Some(file) = head.reader() else { return };
        let origin = head.origin();
        let mut options = self.shared.options.warc(self.shared.wanted());
        options.allowance = Some(self.allowance.clone());
        let begin = if is_start_known { WarcReader::resume_with } else { WarcReader::segment_with };
        let buffers = mem::take(&mut self.buffers);
        let reader = begin(origin.clone(), file, range, options, buffers);
        let (records, mut output) = self.output(head, put);
        let mut reader = match reader {
            Ok(reader) => reader,
            Err(error) => {
                if output.report(InputError::io(&*origin, error)).is_continue() {
                    output.end(None);
                }
                return;
            }
        };
        let (mut reported_bytes, mut is_changed) = (0, false);
        while let Some((first_offset, record)) = reader.next_with_first() {
            // A page with many links is emitted in several parts, and the first part must already hold the offset of
            // the segment's first record.
            output.first_offset = first_offset;
            let error = match &record {
                Ok(record) => record.error.as_ref(),
                Err(error) => Some(error),
            };
            is_changed |= error.is_some_and(|error| error.kind.is_file_changed());
            let flow = match record {
                Ok(record) => output.record(records, &origin, record),
                Err(error) => output.report(InputError::damage(error)),
            };
            if flow.is_break() || head.is_cancelled.load(Ordering::Relaxed) {
                return;
            }
            let is_due = output.is_full() || reader.text_bytes() - reported_bytes > MAX_TEXT_BYTES;
            if is_due {
                reported_bytes = reader.text_bytes();
                output.counts.set_warc(&reader.counts());
                if output.emit().is_break() {
                    return;
                }
            }
        }
        output.first_offset = reader.first_offset();
        output.counts.set_warc(&reader.counts());
        // Nothing is read after the place where the file had changed.
        output.end(if is_changed { Some(u64::MAX) } else { reader.next_offset() });
        self.buffers = reader.into_buffers();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReaderOptions;
    use crate::input::{InputFile, InputFormat};
    use crate::output::{FileFormat, OutputOptions, Product};
    use crate::pipeline::jobs::shared::{RunState, RunWork};
    use crate::pipeline::{Extraction, RunOptions};
    use std::fs;
    use tagrake_archive::local_file::LocalFile;

    /// The first part of a page with many links lacked the offset, so a segment of that kind was read twice.
    #[test]
    fn every_part_has_the_offset_of_the_first_record() {
        let html = "<a href=http://e.org/>x</a>".repeat(5000);
        let length = html.len();
        let record = format!(
            "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\r\n{html}\r\n\r\n"
        );
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.warc");
        fs::write(&path, record.repeat(3)).expect("a file");
        let output = OutputOptions::new(Product::Links, FileFormat::JsonLines).expect("a format of links");
        let (extraction, options) = (Extraction::new(ReaderOptions::default(), output), RunOptions::default());
        let shared = RunState::new(&extraction, &options, RunWork::default());
        let opened = Some(LocalFile::open(&path).expect("a file"));
        let file = Some(Arc::new(InputFile::new(path, InputFormat::Warc)));
        let head = Arc::new(JobHead { file, opened, ..JobHead::default() });
        let (begin, length) = (record.len() as u64, 2 * record.len() as u64);
        let mut offsets = Vec::new();
        PageWorker::new(&shared).read_segment(&head, begin - 100..length, false, &mut |part| {
            offsets.push(part.first_offset);
            ControlFlow::Continue(())
        });
        assert!(offsets.len() > 1 && offsets.iter().all(|offset| *offset == Some(begin)), "{offsets:?}");
    }
}
