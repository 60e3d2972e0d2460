//! The inputs that were not read to their end, for programs that read `--stats`.

use serde_json::{Value, json};
use tagrake_bulk::input::ErrorCause;

/// Maximum number of inputs that are listed. All are counted.
const MAX_LISTED: usize = 100;

/// The inputs that failed: their files and the causes.
#[derive(Debug, Default)]
pub(crate) struct FailedInputs {
    listed: Vec<(String, ErrorCause)>,
    last: Option<(String, ErrorCause)>,
    pub(crate) count: u64,
}

impl FailedInputs {
    /// Adds an input error. Further errors of a file with the same cause are not counted, unless another file is in between.
    pub(crate) fn add(&mut self, file: &str, cause: ErrorCause) {
        let is_same = |(other, other_cause): &(String, _)| other == file && *other_cause == cause;
        if self.last.as_ref().is_some_and(is_same) || self.listed.iter().any(is_same) {
            return;
        }
        self.count += 1;
        self.last = Some((file.to_owned(), cause));
        if self.listed.len() < MAX_LISTED {
            self.listed.push((file.to_owned(), cause));
        }
    }

    /// Returns the list of failed inputs as JSON.
    pub(crate) fn to_json(&self) -> Value {
        self.listed.iter().map(|(file, cause)| json!({ "file": file, "cause": cause.as_str() })).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_each_file_once_and_counts_all() {
        let mut failures = FailedInputs::default();
        for file in 0..150 {
            (0..3).for_each(|_| failures.add(&format!("{file}.html"), ErrorCause::Io));
        }
        failures.add("0.html", ErrorCause::Io);
        failures.add("0.html", ErrorCause::Type);
        let list = failures.to_json();
        assert_eq!((failures.count, list.as_array().map(Vec::len)), (151, Some(MAX_LISTED)));
        assert_eq!(list[1], json!({ "file": "1.html", "cause": "io" }));
    }
}
