//! Arrow columns of headers, in any of their types.

use crate::headers::{Fields, decoded, fields_of_text};
use crate::input_columns::BytesColumn;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, OffsetSizeTrait};
use arrow_schema::DataType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// Returns the headers in each row of a column: lists or maps of names and values, or text. Raises TypeError for a column of
/// another type.
pub(crate) fn headers_of(array: &ArrayRef) -> PyResult<Vec<Option<Fields>>> {
    let wrong = || {
        let expected = "lists or maps of names and values, or text";
        PyTypeError::new_err(format!("expected {expected}, not {}", array.data_type()))
    };
    let Some(lists) = Lists::of(array) else {
        let texts = BytesColumn::of(array).ok_or_else(wrong)?;
        let fields = |row| texts.value(row).map(|text| fields_of_text(&decoded(text))).transpose();
        return (0..texts.len()).map(fields).collect();
    };
    let entries = match array.data_type() {
        DataType::Map(..) => Entries::of_columns(lists.items.as_struct().columns()),
        _ => Entries::of(&lists.items),
    };
    let entries = entries.ok_or_else(wrong)?;
    lists.ranges.into_iter().map(|range| range.map(|range| entries.fields(range)).transpose()).collect()
}

/// Lists or maps: the items of all rows, and the range of each row, which is None for null.
struct Lists {
    items: ArrayRef,
    ranges: Vec<Option<Range<usize>>>,
}

impl Lists {
    fn of(array: &ArrayRef) -> Option<Self> {
        Some(match array.data_type() {
            DataType::List(_) => {
                let lists = array.as_list::<i32>();
                Self::with_offsets(array, lists.values().clone(), lists.value_offsets())
            }
            DataType::LargeList(_) => {
                let lists = array.as_list::<i64>();
                Self::with_offsets(array, lists.values().clone(), lists.value_offsets())
            }
            DataType::FixedSizeList(_, length) => {
                let offsets: Vec<i64> = (0..=array.len() as i64).map(|row| row * i64::from(*length)).collect();
                Self::with_offsets(array, array.as_fixed_size_list().values().clone(), &offsets)
            }
            DataType::Map(..) => {
                let maps = array.as_map();
                Self::with_offsets(array, Arc::new(maps.entries().clone()), maps.value_offsets())
            }
            _ => return None,
        })
    }

    fn with_offsets<O: OffsetSizeTrait>(array: &ArrayRef, items: ArrayRef, offsets: &[O]) -> Self {
        let range = |row| array.is_valid(row).then(|| offsets[row].as_usize()..offsets[row + 1].as_usize());
        Self { items, ranges: (0..array.len()).map(range).collect() }
    }
}

/// The items of lists or maps of headers.
enum Entries {
    /// Names, and a value for each.
    Single { names: BytesColumn, values: BytesColumn },
    /// Names, and several values for each.
    Several { names: BytesColumn, lists: Vec<Option<Range<usize>>>, values: BytesColumn },
    /// Lists of a name and a value.
    Pairs { pairs: Vec<Option<Range<usize>>>, texts: BytesColumn },
}

impl Entries {
    /// Returns the entries in the items of lists. Returns None for items of another type.
    fn of(items: &ArrayRef) -> Option<Self> {
        if let Some(entries) = items.as_struct_opt() {
            let named = |name| entries.column_by_name(name).cloned();
            return Self::of_columns(&[named("name").or_else(|| named("key"))?, named("value")?]);
        }
        if let Some(lists) = Lists::of(items) {
            return Some(Self::Pairs { texts: BytesColumn::of(&lists.items)?, pairs: lists.ranges });
        }
        // Lists without items.
        matches!(items.data_type(), DataType::Null)
            .then(|| Self::Single { names: BytesColumn::Null(items.len()), values: BytesColumn::Null(items.len()) })
    }

    /// Returns the entries in columns of names and of values.
    fn of_columns(columns: &[ArrayRef]) -> Option<Self> {
        let [names, values] = columns else { return None };
        let names = BytesColumn::of(names)?;
        Some(match Lists::of(values) {
            Some(lists) => Self::Several { names, values: BytesColumn::of(&lists.items)?, lists: lists.ranges },
            None => Self::Single { names, values: BytesColumn::of(values)? },
        })
    }

    /// Returns the headers in a range of the entries. Entries without a name or a value are left out.
    fn fields(&self, rows: Range<usize>) -> PyResult<Fields> {
        let text = |column: &BytesColumn, row| column.value(row).map(decoded);
        match self {
            Self::Single { names, values } => {
                Ok(rows.filter_map(|row| Some((text(names, row)?, text(values, row)?))).collect())
            }
            Self::Several { names, lists, values } => {
                let several = rows.filter_map(|row| Some((text(names, row)?, lists[row].clone()?)));
                let fields = several.flat_map(|(name, range)| {
                    range.filter_map(move |value| Some((name.clone(), text(values, value)?)))
                });
                Ok(fields.collect())
            }
            Self::Pairs { pairs, texts } => {
                let pairs = rows.filter_map(|row| pairs[row].clone());
                let field = |pair: Range<usize>| match pair.len() {
                    2 => Ok(text(texts, pair.start).zip(text(texts, pair.start + 1))),
                    length => Err(PyValueError::new_err(format!(
                        "expected lists of a name and a value, not a list of {length} texts"
                    ))),
                };
                pairs.filter_map(|pair| field(pair).transpose()).collect()
            }
        }
    }
}
