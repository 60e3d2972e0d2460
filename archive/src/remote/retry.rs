//! Counts the retries of a download, and returns the delays between them.

use super::RetryLimits;
use super::failure::Failure;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

/// Bytes after which retries are counted anew.
const PROGRESS_BYTES: u64 = 1 << 20;

/// Counts the retries of a file.
pub(super) struct Retries {
    limits: RetryLimits,
    pub(super) retries: u32,
    /// The offset up to which the retries were counted.
    offset: u64,
}

impl Retries {
    pub(super) fn new(limits: RetryLimits) -> Self {
        Self { limits, retries: 0, offset: 0 }
    }

    /// Returns the delay before the next attempt, at `offset`.
    ///
    /// # Errors
    ///
    /// Returns the number of retries if no attempt follows.
    pub(super) fn next(&mut self, failure: &Failure, offset: u64) -> Result<Duration, u32> {
        if offset >= self.offset + PROGRESS_BYTES {
            (self.retries, self.offset) = (0, offset);
        }
        if self.retries >= self.limits.max_retries.min(failure.max_retries) {
            return Err(self.retries);
        }
        let doubled = self.limits.first_delay.saturating_mul(1 << self.retries.min(20)).min(self.limits.max_delay);
        // Between half of the delay and all of it, so that several readers do not return at once.
        let random = f64::from(RandomState::new().hash_one(offset) as u32) / f64::from(u32::MAX);
        self.retries += 1;
        Ok(doubled.mul_f64(0.5 + random / 2.0).max(failure.retry_after.unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind;

    #[test]
    fn retries_are_limited_and_counted_anew_after_progress() {
        let delay = Duration::from_millis(100);
        let limits = RetryLimits::default().with_max_retries(3).with_first_delay(delay);
        let mut retries = Retries::new(limits);
        let failure = Failure::early_end();
        for doubled in [delay, delay * 2, delay * 4] {
            let delay = retries.next(&failure, 7).expect("a retry");
            assert!(delay >= doubled / 2 && delay <= doubled, "{delay:?}");
        }
        assert_eq!(retries.next(&failure, PROGRESS_BYTES - 1), Err(3));
        assert!(retries.next(&failure, PROGRESS_BYTES).is_ok_and(|first| first <= delay));
        let failure = Failure { retry_after: Some(Duration::from_secs(5)), ..failure };
        assert_eq!(retries.next(&failure, PROGRESS_BYTES), Ok(Duration::from_secs(5)));
        assert_eq!(retries.next(&Failure::permanent(ErrorKind::NotFound, ""), PROGRESS_BYTES), Err(2));
    }
}
