//! The URL that the script of an event handler opens.

use core::ops::RangeInclusive;

/// The length of a URL in characters.
const ADDRESS: RangeInclusive<usize> = 3..=256;

/// Returns the URL that a script of a single statement opens: `location='…'`, optionally with `.href` and an object
/// before it, or `window.open('…'`. The URL is as written in the string literal, from 3 to 256 characters long, without quotes.
///
/// These are the statements that Common Crawl's WAT files have links for (`ExtractingParseObserver` of
/// [ia-web-commons](https://github.com/commoncrawl/ia-web-commons)).
///
/// ```
/// use tagrake_extract::script_url;
///
/// assert_eq!(script_url("location.href = '/fish'"), Some("/fish"));
/// assert_eq!(script_url("javascript:window.open(\"a.html\", 'new')"), Some("a.html"));
/// assert_eq!(script_url("go('/fish')"), None);
/// ```
pub fn script_url(script: &str) -> Option<&str> {
    let script = after(script, "javascript:").unwrap_or(script);
    location(script).or_else(|| opened(script))
}

/// Parses an assignment to `location`, which must be the complete script.
fn location(script: &str) -> Option<&str> {
    let objects = ["window.", "top.", "document.", "self.", "parent."];
    let script = objects.iter().find_map(|object| after(script, object)).unwrap_or(script);
    let script = after(script, "location")?;
    let script = after(script, ".href").unwrap_or(script);
    let is_white_space = |character| matches!(character, '\t'..='\r' | ' ');
    let value = script.trim_start_matches(is_white_space).strip_prefix('=')?.trim_start_matches(is_white_space);
    let (address, rest) = string(value).filter(|_| value.starts_with('\''))?;
    rest.is_empty().then_some(address)
}

/// Parses the first argument of `open`.
fn opened(script: &str) -> Option<&str> {
    let arguments = after(script, "window.open(").or_else(|| after(script, "parent.open("))?;
    let (address, rest) = string(arguments)?;
    rest.starts_with([',', ')']).then_some(address)
}

/// Returns the URL in the string literal at the start of `text`, and the text after the literal. A URL contains no
/// quotes.
fn string(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
    let content = &text[1..];
    let (end, _) = content.char_indices().take(ADDRESS.end() + 1).find(|(_, end)| matches!(end, '\'' | '"'))?;
    let (address, rest) = content.split_at(end);
    Some((address, rest.strip_prefix(quote)?)).filter(|_| ADDRESS.contains(&address.chars().count()))
}

/// Returns the text after `prefix`, which is in lower case. The case of `text` is ignored.
fn after<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn reads_urls_from_plain_statements() {
        let long = "x".repeat(257);
        let table = [
            ("location='a.html'", Some("a.html")),
            ("location.href = 'a.html'", Some("a.html")),
            ("JavaScript:Window.Location.HREF\n=\t'a.html'", Some("a.html")),
            ("top.location='abc'", Some("abc")),
            ("document.location='abc'", Some("abc")),
            ("self.location='abc'", Some("abc")),
            ("parent.location='abc'", Some("abc")),
            ("window.open('abc')", Some("abc")),
            ("javascript:parent.open(\"abc\", 'x'); x()", Some("abc")),
            ("location='é/😀'", Some("é/😀")),
            ("location=\"abc\"", None),
            ("location='abc';", None),
            ("location='ab'", None),
            ("location='abc", None),
            ("location='ab\"c'", None),
            ("location.hrefs='abc'", None),
            ("relocation='abc'", None),
            (" location='abc'", None),
            ("window.open('abc'", None),
            ("window.open('abc\")", None),
            ("window.open(url)", None),
            ("self.open('abc')", None),
            ("window.open (\"abc\")", None),
            ("", None),
            ("é", None),
        ];
        for (script, expected) in table {
            assert_eq!(script_url(script), expected, "{script:?}");
        }
        assert_eq!(script_url(&format!("location='{}'", &long[1..])), Some(&long[1..]));
        assert_eq!(script_url(&format!("location='{long}'")), None);
    }
}
