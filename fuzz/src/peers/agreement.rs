//! Compares the tokens of tagrake with the tokens of html5ever and html5gum.
//!
//! The property excludes exactly their known differences:
//!
//! * **CDATA sections**: html5gum has none with its own emitter. Inputs in which `<![CDATA[` opens one are skipped for
//!   it.
//! * **Order of attributes**: html5gum sorts them by name, so all are compared in that order.
//! * **Runs of text**: html5ever splits them anywhere, and html5gum where its buffers end, so runs are joined. They are
//!   also joined across dropped input, which only tagrake reports.

use super::peer_token::{PeerToken, string};
use super::{html5ever, html5gum};
use crate::options::options;
use tagrake::{Arena, EndTag, Namespace, Sink, StartTag, Text};
use tagrake_testsupport::any_sink::tokenize;

/// Asserts that html5ever and html5gum give the same tokens as tagrake on any UTF-8, with the exceptions above.
///
/// The last byte of `data` selects the options. Scripting is off, and so are processing instructions, which neither
/// peer has. Pages with foreign content and pages that need the tree-builder simulator are skipped, because the peers
/// run without a tree builder. The library's own tests compare these pages with html5ever's tree builder.
pub fn peers_agree(data: &[u8]) {
    let Some((&choice, html)) = data.split_last() else { return };
    let Ok(html) = str::from_utf8(html) else { return };
    let options = options(choice ^ b'\n').with_scripting(false).with_processing_instructions(false);
    let mut sink = OurTokens::default();
    let summary = tokenize(html.as_bytes(), &options, &mut Arena::new(), &mut sink);
    if sink.is_foreign || summary.is_ambiguous() {
        return;
    }
    let ours = joined(sink.seen);
    let problem = |peer: &str| format!("{peer}, {options:?}: {:?}", html.escape_debug().to_string());
    assert_eq!(joined(html5ever::read(html, &options)), ours, "{}", problem("html5ever"));
    let opens_cdata = options.cdata() && html.contains("<![CDATA[");
    if !opens_cdata {
        assert_eq!(joined(html5gum::read(html, &options)), ours, "{}", problem("html5gum"));
    }
}

/// Returns the tokens with runs of text joined.
fn joined(tokens: Vec<PeerToken>) -> Vec<PeerToken> {
    let mut seen: Vec<PeerToken> = Vec::new();
    for token in tokens {
        match (seen.last_mut(), token) {
            (Some(PeerToken::Text(run)), PeerToken::Text(more)) => run.push_str(&more),
            (_, PeerToken::Text(empty)) if empty.is_empty() => {}
            (_, token) => seen.push(token),
        }
    }
    seen
}

/// The tokens of tagrake.
#[derive(Default)]
struct OurTokens {
    seen: Vec<PeerToken>,
    is_foreign: bool,
}

impl<'a> Sink<'a> for OurTokens {
    fn doctype(&mut self, doctype: tagrake::Doctype<'a>) {
        self.seen.push(PeerToken::Doctype {
            name: string(doctype.name().unwrap_or_default()),
            public_id: doctype.public_id().map(string),
            system_id: doctype.system_id().map(string),
            force_quirks: doctype.force_quirks(),
        });
    }

    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.is_foreign |= tag.namespace() != Namespace::Html;
        let attributes = tag.attributes().map(|attribute| (string(attribute.name()), string(attribute.value())));
        let mut attributes: Vec<_> = attributes.collect();
        attributes.sort();
        self.seen.push(PeerToken::StartTag {
            name: string(tag.name()),
            attributes,
            is_self_closing: tag.is_self_closing(),
        });
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.seen.push(PeerToken::EndTag(string(tag.name())));
    }

    fn text(&mut self, text: Text<'a>) {
        self.seen.push(PeerToken::Text(string(text.decoded())));
    }

    fn comment(&mut self, comment: tagrake::Comment<'a>) {
        self.seen.push(PeerToken::Comment(string(comment.data())));
    }
}

#[cfg(test)]
mod tests {
    use super::peers_agree;
    use crate::random::{check_damaged_pages, check_random_markup};

    #[test]
    fn holds_for_random_markup() {
        check_random_markup(10, 100_000, 16, peers_agree);
    }

    #[test]
    fn holds_for_damaged_pages() {
        check_damaged_pages(11, 100, |data| peers_agree(String::from_utf8_lossy(data).as_bytes()));
    }
}
