//! A field of a table: its name, its type, and whether it has a value. The macro `fields!` writes lists of fields.

use tagrake_extract::Parts;

/// A key of a record.
///
/// ```
/// use tagrake_bulk::schema::{self, Presence};
///
/// let title = schema::PAGE.iter().find(|field| field.name == "title").unwrap();
/// assert_eq!(title.presence, Presence::Nullable);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Field {
    /// The key, and the name of the column.
    pub name: &'static str,
    /// The key in JSON, with the comma before it and the colon after it.
    pub(crate) json_key: &'static str,
    /// Whether it always has a value.
    pub presence: Presence,
    /// The type of the value.
    pub kind: Type,
    /// The parts of the extraction that it needs.
    pub(crate) needs: Parts,
    /// True if the head of a page alone gives its value. Only fields of page records are.
    pub(crate) is_of_head: bool,
    /// Its meaning, in one sentence.
    pub doc: &'static str,
}

/// Whether a key of a record has a value. A column is nullable unless it always has one.
///
/// ```
/// use tagrake_bulk::schema::{PAGE, Presence};
///
/// assert!(PAGE.iter().any(|field| field.name == "links" && field.presence == Presence::Always));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It always has a value.
    Always,
    /// In JSON the key is always present, and its value may be null.
    Nullable,
    /// In JSON the key is left out if it has no value.
    Optional,
}

/// The type of a value, in terms that JSON, Arrow, SQL and Spark share.
///
/// ```
/// use tagrake_bulk::schema::{PAGE, Type};
///
/// assert!(PAGE.iter().any(|field| field.name == "metas" && matches!(field.kind, Type::List(Type::Map(_)))));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Type {
    /// Text.
    String,
    /// Text or a number in JSON; text in a column.
    Id,
    /// Text that is one of these names.
    Name(fn() -> Vec<&'static str>),
    /// Any JSON value; its text in a column.
    Json,
    /// Bytes. Only [raw fields](super::Table::raw_fields) have this type.
    Binary,
    /// `true` or `false`.
    Bool,
    /// An integer of 32 bits.
    Int32,
    /// An integer of 64 bits.
    Int64,
    /// A floating-point number of 64 bits.
    Double,
    /// A time, to the microsecond; in JSON text in the format of RFC 3339, in UTC.
    Timestamp,
    /// A list of non-null values of a type.
    List(&'static Type),
    /// A map from text to non-null values of a type.
    Map(&'static Type),
    /// A key and a value, both text; in JSON a list of two, in a column a struct with the fields of [`PAIR`].
    Pair,
    /// An object with these fields.
    Struct(&'static [Field]),
}

impl Type {
    /// Returns true if a value is a single text, number or time, or a list of names, which have no spaces between them.
    pub(crate) fn is_flat(&self) -> bool {
        match self {
            Self::List(item) => matches!(item, Self::Name(_)),
            Self::Map(_) | Self::Pair | Self::Struct(_) | Self::Binary => false,
            Self::String | Self::Id | Self::Name(_) | Self::Json | Self::Timestamp => true,
            Self::Bool | Self::Int32 | Self::Int64 | Self::Double => true,
        }
    }
}

/// Expands to a slice of fields, one on each line: the presence (`+` always, `?` nullable, `-` optional), name, type, after an arrow
/// what must be read for it besides the row's own kind, and meaning.
macro_rules! fields {
    (@presence +) => { $crate::schema::Presence::Always };
    (@presence ?) => { $crate::schema::Presence::Nullable };
    (@presence -) => { $crate::schema::Presence::Optional };
    ($($presence:tt $name:literal $kind:expr $(=> $need:ident)?, $doc:expr;)*) => {
        &[$($crate::schema::Field {
            name: $name,
            json_key: concat!(",\"", $name, "\":"),
            presence: fields!(@presence $presence),
            kind: $kind,
            needs: tagrake_extract::Parts::NONE$(.with(tagrake_extract::Part::$need))?,
            is_of_head: false,
            doc: $doc,
        },)*]
    };
}
pub(super) use fields;

/// The fields of a [`Type::Pair`] in columns.
///
/// ```
/// assert_eq!(tagrake_bulk::schema::PAIR.map(|field| field.name), ["key", "value"]);
/// ```
pub const PAIR: &[Field; 2] = fields! {
    + "key" Type::String, "The key.";
    + "value" Type::String, "The value.";
};

/// Joins lists of fields, which have `N` fields in all.
pub(super) const fn concat<const N: usize>(parts: &[&[Field]]) -> [Field; N] {
    let mut fields = [parts[0][0]; N];
    let (mut part, mut start, mut index) = (0, 0, 0);
    while index < N {
        if index - start == parts[part].len() {
            (part, start) = (part + 1, index);
        }
        fields[index] = parts[part][index - start];
        index += 1;
    }
    fields
}
