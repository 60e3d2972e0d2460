//! Filters of names: they may report a name that is not in a set, and never miss one that is.

/// A Bloom filter of names, with one hash of 6 bits: the first byte, the last byte and the length, case-insensitive. It
/// may report a name that was not added; it never misses a name that was.
#[derive(Clone, Copy)]
pub(crate) struct NameBits(u64);

impl NameBits {
    /// The filter without a name.
    pub(crate) const EMPTY: Self = Self(0);

    /// Adds `name`. Returns false if the name was certainly not added before.
    #[inline(always)]
    pub(crate) const fn insert(&mut self, name: &[u8]) -> bool {
        let hash = match (name, name) {
            ([first, ..], [.., last]) => (*first | 0x20) as usize * 5 + (*last | 0x20) as usize * 11 + name.len() * 23,
            _ => 0,
        };
        let bit = 1 << (hash % 64);
        let was_set = self.0 & bit != 0;
        self.0 |= bit;
        was_set
    }
}

/// A set of names, reduced to one word per length. Bit `first + last` is set for each name, where letters count from 1
/// in either case.
///
/// For example, `href` sets bit 14 (`h` is 8, `f` is 6) of the word for length 4. `name` is rejected
/// because its bit is 19. Lengths count modulo 32.
#[derive(Clone, Copy, Debug)]
pub struct NameFilter([u64; 32]);

impl NameFilter {
    /// The filter without a name.
    pub const NONE: Self = Self([0; 32]);

    /// The filter of all names.
    pub const ALL: Self = Self([u64::MAX; 32]);

    /// Returns the filter of `names`, which are in lower case and not empty.
    pub const fn of<const NAMES: usize>(names: &[&str; NAMES]) -> Self {
        let mut letters = [0; 32];
        let mut at = 0;
        while at < NAMES {
            let name = names[at].as_bytes();
            letters[name.len()] |= Self::bit(name[0], name[name.len() - 1]);
            at += 1;
        }
        Self(letters)
    }

    /// Returns the filter of the names of both filters.
    pub const fn or(mut self, other: &Self) -> Self {
        let mut at = 0;
        while at < self.0.len() {
            self.0[at] |= other.0[at];
            at += 1;
        }
        self
    }

    /// Returns true if the filter rejects all names.
    pub const fn is_empty(&self) -> bool {
        let mut at = 0;
        while at < self.0.len() {
            if self.0[at] != 0 {
                return false;
            }
            at += 1;
        }
        true
    }

    /// Returns the bit of a name. Both cases of a letter give the same bit.
    #[inline(always)]
    const fn bit(first: u8, last: u8) -> u64 {
        1 << ((first & 0x1F) + (last & 0x1F))
    }

    /// Returns false if `name`, in any case, is certainly not in the set.
    #[inline(always)]
    pub fn may_hold(&self, name: &[u8]) -> bool {
        match (name, name) {
            ([first, ..], [.., last]) => self.0[name.len() % self.0.len()] & Self::bit(*first, *last) != 0,
            _ => false,
        }
    }
}
