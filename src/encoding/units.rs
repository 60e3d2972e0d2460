//! Decodes a page one unit at a time: the bytes of one character, or of one error.

use encoding_rs::{Decoder, DecoderResult, Encoding, ISO_2022_JP, REPLACEMENT, UTF_16BE, UTF_16LE};

/// The state of a decoder between two units. Only ISO-2022-JP has more than one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct UnitState {
    charset: Charset,
    /// True after an escape sequence: another one that follows at once is an error.
    is_after_escape: bool,
}

/// The character set that an escape sequence of ISO-2022-JP selects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Charset {
    #[default]
    Ascii,
    Roman,
    Katakana,
    Jis0208,
}

/// Bytes that are decoded together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    /// The number of bytes, at least 1.
    pub(super) bytes: usize,
    /// The length of the text in UTF-8. 0 for an escape sequence.
    pub(super) text: usize,
    /// True for a run of ASCII characters.
    pub(super) is_ascii: bool,
}

/// The length of U+FFFD in UTF-8.
const REPLACEMENT_LEN: usize = '\u{FFFD}'.len_utf8();

impl UnitState {
    /// Returns the first unit of `rest`, which is the end of the page and is not empty, and updates the state. A run of ASCII
    /// characters is one unit.
    pub(super) fn next_unit(&mut self, encoding: &'static Encoding, rest: &[u8]) -> Unit {
        if encoding == REPLACEMENT {
            return Unit { bytes: rest.len(), text: REPLACEMENT_LEN, is_ascii: false };
        }
        let ascii = self.ascii_len(encoding, rest);
        if ascii > 0 {
            self.is_after_escape = false;
            return Unit { bytes: ascii, text: ascii, is_ascii: true };
        }
        if let Some(charset) = escape_sequence(rest).filter(|_| encoding == ISO_2022_JP) {
            let text = if self.is_after_escape { REPLACEMENT_LEN } else { 0 };
            *self = Self { charset, is_after_escape: true };
            return Unit { bytes: 3, text, is_ascii: false };
        }
        let mut decoder = self.decoder(encoding);
        self.is_after_escape = false;
        decode_unit(&mut decoder, rest)
    }

    /// Returns the number of bytes at the start of `rest` that are decoded as ASCII.
    fn ascii_len(self, encoding: &'static Encoding, rest: &[u8]) -> usize {
        if encoding == ISO_2022_JP {
            if self.charset == Charset::Ascii { Encoding::iso_2022_jp_ascii_valid_up_to(rest) } else { 0 }
        } else if encoding.is_ascii_compatible() {
            Encoding::ascii_valid_up_to(rest)
        } else {
            0
        }
    }

    /// Returns a decoder in this state.
    fn decoder(self, encoding: &'static Encoding) -> Decoder {
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let escape: &[u8] = match self.charset {
            Charset::Ascii => return decoder,
            Charset::Roman => b"\x1B(J",
            Charset::Katakana => b"\x1B(I",
            Charset::Jis0208 => b"\x1B$B",
        };
        let _ = decoder.decode_to_utf8_without_replacement(escape, &mut [0; 16], false);
        decoder
    }
}

/// Returns the character set that the escape sequence at the start of `bytes` selects.
fn escape_sequence(bytes: &[u8]) -> Option<Charset> {
    match bytes.get(..3)? {
        b"\x1B(B" => Some(Charset::Ascii),
        b"\x1B(J" => Some(Charset::Roman),
        b"\x1B(I" => Some(Charset::Katakana),
        b"\x1B$@" | b"\x1B$B" => Some(Charset::Jis0208),
        _ => None,
    }
}

/// Decodes bytes one by one, up to the first character or error.
fn decode_unit(decoder: &mut Decoder, rest: &[u8]) -> Unit {
    let mut text = [0; 16];
    let unit = |bytes, text| Unit { bytes, text, is_ascii: false };
    for (fed, byte) in rest.iter().enumerate() {
        let byte = core::slice::from_ref(byte);
        match decoder.decode_to_utf8_without_replacement(byte, &mut text, false) {
            // The decoder has read `extra` bytes past the error.
            (DecoderResult::Malformed(_, extra), read, _) => {
                return unit(fed + read - usize::from(extra), REPLACEMENT_LEN);
            }
            (_, _, written @ 1..) => return unit(fed + 1, written),
            _ => {}
        }
    }
    match decoder.decode_to_utf8_without_replacement(&[], &mut text, true) {
        (DecoderResult::Malformed(_, extra), ..) => unit(rest.len() - usize::from(extra), REPLACEMENT_LEN),
        (_, _, written) => unit(rest.len(), written),
    }
}

/// Returns the first offset from `from` on, and before `to`, at which a unit surely starts in the initial state, if the bytes
/// around it show one.
pub(super) fn find_boundary(encoding: &'static Encoding, bytes: &[u8], from: usize, to: usize) -> Option<usize> {
    if encoding == ISO_2022_JP || encoding == REPLACEMENT {
        return None;
    }
    let starts_unit = |at: &usize| {
        if encoding.is_single_byte() {
            return true;
        }
        let Some(last) = bytes[..*at].last_chunk::<2>() else { return false };
        if encoding == UTF_16BE || encoding == UTF_16LE {
            let unit = if encoding == UTF_16BE { u16::from_be_bytes(*last) } else { u16::from_le_bytes(*last) };
            return at.is_multiple_of(2) && !matches!(unit, 0xD800..=0xDBFF);
        }
        // In all other encodings, these bytes are never part of a longer sequence.
        last[1] < b'0'
    };
    (from..to.min(bytes.len())).find(starts_unit)
}
