//! The examples: their source is compiled into this program, and their output is compared.

use std::fs;
use tagrake_bulk::input::Inputs;
use tagrake_testsupport::warc_files::html_response;
use tempfile::TempDir;

#[allow(dead_code, reason = "the tests call another function than main")]
#[path = "../../examples/map_archive.rs"]
mod map_archive;

#[cfg(feature = "columns")]
#[allow(dead_code, reason = "the tests call another function than main")]
#[path = "../../examples/own_columns.rs"]
mod own_columns;

#[cfg(feature = "columns")]
#[allow(dead_code, reason = "the tests call another function than main")]
#[path = "../../examples/metadata_parquet.rs"]
mod metadata_parquet;

/// Returns a folder with an archive of two pages, and the offset of the second one.
fn archive() -> (TempDir, usize) {
    let first = html_response("http://e.org/1", b"<title>One</title><a href='#top'>to the top</a><a href='#x'></a>");
    let second = html_response("http://e.org/2", b"<p>one two");
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.warc"), [&first[..], &second].concat()).expect("a file");
    (folder, first.len())
}

#[test]
fn map_archive_prints_a_line_for_each_page() {
    let (folder, second) = archive();
    let missing = folder.path().join("none.warc");
    let mut out = Vec::new();
    let inputs = Inputs::new([folder.path().join("a.warc"), missing.clone()]);
    map_archive::print(inputs, &mut out).expect("a run");
    let expected = format!(
        "0\thttp://e.org/1\t3\tOne\n{second}\thttp://e.org/2\t2\t-\n# {}: No such file or directory\n",
        missing.display()
    );
    assert_eq!(String::from_utf8(out).expect("text"), expected);
}

#[cfg(feature = "columns")]
fn batch(parquet: Vec<u8>) -> arrow_array::RecordBatch {
    let reader = parquet::arrow::arrow_reader::ParquetRecordBatchReader::try_new(bytes::Bytes::from(parquet), 1024);
    let mut batches = reader.expect("a Parquet file").map(|batch| batch.expect("a batch"));
    batches.next().expect("a batch")
}

#[cfg(feature = "columns")]
#[test]
fn own_columns_writes_them_beside_the_columns_of_pages() {
    use arrow_array::cast::AsArray;
    use arrow_array::types::Int64Type;

    let (folder, _) = archive();
    let batch = batch(own_columns::write(Inputs::new([folder.path()]), Vec::new()).expect("a run"));
    let names: Vec<_> = batch.schema().fields().iter().map(|field| field.name().clone()).collect();
    assert_eq!(names, ["url", "title", "bytes", "anchors"]);
    assert!(batch["title"].as_string::<i32>().iter().eq([Some("One"), None]));
    assert!(batch["bytes"].as_primitive::<Int64Type>().iter().eq([Some(64), Some(10)]));
    let anchors: Vec<Vec<String>> = batch["anchors"]
        .as_list::<i32>()
        .iter()
        .map(|list| list.expect("a list").as_string::<i32>().iter().flatten().map(str::to_owned).collect())
        .collect();
    assert_eq!(anchors, [vec!["top".to_owned(), "x".to_owned()], vec![]]);
}

#[cfg(feature = "columns")]
#[test]
fn metadata_parquet_has_the_word_counts() {
    use arrow_array::cast::AsArray;
    use arrow_array::types::Int32Type;

    let (folder, _) = archive();
    let (parquet, pages) = metadata_parquet::write(Inputs::new([folder.path()]), Vec::new()).expect("a run");
    let batch = batch(parquet);
    assert_eq!(pages, 2);
    assert!(batch["title"].as_string::<i32>().iter().eq([Some("One"), None]));
    assert!(batch["word_count"].as_primitive::<Int32Type>().iter().eq([Some(3), Some(2)]));
}
