//! Counts of skipped records by their MIME type, in bounded memory.

use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Maximum number of types with a count of their own.
const MAX_TYPES: usize = 256;
/// Maximum bytes of the name of a type with a count of its own.
const MAX_TYPE_BYTES: usize = 127;
/// The name of the counts of records without a type, and of all other types.
const NO_TYPE: &str = "(none)";
const OTHERS: &str = "(others)";

/// Counts of skipped records by their MIME type, in lower case. Of more than 256 types, those with the first names in
/// alphabetical order have a count of their own, so that counts do not depend on the order of the records. As JSON, an object, in
/// which `(none)` counts records without a type, and `(others)` all other types.
///
/// ```
/// assert!(tagrake_bulk::pipeline::TypeCounts::default().is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeCounts {
    by_type: BTreeMap<String, u64>,
    without_type: u64,
    others: u64,
}

impl TypeCounts {
    /// Returns true if nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Returns each name and its count: types, `(none)` and `(others)`.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        let more = [(NO_TYPE, self.without_type), (OTHERS, self.others)].into_iter().filter(|(_, count)| *count > 0);
        more.chain(self.by_type.iter().map(|(name, count)| (&**name, *count)))
    }

    /// Returns the most frequent types in words, at most `most`: `20 image/png`, `9 without a type`, `3 of other types`.
    pub fn phrases(&self, most: usize) -> Vec<(u64, String)> {
        let mut types: Vec<_> = self.by_type.iter().map(|(name, count)| (*count, name.clone())).collect();
        types.extend((self.without_type > 0).then(|| (self.without_type, "without a type".to_owned())));
        types.sort_by(|(count, name), (other_count, other)| other_count.cmp(count).then_with(|| name.cmp(other)));
        let others = types.iter().skip(most).map(|(count, _)| count).sum::<u64>() + self.others;
        types.truncate(most);
        types.extend((others > 0).then(|| (others, "of other types".to_owned())));
        types
    }

    /// Counts a record.
    pub(super) fn add_type(&mut self, name: Option<&str>) {
        match name {
            None => self.without_type += 1,
            Some(name) if name.len() > MAX_TYPE_BYTES => self.others += 1,
            Some(name) => self.add_count(name.to_ascii_lowercase(), 1),
        }
    }

    /// Adds other counts.
    pub(super) fn add(&mut self, other: &Self) {
        self.without_type += other.without_type;
        self.others += other.others;
        for (name, count) in &other.by_type {
            self.add_count(name.clone(), *count);
        }
    }

    fn add_count(&mut self, name: String, count: u64) {
        *self.by_type.entry(name).or_default() += count;
        if self.by_type.len() > MAX_TYPES {
            self.others += self.by_type.pop_last().map_or(0, |(_, count)| count);
        }
    }
}

impl Serialize for TypeCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_bounded_memory_and_no_order() {
        let names: Vec<String> = (0..1000).map(|index| format!("a/{}", index * 37 % 400)).collect();
        let count = |names: &[String]| {
            let mut counts = TypeCounts::default();
            names.iter().for_each(|name| counts.add_type(Some(name)));
            counts
        };
        let (mut parts, mut back) = (count(&names[..301]), names.clone());
        parts.add(&count(&names[301..]));
        back.reverse();
        assert_eq!(parts, count(&names));
        assert_eq!(count(&back), count(&names));
        assert_eq!((parts.by_type.len(), parts.iter().map(|(_, count)| count).sum::<u64>()), (MAX_TYPES, 1000));
    }

    #[test]
    fn phrases_have_the_most_frequent_types_first() {
        let mut counts = TypeCounts::default();
        let long = "a/".to_owned() + &"b".repeat(200);
        for name in [Some("Image/PNG"), None, Some("a/b"), Some("image/png"), None, Some("b/c"), Some(&long)] {
            counts.add_type(name);
        }
        let phrases: Vec<_> = counts.phrases(3).iter().map(|(count, name)| format!("{count} {name}")).collect();
        assert_eq!(phrases, ["2 image/png", "2 without a type", "1 a/b", "2 of other types"]);
        let json = serde_json::to_string(&counts).expect("JSON");
        assert_eq!(json, r#"{"(none)":2,"(others)":1,"a/b":1,"b/c":1,"image/png":2}"#);
    }
}
