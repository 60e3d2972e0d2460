//! A requested field has its value with every entry point, whatever the other options are.

use crate::support::everything::everything;
use crate::support::kept_rows::{KeptRows, output};
use crate::support::own_pages::own_pages;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use tagrake::encoding::{Detector, Encoding};
use tagrake_bulk::input::{InputPage, Inputs};
use tagrake_bulk::output::{Block, Encoder, FileFormat, OutputError, OutputOptions, Product};
use tagrake_bulk::pipeline::{ErrorPolicy, Extraction, RowSink, Run, RunOptions, Selection};
use tagrake_bulk::row::{Row, RowKey};
use tagrake_bulk::schema::Table;
use tagrake_bulk::{
    BlockRow, CellRow, Fields, LinkRow, PageRecord, Profile, Reader, ReaderOptions, RowError, TextKind, TextOptions,
};
use tagrake_extract::{Blocks, Context, ExtractOptions, Extractor, Page, Part, View};
use tagrake_testsupport::full_pages;

/// The fields that only an index gives to a page.
const OF_INDEX: [&str; 1] = ["content_charset"];

/// Returns the names of the fields that JSON can hold.
fn names(table: Table) -> impl Iterator<Item = &'static str> {
    table.fields().iter().chain(table.fields_on_request()).map(|field| field.name)
}

fn all_of(table: Table) -> Fields {
    Fields::only_of(table, &names(table).collect::<Vec<_>>().join(",")).expect("names of fields")
}

/// Returns true for a value that a page without it does not have.
fn is_value(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Null) => false,
        Some(Value::Array(items)) => !items.is_empty(),
        Some(Value::Object(members)) => !members.is_empty(),
        Some(_) => true,
    }
}

/// Returns the rows of a run with default options.
fn run(folder: &Path, product: Product, fields: &Fields) -> Vec<Value> {
    let output = output(product, FileFormat::JsonLines).with_fields(*fields);
    let options =
        RunOptions { threads: 2, errors: ErrorPolicy::Record, selection: Selection::all(), ..RunOptions::default() };
    let mut rows = KeptRows::new(&output);
    Run::new(Extraction::new(ReaderOptions::default(), output), options)
        .read(Inputs::new([folder]), &mut rows)
        .expect("a run");
    rows.finish_text().0.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn a_run_extracts_what_each_field_needs() {
    let folder = tempfile::tempdir().expect("a folder");
    full_pages::write(folder.path());
    for (product, table) in [
        (Product::Pages, Table::Pages),
        (Product::Links, Table::Links),
        (Product::Blocks, Table::Blocks),
        (Product::Tables, Table::Tables),
        (Product::Items, Table::Items),
    ] {
        let complete = run(folder.path(), product, &all_of(table));
        let has_value = |name: &&str| complete.iter().any(|row| is_value(row.get(*name)));
        let without: Vec<_> = names(table).filter(|name| !has_value(name) && !OF_INDEX.contains(name)).collect();
        assert!(without.is_empty(), "no row of {table:?} has the fields {without:?}");
        for name in names(table) {
            let alone = run(folder.path(), product, &Fields::only_of(table, name).expect(name));
            let values = |rows: &[Value]| rows.iter().map(|row| row.get(name).cloned()).collect::<Vec<_>>();
            assert_eq!(values(&alone), values(&complete), "{table:?} {name}");
        }
    }
}

/// Returns a page with every feature, pages with main content, and our own pages.
fn pages() -> Vec<InputPage> {
    let mut pages = vec![everything()];
    for html in [full_pages::POST, full_pages::LINKS] {
        let mut page = InputPage::new("post.html", html.as_bytes().to_vec());
        page.url = Some("https://blog.example.com/2026/11/01/ferries".to_owned());
        pages.push(page);
    }
    pages.extend(own_pages());
    pages
}

/// Returns the rows of a page with the keys of `fields`.
fn rows(table: Table, input: &InputPage, page: &Page<'_>, fields: &Fields) -> Vec<Result<String, RowError>> {
    let main = page.blocks.as_ref().and_then(|blocks| blocks.view(View::default()));
    match table {
        Table::Links => page.links.iter().map(|link| LinkRow::new(input, page, link).to_json(fields)).collect(),
        Table::Blocks => {
            let blocks = page.blocks.iter().flat_map(Blocks::iter);
            blocks.map(|block| BlockRow::new(input, page, block, main).to_json(fields)).collect()
        }
        Table::Tables => {
            let cells = page.blocks.iter().flat_map(Blocks::tables);
            let cells = cells.flat_map(|table| table.cells().map(move |cell| (table, cell)));
            cells.map(|(table, cell)| CellRow::new(input, page, table, cell).to_json(fields)).collect()
        }
        _ => vec![PageRecord::new(input, page).to_json(fields)],
    }
}

/// Returns the rows of all pages with the values of one field, by a reader and by an extractor.
fn by_reader_and_extractor(table: Table, pages: &[InputPage], fields: &Fields) -> [Vec<String>; 2] {
    let mut reader = Reader::new(ReaderOptions::default().with_fields(table, fields));
    let mut extractor = Extractor::new(fields.extract_options(table));
    let (mut of_reader, mut of_extractor) = (Vec::new(), Vec::new());
    for input in pages {
        of_reader.extend(reader.read(input, |page| rows(table, input, page, fields)));
        let headers: Vec<_> = input.headers.iter().map(|(name, value)| (&**name, &**value)).collect();
        let context = Context::default()
            .with_url(input.url.as_deref())
            .with_content_type(input.content_type.as_deref())
            .with_redirect(input.capture.as_ref().filter(|capture| capture.fetch_status == Some(301)).map(|_| "/r"))
            .with_headers(&headers);
        of_extractor.extend(rows(table, input, &extractor.extract(&input.html, &context), fields));
    }
    [of_reader, of_extractor].map(|rows| rows.into_iter().map(|row| row.expect("a row")).collect())
}

#[test]
fn a_reader_and_an_extractor_extract_what_each_field_needs() {
    let pages = pages();
    for table in [Table::Pages, Table::Links, Table::Blocks, Table::Tables] {
        let [complete, _] = by_reader_and_extractor(table, &pages, &all_of(table));
        let complete: Vec<Value> = complete.iter().map(|row| serde_json::from_str(row).expect("JSON")).collect();
        for name in names(table) {
            let fields = Fields::only_of(table, name).expect(name);
            let value = |row: &Value| row.get(name).cloned();
            let expected: Vec<_> = complete.iter().map(value).collect();
            for rows in by_reader_and_extractor(table, &pages, &fields) {
                let found: Vec<_> = rows.iter().map(|row| value(&serde_json::from_str(row).expect("JSON"))).collect();
                assert_eq!(found, expected, "{table:?} {name}");
            }
        }
    }
}

#[test]
fn a_page_that_was_read_without_a_part_has_no_rows_with_it() {
    let input = InputPage::new("-", b"<title>T</title><a href=/a>one two".to_vec());
    let fields = Fields::only("title,main_markdown").expect("keys");
    let mut reader = Reader::new(ReaderOptions::default());
    let expected = RowError::NotRead { key: "main_markdown", part: Part::Main };
    reader.read(&input, |page| {
        assert_eq!(PageRecord::new(&input, page).to_json(&fields), Err(expected.clone()));
        let row = LinkRow::new(&input, page, &page.links[0]);
        let in_main = Fields::only_of(Table::Links, "in_main").expect("a key");
        assert_eq!(row.to_json(&in_main), Err(RowError::NotRead { key: "in_main", part: Part::Main }));
        for format in Product::Pages.formats() {
            let options = OutputOptions::from(format).with_fields(fields);
            let mut encoder = Encoder::new(&options);
            assert_eq!(encoder.push(PageRecord::new(&input, page)), Err(expected.clone()), "{format:?}");
        }
    });
    let blocks = ReaderOptions::default().with_fields(Table::Blocks, &Fields::default());
    Reader::new(blocks).read(&input, |page| {
        let error = PageRecord::new(&input, page)
            .to_json(&Fields::only("title").expect("a key"))
            .expect_err("a part is missing");
        assert!(error.to_string().starts_with("the key 'title' needs the metadata"), "{error}");
    });
}

#[test]
fn a_copy_of_a_page_has_the_rows_of_the_page() {
    let input = InputPage::new("-", full_pages::POST.as_bytes().to_vec());
    let fields = all_of(Table::Pages);
    let mut extractor = Extractor::new(fields.extract_options(Table::Pages));
    let page = extractor.extract(&input.html, &Context::default());
    let json = |page: &Page<'_>| PageRecord::new(&input, page).to_json(&fields).expect("a row");
    let expected = json(&page);
    let copy = page.to_owned();
    assert_eq!(json(copy.page()), expected);
}

/// Texts and the languages that name files are extracted too.
#[test]
fn a_run_extracts_the_text_of_its_kind_and_the_language_of_its_files() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.html"), "<html lang=de><h1>Eins</h1><p>zwei").expect("a file");
    let texts = |kind| {
        let output = output(Product::Text, FileFormat::Text).with_row_keys(&[RowKey::Lang]);
        let extraction = Extraction::new(ReaderOptions::default(), output.clone());
        let run =
            Run::new(extraction.with_texts(TextOptions { kind, ..TextOptions::default() }), RunOptions::default());
        let mut rows = Languages(KeptRows::new(&output), Vec::new());
        run.read(Inputs::new([folder.path()]), &mut rows).expect("a run");
        (rows.0.finish_text().0, rows.1)
    };
    let languages = vec![Some("de".to_owned())];
    assert_eq!(texts(TextKind::Visible), ("Eins\nzwei\n".to_owned(), languages.clone()));
    assert_eq!(texts(TextKind::Markdown), ("# Eins\n\nzwei\n".to_owned(), languages));
}

/// Keeps the rows, and the languages by which they would be divided.
struct Languages(KeptRows, Vec<Option<String>>);

impl RowSink for Languages {
    type Error = OutputError;

    fn rows(&mut self, block: Block) -> Result<Block, Self::Error> {
        self.1.extend(block.values().map(|(values, _)| values.get(0).map(str::to_owned)));
        self.0.rows(block)
    }
}

/// The options of the extraction count for a reader as for an extractor.
#[test]
fn a_reader_has_the_scripting_flag_and_the_detector_of_the_extraction() {
    let html = b"<title>\xEC\xE8\xF0</title><noscript><a href=x></a></noscript>";
    let russian: Arc<Detector<'static>> =
        Arc::new(|_: &[u8], _: Option<&str>| Encoding::for_label(b"windows-1251").expect("a label"));
    let input = InputPage::new("-", html.to_vec());
    for scripting in [false, true] {
        for detector in [None, Some(&russian)] {
            let extract = ExtractOptions::default().with_scripting(scripting).with_detector(detector.cloned());
            let mut extractor = Extractor::new(extract.clone());
            let page = extractor.extract(html, &Context::default());
            let expected = (page.links.len(), page.title.map(str::to_owned));
            assert_eq!(expected.0, usize::from(!scripting));
            let mut reader = Reader::new(ReaderOptions { extract, ..ReaderOptions::default() });
            let mut read =
                |input: &InputPage| reader.read(input, |page| (page.links.len(), page.title.map(str::to_owned)));
            assert_eq!(read(&input), expected);
            // A page can set its own.
            let mut own = input.clone();
            (own.scripting, own.profile) = (Some(!scripting), Some(Profile::Standard));
            assert_eq!(read(&own), (usize::from(scripting), Some("ìèð".to_owned())));
            assert_eq!(read(&input), expected);
        }
    }
}
