//! Finds the encoding declaration in the first bytes of a page: [prescanning a byte stream to determine its
//! encoding](https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding).
//!
//! The prescan recognises tags, comments and quotes, but neither scripts nor character references. It gives up at the
//! end of the bytes: a truncated tag declares nothing.

use super::decision::Source;
use super::meta::{is_pragma, is_white_space, label_in_content, selected_by};
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use memchr::{memchr, memmem};

/// The number of bytes that are prescanned. The standard recommends this number, and requires declarations within it.
pub const PRESCANNED_BYTES: usize = 1024;

/// The result of a prescan.
pub(super) struct PrescanResult<'b> {
    /// The declared encoding, and the kind of its declaration.
    pub(super) declared: Option<(&'static Encoding, Source)>,
    /// Its label, or the first unknown label if no encoding is declared.
    pub(super) label: Option<&'b [u8]>,
}

/// Prescans the first 1024 bytes.
pub(super) fn prescan(bytes: &[u8]) -> PrescanResult<'_> {
    let bytes = &bytes[..bytes.len().min(PRESCANNED_BYTES)];
    if bytes.starts_with(b"<\0?\0x\0") {
        return PrescanResult { declared: Some((UTF_16LE, Source::Xml)), label: None };
    }
    if bytes.starts_with(b"\0<\0?\0x") {
        return PrescanResult { declared: Some((UTF_16BE, Source::Xml)), label: None };
    }
    let mut prescan = Prescan { bytes, position: 0, unknown: None };
    let (label, source) = match prescan.meta_label() {
        Ok(label) => (Some(label), Source::Meta),
        Err(Abort) => (prescan.known(xml_label(bytes)), Source::Xml),
    };
    match label {
        Some((encoding, label)) => {
            PrescanResult { declared: Some((selected_by(encoding), source)), label: Some(label) }
        }
        None => PrescanResult { declared: None, label: prescan.unknown },
    }
}

/// An encoding and the label that names it.
type Label<'b> = (&'static Encoding, &'b [u8]);

/// The end of the bytes, at which the standard aborts the prescan.
struct Abort;

/// The name and the value of an attribute, as written. The standard converts both to lower case; here, all comparisons
/// ignore the case instead.
type MetaAttribute<'b> = (&'b [u8], &'b [u8]);

/// The state of a prescan.
struct Prescan<'b> {
    bytes: &'b [u8],
    position: usize,
    /// The first unknown label.
    unknown: Option<&'b [u8]>,
}

impl<'b> Prescan<'b> {
    /// Returns the first label of a `meta` that names an encoding.
    fn meta_label(&mut self) -> Result<Label<'b>, Abort> {
        loop {
            self.advance_to_byte(b'<')?;
            let rest = &self.bytes[self.position..];
            match *rest {
                // `<!-->` is a complete comment: both pairs of dashes may overlap.
                [_, b'!', b'-', b'-', ..] => self.position += memmem::find(&rest[2..], b"-->").ok_or(Abort)? + 4,
                [_, b'm' | b'M', b'e' | b'E', b't' | b'T', b'a' | b'A', end, ..]
                    if is_white_space(end) || end == b'/' =>
                {
                    self.position += b"<meta".len();
                    if let Some(label) = self.meta()? {
                        return Ok(label);
                    }
                }
                [_, letter, ..] | [_, b'/', letter, ..] if letter.is_ascii_alphabetic() => {
                    self.advance_to(|byte| is_white_space(byte) || byte == b'>')?;
                    while self.attribute()?.is_some() {}
                }
                [_, b'!' | b'/' | b'?', ..] => self.advance_to_byte(b'>')?,
                _ => {}
            }
            self.position += 1;
        }
    }

    /// Reads the attributes of a `meta`. Returns its label if it names an encoding.
    ///
    /// The first of several attributes with the same name counts. `charset` takes precedence over `content` in any
    /// order, even if its label is unknown.
    fn meta(&mut self) -> Result<Option<Label<'b>>, Abort> {
        let (mut charset, mut http_equiv, mut content) = (None, None, None);
        while let Some((name, value)) = self.attribute()? {
            for (known, first) in
                [(&b"charset"[..], &mut charset), (b"http-equiv", &mut http_equiv), (b"content", &mut content)]
            {
                if name.eq_ignore_ascii_case(known) {
                    first.get_or_insert(value);
                }
            }
        }
        let pragma = || content.filter(|_| is_pragma(http_equiv)).and_then(label_in_content);
        Ok(self.known(charset.or_else(pragma)))
    }

    /// Returns the label with its encoding. Records it in `unknown` if it names no encoding.
    fn known(&mut self, label: Option<&'b [u8]>) -> Option<Label<'b>> {
        let label = label?;
        let encoding = Encoding::for_label(label);
        if encoding.is_none() {
            self.unknown.get_or_insert(label);
        }
        Some((encoding?, label))
    }

    /// [Gets an attribute](https://html.spec.whatwg.org/multipage/parsing.html#concept-get-attributes-when-sniffing),
    /// or `None` before a `>`.
    fn attribute(&mut self) -> Result<Option<MetaAttribute<'b>>, Abort> {
        self.advance_to(|byte| !is_white_space(byte) && byte != b'/')?;
        if self.byte()? == b'>' {
            return Ok(None);
        }
        let start = self.position;
        // A name may start with `=`.
        self.position += 1;
        self.advance_to(|byte| is_white_space(byte) || matches!(byte, b'=' | b'/' | b'>'))?;
        let name = &self.bytes[start..self.position];
        self.skip_white_space()?;
        if self.byte()? != b'=' {
            return Ok(Some((name, b"")));
        }
        self.position += 1;
        self.skip_white_space()?;
        let quote = self.byte()?;
        let value = if matches!(quote, b'"' | b'\'') {
            self.position += 1;
            let start = self.position;
            self.advance_to_byte(quote)?;
            self.position += 1;
            &self.bytes[start..self.position - 1]
        } else {
            let start = self.position;
            self.advance_to(|byte| is_white_space(byte) || byte == b'>')?;
            &self.bytes[start..self.position]
        };
        Ok(Some((name, value)))
    }

    fn skip_white_space(&mut self) -> Result<(), Abort> {
        self.advance_to(|byte| !is_white_space(byte))
    }

    /// Advances to the next byte that matches `target`, which may be the current one.
    fn advance_to(&mut self, target: impl Fn(u8) -> bool) -> Result<(), Abort> {
        let rest = self.bytes.get(self.position..).ok_or(Abort)?;
        self.position += rest.iter().position(|&byte| target(byte)).ok_or(Abort)?;
        Ok(())
    }

    fn advance_to_byte(&mut self, target: u8) -> Result<(), Abort> {
        let rest = self.bytes.get(self.position..).ok_or(Abort)?;
        self.position += memchr(target, rest).ok_or(Abort)?;
        Ok(())
    }

    fn byte(&self) -> Result<u8, Abort> {
        self.bytes.get(self.position).copied().ok_or(Abort)
    }
}

/// Returns the label of the XML declaration at the start of `bytes`: [getting an XML
/// encoding](https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing).
fn xml_label(bytes: &[u8]) -> Option<&[u8]> {
    const NAME: &[u8] = b"encoding";
    if !bytes.starts_with(b"<?xml") {
        return None;
    }
    let name = memmem::find(&bytes[..memchr(b'>', bytes)?], NAME)?;
    // The value may continue after the `>`.
    let value = skip_controls(&bytes[name + NAME.len()..]).strip_prefix(b"=")?;
    let (&quote, value) = skip_controls(value).split_first().filter(|(quote, _)| matches!(quote, b'"' | b'\''))?;
    let label = &value[..memchr(quote, value)?];
    (!label.iter().any(|&byte| is_control_or_space(byte))).then_some(label)
}

fn skip_controls(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|&byte| !is_control_or_space(byte)).unwrap_or(bytes.len());
    &bytes[end..]
}

fn is_control_or_space(byte: u8) -> bool {
    byte <= b' '
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::vec::Vec;

    /// Checks the encoding that each page declares.
    #[track_caller]
    fn check(cases: &[(&str, Option<&str>)]) {
        for (page, expected) in cases {
            let name = prescan(page.as_bytes()).declared.map(|(encoding, _)| encoding.name());
            assert_eq!(name, *expected, "{page:?}");
        }
    }

    #[test]
    fn finds_a_meta() {
        check(&[
            ("<meta charset=gbk>", Some("GBK")),
            ("<META/CHARSET='GBK'>", Some("GBK")),
            ("x<meta\ncharset\t=\x0C\"\rgbk \">", Some("GBK")),
            ("<meta charset=gbk/>", None),
            ("<meta charset=gbk />", Some("GBK")),
            ("<meta a='>' b=c>d charset=gbk>", None),
            ("<meta a='>' /b//charset=gbk>", Some("GBK")),
            ("<meta =charset=gbk>", None),
            ("<meta a=charset=gbk>", None),
            ("<meta a= charset=gbk>", None),
            ("<meta a='b'charset=gbk>", Some("GBK")),
            ("<metacharset=gbk>", None),
            ("<meta\x0Bcharset=gbk>", None),
            ("<meta><meta charset=gbk>", Some("GBK")),
            ("<meta charset=gb&#107;>", None),
            ("<meta charset=utf-16be>", Some("UTF-8")),
            ("<meta charset=x-user-defined>", Some("windows-1252")),
        ]);
    }

    #[test]
    fn finds_a_pragma() {
        check(&[
            ("<meta http-equiv=Content-Type content='text/html; charset=gbk'>", Some("GBK")),
            ("<meta content='text/html; charset=gbk' http-equiv=CONTENT-TYPE>", Some("GBK")),
            ("<meta content='text/html; charset=gbk'>", None),
            ("<meta http-equiv='content-type ' content='charset=gbk'>", None),
            ("<meta http-equiv=refresh content='charset=gbk'>", None),
            // The first of two attributes counts, and `charset` precedes `content`, even with an unknown label.
            ("<meta http-equiv=refresh http-equiv=content-type content='charset=gbk'>", None),
            ("<meta http-equiv=content-type content=x content='charset=gbk'>", None),
            ("<meta charset=x charset=gbk>", None),
            ("<meta http-equiv=content-type content='charset=gbk' charset=x>", None),
            ("<meta charset=x http-equiv=content-type content='charset=gbk'>", None),
            ("<meta http-equiv=content-type content='charset=x' charset=gbk>", Some("GBK")),
            ("<meta charset=x><meta charset=gbk>", Some("GBK")),
        ]);
    }

    #[test]
    fn skips_other_markup() {
        check(&[
            ("<!--><meta charset=gbk>", Some("GBK")),
            ("<!--->x<meta charset=gbk>", Some("GBK")),
            ("<!-- <meta charset=x> -- > --><meta charset=gbk>", Some("GBK")),
            ("<!-- <meta charset=gbk>", None),
            ("<!-<meta charset=gbk>", None),
            ("<!x <meta charset=x><meta charset=gbk>", Some("GBK")),
            ("<? <meta charset=gbk>", None),
            ("</><meta charset=gbk>", Some("GBK")),
            ("</ <meta charset=x>'<meta charset=gbk>", Some("GBK")),
            ("<p a='<meta charset=x>'><meta charset=gbk>", Some("GBK")),
            ("</p a='<meta charset=x>'><meta charset=gbk>", Some("GBK")),
            ("<p'a><meta charset=gbk>", Some("GBK")),
            ("<p a='><meta charset=gbk>", None),
            ("<p<meta charset=gbk>", None),
            ("<<meta charset=gbk>", Some("GBK")),
            ("<1 a='<meta charset=gbk>", Some("GBK")),
            ("<script>'<meta charset=gbk>'</script>", Some("GBK")),
        ]);
    }

    #[test]
    fn finds_an_xml_declaration() {
        check(&[
            ("<?xml encoding='gbk'?>", Some("GBK")),
            ("<?xml version=\"1.0\" encoding\x01=\x1F \"gbk\"?><p>", Some("GBK")),
            ("<?xmlencoding='gbk'>", Some("GBK")),
            ("<?xml encoding='gbk'", None),
            ("<?XML encoding='gbk'?>", None),
            ("<?xml ENCODING='gbk'?>", None),
            (" <?xml encoding='gbk'?>", None),
            ("<?xml encoding=gbk?>", None),
            ("<?xml encoding='gbk?>", None),
            ("<?xml encoding=' gbk'?>", None),
            ("<?xml encoding='gbk\"?>", None),
            ("<?xml encoding 'gbk'?>", None),
            ("<?xml ?><p encoding='gbk'>", None),
            ("<?xml encoding>='gbk'>", None),
            ("<?xml xencoding='x' encoding='gbk'?>", None),
            ("<?xml encoding='utf-16'?>", Some("UTF-8")),
            ("<?xml encoding='x-user-defined'?>", Some("windows-1252")),
            ("<?xml encoding='koi8-r'?><meta charset=gbk>", Some("GBK")),
            ("<?xml encoding='koi8-r'?><meta charset=x>", Some("KOI8-R")),
            ("<\0?\0x\0", Some("UTF-16LE")),
            ("\0<\0?\0x", Some("UTF-16BE")),
            ("<\0?\0x", None),
        ]);
    }

    #[test]
    fn returns_the_label() {
        for (page, label) in [
            ("<meta charset=Gbk>", Some("Gbk")),
            ("<?xml encoding='Gbk'?>", Some("Gbk")),
            ("<meta charset=x><meta charset=gbk>", Some("gbk")),
            ("<meta charset=x><meta charset=y>", Some("x")),
            ("<?xml encoding='x'?>", Some("x")),
            ("<meta content='charset=gbk'>", None),
            ("<p>", None),
        ] {
            assert_eq!(prescan(page.as_bytes()).label, label.map(str::as_bytes), "{page:?}");
        }
    }

    #[test]
    fn ignores_declarations_that_end_after_1024_bytes() {
        let declaration = "<meta charset=gbk>";
        for (padding, declares) in [(1024 - declaration.len(), true), (1025 - declaration.len(), false), (1024, false)]
        {
            let page = format!("{}{declaration}", "x".repeat(padding));
            assert_eq!(prescan(page.as_bytes()).declared.is_some(), declares, "{padding}");
        }
    }

    #[test]
    fn ignores_a_truncated_declaration() {
        for page in [
            "<?xml encoding = 'gbk'",
            "<!-- -- --><?x?><!x></x y=z><p a b=c d='e' f = \"g\"><meta http-equiv=content-type content='charset = gbk'",
            "<meta x / charset\t= \"gbk\" ",
        ] {
            let bytes: Vec<u8> = page.bytes().chain(*b"?>").collect();
            for end in 0..=page.len() {
                assert!(prescan(&bytes[..end]).declared.is_none(), "{}", &page[..end]);
            }
            assert!(prescan(&bytes).declared.is_some(), "{page}");
        }
    }
}
