//! The encodings of the Encoding Standard. They wrap the type of encoding_rs, which has no stable version yet.

use alloc::borrow::Cow;
use core::fmt;

/// An [encoding of the Encoding Standard](https://encoding.spec.whatwg.org/#names-and-labels).
///
/// The decoders come from [encoding_rs](https://docs.rs/encoding_rs), whose types are not part of this crate's
/// public API. To convert between both types, look up the name of one as a label of the other.
///
/// ```
/// use tagrake::encoding::Encoding;
///
/// let encoding = Encoding::for_label(b" SJIS ").unwrap();
/// assert_eq!(encoding.name(), "Shift_JIS");
/// assert_eq!(encoding_rs::Encoding::for_label(encoding.name().as_bytes()), Some(encoding_rs::SHIFT_JIS));
/// ```
#[derive(PartialEq, Eq, Hash)]
pub struct Encoding(&'static encoding_rs::Encoding);

/// All encodings.
static ALL: [Encoding; 40] = [
    Encoding(&encoding_rs::BIG5_INIT),
    Encoding(&encoding_rs::EUC_JP_INIT),
    Encoding(&encoding_rs::EUC_KR_INIT),
    Encoding(&encoding_rs::GBK_INIT),
    Encoding(&encoding_rs::IBM866_INIT),
    Encoding(&encoding_rs::ISO_2022_JP_INIT),
    Encoding(&encoding_rs::ISO_8859_2_INIT),
    Encoding(&encoding_rs::ISO_8859_3_INIT),
    Encoding(&encoding_rs::ISO_8859_4_INIT),
    Encoding(&encoding_rs::ISO_8859_5_INIT),
    Encoding(&encoding_rs::ISO_8859_6_INIT),
    Encoding(&encoding_rs::ISO_8859_7_INIT),
    Encoding(&encoding_rs::ISO_8859_8_INIT),
    Encoding(&encoding_rs::ISO_8859_8_I_INIT),
    Encoding(&encoding_rs::ISO_8859_10_INIT),
    Encoding(&encoding_rs::ISO_8859_13_INIT),
    Encoding(&encoding_rs::ISO_8859_14_INIT),
    Encoding(&encoding_rs::ISO_8859_15_INIT),
    Encoding(&encoding_rs::ISO_8859_16_INIT),
    Encoding(&encoding_rs::KOI8_R_INIT),
    Encoding(&encoding_rs::KOI8_U_INIT),
    Encoding(&encoding_rs::MACINTOSH_INIT),
    Encoding(&encoding_rs::REPLACEMENT_INIT),
    Encoding(&encoding_rs::SHIFT_JIS_INIT),
    Encoding(&encoding_rs::UTF_16BE_INIT),
    Encoding(&encoding_rs::UTF_16LE_INIT),
    Encoding(&encoding_rs::UTF_8_INIT),
    Encoding(&encoding_rs::GB18030_INIT),
    Encoding(&encoding_rs::WINDOWS_874_INIT),
    Encoding(&encoding_rs::WINDOWS_1250_INIT),
    Encoding(&encoding_rs::WINDOWS_1251_INIT),
    Encoding(&encoding_rs::WINDOWS_1252_INIT),
    Encoding(&encoding_rs::WINDOWS_1253_INIT),
    Encoding(&encoding_rs::WINDOWS_1254_INIT),
    Encoding(&encoding_rs::WINDOWS_1255_INIT),
    Encoding(&encoding_rs::WINDOWS_1256_INIT),
    Encoding(&encoding_rs::WINDOWS_1257_INIT),
    Encoding(&encoding_rs::WINDOWS_1258_INIT),
    Encoding(&encoding_rs::X_MAC_CYRILLIC_INIT),
    Encoding(&encoding_rs::X_USER_DEFINED_INIT),
];

impl Encoding {
    /// Returns the encoding with this label, or `None` if the label is unknown. Ignores case and surrounding white
    /// space.
    ///
    /// ```
    /// use tagrake::encoding::Encoding;
    ///
    /// assert_eq!(Encoding::for_label(b"latin1").unwrap().name(), "windows-1252");
    /// assert_eq!(Encoding::for_label(b"utf-9"), None);
    /// ```
    pub fn for_label(label: &[u8]) -> Option<&'static Self> {
        encoding_rs::Encoding::for_label(label).map(Self::of)
    }

    /// Returns the name of the encoding, as the Encoding Standard spells it.
    ///
    /// ```
    /// assert_eq!(tagrake::encoding::Encoding::for_label(b"koi").unwrap().name(), "KOI8-R");
    /// ```
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    /// Decodes bytes, and replaces invalid ones with U+FFFD. A byte order mark is decoded as text.
    ///
    /// ```
    /// use tagrake::encoding::Encoding;
    ///
    /// assert_eq!(Encoding::for_label(b"koi8-r").unwrap().decode(b"\xF0"), "П");
    /// ```
    pub fn decode<'b>(&self, bytes: &'b [u8]) -> Cow<'b, str> {
        self.0.decode_without_bom_handling(bytes).0
    }

    /// Returns the encoding that wraps `inner`.
    pub(crate) fn of(inner: &'static encoding_rs::Encoding) -> &'static Self {
        let known = ALL.iter().find(|encoding| encoding.0 == inner);
        known.expect("encoding_rs has the encodings of the standard")
    }

    /// Returns the encoding of the crate `encoding_rs`, which can encode as well.
    #[inline]
    pub fn inner(&self) -> &'static encoding_rs::Encoding {
        self.0
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Encoding({})", self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_labels() {
        for encoding in &ALL {
            assert_eq!(Encoding::for_label(encoding.name().as_bytes()), Some(encoding));
            assert_eq!(ALL.iter().filter(|other| other.name() == encoding.name()).count(), 1);
        }
    }

    /// So tags start and end at the same bytes, whatever encoding of these a detector guesses.
    #[test]
    fn bytes_of_markup_are_no_part_of_other_characters_where_ascii_is_a_subset() {
        const MARKUP: &[u8] = b"\t\n\x0C\r !\"&'-/<=>?";
        let others = ["ISO-2022-JP", "replacement", "UTF-16BE", "UTF-16LE"];
        for encoding in &ALL {
            assert_eq!(encoding.inner().is_ascii_compatible(), !others.contains(&encoding.name()));
            let seconds = if encoding.inner().is_single_byte() { 0x80..=0x80 } else { 0x80..=0xFF };
            if others.contains(&encoding.name()) {
                continue;
            }
            for (first, second) in (0x80..=0xFF).flat_map(|first| seconds.clone().map(move |second| (first, second))) {
                for last in MARKUP {
                    for bytes in [&[first, *last][..], &[first, second, *last], &[first, b'0', second, *last]] {
                        assert!(encoding.decode(bytes).ends_with(char::from(*last)), "{encoding:?}: {bytes:X?}");
                    }
                }
            }
        }
    }
}
