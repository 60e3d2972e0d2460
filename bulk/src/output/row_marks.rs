//! Where the rows of a block end, and their values for the keys of the output: what dividing an output into files needs.

use crate::row::{Row, RowKey, RowValues};
use std::mem;
use std::ops::Range;
use std::sync::Arc;

/// Marks rows while they are encoded.
#[derive(Debug)]
pub(super) struct RowMarker {
    keys: Arc<[RowKey]>,
    marks: RowMarks,
}

impl RowMarker {
    pub(super) fn new(keys: Arc<[RowKey]>) -> Self {
        Self { keys, marks: RowMarks::default() }
    }

    /// Marks the row that was added last. `end` is the end of its line; 0 in columns, which have rows of their own.
    pub(super) fn mark(&mut self, row: impl Row, end: usize) {
        let values = RowValues::new(self.keys.iter().map(|key| row.value_of(*key)));
        self.marks.push(values, end);
    }

    pub(super) fn take(&mut self) -> RowMarks {
        mem::take(&mut self.marks)
    }
}

/// The marks of the rows of a block.
#[derive(Debug, Default)]
pub(super) struct RowMarks {
    /// The end of the line of each row.
    ends: Vec<usize>,
    /// Successive rows with the same values: the values, and the index after the last one.
    runs: Vec<(RowValues, usize)>,
}

impl RowMarks {
    fn push(&mut self, values: RowValues, end: usize) {
        self.ends.push(end);
        let rows = self.ends.len();
        match self.runs.last_mut() {
            Some((last, end)) if *last == values => *end = rows,
            _ => self.runs.push((values, rows)),
        }
    }

    /// Returns the number of rows.
    pub(super) fn rows(&self) -> usize {
        self.ends.len()
    }

    /// Adds rows of another block after these.
    pub(super) fn extend(&mut self, marks: Option<&Self>, rows: &Range<usize>) {
        let Some(marks) = marks else { return };
        let slice = marks.slice(rows);
        let (start, before) = (self.ends.last().copied().unwrap_or_default(), self.ends.len());
        self.ends.extend(slice.ends.iter().map(|end| end + start));
        self.runs.extend(slice.runs.into_iter().map(|(values, end)| (values, end + before)));
    }

    /// Returns the bytes of the lines of some rows.
    pub(super) fn bytes(&self, rows: &Range<usize>) -> Range<usize> {
        let end_of =
            |count: usize| count.checked_sub(1).and_then(|last| self.ends.get(last)).copied().unwrap_or_default();
        end_of(rows.start)..end_of(rows.end)
    }

    /// Returns the values of successive rows, and their indexes.
    pub(super) fn runs(&self) -> impl Iterator<Item = (&RowValues, Range<usize>)> {
        let starts = std::iter::once(0).chain(self.runs.iter().map(|(_, end)| *end));
        self.runs.iter().zip(starts).map(|((values, end), start)| (values, start..*end))
    }

    /// Returns the marks of some rows, as the marks of a block of its own.
    pub(super) fn slice(&self, rows: &Range<usize>) -> Self {
        let start = self.bytes(rows).start;
        let ends = self.ends[rows.clone()].iter().map(|end| end - start).collect();
        let within = self.runs().filter(|(_, run)| run.start < rows.end && run.end > rows.start);
        let runs = within.map(|(values, run)| (values.clone(), run.end.min(rows.end) - rows.start)).collect();
        Self { ends, runs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_has_marks_of_its_own() {
        let values = |text: &str| RowValues::new([Some(text.to_owned())]);
        let mut marks = RowMarks::default();
        for (text, end) in [("a", 3), ("a", 5), ("b", 9), ("a", 10)] {
            marks.push(values(text), end);
        }
        let runs = |marks: &RowMarks| -> Vec<_> {
            marks.runs().map(|(values, rows)| (values.get(0).unwrap_or_default().to_owned(), rows)).collect()
        };
        assert_eq!(runs(&marks), [("a".to_owned(), 0..2), ("b".to_owned(), 2..3), ("a".to_owned(), 3..4)]);
        assert_eq!((marks.bytes(&(0..0)), marks.bytes(&(1..3)), marks.bytes(&(3..4))), (0..0, 3..9, 9..10));
        let slice = marks.slice(&(1..4));
        assert_eq!(runs(&slice), [("a".to_owned(), 0..1), ("b".to_owned(), 1..2), ("a".to_owned(), 2..3)]);
        assert_eq!((slice.bytes(&(0..1)), slice.bytes(&(1..3))), (0..2, 2..7));
    }
}
