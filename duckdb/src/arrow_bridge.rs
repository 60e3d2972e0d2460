//! Passes arrays on to the version of Arrow that the crate `duckdb` has. Buffers are not copied.

use arrow_array::Array;
use arrow_schema::{DataType, FieldRef, TimeUnit};
use bytes::Bytes;
use duckdb::arrow::array::{ArrayData, ArrayRef, make_array};
use duckdb::arrow::buffer::Buffer;
use duckdb::arrow::datatypes as theirs;
use duckdb::arrow::error::ArrowError;
use std::sync::Arc;

/// A buffer that owns its memory.
struct Owner(arrow_buffer::Buffer);

impl AsRef<[u8]> for Owner {
    fn as_ref(&self) -> &[u8] {
        self.0.as_slice()
    }
}

/// Converts an array.
pub(crate) fn array(array: &dyn Array) -> Result<ArrayRef, ArrowError> {
    data(&array.to_data()).map(make_array)
}

fn data(from: &arrow_data::ArrayData) -> Result<ArrayData, ArrowError> {
    let buffer = |buffer: &arrow_buffer::Buffer| Buffer::from(Bytes::from_owner(Owner(buffer.clone())));
    let nulls = from.nulls().map(|nulls| {
        debug_assert_eq!(nulls.offset(), from.offset());
        buffer(nulls.buffer())
    });
    ArrayData::builder(data_type(from.data_type())?)
        .len(from.len())
        .offset(from.offset())
        .null_bit_buffer(nulls)
        .buffers(from.buffers().iter().map(buffer).collect())
        .child_data(from.child_data().iter().map(data).collect::<Result<_, _>>()?)
        .build()
}

/// Converts a type of columns that tagrake writes.
pub(crate) fn data_type(from: &DataType) -> Result<theirs::DataType, ArrowError> {
    let field = |field: &FieldRef| {
        Ok::<_, ArrowError>(Arc::new(theirs::Field::new(
            field.name(),
            data_type(field.data_type())?,
            field.is_nullable(),
        )))
    };
    Ok(match from {
        DataType::Utf8 => theirs::DataType::Utf8,
        DataType::Binary => theirs::DataType::Binary,
        DataType::Boolean => theirs::DataType::Boolean,
        DataType::Int32 => theirs::DataType::Int32,
        DataType::Int64 => theirs::DataType::Int64,
        DataType::Float64 => theirs::DataType::Float64,
        DataType::Timestamp(TimeUnit::Microsecond, zone) => {
            theirs::DataType::Timestamp(theirs::TimeUnit::Microsecond, zone.clone())
        }
        DataType::List(item) => theirs::DataType::List(field(item)?),
        DataType::Map(entry, is_sorted) => theirs::DataType::Map(field(entry)?, *is_sorted),
        DataType::Struct(fields) => theirs::DataType::Struct(fields.iter().map(field).collect::<Result<_, _>>()?),
        other => return Err(ArrowError::NotYetImplemented(format!("columns of the type {other}"))),
    })
}
