//! A column that grows value by value and can be truncated to any row.
//!
//! Arrow's own builders cannot go back to the start of a row, which is necessary when a column would pass 2 GiB.

use crate::schema::table::RowError;
use crate::schema::{Field, PAIR, Type};
use arrow_array::{
    ArrayRef, BinaryArray, BooleanArray, Float64Array, Int32Array, Int64Array, ListArray, MapArray, StringArray,
    StructArray, TimestampMicrosecondArray,
};
use arrow_buffer::{BooleanBufferBuilder, Buffer, NullBufferBuilder, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Fields};
use std::mem;
use std::sync::Arc;

/// The size of a value besides its text, in bytes: about the size of its offset.
const VALUE_BYTES: usize = 4;
/// Maximum number of bytes that are reserved for as many values as a column had before. A single row can have more.
const RESERVED_BYTES: usize = 2 << 20;

/// A column. It may have fewer values than there are rows; missing values at its end are null.
#[derive(Debug)]
pub(super) struct ColumnBuilder {
    validity: NullBufferBuilder,
    pub(super) values: Values,
}

/// The values of a column, by type.
#[derive(Debug)]
pub(super) enum Values {
    Text(TextBuilder),
    Binary(TextBuilder),
    Bool(BooleanBufferBuilder),
    Int32(Vec<i32>),
    Int64(Vec<i64>),
    Double(Vec<f64>),
    Timestamp(Vec<i64>),
    List(Offsets, Box<ColumnBuilder>),
    Map(Offsets, Box<(ColumnBuilder, ColumnBuilder)>),
    /// A column for each field.
    Struct(Vec<ColumnBuilder>),
}

/// Concatenated texts, with the offsets of their ends.
#[derive(Debug)]
pub(super) struct TextBuilder {
    ends: Offsets,
    bytes: Vec<u8>,
}

/// The end offset of each value, after a leading 0, as in Arrow.
#[derive(Debug)]
pub(super) struct Offsets(Vec<i32>);

impl Offsets {
    fn with_capacity(values: usize) -> Self {
        let mut ends = Vec::with_capacity(values + 1);
        ends.push(0);
        Self(ends)
    }

    /// Returns the end of the last value.
    pub(super) fn last(&self) -> usize {
        self.0.last().map_or(0, |&end| usize::try_from(end).unwrap_or_default())
    }

    /// Adds a value that ends at `end`.
    pub(super) fn push(&mut self, end: usize) -> Result<(), RowError> {
        self.0.push(i32::try_from(end).map_err(|_| RowError::TooLong)?);
        Ok(())
    }

    fn push_empty(&mut self, count: usize) {
        let last = self.0.last().copied().unwrap_or_default();
        self.0.resize(self.0.len() + count, last);
    }

    fn truncate(&mut self, values: usize) {
        self.0.truncate(values + 1);
    }

    /// Returns the offsets, and starts again with none.
    fn finish(&mut self) -> OffsetBuffer<i32> {
        let ends = take_values(&mut self.0);
        self.0.push(0);
        OffsetBuffer::new(ScalarBuffer::from(ends))
    }
}

impl TextBuilder {
    fn new() -> Self {
        Self { ends: Offsets::with_capacity(0), bytes: Vec::new() }
    }

    /// Adds a value. Returns its size.
    #[inline]
    fn push(&mut self, value: &[u8]) -> Result<usize, RowError> {
        self.ends.push(self.bytes.len() + value.len())?;
        self.bytes.extend_from_slice(value);
        Ok(value.len() + VALUE_BYTES)
    }

    fn truncate(&mut self, values: usize) {
        self.ends.truncate(values);
        self.bytes.truncate(self.ends.last());
    }

    /// Returns the offsets and the bytes, and starts again with none.
    fn finish(&mut self) -> (OffsetBuffer<i32>, Buffer) {
        (self.ends.finish(), Buffer::from_vec(take_values(&mut self.bytes)))
    }
}

impl ColumnBuilder {
    /// Creates a column of this type.
    pub(super) fn new(kind: &Type) -> Self {
        let values = match kind {
            Type::String | Type::Id | Type::Name(_) | Type::Json => Values::Text(TextBuilder::new()),
            Type::Binary => Values::Binary(TextBuilder::new()),
            Type::Bool => Values::Bool(BooleanBufferBuilder::new(0)),
            Type::Int32 => Values::Int32(Vec::new()),
            Type::Int64 => Values::Int64(Vec::new()),
            Type::Double => Values::Double(Vec::new()),
            Type::Timestamp => Values::Timestamp(Vec::new()),
            Type::List(item) => return Self::of_list(Self::new(item)),
            Type::Map(item) => {
                let entries = (Self::new(&Type::String), Self::new(item));
                Values::Map(Offsets::with_capacity(0), Box::new(entries))
            }
            Type::Pair => return Self::of_fields(PAIR.iter()),
            Type::Struct(fields) => return Self::of_fields(fields.iter()),
        };
        Self { validity: NullBufferBuilder::new(0), values }
    }

    /// Creates a column of structs.
    pub(super) fn of_fields(fields: impl Iterator<Item = &'static Field>) -> Self {
        Self::of_members(fields.map(|field| Self::new(&field.kind)))
    }

    /// Creates a column of text.
    pub(super) fn of_text() -> Self {
        Self::new(&Type::String)
    }

    /// Creates a column of lists.
    pub(super) fn of_list(items: Self) -> Self {
        let values = Values::List(Offsets::with_capacity(0), Box::new(items));
        Self { validity: NullBufferBuilder::new(0), values }
    }

    /// Creates a column of structs with these members.
    pub(super) fn of_members(members: impl Iterator<Item = Self>) -> Self {
        Self { validity: NullBufferBuilder::new(0), values: Values::Struct(members.collect()) }
    }

    /// Adds members to a column of structs.
    pub(super) fn with_members(mut self, more: impl Iterator<Item = Self>) -> Self {
        if let Values::Struct(members) = &mut self.values {
            members.extend(more);
        }
        self
    }

    /// Appends text to the members of a column of structs from `first` on, as row `row`. Returns its size.
    pub(super) fn put_texts<'t>(
        &mut self,
        row: usize,
        first: usize,
        texts: impl Iterator<Item = Option<&'t str>>,
    ) -> Result<usize, RowError> {
        let Values::Struct(members) = &mut self.values else { return Err(self.refused("an object")) };
        let mut size = 0;
        for (member, text) in members[first..].iter_mut().zip(texts) {
            // Null: the column is filled when its next value comes.
            size += text.map_or(Ok(0), |text| member.put_text(row, text))?;
        }
        Ok(size)
    }

    /// Returns the number of values, which may be smaller than the number of rows.
    pub(super) fn len(&self) -> usize {
        self.validity.len()
    }

    /// Appends nulls until there are `len` values.
    #[inline]
    pub(super) fn fill(&mut self, len: usize) {
        let missing = len.saturating_sub(self.len());
        if missing > 0 {
            self.append_nulls(missing);
        }
    }

    fn append_nulls(&mut self, count: usize) {
        self.validity.append_n_nulls(count);
        let len = self.validity.len();
        match &mut self.values {
            Values::Text(text) | Values::Binary(text) => text.ends.push_empty(count),
            Values::Bool(bits) => bits.append_n(count, false),
            Values::Int32(numbers) => numbers.resize(len, 0),
            Values::Int64(numbers) | Values::Timestamp(numbers) => numbers.resize(len, 0),
            Values::Double(numbers) => numbers.resize(len, 0.0),
            Values::List(ends, _) | Values::Map(ends, _) => ends.push_empty(count),
            Values::Struct(_) => {}
        }
    }

    /// Marks the row's value as not null. Returns `size`.
    #[inline]
    pub(super) fn append_valid(&mut self, size: usize) -> usize {
        self.validity.append_non_null();
        size
    }

    /// Appends text as row `row`. Returns its size.
    #[inline]
    pub(super) fn put_text(&mut self, row: usize, text: &str) -> Result<usize, RowError> {
        self.fill(row);
        let Values::Text(texts) = &mut self.values else { return Err(self.refused("text")) };
        let size = texts.push(text.as_bytes())?;
        Ok(self.append_valid(size))
    }

    /// Appends bytes as row `row`. Returns their size.
    pub(super) fn put_bytes(&mut self, row: usize, value: &[u8]) -> Result<usize, RowError> {
        self.fill(row);
        let Values::Binary(bytes) = &mut self.values else { return Err(self.refused("bytes")) };
        let size = bytes.push(value)?;
        Ok(self.append_valid(size))
    }

    /// Appends a boolean as row `row`. Returns its size.
    pub(super) fn put_bool(&mut self, row: usize, value: bool) -> Result<usize, RowError> {
        self.fill(row);
        let Values::Bool(bits) = &mut self.values else { return Err(self.refused("a boolean")) };
        bits.append(value);
        Ok(self.append_valid(1))
    }

    /// Appends an integer as row `row`. Returns its size.
    pub(super) fn put_integer(&mut self, row: usize, value: i64) -> Result<usize, RowError> {
        self.fill(row);
        match &mut self.values {
            Values::Int64(numbers) | Values::Timestamp(numbers) => numbers.push(value),
            Values::Int32(numbers) => match i32::try_from(value) {
                Ok(value) => numbers.push(value),
                Err(_) => return Err(self.refused("a number of more than 32 bits")),
            },
            _ => return Err(self.refused("a number")),
        }
        Ok(self.append_valid(8))
    }

    /// Appends a floating-point number as row `row`. Returns its size.
    pub(super) fn put_double(&mut self, row: usize, value: f64) -> Result<usize, RowError> {
        self.fill(row);
        let Values::Double(numbers) = &mut self.values else { return Err(self.refused("a fraction")) };
        numbers.push(value);
        Ok(self.append_valid(8))
    }

    /// Returns the error for `what` in place of a value of this column.
    pub(super) fn refused(&self, what: &'static str) -> RowError {
        let expected = match &self.values {
            Values::Text(_) => "text",
            Values::Binary(_) => "bytes",
            Values::Bool(_) => "a boolean",
            Values::Int32(_) => "a number of 32 bits",
            Values::Int64(_) | Values::Double(_) => "a number of 64 bits",
            Values::Timestamp(_) => "a timestamp",
            Values::List(..) => "a list",
            Values::Map(..) => "a map",
            Values::Struct(_) => "a row",
        };
        RowError::Type { found: what, expected }
    }

    /// Removes the rows from `len` on. The last row may be incomplete.
    pub(super) fn truncate(&mut self, len: usize) {
        self.validity.truncate(len);
        let len = self.validity.len();
        match &mut self.values {
            Values::Text(text) | Values::Binary(text) => text.truncate(len),
            Values::Bool(bits) => bits.truncate(len),
            Values::Int32(numbers) => numbers.truncate(len),
            Values::Int64(numbers) | Values::Timestamp(numbers) => numbers.truncate(len),
            Values::Double(numbers) => numbers.truncate(len),
            Values::List(ends, items) => {
                ends.truncate(len);
                items.truncate(ends.last());
            }
            Values::Map(ends, entries) => {
                ends.truncate(len);
                entries.0.truncate(ends.last());
                entries.1.truncate(ends.last());
            }
            Values::Struct(members) => members.iter_mut().for_each(|member| member.truncate(len)),
        }
    }

    /// Returns all values as an array of `kind` with `len` rows, and starts again with none.
    fn finish(&mut self, len: usize, kind: &DataType) -> Result<ArrayRef, ArrowError> {
        self.fill(len);
        let nulls = self.validity.finish();
        Ok(match (&mut self.values, kind) {
            (Values::Text(text), _) => {
                let (ends, bytes) = text.finish();
                Arc::new(StringArray::try_new(ends, bytes, nulls)?)
            }
            (Values::Binary(bytes), _) => {
                let (ends, bytes) = bytes.finish();
                Arc::new(BinaryArray::try_new(ends, bytes, nulls)?)
            }
            (Values::Bool(bits), _) => Arc::new(BooleanArray::new(bits.finish(), nulls)),
            (Values::Int32(numbers), _) => Arc::new(Int32Array::try_new(take_values(numbers).into(), nulls)?),
            (Values::Int64(numbers), _) => Arc::new(Int64Array::try_new(take_values(numbers).into(), nulls)?),
            (Values::Double(numbers), _) => Arc::new(Float64Array::try_new(take_values(numbers).into(), nulls)?),
            (Values::Timestamp(numbers), _) => {
                let times = TimestampMicrosecondArray::try_new(take_values(numbers).into(), nulls)?;
                Arc::new(times.with_data_type(kind.clone()))
            }
            (Values::List(ends, items), DataType::List(item)) => {
                let items = items.finish(ends.last(), item.data_type())?;
                Arc::new(ListArray::try_new(item.clone(), ends.finish(), items, nulls)?)
            }
            (Values::Map(ends, entries), DataType::Map(entry, is_sorted)) => {
                let DataType::Struct(fields) = entry.data_type() else { return Err(other_type(kind)) };
                let [key, value] = &**fields else { return Err(other_type(kind)) };
                let len = ends.last();
                let columns = vec![entries.0.finish(len, key.data_type())?, entries.1.finish(len, value.data_type())?];
                let entries = StructArray::try_new_with_length(fields.clone(), columns, None, len)?;
                Arc::new(MapArray::try_new(entry.clone(), ends.finish(), entries, nulls, *is_sorted)?)
            }
            (Values::Struct(_), DataType::Struct(fields)) => {
                let columns = self.finish_members(len, fields)?;
                Arc::new(StructArray::try_new_with_length(fields.clone(), columns, nulls, len)?)
            }
            _ => return Err(other_type(kind)),
        })
    }

    /// Returns the arrays of all struct fields, each with `len` rows, and starts again with none.
    pub(super) fn finish_members(&mut self, len: usize, fields: &Fields) -> Result<Vec<ArrayRef>, ArrowError> {
        self.validity = NullBufferBuilder::new(0);
        let Values::Struct(members) = &mut self.values else { return Ok(Vec::new()) };
        let columns = members.iter_mut().zip(fields);
        columns.map(|(member, field)| member.finish(len, field.data_type())).collect()
    }
}

/// Takes the values, and reserves memory for as many, up to [`RESERVED_BYTES`].
fn take_values<T>(values: &mut Vec<T>) -> Vec<T> {
    let capacity = values.len().min(RESERVED_BYTES / size_of::<T>());
    mem::replace(values, Vec::with_capacity(capacity))
}

fn other_type(kind: &DataType) -> ArrowError {
    ArrowError::SchemaError(format!("a column is no {kind}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_an_offset_beyond_2_gib() {
        let mut ends = Offsets::with_capacity(0);
        assert_eq!(ends.push(1 << 31), Err(RowError::TooLong));
        assert_eq!(ends.push((1 << 31) - 1), Ok(()));
        assert_eq!((ends.last(), ends.0.len()), ((1 << 31) - 1, 2));
    }

    #[test]
    fn a_column_can_be_truncated_to_any_row() {
        for kind in [Type::String, Type::Bool, Type::Int32, Type::Int64, Type::Double, Type::Timestamp] {
            for back_to in 0..6 {
                let mut column = ColumnBuilder::new(&kind);
                let put = |column: &mut ColumnBuilder, row: usize| match kind {
                    Type::String => column.put_text(row, "text"),
                    Type::Bool => column.put_bool(row, true),
                    Type::Double => column.put_double(row, 0.5),
                    _ => column.put_integer(row, 7),
                };
                for row in [0, 1, 3] {
                    put(&mut column, row).expect("it has the type");
                }
                column.truncate(back_to);
                put(&mut column, 5).expect("it has the type");
                let arrow = match kind {
                    Type::Timestamp => DataType::Timestamp(arrow_schema::TimeUnit::Microsecond, None),
                    _ => DataType::Null,
                };
                let array = column.finish(7, &arrow).expect("an array");
                let valid: Vec<_> = (0..7).filter(|&row| array.is_valid(row)).collect();
                let expected: Vec<_> = [0, 1, 3].into_iter().filter(|&row| row < back_to).chain([5]).collect();
                assert_eq!(valid, expected, "{kind:?}");
            }
        }
    }
}
