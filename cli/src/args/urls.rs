//! URLs and the starts of URLs as values of options.

use url::Url;

/// Parses a URL.
pub(super) fn url(text: &str) -> Result<Url, String> {
    match with_scheme(text) {
        Some(suggestion) => Err(format!("the scheme is missing: use '{suggestion}'")),
        None => Url::parse(text).map_err(|error| error.to_string()),
    }
}

/// Checks the start of URLs.
pub(super) fn url_prefix(text: &str) -> Result<String, String> {
    let is_start_of_scheme = ["https:", "http:"].iter().any(|scheme| scheme.starts_with(text));
    match with_scheme(text).filter(|_| !is_start_of_scheme) {
        Some(suggestion) => {
            let other = suggestion.replacen("https:", "http:", 1);
            Err(format!("no URL starts with it, because the scheme is missing: use '{suggestion}' or '{other}'"))
        }
        None => Ok(text.to_owned()),
    }
}

/// Returns the URL that is probably meant if `text` has no scheme. `localhost:80` and `e.org:80` have a port, and no scheme.
fn with_scheme(text: &str) -> Option<String> {
    let scheme =
        text.split_once(':').map(|(scheme, rest)| (scheme, rest.starts_with(|first: char| first.is_ascii_digit())));
    let is_scheme_byte = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let has_scheme = scheme.is_some_and(|(name, has_port)| {
        name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name.bytes().all(is_scheme_byte)
            && !(has_port && (name.contains('.') || name == "localhost"))
    });
    (!has_scheme).then(|| format!("https://{}", text.trim_start_matches('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_scheme_is_suggested() {
        for (text, suggestion) in [
            ("e.org", "https://e.org"),
            ("e.org/a:b", "https://e.org/a:b"),
            ("//e.org/", "https://e.org/"),
            ("e.org:80/", "https://e.org:80/"),
            ("localhost:80", "https://localhost:80"),
            ("/a", "https://a"),
            ("1:2", "https://1:2"),
        ] {
            assert_eq!(with_scheme(text).as_deref(), Some(suggestion));
            assert!(url(text).is_err_and(|message| message.contains(suggestion)), "{text}");
            assert!(url_prefix(text).is_err_and(|message| message.contains(suggestion)), "{text}");
        }
        for text in
            ["https://e.org", "HTTP://e", "http:", "dns:1.2.3.4", "urn:uuid:1", "mailto:a", "file:///a", "x-y.z+1:a"]
        {
            assert_eq!(with_scheme(text), None, "{text}");
            assert_eq!(url_prefix(text).as_deref(), Ok(text));
        }
        for text in ["h", "http", "https"] {
            assert!(url_prefix(text).is_ok() && url(text).is_err(), "{text}");
        }
    }
}
