//! Tokens in a common form, and the rule that the peers need without a tree builder.

use tagrake::{Options, TextState};

/// A token in a common form of all three tokenizers.
#[derive(Debug, PartialEq)]
pub(super) enum PeerToken {
    Doctype { name: String, public_id: Option<String>, system_id: Option<String>, force_quirks: bool },
    StartTag { name: String, attributes: Vec<(String, String)>, is_self_closing: bool },
    EndTag(String),
    Text(String),
    Comment(String),
}

/// Returns the text of a token.
pub(super) fn string(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("tokens of UTF-8 are UTF-8")
}

/// Returns the text state after a start tag of an HTML element, without scripting.
pub(super) fn text_state_after(name: &str, options: &Options) -> TextState {
    match name {
        _ if !options.feedback() => TextState::Data,
        "title" | "textarea" => TextState::Rcdata,
        "style" | "xmp" | "iframe" | "noembed" | "noframes" => TextState::Rawtext,
        "script" => TextState::ScriptData,
        "plaintext" => TextState::Plaintext,
        _ => TextState::Data,
    }
}
