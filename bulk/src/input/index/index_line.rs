//! Parses lines of indexes: CDXJ, JSON lines, CSV, TSV, CDX, and the lists of blocks of ZipNum clusters.

use super::cluster::{self, BlockAddress};
use super::delimited::{DelimitedLines, TableColumns, header_of, row_without_header};
use super::index_row::{ListRow, OtherColumns};
use super::json_row::json_row;
use super::kept_members::KeptMembers;

/// A line of an index.
#[derive(Debug)]
pub(crate) enum IndexLine<R> {
    Row(R),
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
    Delimited(DelimitedLines, TableColumns),
    /// Each line names a block of another file. Holds the name of that file, if the lines do not have it.
    Blocks(Option<String>),
}

impl LineFormat {
    /// Returns the delimiter of a table whose values may be in quotes.
    pub(crate) fn quoted_delimiter(&self) -> Option<u8> {
        if let Self::Delimited(syntax, _) = self { syntax.quoted_delimiter() } else { None }
    }
}

impl<R: ListRow> IndexLine<R> {
    /// Parses a line that is not empty, and sets `format`. The row has the values of the columns in `kept`. Adds the columns that
    /// are not read to `others`.
    pub(crate) fn parse(
        line: &[u8],
        format: &mut LineFormat,
        kept: &mut KeptMembers,
        others: &mut OtherColumns,
    ) -> Result<Self, String> {
        match (&*format, json_start(line)) {
            (LineFormat::Delimited(syntax, _), _) if syntax.is_header(line) => Self::header(line, format, kept, others),
            (LineFormat::Delimited(syntax, columns), _) => columns.row(&syntax.values(line)?).map(Self::Row),
            (LineFormat::Unknown, _) if line.starts_with(b"!") && R::CDX.is_some() => {
                if let Some(file) = cluster::file_of_header(line) {
                    *format = LineFormat::Blocks(Some(file));
                }
                Ok(Self::Header)
            }
            _ if line.starts_with(b"!") && R::CDX.is_some() => Ok(Self::Header),
            (LineFormat::Blocks(file), _) => BlockAddress::parse(line, file.as_deref()).map(Self::Block),
            (_, Some(start)) => {
                let row = json_row(&line[start..], kept, others)?;
                *format = LineFormat::Json;
                Ok(Self::Row(row))
            }
            (LineFormat::Json, None) => Err("no JSON object".to_owned()),
            (LineFormat::Unknown, None) => Self::first(line, format, kept, others),
        }
    }

    /// Parses the first line of an index that is not JSON.
    fn first(
        line: &[u8],
        format: &mut LineFormat,
        kept: &KeptMembers,
        others: &mut OtherColumns,
    ) -> Result<Self, String> {
        if R::CDX.is_some()
            && let Ok(block) = BlockAddress::parse(line, None)
        {
            *format = LineFormat::Blocks(None);
            return Ok(Self::Block(block));
        }
        if let Some((syntax, columns)) = row_without_header::<R>(line, &kept.columns)? {
            let row = columns.row(&syntax.values(line)?)?;
            *format = LineFormat::Delimited(syntax, columns);
            return Ok(Self::Row(row));
        }
        Self::header(line, format, kept, others)
    }

    /// Parses a line with the names of columns.
    fn header(
        line: &[u8],
        format: &mut LineFormat,
        kept: &KeptMembers,
        others: &mut OtherColumns,
    ) -> Result<Self, String> {
        let (syntax, columns) = header_of::<R>(line, &kept.columns, others)?;
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
