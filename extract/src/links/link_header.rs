//! Parses the links of a `Link` header.

use crate::links::link::LinkDetails;
use crate::links::resolve::Resolver;
use crate::url_attributes::EmptyUrl;
use bumpalo::Bump;
use bumpalo::collections::{String, Vec};
use core::iter;

/// The white space of HTTP, [OWS](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.3).
const WHITE_SPACE: [char; 2] = [' ', '\t'];

/// A link of a `Link` header: its target, relative to the URL of the response, and the first value of each parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct HeaderLink<'a> {
    pub(crate) target: &'a str,
    /// The source of the link, if it is not the response itself.
    pub(crate) anchor: Option<&'a str>,
    /// The relation types as written, separated by white space.
    pub(crate) rel: Option<&'a str>,
    /// The other parameters. `title*` takes precedence over `title`.
    pub(crate) details: LinkDetails<'a>,
}

/// Parses the value of a `Link` header ([RFC 8288](https://www.rfc-editor.org/rfc/rfc8288#appendix-B.2)), one link at a
/// time. Parsing stops at a link that does not start with `<`. Only values with escapes are copied.
pub(crate) fn links<'a>(value: &'a str, bump: &'a Bump) -> impl Iterator<Item = HeaderLink<'a>> {
    let mut rest = value;
    iter::from_fn(move || take_link(&mut rest, bump))
}

fn take_link<'a>(rest: &mut &'a str, bump: &'a Bump) -> Option<HeaderLink<'a>> {
    let text = rest.trim_start_matches([' ', '\t', ',']);
    *rest = ""; // stop here, unless a link follows
    let (target, after) = text.strip_prefix('<')?.split_once('>')?;
    *rest = after;
    let mut link = HeaderLink { target, ..HeaderLink::default() };
    let mut title_star = None;
    while let Some((name, value)) = take_parameter(rest, bump) {
        match link.field(name) {
            Some(field) => *field = field.or(Some(value)),
            None if name.eq_ignore_ascii_case("title*") => title_star = title_star.or(extended_value(value, bump)),
            None => {}
        }
    }
    link.details.title = title_star.or(link.details.title);
    Some(link)
}

impl<'a> HeaderLink<'a> {
    /// Returns true if the link is one of the page: with another
    /// [anchor](https://www.rfc-editor.org/rfc/rfc8288#section-3.2), it is one of another resource.
    pub(crate) fn is_of_document(&self, resolver: &Resolver<'a>) -> bool {
        self.anchor
            .is_none_or(|anchor| resolver.resolve_in_header(anchor, EmptyUrl::Document).url == resolver.document_url())
    }

    /// Returns the field for the parameter `name`, or `None` if the parameter is not used.
    fn field(&mut self, name: &str) -> Option<&mut Option<&'a str>> {
        let fields = [
            ("anchor", &mut self.anchor),
            ("rel", &mut self.rel),
            ("hreflang", &mut self.details.hreflang),
            ("type", &mut self.details.mime_type),
            ("media", &mut self.details.media),
            ("sizes", &mut self.details.sizes),
            ("as", &mut self.details.preload_as),
            ("title", &mut self.details.title),
        ];
        fields.into_iter().find(|(known, _)| name.eq_ignore_ascii_case(known)).map(|(_, field)| field)
    }
}

/// Removes a [parameter](https://www.rfc-editor.org/rfc/rfc8288#appendix-B.3) from the start of `rest`. Returns its
/// name and its value, which is empty if there is none.
fn take_parameter<'a>(rest: &mut &'a str, bump: &'a Bump) -> Option<(&'a str, &'a str)> {
    let text = rest.trim_start_matches(WHITE_SPACE).strip_prefix(';')?.trim_start_matches(WHITE_SPACE);
    let (name, text) = split_before(text, &[' ', '\t', '=', ';', ',']);
    *rest = text.trim_start_matches(WHITE_SPACE);
    let Some(text) = rest.strip_prefix('=') else { return Some((name, "")) };
    *rest = text.trim_start_matches(WHITE_SPACE);
    if let Some(quoted) = rest.strip_prefix('"') {
        *rest = quoted;
        return Some((name, take_quoted_string(rest, bump)));
    }
    let (value, text) = split_before(rest, &[';', ',']);
    *rest = text;
    Some((name, value.trim_end_matches(WHITE_SPACE)))
}

/// Removes the rest of a [quoted string](https://www.rfc-editor.org/rfc/rfc8288#appendix-B.4) after its opening quote
/// from the start of `rest`. Without a closing quote, the string extends to the end.
fn take_quoted_string<'a>(rest: &mut &'a str, bump: &'a Bump) -> &'a str {
    let mut after_backslash = false;
    let mut has_backslash = false;
    let end = rest.find(|character| {
        let is_end = character == '"' && !after_backslash;
        after_backslash = character == '\\' && !after_backslash;
        has_backslash |= after_backslash;
        is_end
    });
    let (raw, after) = rest.split_at(end.unwrap_or(rest.len()));
    *rest = after.strip_prefix('"').unwrap_or(after);
    if !has_backslash {
        return raw;
    }
    let mut characters = raw.chars();
    let unescaped = iter::from_fn(|| match characters.next()? {
        '\\' => characters.next(),
        character => Some(character),
    });
    let mut value = String::with_capacity_in(raw.len(), bump);
    value.extend(unescaped);
    value.into_bump_str()
}

/// Decodes an [extended value](https://www.rfc-editor.org/rfc/rfc8187#section-3.2.1). Returns `None` if it is not valid
/// UTF-8.
fn extended_value<'a>(value: &'a str, bump: &'a Bump) -> Option<&'a str> {
    let (charset, value) = value.split_once('\'')?;
    let (_language, encoded) = value.split_once('\'')?;
    if !charset.eq_ignore_ascii_case("utf-8") {
        return None;
    }
    if !encoded.contains('%') {
        return Some(encoded);
    }
    let mut decoded = Vec::with_capacity_in(encoded.len(), bump);
    let mut parts = encoded.split('%');
    decoded.extend_from_slice(parts.next()?.as_bytes());
    for part in parts {
        let code = part.get(..2).filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        decoded.push(u8::from_str_radix(code, 16).ok()?);
        decoded.extend_from_slice(part.get(2..)?.as_bytes());
    }
    core::str::from_utf8(decoded.into_bump_slice()).ok()
}

/// Splits `text` before the first of `delimiters`, or at its end.
fn split_before<'a>(text: &'a str, delimiters: &[char]) -> (&'a str, &'a str) {
    text.split_at(text.find(delimiters).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<'a>(value: &'a str, bump: &'a Bump) -> alloc::vec::Vec<HeaderLink<'a>> {
        links(value, bump).collect()
    }

    #[test]
    fn parses_targets_and_relations() {
        type Row<'a> = (&'a str, Option<&'a str>);
        let table: [(&str, &[Row<'_>]); 22] = [
            (
                "<a,b>; rel=\"next last\"; rel=prev, </c>;rel=preload",
                &[("a,b", Some("next last")), ("/c", Some("preload"))],
            ),
            ("</pdf>; rel=Canonical", &[("/pdf", Some("Canonical"))]),
            ("</ok>; rel=next, bad, </never>; rel=x", &[("/ok", Some("next"))]),
            ("<a>", &[("a", None)]),
            ("<>", &[("", None)]),
            ("", &[]),
            (" ,\t, <a>,, ,<b> ,", &[("a", None), ("b", None)]),
            ("<a", &[]),
            ("<a>,<b", &[("a", None)]),
            ("a; rel=b", &[]),
            ("<a> <b>", &[("a", None), ("b", None)]),
            ("<a>x<b>", &[("a", None)]),
            ("<a> ;\trel = b ; rel=c", &[("a", Some("b"))]),
            ("<a>;REL=b", &[("a", Some("b"))]),
            ("<a>;rel;rel=b", &[("a", Some(""))]),
            ("<a>;rel=,<b>;rel= ;x", &[("a", Some("")), ("b", Some(""))]),
            ("<a>;;rel=b;", &[("a", Some("b"))]),
            ("<a>;x=\"\\\";,<>\";rel=b,<c>", &[("a", Some("b")), ("c", None)]),
            ("<a>;rel=\"b", &[("a", Some("b"))]),
            ("<a>;rel=\"b\"c;rel=d,<e>", &[("a", Some("b"))]),
            ("<a>;rel=b c,<d>;rel='e'", &[("a", Some("b c")), ("d", Some("'e'"))]),
            ("<é>;rel=ü", &[("é", Some("ü"))]),
        ];
        let bump = Bump::new();
        for (value, expected) in table {
            let found: alloc::vec::Vec<_> = links(value, &bump).map(|link| (link.target, link.rel)).collect();
            assert_eq!(found, expected, "{value:?}");
        }
    }

    #[test]
    fn parses_parameters() {
        let bump = Bump::new();
        let value = "<a>; rel=preload; As=style; type=\"text/css\"; media=print; hreflang=de; sizes=any; anchor=\"#x\"; \
                     title=\"x, y\"; as=font; unknown=1";
        let expected = HeaderLink {
            target: "a",
            anchor: Some("#x"),
            rel: Some("preload"),
            details: LinkDetails {
                hreflang: Some("de"),
                mime_type: Some("text/css"),
                media: Some("print"),
                sizes: Some("any"),
                preload_as: Some("style"),
                title: Some("x, y"),
                ..LinkDetails::default()
            },
        };
        assert_eq!(read(value, &bump), [expected]);
        assert_eq!(bump.allocated_bytes(), 0);
    }

    #[test]
    fn decodes_titles() {
        let table = [
            ("title=a", Some("a")),
            ("title=\"\\a\\\"\\\\b\"", Some("a\"\\b")),
            ("title=\"a\\", Some("a")),
            ("title=\"\\é", Some("é")),
            ("title=a;title*=UTF-8'de'n%c3%A4chstes%20Kapitel", Some("nächstes Kapitel")),
            ("title*=utf-8''b;title=a;title*=utf-8''c", Some("b")),
            ("title*=utf-8''%;title*=utf-8''c", Some("c")),
            ("title*=utf-8''%+1;title=a", Some("a")),
            ("title*=utf-8''%aé;title=a", Some("a")),
            ("title*=utf-8''%FF;title=a", Some("a")),
            ("title*=iso-8859-1''%E4;title=a", Some("a")),
            ("title*=b;title=a", Some("a")),
            ("title*", None),
        ];
        let bump = Bump::new();
        for (parameters, title) in table {
            let value = alloc::format!("<a>;{parameters}");
            let found = links(&value, &bump).next().and_then(|link| link.details.title);
            assert_eq!(found, title, "{parameters:?}");
        }
    }

    #[test]
    fn adversarial_headers_take_linear_time_and_space() {
        const LONG: usize = if cfg!(miri) { 1 << 9 } else { 1 << 20 };
        let pieces = [
            "<",
            "<>",
            "<>,",
            ",",
            ";",
            ";a",
            ";title=\"\\a\"",
            "\\",
            "\"",
            "=",
            " ",
            "%41",
            "(",
            "<>;title*=utf-8''%41,",
        ];
        for piece in pieces {
            for prefix in ["", "<a>", "<a>;", "<a>;rel=", "<a>;title=\"", "<a>;title*=utf-8''"] {
                let bump = Bump::new();
                let value = alloc::format!("{prefix}{}", piece.repeat(LONG / piece.len()));
                links(&value, &bump).for_each(drop);
                assert!(bump.allocated_bytes() <= 4 * value.len(), "{prefix}{piece}");
            }
        }
    }
}
