//! The name of an open element as an integer.

use super::Name;
use crate::names::hash;

/// The name of an element and whether it is an HTML element, as an integer. Names that a rule mentions have distinct
/// keys. Other names have a hash, so two of them may have the same key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NameKey(u16);

/// The first key of the names that no rule mentions.
const OTHER: u16 = Name::ALL.len() as u16;
/// The bit that is set in the key of a foreign element.
const FOREIGN: u16 = 1 << 15;
/// The number of buckets in which open elements are counted: enough for HTML and foreign elements of each name.
pub(super) const BUCKETS: usize = 256;
const _: () = assert!(2 * Name::ALL.len() <= BUCKETS);

impl NameKey {
    /// Returns the key of the HTML element `name`, which is not `Name::Other`.
    pub(super) const fn of(name: Name) -> Self {
        Self(name as u16)
    }

    /// Returns the key of an HTML or foreign element. `bytes` is its name if `name` is `Name::Other`.
    #[inline]
    pub(super) fn of_element(name: Name, bytes: &[u8], is_html: bool) -> Self {
        let key =
            if name == Name::Other { OTHER + (hash(bytes) % (FOREIGN - OTHER) as u32) as u16 } else { name as u16 };
        Self(if is_html { key } else { key | FOREIGN })
    }

    /// Returns the bucket of the key. Names that a rule mentions have distinct buckets.
    pub(super) fn bucket(self) -> usize {
        usize::from(self.0 ^ self.0 >> 8) % BUCKETS
    }
}
