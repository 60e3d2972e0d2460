//! Rows as CSV and TSV.

use crate::schema::Table;
use crate::schema::field_selection::Fields;
use crate::schema::row_error::RowError;
use crate::schema::serializer_macros::{refuse_what_no_row_holds, take_whole_numbers};
use csv::{ByteRecord, Terminator, WriterBuilder};
use serde::Serialize;
use serde::ser::{Impossible, SerializeSeq, SerializeStruct, Serializer};
use std::fmt::{Display, Write};
use std::io;

/// Lines of CSV or TSV, built row by row.
#[derive(Debug)]
pub(super) struct CsvRows {
    lines: Lines,
    bytes: usize,
    row: CsvRow,
}

/// The character between the values of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delimiter {
    Comma,
    Tab,
}

/// The complete lines. The csv crate does not write the TSV: it would write a line with one empty value as `""`.
#[derive(Debug)]
enum Lines {
    Csv(Box<csv::Writer<Vec<u8>>>),
    Tsv(Vec<u8>),
}

impl Lines {
    fn new(delimiter: Delimiter, memory: Vec<u8>) -> Self {
        match delimiter {
            Delimiter::Comma => {
                Self::Csv(Box::new(WriterBuilder::new().terminator(Terminator::CRLF).from_writer(memory)))
            }
            Delimiter::Tab => Self::Tsv(memory),
        }
    }

    fn delimiter(&self) -> Delimiter {
        match self {
            Self::Csv(_) => Delimiter::Comma,
            Self::Tsv(_) => Delimiter::Tab,
        }
    }

    fn push(&mut self, record: &ByteRecord) -> Result<(), csv::Error> {
        match self {
            Self::Csv(writer) => writer.write_byte_record(record)?,
            Self::Tsv(lines) => {
                for (index, value) in record.iter().enumerate() {
                    if index > 0 {
                        lines.push(b'\t');
                    }
                    for &byte in value {
                        match byte {
                            b'\t' => lines.extend_from_slice(b"\\t"),
                            b'\n' => lines.extend_from_slice(b"\\n"),
                            b'\r' => lines.extend_from_slice(b"\\r"),
                            b'\\' => lines.extend_from_slice(b"\\\\"),
                            _ => lines.push(byte),
                        }
                    }
                }
                lines.push(b'\n');
            }
        }
        Ok(())
    }

    fn into_bytes(self) -> io::Result<Vec<u8>> {
        match self {
            Self::Csv(writer) => writer.into_inner().map_err(csv::IntoInnerError::into_error),
            Self::Tsv(lines) => Ok(lines),
        }
    }
}

/// The row that is being built.
#[derive(Debug)]
struct CsvRow {
    names: Vec<&'static str>,
    record: ByteRecord,
    /// The text of the current field.
    text: String,
    /// True once the row's struct was entered.
    has_begun: bool,
}

impl CsvRows {
    /// Creates the builder for link rows with the keys of `fields`.
    pub(super) fn new(fields: &Fields, delimiter: Delimiter) -> Self {
        let names = names(fields).collect();
        let row = CsvRow { names, record: ByteRecord::new(), text: String::new(), has_begun: false };
        Self { lines: Lines::new(delimiter, Vec::new()), bytes: 0, row }
    }

    /// Adds a row.
    pub(super) fn push(&mut self, row: &impl Serialize) -> Result<(), RowError> {
        self.row.record.clear();
        self.row.has_begun = false;
        row.serialize(CsvCell(&mut self.row))?;
        self.bytes += self.row.record.as_slice().len() + self.row.names.len();
        self.lines.push(&self.row.record).map_err(|error| RowError::Other(error.to_string()))
    }

    /// Returns the approximate length of the lines in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the lines, and continues in `memory`.
    pub(super) fn take(&mut self, memory: Vec<u8>) -> io::Result<Vec<u8>> {
        self.bytes = 0;
        let lines = Lines::new(self.lines.delimiter(), memory);
        std::mem::replace(&mut self.lines, lines).into_bytes()
    }
}

/// Returns the first line of a file: the names of the fields.
pub(super) fn header(fields: &Fields, delimiter: Delimiter) -> io::Result<Vec<u8>> {
    let mut lines = Lines::new(delimiter, Vec::new());
    lines.push(&names(fields).collect()).map_err(io::Error::from)?;
    lines.into_bytes()
}

fn names(fields: &Fields) -> impl Iterator<Item = &'static str> {
    Table::Links.fields().map(|field| field.name).filter(|name| fields.has(name))
}

/// The serializer of a row, and inside a row of its next field.
struct CsvCell<'c>(&'c mut CsvRow);

impl CsvCell<'_> {
    fn put(self, value: impl Display) -> Result<(), RowError> {
        if !self.0.has_begun {
            return Err(self.refused("a value"));
        }
        let _ = write!(self.0.text, "{value}"); // a String takes all
        Ok(())
    }

    fn integer(self, value: i64) -> Result<(), RowError> {
        self.put(value)
    }

    fn refused(&self, what: &'static str) -> RowError {
        RowError::Type { found: what, expected: if self.0.has_begun { "a CSV field" } else { "a row" } }
    }
}

impl<'c> Serializer for CsvCell<'c> {
    type Ok = ();
    type Error = RowError;
    type SerializeSeq = CsvTokens<'c>;
    type SerializeTuple = Impossible<(), RowError>;
    type SerializeTupleStruct = Impossible<(), RowError>;
    type SerializeTupleVariant = Impossible<(), RowError>;
    type SerializeMap = Impossible<(), RowError>;
    type SerializeStruct = CsvFields<'c>;
    type SerializeStructVariant = Impossible<(), RowError>;

    take_whole_numbers!();
    refuse_what_no_row_holds!();

    fn serialize_bytes(self, _: &[u8]) -> Result<Self::Ok, Self::Error> {
        Err(self.refused("bytes"))
    }

    fn serialize_bool(self, value: bool) -> Result<(), RowError> {
        self.put(value)
    }

    fn serialize_f32(self, value: f32) -> Result<(), RowError> {
        self.put(format_args!("{value:?}"))
    }

    fn serialize_f64(self, value: f64) -> Result<(), RowError> {
        self.put(format_args!("{value:?}"))
    }

    fn serialize_str(self, value: &str) -> Result<(), RowError> {
        if !self.0.has_begun {
            return Err(self.refused("text"));
        }
        self.0.text.push_str(value);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), RowError> {
        if self.0.has_begun { Ok(()) } else { Err(self.refused("null")) }
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), RowError> {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<CsvTokens<'c>, RowError> {
        if self.0.has_begun { Ok(CsvTokens(self.0)) } else { Err(self.refused("a list")) }
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, RowError> {
        Err(self.refused("a tuple"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, RowError> {
        Err(self.refused("a map"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<CsvFields<'c>, RowError> {
        if self.0.has_begun {
            return Err(self.refused("an object"));
        }
        self.0.has_begun = true;
        Ok(CsvFields(self.0))
    }
}

/// The serializer of a list of tokens, which contain no spaces.
struct CsvTokens<'c>(&'c mut CsvRow);

impl SerializeSeq for CsvTokens<'_> {
    type Ok = ();
    type Error = RowError;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), RowError> {
        if !self.0.text.is_empty() {
            self.0.text.push(' ');
        }
        value.serialize(CsvCell(self.0))
    }

    fn end(self) -> Result<(), RowError> {
        Ok(())
    }
}

/// The serializer of a row's fields. Fields that are left out are empty.
struct CsvFields<'c>(&'c mut CsvRow);

impl SerializeStruct for CsvFields<'_> {
    type Ok = ();
    type Error = RowError;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, key: &'static str, value: &T) -> Result<(), RowError> {
        let Self(row) = self;
        while *row.names.get(row.record.len()).ok_or(RowError::Key(key))? != key {
            row.record.push_field(b"");
        }
        row.text.clear();
        value.serialize(CsvCell(row))?;
        row.record.push_field(row.text.as_bytes());
        Ok(())
    }

    fn end(self) -> Result<(), RowError> {
        while self.0.record.len() < self.0.names.len() {
            self.0.record.push_field(b"");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the line of a record, with each delimiter.
    fn lines(values: &[&str]) -> [String; 2] {
        [Delimiter::Comma, Delimiter::Tab].map(|delimiter| {
            let mut lines = Lines::new(delimiter, Vec::new());
            lines.push(&ByteRecord::from(values.to_vec())).expect("memory");
            String::from_utf8(lines.into_bytes().expect("memory")).expect("UTF-8")
        })
    }

    #[test]
    fn tsv_escapes_where_csv_quotes() {
        assert_eq!(lines(&["a", "", "b"]), ["a,,b\r\n", "a\t\tb\n"]);
        assert_eq!(lines(&["a,\"b\"", "é"]), ["\"a,\"\"b\"\"\",é\r\n", "a,\"b\"\té\n"]);
        assert_eq!(lines(&["a\tb\r\nc\\d", "e"]), ["\"a\tb\r\nc\\d\",e\r\n", "a\\tb\\r\\nc\\\\d\te\n"]);
        assert_eq!(lines(&[""]), ["\"\"\r\n", "\n"]);
    }
}
