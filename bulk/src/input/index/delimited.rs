//! Lines of values with a delimiter between them: CSV, TSV, and CDX, whose header line says which field is which.

use super::index_row::{ListColumn, ListRow, OtherColumns, RowValues};
use crate::schema::KeptColumns;
use csv::{ByteRecord, ReaderBuilder};

/// The delimiters of tables with names of columns, in the order in which they are tried.
const DELIMITERS: [DelimitedLines; 4] =
    [DelimitedLines::Quoted(b','), DelimitedLines::Tsv, DelimitedLines::Quoted(b';'), DelimitedLines::Quoted(b'|')];

/// The letters of the fields of CDX without a header line, by their number: as pywb reads them.
const CDX_FIELDS: [(usize, &str); 6] = [
    (9, "N b a m s k r V g"),
    (10, "N b a m s k r M V g"),
    (11, "N b a m s k r M S V g"),
    // With the length, offset and file of the record that a revisit refers to.
    (12, "N b a m s k r V g - - -"),
    (13, "N b a m s k r M V g - - -"),
    (14, "N b a m s k r M S V g - - -"),
];

/// The longest time in CDX: 14 digits, and 3 of milliseconds.
const MAX_TIME_DIGITS: usize = 17;

/// How values are delimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DelimitedLines {
    /// CSV: a value in quotes may contain delimiters and newlines. Holds the delimiter.
    Quoted(u8),
    /// Values without quotes. Tabs, newlines and backslashes in them are written with a backslash.
    Tsv,
    /// Holds the delimiter, which is the first byte of the header line. The value `-` is none.
    Cdx(u8),
}

impl DelimitedLines {
    /// Returns the delimiter if a value in quotes may contain newlines.
    pub(crate) fn quoted_delimiter(self) -> Option<u8> {
        if let Self::Quoted(delimiter) = self { Some(delimiter) } else { None }
    }

    /// Returns true if a line after the first one is another header: of CDX files that were joined.
    pub(crate) fn is_header(self, line: &[u8]) -> bool {
        matches!(self, Self::Cdx(delimiter) if cdx_delimiter(line) == Some(delimiter))
    }

    /// Splits a line.
    pub(crate) fn values(self, line: &[u8]) -> Result<ByteRecord, String> {
        let content = line.strip_suffix(b"\n").unwrap_or(line);
        let content = content.strip_suffix(b"\r").unwrap_or(content);
        match self {
            Self::Quoted(delimiter) => quoted(line, delimiter),
            Self::Tsv => Ok(content.split(|byte| *byte == b'\t').map(unescaped).collect()),
            Self::Cdx(delimiter) => {
                let value = |value| if value == b"-" { &[][..] } else { value };
                Ok(content.split(|byte| *byte == delimiter).map(value).collect())
            }
        }
    }
}

/// Parses the first line of a table. Adds the columns that are not read to `others`.
pub(crate) fn header_of<R: ListRow>(
    line: &[u8],
    kept: &KeptColumns,
    others: &mut OtherColumns,
) -> Result<(DelimitedLines, TableColumns), String> {
    if let (Some(delimiter), Some(columns)) = (cdx_delimiter(line), R::CDX) {
        let syntax = DelimitedLines::Cdx(delimiter);
        let header = syntax.values(&line[b" CDX ".len()..])?;
        return Ok((syntax, TableColumns::of(&header, kept, columns)?));
    }
    let syntax = syntax_of::<R>(line).unwrap_or(DELIMITERS[0]);
    let header = syntax.values(line)?;
    let columns = TableColumns::of(&header, kept, R::COLUMNS)?;
    if R::REPORTS_OTHERS {
        let names = header.iter().map(String::from_utf8_lossy);
        names.filter(|name| !R::has_column(name)).for_each(|name| others.add(&name));
    }
    Ok((syntax, columns))
}

/// Returns the syntax of a table whose first line is `line`: the first one in which a column is the one that names files.
/// Without such a column, the first one in which another column is read.
pub(crate) fn syntax_of<R: ListRow>(line: &[u8]) -> Option<DelimitedLines> {
    let has_any = |syntax: DelimitedLines, columns: &[ListColumn]| {
        let is_read =
            |name: &[u8]| columns.iter().any(|column| column.names.iter().any(|known| known.as_bytes() == name));
        syntax.values(line).is_ok_and(|header| header.iter().any(is_read))
    };
    let (file, _) = R::COLUMNS.split_at(1);
    let with = |columns| DELIMITERS.into_iter().find(|syntax| has_any(*syntax, columns));
    with(file).or_else(|| with(R::COLUMNS))
}

/// Returns the delimiter of CDX if a line is its header: ` CDX N b a m s k r M S V g`.
fn cdx_delimiter(line: &[u8]) -> Option<u8> {
    match line {
        [first, b'C', b'D', b'X', last, ..] if first == last && !first.is_ascii_alphanumeric() => Some(*first),
        _ => None,
    }
}

/// Returns the columns of CDX without a header line, if `line` is a line of it.
pub(crate) fn row_without_header<R: ListRow>(
    line: &[u8],
    kept: &KeptColumns,
) -> Result<Option<(DelimitedLines, TableColumns)>, String> {
    let Some(columns) = R::CDX else { return Ok(None) };
    let syntax = DelimitedLines::Cdx(b' ');
    let values = syntax.values(line)?;
    let Some((_, letters)) = CDX_FIELDS.iter().find(|(count, _)| *count == values.len()) else { return Ok(None) };
    let is_time = |time: &[u8]| time.len() <= MAX_TIME_DIGITS && is_number(time);
    let offset = letters.split(' ').position(|letter| letter == "V");
    let has_offset = offset.and_then(|offset| values.get(offset)).is_some_and(is_number);
    if !has_offset || !values.get(1).is_some_and(is_time) {
        return Ok(None);
    }
    let header = letters.split(' ').map(str::as_bytes).collect();
    Ok(Some((syntax, TableColumns::of(&header, kept, columns)?)))
}

fn is_number(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// Returns a value of TSV without its escapes.
fn unescaped(value: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(value.len());
    let mut rest = value;
    while let Some((first, after)) = rest.split_first() {
        let escaped = match (first, after) {
            (b'\\', [b't', ..]) => Some(b'\t'),
            (b'\\', [b'n', ..]) => Some(b'\n'),
            (b'\\', [b'r', ..]) => Some(b'\r'),
            (b'\\', [b'\\', ..]) => Some(b'\\'),
            _ => None,
        };
        text.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() { &after[1..] } else { after };
    }
    text
}

/// Splits a line of CSV.
fn quoted(line: &[u8], delimiter: u8) -> Result<ByteRecord, String> {
    let (mut record, mut next) = (ByteRecord::new(), ByteRecord::new());
    let builder = &mut ReaderBuilder::new();
    let builder = builder.has_headers(false).flexible(true).delimiter(delimiter).buffer_capacity(line.len().max(1));
    let mut reader = builder.from_reader(line);
    let mut read = |record| reader.read_byte_record(record).map_err(|error| format!("not CSV: {error}"));
    read(&mut record)?;
    if read(&mut next)? {
        return Err("a CR ends a row: rows must end in LF or CRLF".to_owned());
    }
    Ok(record)
}

/// The columns that are read.
#[derive(Debug)]
pub(crate) struct TableColumns {
    columns: Vec<(ListColumn, Option<FoundColumn>)>,
    kept: Vec<usize>,
}

/// A column of the table: its index and its name.
#[derive(Clone, Copy, Debug)]
struct FoundColumn {
    index: usize,
    name: &'static str,
}

impl TableColumns {
    /// Finds the columns by their names in a header.
    fn of(header: &ByteRecord, kept: &KeptColumns, columns: &'static [ListColumn]) -> Result<Self, String> {
        let position = |name: &str| header.iter().position(|column| column == name.as_bytes());
        let all = columns.iter().flat_map(|column| column.names.iter().copied()).chain(kept.names());
        for name in all {
            // wget writes the URL twice.
            let is_cdx = name.len() == 1;
            if !is_cdx && header.iter().filter(|column| *column == name.as_bytes()).count() > 1 {
                return Err(format!("two columns are named '{name}'"));
            }
        }
        let found = columns.iter().map(|column| {
            let mut names = column.names.iter();
            let found = names.find_map(|name| Some(FoundColumn { index: position(name)?, name }));
            if found.is_none() && column.is_needed { Err(column.missing()) } else { Ok((*column, found)) }
        });
        let columns = found.collect::<Result<_, _>>()?;
        let kept = kept.names().map(|name| position(name).ok_or_else(|| format!("no column is named '{name}'")));
        Ok(Self { columns, kept: kept.collect::<Result<_, _>>()? })
    }

    /// Returns the row of a line.
    pub(crate) fn row<R: ListRow>(&self, record: &ByteRecord) -> Result<R, String> {
        let value = |index: usize| {
            let value = record.get(index).filter(|value| !value.is_empty())?;
            Some(String::from_utf8_lossy(value).into_owned())
        };
        let values = self.columns.iter().map(|(column, found)| match found.map(|found| (value(found.index), found)) {
            Some((None, found)) if column.is_needed => Err(format!("the value of '{}' is missing", found.name)),
            found => Ok(found.and_then(|(value, _)| value)),
        });
        let values = RowValues::new(values.collect::<Result<_, _>>()?);
        let kept = (!self.kept.is_empty()).then(|| self.kept.iter().map(|index| value(*index)).collect());
        R::new(values, kept)
    }
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
    pub(crate) fn after(self, bytes: &[u8], delimiter: u8) -> Self {
        bytes.iter().fold(self, |state, byte| match (state, byte) {
            (Self::Quoted, b'"') => Self::Quote,
            (Self::Quoted, _) | (Self::Start | Self::Quote, b'"') => Self::Quoted,
            (_, b'\n' | b'\r') => Self::Start,
            (_, byte) if *byte == delimiter => Self::Start,
            _ => Self::Plain,
        })
    }
}
