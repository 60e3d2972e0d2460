//! Compares the byte classes and searches of the fast path with their definitions, on each level.

use super::text::{OddInRun, WhiteSpace, find_run};
use super::window::{
    Changed, EitherByte, Found, NameStop, NotPlain, Upper, Window, WindowClass, find_pair, lacks, near,
};
use crate::scan::tests::exhaustive::{MAX_LEN, STEP, aligned, check_class, inputs};
use crate::scan::{BLOCK, Byte, Job, Level, Padded, Vectors, dispatch};
use alloc::vec::Vec;

fn is_name_stop(byte: u8) -> bool {
    byte <= b' ' || b"/>=".contains(&byte)
}

fn is_changed(byte: u8) -> bool {
    b"&\r\0".contains(&byte)
}

fn is_not_plain(byte: u8) -> bool {
    byte.is_ascii_uppercase() || !byte.is_ascii()
}

#[test]
fn classes_match_their_definitions() {
    check_class("NameStop<false>", NameStop::<false>, is_name_stop);
    check_class("NameStop<true>", NameStop::<true>, |byte| is_name_stop(byte) || b"\"'<".contains(&byte));
    check_class("Upper", Upper, |byte| byte.is_ascii_uppercase());
    check_class("NotPlain", NotPlain, is_not_plain);
    check_class("Changed", Changed, is_changed);
    check_class("-!", EitherByte::<b'-', b'!'>, |byte| byte == b'-' || byte == b'!');
    check_class("WhiteSpace", WhiteSpace, |byte| b"\t\n\x0C\r ".contains(&byte));
    check_class("OddInRun", OddInRun, |byte| b"&\0\xC2".contains(&byte));
}

/// Compares [`Window::find`] with its definition, from each offset, with the window at the offset before, and without a window.
struct Find<'k, C, F> {
    input: &'k [u8],
    stop: (C, fn(u8) -> bool),
    flag: (F, fn(u8) -> bool),
}

impl<C: WindowClass<false>, F: WindowClass<false>> Job for Find<'_, C, F> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vectors>(self, simd: V) {
        let Self { input, stop, flag } = self;
        let padded = Padded::new(input);
        let blocks = padded.blocks();
        let mut window = Window::<false>::at(simd, blocks, 0);
        // The window moves on its own, when the search needs it.
        for from in (0..=input.len()).step_by(STEP) {
            let bytes: Vec<_> = (from..from + BLOCK).map(|at| blocks.byte(at)).collect();
            let expected = bytes.iter().position(|&byte| (stop.1)(byte));
            let expected = expected.map(|at| (from + at, !bytes[..=at].iter().any(|&byte| (flag.1)(byte))));
            let pair = |found: Found| (found.offset, found.is_plain);
            let found = window.find(simd, blocks, from, stop.0, flag.0).map(pair);
            assert_eq!(found, expected, "from {from} in {input:?}");
            let found = Window::at(simd, blocks, from).find(simd, blocks, from, stop.0, flag.0).map(pair);
            assert_eq!(found, expected, "from {from} in {input:?}, with a window");
        }
    }
}

/// Inputs in which one mark, or each of two kinds, is at each position.
fn searched(marked: u8) -> impl Iterator<Item = Vec<u8>> {
    let flags = b"&A\xC3a";
    inputs(b'a', marked).enumerate().map(move |(number, mut input)| {
        let len = input.len();
        if len > 0 {
            input[number * 7 % len] = flags[number % 4];
        }
        input
    })
}

#[test]
fn windows_find_what_ends_a_search() {
    for (number, input) in searched(b'=').chain(searched(b'"')).enumerate().step_by(5) {
        aligned(&input, number % BLOCK, |input| {
            for level in Level::all() {
                let (name, plain) =
                    ((NameStop::<false>, is_name_stop as fn(u8) -> bool), is_not_plain as fn(u8) -> bool);
                dispatch(level, Find { input, stop: name, flag: (NotPlain, plain) });
                let quote = (Byte::<b'"'>, (|byte| byte == b'"') as fn(u8) -> bool);
                dispatch(level, Find { input, stop: quote, flag: (Changed, is_changed) });
            }
        });
    }
}

/// Calls [`find_pair`].
struct FindPair<'k>(&'k [u8], usize);

impl Job for FindPair<'_> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run<V: Vectors>(self, simd: V) -> Option<usize> {
        let padded = Padded::new(self.0);
        find_pair(simd, padded.blocks(), self.1, EitherByte::<b'-', b'!'>, Byte::<b'>'>)
    }
}

#[test]
fn pairs_are_found_at_each_position() {
    for len in (0..=MAX_LEN).step_by(STEP) {
        // A pair at each position, and none: a first byte alone, and a second byte alone.
        for at in (0..=len).step_by(STEP) {
            for pair in [b"->", b"!>", b"--", b">>"] {
                let mut input = alloc::vec![b'a'; len];
                input.iter_mut().skip(at).zip(pair).for_each(|(byte, &of_pair)| *byte = of_pair);
                let from = (len * 31 + at * 7) % (len + 1);
                aligned(&input, (len + at) % BLOCK, |input| {
                    let pairs = input.windows(2).enumerate().skip(from);
                    let mut found = pairs.filter(|(_, pair)| b"-!".contains(&pair[0]) && pair[1] == b'>');
                    let expected = found.next().map(|(at, _)| at);
                    for level in Level::all() {
                        assert_eq!(
                            dispatch(level, FindPair(input, from)),
                            expected,
                            "{level:?} from {from} in {input:?}"
                        );
                    }
                });
            }
        }
    }
}

/// Compares [`lacks`] and [`find_run`] with their definitions, for the text up to `end`.
struct CheckText<'k> {
    input: &'k [u8],
    start: usize,
    end: usize,
}

impl Job for CheckText<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vectors>(self, simd: V) {
        let Self { input, start, end } = self;
        let padded = Padded::new(input);
        let text = &input[start..end];
        let is_near = text.len() <= near::<V>();
        let lacks_changed = lacks(simd, padded.blocks(), start, end, Changed);
        assert_eq!(lacks_changed, is_near && !text.iter().any(|&byte| is_changed(byte)), "{text:?}");
        if text.is_empty() {
            return;
        }
        let found = find_run(simd, padded.blocks(), start, end).map(|run| (run.start, run.end));
        let is_white = |byte: &u8| b"\t\n\x0C\r ".contains(byte);
        let Some(first) = text.iter().position(|byte| !is_white(byte)) else {
            // Without words, the run ends before it starts.
            assert!(found.is_none() && !is_near || found.is_some_and(|(start, end)| start > end), "{text:?}");
            return;
        };
        let past = text.iter().rposition(|byte| !is_white(byte)).map_or(0, |last| last + 1);
        let words = &text[first..past];
        let has_one_run = words.windows(2).all(|pair| !is_white(&pair[0]) || pair[0] == b' ' && !is_white(&pair[1]))
            && !text.iter().any(|byte| b"&\0\xC2".contains(byte));
        assert_eq!(found, (is_near && has_one_run).then_some((start + first, start + past)), "{text:?}");
    }
}

fn check_text(input: &[u8], start: usize, end: usize) {
    for level in Level::all() {
        dispatch(level, CheckText { input, start, end });
    }
}

/// All texts of up to five bytes of seven kinds, at the start, in the middle and at the end of an input.
#[test]
fn runs_of_words_in_all_short_texts() {
    const KINDS: &[u8; 7] = b"a \n&\0\xC2\r";
    for len in 1..=if cfg!(miri) { 2 } else { 5 } {
        for number in 0..7_usize.pow(len) {
            let text: Vec<_> = (0..len).map(|at| KINDS[number / 7_usize.pow(at) % 7]).collect();
            check_text(&text, 0, text.len());
            let input = [b"<p> ".as_slice(), &text, b" &<"].concat();
            check_text(&input, 4, 4 + text.len());
        }
    }
}

#[test]
fn runs_of_words_in_texts_of_all_lengths() {
    for (number, input) in inputs(b'a', b' ').chain(inputs(b' ', b'a')).chain(inputs(b'a', b'&')).enumerate() {
        aligned(&input, number % BLOCK, |input| check_text(input, number % 3 % (input.len() + 1), input.len()));
    }
}
