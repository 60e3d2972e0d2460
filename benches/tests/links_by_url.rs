//! The resolved URLs of links of real pages match the results of the `url` crate.

use tagrake_benches::corpora;
use tagrake_extract::{Context, ExtractOptions, Extractor, Link, LinkClass, LinkKind};
use url::Url;

/// Returns true if the `url` crate resolves the link as the standard does, against the document base URL.
fn is_compared(link: &Link<'_>) -> bool {
    let raw = link.raw.trim_matches(|character| character <= ' ');
    let slashes = raw.chars().take_while(|character| matches!(character, '/' | '\\' | '\t' | '\n')).count();
    !matches!(link.class, LinkClass::Empty | LinkClass::Data | LinkClass::TooLong)
        && !matches!(link.kind, LinkKind::Base)
        && !link.in_srcdoc
        && !matches!(link.attr, "data" | "archive" | "classid" | "code" | "object")
        && slashes < 3
        && !raw.contains('^')
}

/// Returns true if the link is a fragment in CSS or SVG, which is relative to the page whatever the base is.
fn is_local(link: &Link<'_>) -> bool {
    let is_svg = link.element.starts_with("svg:") && link.kind == LinkKind::Embed;
    link.raw.starts_with('#') && (link.kind == LinkKind::Css || is_svg)
}

#[test]
fn urls_match_the_url_crate() {
    let page_url = "https://www.example.com/dir/page.html?x=1#top";
    let document = Url::parse(page_url).expect("a URL");
    let mut extractor = Extractor::new(ExtractOptions::default().with_max_links(usize::MAX));
    for set in corpora::read_all() {
        let (mut links, mut invalid) = (0, 0);
        for page in &set.documents {
            let context =
                Context::default().with_url(Some(page_url)).with_content_type(Some("text/html;charset=utf-8"));
            let extracted = extractor.extract(page.html.as_bytes(), &context);
            let base = extracted.base_href.and_then(|href| document.join(href).ok());
            let base = base.filter(|base| !matches!(base.scheme(), "data" | "javascript")).unwrap_or(document.clone());
            assert_eq!(extracted.base_url, Some(base.as_str()), "{}", page.name);
            for link in extracted.links.iter().filter(|link| is_compared(link)) {
                let base = if is_local(link) { &document } else { &base };
                let expected = base.join(link.raw).ok();
                assert_eq!(link.url, expected.as_ref().map(Url::as_str), "{}: {:?} on {base}", page.name, link.raw);
                links += 1;
                invalid += usize::from(expected.is_none());
            }
        }
        println!("{}: {links} links, {invalid} of them invalid", set.name);
    }
}
