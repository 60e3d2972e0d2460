//! The members of JSON objects that are kept as columns.

use crate::schema::{KeptColumns, KeptValues};
use serde_json::value::RawValue;
use std::collections::HashMap;

/// The kept members of JSON objects.
#[derive(Debug, Default)]
pub(crate) struct KeptMembers {
    pub(super) columns: KeptColumns,
    /// For each of them, true if an object had it. Empty before the first object.
    seen: Vec<bool>,
    /// True if a part of the index was not read. It may have all members.
    is_incomplete: bool,
}

impl KeptMembers {
    pub(crate) fn new(columns: KeptColumns) -> Self {
        Self { columns, ..Self::default() }
    }

    /// Returns the values of a JSON object without lone surrogates: text unchanged, other values as their JSON. A null or
    /// missing value is null.
    pub(super) fn read(&mut self, json: &[u8]) -> Result<Option<KeptValues>, String> {
        if self.columns.is_empty() {
            return Ok(None);
        }
        let wrong = |error| format!("not JSON: {error}");
        let members: HashMap<String, &RawValue> = serde_json::from_slice(json).map_err(wrong)?;
        self.seen.resize(self.columns.names().len(), false);
        let values = self.columns.names().zip(&mut self.seen).map(|(name, seen)| {
            let Some(value) = members.get(name) else { return Ok(None) };
            *seen = true;
            match value.get() {
                "null" => Ok(None),
                text if text.starts_with('"') => serde_json::from_str::<String>(text).map(Some).map_err(wrong),
                other => Ok(Some(other.to_owned())),
            }
        });
        values.collect::<Result<_, _>>().map(Some)
    }

    /// Sets that a part of the index was not read.
    pub(crate) fn set_incomplete(&mut self) {
        self.is_incomplete = true;
    }

    /// Returns an error if the objects of a complete index all lack a member. It is returned once.
    pub(crate) fn missing(&mut self) -> Option<String> {
        let seen = std::mem::take(&mut self.seen);
        if self.is_incomplete {
            return None;
        }
        let missing = self.columns.names().zip(&seen).find(|(_, seen)| !**seen);
        missing.map(|(name, _)| format!("no line has the key '{name}'"))
    }
}
