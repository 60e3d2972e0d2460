//! Tests every operation of every level against its definition: every byte, at every index of a block.

pub(crate) mod exhaustive;

use super::*;
use exhaustive::{BYTE_STEP, Between, Equal, Offsets, STEP};

const SETS: (ByteSet<5>, ByteSet<3>, ByteSet<4>) =
    (ByteSet::new(b"\t\n\x0C\r "), ByteSet::new(b"&\r\0"), ByteSet::new(b"/>=\0"));

/// Ranges that cross a row of 16 bytes, have one byte, contain each other, and have bytes below and above 0x80.
const RANGES: [(u8, u8); 6] = [(0x0E, 0x21), (0x1F, 0x1F), (0x42, 0x42), (0x7F, 0x7F), (0x80, 0x80), (0xED, 0xFF)];

/// Compares the operations of a level with their definitions.
struct Check;

impl Job for Check {
    type Output = ();

    #[inline(always)]
    fn run<S: Vectors>(self, simd: S) {
        for byte in (0..=255u8).step_by(BYTE_STEP) {
            for index in (0..BLOCK).step_by(STEP) {
                // The other bytes take all values too.
                let bytes: [u8; BLOCK] =
                    core::array::from_fn(|at| if at == index { byte } else { byte.wrapping_mul(3) ^ (at as u8) << 2 });
                let expect = |is: &dyn Fn(u8) -> bool| {
                    bytes.iter().enumerate().fold(0, |bits, (at, &byte)| bits | u64::from(is(byte)) << at)
                };
                assert_eq!(bits_of(simd, &bytes, BLOCK, Equal(byte)), expect(&|other| other == byte));
                let upper = bits_of(simd, &bytes, BLOCK, Between(b'A', b'Z'));
                assert_eq!(upper, expect(&|other| other.is_ascii_uppercase()));
                let upper_or_not_ascii = bits_of(simd, &bytes, BLOCK, UpperOrNotAscii);
                assert_eq!(upper_or_not_ascii, expect(&|other| other.is_ascii_uppercase() || !other.is_ascii()));
                let high = bits_of(simd, &bytes, BLOCK, Between(0xEF, 0xF4));
                assert_eq!(high, expect(&|other| (0xEF..=0xF4).contains(&other)));
                let in_ranges = bits_of(simd, &bytes, BLOCK, InRanges);
                assert_eq!(
                    in_ranges,
                    expect(&|other| RANGES.iter().any(|&(first, last)| first <= other && other <= last))
                );
                let either = bits_of(simd, &bytes, BLOCK, EitherOf(SETS.0, byte));
                assert_eq!(either, expect(&|other| other == byte || b"\t\n\x0C\r ".contains(&other)));
                let either = bits_of(simd, &bytes, BLOCK, EitherOf(SETS.1, byte));
                assert_eq!(either, expect(&|other| other == byte || b"&\r\0".contains(&other)));
                let either = bits_of(simd, &bytes, BLOCK, EitherOf(SETS.2, byte));
                assert_eq!(either, expect(&|other| other == byte || b"/>=\0".contains(&other)));
            }
        }
    }
}

#[derive(Clone, Copy)]
struct UpperOrNotAscii;

impl Class for UpperOrNotAscii {
    #[inline(always)]
    fn flags<V: Vectors>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.or(simd.between(vector, b'A', b'Z'), simd.not_ascii(vector))
    }
}

#[derive(Clone, Copy)]
struct EitherOf<const MEMBERS: usize>(ByteSet<MEMBERS>, u8);

impl<const MEMBERS: usize> Class for EitherOf<MEMBERS> {
    #[inline(always)]
    fn flags<V: Vectors>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.or(simd.any_of(vector, &self.0), simd.equal(vector, self.1))
    }
}

#[derive(Clone, Copy)]
struct InRanges;

impl Class for InRanges {
    #[inline(always)]
    fn flags<V: Vectors>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.any_of_ranges(vector, &const { RangeSet::new(RANGES) })
    }
}

#[test]
fn levels_match_the_definitions() {
    for level in Level::all() {
        dispatch(level, Check);
    }
}

#[test]
fn sets_contain_only_their_members() {
    for byte in 0..=255 {
        assert_eq!(SETS.0.contains(byte), b"\t\n\x0C\r ".contains(&byte), "{byte}");
        assert_eq!(SETS.1.contains(byte), b"&\r\0".contains(&byte), "{byte}");
        assert_eq!(SETS.2.contains(byte), b"/>=\0".contains(&byte), "{byte}");
    }
}

#[test]
fn offsets_lists_every_bit_that_is_set() {
    let mut bits = 0x9E37_79B9_7F4A_7C15u64;
    for round in 0..if cfg!(miri) { 40 } else { 2000 } {
        // Masks with one bit, few bits, many bits, no bit, all bits, and either half.
        let bits_of_round = match round % 5 {
            0 => 1 << (round / 5 % 64),
            1 => bits & bits >> 7 & bits << 9,
            2 => bits | bits >> 3,
            3 => [0, u64::MAX, u64::MAX >> 31, u64::MAX << 31][round / 5 % 4],
            _ => bits,
        };
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let expected: alloc::vec::Vec<u16> =
            (0..64).filter(|at| bits_of_round >> at & 1 == 1).map(|at| 1000 + at).collect();
        for level in Level::all() {
            let entries = dispatch(level, Offsets(bits_of_round, 1000));
            assert_eq!(entries[..expected.len()], expected, "{level:?} {bits_of_round:x}");
        }
    }
}
