//! Columns hold the same values as JSON: for all cases, our own pages, and a page with every feature.
use crate::support::all_pages::all_pages;
use crate::support::columns::compare;
use crate::support::everything::everything;
use crate::support::rows::{json, json_of};
use arrow_array::Array;
use arrow_array::cast::AsArray;
use tagrake_bulk::columns::Columns;
use tagrake_bulk::input::{InputPage, json_lines};
use tagrake_bulk::row::{Bytes, List, Map, Object, ObjectSink, Pair, Row, Value};
use tagrake_bulk::schema::{ON_REQUEST, PAGE, Table};
use tagrake_bulk::{ErrorRecord, Fields, InputError, LinkRow, PageRecord, Reader, ReaderOptions, RowError};
use tagrake_extract::ExtractOptions;

/// Returns all pages, and some lines with an `id`.
fn pages_and_ids() -> Vec<InputPage> {
    let mut all = all_pages();
    for id in ["7", "-1.5", "\"x\""] {
        let mut page = InputPage::new("-", "<script type=application/ld+json>null</script>".into());
        page.id = serde_json::from_str(id).ok();
        all.push(page);
    }
    all
}

fn reader() -> Reader {
    Reader::new(ReaderOptions { extract: ExtractOptions::default().with_text(true), ..ReaderOptions::default() })
}

fn wrong_line() -> InputError {
    json_lines("pages", &b"{}"[..]).next().expect("a line").expect_err("no page")
}

#[test]
fn page_records_are_the_same_in_json_and_columns() {
    let error = wrong_line();
    for fields in [Fields::default(), Fields::all_but("links"), Fields::only("url,title,links,error").expect("keys")] {
        let (mut reader, mut columns, mut rows) = (reader(), Columns::pages(&fields), Vec::new());
        for input in pages_and_ids() {
            reader.read(&input, |page| {
                let record = PageRecord::new(&input, page);
                columns.push(record).expect("a record fits");
                rows.push(json_of(record, &fields));
            });
        }
        if fields == Fields::default() {
            columns.push(ErrorRecord(&error)).expect("a record fits");
            rows.push(json(ErrorRecord(&error)));
        }
        let names: Vec<_> = PAGE.iter().map(|field| field.name).filter(|name| fields.has(name)).collect();
        for _ in 0..2 {
            let batch = columns.finish().expect("a batch");
            assert_eq!(batch.schema().fields().iter().map(|field| field.name()).collect::<Vec<_>>(), names);
            let wrong = compare(Table::Pages, &batch, &rows);
            assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
            rows.clear(); // the second batch is empty
        }
    }
}

#[test]
fn fields_on_request_are_the_same_in_json_and_columns() {
    let names: Vec<_> = ON_REQUEST.iter().map(|field| field.name).collect();
    let fields = Fields::default().with(Table::Pages, &names.join(",")).expect("keys");
    let extract = fields.extract_options(Table::Pages);
    let mut reader = Reader::new(ReaderOptions { extract, ..ReaderOptions::default() });
    let (mut columns, mut rows) = (Columns::pages(&fields), Vec::new());
    for input in pages_and_ids() {
        reader.read(&input, |page| {
            let record = PageRecord::new(&input, page);
            columns.push(record).expect("a record fits");
            rows.push(json_of(record, &fields));
        });
    }
    assert!(rows.iter().any(|row| row["main_text"] != ""));
    let wrong = compare(Table::Pages, &columns.finish().expect("a batch"), &rows);
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn link_rows_are_the_same_in_json_and_columns() {
    let (mut reader, mut columns, mut rows) = (reader(), Columns::links(), Vec::new());
    for input in pages_and_ids() {
        reader.read(&input, |page| {
            for link in page.links {
                let row = LinkRow::new(&input, page, link);
                columns.push(row).expect("a row fits");
                rows.push(json(row));
            }
        });
    }
    assert!(rows.len() > 400, "{} links", rows.len());
    let size = columns.bytes();
    let batch = columns.finish().expect("a batch");
    let wrong = compare(Table::Links, &batch, &rows);
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
    assert!(size > batch.get_array_memory_size() / 4 && size < batch.get_array_memory_size());
    assert_eq!((columns.len(), columns.bytes()), (0, 0));
}

/// The start of a page record: an image of Open Graph, and a heading of this level.
#[derive(Clone, Copy)]
struct Half(HeadingOfLevel);

#[derive(Clone, Copy)]
struct HeadingOfLevel(i64);

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
    let error = wrong_line();
    let good = ErrorRecord(&error);
    let mut columns = Columns::pages(&Fields::default());
    let mut rows = Vec::new();
    let mut check = |bad: &dyn Fn(&mut Columns) -> Result<(), RowError>, message: &str| {
        assert_eq!(bad(&mut columns).expect_err(message).to_string(), message);
        columns.push(good).expect("a record fits");
        rows.push(json(good));
    };
    let input = everything();
    let push_link =
        |columns: &mut Columns| reader().read(&input, |page| columns.push(LinkRow::new(&input, page, &page.links[0])));
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
    assert_eq!(compare(Table::Pages, &batch, &rows), [""; 0]);
    let lists = batch.column_by_name("headings").expect("a column").as_list::<i32>();
    assert!(lists.values().is_empty());
}

#[test]
fn sizes_do_not_depend_on_earlier_rows() {
    let input = everything();
    let sizes = |records: usize| {
        let mut columns = Columns::pages(&Fields::default());
        let error = wrong_line();
        reader().read(&input, |page| {
            for index in 0..records {
                if index % 2 == 0 {
                    columns.push(PageRecord::new(&input, page)).expect("a record fits");
                } else {
                    columns.push(ErrorRecord(&error)).expect("a record fits");
                }
            }
        });
        columns.bytes()
    };
    assert_eq!(sizes(4), 2 * sizes(2));
    assert_eq!(sizes(5) - sizes(4), sizes(1));
}
