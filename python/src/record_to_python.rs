//! Converts values of a flat record to Python objects.

use crate::flat_record::{FlatRecord, NodeKind, bits};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyList, PyNone, PyString, PyTuple};
use tagrake_bulk::schema::{Field, Type};

/// Returns the value at `index` as a Python object. `kind` is its type in the schema.
pub(crate) fn value<'py>(
    py: Python<'py>,
    record: &FlatRecord,
    index: usize,
    kind: &'static Type,
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
            Type::Json => {
                let json = py.import(intern!(py, "json"))?;
                json.call_method1(intern!(py, "loads"), (record.text(node),))?
            }
            _ => PyString::new(py, record.text(node)).into_any(),
        },
        NodeKind::Compound => match kind {
            Type::List(item) => {
                let list = PyList::empty(py);
                record.children(index).try_for_each(|child| list.append(value(py, record, child, item)?))?;
                list.into_any()
            }
            Type::Map(item) => {
                let dict = PyDict::new(py);
                let mut children = record.children(index);
                while let (Some(key), Some(child)) = (children.next(), children.next()) {
                    dict.set_item(value(py, record, key, &Type::String)?, value(py, record, child, item)?)?;
                }
                dict.into_any()
            }
            Type::Pair => {
                let children = record.children(index).map(|child| value(py, record, child, &Type::String));
                PyTuple::new(py, children.collect::<PyResult<Vec<_>>>()?)?.into_any()
            }
            Type::Struct(fields) => object(py, record, index, fields)?.into_any(),
            _ => none(),
        },
    })
}

/// Returns the object at `index` as a dict. Its members are some of `fields`.
pub(crate) fn object<'py>(
    py: Python<'py>,
    record: &FlatRecord,
    index: usize,
    fields: &'static [Field],
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for child in record.children(index) {
        let field = record.node(child).and_then(|node| fields.get(usize::from(node.key)));
        let Some(field) = field else { continue };
        dict.set_item(field.name, value(py, record, child, &field.kind)?)?;
    }
    Ok(dict)
}

/// Returns the index of the field `name`.
pub(crate) const fn number_of(fields: &[Field], name: &str) -> u8 {
    let mut number = 0;
    loop {
        let (field, name) = (fields[number].name.as_bytes(), name.as_bytes());
        let mut same = 0;
        while field.len() == name.len() && same < name.len() && field[same] == name[same] {
            same += 1;
        }
        if same == name.len() && field.len() == name.len() {
            return number as u8;
        }
        number += 1;
    }
}

/// Writes the Python methods of a class of records with the fields `$FIELDS`: a getter for each field, which calls
/// `member`, then `$methods`.
macro_rules! record_class {
    ($Class:ident($FIELDS:path) { $($(#[$doc:meta])* $name:ident $key:literal,)* } $($methods:tt)*) => {
        #[pymethods]
        impl $Class {
            $(
                $(#[$doc])*
                #[getter]
                fn $name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    const NUMBER: u8 = number_of($FIELDS, $key);
                    self.member(py, NUMBER)
                }
            )*
            $($methods)*
        }
    };
}

pub(crate) use record_class;
