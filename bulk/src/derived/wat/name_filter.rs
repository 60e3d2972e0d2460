//! A filter that rejects most names without comparing them.

/// The length of the longest name.
const MAX_LEN: usize = 10;

/// A set of names, by length, first and last letter.
pub(super) struct NameFilter {
    /// For each length a bit mask of the [`letters`] of names.
    masks: [u64; MAX_LEN + 1],
}

impl NameFilter {
    /// Creates a filter for names of 1 to [`MAX_LEN`] bytes.
    pub(super) const fn new(names: &[&str]) -> Self {
        let mut masks = [0; MAX_LEN + 1];
        let mut index = 0;
        while index < names.len() {
            let name = names[index].as_bytes();
            masks[name.len()] |= letters(name[0], name[name.len() - 1]);
            index += 1;
        }
        Self { masks }
    }

    /// Returns false if `name` is not in the set, whatever its case. Returns true for the names in the set and a few
    /// others.
    #[inline(always)]
    pub(super) fn may_contain(&self, name: &[u8]) -> bool {
        let (Some(mask), [first, ..], [.., last]) = (self.masks.get(name.len()), name, name) else { return false };
        mask & letters(*first, *last) != 0
    }
}

/// Returns a bit for the first and last letter of a name. It is the same in both cases.
#[inline(always)]
const fn letters(first: u8, last: u8) -> u64 {
    1 << ((first | 0x20).wrapping_add((last | 0x20).wrapping_mul(3)) & 63)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_case() {
        let names = ["a", "td", "blockquote", "data-uri"];
        let filter = NameFilter::new(&names);
        for name in names {
            assert!(
                filter.may_contain(name.as_bytes()) && filter.may_contain(name.to_uppercase().as_bytes()),
                "{name}"
            );
        }
        for name in ["", "b", "tr", "blockquotes", "a".repeat(1000).as_str()] {
            assert!(!filter.may_contain(name.as_bytes()), "{name}");
        }
    }
}
