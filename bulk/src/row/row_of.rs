//! Rows for serde.

use super::table_row::Row;
use crate::schema::field_selection::Fields;
use serde::ser::{Error, Serialize, Serializer};

/// A row with the keys in its fields, for any serializer of serde. As JSON, it is the row that the outputs write.
///
/// It is converted by way of JSON, so it is for a few rows. Outputs of many rows are in [`output`](crate::output).
///
/// ```
/// use tagrake_bulk::input::InputPage;
/// use tagrake_bulk::row::RowOf;
/// use tagrake_bulk::{Fields, PageRecord, Reader, ReaderOptions};
///
/// let input = InputPage::new("page.html", b"<title>Fish &amp; chips</title>".to_vec());
/// let fields = Fields::only("source,title,lang")?;
/// let json = Reader::new(ReaderOptions::default())
///     .read(&input, |page| serde_json::to_string(&RowOf { row: PageRecord::new(&input, page), fields: &fields }));
/// assert_eq!(json?, r#"{"source":"page.html","lang":null,"title":"Fish & chips"}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RowOf<'f, R> {
    /// The row.
    pub row: R,
    /// The keys.
    pub fields: &'f Fields,
}

impl<R: Row> Serialize for RowOf<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let json = self.row.to_json(self.fields).map_err(S::Error::custom)?;
        let value: serde_json::Value = serde_json::from_str(&json).map_err(S::Error::custom)?;
        value.serialize(serializer)
    }
}
