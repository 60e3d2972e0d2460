//! Rows that do not fit leave the columns unchanged.

use super::*;
use crate::input::json_lines;
use crate::row::{Bytes, List, Map, Object, ObjectSink, Pair, Value, sealed};
use crate::{ErrorRecord, LinkRow, Reader, ReaderOptions};
use arrow_array::Array;
use arrow_array::cast::AsArray;

/// The start of a page record: an image of Open Graph, and a heading of this level.
#[derive(Clone, Copy)]
struct Half(HeadingOfLevel);

#[derive(Clone, Copy)]
struct HeadingOfLevel(i64);

impl sealed::Sealed for Half {}

impl Row for Half {
    const TABLE: Table = Table::Pages;
}

impl Object for Half {
    fn write_fields(self, row: &mut impl ObjectSink) -> Result<(), RowError> {
        row.skip_to("url");
        row.put("url", "http://e.org/")?;
        row.skip_to("metas");
        row.put("metas", List([Map([("name", "x")])]))?;
        row.skip_to("og");
        row.put("og", List([Pair("a", "b")]))?;
        row.skip_to("headings");
        row.put("headings", List([HeadingOfLevel(1), self.0]))
    }
}

impl Object for HeadingOfLevel {
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        object.put("level", self.0)?;
        object.put("text", "text")
    }
}

/// A page record whose field `url` is not text.
#[derive(Clone, Copy)]
struct WrongUrl<V>(V);

impl<V> sealed::Sealed for WrongUrl<V> {}

impl<V: Value + Copy> Row for WrongUrl<V> {
    const TABLE: Table = Table::Pages;
}

impl<V: Value + Copy> Object for WrongUrl<V> {
    fn write_fields(self, row: &mut impl ObjectSink) -> Result<(), RowError> {
        row.skip_to("url");
        row.put("url", self.0)
    }
}

#[test]
fn a_row_that_does_not_fit_changes_nothing() {
    let error = json_lines("-", &b"{\"id\": 1}"[..]).next().expect("a line").expect_err("no page");
    let good = ErrorRecord(&error);
    let [mut columns, mut expected] = [(); 2].map(|()| Columns::pages(&Fields::default()));
    let mut check = |bad: &dyn Fn(&mut Columns) -> Result<(), RowError>, message: &str| {
        assert_eq!(bad(&mut columns).expect_err(message).to_string(), message);
        columns.push(good).expect("a record fits");
        expected.push(good).expect("a record fits");
    };
    let input = crate::input::InputPage::new("-", b"<a href=x>".to_vec());
    let push_link = |columns: &mut Columns| {
        Reader::new(ReaderOptions::default())
            .read(&input, |page| columns.push(LinkRow::new(&input, page, &page.links[0])))
    };
    check(&push_link, "expected a row of the table \"pages\", found one of \"links\"");
    check(&|columns| columns.push(WrongUrl(true)), "expected text, found a boolean");
    check(&|columns| columns.push(WrongUrl(1_u8)), "expected text, found a number");
    check(&|columns| columns.push(WrongUrl(0.5)), "expected text, found a fraction");
    check(&|columns| columns.push(WrongUrl(Bytes(b""))), "expected text, found bytes");
    check(&|columns| columns.push(WrongUrl(Pair("a", "b"))), "expected text, found a pair");
    check(&|columns| columns.push(WrongUrl(List(["a"]))), "expected text, found a list");
    check(&|columns| columns.push(WrongUrl(Map([("a", "b")]))), "expected text, found a map");
    check(&|columns| columns.push(WrongUrl(HeadingOfLevel(1))), "expected text, found an object");
    let half = |level| Half(HeadingOfLevel(level));
    check(&|columns| columns.push(half(1 << 40)), "expected a number of 32 bits, found a number of more than 32 bits");
    let batch = columns.finish().expect("a batch");
    assert_eq!(batch, expected.finish().expect("a batch"));
    let lists = batch.column_by_name("headings").expect("a column").as_list::<i32>();
    assert!(lists.values().is_empty());
}
