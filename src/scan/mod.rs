//! Byte classification with SIMD: which bytes of a 64-byte block are in a class, as a bit mask.
//!
//! The scanner knows no HTML. It works in four steps:
//!
//! 1. [`dispatch`] chooses a CPU level for a [`Job`]. The job is compiled once for each level, with the level's
//!    instructions inlined into it, so the level is chosen once for each job, not once for each search.
//! 2. [`Blocks`] gives any 64 bytes of the input, from any offset. After the end of the input it gives NULs.
//! 3. A [`Class`] compares a vector of 8 to 64 bytes, by the operations of [`Vectors`].
//! 4. [`bits_of`] joins the results for the vectors of a block into a `u64`. Bit `i` is byte `i` of the block.
//!
//! Example: for the block `a<b></b>` and the class `Byte::<b'<'>`, bits 1 and 4 are set, so the mask is `0b1_0010`. The
//! lowest bit that is set, `trailing_zeros`, is the offset of the first `<`.
//!
//! # Safety
//!
//! A value of a type that implements [`Vectors`] proves that the CPU has the level: only the `detect` function of the
//! type makes one. So all operations of a level are safe to call. [`Scalar`] is safe Rust: it is the fallback, and all
//! levels are tested against the same definitions (`tests.rs`).
//!
//! # Adding a level
//!
//! Add a file with a type that implements [`Vectors`], and a line to the list in `level.rs`. The command, the tests, the
//! fuzz targets and the benchmarks iterate over [`Simd::ALL`](crate::Simd::ALL).

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod blocks;
mod last;
mod level;
#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod neon;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod structural_index;
#[cfg(test)]
pub(crate) mod tests;

pub use blocks::{Blocks, Padded};
pub use last::last;
pub use level::{Level, Simd, dispatch};
pub use scalar::Scalar;
pub use structural_index::StructuralIndex;

/// The size of a block, in bytes: the number of bits of a `u64`.
pub const BLOCK: usize = 64;

/// How far ahead of the current position memory is prefetched, in bytes.
pub const PREFETCH: usize = 4096;

/// The operations of a CPU level on vectors of bytes.
pub trait Vectors: Copy {
    /// [`VECTOR`](Self::VECTOR) bytes in a register.
    type Vector: Copy;
    /// A boolean for each byte of a vector, in the form that is cheapest on the level.
    type Flags: Copy;
    /// The size of a vector, in bytes. It divides [`BLOCK`].
    const VECTOR: usize;
    /// The number of bytes of a tag that are classified together: a block if that takes a few instructions, otherwise a
    /// vector.
    const WINDOW: usize;

    /// Runs `job` in a function of its own that is compiled for the level.
    fn vectorize<J: Job>(self, job: J) -> J::Output;
    /// Loads the bytes of a block from `index * VECTOR` on.
    fn load(self, bytes: &[u8; BLOCK], index: usize) -> Self::Vector;
    /// True for the bytes equal to `byte`.
    fn equal(self, vector: Self::Vector, byte: u8) -> Self::Flags;
    /// True for the bytes in `set`.
    fn any_of<const MEMBERS: usize>(self, vector: Self::Vector, set: &ByteSet<MEMBERS>) -> Self::Flags;
    /// True for the bytes in one of the ranges of `set`.
    fn any_of_ranges<const RANGES: usize>(self, vector: Self::Vector, set: &RangeSet<RANGES>) -> Self::Flags;
    /// True for the bytes from `first` to `last`, inclusive. The two must have the same highest bit.
    fn between(self, vector: Self::Vector, first: u8, last: u8) -> Self::Flags;
    /// True for the bytes that are not ASCII.
    fn not_ascii(self, vector: Self::Vector) -> Self::Flags;
    /// True where `one` or `other` is true.
    fn or(self, one: Self::Flags, other: Self::Flags) -> Self::Flags;
    /// Returns the booleans as bits: bit `i` is byte `i` of the vector.
    fn bits(self, flags: Self::Flags) -> u64;
    /// Writes `base + i` for each bit `i` that is set, in ascending order. The entries after the last have unspecified
    /// values.
    #[inline(always)]
    fn offsets(self, mut bits: u64, base: u16, entries: &mut [u16; BLOCK]) {
        // PERF: most blocks have few bits, so four entries are written without a branch.
        let mut at = 0;
        loop {
            for entry in &mut entries[at..at + 4] {
                *entry = base + bits.trailing_zeros() as u16;
                bits &= bits.wrapping_sub(1);
            }
            at += 4;
            if bits == 0 || at == BLOCK {
                return;
            }
        }
    }
    /// Hints that the bytes at `offset` are needed soon. `offset` may be past the end of the input.
    fn prefetch(self, input: &[u8], offset: usize);
}

/// A class of bytes.
pub trait Class: Copy {
    /// True for the bytes of `vector` in the class. Implementations must be `#[inline(always)]`; otherwise the level's
    /// instructions are not inlined into them.
    fn flags<V: Vectors>(self, simd: V, vector: V::Vector) -> V::Flags;
}

/// The class of one byte.
#[derive(Clone, Copy)]
pub struct Byte<const BYTE: u8>;

impl<const BYTE: u8> Class for Byte<BYTE> {
    #[inline(always)]
    fn flags<V: Vectors>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.equal(vector, BYTE)
    }
}

/// Returns a bit for each of the first `len` bytes of a block, set if the byte is in `class`. `len` is a multiple of
/// `V::VECTOR`.
#[inline(always)]
pub fn bits_of<V: Vectors, C: Class>(simd: V, bytes: &[u8; BLOCK], len: usize, class: C) -> u64 {
    let mut bits = 0;
    let mut index = 0;
    while index * V::VECTOR < len {
        let flags = class.flags(simd, simd.load(bytes, index));
        bits |= simd.bits(flags) << (index * V::VECTOR);
        index += 1;
    }
    bits
}

/// A set of ASCII bytes that differ in their low four bits.
///
/// A byte is in the set if the table's entry for its low four bits is the byte itself. One shuffle and one comparison
/// test 16 bytes or more. Example: the set `"&"` (0x26) has `table[6] == 0x26`; every other entry differs from its
/// index in bit 0, so no byte equals it.
#[derive(Clone, Copy, Debug)]
pub struct ByteSet<const MEMBERS: usize> {
    members: [u8; MEMBERS],
    table: [u8; 16],
}

impl<const MEMBERS: usize> ByteSet<MEMBERS> {
    /// Returns the set of `members`. Panics, at compile time in a `const`, if two members share their low four bits or
    /// one is not ASCII.
    pub const fn new(members: &[u8; MEMBERS]) -> Self {
        let mut table = [0; 16];
        let mut used = [false; 16];
        let mut nibble = 0;
        while nibble < 16 {
            // No byte with the low four bits `nibble` equals this entry.
            table[nibble] = (nibble as u8) ^ 1;
            nibble += 1;
        }
        let mut at = 0;
        while at < MEMBERS {
            let nibble = (members[at] & 0x0F) as usize;
            assert!(members[at] < 0x80, "a member is not ASCII");
            assert!(!used[nibble], "two members share their low four bits");
            used[nibble] = true;
            table[nibble] = members[at];
            at += 1;
        }
        Self { members: *members, table }
    }

    /// Returns true if `byte` is in the set.
    #[inline(always)]
    pub const fn contains(&self, byte: u8) -> bool {
        self.table[(byte & 0x0F) as usize] == byte
    }
}

/// A set of bytes: the union of inclusive ranges.
#[derive(Clone, Copy, Debug)]
pub struct RangeSet<const RANGES: usize> {
    ranges: [(u8, u8); RANGES],
    /// The index is a byte's low seven bits. Bit 7 is set if the byte with its highest bit set is in the set, bit 6 if
    /// the byte without it is. For AVX-512.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    halves: [u8; 128],
    /// The indices are a byte's low and high four bits. The byte is in the set if the two entries share a bit. For
    /// AVX2 and NEON.
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), allow(dead_code))]
    nibbles: [[u8; 16]; 2],
}

impl<const RANGES: usize> RangeSet<RANGES> {
    /// Returns the set of `ranges`. Panics, at compile time in a `const`, if a range has bytes both below 0x80 and not,
    /// or if the non-empty rows of 16 bytes (bytes with the same high four bits) have more than eight distinct sets of
    /// members: each distinct set takes a bit of `nibbles`.
    pub const fn new(ranges: [(u8, u8); RANGES]) -> Self {
        let mut halves = [0; 128];
        let mut rows = [0_u16; 16];
        let mut at = 0;
        while at < RANGES {
            let (first, last) = ranges[at];
            assert!(first <= last && first >> 7 == last >> 7, "the ends of a range must have the same highest bit");
            let mut byte = first as usize;
            while byte <= last as usize {
                halves[byte & 0x7F] |= if byte < 0x80 { 0x40 } else { 0x80 };
                rows[byte >> 4] |= 1 << (byte & 0x0F);
                byte += 1;
            }
            at += 1;
        }
        let mut nibbles = [[0; 16]; 2];
        let (mut kinds, mut row) = ([0_u16; 8], 0);
        while row < 16 {
            let mut kind = 0;
            while rows[row] != 0 && kinds[kind] != rows[row] {
                if kinds[kind] == 0 {
                    kinds[kind] = rows[row];
                } else {
                    kind += 1;
                }
            }
            let mut low = 0;
            while low < 16 && rows[row] != 0 {
                if rows[row] >> low & 1 != 0 {
                    nibbles[0][low] |= 1 << kind;
                }
                low += 1;
            }
            if rows[row] != 0 {
                nibbles[1][row] = 1 << kind;
            }
            row += 1;
        }
        Self { ranges, halves, nibbles }
    }
}

/// A function that is compiled for each CPU level.
pub trait Job {
    /// The return value.
    type Output;
    /// Runs the function. Implementations must be `#[inline(always)]`; otherwise the level's instructions are not
    /// inlined into them.
    fn run<S: Vectors>(self, simd: S) -> Self::Output;
}

/// [`Vectors::any_of_ranges`] for levels without a byte shuffle: tests range by range.
#[inline(always)]
fn range_by_range<V: Vectors, const RANGES: usize>(simd: V, vector: V::Vector, set: &RangeSet<RANGES>) -> V::Flags {
    let [(first, last), others @ ..] = set.ranges.as_slice() else { panic!("a set has a range") };
    let mut flags = simd.between(vector, *first, *last);
    for &(first, last) in others {
        flags = simd.or(flags, simd.between(vector, first, last));
    }
    flags
}
