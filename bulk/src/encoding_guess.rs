//! Guesses the encoding of pages that declare none, as browsers do.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use tagrake::encoding::Encoding;
use url::Url;

/// Guesses the encoding of bytes that are not UTF-8, from the bytes and the top-level domain of the page's URL. Never returns
/// UTF-8. This is the detector of [`Profile::Crawl`](crate::Profile::Crawl).
///
/// ```
/// use tagrake::encoding::{Hints, Source, detect};
///
/// let hints = Hints::default().with_url(Some("https://example.ru/")).with_detector(&tagrake_bulk::guess_encoding);
/// let decision = detect(b"<title>\xCF\xF0\xE0\xE2\xE4\xE0</title>", &hints);
/// assert_eq!((decision.encoding.name(), decision.source), ("windows-1251", Source::Detector));
/// ```
pub fn guess_encoding(bytes: &[u8], url: Option<&str>) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let domain = url.and_then(top_level_domain);
    let guessed = detector.guess(domain.as_deref().map(str::as_bytes), Utf8Detection::Deny);
    Encoding::for_label(guessed.name().as_bytes()).expect("the name of an encoding is a label")
}

/// Returns the rightmost label of the URL's host in lower-case ASCII (Punycode), or `None` if the host is no domain name.
fn top_level_domain(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    let label = url.domain()?.rsplit('.').find(|label| !label.is_empty())?;
    // The URL parser keeps upper case in the hosts of unknown schemes. chardetng panics at a label in any other form.
    label.is_ascii().then(|| label.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_level_domain_is_lower_case_ascii() {
        for (url, domain) in [
            ("https://example.com/a.ru", Some("com")),
            ("HTTP://WWW.EXAMPLE.CO.JP:80/", Some("jp")),
            ("http://example.ru./", Some("ru")),
            ("http://пример.РФ/", Some("xn--p1ai")),
            ("http://user.de:p.fr@example.cn?x.pl#y.gr", Some("cn")),
            ("http://localhost/", Some("localhost")),
            ("other://HOST.PL/", Some("pl")),
            ("other://é.É/", Some("%c3%89")),
            ("http://192.0.2.1/", None),
            ("http://[2001:db8::1]/", None),
            ("file:///a.ru", None),
            ("mailto:a@example.ru", None),
            ("example.ru", None),
            ("http:///", None),
            ("", None),
        ] {
            assert_eq!(top_level_domain(url).as_deref(), domain, "{url}");
            // chardetng does not panic.
            guess_encoding(b"\xE9", Some(url));
        }
    }

    #[test]
    fn the_domain_decides_where_bytes_do_not() {
        // A short title, in letters of many encodings.
        let title = b"<title>\xCF\xF0\xE0\xE2\xE4\xE0</title>";
        let names =
            ["https://e.ru/", "https://e.gr/", "https://e.com/"].map(|url| guess_encoding(title, Some(url)).name());
        assert_eq!(names[..2], ["windows-1251", "ISO-8859-7"]);
        assert_eq!(guess_encoding(title, None).name(), names[2]);
    }
}
