//! Collects the statistics of a run from its records, errors and files, in input order.

use super::byte_map::Mark;
use super::example::Example;
use super::file_list::{FileList, ListedFile};
use super::histogram::Histogram;
use super::tally::Tally;
use super::topic::Topic;
use crate::report::messages::bounded;
use std::rc::Rc;
use std::sync::Arc;
use tagrake::encoding::Source;
use tagrake_bulk::pipeline::{
    Cause, Counts, DigestOutcome, PageSummary, RecordDefect, RecordPlace, RecordSummary, SkipCause,
};
use tagrake_bulk::warc::RecordKind;
use tagrake_bulk::{InputError, InputErrorKind};
use url::Url;

/// The name of pages that are not in a record, and of records without a value.
const PAGE: &str = "page (not in a record)";
const NONE: &str = "(none)";

/// The statistics of a run.
pub(in super::super) struct Statistics {
    /// The numbers of each topic, in the order of [`Topic::ALL`].
    tallies: Vec<Tally>,
    pub(in super::super) sizes: Histogram,
    pub(in super::super) times: Histogram,
    pub(in super::super) files: FileList,
    /// The current file.
    file: ListedFile,
    /// The gzip member or zstd frame that the last record shares with others, and its archive.
    member: Option<(Arc<str>, u64)>,
}

impl Statistics {
    pub(in super::super) fn new() -> Self {
        Self {
            tallies: Topic::ALL.iter().map(|topic| Tally::new(topic.capacity())).collect(),
            sizes: Histogram::default(),
            times: Histogram::default(),
            files: FileList::default(),
            file: ListedFile::default(),
            member: None,
        }
    }

    /// Returns the numbers of a topic.
    pub(in super::super) fn tally(&self, topic: Topic) -> &Tally {
        &self.tallies[topic as usize]
    }

    fn count(&mut self, topic: Topic, name: &str, example: &Rc<Example>) {
        self.tallies[topic as usize].add(name, example);
    }

    pub(in super::super) fn begin_file(&mut self, name: &str) {
        self.file = ListedFile { name: name.to_owned(), ..ListedFile::default() };
        self.member = None;
    }

    pub(in super::super) fn end_file(&mut self, name: &str, state: &'static str, counts: &Counts) {
        self.end_member(None, counts.stored_bytes);
        let mut file = std::mem::take(&mut self.file);
        file.name = name.to_owned();
        file.state = state;
        file.records = counts.records.values().sum();
        file.pages = counts.pages;
        file.stored_bytes = counts.stored_bytes;
        file.errors = counts.error_count();
        self.count(Topic::FileState, state, &Example::of_file(name));
        self.files.add(file);
    }

    pub(in super::super) fn add_record(&mut self, record: &RecordSummary) {
        let example = Example::of_record(record, &self.file.name);
        self.count(Topic::Kind, record.kind.map_or(PAGE, RecordKind::as_str), &example);
        self.sizes.add_size(record.bytes, &example);
        if let Some(time) = record.time {
            self.times.add_time(time.as_microsecond().div_euclid(1_000_000), &example);
        }
        self.count_payload(record, &example);
        self.count_outcome(record, &example);
        if let Some(page) = &record.page {
            self.count_page(page, &example);
        }
        self.mark_record(record);
    }

    /// Adds an error: its cause, its message, and the damage on the map of the file.
    pub(in super::super) fn add_error(&mut self, error: &InputError) {
        let example = Example::of_error(error);
        self.count(Topic::Damage, error.kind.cause().words(), &example);
        self.file.add_message(|| bounded(error));
        let (Some(offset), InputErrorKind::Damage { length, .. }) = (example.offset, &error.kind) else { return };
        let is_alone = error.capture.as_ref().is_some_and(|capture| capture.warc_record_length.is_some());
        if let Some(map) = self.file.map(&example.origin) {
            map.mark(offset, if is_alone { *length } else { 0 }, Mark::Damaged);
        }
    }

    /// Counts the status, the types, the languages and the host.
    fn count_payload(&mut self, record: &RecordSummary, example: &Rc<Example>) {
        if record.kind == Some(RecordKind::Response) {
            let status = record.status.map_or(NONE.to_owned(), |status| status.to_string());
            self.count(Topic::Status, &status, example);
        }
        if record.may_be_page() && record.kind.is_some() {
            let [declared, detected] =
                [&record.types.declared, &record.types.detected].map(|name| name.as_deref().unwrap_or(NONE));
            self.count(Topic::Types, &format!("{declared}\n{detected}"), example);
        }
        for language in record.identified_languages.iter().flat_map(|languages| languages.split(',')) {
            self.count(Topic::IdentifiedLanguage, language.trim(), example);
        }
        if record.may_be_page() || record.kind == Some(RecordKind::Revisit) {
            let url = record.url.as_deref().and_then(|url| Url::parse(url).ok());
            self.count(Topic::Host, url.as_ref().and_then(Url::host_str).unwrap_or(NONE), example);
        }
    }

    /// Counts what became of a record.
    fn count_outcome(&mut self, record: &RecordSummary, example: &Rc<Example>) {
        if let Some(RecordDefect::Irregular(cause)) = record.defect {
            self.count(Topic::Irregular, cause.words(), example);
        }
        if let Some(reason) = &record.truncated {
            self.count(Topic::Truncated, reason, example);
        }
        if let Some(cause) = record.cut {
            self.count(Topic::Cut, cause.words(), example);
        }
        if let Some([block, payload]) = record.digests {
            self.count(Topic::BlockDigest, block.words(), example);
            self.count(Topic::PayloadDigest, payload.words(), example);
        }
        if let Some(cause) = record.skipped {
            self.count(Topic::Skipped, cause.words(), example);
            if cause == SkipCause::Mime {
                self.count(Topic::SkippedType, record.types.selecting.as_deref().unwrap_or(NONE), example);
            }
        }
    }

    fn count_page(&mut self, page: &PageSummary, example: &Rc<Example>) {
        let topic = match page.source {
            Source::Detector => Topic::DetectedEncoding,
            Source::Default | Source::Override => Topic::AssumedEncoding,
            _ => Topic::DeclaredEncoding,
        };
        self.count(topic, page.encoding, example);
        if let Some(defect) = page.defect {
            self.count(Topic::EncodingDefect, defect.words(), example);
        }
        self.count(Topic::Language, page.language.as_deref().unwrap_or(NONE), example);
    }

    /// Marks a record on the map of its file. Damage is marked by [`add_error`](Self::add_error).
    fn mark_record(&mut self, record: &RecordSummary) {
        let is_mismatch = record.digests.is_some_and(|outcomes| outcomes.contains(&DigestOutcome::Failed));
        let is_suspect = is_mismatch || matches!(record.defect, Some(RecordDefect::Irregular(_)));
        let mark = match () {
            () if is_suspect => Mark::Suspect,
            () if record.truncated.is_some() || record.cut.is_some() => Mark::Truncated,
            () => Mark::Record,
        };
        let (offset, length) = match record.place {
            RecordPlace::Record { offset, length } => (offset, length),
            RecordPlace::InMember { offset } => {
                self.end_member(Some(&record.origin), offset);
                self.member = Some((record.origin.clone(), offset));
                (offset, 0)
            }
            _ => return,
        };
        if let Some(map) = self.file.map(&record.origin) {
            map.mark(offset, length, mark);
        }
    }

    /// Marks the last shared member up to `end`, where the next record of the same archive or the end of the file is.
    fn end_member(&mut self, origin: Option<&Arc<str>>, end: u64) {
        let Some((last, start)) = self.member.take() else { return };
        let is_same = origin.is_none_or(|origin| *origin == last);
        if is_same
            && end > start
            && let Some(map) = self.file.map(&last)
        {
            map.mark(start, end - start, Mark::Record);
        }
    }
}
