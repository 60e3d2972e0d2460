//! Converts values of a flat record to Python objects.

use crate::tape::{Kind, Tape, bits};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyList, PyNone, PyString, PyTuple};
use tagrake_bulk::schema::{Field, Type};

/// Returns the value at `index` as a Python object. `kind` is its type in the schema.
pub(crate) fn value<'py>(
    py: Python<'py>,
    tape: &Tape,
    index: usize,
    kind: &'static Type,
) -> PyResult<Bound<'py, PyAny>> {
    let none = || PyNone::get(py).to_owned().into_any();
    let Some(node) = tape.node(index) else { return Ok(none()) };
    Ok(match node.kind {
        Kind::Null => none(),
        Kind::False => false.into_pyobject(py)?.to_owned().into_any(),
        Kind::True => true.into_pyobject(py)?.to_owned().into_any(),
        Kind::Integer => (bits(node) as i64).into_pyobject(py)?.into_any(),
        Kind::Double => PyFloat::new(py, f64::from_bits(bits(node))).into_any(),
        Kind::Text => match kind {
            Type::Json => {
                let json = py.import(intern!(py, "json"))?;
                json.call_method1(intern!(py, "loads"), (tape.text(node),))?
            }
            _ => PyString::new(py, tape.text(node)).into_any(),
        },
        Kind::Parts => match kind {
            Type::List(item) => {
                let list = PyList::empty(py);
                tape.parts(index).try_for_each(|part| list.append(value(py, tape, part, item)?))?;
                list.into_any()
            }
            Type::Map(item) => {
                let dict = PyDict::new(py);
                let mut parts = tape.parts(index);
                while let (Some(key), Some(part)) = (parts.next(), parts.next()) {
                    dict.set_item(value(py, tape, key, &Type::String)?, value(py, tape, part, item)?)?;
                }
                dict.into_any()
            }
            Type::Pair => {
                let parts = tape.parts(index).map(|part| value(py, tape, part, &Type::String));
                PyTuple::new(py, parts.collect::<PyResult<Vec<_>>>()?)?.into_any()
            }
            Type::Struct(fields) => object(py, tape, index, fields)?.into_any(),
            _ => none(),
        },
    })
}

/// Returns the object at `index` as a dict. Its members are some of `fields`.
pub(crate) fn object<'py>(
    py: Python<'py>,
    tape: &Tape,
    index: usize,
    fields: &'static [Field],
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for part in tape.parts(index) {
        let field = tape.node(part).and_then(|node| fields.get(usize::from(node.key)));
        let Some(field) = field else { continue };
        dict.set_item(field.name, value(py, tape, part, &field.kind)?)?;
    }
    Ok(dict)
}
