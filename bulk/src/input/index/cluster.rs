//! ZipNum clusters: a sorted index in gzip blocks of many lines, and a list of these blocks.
//!
//! A line of the list has the first key of a block, the file it is in, its offset and its length, as pywb and Common Crawl's
//! `cluster.idx` have them: `urlkey timestamp\tcdx-00000.gz\t0\t188224\t1`. In a WACZ file, lines of `index.idx` are JSON, and
//! the first line names the file of all blocks.

use super::index_row::number;
use crate::input::error::InputError;
use crate::input::sources::list_file::{ListLines, MAX_PATH_BYTES, decompress, lines};
use serde::Deserialize;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use tagrake_archive::local_file::LocalFile;
use tagrake_archive::remote::{self, RemoteFile, RemoteOptions};

/// The block of an index.
#[derive(Debug)]
pub(crate) struct BlockAddress {
    /// The file, relative to the folder of the list.
    pub(crate) file: String,
    pub(crate) offset: u64,
    length: u64,
}

/// The JSON in the first line of a list: `!meta 0 {"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"}`.
#[derive(Deserialize)]
struct JsonHeader {
    format: String,
    filename: String,
}

#[derive(Deserialize)]
struct JsonBlock {
    offset: u64,
    length: u64,
    filename: Option<String>,
}

/// Returns the file of all blocks, if `line` is the first line of a list with JSON.
pub(crate) fn file_of_header(line: &[u8]) -> Option<String> {
    let json = line.strip_prefix(b"!meta ")?;
    let start = memchr::memchr(b'{', json)?;
    let header: JsonHeader = serde_json::from_slice(&json[start..]).ok()?;
    header.format.starts_with("cdxj-gzip").then_some(header.filename)
}

impl BlockAddress {
    /// Parses a line of the list. `file` is the file of all blocks, if the lines are JSON.
    pub(crate) fn parse(line: &[u8], file: Option<&str>) -> Result<Self, String> {
        let wrong = || "not a block of a ZipNum cluster".to_owned();
        let text = str::from_utf8(line).map_err(|_| wrong())?.trim_end();
        let block = match file {
            Some(file) => {
                let start = text.find('{').ok_or_else(wrong)?;
                let block: JsonBlock =
                    serde_json::from_str(&text[start..]).map_err(|error| format!("not JSON: {error}"))?;
                let file = block.filename.unwrap_or_else(|| file.to_owned());
                Self { file, offset: block.offset, length: block.length }
            }
            None => {
                let mut fields = text.split('\t');
                let mut next = || fields.next().ok_or_else(wrong);
                let (_, file, offset, length) = (next()?, next()?, next()?, next()?);
                let (offset, length) = (number("offset", offset)?, number("length", length)?);
                Self { file: file.to_owned(), offset, length }
            }
        };
        match block.file.len() {
            1..=MAX_PATH_BYTES => Ok(block),
            _ => Err(wrong()),
        }
    }

    /// Returns the path of the file, and the lines of the block. `list` is the path of the list.
    pub(crate) fn open(&self, list: &Path, options: &RemoteOptions) -> (String, Result<ListLines, InputError>) {
        let folder = match list.to_str().and_then(|path| path.rsplit_once('/')) {
            Some((folder, _)) => PathBuf::from(format!("{folder}/")),
            None => list.parent().unwrap_or(Path::new("")).to_owned(),
        };
        let mut path = remote::joined(&folder, PathBuf::from(&self.file));
        // cdxj-indexer writes the path that the file had for it.
        if let Some((_, name)) = self.file.rsplit_once('/')
            && !remote::is_url(&path)
            && !path.exists()
        {
            path = folder.join(name);
        }
        let origin = remote::shown(&path);
        let end = self.offset.saturating_add(self.length);
        let stream: io::Result<Box<dyn Read + Send>> = match RemoteFile::of(&path, options) {
            Some(file) => file.open_range(self.offset..end).map(|range| Box::new(range.take(self.length)) as _),
            None => LocalFile::open_regular(&path).and_then(|(file, _)| {
                let mut reader = file.reader();
                reader.seek(SeekFrom::Start(self.offset))?;
                Ok(Box::new(reader.take(self.length)) as _)
            }),
        };
        let opened = stream.and_then(decompress).map(|decoded| lines(Cursor::new(Vec::new()).chain(decoded)));
        let opened = opened.map_err(|error| InputError::io(&*origin, error));
        (origin, opened)
    }
}
