//! Rows of custom columns.

use super::object::{Value, ValueSink};
use crate::input::FetchTime;
use crate::schema::table::{RowError, WrongValue};
use crate::schema::{CustomColumns, Type};

/// A value of a custom column.
///
/// ```
/// use tagrake_bulk::row::CustomValue;
///
/// assert_eq!(CustomValue::from(Some("a")), CustomValue::Text("a".to_owned()));
/// assert_eq!(CustomValue::from(None::<i64>), CustomValue::Null);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum CustomValue {
    /// No value.
    #[default]
    Null,
    /// True or false.
    Boolean(bool),
    /// An integer.
    Integer(i64),
    /// A floating-point number. JSON cannot hold infinities and NaN: they are null there.
    Double(f64),
    /// Text.
    Text(String),
    /// Bytes, which JSON lines, CSV and TSV cannot hold.
    Bytes(Vec<u8>),
    /// A time.
    Time(FetchTime),
    /// A list, which CSV and TSV cannot hold.
    List(Vec<CustomValue>),
}

impl CustomValue {
    /// Returns true if a column of this type can hold the value.
    fn has_type(&self, kind: &Type) -> bool {
        match (self, kind) {
            (Self::Null, _)
            | (Self::Boolean(_), Type::Bool)
            | (Self::Integer(_), Type::Int64)
            | (Self::Double(_), Type::Double)
            | (Self::Text(_), Type::String)
            | (Self::Bytes(_), Type::Binary)
            | (Self::Time(_), Type::Timestamp) => true,
            (Self::Integer(value), Type::Int32) => i32::try_from(*value).is_ok(),
            (Self::List(items), Type::List(kind)) => {
                items.iter().all(|item| *item != Self::Null && item.has_type(kind))
            }
            _ => false,
        }
    }

    /// Returns the value in words, for messages.
    fn in_words(&self) -> String {
        /// Characters of a text in a message.
        const SHOWN: usize = 40;
        match self {
            Self::Null => "null".to_owned(),
            Self::Boolean(value) => format!("the boolean {value}"),
            Self::Integer(value) => format!("the integer {value}"),
            Self::Double(value) => format!("the floating-point number {value:?}"),
            Self::Text(text) => {
                let shown: String = text.chars().take(SHOWN).collect();
                format!("the text {shown:?}{}", if shown.len() < text.len() { "…" } else { "" })
            }
            Self::Bytes(bytes) => format!("{} bytes", bytes.len()),
            Self::Time(time) => format!("the time {time}"),
            Self::List(items) => match items.first() {
                None => "an empty list".to_owned(),
                Some(first) => format!("a list that begins with {}", first.in_words()),
            },
        }
    }
}

impl Value for &CustomValue {
    fn write(self, sink: impl ValueSink) -> Result<(), RowError> {
        match self {
            CustomValue::Null => Ok(()), // the sinks of rows write it, and lists have none
            CustomValue::Boolean(value) => sink.boolean(*value),
            CustomValue::Integer(value) => sink.integer(*value),
            CustomValue::Double(value) => sink.double(*value),
            CustomValue::Text(value) => sink.text(value),
            CustomValue::Bytes(value) => sink.bytes(value),
            CustomValue::Time(value) => value.write(sink),
            CustomValue::List(items) => sink.list(items.iter()),
        }
    }
}

/// Numbers beyond the signed 64 bits of a value become [`i64::MAX`], as in other rows.
macro_rules! of_integers {
    ($($Integer:ty)*) => {$(
        impl From<$Integer> for CustomValue {
            fn from(value: $Integer) -> Self {
                Self::Integer(i64::try_from(value).unwrap_or(i64::MAX))
            }
        }
    )*};
}

of_integers!(i8 i16 i32 i64 u8 u16 u32 u64 usize);

macro_rules! of_values {
    ($($Type:ty => $Variant:ident($value:ident) $of:expr;)*) => {$(
        impl From<$Type> for CustomValue {
            fn from($value: $Type) -> Self {
                Self::$Variant($of)
            }
        }
    )*};
}

of_values! {
    bool => Boolean(value) value;
    f64 => Double(value) value;
    &str => Text(value) value.to_owned();
    String => Text(value) value;
    FetchTime => Time(value) value;
}

impl<V: Into<CustomValue>> From<Option<V>> for CustomValue {
    fn from(value: Option<V>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<V: Into<CustomValue>> From<Vec<V>> for CustomValue {
    fn from(items: Vec<V>) -> Self {
        items.into_iter().collect()
    }
}

/// Collects a list.
impl<V: Into<CustomValue>> FromIterator<V> for CustomValue {
    fn from_iter<I: IntoIterator<Item = V>>(items: I) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

/// The values of custom columns in a row. Names and types are checked when a value is put in, in every build.
///
/// ```
/// use tagrake_bulk::row::CustomRow;
/// use tagrake_bulk::schema::{CustomColumns, Type};
///
/// let columns = CustomColumns::new([("source", Type::String), ("words", Type::Int64)])?;
/// let mut row = CustomRow::new(&columns);
/// row.put("words", 3)?; // in any order; the others are null
/// let message = |error: tagrake_bulk::RowError| error.to_string();
/// assert_eq!(
///     row.put("source", 1.5).map_err(message).unwrap_err(),
///     "the column 'source' holds text, found the floating-point number 1.5"
/// );
/// assert_eq!(
///     row.put("sources", "a").map_err(message).unwrap_err(),
///     "no column is named 'sources': the columns are source, words"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CustomRow {
    columns: CustomColumns,
    /// A value for each column.
    values: Vec<CustomValue>,
}

impl CustomRow {
    /// Creates a row whose values are null.
    pub fn new(columns: &CustomColumns) -> Self {
        Self { columns: columns.clone(), values: vec![CustomValue::Null; columns.columns().len()] }
    }

    /// Sets the value of the column `name`, also if it has one.
    ///
    /// # Errors
    ///
    /// Returns an error if no column has the name, or if the column holds values of another type. The row is then unchanged.
    pub fn put(&mut self, name: &str, value: impl Into<CustomValue>) -> Result<(), RowError> {
        let Some(index) = self.columns.position(name) else {
            let expected = self.columns.names().collect::<Vec<_>>().join(", ");
            return Err(RowError::Name { found: name.into(), expected: expected.into() });
        };
        let (value, kind) = (value.into(), &self.columns.columns()[index].kind);
        if !value.has_type(kind) {
            let (expected, found) = (kind.in_words(), value.in_words());
            return Err(RowError::Value(Box::new(WrongValue { column: name.to_owned(), expected, found })));
        }
        self.values[index] = value;
        Ok(())
    }

    /// Makes all values null.
    ///
    /// ```
    /// use tagrake_bulk::row::{CustomRow, CustomValue};
    /// use tagrake_bulk::schema::{CustomColumns, Type};
    ///
    /// let mut row = CustomRow::new(&CustomColumns::new([("n", Type::Int64)])?);
    /// row.put("n", 1)?;
    /// row.clear();
    /// assert_eq!(row.get("n"), Some(&CustomValue::Null));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clear(&mut self) {
        self.values.fill(CustomValue::Null);
    }

    /// Returns the value of the column `name`, if there is such a column.
    pub fn get(&self, name: &str) -> Option<&CustomValue> {
        self.columns.position(name).map(|index| &self.values[index])
    }

    /// Returns the columns.
    ///
    /// ```
    /// use tagrake_bulk::row::CustomRow;
    ///
    /// assert!(CustomRow::new(&Default::default()).columns().is_empty());
    /// ```
    pub fn columns(&self) -> &CustomColumns {
        &self.columns
    }

    pub(crate) fn values(&self) -> &[CustomValue] {
        &self.values
    }

    /// Returns an error if the row has other columns than `columns`.
    pub(crate) fn check(&self, columns: &CustomColumns) -> Result<(), RowError> {
        if self.columns.is(columns) {
            return Ok(());
        }
        let names = |columns: &CustomColumns| columns.names().collect::<Vec<_>>().join(", ").into();
        Err(RowError::OtherColumns { found: names(&self.columns), expected: names(columns) })
    }
}
