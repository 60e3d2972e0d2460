//! The features of several blocks, by column.

use super::names::{FEATURES, Feature};

/// The number of blocks whose features are computed and scored at a time.
///
/// PERF: the trees compare a feature of all of these blocks with one instruction or a few.
pub(in crate::content) const LANES: usize = 32;

/// The values of each feature, by block.
pub(in crate::content) type Columns = [[i16; LANES]; FEATURES];

/// The features of one block.
pub(super) struct Lane<'c> {
    columns: &'c mut Columns,
    lane: usize,
}

impl<'c> Lane<'c> {
    pub(super) fn new(columns: &'c mut Columns, lane: usize) -> Self {
        Self { columns, lane: lane % LANES }
    }

    #[inline(always)]
    pub(super) fn set(&mut self, feature: Feature, value: i16) {
        self.columns[feature as usize][self.lane % LANES] = value;
    }

    /// Sets the features from `first` on.
    #[inline(always)]
    pub(super) fn set_from(&mut self, first: Feature, values: impl Iterator<Item = i16>) {
        let columns = &mut self.columns[first as usize..];
        columns.iter_mut().zip(values).for_each(|(column, value)| column[self.lane % LANES] = value);
    }
}

/// Returns a value as a feature.
#[inline(always)]
pub(super) fn clamp(value: impl TryInto<i16>) -> i16 {
    value.try_into().unwrap_or(i16::MAX)
}

/// Returns the signed distance of a block to another.
pub(super) fn distance(index: usize, other: usize) -> i16 {
    (index as i64 - other as i64).clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as i16
}

/// Returns `part` of `total`, of 255.
#[inline(always)]
pub(super) fn share(part: impl TryInto<u64>, total: impl TryInto<u64>) -> i16 {
    let (part, total) = (part.try_into().unwrap_or(u64::MAX >> 16), total.try_into().unwrap_or(u64::MAX));
    clamp(part * 255 / total.max(1))
}
