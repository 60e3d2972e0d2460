//! Values of Arrow columns as text.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type,
    Int64Type, TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType,
    UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, TimeUnit};
use std::fmt::{Display, Formatter, Result};

/// Days to seconds.
const DAY: i64 = 24 * 60 * 60;

/// Returns true if values of this type have a [text](TableText).
pub(crate) fn has_text(kind: &DataType) -> bool {
    match kind {
        DataType::Dictionary(_, values) => has_text(values),
        DataType::Boolean | DataType::Float32 | DataType::Float64 | DataType::Decimal128(..) => true,
        DataType::Date32 | DataType::Timestamp(..) => true,
        kind => kind.is_integer() || is_string(kind),
    }
}

/// Returns true for the types of text.
pub(crate) fn is_string(kind: &DataType) -> bool {
    matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

/// Returns the bytes of a text or of binary data; `None` for null, and for other types.
pub(crate) fn bytes_of(values: &ArrayRef, row: usize) -> Option<&[u8]> {
    if values.is_null(row) {
        return None;
    }
    match values.data_type() {
        DataType::Utf8 => Some(values.as_string::<i32>().value(row).as_bytes()),
        DataType::LargeUtf8 => Some(values.as_string::<i64>().value(row).as_bytes()),
        DataType::Utf8View => Some(values.as_string_view().value(row).as_bytes()),
        DataType::Binary => Some(values.as_binary::<i32>().value(row)),
        DataType::LargeBinary => Some(values.as_binary::<i64>().value(row)),
        DataType::BinaryView => Some(values.as_binary_view().value(row)),
        DataType::Dictionary(..) => bytes_of(values.as_any_dictionary().values(), key(values, row)?),
        _ => None,
    }
}

/// Returns the index of a value in its dictionary.
fn key(values: &ArrayRef, row: usize) -> Option<usize> {
    let key = values.as_any_dictionary().keys().slice(row, 1);
    TableText(&key, 0).to_string().parse().ok()
}

/// The value in a row of a column, which must not be null: text unchanged, numbers and booleans as in JSON, dates and times by
/// RFC 3339. A time without a zone has none.
pub(crate) struct TableText<'a>(pub(crate) &'a ArrayRef, pub(crate) usize);

impl TableText<'_> {
    fn value<T: ArrowPrimitiveType>(&self) -> T::Native {
        self.0.as_primitive::<T>().value(self.1)
    }

    fn timestamp(&self, unit: TimeUnit) -> Option<jiff::Timestamp> {
        let time = match unit {
            TimeUnit::Second => jiff::Timestamp::from_second(self.value::<TimestampSecondType>()),
            TimeUnit::Millisecond => jiff::Timestamp::from_millisecond(self.value::<TimestampMillisecondType>()),
            TimeUnit::Microsecond => jiff::Timestamp::from_microsecond(self.value::<TimestampMicrosecondType>()),
            TimeUnit::Nanosecond => jiff::Timestamp::from_nanosecond(self.value::<TimestampNanosecondType>().into()),
        };
        time.ok()
    }
}

impl Display for TableText<'_> {
    /// Writes nothing for a time that RFC 3339 cannot express, and for a type that has no text.
    fn fmt(&self, text: &mut Formatter<'_>) -> Result {
        let Self(column, row) = self;
        match column.data_type() {
            kind if is_string(kind) => {
                let bytes = bytes_of(column, *row).unwrap_or_default();
                text.write_str(&String::from_utf8_lossy(bytes))
            }
            DataType::Dictionary(..) => match key(column, *row) {
                Some(key) => Self(column.as_any_dictionary().values(), key).fmt(text),
                None => Ok(()),
            },
            DataType::Decimal128(..) => text.write_str(&column.as_primitive::<Decimal128Type>().value_as_string(*row)),
            DataType::Boolean => column.as_boolean().value(*row).fmt(text),
            DataType::Int8 => self.value::<Int8Type>().fmt(text),
            DataType::Int16 => self.value::<Int16Type>().fmt(text),
            DataType::Int32 => self.value::<Int32Type>().fmt(text),
            DataType::Int64 => self.value::<Int64Type>().fmt(text),
            DataType::UInt8 => self.value::<UInt8Type>().fmt(text),
            DataType::UInt16 => self.value::<UInt16Type>().fmt(text),
            DataType::UInt32 => self.value::<UInt32Type>().fmt(text),
            DataType::UInt64 => self.value::<UInt64Type>().fmt(text),
            DataType::Float32 => write!(text, "{:?}", self.value::<Float32Type>()),
            DataType::Float64 => write!(text, "{:?}", self.value::<Float64Type>()),
            DataType::Date32 => {
                let date = jiff::Timestamp::from_second(i64::from(self.value::<Date32Type>()) * DAY);
                date.map_or(Ok(()), |date| text.write_str(date.to_string().trim_end_matches("T00:00:00Z")))
            }
            DataType::Timestamp(unit, zone) => self.timestamp(*unit).map_or(Ok(()), |time| {
                let time = time.to_string();
                text.write_str(if zone.is_some() { &time } else { time.trim_end_matches('Z') })
            }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{
        BooleanArray, Date32Array, Float32Array, Float64Array, Int8Array, Int16Array, Int32Array, Int64Array,
        StringArray, TimestampMicrosecondArray, TimestampMillisecondArray, TimestampNanosecondArray,
        TimestampSecondArray, UInt8Array, UInt16Array, UInt32Array, UInt64Array,
    };
    use std::sync::Arc;

    #[test]
    fn every_type_has_its_text() {
        let columns: [(ArrayRef, &str); 18] = [
            (Arc::new(StringArray::from(vec!["a\"b"])), "a\"b"),
            (Arc::new(BooleanArray::from(vec![true])), "true"),
            (Arc::new(Int8Array::from(vec![-1])), "-1"),
            (Arc::new(Int16Array::from(vec![-2])), "-2"),
            (Arc::new(Int32Array::from(vec![-3])), "-3"),
            (Arc::new(Int64Array::from(vec![i64::MIN])), "-9223372036854775808"),
            (Arc::new(UInt8Array::from(vec![1])), "1"),
            (Arc::new(UInt16Array::from(vec![2])), "2"),
            (Arc::new(UInt32Array::from(vec![3])), "3"),
            (Arc::new(UInt64Array::from(vec![u64::MAX])), "18446744073709551615"),
            (Arc::new(Float32Array::from(vec![0.1])), "0.1"),
            (Arc::new(Float64Array::from(vec![1.0])), "1.0"),
            (Arc::new(Date32Array::from(vec![20_000])), "2024-10-04"),
            (Arc::new(TimestampSecondArray::from(vec![-1])), "1969-12-31T23:59:59"),
            (Arc::new(TimestampMillisecondArray::from(vec![1]).with_timezone("UTC")), "1970-01-01T00:00:00.001Z"),
            (Arc::new(TimestampMicrosecondArray::from(vec![0]).with_timezone("+01:00")), "1970-01-01T00:00:00Z"),
            (Arc::new(TimestampNanosecondArray::from(vec![7])), "1970-01-01T00:00:00.000000007"),
            (Arc::new(TimestampSecondArray::from(vec![i64::MAX])), ""),
        ];
        for (column, expected) in columns {
            assert!(has_text(column.data_type()), "{}", column.data_type());
            assert_eq!(TableText(&column, 0).to_string(), expected, "{}", column.data_type());
        }
        assert!(!has_text(&DataType::Binary) && !has_text(&DataType::Null));
    }
}
