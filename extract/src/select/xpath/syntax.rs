//! XPath expressions as they are written: what the parser returns and the translation reads.

use super::super::strings::Comparison;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

/// An expression and its place in the text.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub(super) kind: ExprKind,
    pub(super) span: Range<usize>,
}

#[derive(Clone, Debug)]
pub(super) enum ExprKind {
    Or(Vec<Expr>),
    And(Vec<Expr>),
    Compare(Comparison, Box<[Expr; 2]>),
    Arithmetic(Arithmetic, Box<[Expr; 2]>),
    Negative(Box<Expr>),
    Union(Vec<Expr>),
    Literal(Box<str>),
    Number(f64),
    Call(Box<str>, Vec<Expr>),
    Path(Path),
    /// An expression with predicates and steps after it: `(//a)[1]/b`.
    Filter {
        base: Box<Expr>,
        predicates: Vec<Expr>,
        steps: Vec<Step>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

/// A location path.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// True if it starts at the document.
    pub(super) is_absolute: bool,
    pub(super) steps: Vec<Step>,
}

#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) axis: Axis,
    pub(super) test: NodeTest,
    pub(super) predicates: Vec<Expr>,
    pub(super) span: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Child,
    Descendant,
    DescendantOrSelf,
    FollowingSibling,
    Following,
    Own,
    Parent,
    Ancestor,
    AncestorOrSelf,
    PrecedingSibling,
    Preceding,
    Attribute,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NodeTest {
    /// `*`
    Any,
    /// `node()`
    Node,
    /// `text()`
    Text,
    Name(Box<str>),
}
