//! A page that owns its memory is equal to the page that it was copied from.

use std::sync::Arc;
use tagrake_extract::{Context, ExtractOptions, Extractor, MarkdownOptions, OwnedPage, Page, SelectColumns, View};
use tagrake_testsupport::pages;

/// Describes a page with its blocks, which [`Page`] describes only by their number.
fn described(page: &Page<'_>) -> String {
    let mut text = format!("{page:?}");
    if let Some(blocks) = &page.blocks {
        for block in blocks {
            text += &format!("\n{block:?}");
        }
        for element in blocks.elements() {
            text += &format!("\n{element:?}");
        }
        for table in blocks.tables() {
            table.cells().for_each(|cell| text += &format!("\n{} {} {}", cell.row(), cell.column(), cell.text()));
        }
        text += &format!("\n{:?}", blocks.explain(10, 10));
        blocks.for_each_feature_row(|row| text += &format!("\n{row:?}"));
        for view in [View::Main, View::Precise, View::Generous] {
            let mut markdown = String::new();
            if let Some(selection) = blocks.view(view) {
                selection.write_markdown(&MarkdownOptions::default(), &mut markdown);
            }
            text += &markdown;
        }
    }
    text
}

#[test]
fn owned_pages_are_equal_to_their_pages() {
    let columns = Arc::new(SelectColumns::compile(&["title=title", "links[]=a::url"]).expect("columns"));
    let all = ExtractOptions::default()
        .with_text(true)
        .with_main(true)
        .with_inlines(true)
        .with_tables(true)
        .with_items(true)
        .with_rights(true)
        .with_parse_errors(true)
        .with_link_context(true)
        .with_columns(Some(columns));
    let headers = [("Link", "<h>; rel=license"), ("X-Robots-Tag", "noai")];
    let context = Context::default()
        .with_url(Some("https://example.com/dir/"))
        .with_content_type(Some("text/html; charset=utf-8"))
        .with_headers(&headers);
    for options in [ExtractOptions::default(), all] {
        let mut extractor = Extractor::new(options);
        let mut kept: Vec<(OwnedPage, String)> = Vec::new();
        for page in pages::all() {
            let page = extractor.extract(&page.html, &context);
            kept.push((page.to_owned(), described(&page)));
        }
        for (page, expected) in kept {
            assert!(described(page.page()) == expected, "{:?}", page.page().title);
            assert!(described(page.clone().page()) == expected);
        }
    }
}

#[test]
fn owned_pages_are_send() {
    fn check<T: Send + 'static>(_: T) {}
    check(Extractor::default().extract(b"<title>a", &Context::default()).to_owned());
}
