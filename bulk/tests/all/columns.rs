//! Columns hold the same values as JSON: for all cases, our own pages, and a page with every feature.
use crate::support::all_pages::all_pages;
use crate::support::columns::compare;
use crate::support::everything::everything;
use crate::support::rows::{json, json_of};
use tagrake_bulk::columns::Columns;
use tagrake_bulk::input::{InputPage, json_lines};
use tagrake_bulk::schema::{ON_REQUEST, PAGE, Table};
use tagrake_bulk::{ErrorRecord, Fields, InputError, LinkRow, PageRecord, Reader, ReaderOptions};
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
    for fields in [
        Fields::default(),
        Fields::all_but("links").expect("a key"),
        Fields::only("url,title,links,error").expect("keys"),
    ] {
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
    let mut reader = Reader::new(ReaderOptions::default().with_fields(Table::Pages, &fields));
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
