//! Elements by CSS selectors and XPaths, with the answers of a tree and without a tree.
//!
//! [`Selectors`] are compiled once. A [`SelectSink`] receives the tokens of a page:
//!
//! 1. The [tree-builder simulator](tagrake::tree_sim) follows tree construction, and a table gets each element that it
//!    creates, inserts or moves (`tree.rs`). The table has links between elements, and neither attributes nor comments. It
//!    has text only on request.
//! 2. When an element is created, its name and attributes are tested against the compounds of the selectors (`index.rs`,
//!    `element.rs`). An index by identifier, class, attribute and name leaves few of them.
//! 3. After the page, a pass over the table evaluates combinators and what else needs relatives (`evaluate.rs`). Some
//!    selectors need more passes: `:has` and `..` a pass from the end, positions among some elements a pass over these
//!    (`positions.rs`). Conditions on text read the text of the page once (`texts.rs`).
//!
//! For `<p><i class=x>`, the selector `p > .x` is two steps (`program.rs`). The start tags pass one step each. The pass
//! finds the bit of the first step at the parent of `i`.
//!
//! CSS selectors (`parser.rs`, `css.rs`) and XPaths (`xpath/`) become steps of the same kind (`builder.rs`), so one list can
//! have both.
//!
//! The contents of `template` elements are not in the document, so no selector matches them.
//!
//! Time is linear in the bytes of the page times the compounds of the selectors.

mod advice;
mod bit_sets;
mod builder;
mod compile;
mod css;
mod display;
mod element;
mod error;
mod evaluate;
mod foreign_names;
mod index;
mod matches;
mod node;
mod parser;
mod places;
mod positions;
mod program;
mod report;
mod sink;
mod strings;
mod syntax;
#[cfg(test)]
mod tests;
mod text_plan;
mod texts;
mod tree;
mod values;
mod xpath;

pub use error::SelectorError;
pub(crate) use matches::Content;
pub use matches::{Match, Matches};
pub(crate) use places::Places;
pub use program::XPathResult;
pub use report::SelectorReport;
pub use sink::SelectSink;
pub(crate) use xpath::is_path;

use program::Program;

/// Compiled CSS selectors and XPaths.
///
/// Supported are type selectors, `*`, identifiers, classes, attributes with all operators and the flags `i` and `s`, the
/// combinators, selector lists, `:is`, `:where`, `:not`, `:has`, `:root`, `:empty`, `:link`, `:nth-child` with `of` and its
/// relatives. Anything else is an error, which names the part and what could be used instead.
///
/// A selector that starts with `/`, `./`, `.//` or `(` is an XPath 1.0. Supported are:
///
/// * location paths, with all axes except `namespace`, and unions of paths;
/// * predicates on attributes, positions, text and relative paths, with `and`, `or`, `not()` and comparisons;
/// * the functions `contains()`, `starts-with()`, `normalize-space()`, `translate()`, `concat()`, `substring-before()`,
///   `substring-after()`, `string()`, `string-length()`, `number()`, `count()`, `name()`, `local-name()`, `position()` and
///   `last()`, and `has-class()` of parsel;
/// * `/@name` and `/text()` at the end of a path ([`result_of`](Self::result_of)).
///
/// The names in an XPath match as in a browser's `document.evaluate`: the name of an element matches HTML elements only. For
/// others, use `*[local-name()="svg"]`. The document node is never a match.
///
/// ```
/// use tagrake_extract::{Selectors, XPathResult};
///
/// let selectors = Selectors::compile(&["//h2/following-sibling::p[1]", "//a[contains(@class, 'x')]/@href", "h2 + p"])?;
/// assert_eq!(*selectors.result_of(0), XPathResult::Element);
/// assert_eq!(*selectors.result_of(1), XPathResult::Attribute("href".into()));
/// # Ok::<(), tagrake_extract::SelectorError>(())
/// ```
///
/// ```
/// use tagrake::{Arena, Options, tokenize_in};
/// use tagrake_extract::{SelectSink, Selectors};
///
/// let selectors = Selectors::compile(&["ul > li:first-child a[href]", ".price"])?;
/// let html = b"<ul><li><a href=/one>1</a><li><a href=/two>2</a></ul><b class='price new'>3";
/// let arena = Arena::new();
/// let mut sink = SelectSink::new(&selectors, &arena, false);
/// tokenize_in(html, &Options::default().with_feedback(false), &arena, &mut sink);
/// let matches = sink.finish();
/// let links: Vec<_> = matches.of(0).map(|link| link.attribute("href").unwrap()).collect();
/// assert_eq!(links, [b"/one"]);
/// assert_eq!(matches.of(1).map(|price| price.offset()).collect::<Vec<_>>(), [53]);
/// # Ok::<(), tagrake_extract::SelectorError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Selectors {
    program: Program,
}

impl Selectors {
    /// Compiles selectors. Each may be a selector list such as `h1, h2`, or a union of paths such as `//h1 | //h2`.
    pub fn compile(selectors: &[&str]) -> Result<Self, SelectorError> {
        Ok(Self { program: Program::compile(selectors)? })
    }

    /// Returns the number of selectors.
    pub fn len(&self) -> usize {
        self.program.selectors
    }

    /// Returns which part of its elements the selector with this index selects.
    ///
    /// # Panics
    ///
    /// If there is no selector with this index. So does [`report`](Self::report).
    pub fn result_of(&self, selector: usize) -> &XPathResult {
        &self.program.sources[selector].result
    }

    /// Returns the normal form and the cost of the selector with this index.
    pub fn report(&self, selector: usize) -> SelectorReport {
        SelectorReport::new(&self.program, selector)
    }

    /// Returns true if there are no selectors.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
