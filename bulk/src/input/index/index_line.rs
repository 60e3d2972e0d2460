//! Parses lines of indexes: CDXJ, JSON lines and CSV.

use super::index_row::{FILE, IndexRow, LENGTH, OFFSET, URL, number};
use crate::schema::{KeptColumns, KeptValues};
use csv::{ByteRecord, ReaderBuilder};
use serde::Deserialize;
use serde_bytes::ByteBuf;
use serde_json::value::RawValue;
use std::collections::HashMap;

/// A line of an index.
#[derive(Debug)]
pub(crate) enum IndexLine {
    Row(IndexRow),
    /// The names of columns, or the version of the format.
    Header,
}

/// The format of the lines, which the first one determines.
#[derive(Debug)]
pub(crate) enum LineFormat {
    Unknown,
    /// A line with a JSON object was read.
    Json,
    Csv(IndexColumns),
}

/// The columns of CSV.
#[derive(Debug)]
pub(crate) struct IndexColumns {
    file: (usize, &'static str),
    offset: (usize, &'static str),
    length: Option<usize>,
    url: Option<usize>,
    kept: Vec<usize>,
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

impl IndexLine {
    /// Parses a line that is not empty, and sets `format`. The row has the values of the columns in `kept`.
    pub(crate) fn parse(line: &[u8], format: &mut LineFormat, kept: &mut KeptMembers) -> Result<Self, String> {
        match (&*format, json_start(line)) {
            (LineFormat::Csv(columns), _) => columns.row(&record(line)?).map(Self::Row),
            _ if line.starts_with(b"!") => Ok(Self::Header),
            (_, Some(start)) => {
                let row = json_row(&line[start..], kept)?;
                *format = LineFormat::Json;
                Ok(Self::Row(row))
            }
            (LineFormat::Json, None) => Err("no JSON object".to_owned()),
            (LineFormat::Unknown, None) => {
                *format = LineFormat::Csv(IndexColumns::of(&record(line)?, &kept.columns)?);
                Ok(Self::Header)
            }
        }
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

fn json_row(json: &[u8], kept: &mut KeptMembers) -> Result<IndexRow, String> {
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
}

impl KeptMembers {
    pub(crate) fn new(columns: KeptColumns) -> Self {
        Self { columns, seen: Vec::new() }
    }

    /// Returns the values of a JSON object: text unchanged, other values as their JSON. A null or missing value is null.
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
                // Text may have lone surrogates.
                text if text.starts_with('"') => serde_json::from_str::<ByteBuf>(text)
                    .map(|text| Some(String::from_utf8_lossy(&text).into_owned()))
                    .map_err(wrong),
                other => Ok(Some(other.to_owned())),
            }
        });
        values.collect::<Result<_, _>>().map(Some)
    }

    /// Returns an error if the objects of a complete index all lack a member. It is returned once.
    pub(crate) fn missing(&mut self) -> Option<String> {
        let seen = std::mem::take(&mut self.seen);
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

/// Parses a line of CSV.
fn record(line: &[u8]) -> Result<ByteRecord, String> {
    let (mut record, mut next) = (ByteRecord::new(), ByteRecord::new());
    let builder = &mut ReaderBuilder::new();
    let builder = builder.has_headers(false).flexible(true).buffer_capacity(line.len().max(1));
    let mut reader = builder.from_reader(line);
    let mut read = |record| reader.read_byte_record(record).map_err(|error| format!("not CSV: {error}"));
    read(&mut record)?;
    if read(&mut next)? {
        return Err("a CR ends a row: rows must end in LF or CRLF".to_owned());
    }
    Ok(record)
}

/// The state of a value in CSV, to find the newlines that end a row.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum CsvValue {
    /// The start of a value. Only here does a quote open a quoted value.
    #[default]
    Start,
    Plain,
    Quoted,
    /// After a quote in a quoted value: the quote ends the value unless another one follows.
    Quote,
}

impl CsvValue {
    /// Returns the state after `bytes`.
    pub(crate) fn after(self, bytes: &[u8]) -> Self {
        bytes.iter().fold(self, |state, byte| match (state, byte) {
            (Self::Quoted, b'"') => Self::Quote,
            (Self::Quoted, _) | (Self::Start | Self::Quote, b'"') => Self::Quoted,
            (_, b',' | b'\n' | b'\r') => Self::Start,
            _ => Self::Plain,
        })
    }
}

impl IndexColumns {
    fn of(header: &ByteRecord, kept: &KeptColumns) -> Result<Self, String> {
        let column = |names: [&'static str; 2]| {
            let find = |name: &'static str| Some((header.iter().position(|column| column == name.as_bytes())?, name));
            names.into_iter().find_map(find)
        };
        let names = FILE.into_iter().chain(OFFSET).chain(LENGTH).chain(URL).chain(kept.names());
        for name in names {
            if header.iter().filter(|column| *column == name.as_bytes()).count() > 1 {
                return Err(format!("two columns are named '{name}'"));
            }
        }
        let needed = |names: [&'static str; 2]| {
            column(names).ok_or_else(|| format!("no column is named '{}' or '{}'", names[0], names[1]))
        };
        let kept = kept.names().map(|name| {
            let column = header.iter().position(|column| column == name.as_bytes());
            column.ok_or_else(|| format!("no column is named '{name}'"))
        });
        Ok(Self {
            file: needed(FILE)?,
            offset: needed(OFFSET)?,
            length: column(LENGTH).map(|(index, _)| index),
            url: column(URL).map(|(index, _)| index),
            kept: kept.collect::<Result<_, _>>()?,
        })
    }

    fn row(&self, record: &ByteRecord) -> Result<IndexRow, String> {
        let value = |index: usize| {
            let value = record.get(index).filter(|value| !value.is_empty())?;
            Some(String::from_utf8_lossy(value).into_owned())
        };
        let needed = |(index, name)| value(index).ok_or_else(|| format!("the value of '{name}' is missing"));
        let length = self.length.and_then(value);
        let (file, offset) = (needed(self.file)?, number("offset", &needed(self.offset)?)?);
        let length = length.map(|length| number("length", &length)).transpose()?;
        let kept = (!self.kept.is_empty()).then(|| self.kept.iter().map(|index| value(*index)).collect());
        IndexRow::new(file, offset, length, self.url.and_then(value), kept)
    }
}
