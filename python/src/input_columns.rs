//! Arrow columns of bytes or text, in any of their types.

use crate::frames;
use arrow_array::cast::AsArray;
use arrow_array::types::{BinaryType, BinaryViewType, LargeBinaryType, LargeUtf8Type, StringViewType, Utf8Type};
use arrow_array::{Array, ArrayAccessor, ArrayRef, GenericByteArray, GenericByteViewArray};
use arrow_schema::{DataType, SchemaRef};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

/// Returns the index of the column `name`, which the caller passed as the keyword `keyword`.
pub(crate) fn find(schema: &SchemaRef, name: &str, keyword: &str) -> PyResult<usize> {
    schema.index_of(name).map_err(|_| {
        let names = frames::names(schema).join(", ");
        let hint = if keyword == "url" { "; pass None if there is none" } else { "" };
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
    /// Nulls: their number.
    Null(usize),
}

impl BytesColumn {
    /// Returns the column of the values of `array`. A dictionary is decoded into a copy. Returns None for values that are neither
    /// bytes nor text.
    pub(crate) fn of(array: &ArrayRef) -> Option<Self> {
        Some(match array.data_type() {
            DataType::Dictionary(_, values) => return Self::of(&arrow_cast::cast(array, values).ok()?),
            DataType::Binary => Self::Binary(array.as_binary().clone()),
            DataType::LargeBinary => Self::LargeBinary(array.as_binary().clone()),
            DataType::BinaryView => Self::BinaryView(array.as_binary_view().clone()),
            DataType::Utf8 => Self::Utf8(array.as_string().clone()),
            DataType::LargeUtf8 => Self::LargeUtf8(array.as_string().clone()),
            DataType::Utf8View => Self::Utf8View(array.as_string_view().clone()),
            DataType::Null => Self::Null(array.len()),
            _ => return None,
        })
    }

    /// Returns true if the values are text, so that they are UTF-8.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self, Self::Utf8(_) | Self::LargeUtf8(_) | Self::Utf8View(_))
    }

    /// Returns the number of values.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Binary(column) => column.len(),
            Self::LargeBinary(column) => column.len(),
            Self::BinaryView(column) => column.len(),
            Self::Utf8(column) => column.len(),
            Self::LargeUtf8(column) => column.len(),
            Self::Utf8View(column) => column.len(),
            Self::Null(count) => *count,
        }
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
            Self::Null(_) => None,
        }
    }
}

fn at<'c, T: AsRef<[u8]> + ?Sized + 'c>(column: impl ArrayAccessor<Item = &'c T>, row: usize) -> Option<&'c [u8]> {
    (row < column.len() && column.is_valid(row)).then(|| column.value(row).as_ref())
}
