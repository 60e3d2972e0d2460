//! The types of the schema for conversion to Python: each key is a Python string, created once.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;
use tagrake_bulk::schema::{self, Field, Type};

/// The fields of an object, in the order of the schema.
pub(crate) struct ObjectType {
    fields: Vec<FieldType>,
    /// True if a field is JSON, which Python code parses.
    pub(crate) has_json: bool,
}

pub(crate) struct FieldType {
    pub(crate) key: Py<PyString>,
    pub(crate) kind: ValueType,
}

/// The type of a value, as far as it decides about the Python object. The kind of its node decides about numbers and
/// nulls.
pub(crate) enum ValueType {
    Scalar,
    Json,
    List(Box<ValueType>),
    Map(Box<ValueType>),
    Pair,
    Object(ObjectType),
}

impl ObjectType {
    /// Returns the type of a page record.
    pub(crate) fn page(py: Python<'_>) -> &'static Self {
        static PAGE: PyOnceLock<ObjectType> = PyOnceLock::new();
        PAGE.get_or_init(py, || Self::new(py, schema::PAGE.iter().chain(schema::ON_REQUEST)))
    }

    /// Returns the type of a link.
    pub(crate) fn link(py: Python<'_>) -> &'static Self {
        static LINK: PyOnceLock<ObjectType> = PyOnceLock::new();
        LINK.get_or_init(py, || Self::new(py, schema::LINK.iter()))
    }

    fn new(py: Python<'_>, fields: impl Iterator<Item = &'static Field> + Clone) -> Self {
        let field = |field: &'static Field| FieldType {
            key: PyString::intern(py, field.name).unbind(),
            kind: ValueType::new(py, &field.kind),
        };
        let has_json = fields.clone().any(|field| matches!(field.kind, Type::Json));
        Self { fields: fields.map(field).collect(), has_json }
    }

    /// Returns the field `number` of the schema.
    pub(crate) fn field(&self, number: u8) -> Option<&FieldType> {
        self.fields.get(usize::from(number))
    }
}

impl ValueType {
    fn new(py: Python<'_>, kind: &'static Type) -> Self {
        match kind {
            Type::Json => Self::Json,
            Type::List(item) => Self::List(Box::new(Self::new(py, item))),
            Type::Map(value) => Self::Map(Box::new(Self::new(py, value))),
            Type::Pair => Self::Pair,
            Type::Struct(fields) => Self::Object(ObjectType::new(py, fields.iter())),
            _ => Self::Scalar,
        }
    }
}
