use super::limits::MAX_PAGES_BYTES;
use super::{RowGroups, catch, store};
use crate::input::index::index_row::{IndexRow, OtherColumns};
use crate::input::index::record_index::RecordIndex;
use crate::input::sources::list_file::{self, ListKind};
use crate::input::{RecordAddress, RemoteOptions};
use crate::schema::{KeptColumns, Table};
use arrow_array::builder::StringBuilder;
use arrow_array::types::Int8Type;
use arrow_array::{
    ArrayRef, BinaryArray, BooleanArray, Decimal128Array, DictionaryArray, Float64Array, Int32Array, Int64Array,
    LargeStringArray, RecordBatch, StringArray, StructArray, UInt64Array,
};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder};
use std::fs::{self, File};
use std::io::{Seek, Write};
use std::path::PathBuf;
use std::sync::Arc;

fn properties() -> WriterPropertiesBuilder {
    WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default()))
}

fn parquet(columns: &[(&str, ArrayRef)], properties: WriterPropertiesBuilder) -> Vec<u8> {
    let batch = RecordBatch::try_from_iter(columns.iter().cloned()).expect("columns");
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties.build())).expect("a schema");
    writer.write(&batch).expect("memory");
    writer.into_inner().expect("memory")
}

fn text<'t>(values: impl IntoIterator<Item = &'t str>) -> ArrayRef {
    Arc::new(values.into_iter().map(Some).collect::<StringArray>())
}

fn numbers(values: impl IntoIterator<Item = i64>) -> ArrayRef {
    Arc::new(values.into_iter().map(Some).collect::<Int64Array>())
}

/// Reads an index. A row is its file, offset, length, URL and kept values.
fn read_kept(index: &[u8], keep: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("i");
    fs::write(&path, index).expect("a file");
    read_file(path, keep)
}

fn read_file(path: PathBuf, keep: &[&str]) -> Vec<String> {
    let keep = KeptColumns::new(Table::Links, keep).expect("names");
    let row = |address: RecordAddress| {
        let mut row = format!("{} {}", address.file, address.offset);
        row.extend(address.length.map(|length| format!("+{length}")));
        row.extend(address.url.iter().map(|url| format!(" {url}")));
        row.extend(keep.values(address.kept.as_ref()).map(|value| format!(" {value:?}")));
        row
    };
    let index = RecordIndex::open(path, None, keep.clone(), &RemoteOptions::default(), None);
    let shown = |error: crate::InputError| {
        let message = error.to_string();
        assert!(message.len() < 1500, "{} bytes", message.len());
        message.rsplit('/').next().unwrap_or_default().to_owned()
    };
    index.map(|address| address.map_or_else(shown, row)).collect()
}

fn read(index: &[u8]) -> Vec<String> {
    read_kept(index, &[])
}

#[test]
fn a_page_over_the_limit_is_refused_before_it_is_decompressed() {
    let length = usize::try_from(MAX_PAGES_BYTES).expect("a size") + 1;
    let mut url = StringBuilder::new();
    url.append_value("x".repeat(length));
    let columns = [("filename", text(["a"])), ("offset", numbers([0])), ("url", Arc::new(url.finish()) as ArrayRef)];
    let bomb = parquet(&columns, properties().set_dictionary_enabled(false));
    assert!(bomb.len() < 100_000, "{} bytes", bomb.len());
    let [error] = &read(&bomb)[..] else { panic!("one error is expected") };
    assert!(
        error.starts_with("i: row group 1: a page has 3") && error.ends_with("bytes, more than 33554432"),
        "{error}"
    );
}

/// Each row repeats a long value of the dictionary: a batch of 1,024 rows would take 920 MB.
#[test]
fn a_batch_has_few_rows_of_long_values() {
    let long = "x".repeat(900_000);
    let columns = [("filename", text(["a", &long].into_iter().cycle().take(200))), ("offset", numbers(0..200))];
    let index = parquet(&columns, properties());
    let rows = read(&index);
    assert_eq!(rows.len(), 200);
    assert_eq!(rows[..2], ["a 0", "i:2: the name of the file is longer than 65536 bytes"]);
    assert_eq!(rows[198], "a 198");
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(&index).expect("a file");
    let mut others = OtherColumns::default();
    let (mut groups, _) = RowGroups::open::<IndexRow>(file, &KeptColumns::default(), &mut others).expect("an index");
    let batch = groups.batch().expect("a row group").expect("a batch");
    assert!((1..=9).contains(&batch.num_rows()), "{} rows", batch.num_rows());
}

#[test]
fn a_value_that_is_longer_than_a_line_ends_the_index() {
    let long = "x".repeat((1 << 20) + 1);
    let columns = [("filename", text(["a", &long, "b"])), ("offset", numbers([0, 1, 2]))];
    let expected = ["a 0", "i:2: the value of 'filename' is longer than 1048576 bytes"];
    assert_eq!(read(&parquet(&columns, properties())), expected);
    let url = "u".repeat((16 << 10) + 1);
    let columns = [("filename", text(["a", "b"])), ("offset", numbers([0, 2])), ("url", text([&*url, "u"]))];
    assert_eq!(read(&parquet(&columns, properties())), ["i:1: the URL is longer than 16384 bytes", "b 2 u"]);
}

#[test]
fn all_encodings_and_row_groups_are_read() {
    let names: Vec<String> = (0..3000).map(|number| format!("crawl-{:04}.warc.gz", number / 3)).collect();
    let columns = [
        ("filename", text(names.iter().map(String::as_str))),
        ("offset", numbers(0..3000)),
        ("length", numbers(1..3001)),
    ];
    let expected: Vec<String> =
        names.iter().enumerate().map(|(number, name)| format!("{name} {number}+{}", number + 1)).collect();
    for compression in [Compression::UNCOMPRESSED, Compression::SNAPPY, Compression::GZIP(Default::default())] {
        for encoding in [Encoding::PLAIN, Encoding::DELTA_LENGTH_BYTE_ARRAY, Encoding::DELTA_BYTE_ARRAY] {
            for version in [
                parquet::file::properties::WriterVersion::PARQUET_1_0,
                parquet::file::properties::WriterVersion::PARQUET_2_0,
            ] {
                let properties = WriterProperties::builder()
                    .set_compression(compression)
                    .set_writer_version(version)
                    .set_dictionary_enabled(false)
                    .set_column_encoding("filename".into(), encoding)
                    .set_data_page_row_count_limit(700)
                    .set_max_row_group_row_count(Some(1000));
                assert!(read(&parquet(&columns, properties)) == expected, "{compression} {encoding} {version:?}");
            }
        }
        assert!(read(&parquet(&columns, WriterProperties::builder().set_compression(compression))) == expected);
    }
}

#[test]
fn columns_are_found_by_their_complete_names() {
    let nested = StructArray::from(vec![(
        Arc::new(arrow_schema::Field::new("filename", arrow_schema::DataType::Utf8, true)),
        text(["nested"]),
    )]);
    let columns = [
        ("meta", Arc::new(nested) as ArrayRef),
        ("meta.filename", text(["dotted"])),
        ("filename", text(["a"])),
        ("meta.lang", text(["en"])),
        ("offset", numbers([7])),
    ];
    let index = parquet(&columns, properties());
    assert_eq!(read_kept(&index, &["meta.lang", "meta.filename"]), ["a 7 Some(\"en\") Some(\"dotted\")"]);
    assert_eq!(read_kept(&index, &["lang"]), ["i: no column is named 'lang'"]);
    let [error] = &read_kept(&index, &["meta"])[..] else { panic!("one error is expected") };
    assert!(error.starts_with("i: the column 'meta' is of the type Struct("), "{error}");
}

#[test]
fn columns_of_other_types_are_read_or_refused() {
    let binary: ArrayRef = Arc::new(BinaryArray::from_vec(vec![b"a", b"\xFF"]));
    let rows = read(&parquet(&[("filename", binary), ("offset", text(["7", " 18446744073709551615"]))], properties()));
    assert_eq!(rows, ["a 7", "i:2: the value of 'filename' is not UTF-8"]);
    let large: ArrayRef = Arc::new(LargeStringArray::from(vec!["a", "b"]));
    let unsigned: ArrayRef = Arc::new(UInt64Array::from(vec![Some(u64::MAX), None]));
    let rows = read(&parquet(&[("filename", large), ("offset", unsigned)], properties()));
    assert_eq!(rows, ["a 18446744073709551615", "i:2: the value of 'offset' is missing"]);
    let small: ArrayRef = Arc::new(Int32Array::from(vec![Some(-1), Some(2), Some(3)]));
    let files: ArrayRef = Arc::new(StringArray::from(vec![Some("a"), Some("b"), None]));
    let rows = read(&parquet(&[("filename", files), ("offset", small)], properties()));
    let expected =
        ["i:1: the offset \"-1\" is not a number of bytes", "b 2", "i:3: the value of 'filename' is missing"];
    assert_eq!(rows, expected);
    let floats: ArrayRef = Arc::new(Float64Array::from(vec![1.0, 1.5, 9e15]));
    let rows = read(&parquet(&[("filename", text(["a", "b", "c"])), ("offset", floats)], properties()));
    assert_eq!(rows, ["a 1", "i:2: the offset \"1.5\" is not a number of bytes", "c 9000000000000000"]);
    let decimals = Decimal128Array::from(vec![1200, 1250]).with_precision_and_scale(20, 2).expect("a decimal");
    let rows = read(&parquet(&[("filename", text(["a", "b"])), ("offset", Arc::new(decimals))], properties()));
    assert_eq!(rows, ["a 12", "i:2: the offset \"12.50\" is not a number of bytes"]);
    let flags: ArrayRef = Arc::new(BooleanArray::from(vec![true]));
    let rows = read(&parquet(&[("filename", text(["a"])), ("offset", flags)], properties()));
    assert_eq!(rows, ["i: the column 'offset' is not of numbers"]);
    let rows = read(&parquet(&[("filename", numbers([1])), ("offset", numbers([1]))], properties()));
    assert_eq!(rows, ["i: the column 'filename' is not text"]);
}

#[test]
fn two_columns_of_a_name_are_an_error() {
    let columns = [("filename", text(["a"])), ("offset", numbers([1])), ("filename", text(["b"]))];
    assert_eq!(read(&parquet(&columns, properties())), ["i: two columns are named 'filename'"]);
}

fn compressed_arrow(columns: &[(&str, ArrayRef)], codec: CompressionType) -> Vec<u8> {
    let batch = RecordBatch::try_from_iter(columns.iter().cloned()).expect("columns");
    let options = IpcWriteOptions::default().try_with_compression(Some(codec)).expect("a codec");
    let mut bytes = Vec::new();
    let mut writer = FileWriter::try_new_with_options(&mut bytes, &batch.schema(), options).expect("a schema");
    writer.write(&batch).and_then(|()| writer.finish()).expect("memory");
    drop(writer);
    bytes
}

/// pyarrow's `write_feather` compresses by LZ4.
#[test]
fn compressed_arrow_files_are_read() {
    let names: Vec<String> = (0..500).map(|_| "crawl.warc.gz".to_owned()).collect();
    let columns = [("filename", text(names.iter().map(String::as_str))), ("offset", numbers(0..500))];
    for codec in [CompressionType::LZ4_FRAME, CompressionType::ZSTD] {
        let file = compressed_arrow(&columns, codec);
        assert!(file.len() < 6000, "compressed to {} bytes", file.len());
        let rows = read(&file);
        assert_eq!((rows.len(), &*rows[499]), (500, "crawl.warc.gz 499"));
    }
}

/// A length is changed, so that LZ4 and zstd decompress to more than it says.
#[test]
fn a_buffer_that_is_longer_than_it_declares_is_damaged() {
    let names: Vec<String> = (0..500).map(|_| "crawl.warc.gz".to_owned()).collect();
    let columns = [("filename", text(names.iter().map(String::as_str))), ("offset", numbers(0..500))];
    for codec in [CompressionType::LZ4_FRAME, CompressionType::ZSTD] {
        let file = compressed_arrow(&columns, codec);
        let length = (500 * "crawl.warc.gz".len() as u64).to_le_bytes();
        let at = memchr::memmem::rfind(&file, &length).expect("the length of the names");
        for (wrong, problem) in
            [(1_u64, ""), (1 << 40, "after decompression: write smaller batches"), (1 << 63, "negative")]
        {
            let mut damaged = file.clone();
            damaged[at..at + 8].copy_from_slice(&wrong.to_le_bytes());
            let rows = read(&damaged);
            assert!(rows.len() == 1 && rows[0].contains(problem), "{wrong}: {rows:?}");
        }
    }
}

/// Each byte of a small file is changed, and the file is cut at each byte. Every run ends with rows and errors of the index:
/// no panic leaves the reader.
#[test]
fn damage_is_an_error() {
    let columns = [
        ("filename", text(["a.warc", "a.warc", "b.warc"])),
        ("offset", numbers([0, 7, 1])),
        ("url", text(["http://a/", "http://b/", "http://c/"])),
    ];
    for encoding in [None, Some(Encoding::DELTA_BYTE_ARRAY)] {
        let mut properties = WriterProperties::builder();
        if let Some(encoding) = encoding {
            properties = properties.set_dictionary_enabled(false).set_column_encoding("url".into(), encoding);
        }
        let index = parquet(&columns, properties);
        assert_eq!(read(&index).len(), 3);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("i");
        let mut file = File::create(&path).expect("a file");
        let mut rewrite = |bytes: &[u8]| {
            file.rewind().and_then(|()| file.write_all(bytes)).and_then(|()| file.set_len(bytes.len() as u64))
        };
        for at in 4..index.len() {
            let mut damaged = index.clone();
            damaged[at] = if at % 3 == 0 { 0xFF } else { index[at] ^ 1 };
            rewrite(&damaged).expect("a file");
            let rows = read_file(path.clone(), &[]);
            assert!(rows.len() < 5000, "byte {at}: {} rows", rows.len());
            if at % 16 == 0 {
                rewrite(&index[..at]).expect("a file");
                let rows = read_file(path.clone(), &[]);
                assert!(rows.len() == 1 && rows[0].starts_with("i: "), "{at} bytes: {rows:?}");
            }
        }
    }
}

/// Returns a stream of two batches, or the file that contains it.
fn arrow(columns: &[(&str, ArrayRef)], is_file: bool) -> Vec<u8> {
    let batch = RecordBatch::try_from_iter(columns.iter().cloned()).expect("columns");
    let mut bytes = Vec::new();
    if is_file {
        let mut writer = FileWriter::try_new(&mut bytes, &batch.schema()).expect("a schema");
        (0..2).for_each(|_| writer.write(&batch).expect("memory"));
        writer.finish().expect("memory");
    } else {
        let mut writer = StreamWriter::try_new(&mut bytes, &batch.schema()).expect("a schema");
        (0..2).for_each(|_| writer.write(&batch).expect("memory"));
        writer.finish().expect("memory");
    }
    bytes
}

#[test]
fn arrow_files_and_streams_are_read() {
    let files: DictionaryArray<Int8Type> = ["a", "b", "a"].into_iter().collect();
    let columns = [
        ("headline", text(["t", "u", "v"])),
        ("offset", Arc::new(Float64Array::from(vec![0.0, 7.0, 0.5])) as ArrayRef),
        ("filename", Arc::new(files)),
        ("url", Arc::new(LargeStringArray::from(vec!["x", "y", "z"]))),
    ];
    let bad = "the offset \"0.5\" is not a number of bytes";
    let rows = |first| ["a 0 x".to_owned(), "b 7 y".to_owned(), format!("i:{}: {bad}", first + 3)];
    for is_file in [false, true] {
        assert_eq!(read(&arrow(&columns, is_file)), [rows(0), rows(3)].concat());
        assert_eq!(read_kept(&arrow(&columns, is_file), &["headline"])[1], "b 7 y Some(\"u\")");
        assert_eq!(read(&arrow(&columns[..2], is_file)), ["i: no column is named 'warc_filename' or 'filename'"]);
    }
}

/// Each byte of a small file is changed, and the file is cut at each byte: lengths that the reader would allocate, among others.
#[test]
fn damage_of_arrow_is_an_error() {
    let files: DictionaryArray<Int8Type> = ["a", "b"].into_iter().collect();
    let columns = [
        ("filename", Arc::new(files) as ArrayRef),
        ("offset", numbers([0, 7])),
        ("url", text(["http://a/", "http://b/"])),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("i");
    let compressed = |codec| compressed_arrow(&columns, codec);
    let indexes = [(arrow(&columns, false), 4), (arrow(&columns, true), 4)];
    let compressed = [(compressed(CompressionType::LZ4_FRAME), 2), (compressed(CompressionType::ZSTD), 2)];
    for (index, rows) in indexes.into_iter().chain(compressed) {
        assert_eq!(read(&index).len(), rows);
        for at in 8..index.len() {
            let mut damaged = index.clone();
            damaged[at] = [0xFF, 0x7F, index[at] ^ 1][at % 3];
            fs::write(&path, &damaged).expect("a file");
            assert!(read_file(path.clone(), &[]).len() < 5000, "byte {at}");
            fs::write(&path, &index[..at]).expect("a file");
            assert!(read_file(path.clone(), &[]).len() <= 5, "{at} bytes");
        }
    }
}

#[test]
fn a_damaged_row_group_is_skipped() {
    let columns = [("filename", text(["a", "b", "c", "d", "e"])), ("offset", numbers([1, 2, 3, 4, -5]))];
    let properties = WriterProperties::builder().set_dictionary_enabled(false).set_max_row_group_row_count(Some(2));
    let index = parquet(&columns, properties);
    let mut damaged = index.clone();
    // The second value of the second row group, with its length.
    let at = index.windows(5).position(|bytes| bytes == b"\x01\0\0\0d").expect("a value");
    damaged[at + 3] = 0x7F;
    let rows = read(&damaged);
    assert!(rows.len() == 4 && rows[2].starts_with("i: row group 2: "), "{rows:?}");
    assert_eq!(rows[..2], ["a 1", "b 2"]);
    assert_eq!(rows[3], "i:5: the offset \"-5\" is not a number of bytes");
}

#[test]
fn an_encrypted_file_is_called_encrypted() {
    let columns = [("filename", text(["a"])), ("offset", numbers([1]))];
    let mut index = parquet(&columns, properties());
    let end = index.len() - 4;
    index[..4].copy_from_slice(b"PARE");
    index[end..].copy_from_slice(b"PARE");
    assert_eq!(read(&index), ["i: encrypted"]);
}

#[test]
fn a_column_of_nulls_counts_as_absent_and_a_time_without_text_is_null() {
    let nulls = || Arc::new(arrow_array::NullArray::new(1)) as ArrayRef;
    let far: ArrayRef = Arc::new(arrow_array::TimestampMillisecondArray::from(vec![i64::MAX]));
    let columns =
        [("filename", text(["a"])), ("offset", numbers([1])), ("length", nulls()), ("url", nulls()), ("time", far)];
    assert_eq!(read_kept(&parquet(&columns, properties()), &["time"]), ["a 1 None"]);
}

#[test]
fn a_stream_over_the_limit_is_not_stored() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("i");
    fs::write(&path, [7; 1000]).expect("a file");
    let store = |max_bytes| {
        let stream = list_file::open(&path, ListKind::Inputs, &RemoteOptions::default()).expect("a stream");
        store::<IndexRow>("i", stream, max_bytes)
            .map(|file| file.metadata().expect("a file").len())
            .map_err(|error| error.to_string())
    };
    assert_eq!(store(1000), Ok(1000));
    let expected = "i: it is longer than 999 bytes after decompression: decompress it first";
    assert_eq!(store(999), Err(expected.to_owned()));
}

#[test]
fn a_panic_is_an_error() {
    assert_eq!(catch(|| Ok(1)), Ok(1));
    assert_eq!(catch::<()>(|| panic!("a {}", 1)), Err("damaged: a 1".to_owned()));
    assert_eq!(catch::<()>(|| panic!("b")), Err("damaged: b".to_owned()));
}

/// The message named a feature of a library.
#[test]
fn an_unread_compression_is_named() {
    let columns = [("filename", text(["a.warc"])), ("offset", numbers([7]))];
    let index = parquet(&columns, WriterProperties::builder().set_compression(Compression::SNAPPY));
    assert_eq!(read(&index), ["a.warc 7"]);
    let metadata_length = index[index.len() - 8..].first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes) as usize);
    let start = index.len() - 8 - metadata_length;
    for (codec, name) in [(3, "LZO"), (4, "Brotli"), (5, "LZ4"), (7, "LZ4")] {
        let mut index = index.clone();
        // The field of the compression. Another field with these bytes is a count or the version.
        for at in start..index.len() - 9 {
            if index[at..at + 2] == [0x15, 2] {
                index[at + 1] = 2 * codec;
            }
        }
        let expected =
            format!("i: row group 1: compressed by {name}; only zstd, gzip, Snappy and uncompressed columns are read");
        assert_eq!(read(&index), [expected]);
    }
}
