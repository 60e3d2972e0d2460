//! Indexes of records: tables of WARC files, offsets and lengths.

use super::index_row::IndexRow;
use super::list_rows::ListRows;
use super::record_address::RecordAddress;
use crate::input::error::InputError;
use crate::input::sources::inputs::FileCheck;
use crate::schema::KeptColumns;
use std::path::PathBuf;
use std::sync::Arc;
use tagrake_archive::remote::{self, RemoteOptions};

/// The records of an index, as they are read.
pub(crate) struct RecordIndex {
    rows: ListRows<IndexRow>,
    base: Option<PathBuf>,
    /// The file of the last record, with the name that the index gives it.
    last: Option<(String, Arc<str>)>,
}

impl RecordIndex {
    /// Opens the index at `path`, which may be a URL; `-` is standard input. `base` is put before relative names of files.
    /// Addresses have the values of the columns in `keep`.
    /// `check` is called for each file of blocks.
    pub(crate) fn open(
        path: PathBuf,
        base: Option<PathBuf>,
        keep: KeptColumns,
        options: &RemoteOptions,
        check: Option<FileCheck>,
    ) -> Self {
        Self { rows: ListRows::open(path, keep, options, check), base, last: None }
    }

    fn address(&mut self, row: IndexRow) -> RecordAddress {
        let IndexRow { file: name, offset, length, url, kept } = row;
        let file = match &self.last {
            Some((last, file)) if *last == name => file.clone(),
            _ => {
                let path = match &self.base {
                    Some(base) => remote::joined(base, PathBuf::from(&name)),
                    None => PathBuf::from(&name),
                };
                let file: Arc<str> = path.to_string_lossy().into();
                self.last = Some((name, file.clone()));
                file
            }
        };
        RecordAddress { file, offset, length, url, kept }
    }
}

impl Iterator for RecordIndex {
    type Item = Result<RecordAddress, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = self.rows.next()?;
        Some(row.map(|row| self.address(row)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::index::index_lines::MAX_LINE_BYTES;
    use std::fs;

    fn read(index: impl AsRef<[u8]>, base: Option<&str>) -> Vec<String> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("i");
        fs::write(&path, index).expect("a file");
        let address = |address: Result<RecordAddress, InputError>| match address {
            Ok(RecordAddress { file, offset, length, url, .. }) => {
                let length = length.map_or("?".to_owned(), |length| length.to_string());
                format!("{file} {offset}+{length} {}", url.unwrap_or_default())
            }
            Err(error) => format!("{}: {}", error.origin.rsplit('/').next().unwrap_or_default(), error.kind),
        };
        let (base, options) = (base.map(PathBuf::from), RemoteOptions::default());
        let open = |path| RecordIndex::open(path, base, KeptColumns::default(), &options, None);
        open(path).map(address).collect()
    }

    #[test]
    fn reads_cdxj_and_json_lines() {
        let cdxj = "!OpenWayback-CDXJ 1.0\n\
            org,e)/ 20261101000000 {\"url\": \"http://e.org/\", \"length\": \"31\", \"offset\": \"7\", \"filename\": \"a.warc.gz\"}\n\
            \n\
            {\"warc_filename\":\"/b.warc\",\"warc_record_offset\":3,\"url\":\"http://e.org/b\",\"warc_record_length\":null}\n\
            {\"page_url\":\"http://e.org/c\",\"url\":\"http://link/\",\"warc_filename\":\"a.warc.gz\",\"warc_record_offset\":9}\n\
            org,e)/ 20261101000000 {\"url\": \"http://e.org/\"}\n\
            {\"filename\":\"a\",\"offset\":\"-1\"}\n\
            org,e)/ {\n\
            {\"filename\":\"a\",\"offset\":1}";
        let expected = [
            "c/a.warc.gz 7+31 http://e.org/",
            "/b.warc 3+? http://e.org/b",
            "c/a.warc.gz 9+? http://e.org/c",
            "i:6: the keys 'warc_filename' and 'filename' are missing",
            "i:7: the offset \"-1\" is not a number of bytes",
            "i:8: not JSON: EOF while parsing an object at line 2 column 0",
            "c/a 1+? ",
        ];
        assert_eq!(read(cdxj, Some("c")), expected);
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut gzip, cdxj.as_bytes()).expect("memory");
        assert_eq!(read(gzip.finish().expect("memory"), Some("c")), expected);
        assert_eq!(read("", None), [""; 0]);
    }

    #[test]
    fn reads_csv() {
        let csv = "\u{FEFF}url,title,warc_filename,warc_record_offset,warc_record_length\r\n\
            http://e.org/?a=1,\"one\n\"\"two\"\", three\",a.warc,5,6\r\n\
            ,,\"b \"\"c\"\".warc\",7,\r\n\
            u,t\r\n\
            u,t,a.warc,x,1\r\n\
            u,t,a.warc,1,1";
        let expected = [
            "a.warc 5+6 http://e.org/?a=1",
            "b \"c\".warc 7+? ",
            "i:5: the value of 'warc_filename' is missing",
            "i:6: the offset \"x\" is not a number of bytes",
            "a.warc 1+1 u",
        ];
        assert_eq!(read(csv, None), expected);
        assert_eq!(read("a,b\n1,2\n", None), ["i:1: no column is named 'warc_filename' or 'filename'"]);
        assert_eq!(read("filename\n1\n", None), ["i:1: no column is named 'warc_record_offset' or 'offset'"]);
        let long = format!("filename,offset\n{}\na,1", "x".repeat(2 << 20));
        assert_eq!(read(long, None), ["i:2: the line is longer than 1048576 bytes", "a 1+? "]);
    }

    /// Lines in the rest of the value were taken for rows, and the rows after it were lost.
    #[test]
    fn a_value_over_the_limit_is_skipped_to_its_end() {
        for inner in ["text, of a page\na,7,x\n", "\"\"a\"\", of a page\n", "no newline"] {
            let value = inner.repeat((2 << 20) / inner.len());
            let csv = format!("filename,offset,title\na,1,\"{value}\"\na,2,b\na,3,\"c\nd\"\n");
            let expected = ["i:2: the line is longer than 1048576 bytes", "a 2+? ", "a 3+? "];
            assert_eq!(read(csv, None), expected, "{inner:?}");
        }
    }

    #[test]
    fn a_bad_line_after_json_is_an_error_of_that_line() {
        let row = "org,e)/ 2026 {\"filename\":\"a\",\"offset\":1}\n";
        for (line, cause) in
            [("org,e)/x 2026", "no JSON object"), ("filename,offset", "no JSON object"), ("null", "no JSON object")]
        {
            let expected = ["a 1+? ".to_owned(), format!("i:2: {cause}"), "a 1+? ".to_owned()];
            assert_eq!(read(format!("{row}{line}\n{row}"), None), expected);
        }
        let lost = ["i:1: no column is named 'warc_filename' or 'filename'"];
        assert_eq!(read(format!("org,e)/x 2026\n{row}"), None), lost);
    }

    /// A value that is never closed is read to the end of the index, and each of its lines is searched for quotes once.
    #[test]
    fn quotes_are_counted_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("i");
        let text = format!("filename,offset,title\na,1,\"{}b,2,c\n", "x\n".repeat(3 * MAX_LINE_BYTES / 4));
        fs::write(&path, &text).expect("a file");
        let rows = ListRows::<IndexRow>::open(path, KeptColumns::default(), &RemoteOptions::default(), None);
        let ListRows::Lines(mut lines) = rows else { panic!("the index is CSV") };
        let Some(Err(error)) = lines.next() else { panic!("the first row is not closed") };
        assert!(error.to_string().ends_with(":2: the row has a quote that is never closed"), "{error}");
        assert!(lines.next().is_none() && lines.line.len() <= MAX_LINE_BYTES, "{} bytes", lines.line.len());
        assert!(lines.counted_bytes <= text.len(), "{} of {}", lines.counted_bytes, text.len());
    }

    #[cfg(feature = "columns")]
    #[test]
    fn reads_parquet_that_is_compressed() {
        use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};

        let files: ArrayRef = Arc::new(StringArray::from(vec!["a.warc", "b.warc"]));
        let offsets: ArrayRef = Arc::new(Int64Array::from(vec![7, 0]));
        let batch = RecordBatch::try_from_iter([("filename", files), ("offset", offsets)]).expect("columns");
        let mut writer = parquet::arrow::ArrowWriter::try_new(Vec::new(), batch.schema(), None).expect("a schema");
        writer.write(&batch).expect("memory");
        let parquet = writer.into_inner().expect("memory");
        let gzip = |bytes: &[u8]| {
            let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            std::io::Write::write_all(&mut gzip, bytes).expect("memory");
            gzip.finish().expect("memory")
        };
        assert_eq!(read(&parquet, None), ["a.warc 7+? ", "b.warc 0+? "]);
        assert_eq!(read(gzip(&parquet), Some("c")), ["c/a.warc 7+? ", "c/b.warc 0+? "]);
        // Damage at both layers is reported.
        let stored = gzip(&parquet);
        let [error] = &read(&stored[..stored.len() / 2], None)[..] else { panic!("one error is expected") };
        assert!(error.starts_with("i: ") && error.contains("truncated"), "{error}");
        let [error] = &read(gzip(b"PAR1\x15\x04\nfilename,offset\na,1\n"), None)[..] else {
            panic!("one error is expected")
        };
        assert!(error.starts_with("i: "), "{error}");
    }

    fn kept(index: &str, names: &[&str]) -> Vec<String> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("i");
        fs::write(&path, index).expect("a file");
        let keep = KeptColumns::new(crate::schema::Table::Links, names).expect("names");
        let values = |address: Result<RecordAddress, InputError>| match address {
            Ok(address) => {
                let values = keep.values(address.kept.as_ref()).map(|value| format!("{value:?}"));
                values.collect::<Vec<_>>().join(" ")
            }
            Err(error) => format!("{}: {}", error.origin.rsplit('/').next().unwrap_or_default(), error.kind),
        };
        RecordIndex::open(path, None, keep.clone(), &RemoteOptions::default(), None).map(values).collect()
    }

    #[test]
    fn keeps_members_and_columns() {
        let json = "{\"filename\":\"a\",\"offset\":1,\"n\":10000000000000000000001.50,\"b\":true,\"s\":\"\\u00e9\\n\\ud800\"}\n\
            org,a)/ 2026 {\"filename\": \"a\", \"offset\": \"1\", \"n\": null, \"s\": {\"x\": [1]}, \"s\": [ 2]}\n\
            {\"filename\":\"a\"}\n";
        let expected = [
            "Some(\"10000000000000000000001.50\") Some(\"true\") Some(\"é\\n\u{FFFD}\")",
            "None None Some(\"[ 2]\")",
            "i:3: the keys 'warc_record_offset' and 'offset' are missing",
        ];
        assert_eq!(kept(json, &["n", "b", "s"]), expected);
        let csv = "s,filename,offset,\"n\"\n\"a\n\"\"b\"\"\",a,1,\n,a,1,3";
        assert_eq!(kept(csv, &["n", "s"]), ["None Some(\"a\\n\\\"b\\\"\")", "Some(\"3\") None"]);
    }

    #[test]
    fn an_index_that_lacks_a_kept_column_is_an_error() {
        let csv = "filename,offset\na,1\n";
        assert_eq!(kept(csv, &["n"]), ["i:1: no column is named 'n'"]);
        let json = "{\"filename\":\"a\",\"offset\":1,\"n\":null}\n".repeat(2);
        assert_eq!(kept(&json, &["n", "m"]), ["None None", "None None", "i: no line has the key 'm'"]);
    }
}
