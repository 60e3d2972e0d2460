//! What tree construction tells the tokenizer, without a tree.
//!
//! Tree construction decides three things that the tokenizer must know: whether a start tag switches to a text state,
//! whether `<![CDATA[` opens a CDATA section, and, for who reads the tokens, which namespace an element is in. In HTML
//! content the tag's name is enough, and nothing is done here but for a few names ([`crate::content_model`]). From the
//! first `<svg>` or `<math>` on, [`foreign`] keeps a stack of what is open inside; it says when it can't decide, and then
//! [`tree`] reads the page from its start and decides from there on.

mod follow;
pub(crate) mod followed;
mod foreign;
mod kept;
mod names;
#[cfg(test)]
mod tests;
mod tree;

use alloc::boxed::Box;
pub(crate) use follow::ReadTree;
use foreign::Foreign;
pub(crate) use foreign::{is_void, may_hold_html};
pub(crate) use kept::KeptForeign;
pub(crate) use tree::Outcome;
#[cfg(feature = "editions")]
pub(crate) use tree::TagView;
pub(crate) use tree::Tree;
pub(crate) use tree::{hash, is_quirks, last};

/// The [namespace](https://html.spec.whatwg.org/multipage/parsing.html#creating-and-inserting-nodes) of an element.
///
/// ```
/// use tagrake::{Arena, Namespace, Token, Tokenizer};
///
/// let arena = Arena::new();
/// let html = b"<svg><title>a</title></svg><title>b</title>";
/// let mut namespaces = Vec::new();
/// for token in Tokenizer::new(html, &arena) {
///     if let Token::StartTag(tag) = token {
///         namespaces.push(tag.namespace());
///     }
/// }
/// assert_eq!(namespaces, [Namespace::Svg, Namespace::Svg, Namespace::Html]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Namespace {
    /// HTML.
    #[default]
    Html,
    /// SVG.
    Svg,
    /// MathML.
    MathMl,
}

/// What is known of the tree at a place between two tokens.
pub(crate) struct Feedback<'a> {
    foreign: Foreign<'a>,
    /// The whole stack, if it is followed: once the small one could not decide, or from early on, in case that it can't.
    tree: Option<Box<Tree>>,
    /// Whether the small stack could not decide, so that the whole one does.
    is_ambiguous: bool,
    /// Whether every start tag must be followed; else those of
    /// [`Effect::Other`](crate::content_model::Effect::Other).
    pub(crate) watches_start_tags: bool,
    /// Whether every end tag must be followed; else none.
    pub(crate) watches_end_tags: bool,
}
