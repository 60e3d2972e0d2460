//! The minimum rate of a download.

use super::failure::Failure;
use super::source::Body;
use bytes::Bytes;
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// Bytes that must arrive in each period.
const MIN_BYTES: u64 = 4 << 10;

/// Ends a response that sends too few bytes. Only the time counts in which the download waits for the server, and not the
/// time in which the server waits for the reader of the download.
pub(super) struct StallGuard {
    period: Duration,
    /// The time waited, and the bytes that arrived, in this period.
    waited: Duration,
    bytes: u64,
}

impl StallGuard {
    pub(super) fn new(period: Duration) -> Self {
        Self { period, waited: Duration::ZERO, bytes: 0 }
    }

    /// Waits for the next bytes of a body. Returns `None` at its end.
    pub(super) async fn next(&mut self, body: &mut Body) -> Result<Option<Bytes>, Failure> {
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
