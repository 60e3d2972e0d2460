//! Reads the records that an index names, in the order of the index.

use super::job::{JobHead, JobPart};
use super::job_output::JobOutput;
use super::page_worker::PageWorker;
use super::stream_batches::WantedRecords;
use crate::input::InputFile;
use crate::input::error::InputErrorKind;
use crate::pipeline::counts::{Counts, SkipCause};
use crate::pipeline::records::addressed_record::AddressedRecord;
use crate::pipeline::records::record_files::{OpenRules, RecordFiles};
use crate::pipeline::records::record_head::RecordHead;
use crate::pipeline::records::record_page::{RecordPages, may_be_page};
use std::io::{Read, Seek};
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;
use tagrake_archive::warc::WarcReader;
use tagrake_extract::KnownHead;

impl PageWorker<'_> {
    /// Reads the records in a batch of an index.
    pub(crate) fn read_indexed(
        &mut self,
        head: &Arc<JobHead>,
        batch: Vec<AddressedRecord>,
        put: &mut dyn FnMut(JobPart) -> ControlFlow<()>,
    ) {
        let (mut files, mut buffers) = (mem::take(&mut self.files), mem::take(&mut self.buffers));
        let mut record_head = mem::take(&mut self.record_head);
        let shared = self.shared;
        let needs_heads = shared.needs_heads();
        let mut options = shared.options.warc(shared.wanted());
        options.allowance = Some(self.allowance.clone());
        let filter = |file: &InputFile| shared.options.filter.as_ref().map_or(Ok(true), |takes| takes(file));
        let open = OpenRules { filter: &filter, directories: &shared.directories, versions: &shared.versions };
        files.fetch(batch.iter().map(|record| (&record.file, &record.address)), &open);
        let (records, mut output) = self.output(head, put);
        let mut read = |record: AddressedRecord| {
            output.maker.set_kept(record.address.kept.as_ref());
            if needs_heads && let Some(flow) = output.indexed_head(records, &files, &mut record_head, &record) {
                flow?;
                return output.emit_if_full();
            }
            let (file, length) = match files.reader(&record.file, &record.address) {
                Ok(opened) => opened,
                Err(kind) => return output.report(record.error(kind)),
            };
            let (origin, start) = (record.file.origin(), record.address.offset);
            let range = start..start.saturating_add(1);
            match WarcReader::resume_with(origin.into(), file, range, options.clone(), mem::take(&mut buffers)) {
                Ok(mut reader) => {
                    let flow = output.indexed(records, &record, &mut reader, length);
                    buffers = reader.into_buffers();
                    flow
                }
                Err(error) => output.report(record.error(InputErrorKind::Io(error))),
            }?;
            output.emit_if_full()
        };
        if batch.into_iter().try_for_each(&mut read).is_continue() {
            output.end(None);
        }
        output.maker.set_kept(None);
        files.finish();
        (self.files, self.buffers, self.record_head) = (files, buffers, record_head);
    }
}

impl JobOutput<'_, '_> {
    /// Adds the head of the page in a record that the index names, without decompressing the rest. Returns `None` if the record must be
    /// read completely, which also reports errors.
    fn indexed_head(
        &mut self,
        records: &mut RecordPages,
        files: &RecordFiles,
        head: &mut RecordHead,
        indexed: &AddressedRecord,
    ) -> Option<ControlFlow<()>> {
        let member = files.bytes(&indexed.file, &indexed.address)?;
        head.read(records, indexed, member, |page, start, counts| match self.page_start(page, start) {
            Ok(KnownHead::Incomplete) => ControlFlow::Continue(()),
            Ok(known) if known != KnownHead::Complete => ControlFlow::Break(None),
            taken => {
                self.counts.add(counts);
                ControlFlow::Break(Some(taken.err().unwrap_or(ControlFlow::Continue(()))))
            }
        })
    }

    /// Adds the page in the [record](AddressedRecord::record) that the index names.
    fn indexed<R: Read + Seek>(
        &mut self,
        records: &mut RecordPages,
        indexed: &AddressedRecord,
        reader: &mut WarcReader<R>,
        file_length: Option<u64>,
    ) -> ControlFlow<()> {
        let flow = match indexed.record(reader, file_length) {
            Ok(record) => {
                if self.shared.wanted() == WantedRecords::Pages && !may_be_page(record.kind) {
                    self.counts.skipped.add(SkipCause::RecordType, 1);
                }
                self.record(records, &indexed.file.origin().into(), record)
            }
            Err(error) => self.report(error),
        };
        let mut counts = Counts::default();
        counts.set_warc(&reader.counts());
        self.counts.add(&counts);
        flow
    }
}
