//! A Bloom filter of the names of a tag's attributes.

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
