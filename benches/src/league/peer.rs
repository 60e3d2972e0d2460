//! The tokenizers in this process.

use super::about::{About, about};
use super::answer::Answer;
use super::inputs::Input;
use super::{html5ever, html5gum, lol_html, tagrake};

/// A tokenizer that answers the inputs in their order.
pub(super) struct Peer {
    pub(super) about: &'static About,
    pub(super) version: String,
    pub(super) read: Read,
}

/// A function that returns `None` if the tokenizer cannot start in the state, or cannot read the input.
pub(super) type Read = Box<dyn FnMut(&Input) -> Option<Answer>>;

/// Returns the tokenizers in this process.
pub(super) fn in_process() -> Vec<Peer> {
    let peer = |name, read| Peer { about: about(name), version: version(name), read };
    vec![
        peer("tagrake", Box::new(|input: &Input| Some(tagrake::read(input, false, false)))),
        peer("html5ever", Box::new(html5ever::read)),
        peer("html5gum", Box::new(html5gum::read)),
        peer("lol_html", Box::new(lol_html::read)),
    ]
}

/// Returns the version of a crate: this package requires exact versions of peers, and tagrake has its own version.
fn version(name: &str) -> String {
    let manifest = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).lines();
    let mut versions = manifest.filter_map(|line| line.strip_prefix(name)?.strip_prefix(" = \"=")?.strip_suffix('"'));
    versions.next().unwrap_or(env!("CARGO_PKG_VERSION")).to_owned()
}
