//! Lists of flat JSON objects, the rows of a WAT record, kept as the JSON that is written.

use super::json_object::push_object;
use crate::row::write_string;

/// Maximum rows of a list.
const MAX_ROWS: usize = 100_000;

/// A key and its value. The key is JSON text with a comma before it and a colon after it: `,"url":`.
pub(super) type Pair<'v> = (&'static str, &'v [u8]);

/// The rows of a page. Their memory is reused.
#[derive(Debug, Default)]
pub(super) struct RowLists {
    pub(super) metas: RowList,
    pub(super) link: RowList,
    pub(super) scripts: RowList,
    pub(super) links: RowList,
}

impl RowLists {
    fn each(&mut self) -> [&mut RowList; 4] {
        let Self { metas, link, scripts, links } = self;
        [metas, link, scripts, links]
    }

    /// Removes all rows.
    pub(super) fn clear(&mut self) {
        self.each().into_iter().for_each(RowList::clear);
    }

    /// Releases the memory of each list that takes more than `kept_bytes`.
    pub(super) fn shrink(&mut self, kept_bytes: usize) {
        self.each().into_iter().for_each(|list| list.shrink(kept_bytes));
    }

    /// Returns true if rows were left out because a list was full.
    pub(super) fn is_over_limit(&self) -> bool {
        let Self { metas, link, scripts, links } = self;
        [metas, link, scripts, links].iter().any(|list| list.is_over_limit)
    }
}

/// Collects the rows of a list. Its memory is reused.
#[derive(Debug, Default)]
pub(super) struct RowList {
    /// The rows, each with a comma before it.
    json: Vec<u8>,
    len: usize,
    /// True if rows were left out because the list was full.
    is_over_limit: bool,
}

impl RowList {
    /// Removes all rows.
    fn clear(&mut self) {
        self.json.clear();
        self.len = 0;
        self.is_over_limit = false;
    }

    /// Releases the memory if it is more than `kept_bytes`.
    fn shrink(&mut self, kept_bytes: usize) {
        if self.json.capacity() > kept_bytes {
            *self = Self::default();
        }
    }

    /// Adds a row, unless the list is full.
    pub(super) fn push<'v>(&mut self, pairs: impl IntoIterator<Item = Pair<'v>>) {
        if self.len == MAX_ROWS {
            self.is_over_limit = true;
            return;
        }
        self.len += 1;
        self.json.push(b',');
        push_object(&mut self.json, |json| {
            for (key, value) in pairs {
                json.extend_from_slice(key.as_bytes());
                write_string(value, json);
            }
        });
    }

    /// Returns the rows.
    pub(super) fn rows(&self) -> Rows<'_> {
        Rows { json: &self.json, len: self.len }
    }
}

/// The rows of a list.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rows<'a> {
    /// The rows, each with a comma before it.
    json: &'a [u8],
    len: usize,
}

impl Rows<'_> {
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends the list.
    pub(super) fn write(&self, json: &mut Vec<u8>) {
        json.push(b'[');
        json.extend_from_slice(self.json.get(1..).unwrap_or_default());
        json.push(b']');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::derived::wat::json_object::json_text;

    #[test]
    fn rows_keep_their_pairs() {
        let mut list = RowList::default();
        for (row, json) in [
            (&[(",\"b\":", &b"1"[..]), (",\"a\":", b"\"2\\")][..], r#"[{"b":"1","a":"\"2\\"}]"#),
            (&[(",\"c\":", b"")], r#"[{"b":"1","a":"\"2\\"},{"c":""}]"#),
        ] {
            list.push(row.iter().copied());
            assert_eq!(json_text(|written| list.rows().write(written)), json);
        }
        assert_eq!(list.rows().len(), 2);
        list.clear();
        assert!(list.rows().is_empty());
        assert_eq!(json_text(|written| list.rows().write(written)), "[]");
    }

    #[test]
    fn a_full_list_reports_further_rows() {
        let mut list = RowList::default();
        for _ in 0..MAX_ROWS {
            list.push([(",\"a\":", &b""[..])]);
        }
        assert!(!list.is_over_limit);
        list.push([(",\"a\":", &b""[..])]);
        assert!(list.is_over_limit);
        assert_eq!(list.rows().len(), MAX_ROWS);
        list.clear();
        assert!(!list.is_over_limit);
    }
}
