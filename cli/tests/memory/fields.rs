//! Adversarial pages for each field of a page record: pages that fill the field, and often others with it.

use super::inputs::write_copies;
use std::io::{self, Write};

/// A family of pages: `before`, then `unit` as often as the page has room for it, then `after`. In `unit`, each `#` is
/// the number of the unit.
#[derive(Debug)]
pub(crate) struct FieldFamily {
    pub(crate) name: &'static str,
    /// The fields that the pages fill.
    pub(crate) fields: &'static [&'static str],
    /// The arguments of the runs, for fields that are not among the default ones.
    pub(crate) arguments: &'static [&'static str],
    before: &'static str,
    unit: &'static str,
    after: &'static str,
}

/// Fields that come from the capture or have a fixed size: no page fills them.
pub(crate) const SMALL: &[&str] = &[
    "id",
    "source",
    "warc_filename",
    "warc_record_offset",
    "warc_record_length",
    "fetch_time",
    "fetch_status",
    "fetch_redirect",
    "content_mime_type",
    "content_charset",
    "content_truncated",
    "v",
    "encoding",
    "is_valid_utf8",
    "parse_errors",
    "parse_error_codes",
    "unfinished",
    "robots_index",
    "robots_follow",
    "word_count",
    "main_word_count",
    "lang_detected",
    "lang_confidence",
    "flags",
    "error",
    "main_score",
    "published_confidence",
];

const BASE: &str = "<base href=http://e.org/";
const ITEM: &str = "<p itemscope itemtype=http://schema.org/T>";
const RDFA: &str = "<div vocab=http://schema.org/ typeof=T>";
const LD: &str = "<script type=application/ld+json>{\"@context\":\"https://schema.org\",\"@type\":\"T\",\"a\":[";
const ITEMS: &[&str] = &["--fields", "url,items,schema_org"];
const TEXTS: &[&str] = &["--text", "--main", "--markdown"];
const BLOCKS: &[&str] = &["--main", "--fields", "main_text,main_markdown,comments_text,blocks"];

/// Creates families in the default fields.
macro_rules! families {
    ($($name:literal $fields:tt $arguments:tt $before:expr, $unit:expr, $after:expr;)*) => {
        &[$(FieldFamily {
            name: $name,
            fields: &$fields,
            arguments: $arguments,
            before: $before,
            unit: $unit,
            after: $after,
        },)*]
    };
}

/// All families. A block of JSON-LD has at most 1 MiB, so those units are repeated inside of blocks.
pub(crate) const FAMILIES: &[FieldFamily] = families! {
    "title" ["title"] (&[]) "<title>", "\u{1}", "</title>";
    "language" ["lang", "dir"] (&[]) "<html dir='", "\u{1}", "' lang=x>";
    "doctype" ["doctype"] (&[]) "<!doctype html public '", "\u{1}", "'>";
    "base" ["url", "base_url", "base_href", "content_type"] (&[]) BASE, "\u{e9}", "/><a href=x>";
    "description" ["description"] (&[])
        "", "<meta name=description content='\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}'>", "";
    "metas" ["metas"] (&[]) "", "<meta name=a# content=#>", "";
    "sources" ["sources"] (&["--fields", "url,sources"]) "", "<meta property=og:a content=b>", "";
    "meta attributes" ["metas"] (&[]) "", "<meta a b c d e f g h i j k l m n o p q r s t u v w x y z>", "";
    "theme colours" ["theme_color"] (&[]) "", "<meta name=theme-color content=a# media=b#>", "";
    "robots lists" ["robots"] (&[]) "", "<meta name=robots content='a#,B,c:d,,e'>", "";
    "robots agents" ["robots"] (&[]) "", "<meta name=A#BOT content=A>", "";
    "rights" ["rights", "x_robots"] (&["--fields", "url,rights,x_robots"]) "", "<meta name=robots content=noai,a#><a rel=license href=/#>", "";
    "refresh" ["refresh"] (&[]) "", "<meta http-equiv=refresh content='0;url=javascript:#'>", "";
    "link relations" ["canonical", "amphtml", "next", "prev", "manifest"] (&[])
        "", "<link rel='canonical amphtml next prev manifest' href=/\u{e9}#>", "";
    "hreflang" ["alternates"] (&[]) "", "<link rel=alternate hreflang=a# href=/#>", "";
    "feeds" ["feeds"] (&[]) "", "<link rel=alternate type=application/rss+xml hreflang=h# title=t# href=/#>", "";
    "icons" ["icons"] (&[]) "", "<link rel='ICON  x' sizes=s# type=t# href=/#>", "";
    "Open Graph" ["og"] (&[]) "", "<meta property=OG:# content=#>", "";
    "Open Graph media" ["og_media"] (&[]) "", "<meta property=og:image content=#>", "";
    "Twitter" ["twitter"] (&[]) "", "<meta name=twitter:# content=#>", "";
    "Dublin Core" ["dc"] (&[]) "", "<meta name=DC.# content=#>", "";
    "citations" ["citation"] (&[]) "", "<meta name=citation_# content=#>", "";
    "JSON-LD strings" ["jsonld"] (&[]) "", "<script type=application/ld+json>{\"a\":\"~\u{1}\"}</script>", "";
    "JSON-LD lines" ["jsonld"] (&[]) "", "<script type=application/ld+json>{\"a\":\"~\n\"}</script>", "";
    "JSON-LD text" ["jsonld"] (&[]) "", "<script type=application/ld+json>\"~abcdefgh\"</script>", "";
    "JSON-LD blocks" ["jsonld"] (&[]) "", "<script type=application/ld+json>1</script>", "";
    "invalid JSON-LD" ["jsonld"] (&[]) "", "<script type=application/ld+json>x</script>", "";
    "headings" ["headings"] (&[]) "", "<h1 id=i#>a#</h1>", "";
    "links" ["links"] (&[]) "", "<a href=/# rel='nofollow x#' title=t# target=b>y#</a>", "";
    "link relations of anchors" ["links"] (&[]) "", "<a href=x rel='a b c d e f g h i j k l m n o p q r s t u v w x y z'>y", "";
    "link texts" ["links"] (&[]) "", "<a href=x title='\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}'>\u{1}\u{1}\u{1}\u{1}\u{1}", "";
    "link names" ["links"] (&[]) "", "<link rel=ICON href=# title='\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}'>", "";
    "dates" ["published", "published_source"] (&[]) "", "<time datetime=2020-01-01T00:# itemprop=a class=b>", "";
    "dates in the text" ["published"] (&["--fields", "url,published"]) "", "<p>1 May 2020 <a title='2020 1.2020 ", "";
    "authors" ["authors", "authors_source"] (&[]) "", "<meta property=article:author content='A #'>", "";
    "text" ["text"] (&["--text"]) "<p>", "\u{1}", "";
    "paragraphs" ["text", "main_text"] TEXTS "", "<p>Some words are here, in a paragraph of text.", "";
    "words" ["text", "main_markdown"] TEXTS "<p>", "word word, ", "";
    "inline elements" ["markdown"] TEXTS "<p>", "word, <b>word</b> <a href=/x>word</a> ", "";
    "escapes" ["markdown"] TEXTS "<p>", "*_[]", "";
    "comments" ["comments_text"] BLOCKS "<p>The bridge was closed on Monday, after the storm, the city said.<div class=comments>",
        "<p>Some words are here, in a paragraph of text.", "";
    "small blocks" ["blocks"] BLOCKS "", "<p>a", "";
    "deep blocks" ["blocks"] BLOCKS
        "<blockquote><blockquote><blockquote><blockquote><blockquote><blockquote><blockquote><blockquote>", "<p>a", "";
    "cells" ["blocks", "markdown"] TEXTS "<table>", "<tr><td>a<td>b", "";
    "microdata" ["items", "schema_org"] ITEMS "", "<p itemscope itemtype=http://schema.org/T><b itemprop=a>x</b></p>", "";
    "properties" ["items", "schema_org"] ITEMS ITEM, "<b itemprop='a b c d e f g h'>x#</b>", "";
    "property texts" ["items"] ITEMS ITEM, "<b itemprop=a>\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}</b>", "";
    "RDFa" ["items"] ITEMS RDFA, "<p typeof=T><b property=a>x</b></p>", "";
    "RDFa properties" ["items", "schema_org"] ITEMS RDFA, "<b property='a b c d e f'>x#</b>", "";
    "JSON-LD numbers" ["schema_org"] ITEMS LD, "1,", "1]}</script>";
    "JSON-LD items" ["schema_org"] ITEMS "", "<script type=application/ld+json>{\"@context\":\"https://schema.org\",\"@graph\":[~{\"@type\":\"T\",\"@id\":\"a\"},1]}</script>", "";
};

/// The length in bytes of the repeated part of a unit with `~`.
const REPEATED_BYTES: usize = 900 << 10;

impl FieldFamily {
    /// Returns a page of about `bytes` bytes.
    fn page(&self, bytes: usize) -> Vec<u8> {
        let mut html = format!("<!doctype html>{}", self.before);
        // `a~bc` is a, then b until it has the length, then c.
        let unit = match self.unit.split_once('~') {
            Some((start, rest)) => {
                let (repeated, end) = repeated_part(rest);
                format!("{start}{}{end}", repeated.repeat(REPEATED_BYTES / repeated.len()))
            }
            None => self.unit.to_owned(),
        };
        let is_numbered = unit.contains('#');
        let mut number = 0;
        while html.len() + unit.len() < bytes {
            if is_numbered {
                html.push_str(&unit.replace('#', &number.to_string()));
            } else {
                html.push_str(&unit);
            }
            number += 1;
        }
        html.push_str(self.after);
        html.into_bytes()
    }

    /// Writes a WARC file of `pages` pages with about `page_bytes` bytes each.
    pub(crate) fn write(&self, file: impl Write, pages: usize, page_bytes: usize) -> io::Result<()> {
        write_copies(file, pages, &self.page(page_bytes))
    }
}

/// Splits the part that is repeated off: an object with the comma after it, a word, or a character.
fn repeated_part(text: &str) -> (&str, &str) {
    let end = match text.find("},") {
        Some(comma) => comma + 2,
        None if text.starts_with("abcdefgh") => 8,
        None => text.chars().next().map_or(0, char::len_utf8),
    };
    text.split_at(end)
}
