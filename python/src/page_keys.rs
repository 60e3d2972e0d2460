//! The keys of page records and their numbers.

use crate::record_to_python::{number_of, position};
use tagrake_bulk::schema::{self, Field, OF_CAPTURE};

/// The keys of a page record, in the order of their numbers.
pub(crate) fn fields() -> impl Iterator<Item = &'static Field> {
    schema::PAGE.iter().chain(schema::ON_REQUEST)
}

/// Returns the name of the key `number`.
pub(crate) fn name(number: u8) -> &'static str {
    fields().nth(usize::from(number)).map_or("", |field| field.name)
}

/// Returns the number of a key that a page has.
pub(crate) fn number(key: &str) -> Option<u8> {
    let number = fields().position(|field| field.name == key && !OF_CAPTURE.contains(&key));
    number.map(|number| number as u8)
}

/// Returns the number of the key `name` of a page record.
pub(crate) const fn page_number(name: &str) -> u8 {
    match position(schema::PAGE, name) {
        Some(number) => number,
        None => schema::PAGE.len() as u8 + number_of(schema::ON_REQUEST, name),
    }
}
