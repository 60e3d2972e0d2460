//! The tokenizers of html5ever and html5gum, as references.

mod agreement;
mod html5ever;
mod html5gum;
mod peer_token;

pub use agreement::peers_agree;
