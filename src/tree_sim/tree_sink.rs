//! The effects of tree construction on elements and text, for a receiver that keeps a tree.

use super::Name;
use crate::token::Namespace;
use core::fmt::Debug;
use core::ops::Range;

/// Receives the elements and the text of a document in the order in which tree construction inserts and moves them.
///
/// The children of a `template` element are its contents. Comments, DOCTYPEs and attributes are not passed on: a receiver
/// that keeps attributes stores the start tag before the simulator processes it.
///
/// `()` receives nothing, at no cost.
pub trait TreeSink {
    /// A node: an element, or text that [`insert_text`](Self::insert_text) made.
    type Node: Copy + Default + Debug;

    /// False if the sink does nothing, so that no place has to be found.
    const RECEIVES: bool = true;

    /// Creates an element.
    fn create(&mut self, element: NewElement<'_>) -> Self::Node;

    /// Creates an element for the token of `node`, which is a formatting element.
    fn create_again(&mut self, node: Self::Node) -> Self::Node;

    /// Inserts an element. If it has a parent, removes it from there before.
    fn insert(&mut self, place: Place<Self::Node>, child: Self::Node);

    /// Moves all children of `from` to the end of `to`.
    fn move_children(&mut self, from: Self::Node, to: Self::Node);

    /// Removes an element from its parent.
    fn detach(&mut self, node: Self::Node);

    /// Ends an element: the current token removes it from the stack of open elements.
    fn close(&mut self, node: Self::Node) {
        let _ = node;
    }

    /// Adds the attributes of the current start tag that `node` does not have.
    fn add_attributes(&mut self, node: Self::Node);

    /// Sets whether the document is in [quirks mode](https://dom.spec.whatwg.org/#concept-document-quirks), before the
    /// second element is created.
    fn set_quirks(&mut self, quirks: bool) {
        let _ = quirks;
    }

    /// Returns true if the sink takes text. Otherwise the methods for text are not called.
    fn takes_text(&self) -> bool {
        false
    }

    /// Inserts characters: the held ones, then the current text in this range of its decoded bytes. A NULL
    /// in them means U+FFFD.
    fn insert_text(&mut self, place: Place<Self::Node>, range: Range<usize>) {
        let _ = (place, range);
    }

    /// Inserts a comment or processing instruction after the last child of an element. Called only if the sink takes text, and
    /// not for comments that have no text before or after them: in the document, and after the `body` element.
    fn insert_comment(&mut self, parent: Self::Node) {
        let _ = parent;
    }

    /// Holds characters of the current text until the next call of [`insert_text`](Self::insert_text).
    fn hold_text(&mut self, range: Range<usize>) {
        let _ = range;
    }

    /// Returns true if the sink holds characters.
    fn holds_text(&self) -> bool {
        false
    }
}

/// Where a node is inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place<N> {
    /// In the document.
    Document,
    /// After the last child of this element.
    In(N),
    /// After the last child of this element, which holds the current node. Foster parenting in a `template`.
    Above(N),
    /// Before `table`, or after the last child of `above` if `table` has no parent.
    Before {
        /// The last open `table`.
        table: N,
        /// The open element above it.
        above: N,
    },
}

/// An element that tree construction creates.
#[derive(Clone, Copy, Debug)]
pub struct NewElement<'t> {
    /// The name.
    pub name: Name,
    /// If `name` is [`Name::Other`], the name in lower case.
    pub bytes: &'t [u8],
    /// The namespace.
    pub namespace: Namespace,
    /// True if the element has the attributes of the current start tag. Otherwise it is implied, and has none.
    pub has_tag: bool,
}

impl NewElement<'static> {
    /// Returns an HTML element that the rules imply.
    pub(super) fn implied(name: Name) -> Self {
        Self { name, bytes: &[], namespace: Namespace::Html, has_tag: false }
    }
}

impl TreeSink for () {
    type Node = ();

    const RECEIVES: bool = false;

    #[inline(always)]
    fn create(&mut self, _: NewElement<'_>) {}

    #[inline(always)]
    fn create_again(&mut self, (): ()) {}

    #[inline(always)]
    fn insert(&mut self, _: Place<()>, (): ()) {}

    #[inline(always)]
    fn move_children(&mut self, (): (), (): ()) {}

    #[inline(always)]
    fn detach(&mut self, (): ()) {}

    #[inline(always)]
    fn add_attributes(&mut self, (): ()) {}
}
