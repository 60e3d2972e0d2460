//! Columns that a program adds to rows, or that make a table of its own.

use super::column_error::ColumnError;
use super::field::Type;
use std::sync::Arc;

/// Columns of a program: they follow the keys of rows, or make a table of their own. Each has a name and a type, and may be null.
///
/// A type is `String`, `Bool`, `Int32`, `Int64`, `Double`, `Timestamp`, `Binary`, or a `List` of one of them. A
/// [`CustomRow`](crate::row::CustomRow) has the values of a row.
///
/// ```
/// use tagrake_bulk::output::{Block, Encoder, FileFormat, OutputOptions, Writer};
/// use tagrake_bulk::row::CustomRow;
/// use tagrake_bulk::schema::{CustomColumns, Type};
///
/// let columns = CustomColumns::new([("word", Type::String), ("pages", Type::List(&Type::Int64))])?;
/// let output = OutputOptions::of_custom(FileFormat::JsonLines, columns.clone())?;
/// let (mut encoder, mut writer) = (Encoder::new(&output), Writer::new(&output, Vec::new())?);
/// let mut row = CustomRow::new(&columns);
/// row.put("word", "fish")?;
/// row.put("pages", vec![3_i64, 5])?;
/// encoder.push_custom(&row)?;
/// writer.append(encoder.take(Block::default())?)?;
/// assert_eq!(writer.finish()?, b"{\"word\":\"fish\",\"pages\":[3,5]}\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CustomColumns(Arc<[CustomColumn]>);

#[derive(Clone, Debug)]
pub(crate) struct CustomColumn {
    pub(crate) name: String,
    pub(crate) kind: Type,
}

impl CustomColumns {
    /// Creates the columns, in this order.
    ///
    /// # Errors
    ///
    /// Returns an error if a name is empty or repeated, or if a custom column cannot have a type.
    ///
    /// ```
    /// use tagrake_bulk::schema::{CustomColumns, Type};
    ///
    /// let columns = CustomColumns::new([("n", Type::Int64)])?;
    /// assert_eq!(columns.names().collect::<Vec<_>>(), ["n"]);
    /// assert!(CustomColumns::new([("n", Type::Json)]).is_err());
    /// # Ok::<(), tagrake_bulk::schema::ColumnError>(())
    /// ```
    pub fn new<N: Into<String>>(columns: impl IntoIterator<Item = (N, Type)>) -> Result<Self, ColumnError> {
        let columns = columns.into_iter().map(|(name, kind)| CustomColumn { name: name.into(), kind });
        let columns: Vec<_> = columns.collect();
        for (index, CustomColumn { name, kind }) in columns.iter().enumerate() {
            if name.is_empty() {
                return Err(ColumnError::Unnamed);
            }
            if columns[..index].iter().any(|other| other.name.eq_ignore_ascii_case(name)) {
                return Err(ColumnError::Repeated(name.clone()));
            }
            if !kind.is_custom() {
                return Err(ColumnError::Type { name: name.clone(), kind: kind.in_words() });
            }
        }
        Ok(Self(columns.into()))
    }

    /// Returns the names.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.iter().map(|column| column.name.as_str())
    }

    /// Returns true if there are no columns.
    ///
    /// ```
    /// assert!(tagrake_bulk::schema::CustomColumns::default().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn columns(&self) -> &[CustomColumn] {
        &self.0
    }

    /// Returns the index of the column `name`.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|column| column.name == name)
    }

    /// Returns true if `other` is a clone.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.is_empty() && other.is_empty()
    }
}

impl Type {
    /// Returns true if a custom column can have the type.
    fn is_custom(&self) -> bool {
        match self {
            Self::String | Self::Bool | Self::Int32 | Self::Int64 | Self::Double | Self::Timestamp | Self::Binary => {
                true
            }
            Self::List(item) => item.is_custom() && !matches!(item, Self::List(_)),
            Self::Id | Self::Name(_) | Self::Json | Self::Map(_) | Self::Pair | Self::Struct(_) => false,
        }
    }

    /// Returns whether the type of a custom column is a list, and whether it holds bytes.
    pub(crate) fn holds(&self) -> (bool, bool) {
        match self {
            Self::List(item) => (true, item.holds().1),
            kind => (false, matches!(kind, Self::Binary)),
        }
    }

    /// Returns the type in words, for messages.
    pub(crate) fn in_words(&self) -> String {
        match self {
            Self::String | Self::Id | Self::Name(_) => "text".to_owned(),
            Self::Json => "JSON".to_owned(),
            Self::Binary => "bytes".to_owned(),
            Self::Bool => "a boolean".to_owned(),
            Self::Int32 => "an integer of 32 bits".to_owned(),
            Self::Int64 => "an integer".to_owned(),
            Self::Double => "a floating-point number".to_owned(),
            Self::Timestamp => "a time".to_owned(),
            Self::List(item) => format!("a list, each item {}", item.in_words()),
            Self::Map(_) => "a map".to_owned(),
            Self::Pair => "a pair".to_owned(),
            Self::Struct(_) => "an object".to_owned(),
        }
    }
}
