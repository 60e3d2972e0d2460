//! lol_html's rewriter, with handlers for start tags, comments and DOCTYPEs. It has none for all end tags, and does not
//! decode values and text.

use super::answer::{Answer, attributes};
use super::inputs::Input;
use lol_html::{HtmlRewriter, Settings, doc_comments, doctype, element};
use std::cell::RefCell;
use std::ops::Range;
use tagrake_testsupport::html5lib::TestToken;

pub(super) fn read(input: &Input) -> Option<Answer> {
    if !input.starts_as_page() || str::from_utf8(&input.html).is_err() {
        return None;
    }
    let answer = RefCell::new(Answer::default());
    let push = |token, span: Range<usize>| answer.borrow_mut().push(token, Some((span.start, span.end)));
    let settings = Settings::new()
        .append_element_content_handler(element!("*", |element| {
            let pairs = element.attributes().iter();
            let pairs = pairs.map(|attribute| (attribute.name().into_bytes(), attribute.value().into_bytes()));
            let name = element.tag_name().into_bytes();
            let self_closing = element.is_self_closing();
            let token = TestToken::StartTag { name, attributes: attributes(pairs), self_closing };
            push(token, element.source_location().bytes());
            Ok(())
        }))
        .append_document_content_handler(doctype!(|doctype| {
            let bytes = |text: Option<String>| text.map(String::into_bytes);
            let token = TestToken::Doctype {
                name: bytes(doctype.name()),
                public_id: bytes(doctype.public_id()),
                system_id: bytes(doctype.system_id()),
                force_quirks: false,
            };
            push(token, doctype.source_location().bytes());
            Ok(())
        }))
        .append_document_content_handler(doc_comments!(|comment| {
            push(TestToken::Comment(comment.text().into_bytes()), comment.source_location().bytes());
            Ok(())
        }));
    rewrite(&input.html, settings);
    Some(answer.into_inner())
}

/// Runs the rewriter. An error ends the tokens early, so they differ.
fn rewrite(html: &[u8], settings: Settings<'_, '_>) {
    let mut rewriter = HtmlRewriter::new(settings.with_strict(false), |_: &[u8]| {});
    let _ = rewriter.write(html).and_then(|()| rewriter.end());
}
