//! A perfect hash table of names, built at compile time.
//!
//! A lookup of a name of up to eight bytes compares no strings and does not branch on the name:
//!
//! 1. The name becomes a [`NameKey`]: its length, and a word of eight bytes. The word of a name of up to eight bytes
//!    holds the complete name, padded with zeros; the word of a longer name mixes its first and last eight bytes.
//! 2. The key is multiplied by the factor of the table; the upper ten bits of the product select one of 1024 slots.
//! 3. The slot holds the index of a name plus 1, or 0 if it is empty. The lookup succeeds if the key at that index is
//!    equal. A longer name is compared byte by byte as well.
//!
//! For example, `href` has the word `0x6665_7268` and the length 4. Its slot holds the number of `Attr::Href`, whose
//! key is equal.
//!
//! If you add a name and compilation fails with "two names have one slot", search for another odd factor, with which no
//! two names share a slot.

/// The number of slots: a power of two.
pub const SLOTS: usize = 1024;

/// The hash key of a name: the complete name if it has at most [`SHORT`] bytes, else a mix of its first and last bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameKey {
    /// The name as an integer.
    pub word: u64,
    /// The length in bytes.
    pub len: usize,
}

/// Names of up to this length are identified by their key.
pub const SHORT: usize = 8;

impl NameKey {
    /// Returns the key of `name`.
    #[inline(always)]
    pub const fn of(name: &[u8]) -> Self {
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

    /// Returns the slot of the name in a table with this factor.
    #[inline(always)]
    const fn slot(self, factor: u64) -> usize {
        ((self.word ^ self.len as u64).wrapping_mul(factor) >> (u64::BITS - SLOTS.ilog2())) as usize
    }
}

/// A perfect hash table for names that have different slots with `FACTOR`. `slots[slot]` is the index of a name + 1, or
/// 0 if the slot is empty; `keys[index + 1]` is its key. `keys[0]` equals the key of no name.
#[derive(Debug)]
pub struct NameTable<const NAMES: usize, const FACTOR: u64> {
    slots: [u8; SLOTS],
    keys: [NameKey; 1 << u8::BITS],
    names: [&'static str; NAMES],
}

impl<const NAMES: usize, const FACTOR: u64> NameTable<NAMES, FACTOR> {
    /// Builds the table. Compilation fails if two names have one slot.
    pub const fn new(names: [&'static str; NAMES]) -> Self {
        let (mut slots, mut keys) = ([0; SLOTS], [NameKey { word: 0, len: usize::MAX }; 1 << u8::BITS]);
        let mut index = 0;
        while index < NAMES {
            let key = NameKey::of(names[index].as_bytes());
            assert!(slots[key.slot(FACTOR)] == 0, "two names have one slot: another factor is needed");
            index += 1;
            (slots[key.slot(FACTOR)], keys[index]) = (index as u8, key);
        }
        Self { slots, keys, names }
    }

    /// Returns the index of `name` + 1, or 0 if the table does not have it.
    #[inline(always)]
    pub fn look_up(&self, name: &[u8]) -> usize {
        let key = NameKey::of(name);
        let found = usize::from(self.slots[key.slot(FACTOR)]);
        if key.len > SHORT && (found == 0 || self.names[found - 1].as_bytes() != name) {
            return 0;
        }
        if self.keys[found] == key { found } else { 0 }
    }
}

/// A name of 1 to 8 bytes as a little-endian integer: the first byte is the lowest, and the unused high bytes are 0.
#[derive(Clone, Copy, Debug)]
pub struct ShortName {
    /// The integer.
    pub word: u64,
    /// The length in bytes.
    pub len: usize,
}

impl ShortName {
    /// Returns the name of `len` bytes at `start`. Returns `None` if `len` is 0 or more than 8, or if fewer than 8
    /// bytes of the input follow `start`.
    #[inline(always)]
    pub fn new(input: &[u8], start: usize, len: usize) -> Option<Self> {
        let word = u64::from_le_bytes(*input.get(start..)?.first_chunk()?);
        (1..=8).contains(&len).then(|| Self { word: word & (u64::MAX >> (64 - 8 * len)), len })
    }

    /// Returns the name with its ASCII letters in lower case. Other bytes may change too, but never to letters.
    #[inline(always)]
    pub fn to_lower_case(self) -> Self {
        let letters = u64::MAX >> (64 - 8 * self.len.clamp(1, 8));
        Self { word: self.word | (0x2020_2020_2020_2020 & letters), ..self }
    }
}

/// The short names of a [`NameTable`], with a value for each.
///
/// PERF: the name and the value of a slot are loaded at the same time.
#[derive(Debug)]
pub struct ShortNameTable<T> {
    /// The name in each slot, or 0.
    words: [u64; SLOTS],
    values: [T; SLOTS],
    other: T,
}

impl<T: Copy> ShortNameTable<T> {
    /// Returns an empty table. `other` is the value of all names that are not in the table.
    pub const fn new(other: T) -> Self {
        Self { words: [0; SLOTS], values: [other; SLOTS], other }
    }

    /// Adds a name if it is short.
    pub const fn add(&mut self, name: &str, value: T, factor: u64) {
        let key = NameKey::of(name.as_bytes());
        if key.len <= SHORT {
            let slot = key.slot(factor);
            assert!(self.words[slot] == 0, "two names have one slot: another factor is needed");
            (self.words[slot], self.values[slot]) = (key.word, value);
        }
    }

    /// Returns the value of a name.
    #[inline(always)]
    pub fn look_up(&self, name: ShortName, factor: u64) -> T {
        let slot = NameKey { word: name.word, len: name.len }.slot(factor);
        // Words are equal only if the lengths are, because no name has a NUL.
        if self.words[slot] == name.word { self.values[slot] } else { self.other }
    }
}

/// Returns the 32-bit FNV-1a hash of `bytes`.
#[inline]
pub fn hash(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
