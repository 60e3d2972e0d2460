//! Ids of pages in JSON lines.

use serde::de::{Deserialize, Deserializer, Error};
use serde_json::value::RawValue;

/// The id of a page in JSON lines: text or a number. Records repeat it.
///
/// ```
/// use tagrake_bulk::input::Id;
///
/// let id: Id = serde_json::from_str("18446744073709551616.50")?;
/// assert!(matches!(id, Id::Number(number) if number.get() == "18446744073709551616.50"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug)]
pub enum Id {
    /// Text.
    Text(String),
    /// A number, as it is written: any other form might round it.
    Number(Box<RawValue>),
}

impl PartialEq for Id {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(text), Self::Text(other)) => text == other,
            (Self::Number(number), Self::Number(other)) => number.get() == other.get(),
            _ => false,
        }
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = <Box<RawValue>>::deserialize(deserializer)?;
        match value.get().as_bytes() {
            [b'"', ..] => serde_json::from_str(value.get()).map(Self::Text).map_err(D::Error::custom),
            [b'-' | b'0'..=b'9', ..] => Ok(Self::Number(value)),
            _ => Err(D::Error::custom("an id is a string or a number")),
        }
    }
}
