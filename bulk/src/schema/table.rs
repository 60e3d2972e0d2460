//! The tables that rows belong to, and the fields of each.

use super::field::{Field, Presence, concat};
use super::page_fields::{ON_REQUEST, PAGE, RAW};
use super::row_fields::{
    BLOCK, BLOCK_SCORES, CELL, INDEX, ITEM_ROW, LINK, LINK_ON_REQUEST, LINK_PAGE, RECORD, RECORD_RAW,
};
use crate::parsed_by_name::parsed_by_name;
use tagrake_extract::{Part, Parts};

/// A table that rows belong to.
///
/// ```
/// use tagrake_bulk::schema::Table;
///
/// let names: Vec<_> = Table::Links.fields().iter().map(|field| field.name).collect();
/// assert_eq!(names[4..8], ["content_truncated", "page_url", "flags", "element"]);
/// assert!(Table::Pages.fields().iter().any(|field| field.name == "title" && Table::Pages.is_nullable(field)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Table {
    /// A row for each page: [`PAGE`].
    Pages,
    /// A row for each link: [`LINK_PAGE`], then [`LINK`].
    Links,
    /// A row for each text block: [`LINK_PAGE`], then [`BLOCK`].
    Blocks,
    /// A row for each position of a table that has a cell: [`LINK_PAGE`], then [`CELL`].
    Tables,
    /// A row for each item of some types: [`LINK_PAGE`], then [`ITEM_ROW`].
    Items,
    /// A row for each record of WARC files: [`RECORD`].
    Records,
    /// A row for each record of WARC files that an index has: [`INDEX`].
    Index,
}

impl Table {
    /// All tables.
    ///
    /// ```
    /// let names: Vec<_> = tagrake_bulk::schema::Table::ALL.iter().map(|table| table.as_str()).collect();
    /// assert_eq!(names, ["pages", "links", "blocks", "tables", "items", "records", "index"]);
    /// ```
    pub const ALL: &'static [Self] =
        &[Self::Pages, Self::Links, Self::Blocks, Self::Tables, Self::Items, Self::Records, Self::Index];

    /// Returns its name.
    ///
    /// ```
    /// assert_eq!(tagrake_bulk::schema::Table::Pages.as_str(), "pages");
    /// ```
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pages => "pages",
            Self::Links => "links",
            Self::Blocks => "blocks",
            Self::Tables => "tables",
            Self::Items => "items",
            Self::Records => "records",
            Self::Index => "index",
        }
    }

    /// Returns the fields of a row.
    pub fn fields(self) -> &'static [Field] {
        match self {
            Self::Pages => PAGE,
            Self::Links => &LINK_DEFAULT_ROW,
            Self::Blocks => &BLOCK_DEFAULT_ROW,
            Self::Tables => &CELL_ROW,
            Self::Items => &ITEM_TABLE,
            Self::Records => RECORD,
            Self::Index => INDEX,
        }
    }

    /// Returns the fields that a row has only if they are requested by name. They follow the other fields.
    ///
    /// ```
    /// use tagrake_bulk::schema::Table;
    ///
    /// assert!(Table::Pages.fields_on_request().iter().any(|field| field.name == "main_text"));
    /// ```
    pub fn fields_on_request(self) -> &'static [Field] {
        match self {
            Self::Pages => ON_REQUEST,
            Self::Links => LINK_ON_REQUEST,
            Self::Blocks => BLOCK_SCORES,
            Self::Tables | Self::Items | Self::Records | Self::Index => &[],
        }
    }

    /// Returns the fields that a row has only if they are requested by [`Fields::with_raw`](crate::Fields::with_raw), and only in
    /// columns: raw data of the record. They follow the other fields.
    ///
    /// ```
    /// use tagrake_bulk::schema::Table;
    ///
    /// assert!(Table::Pages.raw_fields().iter().any(|field| field.name == "payload"));
    /// assert!(Table::Links.raw_fields().is_empty());
    /// ```
    pub fn raw_fields(self) -> &'static [Field] {
        match self {
            Self::Pages => RAW,
            Self::Records => RECORD_RAW,
            Self::Links | Self::Blocks | Self::Tables | Self::Items | Self::Index => &[],
        }
    }

    /// Returns the fields of a row, including those on request and [raw ones](Self::raw_fields).
    pub(crate) fn all_fields(self) -> &'static [Field] {
        match self {
            Self::Pages => &PAGE_ROW,
            Self::Links => &LINK_ROW,
            Self::Blocks => &BLOCK_ROW,
            Self::Tables => &CELL_ROW,
            Self::Items => &ITEM_TABLE,
            Self::Records => &RECORD_ROW,
            Self::Index => INDEX,
        }
    }

    /// Returns the parts of the extraction that every row needs, whatever its fields are.
    pub(crate) fn needs(self) -> Parts {
        match self {
            Self::Pages | Self::Records | Self::Index => Parts::NONE,
            Self::Links => Parts::NONE.with(Part::Links),
            Self::Blocks => Parts::NONE.with(Part::Blocks),
            Self::Tables => Parts::NONE.with(Part::Tables),
            Self::Items => Parts::NONE.with(Part::Metadata).with(Part::Items),
        }
    }

    /// Returns true if the column of a field may have nulls. In the table of pages every column may, except the
    /// version: a page that could not be read has few values.
    pub fn is_nullable(self, field: &Field) -> bool {
        match self {
            Self::Pages => field.name != "v",
            _ => field.presence != Presence::Always,
        }
    }
}

parsed_by_name!(Table, "table", Table::ALL);

/// The fields of [`Table::Pages`], with [`ON_REQUEST`] and [`RAW`].
static PAGE_ROW: [Field; PAGE.len() + ON_REQUEST.len() + RAW.len()] = concat(&[PAGE, ON_REQUEST, RAW]);
/// The fields of [`Table::Links`].
static LINK_DEFAULT_ROW: [Field; LINK_PAGE.len() + LINK.len()] = concat(&[LINK_PAGE, LINK]);
/// The fields of [`Table::Links`], with [`LINK_ON_REQUEST`].
static LINK_ROW: [Field; LINK_DEFAULT_ROW.len() + LINK_ON_REQUEST.len()] = concat(&[LINK_PAGE, LINK, LINK_ON_REQUEST]);
/// The fields of [`Table::Blocks`].
static BLOCK_DEFAULT_ROW: [Field; LINK_PAGE.len() + BLOCK.len()] = concat(&[LINK_PAGE, BLOCK]);
/// The fields of [`Table::Blocks`], with [`BLOCK_SCORES`].
static BLOCK_ROW: [Field; BLOCK_DEFAULT_ROW.len() + BLOCK_SCORES.len()] = concat(&[LINK_PAGE, BLOCK, BLOCK_SCORES]);
/// The fields of [`Table::Tables`].
static CELL_ROW: [Field; LINK_PAGE.len() + CELL.len()] = concat(&[LINK_PAGE, CELL]);
/// The fields of [`Table::Items`].
static ITEM_TABLE: [Field; LINK_PAGE.len() + ITEM_ROW.len()] = concat(&[LINK_PAGE, ITEM_ROW]);
/// The fields of [`Table::Records`], with [`RECORD_RAW`].
static RECORD_ROW: [Field; RECORD.len() + RECORD_RAW.len()] = concat(&[RECORD, RECORD_RAW]);

/// The reason why a row does not fit its table. The rows before and after it are unaffected.
///
/// ```
/// use tagrake_bulk::RowError;
///
/// assert_eq!(RowError::TooLong.to_string(), "a column would be longer than 2 GiB");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RowError {
    /// A column would be longer than 2 GiB, the limit of its 32-bit offsets.
    #[error("a column would be longer than 2 GiB")]
    TooLong,
    /// The row belongs to another table.
    #[error("expected a row of the table {expected:?}, found one of {found:?}")]
    Table {
        /// The table of the row.
        found: &'static str,
        /// The table expected.
        expected: &'static str,
    },
    /// The page was read without a part of the extraction that a requested key needs.
    #[error(
        "the key '{key}' needs the {part}, and the page was read without: use ReaderOptions::with_fields or Fields::extract_options"
    )]
    NotRead {
        /// The key; the name of the table, if all its rows need the part.
        key: &'static str,
        /// The part.
        part: Part,
    },
    /// A value has another type than its field.
    #[error("expected {expected}, found {found}")]
    Type {
        /// The value found.
        found: &'static str,
        /// The type expected.
        expected: &'static str,
    },
    /// No custom column has this name.
    #[error("no column is named '{found}': the columns are {expected}")]
    Name {
        /// The name.
        found: Box<str>,
        /// The names of the columns, separated by commas.
        expected: Box<str>,
    },
    /// A custom column holds values of another type.
    #[error(transparent)]
    Value(Box<WrongValue>),
    /// A row has other custom columns than its output.
    #[error("expected a row with the columns {expected}, found one with {found}: use the columns of the output")]
    OtherColumns {
        /// The names of the columns of the row, separated by commas.
        found: Box<str>,
        /// The names of the columns of the output, separated by commas.
        expected: Box<str>,
    },
    /// An error that the row's own serialization returned.
    #[error("{0}")]
    Other(String),
}

/// The reason why a custom column cannot hold a value.
///
/// ```
/// use tagrake_bulk::row::CustomRow;
/// use tagrake_bulk::RowError;
/// use tagrake_bulk::schema::{CustomColumns, Type};
///
/// let columns = CustomColumns::new([("n", Type::Int64)])?;
/// let Err(RowError::Value(error)) = CustomRow::new(&columns).put("n", "7") else { panic!("a wrong type") };
/// assert_eq!((&*error.column, &*error.found), ("n", "the text \"7\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the column '{column}' holds {expected}, found {found}")]
#[non_exhaustive]
pub struct WrongValue {
    /// The name of the column.
    pub column: String,
    /// The type of the column, in words.
    pub expected: String,
    /// The value, in words.
    pub found: String,
}
