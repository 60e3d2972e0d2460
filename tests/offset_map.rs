//! Offsets in decoded pages: the map from text to bytes agrees with a decoder that gets the bytes one by one.

use encoding_rs::{DecoderResult, Encoding};
use std::ops::Range;
use tagrake::encoding::{self, Decision, Hints, OffsetMap, decode_page, detect};
use tagrake::{Arena, Options, Tokenizer};
use tagrake_testsupport::parallel::in_parallel;
use tagrake_testsupport::random::Random;

/// The names of all encodings, and what only they have: bytes in which multi-byte sequences, escapes and errors are frequent.
#[rustfmt::skip]
const ENCODINGS: [(&str, &[u8]); 40] = [
    ("Big5", b"\x88\x62\xA4\x40\x81\xFE@"), ("EUC-JP", b"\x8E\x8F\xA1\xB0\xFE"), ("EUC-KR", b"\x81\xB0\xA1AZ"), ("GBK", b"\x8109\xFE@"),
    ("IBM866", b"\x80"), ("ISO-2022-JP", b"\x1B\x1B\x1B($BJI@0\x0E\x80"), ("ISO-8859-2", b"\xE9"), ("ISO-8859-3", b"\xA5"),
    ("ISO-8859-4", b"\xE9"), ("ISO-8859-5", b"\xE9"), ("ISO-8859-6", b"\xFF"), ("ISO-8859-7", b"\xAE"),
    ("ISO-8859-8", b"\xBF"), ("ISO-8859-8-I", b"\xBF"), ("ISO-8859-10", b"\xE9"), ("ISO-8859-13", b"\xE9"),
    ("ISO-8859-14", b"\xE9"), ("ISO-8859-15", b"\xE9"), ("ISO-8859-16", b"\xE9"), ("KOI8-R", b"\xE9"),
    ("KOI8-U", b"\xE9"), ("Shift_JIS", b"\x81\x83A\xFC\xA1"), ("UTF-16BE", b"\xD8\xDC\xDD\0\0"), ("UTF-16LE", b"\xD8\xDC\xDD\0\0"),
    ("UTF-8", b"\xE2\x82\xAC\xF0\x9F\x98\x80\xC3"), ("gb18030", b"\x8109\x81\x300\xFE"), ("hz-gb-2312", b"\xE9"), ("macintosh", b"\xE9"),
    ("windows-874", b"\xFF"), ("windows-1250", b"\xE9"), ("windows-1251", b"\xE9"), ("windows-1252", b"\xE9"),
    ("windows-1253", b"\xAA"), ("windows-1254", b"\xE9"), ("windows-1255", b"\xFF"), ("windows-1256", b"\xE9"),
    ("windows-1257", b"\xE9"), ("windows-1258", b"\xE9"), ("x-mac-cyrillic", b"\xE9"), ("x-user-defined", b"\xE9"),
];

/// Decodes bytes with one decoder, which gets one byte at a time. Returns the text, and for each character its length and
/// its bytes.
fn decode_byte_by_byte(bytes: &[u8], encoding: &'static Encoding) -> (String, Vec<(usize, Range<usize>)>) {
    let (mut text, mut characters) = (String::new(), Vec::new());
    let mut decoder = encoding.new_decoder_without_bom_handling();
    // The bytes from `start` to `end` were read, and no character contains them yet.
    let (mut start, mut end) = (0, 0);
    let is_iso_2022_jp = encoding.name() == "ISO-2022-JP";
    for at in 0..=bytes.len() {
        let mut byte = &bytes[at..(at + 1).min(bytes.len())];
        loop {
            let mut buffer = [0; 16];
            let is_last = at == bytes.len();
            let (result, read, written) = decoder.decode_to_utf8_without_replacement(byte, &mut buffer, is_last);
            byte = &byte[read..];
            end += read;
            let found = std::str::from_utf8(&buffer[..written]).expect("UTF-8");
            let mut rest = found.chars();
            while let Some(character) = rest.next() {
                while is_iso_2022_jp && is_escape(&bytes[start..end]) {
                    start += 3;
                }
                let is_ascii = bytes[start] == character as u8 && character.is_ascii() && !is_iso_2022_jp;
                let is_single = character.is_ascii() || matches!(character, '¥' | '‾' | '\u{FF61}'..='\u{FF9F}');
                let character_end = match encoding.name() {
                    "ISO-2022-JP" => start + if is_single { 1 } else { 2 },
                    "UTF-16BE" | "UTF-16LE" => start + 2 * character.len_utf16(),
                    _ if is_ascii => start + 1,
                    _ => end,
                };
                // Two characters of Big5 have the same bytes.
                let both = if encoding.name() == "Big5" && !is_ascii { rest.next() } else { None };
                characters.push((character.len_utf8() + both.map_or(0, char::len_utf8), start..character_end));
                start = character_end;
            }
            text.push_str(found);
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => unreachable!("the buffer is large enough"),
                DecoderResult::Malformed(len, extra) => {
                    let (len, extra) = (usize::from(len), usize::from(extra));
                    // An escape sequence after another one: the second is the error.
                    let is_second_escape = is_iso_2022_jp && (len, extra) == (3, 3);
                    let error_end = if is_second_escape { end } else { end - extra };
                    let error_start = if encoding.name() == "replacement" { 0 } else { error_end - len };
                    text.push('\u{FFFD}');
                    characters.push((3, error_start..error_end));
                    start = error_end;
                }
            }
        }
    }
    if encoding.name() == "replacement" && !bytes.is_empty() {
        return (text, vec![(3, 0..bytes.len())]);
    }
    (text, characters)
}

fn is_escape(bytes: &[u8]) -> bool {
    [&b"\x1B(B"[..], b"\x1B(J", b"\x1B(I", b"\x1B$@", b"\x1B$B"].iter().any(|escape| bytes.starts_with(escape))
}

fn decision<'b>(bytes: &'b [u8], name: &str) -> Decision<'b> {
    detect(bytes, &Hints::default().with_override(encoding::Encoding::for_label(name.as_bytes())))
}

/// Checks the bytes of each character and of some ranges.
fn check(bytes: &[u8], name: &str, random: &mut Random) -> Result<(), String> {
    let decision = decision(bytes, name);
    let inner = Encoding::for_label(decision.encoding.name().as_bytes()).expect("a name is a label");
    let (text, characters) = decode_byte_by_byte(&bytes[decision.bom_len..], inner);
    let mut buffer = String::new();
    let shown = || format!("{name} \"{}\"", bytes.escape_ascii());
    if encoding::decode(bytes, &decision, &mut buffer).text != text {
        return Err(shown());
    }
    let map = OffsetMap::new(bytes, &decision);
    if map.heap_bytes() > bytes.len() / 40 + 32 {
        return Err(format!("{} bytes for {}", map.heap_bytes(), bytes.len()));
    }
    let in_page = |range: &Range<usize>| decision.bom_len + range.start..decision.bom_len + range.end;
    let mut starts = Vec::new();
    let mut offset = 0;
    for (len, range) in &characters {
        let is_checked = text.len() < 500 || random.one_in(20);
        for inside in 0..if is_checked { *len } else { 0 } {
            let found = map.byte_range(offset + inside..offset + inside + 1);
            if found != in_page(range) || map.byte_offset(offset + inside) != found.start {
                return Err(format!("{}: {} is {found:?}, not {:?}", shown(), offset + inside, in_page(range)));
            }
        }
        starts.push(offset);
        offset += len;
    }
    assert_eq!(offset, text.len());
    for past in [0, 1, 1000] {
        assert_eq!(map.byte_range(offset + past..offset + past), bytes.len()..bytes.len(), "{}", shown());
    }
    for _ in 0..10.min(characters.len()) {
        let (one, other) = (random.below(characters.len()), random.below(characters.len()));
        let (first, last) = (one.min(other), one.max(other));
        let found = map.byte_range(starts[first]..starts[last] + characters[last].0);
        assert_eq!(found, in_page(&characters[first].1).start..in_page(&characters[last].1).end, "{}", shown());
    }
    Ok(())
}

#[test]
fn the_map_agrees_with_a_decoder_of_single_bytes() {
    in_parallel(
        ENCODINGS.len(),
        || (),
        |(), index| {
            let (name, special) = ENCODINGS[index];
            let mut random = Random::new(index as u64);
            let inner = Encoding::for_label(name.as_bytes()).expect("a label");
            for round in 0..120 {
                let len = if round % 8 == 0 { random.below(6000) } else { random.below(60) };
                let rare = random.below(20) + 1;
                let mut bytes = Vec::new();
                while bytes.len() < len {
                    match random.below(rare) {
                        0 => bytes.push(random.next_u64() as u8),
                        1 => bytes.push(special[random.below(special.len())]),
                        2 => bytes.extend_from_slice(
                            &inner
                                .encode(["日本語", "Ąę", "Привет", "<p class=x>", "한국어", "😀é"][random.below(6)])
                                .0,
                        ),
                        3 => bytes.extend_from_slice(
                            [&b"\x1B(B"[..], b"\x1B(J", b"\x1B(I", b"\x1B$B", b"\x1B$@", b"\x1B("][random.below(6)],
                        ),
                        4 => bytes.extend_from_slice(&special[random.below(special.len())..]),
                        _ => bytes.push(b"ab <>=\"\n0A"[random.below(10)]),
                    }
                }
                check(&bytes, name, &mut random)?;
            }
            // Text without ASCII, so that no byte shows where a character starts.
            for text in ["日本語漢字", "한국어", "ПриветҐ", "😀ア"] {
                check(&inner.encode(&text.repeat(700)).0, name, &mut random)?;
                check(text.repeat(300).as_bytes(), name, &mut random)?;
            }
            Ok(())
        },
    );
}

#[test]
fn tokens_and_errors_have_bytes() {
    let page = b"<!--\x83A--><p/title=\x83B>\x83C<a href='\x83D'>\xFFx</a><meta charset=shift_jis>";
    let document = decode_page(page, None);
    assert_eq!((document.decision.encoding.name(), &document.text[4..7]), ("Shift_JIS", "ア"));
    let map = OffsetMap::new(page, &document.decision);
    let arena = Arena::new();
    let options = Options::default().with_errors(true);
    let mut tokenizer = Tokenizer::with_options(document.text.as_bytes(), &options, &arena);
    let mut end = 0;
    for token in tokenizer.by_ref() {
        let bytes = map.byte_range(token.span());
        assert_eq!(bytes.start, end);
        end = bytes.end;
    }
    assert_eq!(end, page.len());
    let error = tokenizer.errors()[0];
    assert_eq!(&page[map.byte_range(error.span(document.text.as_bytes()))], b"t");
}
