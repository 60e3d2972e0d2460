//! Opens manifests and indexes, and refuses files of another type before any of their lines is taken for a path or a record.

use super::format::{InputFormat, NameFormat};
use super::identify::{archive, has_markup};
use super::input_file::InputFile;
use super::lines::{LineRead, LineReader};
use super::stdin::{is_stdin, open_stdin};
use super::type_names;
use crate::input::error::{InputError, InputErrorKind};
use crate::mime_type::UTF8_BOM;
use std::io::{self, BufReader, Chain, Cursor, ErrorKind, Read};
use std::path::Path;
use tagrake_archive::codec::{Decompressor, StreamCompression};
use tagrake_archive::http;
use tagrake_archive::local_file::LocalFile;
use tagrake_archive::remote::{RemoteFile, RemoteOptions};

/// Maximum length of a path or a URL of a file, in manifests and in indexes, in bytes; a longer one is an error.
pub(crate) const MAX_PATH_BYTES: usize = 64 << 10;
/// The length of the longest magic number of a compressed file, in bytes.
const MAGIC_BYTES: u64 = 4;
/// The first bytes of a stream of Arrow.
pub(crate) const ARROW_STREAM_MAGIC: [u8; 4] = [0xFF; 4];
/// Bytes that identify a file. Fewer do if they have a line, because the next one may arrive late.
const START_BYTES: usize = 512;
/// Maximum bytes of a list without a newline. A stream without one might never end.
const MAX_LIST_LINE_BYTES: u64 = 64 << 20;
/// Bytes requested in one read.
const READ_BYTES: usize = 16 << 10;

type Raw = Box<dyn Read + Send>;
/// A file, decompressed if it is compressed.
pub(crate) type Decoded = Decompressor<Raw>;
/// The bytes of a manifest or an index: the first ones and the rest.
pub(crate) type ListStream = Chain<Cursor<Vec<u8>>, Decoded>;
/// The lines of a manifest or an index.
pub(crate) type ListLines = LineReader<BufReader<ListStream>>;

/// The kind of a list: the things that its lines name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListKind {
    /// Inputs: the file is a manifest.
    Inputs,
    /// Records: the file is an index.
    Records,
}

impl ListKind {
    fn name(self) -> &'static str {
        match self {
            Self::Inputs => {
                "a manifest: a list of paths, or a table with the column 'file' in CSV, TSV, JSON lines, Parquet or Arrow"
            }
            Self::Records => "an index of records: CDXJ, CDX, JSON lines, CSV, TSV, Parquet or Arrow",
        }
    }
}

/// Returns the name of the file at `path`, for messages.
pub(crate) fn origin(path: &Path, options: &RemoteOptions) -> String {
    InputFile::with_remote(path.to_owned(), InputFormat::Auto, options).origin()
}

/// Returns a reader of the lines of a list.
pub(crate) fn lines(stream: ListStream) -> ListLines {
    LineReader::new(BufReader::new(stream), MAX_LIST_LINE_BYTES)
}

/// Converts an error of reading a line, or a line without end, which ends the list.
pub(crate) fn checked(origin: &str, lines: &ListLines, read: io::Result<LineRead>) -> Result<LineRead, InputError> {
    match read {
        Ok(LineRead::Endless) => {
            let cause = format!("no newline in {} MiB, so the rest is not read", MAX_LIST_LINE_BYTES >> 20);
            Err(InputError::io(origin, io::Error::other(cause)))
        }
        Ok(read) => Ok(read),
        Err(error) => Err(InputError::of_decoding(origin, error, lines.source().get_ref().get_ref().1)),
    }
}

/// Returns true if a file starts as a Parquet file, which may be encrypted, or as a file or a stream of Arrow.
pub(crate) fn is_table(start: &[u8]) -> bool {
    [b"PAR1", b"PARE", b"ARRO", &ARROW_STREAM_MAGIC].iter().any(|magic| start.starts_with(*magic))
}

/// Opens the file at `path`, which may be a URL; `-` is standard input.
///
/// # Errors
///
/// Returns an error if the file cannot be opened, or if its first bytes are the ones of an archive, a page, an image or other
/// binary data.
pub(crate) fn open(path: &Path, kind: ListKind, options: &RemoteOptions) -> Result<ListStream, InputError> {
    let origin = origin(path, options);
    let mut file = open_decoded(path, options).map_err(|error| InputError::io(&*origin, error))?;
    let start = read_start(&mut file).map_err(|error| InputError::of_decoding(&*origin, error, &file))?;
    let apparent = match start.is_empty() {
        true => is_stdin(path).then(|| "empty".into()),
        false => other_than_list(&start, path, kind).map(String::into_boxed_str),
    };
    match apparent {
        Some(apparent) => Err(InputError::new(origin, InputErrorKind::NotAList { apparent, list: kind.name() })),
        None => Ok(Cursor::new(start).chain(file)),
    }
}

fn open_decoded(path: &Path, options: &RemoteOptions) -> io::Result<Decoded> {
    decompress(match RemoteFile::of(path, options) {
        Some(file) => {
            let mut download = file.open()?;
            match file.head_of(&mut download).filter(|_| file.is_web()) {
                Some(head) => http::decode_unmarked(Box::new(download), &head.headers)?,
                None => Box::new(download),
            }
        }
        None if is_stdin(path) => open_stdin()?,
        None => Box::new(LocalFile::open(path)?.reader()),
    })
}

/// Decompresses a file, if it is compressed.
pub(crate) fn decompress(mut file: Raw) -> io::Result<Decoded> {
    let mut start = Vec::new();
    file.by_ref().take(MAGIC_BYTES).read_to_end(&mut start)?;
    let compression = StreamCompression::of(&start).unwrap_or_default();
    Ok(Decompressor::new(Box::new(Cursor::new(start).chain(file)), compression))
}

/// Reads the first bytes of a file: as many as identify it, or a line.
fn read_start(file: &mut Decoded) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    loop {
        let length = start.len();
        start.resize(length + READ_BYTES, 0);
        let read = match file.read(&mut start[length..]) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {
                start.truncate(length);
                continue;
            }
            result => result?,
        };
        start.truncate(length + read);
        if read == 0 || start.len() >= START_BYTES || start[length..].contains(&b'\n') {
            return Ok(start);
        }
    }
}

/// Returns the apparent type of a file that starts with `text`, if it cannot be a list of this kind. The lines of an index may
/// contain anything, also markup.
fn other_than_list(text: &[u8], path: &Path, kind: ListKind) -> Option<String> {
    let start = text.strip_prefix(UTF8_BOM).unwrap_or(text).trim_ascii_start();
    let is_json = matches!(start, [b'[', rest @ ..] if rest.trim_ascii_start().starts_with(b"{"));
    let is_page = start.starts_with(b"<") || (NameFormat::of(path) == NameFormat::Page && has_markup(text));
    let other = archive(text).or_else(|| type_names::of_text(start).map(str::to_owned));
    match () {
        () if other.is_some() => other,
        () if text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF") => Some("text in UTF-16".to_owned()),
        () if is_page => Some("HTML or XML page".to_owned()),
        () if is_json && kind == ListKind::Inputs => Some("JSON".to_owned()),
        // Tables are binary.
        () if text.contains(&0) && !is_table(text) => Some(type_names::of_binary(text)),
        () => None,
    }
}
