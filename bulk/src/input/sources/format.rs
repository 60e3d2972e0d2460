//! The formats of inputs: as a caller requests them, and as file names suggest them.

use super::stdin::is_stdin;
use crate::mime_type;
use std::path::Path;
use tagrake_archive::container::ContainerFormat;
use tagrake_archive::remote;

/// The format of an input.
///
/// ```
/// use tagrake_bulk::input::InputFormat;
///
/// assert_eq!(InputFormat::default(), InputFormat::Auto);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputFormat {
    /// Identified by its first bytes, after decompression of gzip and zstd: a WARC, ARC or WACZ file, a page, or JSON
    /// lines. The name decides only where the bytes do not, as for an empty file. Input of any other type is an error.
    #[default]
    Auto,
    /// A page, also compressed by gzip or zstd.
    Html,
    /// A page on each line, as JSON, also compressed by gzip or zstd.
    Jsonl,
    /// A WARC or ARC file: plain, of gzip members or of zstd frames; or a WACZ file.
    Warc,
}

impl InputFormat {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Html, Self::Jsonl, Self::Warc];

    /// Returns the name.
    ///
    /// ```
    /// use tagrake_bulk::input::InputFormat;
    ///
    /// assert_eq!(InputFormat::ALL.map(InputFormat::as_str), ["auto", "html", "jsonl", "warc"]);
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Html => "html",
            Self::Jsonl => "jsonl",
            Self::Warc => "warc",
        }
    }
}

/// Suffixes of files that a crawler or a download has not completed.
const UNFINISHED: [&str; 3] = [".open", ".tmp", ".part"];
const COMPRESSED: [&str; 2] = [".gz", ".zst"];
/// Archives derived from a WARC file.
const DERIVED: [&str; 2] = [".wat", ".wet"];
const WARC: [&str; 2] = [".warc", ".arc"];
const XHTML: &str = ".xhtml";
const PAGES: [&str; 3] = [".html", ".htm", XHTML];
const JSON_LINES: [&str; 2] = [".jsonl", ".ndjson"];
/// Text files that may contain markup in strings or examples, but are not pages.
const TEXTS: [&str; 20] = [
    ".c", ".conf", ".css", ".csv", ".ini", ".js", ".json", ".log", ".map", ".md", ".mjs", ".py", ".rs", ".rst", ".sql",
    ".toml", ".ts", ".tsv", ".yaml", ".yml",
];

/// The format that a file name suggests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameFormat {
    /// `.warc` and `.arc`, also compressed, `.warc.wat.gz`, `.warc.wet.gz`, and unfinished files such as `.warc.gz.open`.
    Warc,
    /// `.wacz`.
    Container(ContainerFormat),
    /// `.html`, `.htm`, `.xhtml`, also compressed.
    Page,
    /// `.jsonl`, `.ndjson`, also compressed.
    JsonLines,
    /// Text that is not a page, such as `.js` or `.csv`.
    Text,
    /// `-`: standard input, which has no name.
    Stdin,
    /// Anything else.
    Unknown,
}

impl NameFormat {
    /// Returns the format that the name of the file at `path` suggests. Case is ignored, and so is a query string.
    pub(crate) fn of(path: &Path) -> Self {
        let name = lower_case_name(path);
        let name = without_query(&name);
        let plain = without(name, &COMPRESSED);
        let is_any = |name: &str, suffixes: &[&str]| suffixes.iter().any(|suffix| name.ends_with(suffix));
        match () {
            () if is_stdin(path) => Self::Stdin,
            () if is_any(plain, &PAGES) => Self::Page,
            () if is_any(plain, &JSON_LINES) => Self::JsonLines,
            () if is_any(without(without(without(name, &UNFINISHED), &COMPRESSED), &DERIVED), &WARC) => Self::Warc,
            () if is_any(plain, &TEXTS) => Self::Text,
            () => ContainerFormat::of_name(name).map_or(Self::Unknown, Self::Container),
        }
    }

    /// Returns the format that the `Content-Type` of a server suggests, if the name suggests no input.
    pub(crate) fn or_of_type(self, content_type: Option<&str>) -> Self {
        let is_page = content_type.and_then(mime_type::essence).is_some_and(mime_type::is_html_type);
        if is_page && !self.is_of_input() { Self::Page } else { self }
    }

    /// Returns the extension of the file at `path`, in lower case and without the one of a compression.
    pub(crate) fn extension_of(path: &Path) -> Option<String> {
        let name = lower_case_name(path);
        let plain = without(without_query(&name), &COMPRESSED);
        plain.rsplit_once('.').map(|(_, extension)| extension.to_owned())
    }

    /// Returns true if the name is one of an input.
    pub(crate) fn is_of_input(self) -> bool {
        matches!(self, Self::Warc | Self::Container(_) | Self::Page | Self::JsonLines)
    }
}

/// Returns true if the name of the file at `path` suggests XHTML. Case, a query string and compression are ignored.
pub(crate) fn is_xhtml_name(path: &Path) -> bool {
    without(without_query(&lower_case_name(path)), &COMPRESSED).ends_with(XHTML)
}

fn lower_case_name(path: &Path) -> String {
    remote::file_name(path).to_ascii_lowercase()
}

/// Returns `name` without a query string, which wget appends to file names.
fn without_query(name: &str) -> &str {
    name.split('?').next().unwrap_or_default()
}

/// Returns `name` without the first of `suffixes` that it ends with.
fn without<'n>(name: &'n str, suffixes: &[&str]) -> &'n str {
    suffixes.iter().find_map(|suffix| name.strip_suffix(suffix)).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_suggest_formats() {
        let cases = [
            ("a.warc", NameFormat::Warc),
            ("A.WARC.GZ", NameFormat::Warc),
            ("a.warc.zst", NameFormat::Warc),
            ("a.warc.wat.gz", NameFormat::Warc),
            ("a.warc.wet.gz", NameFormat::Warc),
            ("a.arc", NameFormat::Warc),
            ("a.ARC.gz", NameFormat::Warc),
            ("arc", NameFormat::Unknown),
            ("a.wacz", NameFormat::Container(ContainerFormat::Wacz)),
            ("a.warc.gz.open", NameFormat::Warc),
            ("a.warc.gz.tmp", NameFormat::Warc),
            ("a.warc.gz.md5", NameFormat::Unknown),
            ("a.warc.gz.jsonl", NameFormat::JsonLines),
            ("b.Html", NameFormat::Page),
            ("b.xhtml", NameFormat::Page),
            ("b.htm.gz", NameFormat::Page),
            ("b.html.zst", NameFormat::Page),
            ("b.html?page=2", NameFormat::Page),
            ("c.ndjson.gz", NameFormat::JsonLines),
            ("c.jsonl.zst", NameFormat::JsonLines),
            ("style.css?v=3", NameFormat::Text),
            ("https://e.org/a.warc.gz?b=/c.html", NameFormat::Warc),
            ("https://e.rs", NameFormat::Unknown),
            ("https://e.rs/", NameFormat::Unknown),
            ("https://e.rs/b.html", NameFormat::Page),
            ("d.gz", NameFormat::Unknown),
            ("index.php", NameFormat::Unknown),
            ("html", NameFormat::Unknown),
            ("-", NameFormat::Stdin),
            ("", NameFormat::Unknown),
        ];
        for (name, format) in cases {
            assert_eq!(NameFormat::of(Path::new(name)), format, "{name}");
        }
    }

    #[test]
    fn names_suggest_xhtml() {
        for (name, is_xhtml) in [
            ("a.xhtml", true),
            ("A.XHTML.gz", true),
            ("a/b.xhtml?c=d.html", true),
            ("a.html", false),
            ("xhtml", false),
            ("a.html?b=c.xhtml", false),
            ("-", false),
        ] {
            assert_eq!(is_xhtml_name(Path::new(name)), is_xhtml, "{name}");
        }
    }

    #[test]
    fn a_declared_page_may_have_any_name_but_of_another_input() {
        let cases = [
            ("https://e.org/a", NameFormat::Page),
            ("https://e.org/a.js", NameFormat::Page),
            ("https://e.org/a.warc.gz", NameFormat::Warc),
            ("https://e.org/a.jsonl", NameFormat::JsonLines),
        ];
        for (name, format) in cases {
            assert_eq!(NameFormat::of(Path::new(name)).or_of_type(Some("Text/HTML; charset=utf-8")), format, "{name}");
            assert_eq!(NameFormat::of(Path::new(name)).or_of_type(Some("text/plain")), NameFormat::of(Path::new(name)));
        }
    }
}
