//! Input columns of bytes or text, in any Arrow type.

use arrow_array::cast::AsArray;
use arrow_array::types::{BinaryType, BinaryViewType, LargeBinaryType, LargeUtf8Type, StringViewType, Utf8Type};
use arrow_array::{Array, ArrayAccessor, ArrayRef, GenericByteArray, GenericByteViewArray, RecordBatch};
use arrow_schema::{DataType, SchemaRef};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;

/// Returns the index of the column `name`, which the caller passed as the keyword `keyword`.
pub(crate) fn find(schema: &SchemaRef, name: &str, keyword: &str) -> PyResult<usize> {
    schema.index_of(name).map_err(|_| {
        let names = schema.fields().iter().map(|field| field.name().as_str()).collect::<Vec<_>>().join(", ");
        let hint = if keyword == "html" { "" } else { "; pass None if there is none" };
        PyKeyError::new_err(format!("no column {name:?} for {keyword}=: the input has {names}{hint}"))
    })
}

/// A column of bytes or text, in any Arrow type. The buffers are shared with the input, not copied.
#[derive(Clone)]
pub(crate) enum BytesColumn {
    Binary(GenericByteArray<BinaryType>),
    LargeBinary(GenericByteArray<LargeBinaryType>),
    BinaryView(GenericByteViewArray<BinaryViewType>),
    Utf8(GenericByteArray<Utf8Type>),
    LargeUtf8(GenericByteArray<LargeUtf8Type>),
    Utf8View(GenericByteViewArray<StringViewType>),
    Null,
}

impl BytesColumn {
    /// Returns the column of `batch` at `index`. A dictionary column is decoded into a copy.
    pub(crate) fn new(batch: &RecordBatch, index: usize) -> PyResult<Self> {
        let schema = batch.schema();
        let wrong = || {
            let field = schema.field(index);
            let name = field.name();
            PyTypeError::new_err(format!("expected bytes or text in column {name:?}, not {}", field.data_type()))
        };
        let mut column: ArrayRef = batch.column(index).clone();
        if let DataType::Dictionary(_, values) = column.data_type() {
            column = arrow_cast::cast(&column, values).map_err(|_| wrong())?;
        }
        Ok(match column.data_type() {
            DataType::Binary => Self::Binary(column.as_binary().clone()),
            DataType::LargeBinary => Self::LargeBinary(column.as_binary().clone()),
            DataType::BinaryView => Self::BinaryView(column.as_binary_view().clone()),
            DataType::Utf8 => Self::Utf8(column.as_string().clone()),
            DataType::LargeUtf8 => Self::LargeUtf8(column.as_string().clone()),
            DataType::Utf8View => Self::Utf8View(column.as_string_view().clone()),
            DataType::Null => Self::Null,
            _ => return Err(wrong()),
        })
    }

    /// Returns true if the values are text, so that they are UTF-8.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self, Self::Utf8(_) | Self::LargeUtf8(_) | Self::Utf8View(_))
    }

    /// Returns the value in `row`; `None` if it is null.
    pub(crate) fn value(&self, row: usize) -> Option<&[u8]> {
        match self {
            Self::Binary(column) => at(column, row),
            Self::LargeBinary(column) => at(column, row),
            Self::BinaryView(column) => at(column, row),
            Self::Utf8(column) => at(column, row),
            Self::LargeUtf8(column) => at(column, row),
            Self::Utf8View(column) => at(column, row),
            Self::Null => None,
        }
    }
}

fn at<'c, T: AsRef<[u8]> + ?Sized + 'c>(column: impl ArrayAccessor<Item = &'c T>, row: usize) -> Option<&'c [u8]> {
    (row < column.len() && column.is_valid(row)).then(|| column.value(row).as_ref())
}
