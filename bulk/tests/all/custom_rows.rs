//! Rows of a program's own columns, alone and beside the columns of other rows, in every format.

use crate::support::kept_rows::{KeptRows, output};
use serde_json::{Value, json};
use std::fs;
use tagrake_bulk::input::{FetchTime, Inputs};
use tagrake_bulk::output::{Block, Encoder, FileFormat, Format, OutputError, OutputOptions, Product, Writer};
use tagrake_bulk::pipeline::{ErrorPolicy, Extraction, ReadPage, Run, RunOptions};
use tagrake_bulk::row::{CustomRow, CustomValue};
use tagrake_bulk::schema::{ColumnError, CustomColumns, Table, Type};
use tagrake_bulk::{Fields, ReaderOptions, RowError};

/// A row type of a program.
struct Visit {
    page: &'static str,
    count: u32,
    share: Option<f64>,
    is_new: bool,
    time: &'static str,
}

const VISITS: [Visit; 2] = [
    Visit { page: "a \"b\",\n\u{e9}", count: 7, share: Some(0.5), is_new: true, time: "2026-11-21T13:17:05.25Z" },
    Visit { page: "", count: u32::MAX, share: None, is_new: false, time: "1969-12-31T23:59:59Z" },
];

/// The columns of a visit, which all formats can hold.
const COLUMNS: [(&str, Type); 6] = [
    ("page", Type::String),
    ("count", Type::Int64),
    ("share", Type::Double),
    ("is_new", Type::Bool),
    ("time", Type::Timestamp),
    ("small", Type::Int32),
];

/// Columns that only formats of columns can hold.
#[cfg(feature = "columns")]
const NESTED: [(&str, Type); 2] = [("bytes", Type::Binary), ("names", Type::List(&Type::String))];

fn row(columns: &CustomColumns, visit: &Visit) -> Result<CustomRow, RowError> {
    let mut row = CustomRow::new(columns);
    // The order does not count.
    row.put("time", FetchTime::of_warc_date(visit.time))?;
    row.put("is_new", visit.is_new)?;
    row.put("share", visit.share)?;
    row.put("count", visit.count)?;
    row.put("page", visit.page)?;
    row.put("small", -1)?;
    Ok(row)
}

fn write(options: &OutputOptions, rows: &[CustomRow]) -> Vec<u8> {
    let (mut encoder, mut writer) = (Encoder::new(options), Writer::new(options, Vec::new()).expect("a file"));
    for row in rows {
        encoder.push_custom(row).expect("a row");
    }
    writer.append(encoder.take(Block::default()).expect("rows")).expect("a file in memory");
    writer.finish().expect("a file in memory")
}

#[test]
fn a_table_of_a_program_is_written_in_each_format_of_lines() {
    let columns = CustomColumns::new(COLUMNS).expect("columns");
    let rows = VISITS.map(|visit| row(&columns, &visit).expect("a row"));
    let text = |format| {
        let options = OutputOptions::of_custom(format, columns.clone()).expect("options");
        String::from_utf8(write(&options, &rows)).expect("text")
    };
    let lines: Vec<Value> =
        text(FileFormat::JsonLines).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let expected = [
        json!({"page": VISITS[0].page, "count": 7, "share": 0.5, "is_new": true, "time": VISITS[0].time, "small": -1}),
        json!({"page": "", "count": u32::MAX, "share": null, "is_new": false, "time": VISITS[1].time, "small": -1}),
    ];
    assert_eq!(lines, expected);
    assert!(text(FileFormat::JsonLines).starts_with("{\"page\":\"a \\\"b\\\",\\n\u{e9}\",\"count\":7,"));
    assert_eq!(
        text(FileFormat::Csv),
        "page,count,share,is_new,time,small\r\n\"a \"\"b\"\",\n\u{e9}\",7,0.5,true,2026-11-21T13:17:05.25Z,-1\r\n\
         ,4294967295,,false,1969-12-31T23:59:59Z,-1\r\n"
    );
    assert_eq!(
        text(FileFormat::Tsv),
        "page\tcount\tshare\tis_new\ttime\tsmall\na \"b\",\\n\u{e9}\t7\t0.5\ttrue\t2026-11-21T13:17:05.25Z\t-1\n\
         \t4294967295\t\tfalse\t1969-12-31T23:59:59Z\t-1\n"
    );
}

#[cfg(feature = "columns")]
#[test]
fn a_table_of_a_program_is_written_in_each_format_of_columns() {
    use arrow_array::RecordBatch;
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Float64Type, Int32Type, Int64Type, TimestampMicrosecondType};

    let columns = CustomColumns::new(COLUMNS.into_iter().chain(NESTED)).expect("columns");
    let mut rows = VISITS.map(|visit| row(&columns, &visit).expect("a row"));
    rows[0].put("names", vec!["x", "y"]).expect("a list");
    rows[0].put("bytes", CustomValue::Bytes(vec![0, 255])).expect("bytes");
    rows[1].put("names", Vec::<String>::new()).expect("a list");
    for format in [FileFormat::Arrow, FileFormat::Parquet] {
        let options = OutputOptions::of_custom(format, columns.clone()).expect("options");
        let file = write(&options, &rows);
        let batches: Vec<RecordBatch> = match format {
            FileFormat::Arrow => {
                let reader = arrow_ipc::reader::StreamReader::try_new(&file[..], None).expect("a stream");
                reader.map(|batch| batch.expect("a batch")).collect()
            }
            _ => {
                let reader =
                    parquet::arrow::arrow_reader::ParquetRecordBatchReader::try_new(bytes::Bytes::from(file), 1024);
                reader.expect("a file").map(|batch| batch.expect("a batch")).collect()
            }
        };
        let [batch] = &batches[..] else { panic!("{} batches", batches.len()) };
        let column = |name: &str| batch.column_by_name(name).expect(name).clone();
        assert_eq!(batch.num_columns(), COLUMNS.len() + NESTED.len());
        assert!(column("page").as_string::<i32>().iter().eq(VISITS.iter().map(|visit| Some(visit.page))));
        assert!(column("count").as_primitive::<Int64Type>().iter().eq([Some(7), Some(i64::from(u32::MAX))]));
        assert!(column("share").as_primitive::<Float64Type>().iter().eq([Some(0.5), None]));
        assert!(column("is_new").as_boolean().iter().eq([Some(true), Some(false)]));
        let times = [1_795_267_025_250_000, -1_000_000].map(Some);
        assert!(column("time").as_primitive::<TimestampMicrosecondType>().iter().eq(times));
        assert!(column("small").as_primitive::<Int32Type>().iter().eq([Some(-1), Some(-1)]));
        assert!(column("bytes").as_binary::<i32>().iter().eq([Some(&[0, 255][..]), None]));
        let names: Vec<Vec<String>> = column("names")
            .as_list::<i32>()
            .iter()
            .map(|list| list.expect("a list").as_string::<i32>().iter().flatten().map(str::to_owned).collect())
            .collect();
        assert_eq!(names, [vec!["x".to_owned(), "y".to_owned()], vec![]]);
    }
}

#[test]
fn wrong_names_types_and_columns_are_errors_that_name_both() {
    let columns = CustomColumns::new([
        ("id", Type::String),
        ("n", Type::Int32),
        ("when", Type::Timestamp),
        ("list", Type::List(&Type::Int64)),
    ])
    .expect("columns");
    let mut row = CustomRow::new(&columns);
    let mut error = |name: &str, value: CustomValue| row.put(name, value).expect_err(name).to_string();
    for (name, value, message) in [
        ("source", 1.5.into(), "no column is named 'source': the columns are id, n, when, list"),
        ("ID", "x".into(), "no column is named 'ID': the columns are id, n, when, list"),
        ("id", 1.5.into(), "the column 'id' holds text, found the floating-point number 1.5"),
        ("n", "7".into(), "the column 'n' holds an integer of 32 bits, found the text \"7\""),
        ("n", (1_i64 << 40).into(), "the column 'n' holds an integer of 32 bits, found the integer 1099511627776"),
        ("when", "2026".into(), "the column 'when' holds a time, found the text \"2026\""),
        ("list", 1.into(), "the column 'list' holds a list, each item an integer, found the integer 1"),
        (
            "list",
            vec![1.5].into(),
            "the column 'list' holds a list, each item an integer, found a list that begins with the floating-point number 1.5",
        ),
        (
            "list",
            vec![Some(1), None].into(),
            "the column 'list' holds a list, each item an integer, found a list that begins with the integer 1",
        ),
    ] as [(&str, CustomValue, &str); 9]
    {
        assert_eq!(error(name, value), message);
    }
    // Nothing was put in.
    assert!(["id", "n", "when", "list"].iter().all(|name| row.get(name) == Some(&CustomValue::Null)));

    let other = CustomRow::new(&CustomColumns::new([("a", Type::Int64)]).expect("columns"));
    let ours = CustomColumns::new([("own", Type::String)]).expect("columns");
    for format in Product::Pages.formats().map(Format::file_format) {
        let mut encoder = Encoder::new(&OutputOptions::of_custom(format, ours.clone()).expect("options"));
        let expected = RowError::OtherColumns { found: "a".into(), expected: "own".into() };
        assert_eq!(encoder.push_custom(&other), Err(expected.clone()), "{format:?}");
        assert_eq!(encoder.set_custom(Some(&other)), Err(expected), "{format:?}");
        assert_eq!(encoder.take(Block::default()).expect("a block").rows(), 0);
        let options = OutputOptions::new(Product::Pages, format).expect("options").with_custom(ours.clone());
        let error = Encoder::new(&options.expect("columns").with_fields(Fields::only("url").expect("a key")))
            .push_custom(&CustomRow::new(&ours))
            .expect_err("the rows have keys");
        assert_eq!(error.to_string(), "expected a row of the table \"pages\", found one of \"custom columns\"");
    }
}

#[test]
fn columns_that_cannot_be_written_are_refused() {
    let new = |columns: &[(&str, Type)]| CustomColumns::new(columns.iter().copied());
    let messages = [
        (new(&[("", Type::String)]), "a column has no name"),
        (new(&[("a", Type::String), ("A", Type::Bool)]), "the column 'A' is named twice"),
        (
            new(&[("a", Type::Json)]),
            "the column 'a' cannot hold JSON: use String, Bool, Int32, Int64, Double, Timestamp, Binary, or a List of one of them",
        ),
        (
            new(&[("a", Type::List(&Type::List(&Type::Bool)))]),
            "the column 'a' cannot hold a list, each item a list, each item a boolean: use String, Bool, Int32, Int64, Double, \
             Timestamp, Binary, or a List of one of them",
        ),
    ];
    for (columns, message) in messages {
        assert_eq!(columns.expect_err(message).to_string(), message);
    }
    let bytes = new(&[("b", Type::List(&Type::Binary))]).expect("columns");
    for (format, message) in [
        (FileFormat::JsonLines, "the column 'b' holds bytes, which JSON lines cannot hold: use Parquet or Arrow"),
        (FileFormat::Tsv, "the column 'b' is a list, which TSV cannot hold"),
    ] {
        assert_eq!(OutputOptions::of_custom(format, bytes.clone()).expect_err(message).to_string(), message);
    }
    let text = new(&[("URL", Type::String)]).expect("columns");
    let records = OutputOptions::new(Product::Records, FileFormat::JsonLines).expect("options");
    let error = records.with_custom(text.clone()).expect_err("records");
    assert_eq!(error.to_string(), "records have no custom columns: use pages, links, blocks, tables or items");
    // Also if the keys are set later.
    let pages = output(Product::Pages, FileFormat::JsonLines).with_fields(Fields::none());
    let later = pages.with_custom(text).expect("no key").with_fields(Fields::only("url").expect("a key"));
    let taken = ColumnError::Taken { table: Table::Pages, name: "URL".to_owned() };
    assert!(matches!(Writer::new(&later, Vec::new()).err(), Some(OutputError::Column(error)) if error == taken));
}

#[test]
fn a_run_has_the_columns_of_a_program_beside_the_keys_of_rows() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = "{\"id\": 1, \"html\": \"<title>T</title><a href=/a>b</a><a href=/c>d</a>\"}\n{\"id\": 2}\n\
                 {\"id\": 3, \"html\": \"<title>bad</title><a href=/e>f</a>\"}\n{\"id\": 4, \"html\": \"<a href=/g>\"}\n";
    fs::write(folder.path().join("a.jsonl"), lines).expect("a file");
    let columns = CustomColumns::new([("bytes", Type::Int64), ("first", Type::String)]).expect("columns");
    let fill = |page: &ReadPage<'_>, row: &mut CustomRow| {
        if page.page.title == Some("bad") {
            return row.put("first", 1);
        }
        row.put("first", page.page.title)?;
        row.put("bytes", page.html.len())
    };
    for (product, fields, expected) in [
        (
            Product::Pages,
            Fields::only("id,title").expect("keys"),
            vec![
                json!({"id": 1, "title": "T", "bytes": 48, "first": "T"}),
                json!({"id": 2, "v": 1, "url": null, "error": "neither html nor html_base64", "bytes": null, "first": null}),
                json!({"id": 3, "v": 1, "url": null, "error": "the column 'first' holds text, found the integer 1", "bytes": null, "first": null}),
                json!({"id": 4, "title": null, "bytes": 11, "first": null}),
            ],
        ),
        (
            Product::Links,
            // The closure sees the title, although no row has metadata.
            Fields::only_of(Table::Links, "id,raw").expect("keys"),
            vec![
                json!({"id": 1, "raw": "/a", "bytes": 48, "first": "T"}),
                json!({"id": 1, "raw": "/c", "bytes": 48, "first": "T"}),
                json!({"id": 4, "raw": "/g", "bytes": 11, "first": null}),
            ],
        ),
    ] {
        for threads in [1, 2] {
            let output = output(product, FileFormat::JsonLines).with_fields(fields);
            let output = output.with_custom(columns.clone()).expect("columns");
            let mut rows = KeptRows::new(&output);
            let options = RunOptions { threads, errors: ErrorPolicy::Record, ..RunOptions::default() };
            Run::new(Extraction::new(ReaderOptions::default(), output), options)
                .read_with(Inputs::new([folder.path()]), fill, &mut rows)
                .expect("a run");
            let (text, errors) = rows.finish_text();
            let found: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
            assert_eq!(found, expected, "{product:?}, {errors:?}");
        }
    }
}
