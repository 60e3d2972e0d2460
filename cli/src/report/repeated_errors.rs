//! The errors of index entries that repeat. A fault of a complete index, or of a file that it names, gives one message and a
//! count.

use super::messages::{plural, print_message};
use std::collections::HashMap;
use tagrake_bulk::InputError;
use tagrake_bulk::input::ErrorCause;

/// Maximum number of different errors that are counted. More of them give messages of their own.
const MAX_ERRORS: usize = 100;

/// The errors of the entries of an index that cannot be understood, and of the files that an index names, by file and text.
#[derive(Debug, Default)]
pub(crate) struct RepeatedErrors(HashMap<(String, String), u64>);

impl RepeatedErrors {
    /// Returns true if the error is of an entry of an index, and equals an earlier one except for its place. It is counted.
    pub(crate) fn has(&mut self, error: &InputError) -> bool {
        // An entry that cannot be read, or the file of a record.
        let is_of_entry = match error.kind.cause() {
            ErrorCause::NoRecord => error.capture.is_none(),
            ErrorCause::Io => error.capture.is_some(),
            _ => false,
        };
        if !is_of_entry {
            return false;
        }
        let key = (error.file().to_owned(), error.kind.to_string());
        if let Some(count) = self.0.get_mut(&key) {
            *count += 1;
            return true;
        }
        if self.0.len() < MAX_ERRORS {
            self.0.insert(key, 0);
        }
        false
    }

    /// Prints how many errors equal an earlier one.
    pub(crate) fn print_counts(&self) {
        let mut repeated: Vec<_> = self.0.iter().filter(|(_, count)| **count > 0).collect();
        repeated.sort_unstable();
        for ((file, cause), count) in repeated {
            print_message(format_args!("{file}: {} with the same error: {cause}", plural(*count, "more place")));
        }
    }
}
