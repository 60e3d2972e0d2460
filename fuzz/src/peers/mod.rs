//! The tokenizers of html5ever and html5gum, as oracles.
//!
//! What they are known to do otherwise, with the reason. The property leaves out exactly that:
//!
//! * **html5gum knows no CDATA sections** but where its emitter says that there are; its own never does. It is not asked
//!   where `<![CDATA[` opens one.
//! * **html5gum sorts attributes by name**, so those of all are compared in that order.
//! * **Text**: html5ever cuts it anywhere, html5gum where its buffers end, so runs are joined; and so they are over what gives
//!   no token, which is a token here (`Dropped`).

mod html5ever;
mod html5gum;

use crate::options::options;
use tagrake::{Arena, EndTag, Namespace, Options, Sink, StartTag, Text, TextState, tokenize};

/// html5ever and html5gum give the tokens that tagrake gives, on any UTF-8, but for what the list above says.
///
/// The last byte of `data` chooses the options, but scripting is off, and so are processing instructions, which neither
/// has. Text states follow from the names of start tags alone, so pages with foreign content and those that the whole
/// stack decides are not asked about: the library's own tests compare them with html5ever's tree builder.
pub fn peers_agree(data: &[u8]) {
    let Some((&choice, html)) = data.split_last() else { return };
    let Ok(html) = str::from_utf8(html) else { return };
    let options = options(choice ^ b'\n').with_scripting(false).with_processing_instructions(false);
    let mut told = Told::default();
    let summary = tokenize(html.as_bytes(), &options, &mut Arena::new(), &mut told);
    if told.is_foreign || summary.is_ambiguous() {
        return;
    }
    let ours = joined(told.seen);
    let problem = |peer: &str| format!("{peer}, {options:?}: {:?}", html.escape_debug().to_string());
    assert_eq!(joined(html5ever::read(html, &options)), ours, "{}", problem("html5ever"));
    let opens_cdata = options.cdata() && html.contains("<![CDATA[");
    if !opens_cdata {
        assert_eq!(joined(html5gum::read(html, &options)), ours, "{}", problem("html5gum"));
    }
}

/// A token, in the form that all three can give.
#[derive(Debug, PartialEq)]
enum Seen {
    Doctype { name: String, public_id: Option<String>, system_id: Option<String>, force_quirks: bool },
    StartTag { name: String, attributes: Vec<(String, String)>, is_self_closing: bool },
    EndTag(String),
    Text(String),
    Comment(String),
}

/// Returns the tokens with runs of text joined.
fn joined(tokens: Vec<Seen>) -> Vec<Seen> {
    let mut seen: Vec<Seen> = Vec::new();
    for token in tokens {
        match (seen.last_mut(), token) {
            (Some(Seen::Text(run)), Seen::Text(more)) => run.push_str(&more),
            (_, Seen::Text(empty)) if empty.is_empty() => {}
            (_, token) => seen.push(token),
        }
    }
    seen
}

/// Returns the text state after a start tag, as a tree builder sets it for an HTML element where scripting is off.
fn text_state_after(name: &str, options: &Options) -> TextState {
    match name {
        _ if !options.feedback() => TextState::Data,
        "title" | "textarea" => TextState::Rcdata,
        "style" | "xmp" | "iframe" | "noembed" | "noframes" => TextState::Rawtext,
        "script" => TextState::ScriptData,
        "plaintext" => TextState::Plaintext,
        _ => TextState::Data,
    }
}

/// What tagrake gives.
#[derive(Default)]
struct Told {
    seen: Vec<Seen>,
    is_foreign: bool,
}

fn string(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("a part of UTF-8 is UTF-8")
}

impl<'a> Sink<'a> for Told {
    fn doctype(&mut self, doctype: tagrake::Doctype<'a>) {
        self.seen.push(Seen::Doctype {
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
        self.seen.push(Seen::StartTag { name: string(tag.name()), attributes, is_self_closing: tag.is_self_closing() });
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.seen.push(Seen::EndTag(string(tag.name())));
    }

    fn text(&mut self, text: Text<'a>) {
        self.seen.push(Seen::Text(string(text.decoded())));
    }

    fn comment(&mut self, comment: tagrake::Comment<'a>) {
        self.seen.push(Seen::Comment(string(comment.data())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Random, small_pages};

    #[test]
    fn on_random_markup() {
        let mut random = Random(10);
        for _ in 0..100_000 {
            let mut data = random.markup(16);
            data.push(random.choice());
            peers_agree(&data);
        }
    }

    #[test]
    fn on_damaged_pages() {
        let mut random = Random(11);
        for page in small_pages() {
            peers_agree(&page);
            for _ in 0..100 {
                let damaged = random.damaged(&page);
                peers_agree(String::from_utf8_lossy(&damaged).as_bytes());
            }
        }
    }
}
