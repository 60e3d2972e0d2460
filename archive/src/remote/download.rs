//! Downloads a file or a range of it. After a failure the download continues at the next byte.

use super::chunk_channel::ChunkSender;
use super::error::RemoteError;
use super::failure::Failure;
use super::file::RemoteFile;
use super::request::Request;
use super::response::Response;
use super::retry::Retries;
use super::source::{Body, Reply, Source};
use super::version::{Comparison, RemoteHead, RemoteVersion};
use bytes::Bytes;
use std::io::ErrorKind;
use std::ops::Range;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

/// Minimum bytes in each stall period. A part that is shorter than this, and than requested, is a failure.
const MIN_BYTES: u64 = 4 << 10;
/// The cause of the error if a download cannot continue.
const UNKNOWN_VERSION: &str = "without a strong ETag or Last-Modified, the download cannot continue";

/// The state of a download.
pub(super) struct Download {
    file: RemoteFile,
    /// The range of the file; `None` for the complete file.
    range: Option<Range<u64>>,
    /// The offset in the file up to which bytes were passed on.
    offset: u64,
    /// The head of the first response. All bytes are of its version.
    first: Option<RemoteHead>,
    /// True if the server ignored a range: a resumption then discards the bytes before it.
    ignores_ranges: bool,
}

/// The end of an attempt without failure.
enum End {
    /// The file is complete.
    Complete,
    /// The response is complete, but shorter than requested.
    Part,
    /// The server ignored the range. Nothing was read.
    RangeIgnored,
    /// Nothing reads the file any more.
    Unused,
}

/// Requests the version of `file`.
pub(super) async fn version(file: RemoteFile) -> Result<RemoteVersion, RemoteError> {
    let source = Source::of(&file)?;
    let mut retries = Retries::new(file.options.retries);
    let request = Request { is_head: true, ..Request::default() };
    loop {
        let failure = match source.send(&file, &request).await {
            Ok(Reply::Success(response, _)) => return Ok(response.head.version),
            Ok(Reply::Refusal(_, failure)) | Err(failure) => failure,
        };
        match next_delay(&file, &mut retries, &failure, 0) {
            Ok(delay) => sleep(delay).await,
            Err(retries) => return Err(RemoteError { retries, ..failure.into() }),
        }
    }
}

/// Returns the delay before the next attempt, at `offset`. An unreachable server is tried once: an index may name it for every
/// record.
///
/// # Errors
///
/// Returns the number of retries if no attempt follows.
fn next_delay(file: &RemoteFile, retries: &mut Retries, failure: &Failure, offset: u64) -> Result<Duration, u32> {
    let server = file.server();
    if failure.is_unreachable && file.options.is_unreachable(&server) {
        return Err(retries.retries);
    }
    let next = retries.next(failure, offset);
    if next.is_err() && failure.is_unreachable {
        file.options.set_unreachable(&server, true);
    }
    next
}

impl Download {
    pub(super) fn new(file: RemoteFile) -> Self {
        Self { file, range: None, offset: 0, first: None, ignores_ranges: false }
    }

    pub(super) fn of_range(file: RemoteFile, range: Range<u64>) -> Self {
        let first = file.head().cloned();
        Self { file, offset: range.start, range: Some(range), first, ignores_ranges: false }
    }

    /// Downloads the file, or its range, into `chunks`.
    pub(super) async fn run(mut self, chunks: &ChunkSender) -> Result<(), RemoteError> {
        let source = Source::of(&self.file)?;
        let mut retries = Retries::new(self.file.options.retries);
        loop {
            match self.attempt(&source, chunks).await {
                Ok(End::Complete | End::Unused) => return Ok(()),
                Ok(End::Part) => {}
                Ok(End::RangeIgnored) => self.ignores_ranges = true,
                Err(failure) => match next_delay(&self.file, &mut retries, &failure, self.offset) {
                    Ok(delay) => sleep(delay).await,
                    Err(retries) => return Err(self.error(failure, retries)),
                },
            }
        }
    }

    /// Returns the offset of the first byte that is passed on.
    fn start(&self) -> u64 {
        self.range.as_ref().map_or(0, |range| range.start)
    }

    /// Returns the version of the bytes that were read.
    fn version(&self) -> Option<&RemoteVersion> {
        self.first.as_ref().map(|head| &head.version)
    }

    /// Returns the length of the file, if it is known.
    fn length(&self) -> Option<u64> {
        self.version().and_then(|version| version.length)
    }

    /// Returns the offset at which the download is complete, if the length of the file is known.
    fn end(&self) -> Option<u64> {
        let length = self.length()?;
        Some(self.range.as_ref().map_or(length, |range| range.end.min(length)))
    }

    /// Requests the file from the current offset on, and passes it on.
    async fn attempt(&mut self, source: &Source, chunks: &ChunkSender) -> Result<End, Failure> {
        let is_empty = self.range.as_ref().is_some_and(|range| range.end <= self.offset);
        if is_empty || self.offset > 0 && self.end().is_some_and(|end| end <= self.offset) {
            return Ok(End::Complete);
        }
        let request = self.request();
        let (response, body) = match source.send(&self.file, &request).await? {
            reply if request.start.is_some() && reply.response().status() == 200 => return self.ignored_range(),
            Reply::Refusal(response, _) if self.is_at_end(&request, &response) => return Ok(End::Complete),
            Reply::Refusal(_, failure) => return Err(failure),
            Reply::Success(response, body) => (response, body),
        };
        let declared = self.checked_end(&request, &response)?;
        self.check_version(&response)?;
        let (begin, end) = (self.offset, self.end());
        let most = [declared, end].into_iter().flatten().min().unwrap_or(u64::MAX);
        let skip = if request.start.is_some() { 0 } else { self.offset };
        if !self.pass_on(&response, body, skip, most, chunks).await? {
            return Ok(End::Unused);
        }
        // If the length is unknown, the end of a 206 response is not the end of the file.
        let end = end.or(declared.map(|_| request.end.unwrap_or(u64::MAX)));
        if end.is_none_or(|end| self.offset >= end) {
            return Ok(End::Complete);
        }
        let is_part = declared == Some(self.offset) && self.offset - begin >= MIN_BYTES && self.can_continue();
        if is_part { Ok(End::Part) } else { Err(self.resumable(Failure::early_end())) }
    }

    /// Returns the request for the rest of the file or range.
    fn request(&self) -> Request {
        if self.ignores_ranges || self.offset == 0 && self.range.is_none() {
            return Request::default();
        }
        let etag = self.version().and_then(RemoteVersion::strong_etag);
        let end = self.range.as_ref().map(|range| range.end).filter(|end| *end < u64::MAX);
        Request { start: Some(self.offset), end, if_match: etag.map(str::to_owned), is_head: false }
    }

    fn ignored_range(&self) -> Result<End, Failure> {
        match self.range {
            Some(_) => Err(Failure::permanent(ErrorKind::Unsupported, "the server does not send ranges of a file")),
            None => Ok(End::RangeIgnored),
        }
    }

    /// Returns true if a server refuses a range because the file ends before it.
    fn is_at_end(&self, request: &Request, response: &Response) -> bool {
        if request.start.is_none() || response.status() != 416 {
            return false;
        }
        match (response.content_range.and_then(|range| range.length), self.length()) {
            // A file whose length was unknown is complete. A range may start after the end.
            (Some(length), known) => {
                let is_same = known.is_none_or(|known| known == length);
                is_same && (length == self.offset || self.offset == self.start() && length < self.offset)
            }
            // The range has records, which show whether they are complete.
            (None, None) => self.range.is_some() && self.offset > self.start(),
            (None, Some(_)) => false,
        }
    }

    /// Checks that a response has the bytes from the current offset on. Returns the offset up to which it has them, if it
    /// declares one.
    fn checked_end(&self, request: &Request, response: &Response) -> Result<Option<u64>, Failure> {
        let wrong = |cause: String| Err(Failure::permanent(ErrorKind::InvalidData, cause));
        if response.status() != 206 {
            return Ok(None);
        }
        if request.start.is_none() {
            return wrong("the server sent a part of the file, which was not requested (HTTP 206)".to_owned());
        }
        match response.content_range.and_then(|range| range.range) {
            Some((start, end)) if start == self.offset => {
                Ok(Some(self.range.as_ref().map_or(end, |range| range.end.min(end))))
            }
            Some((start, _)) => {
                wrong(format!("the server sent the bytes from offset {start} on, instead of {}", self.offset))
            }
            None => wrong("the server sent a part of the file without its offset (HTTP 206)".to_owned()),
        }
    }

    /// Checks that the response is of the version that was read so far.
    fn check_version(&mut self, response: &Response) -> Result<(), Failure> {
        let is_start = self.offset == self.start();
        if is_start && self.range.is_none() {
            // Nothing was passed on, so any version will do.
            self.first = Some(response.head.clone());
            return Ok(());
        }
        let of_file = self.file.head.get_or_init(|| response.head.clone());
        let first = self.first.get_or_insert_with(|| of_file.clone());
        match first.version.compare(&response.head.version) {
            Comparison::Same => {}
            // Without a version, a range is a single response, and its records have checksums.
            Comparison::Unknown if is_start => {}
            Comparison::Unknown => return Err(Failure::permanent(ErrorKind::Other, UNKNOWN_VERSION)),
            Comparison::Different => {
                return Err(Failure::permanent(ErrorKind::Other, "the file changed while it was read"));
            }
        }
        let codings = |head: &RemoteHead| -> Vec<_> {
            head.headers.codings("Content-Encoding").map(str::to_ascii_lowercase).collect()
        };
        if codings(first) != codings(&response.head) {
            let cause = "the server sent the rest of the file in another Content-Encoding";
            return Err(Failure::permanent(ErrorKind::InvalidData, cause));
        }
        first.version.length = first.version.length.or(response.head.version.length);
        Ok(())
    }

    /// Passes on the bytes of a body after the first `skip`, up to the offset `end`. The bytes after it are ignored, as
    /// browsers ignore the bytes after a declared length. Returns false if nothing reads the file any more.
    async fn pass_on(
        &mut self,
        response: &Response,
        mut body: Body,
        mut skip: u64,
        end: u64,
        chunks: &ChunkSender,
    ) -> Result<bool, Failure> {
        let mut guard = StallGuard::new(self.file.options.retries.stall_time);
        while self.offset < end
            && let Some(mut chunk) = guard.next(&mut body).await.map_err(|failure| self.resumable(failure))?
        {
            self.file.options.add_downloaded(chunk.len());
            let skipped = chunk.len().min(usize::try_from(skip).unwrap_or(usize::MAX));
            skip -= skipped as u64;
            let mut chunk = chunk.split_off(skipped);
            chunk.truncate(usize::try_from(end - self.offset).unwrap_or(usize::MAX));
            if chunk.is_empty() {
                continue;
            }
            self.offset += chunk.len() as u64;
            self.file.head.get_or_init(|| response.head.clone());
            if !chunks.send(chunk).await {
                return Ok(false);
            }
        }
        self.file.head.get_or_init(|| response.head.clone());
        if skip > 0 { Err(self.resumable(Failure::early_end())) } else { Ok(true) }
    }

    /// Returns true if a later response can be compared with the bytes that were read.
    fn can_continue(&self) -> bool {
        self.offset == self.start() || self.version().is_some_and(RemoteVersion::identifies_bytes)
    }

    /// Makes a failure permanent if the download cannot continue.
    fn resumable(&self, failure: Failure) -> Failure {
        if self.can_continue() {
            return failure;
        }
        let cause = format!("{}; {UNKNOWN_VERSION}", failure.cause);
        Failure { is_interruption: true, ..Failure::permanent(failure.kind, cause) }
    }

    fn error(&self, failure: Failure, retries: u32) -> RemoteError {
        RemoteError { offset: self.offset, length: self.length(), retries, ..failure.into() }
    }
}

/// Ends a response that sends too few bytes. Only the time counts in which the download waits for the server, and not the
/// time in which the server waits for the reader of the download.
struct StallGuard {
    period: Duration,
    /// The time waited, and the bytes that arrived, in this period.
    waited: Duration,
    bytes: u64,
}

impl StallGuard {
    fn new(period: Duration) -> Self {
        Self { period, waited: Duration::ZERO, bytes: 0 }
    }

    /// Waits for the next bytes of a body. Returns `None` at its end.
    async fn next(&mut self, body: &mut Body) -> Result<Option<Bytes>, Failure> {
        let begin = Instant::now();
        let chunk = timeout(self.period.saturating_sub(self.waited), body.chunk()).await;
        let chunk = chunk.unwrap_or_else(|_| Err(Failure::stalled(self.bytes, self.period)))?;
        self.waited += begin.elapsed();
        self.bytes += chunk.as_ref().map_or(0, |chunk| chunk.len() as u64);
        if self.bytes >= MIN_BYTES {
            (self.waited, self.bytes) = (Duration::ZERO, 0);
        }
        Ok(chunk)
    }
}
