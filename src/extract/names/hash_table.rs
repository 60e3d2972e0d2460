//! A perfect hash table of names.

use crate::token::ShortName;

/// How many slots a table of names has: a power of two.
pub(super) const SLOTS: usize = 1024;

/// A name in a word: all of a [short](ShortName) one; of a longer one the first and the last bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct NameKey {
    pub(super) word: u64,
    pub(super) len: usize,
}

/// Names of up to this length are what their key says.
pub(super) const SHORT: usize = 8;

impl NameKey {
    #[inline(always)]
    pub(super) const fn of(name: &[u8]) -> Self {
        let len = name.len();
        let word = match (name.first_chunk::<8>(), name.last_chunk::<8>()) {
            (Some(first), _) if len == SHORT => u64::from_le_bytes(*first),
            (Some(first), Some(last)) => u64::from_le_bytes(*first).wrapping_add(u64::from_le_bytes(*last) << 3),
            _ => match (name.first_chunk::<4>(), name.last_chunk::<4>()) {
                (Some(first), Some(last)) => {
                    u32::from_le_bytes(*first) as u64 | (u32::from_le_bytes(*last) as u64) << (8 * (len - 4))
                }
                _ if len == 0 => 0,
                _ => {
                    name[0] as u64
                        | (name[len / 2] as u64) << (8 * (len / 2))
                        | (name[len - 1] as u64) << (8 * (len - 1))
                }
            },
        };
        Self { word, len }
    }

    /// Where the name stands in a table.
    #[inline(always)]
    const fn slot(self) -> usize {
        // The factor is the first from 2⁶⁴ / φ on that gives each name a slot of its own.
        ((self.word ^ self.len as u64).wrapping_mul(0x9E37_79B9_7F4C_F065) >> (u64::BITS - SLOTS.ilog2())) as usize
    }
}

/// A table of names: at each slot the index of its name, and 1 more, and at that index the key; 0 and a key that no name
/// has for none.
pub(super) struct NameTable<const NAMES: usize> {
    slots: [u8; SLOTS],
    keys: [NameKey; 1 << u8::BITS],
    names: [&'static str; NAMES],
}

impl<const NAMES: usize> NameTable<NAMES> {
    pub(super) const fn new(names: [&'static str; NAMES]) -> Self {
        let (mut slots, mut keys) = ([0; SLOTS], [NameKey { word: 0, len: usize::MAX }; 1 << u8::BITS]);
        let mut index = 0;
        while index < NAMES {
            let key = NameKey::of(names[index].as_bytes());
            assert!(slots[key.slot()] == 0, "two names have one slot: another factor is needed");
            index += 1;
            (slots[key.slot()], keys[index]) = (index as u8, key);
        }
        Self { slots, keys, names }
    }

    /// Returns the index of a short name, and 1 more; 0 if it is no name of the table.
    ///
    /// PERF: without a branch on the name.
    #[inline(always)]
    pub(super) fn look_up_short(&self, name: ShortName) -> usize {
        let key = NameKey { word: name.word, len: name.len };
        let found = usize::from(self.slots[key.slot()]);
        let known = &self.keys[found];
        found * usize::from((known.word == key.word) & (known.len == key.len))
    }

    /// Returns the index of `name`, and 1 more; 0 if it is no name of the table.
    #[inline(always)]
    pub(super) fn look_up(&self, name: &[u8]) -> usize {
        let key = NameKey::of(name);
        let found = usize::from(self.slots[key.slot()]);
        if key.len > SHORT && (found == 0 || self.names[found - 1].as_bytes() != name) {
            return 0;
        }
        if self.keys[found] == key { found } else { 0 }
    }
}
