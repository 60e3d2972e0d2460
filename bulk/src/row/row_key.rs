//! The values of rows by which outputs are divided into files.

use crate::parsed_by_name::parsed_by_name;
use crate::schema::Table;
use std::sync::Arc;

/// A value of a row that can name files and folders of an output.
///
/// ```
/// use tagrake_bulk::row::RowKey;
/// use tagrake_bulk::schema::Table;
///
/// let names: Vec<_> = RowKey::of_table(Table::Pages).iter().map(|key| key.as_str()).collect();
/// assert_eq!(names, ["host", "domain", "lang", "date"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RowKey {
    /// The host of the URL of the page or record; in rows of links the host that the link leads to, as in the column `host`.
    Host,
    /// The registered domain of [`Host`](Self::Host).
    Domain,
    /// In rows of links, blocks and tables: the host of the page's URL.
    PageHost,
    /// The registered domain of [`PageHost`](Self::PageHost).
    PageDomain,
    /// The language of the page, as in the column `lang` of pages.
    Lang,
    /// The day on which the page or record was fetched, in UTC: `2026-11-21`.
    Date,
    /// The URL of the page or record.
    Url,
}

impl RowKey {
    /// All keys.
    ///
    /// ```
    /// assert_eq!(tagrake_bulk::row::RowKey::ALL.len(), 7);
    /// ```
    pub const ALL: &'static [Self] =
        &[Self::Host, Self::Domain, Self::PageHost, Self::PageDomain, Self::Lang, Self::Date, Self::Url];

    /// Returns the keys that rows of `table` have, besides the URL.
    pub fn of_table(table: Table) -> &'static [Self] {
        match table {
            Table::Pages => &[Self::Host, Self::Domain, Self::Lang, Self::Date],
            Table::Links => &[Self::Host, Self::Domain, Self::PageHost, Self::PageDomain, Self::Lang, Self::Date],
            Table::Blocks | Table::Tables | Table::Items => &[Self::PageHost, Self::PageDomain, Self::Date],
            Table::Records => &[Self::Host, Self::Domain, Self::Date],
            Table::Index => &[],
        }
    }

    /// Returns the name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::Domain => "domain",
            Self::PageHost => "page_host",
            Self::PageDomain => "page_domain",
            Self::Lang => "lang",
            Self::Date => "date",
            Self::Url => "url",
        }
    }
}

parsed_by_name!(RowKey, "key of rows", RowKey::ALL);

/// The values of a row for the [keys](crate::output::OutputOptions::with_row_keys) of an output, in their order. `None` is null.
///
/// ```
/// use tagrake_bulk::row::RowValues;
///
/// assert_eq!(RowValues::default().get(0), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RowValues(Arc<[Option<String>]>);

impl RowValues {
    /// Collects the values of a row.
    ///
    /// ```
    /// use tagrake_bulk::row::RowValues;
    ///
    /// assert_eq!(RowValues::new([Some("e.org".to_owned())]).get(0), Some("e.org"));
    /// ```
    pub fn new(values: impl IntoIterator<Item = Option<String>>) -> Self {
        Self(values.into_iter().collect())
    }

    /// Returns the value of the key at `index`; `None` if it is null, or if no key has the index.
    pub fn get(&self, index: usize) -> Option<&str> {
        self.0.get(index).and_then(Option::as_deref)
    }

    /// Returns the values in the order of the keys.
    ///
    /// ```
    /// use tagrake_bulk::row::RowValues;
    ///
    /// assert_eq!(RowValues::default().iter().count(), 0);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Option<&str>> {
        self.0.iter().map(Option::as_deref)
    }
}
