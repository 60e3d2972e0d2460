//! A list of flat JSON objects: the rows of a WAT record.

use serde::ser::{Serialize, Serializer};
use std::borrow::Cow;

/// A key and its value.
pub(super) type Pair<'a> = (&'static str, Cow<'a, str>);

/// Objects, with all of their pairs in one list.
#[derive(Debug, Default)]
pub(super) struct Objects<'a> {
    pairs: Vec<Pair<'a>>,
    /// The end of each object in `pairs`.
    ends: Vec<usize>,
}

impl<'a> Objects<'a> {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds an object.
    pub(super) fn push(&mut self, pairs: impl IntoIterator<Item = Pair<'a>>) {
        self.pairs.extend(pairs);
        self.ends.push(self.pairs.len());
    }

    fn iter(&self) -> impl Iterator<Item = Object<'_, 'a>> {
        let mut start = 0;
        self.ends.iter().map(move |&end| Object(&self.pairs[std::mem::replace(&mut start, end)..end]))
    }
}

impl Serialize for Objects<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// One object of the list.
struct Object<'o, 'a>(&'o [Pair<'a>]);

impl Serialize for Object<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_keep_their_pairs() {
        let mut objects = Objects::default();
        assert_eq!(serde_json::to_string(&objects).expect("JSON"), "[]");
        objects.push([("b", "1".into()), ("a", "2".into())]);
        objects.push([]);
        objects.push([("c", "3".into())]);
        assert_eq!(serde_json::to_string(&objects).expect("JSON"), r#"[{"b":"1","a":"2"},{},{"c":"3"}]"#);
    }
}
