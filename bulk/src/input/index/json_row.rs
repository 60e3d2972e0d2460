//! A row of a list of files as a JSON object.

use super::index_row::{ListColumn, ListRow, OtherColumns, RowValues};
use super::kept_members::KeptMembers;
use crate::lone_surrogates;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;
use std::marker::PhantomData;

/// Reads a JSON object. A lone surrogate in a string becomes U+FFFD. Adds the keys that are not read to `others`.
pub(super) fn json_row<R: ListRow>(
    json: &[u8],
    kept: &mut KeptMembers,
    others: &mut OtherColumns,
) -> Result<R, String> {
    let json = &*lone_surrogates::replace(json);
    let mut reader = serde_json::Deserializer::from_slice(json);
    let members = Members::<R> { others, row: PhantomData };
    let values = members.deserialize(&mut reader).and_then(|values| reader.end().map(|()| values));
    let mut values = values.map_err(|error| cause(&error))?;
    for (column, value) in R::COLUMNS.iter().zip(&mut values) {
        if let Some((name, text)) = value.as_mut().filter(|(_, text)| text.starts_with('"')) {
            *text = serde_json::from_str(text).map_err(|error| format!("the value of '{name}': {error}"))?;
        }
        if column.is_needed && value.is_none() {
            let (keys, are) = if column.names.len() == 1 { ("key", "is") } else { ("keys", "are") };
            return Err(format!("the {keys} '{}' {are} missing", column.names.join("' and '")));
        }
    }
    let values = values.into_iter().map(|value| Some(value?.1)).collect();
    R::new(RowValues::new(values), kept.read(json)?)
}

/// Describes what is wrong with an object: its syntax, or a value that is not of the type of its column.
fn cause(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rsplit_once(" at line ") {
        Some((cause, _)) if error.is_data() => cause.to_owned(),
        _ => format!("not JSON: {text}"),
    }
}

/// The members of an object: of each column the name and the JSON of its value, unless that is null.
struct Members<'o, R> {
    others: &'o mut OtherColumns,
    row: PhantomData<R>,
}

type Values = Vec<Option<(&'static str, String)>>;

impl<'de, R: ListRow> DeserializeSeed<'de> for Members<'_, R> {
    type Value = Values;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Values, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, R: ListRow> Visitor<'de> for Members<'_, R> {
    type Value = Values;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Values, A::Error> {
        let mut values: Values = R::COLUMNS.iter().map(|_| None).collect();
        // For each column, a bit for each of its names that the object has.
        let mut seen = vec![0_u8; R::COLUMNS.len()];
        let others = self.others;
        while let Some(key) = map.next_key_seed(Key::<R> { others, row: PhantomData })? {
            let value: &RawValue = map.next_value()?;
            let Some((column, name)) = key else { continue };
            let ListColumn { names, is_number, .. } = &R::COLUMNS[column];
            if seen[column] & 1 << name > 0 {
                return Err(Error::custom(format_args!("duplicate field `{}`", names[name])));
            }
            let earlier_names = seen[column] & ((1 << name) - 1);
            seen[column] |= 1 << name;
            match value.get() {
                "null" => seen[column] &= !(1 << name),
                text if text.starts_with('"')
                    || (*is_number && text.starts_with(|first: char| first == '-' || first.is_ascii_digit())) =>
                {
                    if earlier_names == 0 {
                        values[column] = Some((names[name], text.to_owned()));
                    }
                }
                _ => {
                    let expected = if *is_number { "neither a number nor a string of digits" } else { "not text" };
                    return Err(Error::custom(format_args!("the value of '{}' is {expected}", names[name])));
                }
            }
        }
        Ok(values)
    }
}

/// A key: the index of its column and of its name; `None` if it is not read.
struct Key<'o, R> {
    others: &'o mut OtherColumns,
    row: PhantomData<R>,
}

impl<'de, R: ListRow> DeserializeSeed<'de> for Key<'_, R> {
    type Value = Option<(usize, usize)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<R: ListRow> Visitor<'_> for Key<'_, R> {
    type Value = Option<(usize, usize)>;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Self::Value, E> {
        let place =
            |(column, known): (usize, &ListColumn)| Some((column, known.names.iter().position(|name| *name == key)?));
        let found = R::COLUMNS.iter().enumerate().find_map(place);
        if R::REPORTS_OTHERS && found.is_none() {
            self.others.add(key);
        }
        Ok(found)
    }
}
