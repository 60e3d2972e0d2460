//! Converts Arrow values to Python objects: the same objects as pyarrow's `to_pylist`, without pyarrow.

use crate::errors::value_error;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, TimeUnit};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyList, PyNone, PyType};

/// The ordinal of 1 January 1970 in Python's `date`, where 1 January of year 1 is day 1.
const EPOCH_DAYS: i32 = 719_163;

/// Appends the rows to `rows`, each as a `tagrake.Row`.
pub(crate) fn push_rows(py: Python<'_>, batch: &RecordBatch, rows: &Bound<'_, PyList>) -> PyResult<()> {
    let schema = batch.schema();
    let mut columns = Vec::with_capacity(batch.num_columns());
    for (field, array) in schema.fields().iter().zip(batch.columns()) {
        columns.push((field.name().as_str(), decoded(array)?));
    }
    static ROW: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = ROW.import(py, "tagrake._rows", "Row")?;
    for row in 0..batch.num_rows() {
        let dict = class.call0()?.cast_into::<PyDict>()?;
        for (name, array) in &columns {
            dict.set_item(*name, cell(py, array, row).map_err(|error| in_column(py, name, error))?)?;
        }
        rows.append(dict)?;
    }
    Ok(())
}

/// Appends the values of a column to `values`.
pub(crate) fn push_column(py: Python<'_>, batch: &RecordBatch, name: &str, values: &Bound<'_, PyList>) -> PyResult<()> {
    let array = batch.column_by_name(name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
    let array = decoded(array)?;
    for row in 0..array.len() {
        values.append(cell(py, &array, row).map_err(|error| in_column(py, name, error))?)?;
    }
    Ok(())
}

fn in_column(py: Python<'_>, name: &str, error: PyErr) -> PyErr {
    match error.is_instance_of::<PyTypeError>(py) {
        true => PyTypeError::new_err(format!("column {name:?}: {}", error.value(py))),
        false => error,
    }
}

/// Decodes a dictionary array. Returns any other array unchanged.
fn decoded(array: &ArrayRef) -> PyResult<ArrayRef> {
    match array.data_type() {
        DataType::Dictionary(_, values) => arrow_cast::cast(array, values).map_err(value_error),
        _ => Ok(array.clone()),
    }
}

/// Returns the value in `row`.
fn cell<'py>(py: Python<'py>, array: &ArrayRef, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(row) {
        return Ok(PyNone::get(py).to_owned().into_any());
    }
    macro_rules! number {
        ($Type:ty) => {
            array.as_primitive::<$Type>().value(row).into_pyobject(py)?.into_any()
        };
    }
    macro_rules! any {
        ($array:expr) => {
            $array.value(row).into_pyobject(py)?.into_any()
        };
    }
    Ok(match array.data_type() {
        DataType::Null => PyNone::get(py).to_owned().into_any(),
        DataType::Boolean => array.as_boolean().value(row).into_pyobject(py)?.to_owned().into_any(),
        DataType::Int8 => number!(Int8Type),
        DataType::Int16 => number!(Int16Type),
        DataType::Int32 => number!(Int32Type),
        DataType::Int64 => number!(Int64Type),
        DataType::UInt8 => number!(UInt8Type),
        DataType::UInt16 => number!(UInt16Type),
        DataType::UInt32 => number!(UInt32Type),
        DataType::UInt64 => number!(UInt64Type),
        DataType::Float32 => number!(Float32Type),
        DataType::Float64 => number!(Float64Type),
        DataType::Utf8 => any!(array.as_string::<i32>()),
        DataType::LargeUtf8 => any!(array.as_string::<i64>()),
        DataType::Utf8View => any!(array.as_string_view()),
        DataType::Binary => PyBytes::new(py, array.as_binary::<i32>().value(row)).into_any(),
        DataType::LargeBinary => PyBytes::new(py, array.as_binary::<i64>().value(row)).into_any(),
        DataType::BinaryView => PyBytes::new(py, array.as_binary_view().value(row)).into_any(),
        DataType::FixedSizeBinary(_) => PyBytes::new(py, array.as_fixed_size_binary().value(row)).into_any(),
        DataType::List(_) => list(py, &array.as_list::<i32>().value(row))?,
        DataType::LargeList(_) => list(py, &array.as_list::<i64>().value(row))?,
        DataType::FixedSizeList(..) => list(py, &array.as_fixed_size_list().value(row))?,
        DataType::Struct(fields) => {
            let dict = PyDict::new(py);
            for (field, column) in fields.iter().zip(array.as_struct().columns()) {
                dict.set_item(field.name(), cell(py, column, row)?)?;
            }
            dict.into_any()
        }
        DataType::Map(..) => {
            let entries = array.as_map().value(row);
            let pairs = PyList::empty(py);
            for entry in 0..entries.len() {
                pairs.append((cell(py, entries.column(0), entry)?, cell(py, entries.column(1), entry)?))?;
            }
            pairs.into_any()
        }
        DataType::Date32 => {
            let day = array.as_primitive::<Date32Type>().value(row) + EPOCH_DAYS;
            let date = py.import(intern!(py, "datetime"))?.getattr(intern!(py, "date"))?;
            date.call_method1(intern!(py, "fromordinal"), (day,))?
        }
        DataType::Timestamp(unit, zone) => {
            let time = match unit {
                TimeUnit::Second => i128::from(array.as_primitive::<TimestampSecondType>().value(row)) * 1_000_000,
                TimeUnit::Millisecond => i128::from(array.as_primitive::<TimestampMillisecondType>().value(row)) * 1000,
                TimeUnit::Microsecond => array.as_primitive::<TimestampMicrosecondType>().value(row).into(),
                TimeUnit::Nanosecond => {
                    let time = array.as_primitive::<TimestampNanosecondType>().value(row);
                    if time % 1000 != 0 {
                        return Err(unknown(array.data_type()));
                    }
                    (time / 1000).into()
                }
            };
            moment(py, time, zone.as_deref())?
        }
        DataType::Decimal128(..) => {
            let text = array.as_primitive::<Decimal128Type>().value_as_string(row);
            py.import(intern!(py, "decimal"))?.call_method1(intern!(py, "Decimal"), (text,))?
        }
        other => return Err(unknown(other)),
    })
}

fn unknown(kind: &DataType) -> PyErr {
    PyTypeError::new_err(format!("cannot convert values of type {kind}: use to_arrow()"))
}

fn list<'py>(py: Python<'py>, items: &ArrayRef) -> PyResult<Bound<'py, PyAny>> {
    let list = PyList::empty(py);
    (0..items.len()).try_for_each(|item| list.append(cell(py, items, item)?))?;
    Ok(list.into_any())
}

/// Returns the datetime `microseconds` after the Unix epoch, in the time zone `zone`; naive if there is none.
fn moment<'py>(py: Python<'py>, microseconds: i128, zone: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
    let datetime = py.import(intern!(py, "datetime"))?;
    let make = datetime.getattr(intern!(py, "datetime"))?;
    let after = datetime.getattr(intern!(py, "timedelta"))?.call1((0, 0, microseconds))?;
    let Some(zone) = zone else { return make.call1((1970, 1, 1))?.add(after) };
    let utc = datetime.getattr(intern!(py, "timezone"))?.getattr(intern!(py, "utc"))?;
    let time = make.call1((1970, 1, 1, 0, 0, 0, 0, &utc))?.add(after)?;
    let zone = match zone {
        "UTC" | "+00:00" | "Z" => utc,
        name => py.import(intern!(py, "zoneinfo"))?.getattr(intern!(py, "ZoneInfo"))?.call1((name,))?,
    };
    time.call_method1(intern!(py, "astimezone"), (zone,))
}
