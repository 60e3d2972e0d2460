//! Environment variables that change the size of a test.

use std::env;
use std::fmt::Debug;
use std::str::FromStr;

/// Returns the value of the environment variable `name`, or `default` if it is not set.
///
/// # Panics
///
/// If the value cannot be parsed.
pub fn variable<T: FromStr<Err: Debug>>(name: &str, default: T) -> T {
    match env::var(name) {
        Ok(value) => value.parse().unwrap_or_else(|error| panic!("{name}={value}: {error:?}")),
        Err(_) => default,
    }
}
