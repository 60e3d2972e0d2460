//! Parses the `content` of a `meta` refresh.

use crate::links::srcset::non_negative_integer;

/// The delay and the target of a refresh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ParsedRefresh<'a> {
    /// The delay in seconds. Saturates at `u64::MAX`.
    pub(crate) seconds: u64,
    /// The URL string, relative to the document base URL, or `None` to reload the document itself.
    pub(crate) url: Option<&'a str>,
}

/// Runs the [shared declarative refresh
/// steps](https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps) without parsing the
/// URL. The caller must reject a URL that is invalid or has the scheme `javascript`.
pub(crate) fn parse(content: &str) -> Option<ParsedRefresh<'_>> {
    let input = content.trim_ascii_start();
    let (time, rest) = split_at_first_not(input, |byte| byte.is_ascii_digit());
    if time.is_empty() && !rest.starts_with('.') {
        return None;
    }
    let seconds = non_negative_integer(time).unwrap_or(0);
    let (_, rest) = split_at_first_not(rest, |byte| byte.is_ascii_digit() || byte == b'.');
    if !rest.is_empty() && !rest.starts_with(|next: char| matches!(next, ';' | ',') || next.is_ascii_whitespace()) {
        return None;
    }
    let rest = rest.trim_ascii_start();
    let rest = rest.strip_prefix([';', ',']).unwrap_or(rest).trim_ascii_start();
    Some(ParsedRefresh { seconds, url: (!rest.is_empty()).then(|| url_string(rest)) })
}

/// Returns the URL string in the text after the delay.
fn url_string(input: &str) -> &str {
    let Some(after_u) = input.strip_prefix(['U', 'u']) else {
        return skip_quotes(input);
    };
    match after_url_equals(after_u) {
        Some(rest) => skip_quotes(rest),
        None => input,
    }
}

/// Returns the text after `url=`, given the text after its `u`, or `None` if `url=` is not there.
fn after_url_equals(input: &str) -> Option<&str> {
    let rest = input.strip_prefix(['R', 'r'])?.strip_prefix(['L', 'l'])?;
    Some(rest.trim_ascii_start().strip_prefix('=')?.trim_ascii_start())
}

/// Runs the step labelled "skip quotes": returns the quoted text, or all of `input` if it does not start with a quote.
fn skip_quotes(input: &str) -> &str {
    for quote in ['\'', '"'] {
        if let Some(quoted) = input.strip_prefix(quote) {
            return quoted.split(quote).next().unwrap_or(quoted);
        }
    }
    input
}

/// Splits `input` at the first byte that is not in an ASCII class.
fn split_at_first_not(input: &str, class: impl Fn(u8) -> bool) -> (&str, &str) {
    input.split_at(input.bytes().position(|byte| !class(byte)).unwrap_or(input.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_by_the_shared_declarative_refresh_steps() {
        let table = [
            ("5; url=next.html", 5, Some("next.html")),
            ("0;URL='n.html'x", 0, Some("n.html")),
            ("3 url = n.html", 3, Some("n.html")),
            (".9;url=n", 0, Some("n")),
            ("30", 30, None),
            ("1; url=", 1, Some("")),
            ("1;", 1, None),
            ("1 , ", 1, None),
            ("\u{C}\t 1\r\n,\n url\u{C}=\tfoo", 1, Some("foo")),
            ("1,foo", 1, Some("foo")),
            ("1 foo", 1, Some("foo")),
            ("1;foo ", 1, Some("foo ")),
            ("1;;url=foo", 1, Some(";url=foo")),
            ("1,;url=foo", 1, Some(";url=foo")),
            ("1; ; url=foo", 1, Some("; url=foo")),
            ("1.5.7..; url=foo", 1, Some("foo")),
            ("1..", 1, None),
            ("1; u=foo", 1, Some("u=foo")),
            ("1; ur=foo", 1, Some("ur=foo")),
            ("1; url foo", 1, Some("url foo")),
            ("1; uRl", 1, Some("uRl")),
            ("1; url'foo'", 1, Some("url'foo'")),
            ("1; =foo", 1, Some("=foo")),
            ("1; 'foo\"bar'baz'", 1, Some("foo\"bar")),
            ("1; \"foo", 1, Some("foo")),
            ("1; url=\"foo'bar", 1, Some("foo'bar")),
            ("1; url=foo'", 1, Some("foo'")),
            ("1; url=url=foo", 1, Some("url=foo")),
            ("1; \u{A0}url=foo", 1, Some("\u{A0}url=foo")),
            ("99999999999999999999;ü", u64::MAX, Some("ü")),
        ];
        for (content, seconds, url) in table {
            assert_eq!(parse(content), Some(ParsedRefresh { seconds, url }), "{content:?}");
        }
    }

    #[test]
    fn rejects_a_missing_time() {
        for content in
            ["", " ", ";", ",", "; url=foo", "url=foo", "x;url=a", "1x;url=b", "1foo", "-1;a", "+1;a", "\u{A0}1", "é"]
        {
            assert_eq!(parse(content), None, "{content:?}");
        }
    }

    #[test]
    fn adversarial_values_take_linear_time() {
        const LONG: usize = if cfg!(miri) { 1 << 6 } else { 1 << 20 };
        for piece in ["1", ".", " ", ";", ",", "'", "url=", "u", "1;"] {
            parse(&piece.repeat(LONG));
            parse(&alloc::format!("1;url='{}", piece.repeat(LONG)));
        }
    }
}
