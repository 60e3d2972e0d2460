//! The named parameters of `read_warc`, and their values.

use duckdb::core::{LogicalTypeHandle, LogicalTypeId};
use duckdb::vtab::{BindInfo, Value};

/// The type of a parameter.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    /// A text, or a list of texts.
    Texts,
    /// An integer, 0 or more.
    Number,
    Flag,
}

/// The named parameters. The Python package has the same names, except for `rows`: there it is `table`, a reserved word of SQL.
const PARAMETERS: &[(&str, Kind)] = &[
    ("rows", Kind::Text),
    ("columns", Kind::Texts),
    ("errors", Kind::Text),
    ("threads", Kind::Number),
    ("max_record_bytes", Kind::Number),
    ("mime", Kind::Texts),
    ("status", Kind::Texts),
    ("hosts", Kind::Texts),
    ("exclude_hosts", Kind::Texts),
    ("url_prefixes", Kind::Texts),
    ("sample", Kind::Text),
    ("fetched_from", Kind::Text),
    ("fetched_to", Kind::Text),
    ("dedup", Kind::Text),
    ("input", Kind::Text),
    ("manifest", Kind::Text),
    ("index", Kind::Text),
    ("base", Kind::Text),
    ("anonymous", Kind::Flag),
    ("kinds", Kind::Texts),
    ("link_scope", Kind::Text),
    ("link_attributes", Kind::Texts),
    ("max_links", Kind::Number),
    ("max_arena_bytes", Kind::Number),
    ("scripting", Kind::Flag),
    ("hidden_text", Kind::Flag),
    ("profile", Kind::Text),
    ("encoding", Kind::Text),
    ("agent", Kind::Text),
    ("view", Kind::Text),
    ("markdown_with", Kind::Texts),
];

/// Returns the names and types of the parameters.
pub(crate) fn parameters() -> Vec<(String, LogicalTypeHandle)> {
    let of_kind = |kind| match kind {
        Kind::Text => LogicalTypeId::Varchar,
        Kind::Texts => LogicalTypeId::Any,
        Kind::Number => LogicalTypeId::Bigint,
        Kind::Flag => LogicalTypeId::Boolean,
    };
    PARAMETERS.iter().map(|(name, kind)| ((*name).to_owned(), of_kind(*kind).into())).collect()
}

/// The arguments of a call. NULL is as if the argument was left out.
pub(crate) struct Arguments<'a>(pub(crate) &'a BindInfo);

impl Arguments<'_> {
    fn value(&self, name: &str) -> Option<Value> {
        self.0.get_named_parameter(name).filter(|value| !value.is_null())
    }

    /// Returns a text.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.value(name).map(|value| value.to_string())
    }

    /// Returns a list of texts.
    pub(crate) fn texts(&self, name: &str) -> Result<Option<Vec<String>>, String> {
        self.value(name).map(|value| texts_of(name, &value)).transpose()
    }

    /// Returns a list of texts that is not empty.
    pub(crate) fn some_texts(&self, name: &str) -> Result<Option<Vec<String>>, String> {
        match self.texts(name)? {
            Some(texts) if texts.is_empty() => Err(format!("{name} is an empty list")),
            texts => Ok(texts),
        }
    }

    /// Returns a list of texts that is not empty as one text, separated by commas.
    pub(crate) fn joined(&self, name: &str) -> Result<Option<String>, String> {
        Ok(self.some_texts(name)?.map(|texts| texts.join(",")))
    }

    /// Returns an integer.
    pub(crate) fn number<N: TryFrom<i64>>(&self, name: &str) -> Result<Option<N>, String> {
        let Some(value) = self.value(name) else { return Ok(None) };
        let number = value.to_int64();
        N::try_from(number).map(Some).map_err(|_| format!("{name} must be 0 or more, not {number}"))
    }

    /// Returns a boolean.
    pub(crate) fn flag(&self, name: &str) -> bool {
        self.value(name).is_some_and(|value| value.to_bool())
    }

    /// Returns the paths of the only parameter without a name.
    pub(crate) fn paths(&self) -> Result<Vec<String>, String> {
        let value = self.0.get_parameter(0);
        if value.is_null() { Ok(Vec::new()) } else { texts_of("the path", &value) }
    }
}

fn texts_of(name: &str, value: &Value) -> Result<Vec<String>, String> {
    let text = |value: &Value| match value.logical_type_id() {
        _ if value.is_null() => Err(format!("{name} must not be NULL")), // has no text
        LogicalTypeId::Varchar => Ok(value.to_string()),
        _ => Err(format!("{name} must be a text or a list of texts, not {value}")),
    };
    match value.to_list() {
        Some(values) => values.iter().map(text).collect(),
        None => Ok(vec![text(value)?]),
    }
}
