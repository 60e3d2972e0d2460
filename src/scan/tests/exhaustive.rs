//! Compares every level with the definition of each operation, for all bytes at all positions of a block, and the searches with their
//! definitions, for all lengths to 128.

use crate::scan::*;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use bumpalo::Bump;

/// The step through positions, and through lengths. Miri takes a few of each.
pub(crate) const STEP: usize = if cfg!(miri) { 21 } else { 1 };
/// The step through bytes.
pub(crate) const BYTE_STEP: usize = if cfg!(miri) { 85 } else { 1 };
/// The longest input of a search.
pub(crate) const MAX_LEN: usize = 2 * BLOCK;

/// Bytes that fill a block, at least one of each class of markup: marks, quotes, white space, controls, letters, digits, and bytes that are
/// not ASCII.
const FILLERS: &[u8] = b"<>&/=\"'`!-\r\n\t\x0C \0\x0BaZ5\x7F\x80\xC2\xED\xEF\xFF";

/// Compares a class with its definition on each level: each byte at each position of a block of each filler, all pairs of positions of
/// bytes in different classes, and all lengths.
pub(crate) fn check_class<C: Class>(name: &str, class: C, is: impl Fn(u8) -> bool + Copy) {
    for level in Level::all() {
        dispatch(level, CheckClass { class, is, name: &format!("{name} on {level:?}") });
    }
}

struct CheckClass<'n, C, I> {
    class: C,
    is: I,
    name: &'n str,
}

impl<C: Class, I: Fn(u8) -> bool> Job for CheckClass<'_, C, I> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vectors>(self, simd: V) {
        let Self { class, is, name } = self;
        for &filler in FILLERS {
            let mut block = [filler; BLOCK];
            let others = if is(filler) { u64::MAX } else { 0 };
            for at in (0..BLOCK).step_by(STEP) {
                for byte in (0..=u8::MAX).step_by(BYTE_STEP) {
                    block[at] = byte;
                    let expected = others & !(1 << at) | u64::from(is(byte)) << at;
                    assert_eq!(bits_of(simd, &block, BLOCK, class), expected, "{name}: {byte} at {at} of {filler}");
                }
                block[at] = filler;
            }
            for len in (V::VECTOR..=BLOCK).step_by(V::VECTOR) {
                assert_eq!(bits_of(simd, &block, len, class), others >> (BLOCK - len), "{name}: {len} of {filler}");
            }
        }
        for &one in FILLERS {
            let other = FILLERS.iter().find(|&&other| is(other) != is(one)).copied().unwrap_or(!one);
            for first in (0..BLOCK).step_by(STEP) {
                for second in (first + 1..BLOCK).step_by(STEP) {
                    let mut block = [other; BLOCK];
                    (block[first], block[second]) = (one, one);
                    let pair = 1 << first | 1 << second;
                    let expected = [0, pair, !pair, u64::MAX][usize::from(is(one)) + 2 * usize::from(is(other))];
                    assert_eq!(bits_of(simd, &block, BLOCK, class), expected, "{name}: {one} at {first} and {second}");
                }
            }
        }
    }
}

/// The bytes of `Vectors::equal`.
#[derive(Clone, Copy)]
pub(super) struct Equal(pub(super) u8);

impl Class for Equal {
    #[inline(always)]
    fn flags<V: Vectors>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.equal(vector, self.0)
    }
}

#[derive(Clone, Copy)]
pub(super) struct Between(pub(super) u8, pub(super) u8);

impl Class for Between {
    #[inline(always)]
    fn flags<V: Vectors>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.between(vector, self.0, self.1)
    }
}

#[derive(Clone, Copy)]
struct NotAscii;

impl Class for NotAscii {
    #[inline(always)]
    fn flags<V: Vectors>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.not_ascii(vector)
    }
}

#[derive(Clone, Copy)]
struct AnyOf<const MEMBERS: usize>(ByteSet<MEMBERS>);

impl<const MEMBERS: usize> Class for AnyOf<MEMBERS> {
    #[inline(always)]
    fn flags<V: Vectors>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.any_of(vector, &self.0)
    }
}

#[derive(Clone, Copy)]
struct AnyOfRanges<const RANGES: usize>(RangeSet<RANGES>);

impl<const RANGES: usize> Class for AnyOfRanges<RANGES> {
    #[inline(always)]
    fn flags<V: Vectors>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.any_of_ranges(vector, &self.0)
    }
}

#[test]
fn each_byte_is_found_at_each_position() {
    check_class("<", Byte::<b'<'>, |byte| byte == b'<');
    check_class("&", Byte::<b'&'>, |byte| byte == b'&');
    check_class("CR", Byte::<b'\r'>, |byte| byte == b'\r');
    check_class("NUL", Byte::<0>, |byte| byte == 0);
    check_class("quote", Byte::<b'"'>, |byte| byte == b'"');
    check_class("0xFF", Byte::<0xFF>, |byte| byte == 0xFF);
    check_class("not ASCII", NotAscii, |byte| byte >= 0x80);
    check_class("white space", AnyOf(ByteSet::new(b"\t\n\x0C\r ")), |byte| b"\t\n\x0C\r ".contains(&byte));
    check_class("low range", Between(b'A', b'Z'), |byte: u8| byte.is_ascii_uppercase());
    check_class("high range", Between(0xEF, 0xF4), |byte| (0xEF..=0xF4).contains(&byte));
    let ranges = RangeSet::new([(0, 8), (0x7F, 0x7F), (0x80, 0x80), (0xED, 0xF4)]);
    check_class("ranges", AnyOfRanges(ranges), |byte| matches!(byte, 0..=8 | 0x7F | 0x80 | 0xED..=0xF4));
}

/// All 256 bytes in four blocks, in an order that mixes the vectors.
fn all_bytes() -> [[u8; BLOCK]; 4] {
    core::array::from_fn(|block| core::array::from_fn(|at| ((block * BLOCK + at) as u8).wrapping_mul(37)))
}

/// Compares classes with their definitions for each byte.
struct CheckBytes<'e, C>(&'e [(C, &'e dyn Fn(u8) -> bool)]);

impl<C: Class> Job for CheckBytes<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vectors>(self, simd: V) {
        for block in all_bytes() {
            for (class, is) in self.0 {
                let expected = block.iter().enumerate().fold(0, |bits, (at, &byte)| bits | u64::from(is(byte)) << at);
                assert_eq!(bits_of(simd, &block, BLOCK, *class), expected);
            }
        }
    }
}

#[test]
fn each_argument_of_an_operation_selects_its_bytes() {
    for level in Level::all() {
        for first in (0..=u8::MAX).step_by(BYTE_STEP) {
            dispatch(level, CheckBytes(&[(Equal(first), &|byte| byte == first)]));
            if first.is_ascii() {
                dispatch(level, CheckBytes(&[(AnyOf(ByteSet::new(&[first])), &|byte| byte == first)]));
            }
            for last in (first..=first | 0x7F).step_by(BYTE_STEP) {
                let is = |byte| first <= byte && byte <= last;
                dispatch(level, CheckBytes(&[(Between(first, last), &is)]));
                dispatch(level, CheckBytes(&[(AnyOfRanges(RangeSet::new([(first, last)])), &is)]));
            }
        }
    }
}

/// Calls [`Vectors::offsets`] on a level: a mask, and the offset of its first bit.
pub(super) struct Offsets(pub(super) u64, pub(super) u16);

impl Job for Offsets {
    type Output = [u16; BLOCK];

    #[inline(always)]
    fn run<S: Vectors>(self, simd: S) -> [u16; BLOCK] {
        let mut entries = [0; BLOCK];
        simd.offsets(self.0, self.1, &mut entries);
        entries
    }
}

/// All masks of two bits and of a range of bits, and their complements.
#[test]
fn offsets_lists_the_bits_of_pairs_and_ranges() {
    for first in (0..BLOCK).step_by(STEP) {
        for last in (first..BLOCK).step_by(STEP) {
            let (pair, range) = (1u64 << first | 1 << last, u64::MAX >> (BLOCK - 1 - last) & u64::MAX << first);
            for mask in [pair, !pair, range, !range] {
                let base = (first * BLOCK) as u16;
                let expected: Vec<_> = (0..BLOCK).filter(|at| mask >> at & 1 == 1).map(|at| base + at as u16).collect();
                for level in Level::all() {
                    assert_eq!(dispatch(level, Offsets(mask, base))[..expected.len()], expected, "{level:?} {mask:x}");
                }
            }
        }
    }
}

/// Returns inputs of all lengths to 128: of `filler`, with `marked` at no position, at each one, at all, at every other, and at the ends.
pub(crate) fn inputs(filler: u8, marked: u8) -> impl Iterator<Item = Vec<u8>> {
    (0..=MAX_LEN).step_by(STEP).flat_map(move |len| {
        let with = move |is: &dyn Fn(usize) -> bool| (0..len).map(|at| if is(at) { marked } else { filler }).collect();
        let mut inputs =
            vec![with(&|_| false), with(&|_| true), with(&|at| at % 2 == 0), with(&|at| at == 0 || at + 1 == len)];
        inputs.extend((0..len).step_by(STEP).map(|position| with(&|at| at == position)));
        inputs
    })
}

/// Calls `check` with a copy of `input` that starts `alignment` bytes past a multiple of 64. `<` surrounds the copy.
pub(crate) fn aligned(input: &[u8], alignment: usize, check: impl FnOnce(&[u8])) {
    let mut buffer = vec![b'<'; input.len() + 3 * BLOCK];
    let start = buffer.as_ptr().align_offset(BLOCK) + alignment;
    buffer[start..start + input.len()].copy_from_slice(input);
    check(&buffer[start..start + input.len()]);
}

/// Lists `<` by the structural index.
struct List<'k, 'a> {
    blocks: Blocks<'k>,
    start: usize,
    bump: &'a Bump,
}

impl Job for List<'_, '_> {
    type Output = Vec<usize>;

    #[inline(always)]
    fn run<V: Vectors>(self, simd: V) -> Vec<usize> {
        let mut index = StructuralIndex::new(self.blocks.input(), self.start, self.bump);
        let (mut found, mut from) = (Vec::new(), self.start);
        loop {
            let offset = index.find(simd, self.blocks, from);
            found.push(offset);
            if offset == self.blocks.len() {
                return found;
            }
            // Both ways to get on: remove the entry, or skip it.
            if found.len() % 2 == 0 {
                index.pass();
            }
            from = offset + 1;
        }
    }
}

fn check_index(input: &[u8], start: usize, bump: &mut Bump) {
    let less_than = input.iter().enumerate().skip(start).filter(|(_, byte)| **byte == b'<').map(|(at, _)| at);
    let expected: Vec<_> = less_than.chain([input.len()]).collect();
    let padded = Padded::new(input);
    for level in Level::all() {
        bump.reset();
        let found = dispatch(level, List { blocks: padded.blocks(), start, bump });
        assert_eq!(found, expected, "{level:?}, {} bytes from {start}", input.len());
    }
}

#[test]
fn the_structural_index_finds_each_less_than() {
    let mut bump = Bump::new();
    for filler in [b'a', 0, b'<' ^ 0x80] {
        for (number, input) in inputs(filler, b'<').enumerate() {
            aligned(&input, number % BLOCK, |input| check_index(input, 0, &mut bump));
        }
    }
    // All alignments and starts, for some lengths.
    for len in [1, 15, 16, 17, 63, 64, 65, 127, 128] {
        let input: Vec<_> = (0..len).map(|at| if at % 5 == 3 { b'<' } else { b'>' }).collect();
        for alignment in (0..BLOCK).step_by(STEP) {
            aligned(&input, alignment, |input| {
                (0..=len).step_by(STEP).for_each(|start| check_index(input, start, &mut bump));
            });
        }
    }
    // The ends of the windows of 2048 bytes.
    for len in (2030..2066).chain(4090..4100).step_by(STEP) {
        let input: Vec<_> = (0..len).map(|at| if at % 64 < 2 || at + 2 > len { b'<' } else { b'a' }).collect();
        for start in [0, 1, 63, 64] {
            check_index(&input, start, &mut bump);
        }
        check_index(&vec![b'<'; len], 0, &mut bump);
    }
}

#[test]
fn blocks_are_the_input_and_then_nuls() {
    let input: Vec<_> = (0..MAX_LEN).map(|at| at as u8 | 1).collect();
    for len in (0..=MAX_LEN).step_by(STEP) {
        for alignment in (0..BLOCK).step_by(STEP) {
            aligned(&input[..len], alignment, |input| {
                let padded = Padded::new(input);
                let blocks = padded.blocks();
                for offset in (0..=len + BLOCK).step_by(if alignment == 0 { 1 } else { 7 }) {
                    let rest = &input[offset.min(len)..(offset + BLOCK).min(len).max(offset.min(len))];
                    let block = blocks.block(offset);
                    assert!(block.starts_with(rest) && block[rest.len()..].iter().all(|&byte| byte == 0));
                    assert_eq!(blocks.byte(offset), block[0]);
                }
            });
        }
    }
}

#[test]
fn last_finds_the_last_item() {
    for input in inputs(b'a', b'<') {
        assert_eq!(last(&input, |byte| byte == b'<'), input.iter().rposition(|&byte| byte == b'<'));
    }
}
