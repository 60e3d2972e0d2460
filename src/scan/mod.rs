//! Which bytes of a 64-byte block are in a class, as bits; and the choice of the CPU level that answers.
//!
//! The scanner knows no HTML. A [`Job`] is compiled once for each level, with the level's instructions inlined into it,
//! and [`dispatch`] chooses once for a whole job. A value of a type that implements [`Simd`] is the proof that the
//! CPU has the level; [`Scalar`] is safe Rust, the fallback, and what the others are tested against.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod blocks;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod structural_index;
#[cfg(test)]
mod tests;

pub(crate) use blocks::{Blocks, Padded};
pub(crate) use scalar::Scalar;
pub(crate) use structural_index::StructuralIndex;

/// The size of a block, in bytes: one bit of a `u64` each.
pub(crate) const BLOCK: usize = 64;

/// How far ahead of the current position memory is prefetched, in bytes.
pub(crate) const PREFETCH: usize = 4096;

/// A CPU level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Level {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Sse2,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// Sets of bytes in a vector. Bit `i` of a result stands for byte `i`.
pub(crate) trait Simd: Copy {
    /// Some bytes of a block in a register.
    type Vector: Copy;
    /// A yes or no for each byte of a vector.
    type Flags: Copy;
    /// The bytes of a vector; they divide a block.
    const VECTOR: usize;
    /// How many bytes of markup are looked at together: a block where one question about it costs a few instructions;
    /// else a vector.
    const WINDOW: usize;

    /// Runs `job`, compiled for the level, as a function of its own.
    fn vectorize<J: Job>(self, job: J) -> J::Output;
    /// Loads the vector `index` of a block.
    fn load(self, bytes: &[u8; BLOCK], index: usize) -> Self::Vector;
    /// The bytes equal to `byte`.
    fn equal(self, vector: Self::Vector, byte: u8) -> Self::Flags;
    /// The bytes that are in `set`.
    fn any_of<const MEMBERS: usize>(self, vector: Self::Vector, set: &ByteSet<MEMBERS>) -> Self::Flags;
    /// The bytes that are in one of the ranges of `set`.
    fn any_of_ranges<const RANGES: usize>(self, vector: Self::Vector, set: &RangeSet<RANGES>) -> Self::Flags;
    /// The bytes from `first` to `last`, which have the same highest bit.
    fn between(self, vector: Self::Vector, first: u8, last: u8) -> Self::Flags;
    /// The bytes that are not ASCII.
    fn not_ascii(self, vector: Self::Vector) -> Self::Flags;
    /// Yes where `one` or `other` says yes.
    fn or(self, one: Self::Flags, other: Self::Flags) -> Self::Flags;
    /// The answers as bits.
    fn bits(self, flags: Self::Flags) -> u64;
    /// Writes the offsets of the bits, each added to `base`, in ascending order; entries behind the last get any value.
    #[inline(always)]
    fn offsets(self, mut bits: u64, base: u16, entries: &mut [u16; BLOCK]) {
        // Most blocks have few bits: four entries are written without asking.
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
    /// Hints that the bytes at `offset` are needed soon.
    fn prefetch(self, input: &[u8], offset: usize);
}

/// A class of bytes.
pub(crate) trait Class: Copy {
    /// The bytes of `vector` that are in the class; implementations are `#[inline(always)]`.
    fn flags<V: Simd>(self, simd: V, vector: V::Vector) -> V::Flags;
}

/// The class of one byte.
#[derive(Clone, Copy)]
pub(crate) struct Byte<const BYTE: u8>;

impl<const BYTE: u8> Class for Byte<BYTE> {
    #[inline(always)]
    fn flags<V: Simd>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.equal(vector, BYTE)
    }
}

/// Returns which of the first `len` bytes of a block are in `class`; `len` is a whole number of vectors.
#[inline(always)]
pub(crate) fn bits_of<V: Simd, C: Class>(simd: V, bytes: &[u8; BLOCK], len: usize, class: C) -> u64 {
    let mut bits = 0;
    let mut index = 0;
    while index * V::VECTOR < len {
        let flags = class.flags(simd, simd.load(bytes, index));
        bits |= simd.bits(flags) << (index * V::VECTOR);
        index += 1;
    }
    bits
}

/// A set of ASCII bytes that differ in their low four bits: a byte is in the set if the table's entry for its low four
/// bits is the byte itself. One shuffle and one comparison answer for 16 bytes or more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByteSet<const MEMBERS: usize> {
    members: [u8; MEMBERS],
    table: [u8; 16],
}

impl<const MEMBERS: usize> ByteSet<MEMBERS> {
    /// Makes the set of `members`; does not compile in a `const` if two of them share their low four bits.
    pub(crate) const fn new(members: &[u8; MEMBERS]) -> Self {
        let mut table = [0; 16];
        let mut used = [false; 16];
        let mut nibble = 0;
        while nibble < 16 {
            // An entry that no byte with these low four bits equals.
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

    /// Returns whether `byte` is in the set.
    #[inline(always)]
    pub(crate) const fn contains(&self, byte: u8) -> bool {
        self.table[(byte & 0x0F) as usize] == byte
    }
}

/// A set of bytes in ranges, both ends of which are in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RangeSet<const RANGES: usize> {
    ranges: [(u8, u8); RANGES],
    /// For the byte's low seven bits: the highest bit says whether it is in the set with its highest bit set, the next
    /// bit whether without.
    halves: [u8; 128],
    /// For the byte's low four bits, and for its high four bits: a byte is in the set if the two entries share a bit.
    nibbles: [[u8; 16]; 2],
}

impl<const RANGES: usize> RangeSet<RANGES> {
    /// Makes the set; does not compile in a `const` if the 16 blocks of 16 bytes, those without a member apart, are of
    /// more than eight kinds, or if a range has bytes both below 0x80 and not.
    pub(crate) const fn new(ranges: [(u8, u8); RANGES]) -> Self {
        let mut halves = [0; 128];
        let mut rows = [0_u16; 16];
        let mut at = 0;
        while at < RANGES {
            let (first, last) = ranges[at];
            assert!(first <= last && first >> 7 == last >> 7, "the two have the same highest bit");
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

/// Work that is compiled for a CPU level.
pub(crate) trait Job {
    /// What the work gives.
    type Output;
    /// Does the work; implementations are `#[inline(always)]`, or the level's instructions are not inlined into them.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

impl Level {
    /// Every level of the target.
    #[cfg(test)]
    pub(crate) const ALL: &'static [Self] = &[
        Self::Scalar,
        #[cfg(target_arch = "x86_64")]
        Self::Sse2,
        #[cfg(target_arch = "x86_64")]
        Self::Avx2,
        #[cfg(target_arch = "x86_64")]
        Self::Avx512,
    ];

    /// The best level of this CPU. Without the `std` feature: what the target says.
    #[inline]
    pub(crate) fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if avx512::Avx512::detect().is_some() {
                Self::Avx512
            } else if avx2::Avx2::detect().is_some() {
                Self::Avx2
            } else {
                Self::Sse2
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            Self::Scalar
        }
    }
}

/// The bytes of `vector` that are in one of the ranges of `set`, asked range by range.
#[inline(always)]
fn range_by_range<V: Simd, const RANGES: usize>(simd: V, vector: V::Vector, set: &RangeSet<RANGES>) -> V::Flags {
    let [(first, last), others @ ..] = set.ranges.as_slice() else { panic!("a set has a range") };
    let mut flags = simd.between(vector, *first, *last);
    for &(first, last) in others {
        flags = simd.or(flags, simd.between(vector, first, last));
    }
    flags
}

/// Runs `job` on `level`, or on the scalar level if the CPU lacks it.
#[inline(always)]
pub(crate) fn dispatch<J: Job>(level: Level, job: J) -> J::Output {
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => match avx512::Avx512::detect() {
            Some(simd) => simd.vectorize(job),
            None => Scalar.vectorize(job),
        },
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => match avx2::Avx2::detect() {
            Some(simd) => simd.vectorize(job),
            None => Scalar.vectorize(job),
        },
        #[cfg(target_arch = "x86_64")]
        Level::Sse2 => sse2::Sse2::new().vectorize(job),
        Level::Scalar => Scalar.vectorize(job),
    }
}
