//! The tokenizers of html5ever and html5gum and the WARC reader of fastwarc, as references.

mod agreement;
#[cfg(test)]
mod fastwarc;
mod html5ever;
mod html5gum;
mod peer_token;

pub use agreement::peers_agree;
