//! The attributes of each element that a WAT record includes.
//!
//! Source: `ExtractingParseObserver` of
//! [ia-web-commons](https://github.com/commoncrawl/ia-web-commons/blob/39b5c2225f0d0f601431834db182cdf71673305a/src/main/java/org/archive/resource/html/ExtractingParseObserver.java).

/// An attribute with a URL.
#[derive(Debug)]
pub(super) struct UrlAttribute {
    pub(super) name: &'static str,
    pub(super) path: &'static str,
    /// Other attributes that the row includes.
    pub(super) others: &'static [&'static str],
}

/// The path of URLs in style sheets.
pub(super) const STYLE_PATH: &str = "STYLE/#text";

/// The attributes of a `meta` in its row. A `meta` with only one of them has no row.
pub(super) const META: [&str; 5] = ["name", "rel", "content", "http-equiv", "property"];

/// The attributes of `html` with a row in the list of `meta` rows, and the name in that row.
pub(super) const HTML: [(&str, &str); 2] = [("lang", "HTML@/lang"), ("xml:lang", "HTML@/xml:lang")];

macro_rules! urls {
    ($($element:literal @ $name:literal $([$($other:literal),*])?),*) => {
        &[$(UrlAttribute { name: $name, path: concat!($element, "@/", $name), others: &[$($($other),*)?] }),*]
    };
}

/// Returns the attributes of an HTML element that hold URLs, in the order of their rows.
pub(super) fn url_attributes(element: &[u8]) -> &'static [UrlAttribute] {
    match element {
        b"a" => urls!["A" @ "href" ["target", "alt", "title", "rel", "hreflang", "type"]],
        b"img" => urls!["IMG" @ "src" ["alt", "title"], "IMG" @ "longdesc"],
        b"link" => urls!["LINK" @ "href" ["rel", "type"]],
        b"script" => urls!["SCRIPT" @ "src" ["type"]],
        b"form" => urls!["FORM" @ "action" ["target", "method"]],
        b"area" => urls!["AREA" @ "href" ["rel"]],
        b"applet" => urls!["APPLET" @ "codebase", "APPLET" @ "cdata"],
        b"audio" => urls!["AUDIO" @ "src"],
        b"blockquote" => urls!["BLOCKQUOTE" @ "cite"],
        b"button" => urls!["BUTTON" @ "formaction"],
        b"del" => urls!["DEL" @ "cite"],
        b"embed" => urls!["EMBED" @ "src"],
        b"frame" => urls!["FRAME" @ "src"],
        b"iframe" => urls!["IFRAME" @ "src"],
        b"input" => urls!["INPUT" @ "src", "INPUT" @ "formaction"],
        b"ins" => urls!["INS" @ "cite"],
        b"menuitem" => urls!["MENUITEM" @ "icon"],
        b"object" => urls!["OBJECT" @ "codebase", "OBJECT" @ "cdata", "OBJECT" @ "data"],
        b"q" => urls!["Q" @ "cite"],
        b"source" => urls!["SOURCE" @ "src"],
        b"track" => urls!["TRACK" @ "src"],
        b"video" => urls!["VIDEO" @ "src", "VIDEO" @ "poster"],
        _ => &[],
    }
}

/// Returns the path of the element's `onclick`, if that is searched for a URL.
pub(super) fn onclick_path(element: &[u8]) -> Option<&'static str> {
    match element {
        b"div" => Some("DIV@/onclick"),
        b"input" => Some("INPUT@/onclick"),
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
