//! Extraction accepts any bytes, and gives consistent results.

use tagrake::encoding::Source;
use tagrake_extract::{Context, ExtractOptions, Extractor, Page};

const BOM: &str = "\u{FEFF}";
/// A page with a late declaration of another encoding, that needs the tree-builder simulator and fills every buffer.
const OTHER_PAGE: &[u8] =
    b"<title>\xE9</title><base href=/b/><svg><a href=c>d<title>e</title></svg><h1>f</h1><frameset>\
    <p style='a:url(x)'>g <script type=application/ld+json>{}</script><table><a href=h>i<table><a href=j>k\
    <meta charset=windows-1252><img srcset='l 1x, m 2x'>";

/// Asserts that extraction accepts any bytes with any `Content-Type`, and that
///
/// * the spans of links are in the text,
/// * a reused extractor gives the same result again,
/// * UTF-8 input gives the same result with a `Content-Type` and with a byte order mark.
///
/// The last byte of `data` selects the options. The bytes after the last NUL before it are the `Content-Type`, other
/// headers and the URL of the page.
pub fn extraction_holds(data: &[u8]) {
    let Some((&choice, data)) = data.split_last() else { return };
    let nul = data.iter().rposition(|&byte| byte == 0);
    let (html, header) = nul.map_or((data, &b""[..]), |nul| (&data[..nul], &data[nul + 1..]));
    let header = String::from_utf8_lossy(header);
    let headers = [("link", &*header), ("X-Robots-Tag", &*header)];
    let url = if header.is_empty() { "https://example.com/a/b?c" } else { &header };
    let context = Context::default().with_url(Some(url)).with_headers(&headers);
    let context = if header.is_empty() { context } else { context.with_content_type(Some(&header)) };

    let mut extractor = Extractor::new(options(choice ^ b'\n'));
    let page = extractor.extract(html, &context);
    assert_spans(&page, html);
    let first = format!("{page:?}");
    extractor.extract(OTHER_PAGE, &context);
    assert_eq!(format!("{:?}", extractor.extract(html, &context)), first, "with a reused extractor");

    if let Ok(text) = str::from_utf8(html)
        && !text.starts_with(BOM)
    {
        let context = context.with_content_type(Some("text/html; charset=utf-8"));
        let plain = facts(extractor.extract(html, &context));
        let marked = [BOM.as_bytes(), html].concat();
        assert_eq!(facts(extractor.extract(&marked, &context)), plain, "with a byte order mark");
    }
}

/// Returns the options for `choice`. 0 selects the defaults with text.
fn options(choice: u8) -> ExtractOptions {
    let bit = |number: u8| choice >> number & 1 == 1;
    ExtractOptions::default()
        .with_text(!bit(0))
        .with_css(!bit(1))
        .with_lazy(!bit(2))
        .with_links(!bit(3))
        .with_metadata(!bit(4))
        .with_rights(bit(3) == bit(4))
        .with_scripting(bit(5))
        .with_noscript_markup(bit(6))
        .with_items(bit(5) != bit(6))
        .with_max_links(if bit(7) { 3 } else { 100_000 })
}

/// Panics if a link's span is outside the page's text, which is its own bytes if they are borrowed.
fn assert_spans(page: &Page<'_>, html: &[u8]) {
    // Decoding makes at most three bytes of one.
    let len = if page.is_borrowed { html.len() - page.encoding.bom_len } else { 3 * html.len() };
    for link in page.links {
        assert!(link.span.start <= link.span.end && link.span.end <= len, "{link:?}");
    }
}

/// Describes a page without the source of its encoding.
fn facts(mut page: Page<'_>) -> String {
    assert!(page.is_borrowed && !page.had_decoding_errors, "{:?}", page.encoding);
    assert_eq!(page.encoding.encoding.name(), "UTF-8");
    page.encoding.source = Source::Bom;
    page.encoding.bom_len = 0;
    format!("{page:?}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{check_damaged_pages, choice, markup, one_of};
    use tagrake_testsupport::random::Random;

    /// Fragments of pages and headers, separated by `|`.
    const PIECES: &str = concat!(
        "<a href=x>|</a>|<img srcset='a 1x, b 2x' src=c alt=d>|<base href='/b/'>|<meta http-equiv=refresh content='1;url=e'>|",
        "<meta charset=|utf-8|shift_jis|utf-16le|'>|<meta property=og:image content=f>|<meta name=robots content='a,b:c'>|",
        "<meta name=tdm-reservation content=|<meta name=tdm-policy content=n>|<a rel=license href=o>|",
        "<script type='application/ld+json'>|{\"@type\":[|}|</script>|<style>|url(|\"g\"|)|@import|</style>|<p style='|'>|",
        "<svg>|<math>|<template>|<noscript>|</noscript>|<frameset>|<h1 id=h>|</h1>|<title>|</title>|<link rel=icon href=i>|",
        "<link rel=alternate hreflang=de href=j>|<table>|<b>|<div itemscope itemprop=k data-src=l>|",
        "<p id=h itemref=h typeof=a rel=b about=c vocab=d>|//|http:|?|#|..|%|\u{9}|",
        "\0|text/html; charset=|<m>; rel=next|noindex|, |;|=|é|\u{FEFF}|<!doctype html>|<?xml encoding='|<html lang=de>",
    );

    #[test]
    fn holds_for_random_pages() {
        let mut random = Random::new(6);
        for _ in 0..20_000 {
            let mut data = Vec::new();
            for _ in 0..random.below(24) {
                match random.below(8) {
                    0 => data.append(&mut markup(&mut random, 3)),
                    1 => data.push(random.below(256) as u8),
                    _ => data.extend_from_slice(one_of(&mut random, PIECES)),
                }
            }
            data.push(choice(&mut random));
            extraction_holds(&data);
        }
    }

    #[test]
    fn holds_for_damaged_pages() {
        check_damaged_pages(7, 100, extraction_holds);
    }
}
