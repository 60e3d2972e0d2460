//! Rows as CSV and TSV.

use crate::output::OutputOptions;
use crate::output::formats::Delimiter;
use crate::row::{CustomValue, FieldCursor, Object, ObjectSink, Row, Value, ValueSink};
use crate::schema::field_selection::Fields;
use crate::schema::table::RowError;
use csv::{ByteRecord, Terminator, WriterBuilder};
use std::fmt::{Display, Write};
use std::io;
use tagrake_extract::SelectedValue;

/// Lines of CSV or TSV, built row by row.
#[derive(Debug)]
pub(super) struct CsvRows {
    lines: Lines,
    bytes: usize,
    fields: Fields,
    /// The index of the field of each column; empty if columns are in the order of the fields.
    order: Vec<usize>,
    /// The row that is being built.
    record: ByteRecord,
    /// The row with its fields in the order of the columns.
    ordered: ByteRecord,
    /// The text of its current field.
    text: String,
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

    /// Returns the length of the lines.
    fn length(&mut self) -> io::Result<usize> {
        match self {
            Self::Csv(writer) => {
                writer.flush()?;
                Ok(writer.get_ref().len())
            }
            Self::Tsv(lines) => Ok(lines.len()),
        }
    }

    fn into_bytes(self) -> io::Result<Vec<u8>> {
        match self {
            Self::Csv(writer) => writer.into_inner().map_err(csv::IntoInnerError::into_error),
            Self::Tsv(lines) => Ok(lines),
        }
    }
}

impl CsvRows {
    /// Creates the builder for rows of a file with these options.
    pub(super) fn new(options: &OutputOptions, delimiter: Delimiter) -> Self {
        let order = options.column_order();
        Self {
            lines: Lines::new(delimiter, Vec::new()),
            bytes: 0,
            fields: options.fields,
            order: if order.is_sorted() { Vec::new() } else { order },
            record: ByteRecord::new(),
            ordered: ByteRecord::new(),
            text: String::new(),
        }
    }

    /// Adds a row, with the values of `kept` columns, of the given number of selected columns, and of custom columns.
    pub(super) fn push<'k, R: Row>(
        &mut self,
        row: R,
        kept: impl Iterator<Item = Option<&'k str>>,
        selected: usize,
        custom: &[CustomValue],
    ) -> Result<(), RowError> {
        let Self { lines, bytes, fields, order, record, ordered, text } = self;
        record.clear();
        row.write_fields(&mut CsvFields { record, text, cursor: FieldCursor::of_row(R::TABLE, fields) })?;
        kept.for_each(|value| record.push_field(value.unwrap_or_default().as_bytes()));
        for index in 0..selected {
            match row.selected().get(index) {
                Some(SelectedValue::Text(text)) => record.push_field(text.as_bytes()),
                Some(SelectedValue::Null) | None => record.push_field(b""),
                Some(SelectedValue::Texts(_) | SelectedValue::Records(_)) => return refused("a list"),
            }
        }
        for value in custom {
            text.clear();
            value.write(CsvField(text))?;
            record.push_field(text.as_bytes());
        }
        *bytes += record.as_slice().len() + record.len();
        let record = if order.is_empty() { record } else { reorder(record, order, ordered) };
        lines.push(record).map_err(|error| RowError::Other(error.to_string()))
    }

    /// Returns the approximate length of the lines in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the end of the last line.
    pub(super) fn end(&mut self) -> Result<usize, RowError> {
        self.lines.length().map_err(|error| RowError::Other(error.to_string()))
    }

    /// Returns the lines, and continues in `memory`.
    pub(super) fn take(&mut self, memory: Vec<u8>) -> io::Result<Vec<u8>> {
        self.bytes = 0;
        let lines = Lines::new(self.lines.delimiter(), memory);
        std::mem::replace(&mut self.lines, lines).into_bytes()
    }
}

/// Returns the first line of a file: the names of the fields and of kept columns.
pub(super) fn header(options: &OutputOptions, delimiter: Delimiter) -> io::Result<Vec<u8>> {
    let mut lines = Lines::new(delimiter, Vec::new());
    let fields = options.fields.of(options.table()).map(|field| field.name);
    let names = fields.chain(options.more.names()).collect();
    lines.push(reorder(&names, &options.column_order(), &mut ByteRecord::new())).map_err(io::Error::from)?;
    lines.into_bytes()
}

/// Copies `record` to `ordered`: the fields that `order` names by their index, then those after them.
fn reorder<'o>(record: &ByteRecord, order: &[usize], ordered: &'o mut ByteRecord) -> &'o ByteRecord {
    ordered.clear();
    let indexes = order.iter().copied().chain(order.len()..record.len());
    indexes.for_each(|index| ordered.push_field(&record[index]));
    ordered
}

/// Appends the fields of a row. Fields without a value are empty.
struct CsvFields<'c> {
    record: &'c mut ByteRecord,
    text: &'c mut String,
    cursor: FieldCursor,
}

impl ObjectSink for CsvFields<'_> {
    fn put(&mut self, name: &'static str, value: impl Value) -> Result<(), RowError> {
        self.put_option(name, Some(value))
    }

    fn put_option(&mut self, name: &'static str, value: Option<impl Value>) -> Result<(), RowError> {
        if self.cursor.next(name).is_some() {
            self.text.clear();
            value.map_or(Ok(()), |value| value.write(CsvField(self.text)))?;
            self.record.push_field(self.text.as_bytes());
        }
        Ok(())
    }

    #[inline(always)]
    fn takes_next(&self) -> bool {
        self.cursor.takes_next()
    }

    #[inline(always)]
    fn skip(&mut self) {
        self.cursor = self.cursor.after(1);
    }

    fn skip_to(&mut self, name: &'static str) {
        (0..self.cursor.skip_to(name)).for_each(|_| self.record.push_field(b""));
    }
}

/// The text of a field.
struct CsvField<'c>(&'c mut String);

impl CsvField<'_> {
    fn put(self, value: impl Display) -> Result<(), RowError> {
        let _ = write!(self.0, "{value}"); // a String takes all
        Ok(())
    }
}

fn refused(found: &'static str) -> Result<(), RowError> {
    Err(RowError::Type { found, expected: "a CSV field" })
}

impl ValueSink for CsvField<'_> {
    fn boolean(self, value: bool) -> Result<(), RowError> {
        self.put(value)
    }

    fn integer(self, value: i64) -> Result<(), RowError> {
        self.put(value)
    }

    fn double(self, value: f64) -> Result<(), RowError> {
        self.put(format_args!("{value:?}"))
    }

    fn text(self, value: &str) -> Result<(), RowError> {
        self.0.push_str(value);
        Ok(())
    }

    fn bytes(self, _: &[u8]) -> Result<(), RowError> {
        refused("bytes")
    }

    fn json(self, value: &str) -> Result<(), RowError> {
        self.text(value)
    }

    fn timestamp(self, _: i64, text: &str) -> Result<(), RowError> {
        self.text(text)
    }

    fn pair(self, _: &str, _: &str) -> Result<(), RowError> {
        refused("a pair")
    }

    /// Writes a list of tokens, which contain no spaces.
    fn list<V: Value>(self, items: impl Iterator<Item = V>) -> Result<(), RowError> {
        for item in items {
            if !self.0.is_empty() {
                self.0.push(' ');
            }
            item.write(CsvField(self.0))?;
        }
        Ok(())
    }

    fn map<'k, V: Value>(self, _: impl Iterator<Item = (&'k str, V)>) -> Result<(), RowError> {
        refused("a map")
    }

    fn object(self, _: impl Object) -> Result<(), RowError> {
        refused("an object")
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
