//! Parses lines of indexes: CDXJ, JSON lines, CSV, TSV, CDX, and the lists of blocks of ZipNum clusters.

use super::cluster::{self, BlockAddress};
use super::delimited::{DelimitedLines, IndexColumns, header_of, row_without_header};
use super::index_row::{FILE, IndexRow, OFFSET, number};
use crate::lone_surrogates;
use crate::schema::{KeptColumns, KeptValues};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::HashMap;

/// A line of an index.
#[derive(Debug)]
pub(crate) enum IndexLine {
    Row(IndexRow),
    /// A block of lines in another file.
    Block(BlockAddress),
    /// The names of columns, or the version of the format.
    Header,
}

/// The format of the lines, which the first one determines.
#[derive(Debug, Default)]
pub(crate) enum LineFormat {
    #[default]
    Unknown,
    /// A line with a JSON object was read.
    Json,
    /// Lines of values with a delimiter between them.
    Delimited(DelimitedLines, IndexColumns),
    /// Each line names a block of another file. Holds the name of that file, if the lines do not have it.
    Blocks(Option<String>),
}

/// The JSON in a line. Unknown keys are ignored.
#[derive(Deserialize)]
struct JsonRow {
    warc_filename: Option<String>,
    filename: Option<String>,
    warc_record_offset: Option<Number>,
    offset: Option<Number>,
    warc_record_length: Option<Number>,
    length: Option<Number>,
    page_url: Option<String>,
    url: Option<String>,
}

/// A number, or a string of digits as in CDXJ.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a number or a string of digits")]
enum Number {
    Number(serde_json::Number),
    Text(String),
}

impl LineFormat {
    /// Returns the delimiter of a table whose values may be in quotes.
    pub(crate) fn quoted_delimiter(&self) -> Option<u8> {
        if let Self::Delimited(syntax, _) = self { syntax.quoted_delimiter() } else { None }
    }
}

impl IndexLine {
    /// Parses a line that is not empty, and sets `format`. The row has the values of the columns in `kept`.
    pub(crate) fn parse(line: &[u8], format: &mut LineFormat, kept: &mut KeptMembers) -> Result<Self, String> {
        match (&*format, json_start(line)) {
            (LineFormat::Delimited(syntax, _), _) if syntax.is_header(line) => Self::header(line, format, kept),
            (LineFormat::Delimited(syntax, columns), _) => columns.row(&syntax.values(line)?).map(Self::Row),
            (LineFormat::Unknown, _) if line.starts_with(b"!") => {
                if let Some(file) = cluster::file_of_header(line) {
                    *format = LineFormat::Blocks(Some(file));
                }
                Ok(Self::Header)
            }
            _ if line.starts_with(b"!") => Ok(Self::Header),
            (LineFormat::Blocks(file), _) => BlockAddress::parse(line, file.as_deref()).map(Self::Block),
            (_, Some(start)) => {
                let row = json_row(&line[start..], kept)?;
                *format = LineFormat::Json;
                Ok(Self::Row(row))
            }
            (LineFormat::Json, None) => Err("no JSON object".to_owned()),
            (LineFormat::Unknown, None) => Self::first(line, format, kept),
        }
    }

    /// Parses the first line of an index that is not JSON.
    fn first(line: &[u8], format: &mut LineFormat, kept: &KeptMembers) -> Result<Self, String> {
        if let Ok(block) = BlockAddress::parse(line, None) {
            *format = LineFormat::Blocks(None);
            return Ok(Self::Block(block));
        }
        if let Some((syntax, columns)) = row_without_header(line, &kept.columns)? {
            let row = columns.row(&syntax.values(line)?)?;
            *format = LineFormat::Delimited(syntax, columns);
            return Ok(Self::Row(row));
        }
        Self::header(line, format, kept)
    }

    /// Parses a line with the names of columns.
    fn header(line: &[u8], format: &mut LineFormat, kept: &KeptMembers) -> Result<Self, String> {
        let (syntax, columns) = header_of(line, &kept.columns)?;
        *format = LineFormat::Delimited(syntax, columns);
        Ok(Self::Header)
    }
}

/// Returns the offset of the JSON object in a line, which is alone or after the two first fields of CDXJ.
pub(crate) fn json_start(line: &[u8]) -> Option<usize> {
    let start = line.len() - line.trim_ascii_start().len();
    if line[start..].starts_with(b"{") {
        return Some(start);
    }
    memchr::memmem::find(line, b" {").map(|space| space + 1)
}

/// Reads a JSON object. A lone surrogate in a string becomes U+FFFD.
fn json_row(json: &[u8], kept: &mut KeptMembers) -> Result<IndexRow, String> {
    let json = &*lone_surrogates::replace(json);
    let row: JsonRow = serde_json::from_slice(json).map_err(|error| format!("not JSON: {error}"))?;
    let missing = |names: [&str; 2]| format!("the keys '{}' and '{}' are missing", names[0], names[1]);
    let (offset, length) = (row.warc_record_offset.or(row.offset), row.warc_record_length.or(row.length));
    let file = row.warc_filename.or(row.filename).ok_or_else(|| missing(FILE))?;
    let offset = number("offset", &offset.ok_or_else(|| missing(OFFSET))?.text())?;
    let length = length.map(|length| number("length", &length.text())).transpose()?;
    IndexRow::new(file, offset, length, row.page_url.or(row.url), kept.read(json)?)
}

/// The kept members of JSON objects.
#[derive(Debug, Default)]
pub(crate) struct KeptMembers {
    columns: KeptColumns,
    /// For each of them, true if an object had it. Empty before the first object.
    seen: Vec<bool>,
    /// True if a part of the index was not read. It may have all members.
    is_incomplete: bool,
}

impl KeptMembers {
    pub(crate) fn new(columns: KeptColumns) -> Self {
        Self { columns, ..Self::default() }
    }

    /// Returns the values of a JSON object without lone surrogates: text unchanged, other values as their JSON. A null or
    /// missing value is null.
    fn read(&mut self, json: &[u8]) -> Result<Option<KeptValues>, String> {
        if self.columns.is_empty() {
            return Ok(None);
        }
        let wrong = |error| format!("not JSON: {error}");
        let members: HashMap<String, &RawValue> = serde_json::from_slice(json).map_err(wrong)?;
        self.seen.resize(self.columns.names().len(), false);
        let values = self.columns.names().zip(&mut self.seen).map(|(name, seen)| {
            let Some(value) = members.get(name) else { return Ok(None) };
            *seen = true;
            match value.get() {
                "null" => Ok(None),
                text if text.starts_with('"') => serde_json::from_str::<String>(text).map(Some).map_err(wrong),
                other => Ok(Some(other.to_owned())),
            }
        });
        values.collect::<Result<_, _>>().map(Some)
    }

    /// Sets that a part of the index was not read.
    pub(crate) fn set_incomplete(&mut self) {
        self.is_incomplete = true;
    }

    /// Returns an error if the objects of a complete index all lack a member. It is returned once.
    pub(crate) fn missing(&mut self) -> Option<String> {
        let seen = std::mem::take(&mut self.seen);
        if self.is_incomplete {
            return None;
        }
        let missing = self.columns.names().zip(&seen).find(|(_, seen)| !**seen);
        missing.map(|(name, _)| format!("no line has the key '{name}'"))
    }
}

impl Number {
    fn text(self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text,
        }
    }
}
