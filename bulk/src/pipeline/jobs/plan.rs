//! Plans the jobs for files, as workers request them.

use super::job::{Job, JobHead, JobTask, OtherColumns};
use super::opened_input::OpenedInput;
use super::page_file::{PageBytes, PageFile};
use super::stream_batches::{LineStream, RecordStream, Stream, WantedRecords};
use crate::input::error::{InputError, InputErrorKind};
use crate::input::{FoundInput, InputContent, InputFile, max_line_bytes};
use crate::pipeline::options::RunOptions;
use crate::pipeline::records::addressed_record::AddressedRecord;
use crate::pipeline::records::record_files::MAX_FILES;
use std::iter::{self, Empty, Peekable};
use std::sync::Arc;
use std::{io, vec};
use tagrake_archive::codec::Decompressor;
use tagrake_archive::container::{self, ContainerError, ContainerFile, FoundMember, Member, RemoteRanges};
use tagrake_archive::local_file::{FileRange, FileVersion, LocalFile};
use tagrake_archive::remote::{RemoteFile, RemoteReader};
use tagrake_archive::warc::{WarcErrorKind, WarcReader};

/// Maximum files of a page in one job.
const MAX_PAGES: usize = 32;
/// Maximum records of an index in one job.
const MAX_RECORDS: usize = 256;

/// An iterator over the jobs for files.
pub(crate) struct Plan<'r, F: Iterator> {
    files: Peekable<F>,
    /// The input after the current one, if that is remote. If it is remote too, its download has started. There are never
    /// two of them: from a server with one connection, the second could arrive first and wait for room in its buffer.
    started: Option<StartedInput>,
    /// True to start the next download while a remote file is read.
    starts_ahead: bool,
    options: &'r RunOptions,
    threads: usize,
    /// True to read lines of a stream as soon as they arrive.
    is_eager: bool,
    /// Which records of a stream are needed.
    wanted: WantedRecords,
    /// An input that was opened but does not belong to the last job.
    next_input: Option<NextInput>,
    current: Option<Box<CurrentFile>>,
}

/// An input that passed the filter.
enum StartedInput {
    /// A file, and its download if it is remote.
    File(Arc<InputFile>, Option<io::Result<RemoteReader>>),
    /// The job that reports or counts a file that is not read.
    Job(Box<Job>),
}

/// The next input.
enum NextInput {
    Opened(OpenedInput),
    /// The job that reports or counts a file that is not read.
    Job(Box<Job>),
}

/// A file that has more jobs.
struct CurrentFile {
    file: Arc<InputFile>,
    is_first: bool,
    work: RemainingWork,
    /// The opened file, if it is read in segments.
    opened: Option<LocalFile>,
    /// The current archive of a container.
    member: Option<Arc<Member>>,
    /// The archives after it.
    members: vec::IntoIter<FoundMember>,
}

impl CurrentFile {
    fn new(file: Arc<InputFile>, work: RemainingWork) -> Box<Self> {
        Box::new(Self { file, is_first: true, work, opened: None, member: None, members: vec::IntoIter::default() })
    }
}

enum RemainingWork {
    /// The segments of a file from the offset `start` on.
    Segments {
        start: u64,
        length: u64,
    },
    /// All of a file, in one segment.
    Segment,
    /// The error of an archive that cannot be read, until it is reported.
    Error(Option<Box<InputError>>),
    Lines(Box<LineStream>),
    Records(Box<RecordStream>),
}

impl<'r> Plan<'r, Empty<FoundInput>> {
    /// Creates the jobs for a WARC file that is read from `stream`.
    pub(crate) fn of_stream(file: InputFile, stream: Stream, options: &'r RunOptions, wanted: WantedRecords) -> Self {
        let plan = Self::new(iter::empty(), options, false, wanted);
        let work = plan.records(file.origin().into(), stream);
        Self { current: Some(CurrentFile::new(Arc::new(file), work)), ..plan }
    }
}

impl<'r, F: Iterator<Item = FoundInput>> Plan<'r, F> {
    pub(crate) fn new(files: F, options: &'r RunOptions, is_eager: bool, wanted: WantedRecords) -> Self {
        let threads = options.threads();
        Self {
            files: files.peekable(),
            started: None,
            starts_ahead: true,
            options,
            threads,
            is_eager,
            wanted,
            next_input: None,
            current: None,
        }
    }

    /// Returns the records that an index names, from `first` on.
    fn indexed(&mut self, first: AddressedRecord) -> Vec<AddressedRecord> {
        let (mut bytes, mut file_changes) = (first.bytes(), 0);
        let max_bytes = self.options.indexed_bytes();
        let mut last = first.file.clone();
        let mut batch = vec![first];
        while batch.len() < MAX_RECORDS && bytes < max_bytes && file_changes + 1 < MAX_FILES {
            match self.files.next_if(|found| matches!(found, FoundInput::Record(..))) {
                Some(FoundInput::Record(file, address)) => {
                    let record = AddressedRecord { file, address };
                    bytes = bytes.saturating_add(record.bytes());
                    file_changes += usize::from(record.file.path != last.path);
                    last.clone_from(&record.file);
                    batch.push(record);
                }
                _ => break,
            }
        }
        batch
    }

    /// Starts no download before its file is read. For inputs that are listed on a pipe: the next one may arrive late.
    pub(crate) fn without_downloads_ahead(self) -> Self {
        Self { starts_ahead: false, ..self }
    }

    /// Takes the next file that passes the filter, and starts its download if it is remote.
    fn start_input(&mut self) -> Option<StartedInput> {
        loop {
            let task = match self.files.next()? {
                FoundInput::File(file) => match self.options.filter.as_ref().map_or(Ok(true), |takes| takes(&file)) {
                    Ok(true) => {
                        let download = file.remote.as_ref().map(RemoteFile::open);
                        return Some(StartedInput::File(Arc::new(file), download));
                    }
                    Ok(false) => continue,
                    Err(kind) => JobTask::Report(InputError::new(file.origin(), kind)),
                },
                FoundInput::Skipped(count) => JobTask::Skip(count),
                FoundInput::Error(error) => JobTask::Report(error),
                FoundInput::OtherColumns(manifest, columns) => {
                    JobTask::OtherColumns(OtherColumns { manifest, columns })
                }
                FoundInput::Record(file, address) => JobTask::Indexed(self.indexed(AddressedRecord { file, address })),
            };
            return Some(StartedInput::Job(Job::without_file(task).into()));
        }
    }

    /// Opens and identifies the next file to read.
    fn next_input(&mut self) -> Option<NextInput> {
        if let Some(next) = self.next_input.take() {
            return Some(next);
        }
        let (file, download) = match self.started.take().or_else(|| self.start_input())? {
            StartedInput::File(file, download) => (file, download),
            StartedInput::Job(job) => return Some(NextInput::Job(job)),
        };
        let opened = OpenedInput::open(&file, download);
        if self.starts_ahead && file.is_remote() {
            // The first bytes of this file have arrived.
            self.started = self.start_input();
        }
        let next = match opened {
            Ok(opened) => opened.recognised(),
            Err(error) => Err(Job::only(&file, JobTask::Report(InputError::io(file.origin(), error))).into()),
        };
        Some(next.map_or_else(NextInput::Job, NextInput::Opened))
    }

    /// Begins a file. Returns its first job.
    fn begin(&mut self, opened: OpenedInput) -> Option<Job> {
        let OpenedInput { file, identity, stream, local, is_coded } = opened;
        let compression = identity.compression;
        match (identity.content, local) {
            (InputContent::Html, Some((_, version))) => {
                let pages = self.pages(PageFile { file: file.clone(), compression, version });
                Some(Job::only(&file, JobTask::Pages(pages)))
            }
            (InputContent::Html, None) => {
                let mut page = Box::<PageBytes>::default();
                page.read_input(&file, stream, compression, is_coded, self.options.body());
                Some(Job::only(&file, JobTask::Page(page)))
            }
            (InputContent::JsonLines, _) => {
                let stream = Decompressor::new(stream, compression);
                let max_line_bytes = max_line_bytes(self.options.max_record_bytes);
                let batch_bytes = self.options.batch_bytes();
                let lines = LineStream::new(stream, file.clone(), batch_bytes, max_line_bytes, self.is_eager);
                self.first_of(CurrentFile::new(file, RemainingWork::Lines(Box::new(lines))))
            }
            (InputContent::Container, local) => {
                let container = match (local, &file.remote) {
                    (Some((local, _)), _) => Ok(ContainerFile::Local(local)),
                    (None, Some(remote)) => {
                        RemoteRanges::of(remote).map(ContainerFile::Remote).ok_or(ContainerError::NoLength)
                    }
                    (None, None) => Err(ContainerError::Stream),
                };
                // The download of all of the file stops.
                drop(stream);
                let members = container.and_then(|container| container::members(&file.path, &container));
                match members.map(Vec::into_iter) {
                    Ok(mut members) => {
                        let (member, work) = self.begin_member(members.next());
                        self.first_of(Box::new(CurrentFile { member, members, ..*CurrentFile::new(file, work) }))
                    }
                    Err(error) => {
                        let error = InputError::new(file.origin(), InputErrorKind::Container(error));
                        Some(Job::only(&file, JobTask::Report(error)))
                    }
                }
            }
            (InputContent::Warc | InputContent::Other(_), local) => self.begin_warc(file, stream, local),
        }
    }

    /// Returns this file of a page, and unless results are reported by file, the following ones.
    fn pages(&mut self, first: PageFile) -> Vec<PageFile> {
        let mut pages = vec![first];
        while !self.options.by_file && pages.len() < MAX_PAGES {
            match self.next_input() {
                Some(NextInput::Opened(OpenedInput { file, identity, local: Some((_, version)), .. }))
                    if identity.content == InputContent::Html =>
                {
                    pages.push(PageFile { file, compression: identity.compression, version });
                }
                other => {
                    self.next_input = other;
                    break;
                }
            }
        }
        pages
    }

    fn begin_warc(
        &mut self,
        file: Arc<InputFile>,
        stream: Stream,
        local: Option<(LocalFile, FileVersion)>,
    ) -> Option<Job> {
        let Some((local, version)) = local else { return self.begin_stream(file, stream) };
        let length = version.length();
        if length == 0 {
            let kind = InputErrorKind::Damage { length, kind: WarcErrorKind::Truncated };
            let error = InputError::new(format!("{}:0", file.origin()), kind);
            return Some(Job::only(&file, JobTask::Report(error)));
        }
        if self.is_one_segment(length) {
            let head = JobHead { segment: Some(0..u64::MAX), opened: Some(local), ..JobHead::of_file(&file) };
            return Some(Job { head: Arc::new(head), task: JobTask::Segment });
        }
        if self.shares_members(local.reader()) {
            return self.begin_stream(file, stream);
        }
        let current = CurrentFile::new(file, RemainingWork::Segments { start: 0, length });
        self.first_of(Box::new(CurrentFile { opened: Some(local), ..*current }))
    }

    /// Begins a WARC file that is read in batches of records.
    fn begin_stream(&mut self, file: Arc<InputFile>, stream: Stream) -> Option<Job> {
        let work = self.records(file.origin().into(), stream);
        self.first_of(CurrentFile::new(file, work))
    }

    fn first_of(&mut self, file: Box<CurrentFile>) -> Option<Job> {
        self.current = Some(file);
        self.next_of_current()
    }

    fn is_one_segment(&self, length: u64) -> bool {
        self.threads == 1 || length <= self.options.segment_bytes()
    }

    /// Begins an archive of a container.
    fn begin_member(&self, found: Option<FoundMember>) -> (Option<Arc<Member>>, RemainingWork) {
        let failed =
            |origin: Arc<str>, kind| (None, RemainingWork::Error(Some(InputError::new(&*origin, kind).into())));
        let member = match found {
            Some(Ok(member)) => member,
            Some(Err((origin, error))) => return failed(origin, InputErrorKind::Container(error)),
            None => return (None, RemainingWork::Error(None)),
        };
        match self.work_of(&member) {
            Ok(work) => (Some(Arc::new(member)), work),
            Err(error) => failed(member.origin, InputErrorKind::Io(error)),
        }
    }

    fn work_of(&self, member: &Member) -> io::Result<RemainingWork> {
        Ok(match member.stored_length() {
            Some(0) | None => self.records(member.origin.clone(), member.stream()?),
            Some(length) if self.is_one_segment(length) => RemainingWork::Segment,
            Some(_) if member.reader().is_some_and(|reader| self.shares_members(reader)) => {
                self.records(member.origin.clone(), member.stream()?)
            }
            Some(length) => RemainingWork::Segments { start: 0, length },
        })
    }

    fn records(&self, origin: Arc<str>, stream: Stream) -> RemainingWork {
        let reader = WarcReader::new(origin.clone(), stream, self.options.warc(self.wanted));
        RemainingWork::Records(Box::new(RecordStream::new(origin, reader, self.options.batch_bytes(), self.wanted)))
    }

    /// Returns true if the first record shares its gzip member or zstd frame with others. All records may then be in
    /// one member, which only one thread can decompress.
    fn shares_members(&self, file: FileRange) -> bool {
        let mut reader = WarcReader::new("", file, self.options.warc(WantedRecords::Pages));
        matches!(reader.next(), Some(Ok(record)) if record.location.in_member.is_some())
    }

    /// Returns the next job of the current file.
    fn next_of_current(&mut self) -> Option<Job> {
        let mut current = self.current.take()?;
        let mut head = JobHead {
            file: Some(current.file.clone()),
            opened: current.opened.clone(),
            member: current.member.clone(),
            is_first: std::mem::take(&mut current.is_first),
            ..JobHead::default()
        };
        let task = match &mut current.work {
            RemainingWork::Error(error) => {
                head.is_last = true;
                error.take().map_or(JobTask::Skip(0), |error| JobTask::Report(*error))
            }
            RemainingWork::Segment => {
                head.is_last = true;
                head.segment = Some(0..u64::MAX);
                JobTask::Segment
            }
            RemainingWork::Segments { start, length } => {
                let end = start.saturating_add(self.options.segment_bytes());
                head.is_last = end >= *length;
                // The last segment includes bytes that are appended while the file is read.
                head.segment = Some(*start..if head.is_last { u64::MAX } else { end });
                *start = end;
                JobTask::Segment
            }
            RemainingWork::Lines(lines) => {
                let batch = lines.read();
                head.is_last = lines.is_over;
                JobTask::Lines(batch)
            }
            RemainingWork::Records(records) => {
                let batch = records.read();
                head.is_last = records.is_over;
                JobTask::Records(batch.into())
            }
        };
        if head.is_last
            && let Some(next) = current.members.next()
        {
            head.is_last = false;
            (current.member, current.work) = self.begin_member(Some(next));
        }
        if !head.is_last {
            self.current = Some(current);
        }
        Some(Job { head: Arc::new(head), task })
    }
}

impl<F: Iterator<Item = FoundInput>> Iterator for Plan<'_, F> {
    type Item = Job;

    fn next(&mut self) -> Option<Job> {
        if let Some(job) = self.next_of_current() {
            return Some(job);
        }
        match self.next_input()? {
            NextInput::Opened(opened) => self.begin(opened),
            NextInput::Job(job) => Some(*job),
        }
    }
}
