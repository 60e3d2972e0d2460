//! Errors of the interface: each is a type, and names the wrong value and the accepted ones.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::str::FromStr;
use tagrake_bulk::index::IndexedRecords;
use tagrake_bulk::output::{Compression, FileFormat, OutputOptions, Product};
use tagrake_bulk::pipeline::{RunError, Selection};
use tagrake_bulk::row::RowKey;
use tagrake_bulk::schema::{CustomColumns, KeptColumns, SelectedColumns, Table, Type};
use tagrake_bulk::{Fields, InputError, ItemQuery, Language, LinkScope, Profile, RowError, UnknownName};
use tagrake_extract::SelectColumns;

/// Returns the message of an error that a thread can pass on and a `Box` can hold.
fn message<T, E: Error + Send + Sync + Clone + 'static>(result: Result<T, E>) -> String {
    match result {
        Ok(_) => panic!("no error"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn errors_name_the_wrong_value_and_the_accepted_ones() {
    let pages = "the keys are id, source, warc_filename,";
    let title = KeptColumns::new(Table::Links, &["title2"]).expect("a column");
    let columns = SelectColumns::compile(&["title2=h1"]).expect("a column");
    let options = || OutputOptions::new(Product::Pages, FileFormat::Csv).expect("options");
    for (found, value, accepted) in [
        (message(Fields::only("url,ttile")), "'ttile'", pages),
        (message(Fields::only_of(Table::Links, "links")), "no key of links is named 'links'", "page_url"),
        (message(Fields::all_but("nosuch")), "'nosuch'", pages),
        (message(Fields::default().without("nosuch")), "'nosuch'", pages),
        (message(Fields::default().with(Table::Pages, "nosuch")), "'nosuch'", "main_text"),
        (message(Fields::default().with_raw(Table::Pages, "title")), "no raw key of pages", "payload"),
        (message(Fields::default().with_raw(Table::Links, "payload")), "'payload'", "the keys are none"),
        (message("titel".parse::<Fields>()), "'titel'", pages),
        (message(options().with_order(["url", "nosuch"])), "'nosuch'", pages),
        (message(Selection::default().with_mime_types("htlm")), "'htlm'", "use html, all, or types"),
        (message(Selection::default().with_statuses("1000")), "'1000'", "use 200, 2xx or all"),
        (message(Selection::default().with_hosts("http://e.org")), "'http://e.org'", "use example.com"),
        (message(Selection::default().without_hosts("*")), "'*'", "use example.com"),
        (message(Selection::default().with_sample("2")), "'2'", "1/100"),
        (message(Selection::default().with_fetched_from("May")), "'May'", "use 2024, 2024-05"),
        (message(IndexedRecords::of("pages")), "'pages' is no type of records", "expected one of all, "),
        (message("en-US".parse::<Language>()), "'en-US' is no language", "expected one of af, ak, "),
        (message(KeptColumns::new(Table::Pages, &["rank", "Rank"])), "'Rank'", "named twice"),
        (message(KeptColumns::new(Table::Pages, &["title"])), "'title'", "rename the one of the index"),
        (message(SelectedColumns::of(Table::Links, columns.columns(), &Fields::none(), &title)), "'title2'", "choose"),
        (message(CustomColumns::new([("a", Type::Id)])), "'a'", "use String, Bool"),
        (message(ItemQuery::new(&["a b"], &["name"])), "'a b'", "use a name of schema.org"),
        (message(ItemQuery::new(&["Book"], &["a[].b"])), "'a[].b'", "write '[]' only at its end"),
    ] {
        assert!(found.contains(value) && found.contains(accepted), "{found}");
    }
    fn is_error<E: Error + Send + Sync + 'static>() {}
    is_error::<RowError>();
    is_error::<InputError>();
    is_error::<tagrake_bulk::output::OutputError>();
    is_error::<RunError<tagrake_bulk::output::OutputError>>();
}

/// Checks that a value is parsed from its text, and that another text is an error that lists all of them.
fn is_parsed<T: FromStr<Err = UnknownName> + Display + Debug + PartialEq + Clone>(all: &[T]) {
    for value in all {
        assert_eq!(value.to_string().parse().as_ref(), Ok(value));
        assert_eq!(format!("{value:>12}").len(), 12);
    }
    let error = "nosuch".parse::<T>().expect_err("no name");
    assert_eq!(error.accepted().len(), all.len());
    assert!(error.to_string().starts_with("'nosuch' is no "), "{error}");
}

#[test]
fn names_are_parsed_and_displayed() {
    is_parsed(Table::ALL);
    is_parsed(RowKey::ALL);
    is_parsed(Compression::ALL);
    is_parsed(FileFormat::ALL);
    is_parsed(&[LinkScope::External, LinkScope::Internal]);
    is_parsed(&[Profile::Standard, Profile::Crawl]);
    is_parsed(&Language::all().collect::<Vec<_>>());
}

#[cfg(feature = "columns")]
#[test]
fn arrow_and_parquet_are_exported_in_the_version_that_is_used() {
    use tagrake_bulk::arrow_array::{Array, RecordBatch};
    use tagrake_bulk::arrow_ipc::reader::StreamReader;
    use tagrake_bulk::arrow_schema::SchemaRef;
    use tagrake_bulk::columns::Columns;
    use tagrake_bulk::output::{Block, Encoder, OutputError, Writer};

    let batch: RecordBatch = Columns::links().finish().expect("a batch");
    let schema: SchemaRef = batch.schema();
    assert_eq!(batch.column(0).len(), 0);
    let options = OutputOptions::new(Product::Links, FileFormat::Arrow).expect("options");
    let mut writer = Writer::new(&options, Vec::new()).expect("a stream");
    writer.append(Encoder::new(&options).take(Block::default()).expect("a block")).expect("a stream");
    let stream = writer.finish().expect("a stream");
    assert_eq!(StreamReader::try_new(&stream[..], None).expect("a stream").schema(), schema);
    let error = tagrake_bulk::parquet::errors::ParquetError::General("x".to_owned());
    assert!(matches!(OutputError::from(error), OutputError::Parquet(_)));
}
