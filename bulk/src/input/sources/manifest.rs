//! Manifests: lists of inputs. A manifest is a list of paths, one on each line, or a table with a column `file`, which may also
//! declare the URL, the type and the encoding of each page.

use super::declared::Declared;
use super::format::NameFormat;
use super::list_file::{self, ListKind, ListStream};
use super::path_list::PathList;
use crate::input::error::{InputError, InputErrorKind, MAX_SHOWN_BYTES, shortened};
use crate::input::index::delimited::syntax_of;
use crate::input::index::index_row::{ListColumn, ListRow, RowValues, check_lengths};
use crate::input::index::list_rows::ListRows;
use crate::mime_type::UTF8_BOM;
use crate::schema::{KeptColumns, KeptValues};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use tagrake_archive::remote::{self, RemoteOptions};

/// The extensions of tables. A file with one of them is no list of paths.
const TABLE_EXTENSIONS: [&str; 5] = ["csv", "tsv", "parquet", "arrow", "arrows"];

/// An entry of a manifest.
pub(crate) enum ManifestEntry {
    /// An input, and what the manifest declares about it.
    Input {
        path: PathBuf,
        declared: Option<Box<Declared>>,
    },
    /// Columns of a table that are not read, with the name of the manifest. Each is named once.
    OtherColumns(String, Vec<String>),
    Error(InputError),
}

/// The inputs that a manifest lists, as they are read.
pub(crate) struct Manifest {
    origin: String,
    /// The URL or folder that is put before relative paths.
    base: Option<PathBuf>,
    entries: Entries,
    /// Entries that were read and not returned yet.
    pending: VecDeque<ManifestEntry>,
}

enum Entries {
    Paths(PathList),
    Table(ListRows<ManifestRow>),
    Error(Option<InputError>),
}

/// A row of a table.
#[derive(Debug)]
struct ManifestRow {
    file: String,
    declared: Option<Box<Declared>>,
}

impl ListRow for ManifestRow {
    const COLUMNS: &'static [ListColumn] = &[
        ListColumn::of(&["file"]).needed(),
        ListColumn::of(&["url"]),
        ListColumn::of(&["content_type"]),
        ListColumn::of(&["encoding"]),
    ];
    const CDX: Option<&'static [ListColumn]> = None;
    const REPORTS_OTHERS: bool = true;

    fn new(mut values: RowValues, _: Option<KeptValues>) -> Result<Self, String> {
        let file = values.take(0).unwrap_or_default();
        let mut value = |column| values.take(column).filter(|value| !value.trim_ascii().is_empty());
        let (url, content_type, encoding) = (value(1), value(2), value(3));
        check_lengths(&file, url.as_deref())?;
        if file.trim_ascii().is_empty() {
            return Err("the value of 'file' is missing".to_owned());
        }
        Ok(Self { file, declared: Declared::parse(url, content_type, encoding)?.map(Box::new) })
    }

    fn error(cause: String) -> InputErrorKind {
        InputErrorKind::Manifest(shortened(&cause, 4 * MAX_SHOWN_BYTES).into())
    }
}

impl Manifest {
    /// Opens the manifest at `path`, which may be a URL; `-` is standard input. `base` is put before relative paths. Without it,
    /// paths in a table are relative to the folder of the manifest.
    pub(crate) fn open(path: PathBuf, base: Option<PathBuf>, options: &RemoteOptions) -> Self {
        let origin = list_file::origin(&path, options);
        let (entries, base) = match list_file::open(&path, ListKind::Inputs, options) {
            Ok(stream) if is_table(&path, &stream) => {
                let base = base.or_else(|| folder_of(&path));
                (Entries::Table(ListRows::of_stream(path, stream, KeptColumns::default(), options)), base)
            }
            Ok(stream) => (Entries::Paths(PathList::new(origin.clone(), stream)), base),
            Err(error) => (Entries::Error(Some(error)), base),
        };
        Self { origin, base, entries, pending: VecDeque::new() }
    }

    fn joined(&self, path: PathBuf) -> PathBuf {
        match &self.base {
            Some(base) => remote::joined(base, path),
            None => path,
        }
    }
}

/// Returns the folder of the file at `path`, which may be a URL.
fn folder_of(path: &Path) -> Option<PathBuf> {
    if !remote::is_url(path) {
        return path.parent().map(Path::to_owned);
    }
    let url = path.to_str()?.split(['?', '#']).next()?;
    url.rsplit_once('/').map(|(folder, _)| folder.into())
}

/// Returns true if a manifest is a table and no list of paths: by its first bytes, or by its name.
fn is_table(path: &Path, stream: &ListStream) -> bool {
    let start = stream.get_ref().0.get_ref();
    let text = start.strip_prefix(UTF8_BOM).unwrap_or(start);
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let has_extension =
        || NameFormat::extension_of(path).is_some_and(|name| TABLE_EXTENSIONS.iter().any(|table| *table == name));
    list_file::is_table(start)
        || text.trim_ascii_start().starts_with(b"{")
        || syntax_of::<ManifestRow>(line).is_some()
        || has_extension()
}

impl Iterator for Manifest {
    type Item = ManifestEntry;

    fn next(&mut self) -> Option<ManifestEntry> {
        if let Some(entry) = self.pending.pop_front() {
            return Some(entry);
        }
        let entry = match &mut self.entries {
            Entries::Error(error) => error.take().map(ManifestEntry::Error),
            Entries::Paths(paths) => paths.next().map(|path| match path {
                Ok(path) => ManifestEntry::Input { path: self.joined(path), declared: None },
                Err(error) => ManifestEntry::Error(error),
            }),
            Entries::Table(rows) => {
                let (row, others) = (rows.next(), rows.take_others());
                let place = rows.place();
                if !others.is_empty() {
                    self.pending.push_back(ManifestEntry::OtherColumns(self.origin.clone(), others));
                }
                row.map(|row| match row {
                    Ok(ManifestRow { file, mut declared }) => {
                        if let Some(declared) = &mut declared {
                            declared.place = place;
                        }
                        ManifestEntry::Input { path: self.joined(file.into()), declared }
                    }
                    Err(error) => ManifestEntry::Error(error),
                })
            }
        };
        self.pending.extend(entry);
        self.pending.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::fs;
    use std::io::Write;
    use tagrake::encoding::Encoding;

    fn read(manifest: &[u8]) -> String {
        read_named("m", manifest)
    }

    fn read_named(name: &str, manifest: &[u8]) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(name);
        fs::write(&path, manifest).expect("a file");
        let line = |found: ManifestEntry| {
            let name = |path: &Path| path.strip_prefix(&folder).unwrap_or(path).display().to_string();
            match found {
                ManifestEntry::Input { path, declared: None } => name(&path),
                ManifestEntry::Input { path, declared: Some(declared) } => {
                    let Declared { url, content_type, encoding, .. } = *declared;
                    format!("{} {url:?} {content_type:?} {:?}", name(&path), encoding.map(Encoding::name))
                }
                ManifestEntry::OtherColumns(_, names) => format!("not read: {names:?}"),
                ManifestEntry::Error(error) => {
                    format!("{}: {}", error.origin.rsplit('/').next().unwrap_or_default(), error.kind)
                }
            }
        };
        Manifest::open(path, None, &RemoteOptions::default()).map(line).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn reads_a_path_from_each_line() {
        let text = b"a.warc.gz\r\n\n# no\n  b c\n\xFF\nd";
        let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all(text).expect("memory");
        let gzip = gzip.finish().expect("memory");
        let expected = "a.warc.gz, b c, m:5: not a path in UTF-8, d";
        assert_eq!(read(text), expected);
        assert_eq!(read(&gzip), expected);
        assert_eq!(
            read(&gzip[..gzip.len() - 4]),
            format!("{expected}, m: the compressed data is truncated at offset {}", gzip.len() - 4)
                .replace(", d,", ",")
        );
        assert_eq!(read(b""), "");
        assert_eq!(read(b"\xEF\xBB\xBFa\n"), "a");
        assert_eq!(read(&zstd::encode_all(&text[..], 1).expect("memory")), expected);
        let long = [&vec![b'x'; 100_000], &b"\nb\n#"[..], &vec![b' '; 100_000], b"\nc"].concat();
        assert_eq!(read(&long), "m:1: the path is longer than 65536 bytes, b, c");
        let mut missing = Manifest::open("no/such/manifest".into(), None, &RemoteOptions::default());
        let Some(ManifestEntry::Error(missing)) = missing.next() else { panic!("there is no manifest") };
        assert_eq!(missing.to_string(), "no/such/manifest: No such file or directory");
    }
    #[test]
    fn a_table_declares_urls_types_and_encodings() {
        let expected = "a.html Some(\"http://e.org/a\") Some(\"text/html\") Some(\"KOI8-R\"), /b.html Some(\"http://e.org/?x,y\") \
            None None, c.html, m:5: the value of 'file' is missing";
        let csv = b"url,file,content_type,encoding\nhttp://e.org/a,a.html,text/html,koi8-r\n\"http://e.org/?x,y\",/b.html,,\n,c.html,,\nu,,,\n";
        assert_eq!(read(csv), expected);
        let tsv = String::from_utf8(csv.to_vec()).expect("ASCII").replace("\"http://e.org/?x,y\"", "http://e.org/?x;y");
        let tsv = tsv.replace(',', "\t").replace("?x;y", "?x,y");
        assert_eq!(read(tsv.as_bytes()), expected);
        let json = r#"{"file": "a.html", "url": "http://e.org/a", "content_type": "text/html", "encoding": "koi8-r"}
            {"file":"/b.html","url":"http://e.org/?x,y","encoding":null}
            {"url":"","file":"c.html"}

            {"url":"u","file":null}"#;
        assert_eq!(
            read(json.as_bytes()),
            expected.replace("value of 'file'", "key 'file'").replace("the value", "the key")
        );
        assert_eq!(read(b"file\na b.html\n"), "a b.html");
    }

    #[test]
    fn an_invalid_row_names_the_column() {
        let cases: [(&[u8], &str); 8] = [
            (
                b"file,encoding\na,utf-9\nb,\n",
                "m:2: encoding: no encoding of the Encoding Standard is labelled 'utf-9', b",
            ),
            (b"file,url\na,e.org/a\n", "m:2: url: 'e.org/a' is not a URL: relative URL without a base"),
            (b"file,content_type\na,html\n", "m:2: content_type: 'html' is not a MIME type such as 'text/html'"),
            (b"path,url\na,http://e.org/\n", "m:1: no column is named 'file'"),
            (b"file,url,url\na,b,c\n", "m:1: two columns are named 'url'"),
            (b"{\"url\": 5, \"file\": \"a\"}\n{\"file\": \"b\"}", "m:1: the value of 'url' is not text, b"),
            (b"{\"html\": \"<p>\"}\n", "not read: [\"html\"], m:1: the key 'file' is missing"),
            (b"file,Url,file \na,b,c\nd,e,f\n", "not read: [\"Url\", \"file \"], a, d"),
        ];
        for (manifest, expected) in cases {
            assert_eq!(read(manifest), expected, "{}", manifest.escape_ascii());
        }
        assert_eq!(read_named("m.csv", b"page,address\na,b\n"), "m.csv:1: no column is named 'file'");
        assert_eq!(read(b"page,address\n"), "page,address");
    }

    #[cfg(feature = "columns")]
    #[test]
    fn a_table_may_be_parquet() {
        use arrow_array::{ArrayRef, NullArray, RecordBatch, StringArray};
        use std::sync::Arc;

        let files: ArrayRef = Arc::new(StringArray::from(vec![Some("a.html"), None]));
        let urls: ArrayRef = Arc::new(StringArray::from(vec![Some("http://e.org/a"), Some("http://e.org/b")]));
        let columns =
            [("file", files), ("url", urls.clone()), ("link", urls), ("encoding", Arc::new(NullArray::new(2)))];
        let batch = RecordBatch::try_from_iter(columns).expect("columns");
        let mut writer = parquet::arrow::ArrowWriter::try_new(Vec::new(), batch.schema(), None).expect("a schema");
        writer.write(&batch).expect("memory");
        let parquet = writer.into_inner().expect("memory");
        let expected =
            "not read: [\"link\"], a.html Some(\"http://e.org/a\") None None, m:2: the value of 'file' is missing";
        assert_eq!(read(&parquet), expected);
    }
}
