//! From files to jobs, as they are asked for.

use super::job::{Job, JobHead, Task};
use super::options::RunOptions;
use super::streams::{Lines, Records, Stream, Wanted};
use crate::error::{InputError, InputErrorKind};
use crate::input::{InputFile, InputFormat, InputPage, begins_warc, is_stdin};
use crate::warc::{WarcErrorKind, WarcReader};
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::iter::{self, Empty};
use std::sync::Arc;

/// How many files of a page are a job.
const PAGES: usize = 32;

/// The jobs that files make.
pub(super) struct Plan<'r, F> {
    files: F,
    options: &'r RunOptions,
    threads: usize,
    /// Whether lines of a stream are read as soon as they come.
    is_eager: bool,
    /// Whether the records of a stream are looked at.
    wanted: Wanted,
    /// A file that was taken too early.
    next_file: Option<Result<InputFile, InputError>>,
    current: Option<Current>,
}

/// A file of which there are more jobs.
struct Current {
    file: Arc<InputFile>,
    is_first: bool,
    work: Work,
}

enum Work {
    /// A file of this length, read up to this offset.
    Segments(u64, u64),
    Lines(Lines),
    Records(Box<Records>),
}

impl<'r> Plan<'r, Empty<Result<InputFile, InputError>>> {
    /// The jobs of a WARC file that comes from `stream`.
    pub(super) fn of_stream(file: InputFile, stream: Stream, options: &'r RunOptions, wanted: Wanted) -> Self {
        let mut plan = Self::new(iter::empty(), options, false, wanted);
        let work = plan.records(&file, stream);
        plan.current = Some(Current { file: Arc::new(file), is_first: true, work });
        plan
    }
}

impl<'r, F: Iterator<Item = Result<InputFile, InputError>>> Plan<'r, F> {
    pub(super) fn new(files: F, options: &'r RunOptions, is_eager: bool, wanted: Wanted) -> Self {
        let threads = options.threads();
        Self { files, options, threads, is_eager, wanted, next_file: None, current: None }
    }

    /// Returns the next file that is to be read.
    fn next_file(&mut self) -> Option<Result<InputFile, InputError>> {
        if let Some(file) = self.next_file.take() {
            return Some(file);
        }
        loop {
            let file = match self.files.next()? {
                Ok(file) => file,
                Err(error) => return Some(Err(error)),
            };
            match self.options.filter.as_ref().map_or(Ok(true), |takes| takes(&file)) {
                Ok(true) => return Some(Ok(file)),
                Ok(false) => {}
                Err(kind) => return Some(Err(InputError::new(file.origin(), kind))),
            }
        }
    }

    /// Begins with a file: returns its only job, or what there is to do.
    fn begin(&mut self, file: Arc<InputFile>) -> Result<Job, Work> {
        let whole = |task| Ok(Job { head: Arc::new(whole_file(&file)), task });
        let origin = file.origin();
        let opened = match file.format {
            InputFormat::Html if !is_stdin(&file.path) => return whole(self.pages(&file)),
            InputFormat::Html => read_page(origin.clone(), io::stdin()).map(|page| whole(Task::Page(page))),
            InputFormat::Jsonl => open(&file).map(|stream| {
                let max_bytes = self.options.batch_bytes;
                Err(Work::Lines(Lines::new(stream, file.clone(), max_bytes, self.is_eager)))
            }),
            InputFormat::Auto => self.begin_by_magic(&file),
            InputFormat::Warc => self.begin_warc(&file),
        };
        opened.unwrap_or_else(|error| whole(Task::Tell(InputError::io(origin, error))))
    }

    /// Takes this file of a page, and if files are not told apart, more.
    fn pages(&mut self, file: &Arc<InputFile>) -> Task {
        let mut pages = vec![file.clone()];
        while !self.options.is_by_file && pages.len() < PAGES {
            match self.next_file() {
                Some(Ok(file)) if file.format == InputFormat::Html && !is_stdin(&file.path) => {
                    pages.push(Arc::new(file));
                }
                other => {
                    self.next_file = other;
                    break;
                }
            }
        }
        Task::Pages(pages)
    }

    /// Begins with standard input, whose bytes tell what it is.
    fn begin_by_magic(&self, file: &Arc<InputFile>) -> io::Result<Result<Job, Work>> {
        let (mut start, mut stdin) = (Vec::new(), io::stdin());
        let is_warc = loop {
            match begins_warc(&start) {
                Some(is_warc) => break is_warc,
                None if (&mut stdin).take(1).read_to_end(&mut start)? == 0 => break false,
                None => {}
            }
        };
        let whole = Cursor::new(start).chain(stdin);
        if is_warc {
            return Ok(Err(self.records(file, Box::new(whole))));
        }
        let page = read_page(file.origin(), whole)?;
        Ok(Ok(Job { head: Arc::new(whole_file(file)), task: Task::Page(page) }))
    }

    fn begin_warc(&self, file: &Arc<InputFile>) -> io::Result<Result<Job, Work>> {
        if is_stdin(&file.path) {
            return Ok(Err(self.records(file, Box::new(io::stdin()))));
        }
        let opened = File::open(&file.path)?;
        let metadata = opened.metadata()?;
        let (is_file, length) = (metadata.is_file(), metadata.len());
        if !is_file {
            return Ok(Err(self.records(file, Box::new(opened))));
        }
        if length == 0 {
            let kind = InputErrorKind::Damage { length, kind: WarcErrorKind::Truncated };
            let error = InputError::new(format!("{}:0", file.origin()), kind);
            return Ok(Ok(Job { head: Arc::new(whole_file(file)), task: Task::Tell(error) }));
        }
        if self.threads == 1 || length <= self.options.segment_bytes {
            let head = JobHead { segment: Some(0..u64::MAX), ..whole_file(file) };
            return Ok(Ok(Job { head: Arc::new(head), task: Task::Segment }));
        }
        if self.shares_members(file)? {
            return Ok(Err(self.records(file, Box::new(opened))));
        }
        Ok(Err(Work::Segments(length, 0)))
    }

    fn records(&self, file: &InputFile, stream: Stream) -> Work {
        let origin: Arc<str> = file.origin().into();
        let reader = WarcReader::new(origin.clone(), stream, self.options.warc.clone());
        Work::Records(Box::new(Records::new(origin, reader, self.options.batch_bytes, self.wanted)))
    }

    /// Returns whether the first record shares its gzip member or zstd frame with others: then all may be in one, and only
    /// one thread can decompress it.
    fn shares_members(&self, file: &InputFile) -> io::Result<bool> {
        let mut reader = WarcReader::new(file.origin(), File::open(&file.path)?, self.options.warc.clone());
        Ok(matches!(reader.next(), Some(Ok(record)) if record.place.in_member.is_some()))
    }

    /// Returns the next job of the present file.
    fn go_on(&mut self) -> Option<Job> {
        let Current { file, is_first, work } = self.current.as_mut()?;
        let mut head = JobHead { file: Some(file.clone()), is_first: std::mem::take(is_first), ..JobHead::default() };
        let task = match work {
            Work::Segments(length, start) => {
                let end = *start + self.options.segment_bytes;
                head.is_last = end >= *length;
                // What is appended while the file is read belongs to it.
                head.segment = Some(*start..if head.is_last { u64::MAX } else { end });
                *start = end;
                Task::Segment
            }
            Work::Lines(lines) => {
                let batch = lines.read();
                head.is_last = lines.is_over();
                Task::Lines(batch)
            }
            Work::Records(records) => {
                let batch = records.read();
                head.is_last = records.is_over();
                Task::Records(batch)
            }
        };
        if head.is_last {
            self.current = None;
        }
        Some(Job { head: Arc::new(head), task })
    }
}

impl<F: Iterator<Item = Result<InputFile, InputError>>> Iterator for Plan<'_, F> {
    type Item = Job;

    fn next(&mut self) -> Option<Job> {
        if let Some(job) = self.go_on() {
            return Some(job);
        }
        let file = match self.next_file()? {
            Ok(file) => Arc::new(file),
            Err(error) => return Some(Job { head: Arc::default(), task: Task::Tell(error) }),
        };
        match self.begin(file.clone()) {
            Ok(job) => Some(job),
            Err(work) => {
                self.current = Some(Current { file, is_first: true, work });
                self.go_on()
            }
        }
    }
}

fn whole_file(file: &Arc<InputFile>) -> JobHead {
    JobHead { file: Some(file.clone()), is_first: true, is_last: true, ..JobHead::default() }
}

fn open(file: &InputFile) -> io::Result<Stream> {
    if is_stdin(&file.path) { Ok(Box::new(io::stdin())) } else { Ok(Box::new(File::open(&file.path)?)) }
}

fn read_page(origin: String, mut stream: impl Read) -> io::Result<InputPage> {
    let mut html = Vec::new();
    stream.read_to_end(&mut html)?;
    Ok(InputPage::new(origin, html))
}
