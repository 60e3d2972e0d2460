//! ZipNum clusters: a sorted index in gzip blocks of many lines, and a list of these blocks.
//!
//! A line of the list has the first key of a block, the file it is in, its offset and its length, as pywb and Common Crawl's
//! `cluster.idx` have them: `urlkey timestamp\tcdx-00000.gz\t0\t188224\t1`. In a WACZ file, lines of `index.idx` are JSON, and
//! the first line names the file of all blocks.

use super::index_row::number;
use crate::input::error::{InputError, InputErrorKind};
use crate::input::sources::format::InputFormat;
use crate::input::sources::input_file::InputFile;
use crate::input::sources::inputs::FileCheck;
use crate::input::sources::list_file::{ListLines, MAX_PATH_BYTES, decompress, lines};
use serde::Deserialize;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use tagrake_archive::local_file::LocalFile;
use tagrake_archive::remote::{self, RemoteOptions};

/// The block of an index.
#[derive(Debug)]
pub(crate) struct BlockAddress {
    /// The file, relative to the folder of the list.
    pub(crate) file: String,
    pub(crate) offset: u64,
    length: u64,
}

/// The files of the blocks of an index.
pub(crate) struct BlockFiles {
    /// The path of the list. The paths of the files are relative to its folder.
    pub(crate) list: PathBuf,
    pub(crate) options: RemoteOptions,
    /// Called for each file before it is opened.
    pub(crate) check: Option<FileCheck>,
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
}

impl BlockFiles {
    /// Returns the path of the file of a block, and the lines of the block.
    pub(crate) fn open(&self, block: &BlockAddress) -> (String, Result<ListLines, InputError>) {
        let file = InputFile::with_remote(self.path(block), InputFormat::Auto, &self.options);
        let origin = file.origin();
        let opened = match self.check.as_ref().map_or(Ok(true), |check| check(&file)) {
            Ok(_) => open_block(&file, block).map_err(InputErrorKind::Io),
            Err(kind) => Err(kind),
        };
        let opened = opened.map_err(|kind| InputError::new(&*origin, kind));
        (origin, opened)
    }

    /// Returns the path of the file of a block.
    fn path(&self, block: &BlockAddress) -> PathBuf {
        let folder = match self.list.to_str().and_then(|path| path.rsplit_once('/')) {
            Some((folder, _)) => PathBuf::from(format!("{folder}/")),
            None => self.list.parent().unwrap_or(Path::new("")).to_owned(),
        };
        let path = remote::joined(&folder, PathBuf::from(&block.file));
        // cdxj-indexer writes the path that the file had for it.
        match block.file.rsplit_once('/') {
            Some((_, name)) if !remote::is_url(&path) && !path.exists() => folder.join(name),
            _ => path,
        }
    }
}

/// Opens the lines of a block of `file`.
fn open_block(file: &InputFile, block: &BlockAddress) -> io::Result<ListLines> {
    let end = block.offset.saturating_add(block.length);
    let stream: Box<dyn Read + Send> = match &file.remote {
        Some(remote) => Box::new(remote.open_range(block.offset..end)?.take(block.length)),
        None => {
            let mut reader = LocalFile::open_regular(&file.path)?.0.reader();
            reader.seek(SeekFrom::Start(block.offset))?;
            Box::new(reader.take(block.length))
        }
    };
    Ok(lines(Cursor::new(Vec::new()).chain(decompress(stream)?)))
}
