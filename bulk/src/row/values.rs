//! The types of values.

use super::object::{Object, Value, ValueSink};
use crate::schema::table::RowError;

/// Numbers beyond the signed 64 bits of a field become [`i64::MAX`].
macro_rules! integers {
    ($($Integer:ty)*) => {$(
        impl Value for $Integer {
            #[inline]
            fn write(self, sink: impl ValueSink) -> Result<(), RowError> {
                sink.integer(i64::try_from(self).unwrap_or(i64::MAX))
            }
        }
    )*};
}

integers!(u8 u16 u32 u64 usize i64);

impl Value for bool {
    #[inline]
    fn write(self, sink: impl ValueSink) -> Result<(), RowError> {
        sink.boolean(self)
    }
}

impl Value for f64 {
    fn write(self, sink: impl ValueSink) -> Result<(), RowError> {
        sink.double(self)
    }
}

impl Value for &str {
    #[inline(always)]
    fn write(self, sink: impl ValueSink) -> Result<(), RowError> {
        sink.text(self)
    }
}

impl<O: Object> Value for O {
    #[inline(always)]
    fn write(self, sink: impl ValueSink) -> Result<(), RowError> {
        sink.object(self)
    }
}

/// A list of the items of an iterator.
#[derive(Clone, Copy, Debug)]
pub struct List<I>(pub I);

impl<V: Value, I: IntoIterator<Item = V>> Value for List<I> {
    #[inline(always)]
    fn write(self, sink: impl ValueSink) -> Result<(), RowError> {
        sink.list(self.0.into_iter())
    }
}

/// A map of the keys and values of an iterator.
#[derive(Clone, Copy, Debug)]
pub struct Map<I>(pub I);

impl<'k, V: Value, I: IntoIterator<Item = (&'k str, V)>> Value for Map<I> {
    fn write(self, sink: impl ValueSink) -> Result<(), RowError> {
        sink.map(self.0.into_iter())
    }
}

/// A key and a value of a list.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a>(pub &'a str, pub &'a str);

impl Value for Pair<'_> {
    fn write(self, sink: impl ValueSink) -> Result<(), RowError> {
        sink.pair(self.0, self.1)
    }
}

/// Bytes, which JSON cannot hold.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl Value for Bytes<'_> {
    fn write(self, sink: impl ValueSink) -> Result<(), RowError> {
        sink.bytes(self.0)
    }
}

/// A value that is already JSON.
#[derive(Clone, Copy, Debug)]
pub struct Json<'a>(pub &'a str);

impl Value for Json<'_> {
    fn write(self, sink: impl ValueSink) -> Result<(), RowError> {
        sink.json(self.0)
    }
}
