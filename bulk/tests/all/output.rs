//! Output files, read back by other readers, and encoded in blocks of different sizes.

use crate::support::all_pages::all_pages;
use crate::support::everything::everything;
use crate::support::kept_rows::output;
use crate::support::rows::json;
use serde_json::Value;
use std::io::{self, Read, Write};
use tagrake_bulk::output::{
    Block, Compression, Encoder, FileFormat, Format, OutputError, OutputOptions, Product, Writer,
};
use tagrake_bulk::schema::Table;
use tagrake_bulk::{BlockRow, CellRow, Fields, LinkRow, PageRecord, Reader, ReaderOptions, RowError};

/// Returns a reader of what the rows of `table` need.
fn reader(table: Table) -> Reader {
    let extract = Fields::default().extract_options(table);
    Reader::new(ReaderOptions { extract, ..ReaderOptions::default() })
}

/// Returns the file of all rows, encoded in blocks of `rows_of_block` rows, and the rows as JSON.
fn file(options: &OutputOptions, table: Table, rows_of_block: usize) -> (Vec<u8>, Vec<Value>) {
    let mut writer = Writer::new(options, Vec::new()).expect("a file");
    let (mut encoder, mut rows, mut spare) = (Encoder::new(options), Vec::new(), Block::default());
    let mut reader = reader(table);
    let mut count = 0;
    let mut end_of_row = |encoder: &mut Encoder| {
        count += 1;
        if count % rows_of_block == 0 {
            let block = encoder.take(std::mem::take(&mut spare)).expect("a block");
            assert_eq!(block.rows(), rows_of_block);
            spare = writer.append(block).expect("it is written");
        }
    };
    for input in all_pages() {
        reader.read(&input, |page| match table {
            Table::Pages => {
                let record = PageRecord::new(&input, page);
                encoder.push(record).expect("a record fits");
                rows.push(json(record));
                end_of_row(&mut encoder);
            }
            Table::Links => {
                for link in page.links {
                    let row = LinkRow::new(&input, page, link);
                    encoder.push(row).expect("a row fits");
                    rows.push(json(row));
                    end_of_row(&mut encoder);
                }
            }
            Table::Blocks => {
                for block in page.blocks.iter().flat_map(tagrake_extract::Blocks::iter) {
                    let row = BlockRow::new(&input, page, block, None);
                    encoder.push(row).expect("a row fits");
                    rows.push(json(row));
                    end_of_row(&mut encoder);
                }
            }
            Table::Tables => {
                for table in page.blocks.iter().flat_map(tagrake_extract::Blocks::tables) {
                    for cell in table.cells() {
                        let row = CellRow::new(&input, page, table, cell);
                        encoder.push(row).expect("a row fits");
                        rows.push(json(row));
                        end_of_row(&mut encoder);
                    }
                }
            }
            _ => unreachable!("tested by the command, or of records"),
        });
    }
    writer.append(encoder.take(Block::default()).expect("a block")).expect("it is written");
    (writer.finish().expect("it is complete"), rows)
}

/// Returns every format of the rows of each table, with small batches.
fn forms() -> Vec<(Table, OutputOptions)> {
    let formats = [Table::Pages, Table::Links, Table::Blocks, Table::Tables]
        .into_iter()
        .flat_map(|table| Product::from(table).formats());
    let pairs = formats.map(|format| (format.table().expect("rows"), OutputOptions::from(format)));
    pairs.map(|(table, options)| (table, options.with_batches(50, 20_000).with_row_groups(50_000))).collect()
}

#[test]
fn files_do_not_depend_on_the_sizes_of_blocks() {
    for (table, options) in forms() {
        let (first, rows) = file(&options, table, 1);
        for rows_of_block in [2, 7, 50, 64, 1000] {
            let (file, _) = file(&options, table, rows_of_block);
            assert!(file == first, "{options:?}: {} rows in blocks of {rows_of_block}", rows.len());
        }
    }
}

#[test]
fn json_lines_hold_the_rows() {
    for table in [Table::Pages, Table::Links, Table::Blocks, Table::Tables] {
        let options = output(table.into(), FileFormat::JsonLines);
        let (file, rows) = file(&options, table, 3);
        let lines = serde_json::Deserializer::from_slice(&file).into_iter::<Value>();
        assert_eq!(lines.collect::<Result<Vec<_>, _>>().expect("JSON"), rows);
        assert_eq!(file.iter().filter(|&&byte| byte == b'\n').count(), rows.len());
    }
}

#[test]
fn csv_holds_the_fields_of_the_rows() {
    csv_holds_the_rows_of(Table::Pages, &output(Product::Pages, FileFormat::Csv));
    csv_holds_the_rows_of(Table::Links, &output(Product::Links, FileFormat::Csv));
    csv_holds_the_rows_of(Table::Blocks, &output(Product::Blocks, FileFormat::Csv));
    csv_holds_the_rows_of(Table::Tables, &output(Product::Tables, FileFormat::Csv));
}

#[test]
fn delimited_columns_can_be_in_any_order() {
    let links = output(Product::Links, FileFormat::Csv);
    assert_eq!(links.with_order(["url", "nothing"]).expect_err("no key").name(), "nothing");
    for format in [FileFormat::Csv, FileFormat::Tsv, FileFormat::JsonLines] {
        let [plain, ordered] = [[].as_slice(), &["url", "element", "url"]].map(|order| {
            file(&output(Product::Links, format).with_order(order.iter().copied()).expect("keys"), Table::Links, 7).0
        });
        let (plain, ordered) = (String::from_utf8(plain).expect("UTF-8"), String::from_utf8(ordered).expect("UTF-8"));
        if format == FileFormat::JsonLines {
            assert_eq!(ordered, plain);
            continue;
        }
        let delimiter = if format == FileFormat::Csv { b',' } else { b'\t' };
        let read = |text: &str| {
            let mut reader = csv::ReaderBuilder::new();
            let reader = reader.delimiter(delimiter).has_headers(false).quoting(format == FileFormat::Csv);
            let records = reader.from_reader(text.as_bytes()).into_records();
            records.collect::<Result<Vec<_>, _>>().expect("records of one length")
        };
        let (plain, ordered) = (read(&plain), read(&ordered));
        assert_eq!(ordered[0].iter().take(3).collect::<Vec<_>>(), ["url", "element", "id"]);
        let places = ordered[0].iter().map(|name| plain[0].iter().position(|other| other == name).expect(name));
        let places: Vec<_> = places.collect();
        assert_eq!(plain.len(), ordered.len());
        for (plain, ordered) in plain.iter().zip(&ordered) {
            assert!(places.iter().map(|&place| &plain[place]).eq(ordered.iter()), "{ordered:?}");
        }
    }
}

fn csv_holds_the_rows_of(table: Table, options: &OutputOptions) {
    let (file, rows) = file(options, table, 3);
    let mut reader = csv::Reader::from_reader(&*file);
    let names = reader.headers().expect("names").clone();
    let flat = Fields::default().flat();
    let expected = table.fields().iter().map(|field| field.name).filter(|name| flat.has_of(table, name));
    assert_eq!(names.iter().collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    let records = reader.records().collect::<Result<Vec<_>, _>>().expect("records of one length");
    assert_eq!(records.len(), rows.len());
    for (record, row) in records.iter().zip(&rows) {
        for (name, field) in names.iter().zip(record) {
            let expected = match &row[name] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                Value::Array(tokens) => {
                    tokens.iter().map(|token| token.as_str().expect("a token")).collect::<Vec<_>>().join(" ")
                }
                value => value.to_string(),
            };
            assert_eq!(field, expected, "{name} of {row}");
        }
    }
}

#[test]
fn empty_files_are_complete() {
    for (table, options) in forms() {
        let empty = Writer::new(&options, Vec::new()).expect("a file").finish().expect("it is complete");
        let text = String::from_utf8_lossy(&empty);
        let last = table.fields().last().expect("a field").name;
        let (first, end) = match options.format().file_format() {
            FileFormat::Csv => ("id,source,", last.to_owned() + "\r\n"),
            FileFormat::Tsv => ("id\tsource\t", last.to_owned() + "\n"),
            _ => {
                assert!(!text.contains(last) || !text.starts_with("id"), "{options:?}");
                continue;
            }
        };
        assert!(text.starts_with(first) && text.ends_with(&end), "{table:?}: {text}");
    }
}

#[test]
fn reports_a_closed_pipe() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for (table, options) in forms() {
        let write = || {
            let mut encoder = Encoder::new(&options);
            let input = everything();
            let result = reader(table).read(&input, |page| match table {
                Table::Pages => encoder.push(PageRecord::new(&input, page)),
                Table::Links => encoder.push(LinkRow::new(&input, page, &page.links[0])),
                Table::Blocks => {
                    let block = page.blocks.as_ref().and_then(|blocks| blocks.get(0)).expect("a block");
                    encoder.push(BlockRow::new(&input, page, block, None))
                }
                Table::Tables => {
                    let blocks = page.blocks.as_ref().expect("tables were requested");
                    let table = blocks.tables().next().expect("a table");
                    encoder.push(CellRow::new(&input, page, table, table.cells().next().expect("a cell")))
                }
                _ => unreachable!("tested by the command, or of records"),
            });
            result.expect("a row fits");
            let mut writer = Writer::new(&options, Closed)?;
            writer.append(encoder.take(Block::default())?)?;
            writer.finish()
        };
        match write() {
            Err(OutputError::Io(error)) => assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "{options:?}"),
            result => panic!("{options:?}: {:?}", result.map(|_| ())),
        }
    }
}

#[test]
fn a_row_of_another_table_is_rejected_and_changes_nothing() {
    let input = everything();
    for (table, options) in forms() {
        let mut encoder = Encoder::new(&options);
        let result = Reader::new(ReaderOptions::default()).read(&input, |page| match table {
            Table::Pages => encoder.push(LinkRow::new(&input, page, &page.links[0])),
            _ => encoder.push(PageRecord::new(&input, page)),
        });
        assert!(matches!(result, Err(RowError::Table { .. })), "{options:?}: {result:?}");
        assert_eq!(encoder.take(Block::default()).expect("a block").rows(), 0);
    }
}

#[test]
fn compressed_files_hold_the_same_lines() {
    let formats = [
        (Table::Links, FileFormat::JsonLines),
        (Table::Links, FileFormat::Csv),
        (Table::Links, FileFormat::Tsv),
        (Table::Pages, FileFormat::JsonLines),
    ];
    for (table, format) in formats {
        let options = output(table.into(), format);
        let plain = file(&options, table, 100).0;
        let has_header = matches!(format, FileFormat::Csv | FileFormat::Tsv);
        let is_header = |line: &[u8]| line.starts_with(b"id,source,") || line.starts_with(b"id\tsource\t");
        for compression in [Compression::Gzip, Compression::Zstd] {
            let options = options.clone().with_compression(compression);
            let files = [1, 7, 1000].map(|rows_of_block| file(&options, table, rows_of_block).0);
            assert!(files[0] == files[1] && files[1] == files[2], "the blocks do not show");
            let text = decompressed(&files[0], compression);
            assert!(text == plain, "{options:?}");
            assert!(files[0].len() < text.len() / 4 && is_header(&text) == has_header);

            let empty = Writer::new(&options, Vec::new()).expect("a file").finish().expect("it is complete");
            let header = decompressed(&empty, compression);
            assert_eq!((header.is_empty(), is_header(&header)), (!has_header, has_header));
        }
    }
}

#[test]
fn compressed_text_has_form_feeds_between_pages() {
    for compression in [Compression::Gzip, Compression::Zstd] {
        let options = output(Product::Text, FileFormat::Text).with_compression(compression);
        let (mut encoder, mut writer) = (Encoder::new(&options), Writer::new(&options, Vec::new()).expect("a file"));
        for text in ["One", "Two"] {
            encoder.push_text(text).expect("it is of text");
            writer.append(encoder.take(Block::default()).expect("a block")).expect("it is written");
        }
        assert_eq!(decompressed(&writer.finish().expect("a file"), compression), b"One\n\x0CTwo\n");
    }
}

#[test]
fn rejects_compressions_that_a_format_does_not_have() {
    for &product in Product::ALL {
        for format in product.formats() {
            for &compression in Compression::ALL {
                let options = OutputOptions::from(format).with_compression(compression);
                let is_one = format.compressions().contains(&compression);
                assert_eq!(Writer::new(&options, Vec::new()).is_ok(), is_one, "{options:?}");
            }
        }
    }
    let options = output(Product::Links, FileFormat::JsonLines);
    let error = Writer::new(&options.with_compression(Compression::Snappy), Vec::new()).err().expect("an error");
    assert_eq!(error.to_string(), "JSON lines cannot be compressed with snappy");
}

#[test]
fn a_format_that_cannot_hold_a_product_is_an_error() {
    for &product in Product::ALL {
        let default = product.default_format();
        assert_eq!(Format::new(product, default.file_format()), Ok(default));
        assert_eq!(product.formats().filter(|format| *format == default).count(), 1);
    }
    let error = Format::new(Product::Links, FileFormat::Text).expect_err("links are no text");
    let message = error.to_string();
    assert!(message.starts_with("links cannot be written as text; use one of JSON lines, CSV, TSV"), "{message}");
}

/// Decompresses a file, where possible with another crate than the one that wrote it.
fn decompressed(file: &[u8], compression: Compression) -> Vec<u8> {
    let mut text = Vec::new();
    match compression {
        Compression::Gzip => flate2::read::MultiGzDecoder::new(file).read_to_end(&mut text).map(drop),
        _ => zstd::stream::copy_decode(file, &mut text),
    }
    .expect("it is a file of this compression");
    text
}

#[cfg(feature = "columns")]
mod columns {
    use super::{
        Block, Compression, Encoder, FileFormat, PageRecord, Product, Reader, ReaderOptions, Table, Writer, file,
        output,
    };
    use crate::support::columns::compare;
    use arrow_array::cast::AsArray;
    use arrow_array::{RecordBatch, StringArray};
    use arrow_ipc::reader::StreamReader;
    use arrow_select::concat::concat_batches;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use std::ops::ControlFlow;
    use tagrake_bulk::columns::schema;
    use tagrake_bulk::input::InputPage;
    use tagrake_bulk::schema::SelectedColumns;
    use tagrake_bulk::{Fields, ItemQuery};

    /// Concatenates the batches of a file.
    fn concatenated(table: Table, batches: &[RecordBatch]) -> RecordBatch {
        concat_batches(&schema(table, &Fields::default()), batches).expect("batches of the schema")
    }

    #[test]
    fn columns_of_items_follow_their_keys() {
        let query = ItemQuery::new(&["Product"], &["name", "prices[]=offers.price"]).expect("a query");
        let keys = Fields::only_of(Table::Items, "syntax,type,position").expect("keys");
        let options = output(Product::Items, FileFormat::Parquet).with_fields(keys);
        let columns = SelectedColumns::of(Table::Items, query.columns(), &keys, options.kept()).expect("columns");
        let options = options.with_selected(columns).expect("a format with lists");
        let (mut encoder, mut writer) = (Encoder::new(&options), Writer::new(&options, Vec::new()).expect("a writer"));
        let html = r#"<script type=application/ld+json>{"@context": "https://schema.org", "@type": "Product", "name": "Tea",
            "offers": [{"price": 4.50}, {"price": 5}]}</script><p itemscope itemtype=http://schema.org/Product>"#;
        let input = InputPage::new("page.html", html.into());
        Reader::new(ReaderOptions::default().with_fields(Table::Items, &keys)).read(&input, |page| {
            query.for_each_row(&input, page, |row| {
                encoder.push(row).expect("a row fits");
                ControlFlow::Continue(())
            })
        });
        writer.append(encoder.take(Block::default()).expect("a block")).expect("it is written");
        let file = bytes::Bytes::from(writer.finish().expect("a file"));
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("a file").build().expect("a reader");
        let batches = reader.collect::<Result<Vec<_>, _>>().expect("batches");
        let names: Vec<_> = batches[0].schema().fields().iter().map(|field| field.name().clone()).collect();
        assert_eq!(names, ["syntax", "type", "position", "name", "prices"]);
        let text =
            |name| batches[0].column_by_name(name).expect("a column").as_string::<i32>().iter().collect::<Vec<_>>();
        assert_eq!(text("syntax"), [Some("json-ld"), Some("microdata")]);
        assert_eq!(text("name"), [Some("Tea"), None]);
        let prices = batches[0].column_by_name("prices").expect("a column").as_list::<i32>();
        assert_eq!(prices.value(0).as_string::<i32>().iter().flatten().collect::<Vec<_>>(), ["4.50", "5"]);
        assert_eq!(prices.value(1).len(), 0);
    }

    #[test]
    fn arrow_streams_hold_the_rows() {
        for table in [Table::Pages, Table::Links, Table::Blocks, Table::Tables] {
            let options = output(table.into(), FileFormat::Arrow).with_batches(50, 100_000);
            let (file, rows) = file(&options, table, 3);
            let reader = StreamReader::try_new(&*file, None).expect("a stream");
            let batches = reader.collect::<Result<Vec<_>, _>>().expect("batches");
            assert!(batches.len() >= 4 && batches.iter().all(|batch| batch.num_rows() <= 50));
            let wrong = compare(table, &concatenated(table, &batches), &rows);
            assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        }
    }

    #[test]
    fn parquet_holds_the_rows() {
        let mut lengths = Vec::new();
        for compression in [Compression::None, Compression::Snappy, Compression::Gzip, Compression::Zstd] {
            for table in [Table::Pages, Table::Links, Table::Blocks, Table::Tables] {
                let options = output(table.into(), FileFormat::Parquet);
                // Our pages have few tables.
                let group = if table == Table::Tables { 4_000 } else { 30_000 };
                let options = options.with_compression(compression).with_batches(20, 20_000).with_row_groups(group);
                let (file, rows) = file(&options, table, 3);
                lengths.push(file.len());
                let reader = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(file)).expect("a file");
                assert!(reader.metadata().num_row_groups() > 2);
                let batches = reader.build().expect("a reader").collect::<Result<Vec<_>, _>>().expect("batches");
                let wrong = compare(table, &concatenated(table, &batches), &rows);
                assert!(wrong.is_empty(), "{}", wrong.join("\n"));
            }
        }
        assert!((0..4).all(|table| lengths[12 + table] < lengths[table]), "{lengths:?}");
    }

    /// While a large row was copied and encoded, the rows before it were in memory too.
    #[test]
    fn a_large_row_is_a_row_group() {
        let options = output(Product::Pages, FileFormat::Parquet);
        let (mut encoder, mut writer) = (Encoder::new(&options), Writer::new(&options, Vec::new()).expect("a file"));
        for title in [1, 2, 9 << 20, 3, 4] {
            let input = InputPage::new("-", format!("<title>{}</title>", "t".repeat(title)).into_bytes());
            Reader::new(ReaderOptions::default())
                .read(&input, |page| encoder.push(PageRecord::new(&input, page)))
                .expect("a row");
            if encoder.is_full() {
                writer.append(encoder.take(Block::default()).expect("a block")).expect("memory");
            }
        }
        writer.append(encoder.take(Block::default()).expect("a block")).expect("memory");
        let file = bytes::Bytes::from(writer.finish().expect("memory"));
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("a file");
        let groups = reader.metadata().row_groups().iter().map(parquet::file::metadata::RowGroupMetaData::num_rows);
        assert_eq!(groups.collect::<Vec<_>>(), [2, 1, 2]);
        let batches = reader.build().expect("a reader").collect::<Result<Vec<_>, _>>().expect("batches");
        let rows = concatenated(Table::Pages, &batches);
        let titles = rows.column_by_name("title").expect("a column");
        let titles = titles.as_any().downcast_ref::<StringArray>().expect("text");
        assert_eq!(titles.iter().map(|title| title.map_or(0, str::len)).collect::<Vec<_>>(), [1, 2, 9 << 20, 3, 4]);
    }

    #[test]
    fn a_row_larger_than_a_batch_is_a_batch() {
        let options = output(Product::Pages, FileFormat::Arrow).with_batches(1000, 1);
        let (file, rows) = file(&options, Table::Pages, 10);
        assert_eq!(StreamReader::try_new(&*file, None).expect("a stream").count(), rows.len());
    }
}
