//! Numbers as text, as in WAT records.

use serde::ser::{Serialize, Serializer};
use std::fmt::Display;

/// A value that is written as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NumberText<T>(pub(super) T);

impl<T: Display> Serialize for NumberText<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}
