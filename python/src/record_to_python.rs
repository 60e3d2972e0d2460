//! Converts values of a flat record to Python objects.

use crate::collector_pause::without_collector;
use crate::flat_record::{FlatRecord, Node, NodeKind, bits};
use crate::object_types::{ObjectType, ValueType};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyList, PyNone, PyString, PyTuple};
use tagrake_bulk::schema::Field;

/// Returns the value at `index` as a Python object. `kind` is its type.
pub(crate) fn value<'py>(
    py: Python<'py>,
    record: &FlatRecord,
    index: usize,
    kind: &ValueType,
) -> PyResult<Bound<'py, PyAny>> {
    let none = || PyNone::get(py).to_owned().into_any();
    let Some(node) = record.node(index) else { return Ok(none()) };
    Ok(match node.kind {
        NodeKind::Null => none(),
        NodeKind::False => false.into_pyobject(py)?.to_owned().into_any(),
        NodeKind::True => true.into_pyobject(py)?.to_owned().into_any(),
        NodeKind::Integer => (bits(node) as i64).into_pyobject(py)?.into_any(),
        NodeKind::Double => PyFloat::new(py, f64::from_bits(bits(node))).into_any(),
        NodeKind::Text => match kind {
            ValueType::Json => {
                let json = py.import(intern!(py, "json"))?;
                json.call_method1(intern!(py, "loads"), (record.text(node),))?
            }
            _ => PyString::new(py, record.text(node)).into_any(),
        },
        NodeKind::Compound => match kind {
            ValueType::List(item) => {
                let children = record.children(index);
                let items: Vec<_> = match &**item {
                    ValueType::Object(object) => {
                        let mut objects = SimilarObjects { py, record, kind: object, templates: Vec::new() };
                        let create = || children.map(|child| objects.object(child)).collect::<PyResult<_>>();
                        if object.has_json { create()? } else { without_collector(py, create)? }
                    }
                    item => children.map(|child| value(py, record, child, item)).collect::<PyResult<_>>()?,
                };
                PyList::new(py, items)?.into_any()
            }
            ValueType::Map(item) => {
                let dict = PyDict::new(py);
                let mut children = record.children(index);
                while let (Some(key), Some(child)) = (children.next(), children.next()) {
                    dict.set_item(value(py, record, key, &ValueType::Scalar)?, value(py, record, child, item)?)?;
                }
                dict.into_any()
            }
            ValueType::Pair => {
                let children = record.children(index).map(|child| value(py, record, child, &ValueType::Scalar));
                PyTuple::new(py, children.collect::<PyResult<Vec<_>>>()?)?.into_any()
            }
            ValueType::Object(fields) => object(py, record, index, fields, 0)?.into_any(),
            ValueType::Scalar | ValueType::Json => none(),
        },
    })
}

/// Returns the object at `index` as a dict, without its fields before `first`.
pub(crate) fn object<'py>(
    py: Python<'py>,
    record: &FlatRecord,
    index: usize,
    kind: &ObjectType,
    first: u8,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for child in record.children(index) {
        let Some(node) = record.node(child).filter(|node| node.key >= first) else { continue };
        let Some(field) = kind.field(node.key) else { continue };
        dict.set_item(&field.key, value(py, record, child, &field.kind)?)?;
    }
    Ok(dict)
}

/// The objects of a list, as dicts.
///
/// PERF: most objects of a list have the same keys, and some have equal values. Copying a dict takes less time than
/// inserting its keys. So a dict begins as a copy of the last one with the same keys, and values that differ are
/// replaced.
struct SimilarObjects<'r, 'py> {
    py: Python<'py>,
    record: &'r FlatRecord,
    kind: &'r ObjectType,
    templates: Vec<Template<'py>>,
}

/// The last object with the keys `keys`.
struct Template<'py> {
    keys: u64,
    index: usize,
    dict: Bound<'py, PyDict>,
}

/// The number of different sets of keys that a list remembers.
const MAX_TEMPLATES: usize = 16;

impl<'py> SimilarObjects<'_, 'py> {
    /// Returns the object at `index`.
    fn object(&mut self, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let Self { py, record, kind, ref mut templates } = *self;
        let keys = record.children(index).filter_map(|child| record.node(child)).fold(0, |keys, node| {
            debug_assert!(node.key < 64, "an object of a list has a bit for each field");
            keys | 1_u64 << (node.key % 64)
        });
        let Some(template) = templates.iter_mut().find(|template| template.keys == keys) else {
            let dict = object(py, record, index, kind, 0)?;
            if templates.len() < MAX_TEMPLATES {
                templates.push(Template { keys, index, dict: dict.clone() });
            }
            return Ok(dict.into_any());
        };
        let dict = template.dict.copy()?;
        for (old, child) in record.children(template.index).zip(record.children(index)) {
            let (Some(before), Some(node)) = (record.node(old), record.node(child)) else { continue };
            let Some(field) = kind.field(node.key) else { continue };
            if !is_same(record, before, node, &field.kind) {
                dict.set_item(&field.key, value(py, record, child, &field.kind)?)?;
            }
        }
        (template.index, template.dict) = (index, dict.clone());
        Ok(dict.into_any())
    }
}

/// Returns true if two values can be the same Python object: they are equal and immutable.
fn is_same(record: &FlatRecord, a: Node, b: Node, kind: &ValueType) -> bool {
    a.kind == b.kind
        && match a.kind {
            NodeKind::Null | NodeKind::False | NodeKind::True => true,
            NodeKind::Integer | NodeKind::Double => bits(a) == bits(b),
            NodeKind::Text => !matches!(kind, ValueType::Json) && record.text(a) == record.text(b),
            NodeKind::Compound => false,
        }
}

/// Returns the index of the field `name`; None if there is none.
pub(crate) const fn position(fields: &[Field], name: &str) -> Option<u8> {
    let mut number = 0;
    while number < fields.len() {
        let (field, name) = (fields[number].name.as_bytes(), name.as_bytes());
        let mut same = 0;
        while field.len() == name.len() && same < name.len() && field[same] == name[same] {
            same += 1;
        }
        if same == name.len() && field.len() == name.len() {
            return Some(number as u8);
        }
        number += 1;
    }
    None
}

/// Returns the index of the field `name`, for constants.
pub(crate) const fn number_of(fields: &[Field], name: &str) -> u8 {
    position(fields, name).expect("the schema has the field")
}

/// Writes the Python methods of a class of records: a getter for each field, which calls `member` with the index that
/// `$number_of` returns for its key, then `$methods`.
macro_rules! record_class {
    ($Class:ident($number_of:path) { $($(#[$doc:meta])* $name:ident $key:tt,)* } $($methods:tt)*) => {
        #[pymethods]
        impl $Class {
            $(
                $(#[$doc])*
                #[getter]
                fn $name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    const NUMBER: u8 = $number_of($key);
                    self.member(py, NUMBER)
                }
            )*
            $($methods)*
        }
    };
}

pub(crate) use record_class;
