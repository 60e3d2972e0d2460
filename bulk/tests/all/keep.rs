//! Kept columns of an index in tables: the Arrow and Parquet files have the columns and values of the JSON lines.
use crate::support::kept_rows::{KeptRows, output};
use arrow_array::cast::AsArray;
use arrow_array::{Array, RecordBatch};
use arrow_ipc::reader::StreamReader;
use arrow_schema::DataType;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::fs;
use tagrake_bulk::input::Inputs;
use tagrake_bulk::output::{FileFormat, Product};
use tagrake_bulk::pipeline::{Extraction, Run, RunOptions};
use tagrake_bulk::schema::{KeptColumns, Table};
use tagrake_bulk::{Fields, ReaderOptions};
use tagrake_testsupport::warc_files::html_response;

fn read(inputs: &Inputs, format: FileFormat) -> Vec<u8> {
    let fields = Fields::only_of(Table::Links, "raw").expect("a key");
    let output = output(Product::Links, format).with_fields(fields).with_kept(inputs.keep.clone());
    let mut rows = KeptRows::new(&output);
    let run = Run::new(Extraction::new(ReaderOptions::default(), output), RunOptions::default());
    run.read(inputs.clone(), &mut rows).expect("a run");
    rows.finish().0
}

/// Returns the rows as in JSON, and asserts the types.
fn lines(batches: &[RecordBatch]) -> String {
    let mut lines = String::new();
    for batch in batches {
        for field in batch.schema().fields() {
            assert_eq!(field.data_type(), &DataType::Utf8, "{field:?}");
            assert_eq!(field.is_nullable(), field.name() != "raw", "{field:?}");
        }
        for row in 0..batch.num_rows() {
            let value = |name: &str| {
                let column = batch.column_by_name(name).expect(name).as_string::<i32>();
                if column.is_null(row) { "null".to_owned() } else { format!("{:?}", column.value(row)) }
            };
            lines += &format!("{{\"raw\":{},\"rank\":{},\"note\":{}}}\n", value("raw"), value("rank"), value("note"));
        }
    }
    lines
}

#[test]
fn tables_have_the_columns_of_json_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.warc"), html_response("http://e.org/", b"<a href=x>1</a><a href=y>2</a>")).expect("a file");
    let record = "{\"filename\":\"a.warc\",\"offset\":0";
    let index = [",\"rank\":1,\"note\":\"a\"}\n", ",\"note\":null}\n", ",\"rank\":null,\"note\":\"\"}\n"];
    fs::write(path("i.jsonl"), index.map(|rest| record.to_owned() + rest).concat()).expect("a file");
    let inputs = Inputs {
        index: Some(path("i.jsonl")),
        base: Some(folder.path().to_owned()),
        keep: KeptColumns::new(Table::Links, &["rank", "note"]).expect("names"),
        ..Inputs::default()
    };
    let json = String::from_utf8(read(&inputs, FileFormat::JsonLines)).expect("text");
    let first = "{\"raw\":\"x\",\"rank\":\"1\",\"note\":\"a\"}\n{\"raw\":\"y\",\"rank\":\"1\",\"note\":\"a\"}\n";
    assert!(json.starts_with(first) && json.ends_with("{\"raw\":\"y\",\"rank\":null,\"note\":\"\"}\n"), "{json}");
    let arrow = read(&inputs, FileFormat::Arrow);
    let batches: Result<Vec<_>, _> = StreamReader::try_new(&*arrow, None).expect("a stream").collect();
    assert_eq!(lines(&batches.expect("batches")), json);
    let parquet = bytes::Bytes::from(read(&inputs, FileFormat::Parquet));
    let reader = ParquetRecordBatchReaderBuilder::try_new(parquet)
        .and_then(ParquetRecordBatchReaderBuilder::build)
        .expect("a file");
    assert_eq!(lines(&reader.collect::<Result<Vec<_>, _>>().expect("batches")), json);
}
