//! Histograms of sizes and times, with a bounded number of bins.

use super::example::Example;
use super::tally::Count;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Maximum number of bins between the first and the last time.
const MAX_TIME_BINS: i64 = 60;
/// Widths of time bins in seconds: 1 and 10 seconds, minutes, hours, days, weeks, years of 52 weeks. Each is a multiple of the
/// one before.
const TIME_WIDTHS: [i64; 13] =
    [1, 10, 60, 600, 3_600, 21_600, 43_200, 86_400, 604_800, 2_419_200, 31_449_600, 314_496_000, 3_144_960_000];

/// A histogram. A bin is named by its number.
#[derive(Debug, Default)]
pub(in super::super) struct Histogram {
    bins: BTreeMap<i64, Count>,
    /// The index of the width of time bins.
    width: usize,
}

impl Histogram {
    /// Counts a size in a bin of powers of two: bin 0 has the size 0, bin `n` the sizes from `2^(n-1)` to below `2^n`.
    pub(in super::super) fn add_size(&mut self, bytes: u64, example: &Rc<Example>) {
        let bin = i64::from(u64::BITS - bytes.leading_zeros());
        self.bins.entry(bin).or_default().add(example);
    }

    /// Counts a time, in seconds since 1970. If the bins become too many, they become wider.
    pub(in super::super) fn add_time(&mut self, seconds: i64, example: &Rc<Example>) {
        self.bins.entry(seconds.div_euclid(self.bin_seconds())).or_default().add(example);
        while self.range() > MAX_TIME_BINS && self.width + 1 < TIME_WIDTHS.len() {
            let factor = TIME_WIDTHS[self.width + 1] / TIME_WIDTHS[self.width];
            self.width += 1;
            for (bin, count) in std::mem::take(&mut self.bins) {
                self.bins.entry(bin.div_euclid(factor)).or_default().append(count);
            }
        }
    }

    /// Returns the width of a time bin in seconds.
    pub(in super::super) fn bin_seconds(&self) -> i64 {
        TIME_WIDTHS[self.width]
    }

    /// Returns the bins that count a record, in order.
    pub(in super::super) fn bins(&self) -> impl Iterator<Item = (i64, &Count)> {
        self.bins.iter().map(|(bin, count)| (*bin, count))
    }

    /// Returns the number of bins from the first to the last.
    fn range(&self) -> i64 {
        match (self.bins.first_key_value(), self.bins.last_key_value()) {
            (Some((first, _)), Some((last, _))) => last - first + 1,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(histogram: &Histogram) -> Vec<(i64, u64)> {
        histogram.bins().map(|(bin, count)| (bin, count.count)).collect()
    }

    #[test]
    fn sizes_are_in_powers_of_two() {
        let mut histogram = Histogram::default();
        for bytes in [0, 1, 2, 3, 4, 1023, 1024, u64::MAX] {
            histogram.add_size(bytes, &Example::of_file("a"));
        }
        assert_eq!(counts(&histogram), [(0, 1), (1, 1), (2, 2), (3, 1), (10, 1), (11, 1), (64, 1)]);
    }

    #[test]
    fn times_get_wider_bins() {
        assert!(TIME_WIDTHS.windows(2).all(|pair| pair[1] % pair[0] == 0));
        let mut histogram = Histogram::default();
        let example = Example::of_file("a");
        for seconds in 0..59 {
            histogram.add_time(seconds, &example);
        }
        assert_eq!((histogram.bin_seconds(), histogram.bins().count()), (1, 59));
        histogram.add_time(-1, &example);
        histogram.add_time(60, &example);
        assert_eq!((histogram.bin_seconds(), counts(&histogram)[0]), (10, (-1, 1)));
        // The first and the last time that a date can have.
        histogram.add_time(-377_705_116_800, &example);
        histogram.add_time(253_402_207_200, &example);
        assert_eq!(histogram.bins().map(|(_, count)| count.count).sum::<u64>(), 63);
        assert!(histogram.range() <= 250, "{}", histogram.range());
    }
}
