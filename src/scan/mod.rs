//! Which bytes of a 64-byte block are in a set, as bits; and the choice of the CPU level that answers.
//!
//! The scanner knows no HTML. A [`Job`] is compiled once for each level, with the level's instructions inlined into it,
//! and [`dispatch`] chooses once for a whole job. A value of a type that implements [`Simd`] is the proof that the
//! CPU has the level; [`Scalar`] is safe Rust, the fallback, and what the others are tested against.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(test)]
mod tests;

pub(crate) use scalar::Scalar;

/// The size of a block, in bytes: one bit of a `u64` each.
pub(crate) const BLOCK: usize = 64;

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

/// Sets of bytes in a block of 64. Bit `i` of a result stands for byte `i`.
pub(crate) trait Simd: Copy {
    /// The bytes of a block in registers.
    type Block: Copy;
    /// A yes or no for each byte of a block.
    type Flags: Copy;

    /// Runs `job`, compiled for the level, as a function of its own.
    fn vectorize<J: Job>(self, job: J) -> J::Output;
    /// Loads a block.
    fn load(self, bytes: &[u8; BLOCK]) -> Self::Block;
    /// The bytes equal to `byte`.
    fn equal(self, block: Self::Block, byte: u8) -> Self::Flags;
    /// The bytes that are in `set`.
    fn any_of(self, block: Self::Block, set: &ByteSet) -> Self::Flags;
    /// The bytes from `first` to `last`, both below 0x80.
    fn between(self, block: Self::Block, first: u8, last: u8) -> Self::Flags;
    /// Yes where `one` or `other` says yes.
    fn or(self, one: Self::Flags, other: Self::Flags) -> Self::Flags;
    /// The answers as bits.
    fn bits(self, flags: Self::Flags) -> u64;
}

/// A set of ASCII bytes that differ in their low four bits: a byte is in the set if the table's entry for its low four
/// bits is the byte itself. One shuffle and one comparison answer for 16 bytes or more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByteSet {
    table: [u8; 16],
}

impl ByteSet {
    /// Makes the set of `bytes`; does not compile in a `const` if two members share their low four bits.
    pub(crate) const fn new(bytes: &[u8]) -> Self {
        let mut table = [0; 16];
        let mut used = [false; 16];
        let mut nibble = 0;
        while nibble < 16 {
            // An entry that no byte with these low four bits equals.
            table[nibble] = (nibble as u8) ^ 1;
            nibble += 1;
        }
        let mut at = 0;
        while at < bytes.len() {
            let nibble = (bytes[at] & 0x0F) as usize;
            assert!(bytes[at] < 0x80, "a member is not ASCII");
            assert!(!used[nibble], "two members share their low four bits");
            used[nibble] = true;
            table[nibble] = bytes[at];
            at += 1;
        }
        Self { table }
    }

    /// Returns the members: the entries of the table that stand where they belong.
    #[inline(always)]
    fn members(&self) -> impl Iterator<Item = u8> {
        (0..).zip(self.table).filter(|(nibble, member)| member & 0x0F == *nibble).map(|(_, member)| member)
    }

    /// Returns whether `byte` is in the set.
    #[inline(always)]
    pub(crate) const fn contains(&self, byte: u8) -> bool {
        self.table[(byte & 0x0F) as usize] == byte
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

/// Loads the block from `base` on, with NULs behind the end of the input.
#[inline(always)]
pub(crate) fn load_block<V: Simd>(simd: V, input: &[u8], base: usize) -> V::Block {
    let rest = input.get(base..).unwrap_or_default();
    match rest.first_chunk() {
        Some(bytes) => simd.load(bytes),
        None => simd.load(&padded(rest)),
    }
}

/// Copies the last bytes of the input, fewer than a block.
#[cold]
#[inline(never)]
fn padded(rest: &[u8]) -> [u8; BLOCK] {
    let mut bytes = [0; BLOCK];
    bytes[..rest.len()].copy_from_slice(rest);
    bytes
}
