//! lol_html, without handlers (its tag scanner), with a handler for links, and with handlers for everything.

use super::contender::{Agreement, Contender, each};
use super::names::{LOL_HTML_LINKS, LOL_HTML_SCAN};
use crate::pass_counts::PassCounts;
use lol_html::{HtmlRewriter, Settings, doc_comments, doc_text, doctype, element, text};
use std::cell::RefCell;
use std::hint::black_box;

pub(super) fn contenders() -> Vec<Contender> {
    vec![
        Contender::new(LOL_HTML_SCAN, Agreement::Silent, each(|html, visit| rewrite(html, Settings::new(), visit))),
        Contender::new(LOL_HTML_LINKS, Agreement::FreeLinks, each(read_links)),
        Contender::new("lol_html all tokens", Agreement::Free, each(read_all)).slow(),
    ]
}

/// lol_html does not decode values and text.
fn read_links(html: &str, visit: &mut PassCounts) {
    let seen = RefCell::new(*visit);
    let settings = Settings::new()
        .append_element_content_handler(element!("a[href]", |element| {
            if let Some(href) = element.get_attribute("href") {
                seen.borrow_mut().see_link(href.as_bytes());
            }
            Ok(())
        }))
        .append_element_content_handler(text!("title", |chunk| {
            seen.borrow_mut().see_title(chunk.as_str().as_bytes());
            Ok(())
        }))
        .append_element_content_handler(element!("meta", |element| {
            for attribute in element.attributes() {
                seen.borrow_mut().see_meta(attribute.name().as_bytes(), attribute.value().as_bytes());
            }
            Ok(())
        }));
    let mut failed = PassCounts::default();
    rewrite(html, settings, &mut failed);
    *visit = seen.into_inner();
    visit.failed += failed.failed;
}

/// lol_html has no handler for all end tags.
fn read_all(html: &str, visit: &mut PassCounts) {
    let seen = RefCell::new(*visit);
    let settings = Settings::new()
        .append_element_content_handler(element!("*", |element| {
            let mut visit = seen.borrow_mut();
            visit.see_start_tag(element.tag_name().as_bytes());
            for attribute in element.attributes() {
                visit.see_attribute(attribute.name().as_bytes(), attribute.value().as_bytes());
            }
            Ok(())
        }))
        .append_document_content_handler(doctype!(|doctype| {
            seen.borrow_mut().see_doctype(doctype.name().unwrap_or_default().as_bytes());
            Ok(())
        }))
        .append_document_content_handler(doc_text!(|chunk| {
            seen.borrow_mut().see_text(chunk.as_str().as_bytes());
            Ok(())
        }))
        .append_document_content_handler(doc_comments!(|comment| {
            seen.borrow_mut().see_comment(comment.text().as_bytes());
            Ok(())
        }));
    let mut failed = PassCounts::default();
    rewrite(html, settings, &mut failed);
    *visit = seen.into_inner();
    visit.failed += failed.failed;
}

/// Runs the rewriter and discards its output. It does not stop at markup that it considers ambiguous.
fn rewrite(html: &str, settings: Settings<'_, '_>, visit: &mut PassCounts) {
    let mut rewriter = HtmlRewriter::new(settings.with_strict(false), |output: &[u8]| {
        black_box(output.len());
    });
    let outcome = rewriter.write(html.as_bytes()).and_then(|()| rewriter.end());
    visit.failed += u64::from(outcome.is_err());
}
