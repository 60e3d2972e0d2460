//! The encoding that the attributes of a `meta` declare.

use crate::token::{Namespace, StartTag};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

/// The encoding that a `meta` start tag declares, and its label. Pass it to
/// [`Decision::change_by_meta`](super::Decision::change_by_meta).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MetaDeclaration<'a> {
    /// The encoding.
    pub encoding: &'static super::standard::Encoding,
    /// The label of the encoding, as written.
    pub label: &'a [u8],
}

impl<'a> MetaDeclaration<'a> {
    /// Returns the declaration in these attributes, by the rules of
    /// [tree construction](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead).
    ///
    /// ```
    /// use tagrake::encoding::MetaDeclaration;
    ///
    /// let meta = MetaDeclaration::of(Some(b"GB2312"), None, None).unwrap();
    /// assert_eq!((meta.encoding.name(), meta.label), ("GBK", &b"GB2312"[..]));
    /// assert!(MetaDeclaration::of(Some(b"unheard-of"), None, None).is_none());
    /// ```
    pub fn of(charset: Option<&'a [u8]>, http_equiv: Option<&[u8]>, content: Option<&'a [u8]>) -> Option<Self> {
        let known = |label: &'a [u8]| {
            Some(Self { encoding: super::standard::Encoding::of(Encoding::for_label(label)?), label })
        };
        let pragma = || known(label_in_content(content.filter(|_| is_pragma(http_equiv))?)?);
        charset.and_then(known).or_else(pragma)
    }

    /// Returns the declaration in the attributes of a start tag, if the tag is a `meta` of HTML. Tree construction reads it
    /// wherever the tag is, in a `template` too.
    ///
    /// ```
    /// use tagrake::encoding::MetaDeclaration;
    /// use tagrake::{Arena, Token, Tokenizer};
    ///
    /// let arena = Arena::new();
    /// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<META Charset=koi8>", &arena).next() else { panic!() };
    /// assert_eq!(MetaDeclaration::of_tag(&tag).unwrap().encoding.name(), "KOI8-R");
    /// ```
    pub fn of_tag(tag: &StartTag<'a>) -> Option<Self> {
        if tag.namespace() != Namespace::Html || tag.name() != b"meta" {
            return None;
        }
        let value = |name: &[u8]| tag.attribute(name).map(|attribute| attribute.value());
        Self::of(value(b"charset"), value(b"http-equiv"), value(b"content"))
    }
}

/// Returns the encoding of the [declaration](MetaDeclaration::of) in the attributes of a `meta` start tag.
///
/// ```
/// use tagrake::encoding::meta_encoding;
///
/// let name = |encoding: Option<&'static tagrake::encoding::Encoding>| encoding.map(|encoding| encoding.name());
/// assert_eq!(name(meta_encoding(Some(b" GB2312 "), None, None)), Some("GBK"));
/// let content = &b"text/html; charset=utf-8"[..];
/// assert_eq!(name(meta_encoding(None, Some(b"Content-Type"), Some(content))), Some("UTF-8"));
/// assert_eq!(name(meta_encoding(None, Some(b"refresh"), Some(content))), None);
/// ```
pub fn meta_encoding(
    charset: Option<&[u8]>,
    http_equiv: Option<&[u8]>,
    content: Option<&[u8]>,
) -> Option<&'static super::standard::Encoding> {
    MetaDeclaration::of(charset, http_equiv, content).map(|declaration| declaration.encoding)
}

/// Returns true if a `meta` with this `http-equiv` is an encoding declaration.
pub(super) fn is_pragma(http_equiv: Option<&[u8]>) -> bool {
    http_equiv.is_some_and(|value| value.eq_ignore_ascii_case(b"content-type"))
}

/// Returns the label in the value of `content`: [extracting a character encoding from a `meta`
/// element](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#algorithm-for-extracting-a-character-encoding-from-a-meta-element),
/// without its last step, which looks up the label.
pub(super) fn label_in_content(content: &[u8]) -> Option<&[u8]> {
    const NAME: &[u8] = b"charset";
    let mut rest = content;
    let value = loop {
        let at = rest.windows(NAME.len()).position(|window| window.eq_ignore_ascii_case(NAME))?;
        rest = skip_white_space(&rest[at + NAME.len()..]);
        if let [b'=', value @ ..] = rest {
            break skip_white_space(value);
        }
    };
    match *value.first()? {
        quote @ (b'"' | b'\'') => Some(&value[1..=memchr::memchr(quote, &value[1..])?]),
        _ => value.split(|&byte| is_white_space(byte) || byte == b';').next(),
    }
}

/// Returns the encoding that a declaration of `encoding` selects. A declaration that was readable as ASCII cannot be in
/// UTF-16, so it selects UTF-8.
///
/// Source: steps 14 and 15 of [the
/// prescan](https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding), the
/// same as steps 2 and 3 of [changing the
/// encoding](https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing).
pub(super) fn selected_by(encoding: &'static Encoding) -> &'static Encoding {
    if is_utf_16(encoding) {
        UTF_8
    } else if encoding == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        encoding
    }
}

/// Returns true if this is a [UTF-16 encoding](https://encoding.spec.whatwg.org/#utf-16be-le).
pub(super) fn is_utf_16(encoding: &'static Encoding) -> bool {
    encoding == UTF_16BE || encoding == UTF_16LE
}

/// Returns true if `byte` is [ASCII white space](https://infra.spec.whatwg.org/#ascii-whitespace).
pub(super) fn is_white_space(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

fn skip_white_space(bytes: &[u8]) -> &[u8] {
    bytes.trim_ascii_start()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_label_after_charset() {
        for (content, label) in [
            ("charset=x", Some("x")),
            ("text/html; charset=x", Some("x")),
            ("CharSet = x", Some("x")),
            ("charset\t\n\x0C\r =\t\n\x0C\r x y", Some("x")),
            ("charset=x;y", Some("x")),
            ("charset='x y'z", Some("x y")),
            ("charset=\"x'y\"", Some("x'y")),
            ("charset=x'y\"", Some("x'y\"")),
            ("charset=''", Some("")),
            ("charset=;", Some("")),
            // A quote without its closing quote gives no label.
            ("charset='x", None),
            ("charset=\"x'", None),
            ("charset=", None),
            ("charset= ", None),
            ("charset", None),
            ("charse=x", None),
            ("", None),
            // The search continues if no `=` follows.
            ("charset charset=x", Some("x")),
            ("charset; charset=x", Some("x")),
            ("charset xcharset=x", Some("x")),
            ("charsetcharset=x", Some("x")),
            ("charcharset=x", Some("x")),
            ("charset='x charset=y", None),
        ] {
            assert_eq!(label_in_content(content.as_bytes()), label.map(str::as_bytes), "{content:?}");
        }
    }

    #[test]
    fn uses_a_pragma_if_the_charset_is_unknown() {
        let (pragma, content) = (Some("Content-TYPE"), Some("charset=koi8-r"));
        for (charset, http_equiv, content, name) in [
            (Some("gbk"), pragma, content, Some("GBK")),
            (Some("unheard-of"), pragma, content, Some("KOI8-R")),
            (None, pragma, content, Some("KOI8-R")),
            (None, Some("content-type "), content, None),
            (None, None, content, None),
            (None, pragma, Some("koi8-r"), None),
            (None, pragma, None, None),
            (Some("\u{A0}gbk"), None, None, None),
            (Some("\t\n\x0C\r gbk\t\n\x0C\r "), None, None, Some("GBK")),
            // `Decision::change` maps it to UTF-8.
            (Some("utf-16"), None, None, Some("UTF-16LE")),
        ] {
            let [charset, http_equiv, content] = [charset, http_equiv, content].map(|value| value.map(str::as_bytes));
            let encoding = meta_encoding(charset, http_equiv, content);
            assert_eq!(encoding.map(crate::encoding::Encoding::name), name, "{charset:?} {http_equiv:?} {content:?}");
        }
    }
}
