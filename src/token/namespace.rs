//! Element namespaces.

/// The namespace of an element, as [tree
/// construction](https://html.spec.whatwg.org/multipage/parsing.html#creating-and-inserting-nodes) chooses it.
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
