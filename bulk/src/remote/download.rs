//! Downloads a file. After a failure the download continues at the next byte.

use super::exchange::{Exchange, Outcome, Response};
use super::file::RemoteFile;
use super::reader::ChunkSender;
use super::retry::{Failure, Retries};
use super::store::Source;
use super::{RemoteError, RemoteVersion};
use futures_util::StreamExt;
use object_store::{GetOptions, GetRange, GetResult};
use std::io::ErrorKind;
use std::ops::Range;

/// The state of a download.
pub(super) struct Download {
    file: RemoteFile,
    /// The range of the file; `None` for the complete file.
    range: Option<Range<u64>>,
    /// The offset in the file up to which bytes were passed on.
    offset: u64,
    /// The version of these bytes.
    version: Option<RemoteVersion>,
    /// True if the server ignored a range: a resumption then discards the bytes before it.
    ignores_ranges: bool,
}

/// The end of an attempt without failure.
enum End {
    /// The file is complete.
    Complete,
    /// The server ignored the range. Nothing was read.
    RangeIgnored,
    /// Nothing reads the file any more.
    Unused,
}

/// Requests the version of `file`.
pub(super) async fn version(file: RemoteFile) -> Result<RemoteVersion, RemoteError> {
    let source = Source::of(&file)?;
    let mut retries = Retries::new(file.options.retries());
    loop {
        match request(&source, GetOptions { head: true, ..GetOptions::default() }).await {
            Ok((_, response)) => return Ok(response.head.version),
            Err((failure, _)) => match retries.next(&failure, 0) {
                Ok(delay) => tokio::time::sleep(delay).await,
                Err(retries) => {
                    return Err(RemoteError { retries, ..RemoteError::new(failure.kind, failure.cause) });
                }
            },
        }
    }
}

/// Sends a request. Returns the status with the failure, if there was a response.
async fn request(source: &Source, mut options: GetOptions) -> Result<(GetResult, Response), (Failure, Option<u16>)> {
    let exchange = Exchange::default();
    options.extensions.insert(exchange.clone());
    let result = source.store.get_opts(&source.path, options).await;
    match (result, exchange.outcome()) {
        (Ok(result), Outcome::Response(response)) => Ok((result, response)),
        (Ok(_), _) => Err((Failure::permanent(ErrorKind::Other, "there was no response"), None)),
        (Err(error), Outcome::Response(response)) => {
            Err((Failure::of_request(&error, &exchange), Some(response.status)))
        }
        (Err(error), _) => Err((Failure::of_request(&error, &exchange), None)),
    }
}

impl Download {
    pub(super) fn new(file: RemoteFile) -> Self {
        Self { file, range: None, offset: 0, version: None, ignores_ranges: false }
    }

    pub(super) fn of_range(file: RemoteFile, range: Range<u64>) -> Self {
        let version = file.head().map(|head| head.version.clone());
        Self { file, offset: range.start, range: Some(range), version, ignores_ranges: false }
    }

    /// Downloads the file, or its range, into `chunks`.
    pub(super) async fn run(mut self, chunks: &ChunkSender) -> Result<(), RemoteError> {
        let source = Source::of(&self.file)?;
        let mut retries = Retries::new(self.file.options.retries());
        loop {
            match self.attempt(&source, chunks).await {
                Ok(End::Complete | End::Unused) => return Ok(()),
                Ok(End::RangeIgnored) => self.ignores_ranges = true,
                Err(failure) => match retries.next(&failure, self.offset) {
                    Ok(delay) => tokio::time::sleep(delay).await,
                    Err(retries) => return Err(self.error(failure, retries)),
                },
            }
        }
    }

    /// Returns the offset at which the download is complete, if the length of the file is known.
    fn end(&self) -> Option<u64> {
        let length = self.version.as_ref().and_then(|version| version.length)?;
        Some(self.range.as_ref().map_or(length, |range| range.end.min(length)))
    }

    /// Requests the file from the current offset on, and passes it on.
    async fn attempt(&mut self, source: &Source, chunks: &ChunkSender) -> Result<End, Failure> {
        if self.offset > 0 && self.end().is_some_and(|end| end <= self.offset) {
            return Ok(End::Complete);
        }
        let is_range = (self.offset > 0 || self.range.is_some()) && !self.ignores_ranges;
        let etag = self.version.as_ref().filter(|_| is_range).and_then(RemoteVersion::strong_etag);
        let range = match &self.range {
            Some(range) if range.end < u64::MAX => GetRange::Bounded(self.offset..range.end),
            _ => GetRange::Offset(self.offset),
        };
        let options =
            GetOptions { range: is_range.then_some(range), if_match: etag.map(str::to_owned), ..GetOptions::default() };
        let (result, response) = match request(source, options).await {
            Ok(both) => both,
            Err((_, Some(200))) if self.range.is_some() => {
                return Err(Failure::permanent(ErrorKind::Unsupported, "the server does not send ranges of a file"));
            }
            Err((_, Some(200))) if is_range => return Ok(End::RangeIgnored),
            Err((failure, _)) => return Err(failure),
        };
        self.check(&response)?;
        let mut skip = if is_range { 0 } else { self.offset };
        let mut stream = result.into_stream();
        while let Some(chunk) = stream.next().await {
            let mut chunk = chunk.map_err(|error| self.of_body(&error))?;
            self.file.options.add_downloaded(chunk.len());
            let skipped = chunk.len().min(usize::try_from(skip).unwrap_or(usize::MAX));
            skip -= skipped as u64;
            let chunk = chunk.split_off(skipped);
            if chunk.is_empty() {
                continue;
            }
            self.offset += chunk.len() as u64;
            if !chunks.send(chunk).await {
                return Ok(End::Unused);
            }
        }
        if skip > 0 || self.end().is_some_and(|end| self.offset < end) {
            return Err(self.resumable(Failure::early_end()));
        }
        Ok(End::Complete)
    }

    /// Checks that the response is of the version that was read so far.
    fn check(&mut self, response: &Response) -> Result<(), Failure> {
        let version = &response.head.version;
        match &self.version {
            Some(first) if self.offset > 0 || self.range.is_some() => {
                if !first.is_same(version) {
                    return Err(Failure::permanent(ErrorKind::Other, "the file changed while it was read"));
                }
            }
            // Nothing was passed on, so any version will do.
            _ => {
                self.version = Some(version.clone());
                let _ = self.file.head.set(response.head.clone()); // an earlier attempt may have set it
            }
        }
        Ok(())
    }

    fn of_body(&self, error: &object_store::Error) -> Failure {
        self.resumable(Failure::of_body(error))
    }

    /// Makes a failure permanent if a later response cannot be compared with the bytes that were read.
    fn resumable(&self, failure: Failure) -> Failure {
        if self.offset == 0 || self.version.as_ref().is_some_and(RemoteVersion::is_comparable) {
            return failure;
        }
        let cause = format!("{}; without ETag and Last-Modified, the download cannot continue", failure.cause);
        Failure::permanent(failure.kind, cause)
    }

    fn error(&self, failure: Failure, retries: u32) -> RemoteError {
        let length = self.version.as_ref().and_then(|version| version.length);
        RemoteError { offset: self.offset, length, retries, ..RemoteError::new(failure.kind, failure.cause) }
    }
}
