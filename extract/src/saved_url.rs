//! The URL that the program which saved a page wrote into it.

use crate::named_enum::named_enum;
use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use encoding_rs::Encoding;
use tagrake::{Arena, Token, Tokenizer};
use url::Url;

/// Bytes at the start of a page that are searched. The tag `html`, whose attributes SingleFile keeps, may be long.
const SEARCHED_BYTES: usize = 16 << 10;
/// The comment that a browser writes: this text, the length of the URL in digits, `)` and the URL.
const SAVED_FROM: &str = "saved from url=(";
/// The first line of the comment that SingleFile writes, now and in early versions.
const SINGLE_FILE: [&str; 2] = ["Page saved with SingleFile", "Archive processed by SingleFile"];

/// The URL that the program which saved a page wrote into it, as a comment before the first tag but `html`.
///
/// Only `http` and `https` are returned. The comment may be wrong, or meant to mislead: trust it as much as the file that it is in.
///
/// ```
/// use tagrake_extract::{SavedUrl, SavedUrlKind};
///
/// let saved = SavedUrl::of(b"<!DOCTYPE html>\n<!-- saved from url=(0014)https://e.org/ -->\n<html><p>").unwrap();
/// assert_eq!((&*saved.url, saved.kind), ("https://e.org/", SavedUrlKind::SavedFrom));
///
/// let html = b"<!DOCTYPE html> <html lang=en><!--\n Page saved with SingleFile \n url: https://e.org/ \n saved date: Sun Nov 29 2026\n-->";
/// assert_eq!(SavedUrl::of(html).unwrap().kind, SavedUrlKind::SingleFile);
/// assert_eq!(SavedUrl::of(b"<p><!-- saved from url=(0014)https://e.org/ -->"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SavedUrl {
    /// The URL, as it is written.
    pub url: String,
    /// The form of the comment.
    pub kind: SavedUrlKind,
}

named_enum! {
    /// The form of the comment with a [`SavedUrl`].
    ///
    /// ```
    /// assert_eq!(tagrake_extract::SavedUrlKind::SingleFile.as_str(), "singlefile");
    /// ```
    enum SavedUrlKind {
        /// `saved from url=(0014)https://e.org/`, as Internet Explorer, Chrome and Edge write it.
        SavedFrom = "saved-from",
        /// `Page saved with SingleFile`, and `url: https://e.org/` on a line after it.
        SingleFile = "singlefile",
    }
}

impl SavedUrl {
    /// Finds the URL in the first bytes of a page: in UTF-8, in an encoding that extends ASCII, or in UTF-16 with a byte order mark.
    pub fn of(html: &[u8]) -> Option<Self> {
        let start = html.get(..SEARCHED_BYTES).unwrap_or(html);
        let text = match Encoding::for_bom(start) {
            Some((encoding, mark)) => match encoding.decode_without_bom_handling(&start[mark..]).0 {
                Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
                Cow::Owned(text) => Cow::Owned(text.into_bytes()),
            },
            None => Cow::Borrowed(start),
        };
        let arena = Arena::new();
        for token in Tokenizer::new(&text, &arena) {
            match token {
                Token::Comment(comment) => {
                    if let Some(found) = core::str::from_utf8(comment.data()).ok().and_then(Self::of_comment) {
                        return Some(found);
                    }
                }
                Token::Doctype(_) => {}
                Token::Text(text) if text.decoded().trim_ascii().is_empty() => {}
                Token::StartTag(tag) if tag.name() == b"html" => {}
                _ => return None,
            }
        }
        None
    }

    fn of_comment(comment: &str) -> Option<Self> {
        let comment = comment.trim_ascii();
        let (url, kind) = if let Some(rest) = comment.strip_prefix(SAVED_FROM) {
            let (length, url) = rest.split_once(')')?;
            let is_length = !length.is_empty() && length.bytes().all(|byte| byte.is_ascii_digit());
            (url.split_ascii_whitespace().next().filter(|_| is_length)?, SavedUrlKind::SavedFrom)
        } else {
            let rest = SINGLE_FILE.iter().find_map(|first| comment.strip_prefix(first))?;
            let url = rest.lines().find_map(|line| line.trim_ascii().strip_prefix("url:"))?;
            (url.trim_ascii(), SavedUrlKind::SingleFile)
        };
        let is_web = Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
        is_web.then(|| Self { url: url.to_owned(), kind })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::vec::Vec;

    fn url(html: impl AsRef<[u8]>) -> Option<String> {
        SavedUrl::of(html.as_ref()).map(|saved| saved.url)
    }

    #[test]
    fn comments_of_browsers_and_of_singlefile_are_found() {
        let ie = "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.0 Transitional//EN\">\r\n<!-- saved from url=(0022)http://e.org/a?b=1&c=2 -->\r\n<HTML>";
        let cases = [
            ("<!-- saved from url=(0013)http://e.org/ -->\n<html><body>", "http://e.org/"),
            ("<!DOCTYPE html>\n<!-- saved from url=(0013)http://e.org/ -->", "http://e.org/"),
            ("<!--saved from url=(13)http://e.org/-->", "http://e.org/"),
            ("<!-- build 7 -->\n<!-- saved from url=(0013)http://e.org/ -->", "http://e.org/"),
            (ie, "http://e.org/a?b=1&c=2"),
            ("<html><!-- Page saved with SingleFile \n url: https://e.org/a \n saved date: Mon -->", "https://e.org/a"),
            ("<html><!--\r\n Archive processed by SingleFile\r\n url: https://e.org/a\r\n-->", "https://e.org/a"),
            ("\u{FEFF}<!-- saved from url=(0013)http://e.org/ -->", "http://e.org/"),
        ];
        for (html, expected) in cases {
            assert_eq!(url(html).as_deref(), Some(expected), "{html}");
        }
        let long = format!(
            "<html style='{}'><!--\n Page saved with SingleFile \n url: https://e.org/ \n-->",
            "a".repeat(8000)
        );
        assert_eq!(url(long).as_deref(), Some("https://e.org/"));
        for (mark, to_bytes) in
            [([0xFF, 0xFE], u16::to_le_bytes as fn(u16) -> [u8; 2]), ([0xFE, 0xFF], u16::to_be_bytes)]
        {
            let page = "<html lang=\"é\"><!-- saved from url=(0013)http://e.org/ -->";
            let bytes: Vec<u8> = mark.into_iter().chain(page.encode_utf16().flat_map(to_bytes)).collect();
            assert_eq!(url(bytes).as_deref(), Some("http://e.org/"));
        }
    }

    #[test]
    fn other_comments_and_other_places_are_not_trusted() {
        let cases = [
            "<!-- saved from url=(0014)about:internet -->",
            "<!-- saved from url=(0013)file:///a.htm -->",
            "<!-- saved from url=()http://e.org/ -->",
            "<!-- saved from url=(x)http://e.org/ -->",
            "<!-- saved from url=(0013) -->",
            "<!-- not saved from url=(0013)http://e.org/ -->",
            "<!-- url: http://e.org/ -->",
            "<html><!-- Page saved with SingleFile -->",
            "<html><head><!-- saved from url=(0013)http://e.org/ -->",
            "text <!-- saved from url=(0013)http://e.org/ -->",
            "</p><!-- saved from url=(0013)http://e.org/ -->",
            "",
        ];
        for html in cases {
            assert_eq!(url(html), None, "{html}");
        }
        let late = " ".repeat(SEARCHED_BYTES) + cases[0].replace("about:internet", "http://e.org/").as_str();
        assert_eq!(url(&late), None);
    }
}
