//! A map of the bytes of a file: for each cell, what was found there.

/// Maximum number of cells.
const MAX_CELLS: usize = 256;

/// The findings in a cell, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Mark {
    /// A record was read.
    Record = 1,
    /// A record is truncated: by the crawler, by a limit, or in its body.
    Truncated = 2,
    /// A record is irregular, or a digest does not match.
    Suspect = 4,
    /// Bytes are damaged or missing.
    Damaged = 8,
}

/// The map of a file. All cells have the same number of bytes, a power of two. When the file is longer than the map, each pair
/// of cells becomes one.
#[derive(Clone, Debug)]
pub(in super::super) struct ByteMap {
    cell_bytes: u64,
    cells: Vec<u8>,
    /// The end of the last marked range.
    end: u64,
}

impl Default for ByteMap {
    fn default() -> Self {
        Self { cell_bytes: 1, cells: Vec::new(), end: 0 }
    }
}

impl ByteMap {
    /// Marks a range of the file. An empty range marks its offset.
    pub(in super::super) fn mark(&mut self, offset: u64, length: u64, mark: Mark) {
        let end = offset.saturating_add(length);
        self.end = self.end.max(end);
        let last = end.saturating_sub(1).max(offset);
        while last / self.cell_bytes >= MAX_CELLS as u64 {
            self.cells = self.cells.chunks(2).map(|pair| pair.iter().fold(0, |all, cell| all | cell)).collect();
            self.cell_bytes *= 2;
        }
        // Both are below the maximum number of cells.
        let [first, last] = [offset, last].map(|offset| (offset / self.cell_bytes) as usize);
        if self.cells.len() <= last {
            self.cells.resize(last + 1, 0);
        }
        self.cells[first..=last].iter_mut().for_each(|cell| *cell |= mark as u8);
    }

    /// Returns the number of bytes of a cell.
    pub(in super::super) fn cell_bytes(&self) -> u64 {
        self.cell_bytes
    }

    /// Returns the end of the last range that was marked.
    pub(in super::super) fn end(&self) -> u64 {
        self.end
    }

    /// Returns a hexadecimal digit for each cell: its bits.
    pub(in super::super) fn digits(&self) -> String {
        self.cells.iter().filter_map(|cell| char::from_digit(u32::from(*cell), 16)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_joined_in_pairs() {
        let mut map = ByteMap::default();
        map.mark(0, 3, Mark::Record);
        map.mark(2, 1, Mark::Damaged);
        assert_eq!((map.digits().as_str(), map.cell_bytes(), map.end()), ("119", 1, 3));
        map.mark(510, 2, Mark::Suspect);
        assert_eq!((map.digits().len(), &map.digits()[..3], map.cell_bytes()), (256, "190", 2));
        assert!(map.digits().ends_with("04"));
    }

    #[test]
    fn any_range_fits() {
        let mut map = ByteMap::default();
        for offset in [0, 1 << 20, 1 << 40, u64::MAX - 1, u64::MAX] {
            map.mark(offset, 0, Mark::Truncated);
            map.mark(offset, u64::MAX, Mark::Record);
            assert!(map.digits().len() <= MAX_CELLS);
        }
        assert!(map.digits().starts_with('3') && map.digits().ends_with('3'));
    }
}
