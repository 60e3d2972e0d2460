//! Extracts the MIME type and the `charset` of a `Content-Type` header.
//!
//! Follows [Fetch](https://fetch.spec.whatwg.org/#concept-header-extract-mime-type) and
//! [MIME Sniffing](https://mimesniff.spec.whatwg.org/#parse-a-mime-type).

use alloc::borrow::Cow;
use alloc::string::String;

/// Returns the `charset` of the MIME type in the value of a `Content-Type` header:
/// [extracting a MIME type](https://fetch.spec.whatwg.org/#concept-header-extract-mime-type).
///
/// The last of several MIME types counts. It inherits the `charset` of previous ones with the same essence.
pub(super) fn charset(value: &str) -> Option<Cow<'_, str>> {
    let (mut essence, mut charset, mut result) = ("", None, None);
    for mime_type in mime_types(value) {
        result.clone_from(&mime_type.charset);
        if mime_type.essence.eq_ignore_ascii_case(essence) {
            result = result.or_else(|| charset.clone());
        } else {
            essence = mime_type.essence;
            charset = mime_type.charset;
        }
    }
    result
}

/// Returns the essence of the MIME type in the value of a `Content-Type` header, as written:
/// [extracting a MIME type](https://fetch.spec.whatwg.org/#concept-header-extract-mime-type). The last of several MIME types
/// counts. Returns `None` if no part of the value is a MIME type, or only `*/*` is.
///
/// ```
/// use tagrake::encoding::mime_essence;
///
/// assert_eq!(mime_essence("Text/HTML; charset=utf-8"), Some("Text/HTML"));
/// assert_eq!(mime_essence("text/plain, text/html, */*"), Some("text/html"));
/// assert_eq!(mime_essence("html"), None);
/// ```
pub fn mime_essence(value: &str) -> Option<&str> {
    mime_types(value).last().map(|mime_type| mime_type.essence)
}

/// Returns true if the value of a `Content-Type` header declares XHTML, which browsers parse as XML. As in browsers, the MIME
/// type may also end at white space.
///
/// ```
/// use tagrake::encoding::is_xhtml;
///
/// assert!(is_xhtml("application/xhtml+xml; charset=utf-8") && is_xhtml("Application/XHTML+XML utf-8"));
/// assert!(!is_xhtml("text/html") && !is_xhtml("application/xml") && !is_xhtml(""));
/// ```
pub fn is_xhtml(value: &str) -> bool {
    let first_word = || mime_essence(value.split_ascii_whitespace().next()?);
    let essence = mime_essence(value).or_else(first_word);
    essence.is_some_and(|essence| essence.eq_ignore_ascii_case("application/xhtml+xml"))
}

/// Returns the MIME types in a header's value, without `*/*`.
fn mime_types(value: &str) -> impl Iterator<Item = MimeType<'_>> {
    values(value).filter_map(parse).filter(|mime_type| mime_type.essence != "*/*")
}

/// [Splits](https://fetch.spec.whatwg.org/#header-value-get-decode-and-split) a header's value at the commas outside
/// quoted strings.
fn values(value: &str) -> impl Iterator<Item = &str> {
    let (mut in_quotes, mut after_backslash) = (false, false);
    value.split(move |character| {
        let escaped = core::mem::take(&mut after_backslash);
        match character {
            '"' if !escaped => in_quotes = !in_quotes,
            '\\' => after_backslash = in_quotes && !escaped,
            _ => {}
        }
        character == ',' && !in_quotes
    })
}

/// A MIME type, reduced to its essence and `charset`.
struct MimeType<'v> {
    /// Type and subtype, in any case.
    essence: &'v str,
    /// The parameter `charset`.
    charset: Option<Cow<'v, str>>,
}

/// [Parses a MIME type](https://mimesniff.spec.whatwg.org/#parse-a-mime-type).
fn parse(input: &str) -> Option<MimeType<'_>> {
    let (essence, mut rest) = split_at_semicolon(input.trim_matches(is_white_space));
    let essence = essence.trim_end_matches(is_white_space);
    let (r#type, subtype) = essence.split_once('/')?;
    if !is_token(r#type) || !is_token(subtype) {
        return None;
    }
    let mut charset = None;
    while let Some(parameter) = rest {
        let parameter = parameter.trim_start_matches(is_white_space);
        let Some(end) = parameter.find([';', '=']) else { break };
        let (name, after) = parameter.split_at(end);
        let value;
        if let Some(quoted) = after.strip_prefix("=\"") {
            let (string, after) = collect_quoted_string(quoted);
            (value, rest) = (string, split_at_semicolon(after).1);
        } else if let Some(after) = after.strip_prefix('=') {
            let (string, after) = split_at_semicolon(after);
            (value, rest) = (string.trim_end_matches(is_white_space).into(), after);
            if value.is_empty() {
                continue;
            }
        } else {
            rest = Some(&after[1..]);
            continue;
        }
        if charset.is_none() && name.eq_ignore_ascii_case("charset") && value.chars().all(is_quoted_string_token) {
            charset = Some(value);
        }
    }
    Some(MimeType { essence, charset })
}

/// Splits at the first semicolon. The second part is `None` if there is no semicolon.
fn split_at_semicolon(text: &str) -> (&str, Option<&str>) {
    text.split_once(';').map_or((text, None), |(before, after)| (before, Some(after)))
}

/// [Collects an HTTP quoted string](https://fetch.spec.whatwg.org/#collect-an-http-quoted-string) after its opening
/// quote. Returns its value and the rest of `text`.
fn collect_quoted_string(text: &str) -> (Cow<'_, str>, &str) {
    let mut value = Cow::Borrowed("");
    let mut rest = text;
    loop {
        let (plain, stop) = rest.split_at(rest.find(['"', '\\']).unwrap_or(rest.len()));
        append(&mut value, plain);
        let mut stop = stop.chars();
        match (stop.next(), stop.clone().next()) {
            (Some('\\'), Some(escaped)) => {
                value.to_mut().push(escaped);
                stop.next();
            }
            (Some('\\'), None) => append(&mut value, "\\"),
            _ => return (value, stop.as_str()),
        }
        rest = stop.as_str();
    }
}

/// Appends `text`, or borrows it if `value` is empty.
fn append<'v>(value: &mut Cow<'v, str>, text: &'v str) {
    if value.is_empty() {
        *value = text.into();
    } else if !text.is_empty() {
        String::push_str(value.to_mut(), text);
    }
}

/// Returns true for [HTTP white space](https://fetch.spec.whatwg.org/#http-whitespace).
fn is_white_space(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' ')
}

/// Returns true if `text` is not empty and has only
/// [HTTP token code points](https://mimesniff.spec.whatwg.org/#http-token-code-point).
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

/// Returns true for an
/// [HTTP quoted-string token code point](https://mimesniff.spec.whatwg.org/#http-quoted-string-token-code-point).
fn is_quoted_string_token(character: char) -> bool {
    matches!(character, '\t' | ' '..='~' | '\u{80}'..='\u{FF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the `charset` of each value.
    #[track_caller]
    fn check(cases: &[(&str, Option<&str>)]) {
        for (value, expected) in cases {
            assert_eq!(charset(value).as_deref(), *expected, "{value:?}");
        }
    }

    #[test]
    fn finds_the_charset_parameter() {
        check(&[
            ("text/html; charset=utf-8", Some("utf-8")),
            ("text/html;charset=utf-8", Some("utf-8")),
            (" TEXT/HTML ;\t\r\n CHARSET=UTF-8 \n", Some("UTF-8")),
            ("text/html;a=b;;c;charset=x ;d=e", Some("x")),
            ("text/html;xcharset=x;charset-x=y", None),
            ("text/html", None),
            ("text/html;charset", None),
            ("text/html;charset;", None),
            ("text/html;charset=", None),
            // White space is part of a name, and of the start of a value.
            ("text/html;charset =x", None),
            ("text/html;charset= x", Some(" x")),
            ("text/html;charset=x=y", Some("x=y")),
            // A parameter with an empty value is ignored, unless the value is quoted.
            ("text/html;charset=;charset=x", Some("x")),
            ("text/html;charset=\"\";charset=x", Some("")),
            // The first valid value counts.
            ("text/html;charset=x;charset=y", Some("x")),
            ("text/html;charset=x\u{7F};charset=y", Some("y")),
            ("text/html;charset=\u{E9}", Some("\u{E9}")),
            ("text/html;charset=\u{100}", None),
        ]);
    }

    #[test]
    fn accepts_quoted_values() {
        check(&[
            ("text/html;charset=\"utf-8\"", Some("utf-8")),
            ("text/html;charset=\"a;b\\\"c\\\\d\\e\"f;g", Some("a;b\"c\\de")),
            ("text/html;charset=\"a\\", Some("a\\")),
            ("text/html;charset=\"\\\u{E9}a", Some("\u{E9}a")),
            ("text/html;charset=\"a", Some("a")),
            ("text/html;a=\"charset=x\"y;charset=z", Some("z")),
            // `'` is not a quote.
            ("text/html;charset='a;b'", Some("'a")),
        ]);
        assert!(matches!(charset("a/b;charset=\"utf-8\""), Some(Cow::Borrowed(_))));
    }

    #[test]
    fn rejects_invalid_types() {
        check(&[
            ("", None),
            ("charset=x", None),
            ("text;charset=x", None),
            ("/html;charset=x", None),
            ("text/;charset=x", None),
            ("text/html/x;charset=x", None),
            ("text /html;charset=x", None),
            ("te\u{E9}t/html;charset=x", None),
            ("*/*;charset=x", None),
            ("text/*;charset=x", Some("x")),
        ]);
    }

    #[test]
    fn the_last_type_decides_whether_a_page_is_xhtml() {
        for value in ["text/html, application/xhtml+xml", "application/xhtml+xml,*/*", "application/xhtml+xml;"] {
            assert!(is_xhtml(value), "{value}");
        }
        for value in ["application/xhtml+xml, text/html", "application/xhtml", "text/html;a=application/xhtml+xml"] {
            assert!(!is_xhtml(value), "{value}");
        }
    }

    /// Includes the examples of [Fetch](https://fetch.spec.whatwg.org/#concept-header-extract-mime-type).
    #[test]
    fn the_last_type_counts() {
        check(&[
            ("text/plain;charset=gbk, text/html", None),
            ("text/html;charset=gbk;a=b, text/html;x=y", Some("gbk")),
            ("text/html;charset=gbk;a=b,\r\n TEXT/HTML;x=y", Some("gbk")),
            ("text/html;charset=gbk, x/x, text/html;x=y", None),
            ("text/html;charset=gbk, cannot-parse", Some("gbk")),
            ("text/html;charset=gbk, */*", Some("gbk")),
            ("text/html;charset=gbk,", Some("gbk")),
            ("text/html;charset=gbk, text/html;charset=utf-8", Some("utf-8")),
            // The charset of the first of several types with the same essence is inherited.
            ("text/html;charset=gbk, text/html;charset=utf-8, text/html", Some("gbk")),
            ("text/html, text/html;charset=utf-8, text/html", None),
            ("text/html;charset=\"\", text/html", Some("")),
            ("text/html;a=\"b,c\\\",d\";charset=gbk", Some("gbk")),
            ("text/html;a=\"b, text/html;charset=gbk", None),
            ("text/html;a=\\\",b;charset=gbk\",text/html;charset=x", Some("x")),
        ]);
    }
}
