//! A filter that rejects most names by their length, first and last letter.

use super::Element;

/// For each length, the sums of the first and the last letter of some names, as bits: most other names are none of them by
/// that alone.
#[derive(Clone, Copy)]
pub(super) struct NameFilter([u64; 32]);

impl NameFilter {
    pub(super) const fn of<const NAMES: usize>(names: &[&str; NAMES]) -> Self {
        let mut letters = [0; 32];
        let mut at = 0;
        while at < NAMES {
            let name = names[at].as_bytes();
            letters[name.len()] |= Self::bit(name[0], name[name.len() - 1]);
            at += 1;
        }
        Self(letters)
    }

    pub(super) const fn of_tags<const TAGS: usize>(tags: &[Element; TAGS]) -> Self {
        let mut names = [""; TAGS];
        let mut at = 0;
        while at < TAGS {
            names[at] = tags[at].as_str();
            at += 1;
        }
        Self::of(&names)
    }

    /// Both cases of a letter give the same bit.
    #[inline(always)]
    const fn bit(first: u8, last: u8) -> u64 {
        1 << ((first & 0x1F) + (last & 0x1F))
    }

    /// Returns whether `name`, in any case, may be one of the names.
    #[inline(always)]
    pub(super) fn may_hold(&self, name: &[u8]) -> bool {
        match (name, name) {
            ([first, ..], [.., last]) if name.len() < self.0.len() => {
                self.0[name.len()] & Self::bit(*first, *last) != 0
            }
            _ => false,
        }
    }
}
