//! The attributes of each element that a WAT record includes.
//!
//! Source: `ExtractingParseObserver` of
//! [ia-web-commons](https://github.com/commoncrawl/ia-web-commons/blob/39b5c2225f0d0f601431834db182cdf71673305a/src/main/java/org/archive/resource/html/ExtractingParseObserver.java).

use tagrake::names::NameFilter;

/// The elements with rules outside of anchors. Inside an anchor, every element may matter.
#[rustfmt::skip]
pub(super) static ELEMENTS: NameFilter = NameFilter::of(&[
    "a", "applet", "area", "audio", "base", "blockquote", "button", "caption", "del", "embed", "form", "frame", "html",
    "iframe", "image", "img", "input", "ins", "link", "marquee", "math", "menuitem", "meta", "object", "q", "script",
    "source", "style", "svg", "table", "tbody", "td", "template", "tfoot", "th", "thead", "title", "tr", "track",
    "video",
]);
/// The attributes with rules on any element, and the only one of `div`.
pub(super) static ATTRIBUTES: NameFilter = NameFilter::of(&["background", "data-href", "data-uri", "onclick"]);

/// An attribute that a row includes.
#[derive(Debug)]
pub(super) struct RowAttribute {
    pub(super) name: &'static str,
    /// The JSON before its value: `,"name":`, and in front of it the path if it is the first of the row.
    pub(super) key: &'static str,
}

/// Maximum attributes in a row.
pub(super) const MAX_ATTRIBUTES: usize = 7;

/// Makes the JSON before a value, with a comma before the key and a colon after it.
macro_rules! key {
    ($($key:literal),+) => {
        concat!(",\"", $($key),+, "\":")
    };
}

macro_rules! attribute {
    ($name:literal) => {
        RowAttribute { name: $name, key: key!($name) }
    };
}

macro_rules! rows {
    ($($element:literal @ $name:literal $([$($other:literal),*])?),*) => {
        &[$(&[
            RowAttribute { name: $name, key: key!("path\":\"", $element, "@/", $name, "\",\"url") },
            $($(attribute!($other)),*)?
        ]),*]
    };
}

/// The key of a path that is not in the table.
pub(super) const PATH: &str = key!("path");
/// The key of a URL that is not in the table.
pub(super) const URL: &str = key!("url");
/// The key of the text of an anchor.
pub(super) const TEXT: &str = key!("text");
/// The path and key of a URL in a style sheet.
pub(super) const STYLE_URL: &str = key!("path\":\"STYLE/#text\",\"href");
/// The key of a name in a `meta` row.
pub(super) const NAME: &str = key!("name");
/// The key of a value in a `meta` row.
pub(super) const CONTENT: &str = key!("content");

/// The attributes of a `meta` in its row. A `meta` with only one of them has no row.
pub(super) const META: [RowAttribute; 5] =
    [attribute!("name"), attribute!("rel"), attribute!("content"), attribute!("http-equiv"), attribute!("property")];

/// The attributes of `html` with a row in the list of `meta` rows, and the name in that row.
pub(super) const HTML: [(&str, &str); 2] = [("lang", "HTML@/lang"), ("xml:lang", "HTML@/xml:lang")];

/// Returns the rows of an HTML element. The first attribute of each holds its URL.
pub(super) fn url_rows(element: &[u8]) -> &'static [&'static [RowAttribute]] {
    match element {
        b"a" => rows!["A" @ "href" ["target", "alt", "title", "rel", "hreflang", "type"]],
        b"img" => rows!["IMG" @ "src" ["alt", "title"], "IMG" @ "longdesc"],
        b"link" => rows!["LINK" @ "href" ["rel", "type"]],
        b"script" => rows!["SCRIPT" @ "src" ["type"]],
        b"form" => rows!["FORM" @ "action" ["target", "method"]],
        b"area" => rows!["AREA" @ "href" ["rel"]],
        b"applet" => rows!["APPLET" @ "codebase", "APPLET" @ "cdata"],
        b"audio" => rows!["AUDIO" @ "src"],
        b"blockquote" => rows!["BLOCKQUOTE" @ "cite"],
        b"button" => rows!["BUTTON" @ "formaction"],
        b"del" => rows!["DEL" @ "cite"],
        b"embed" => rows!["EMBED" @ "src"],
        b"frame" => rows!["FRAME" @ "src"],
        b"iframe" => rows!["IFRAME" @ "src"],
        b"input" => rows!["INPUT" @ "src", "INPUT" @ "formaction"],
        b"ins" => rows!["INS" @ "cite"],
        b"menuitem" => rows!["MENUITEM" @ "icon"],
        b"object" => rows!["OBJECT" @ "codebase", "OBJECT" @ "cdata", "OBJECT" @ "data"],
        b"q" => rows!["Q" @ "cite"],
        b"source" => rows!["SOURCE" @ "src"],
        b"track" => rows!["TRACK" @ "src"],
        b"video" => rows!["VIDEO" @ "src", "VIDEO" @ "poster"],
        _ => &[],
    }
}

/// Returns the path and key of a URL in the element's `onclick`, if that is searched for one.
pub(super) fn onclick_key(element: &[u8]) -> Option<&'static str> {
    match element {
        b"div" => Some(key!("path\":\"DIV@/onclick\",\"url")),
        b"input" => Some(key!("path\":\"INPUT@/onclick\",\"url")),
        _ => None,
    }
}

/// Returns true if the attribute holds a URL on any element.
pub(super) fn is_global(attribute: &[u8]) -> bool {
    matches!(attribute, b"background" | b"data-href" | b"data-uri")
}

/// Returns true if the element's start and end tags separate words in the text of an anchor.
pub(super) fn parts_words(element: &[u8]) -> bool {
    matches!(
        element,
        // Block elements.
        b"address" | b"article" | b"aside" | b"blockquote" | b"body" | b"br" | b"button" | b"canvas" | b"caption" | b"col"
            | b"colgroup" | b"dd" | b"div" | b"dl" | b"dt" | b"embed" | b"fieldset" | b"figcaption" | b"figure" | b"footer"
            | b"form" | b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" | b"header" | b"hgroup" | b"hr" | b"li" | b"map"
            | b"noscript" | b"object" | b"ol" | b"output" | b"p" | b"pre" | b"progress" | b"section" | b"table" | b"tbody"
            | b"textarea" | b"tfoot" | b"th" | b"thead" | b"title" | b"tr" | b"ul" | b"video"
            // Inline elements with space around them.
            | b"cite" | b"details" | b"datalist" | b"iframe" | b"img" | b"input" | b"label" | b"legend" | b"optgroup"
            | b"q" | b"select" | b"summary" | b"td" | b"time"
    )
}
