//! Finds pages with the same bytes as an earlier page.

use std::collections::HashSet;
use std::mem;

/// Bytes of a digest that are kept.
const DIGEST_BYTES: usize = 16;

/// The digests of earlier pages. The memory is bounded: when `capacity` digests were added, the ones added before them are
/// forgotten.
#[derive(Debug)]
pub(crate) struct Duplicates {
    capacity: usize,
    current: HashSet<[u8; DIGEST_BYTES]>,
    previous: HashSet<[u8; DIGEST_BYTES]>,
}

impl Duplicates {
    /// Creates a memory of at least the last `capacity` digests, and at most twice as many.
    pub(crate) fn new(capacity: usize) -> Self {
        Self { capacity: capacity.max(1), current: HashSet::new(), previous: HashSet::new() }
    }

    /// Adds the digest of a page, a SHA-1. Returns whether it was known, and how many digests were forgotten.
    pub(crate) fn add(&mut self, digest: &[u8; 20]) -> (bool, u64) {
        let mut key = [0; DIGEST_BYTES];
        key.copy_from_slice(&digest[..DIGEST_BYTES]);
        if self.previous.contains(&key) || !self.current.insert(key) {
            return (true, 0);
        }
        if self.current.len() < self.capacity {
            return (false, 0);
        }
        let forgotten = mem::replace(&mut self.previous, mem::take(&mut self.current)).len();
        (false, forgotten as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_digests_are_known() {
        let mut digests = Duplicates::new(3);
        let mut add = |number: u8| digests.add(&[number; 20]);
        assert_eq!([1, 2, 1, 3, 2, 3].map(|number| add(number).0), [false, false, true, false, true, true]);
        assert_eq!([4, 5, 1].map(&mut add), [(false, 0), (false, 0), (true, 0)]);
        assert_eq!(add(6), (false, 3), "1 to 3 are forgotten");
        assert_eq!([4, 5, 6, 1].map(|number| add(number).0), [true, true, true, false]);
    }
}
