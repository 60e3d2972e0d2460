//! The elements of MathML, and how TeX lays them out.

use super::tokens::Token;

/// How an element is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// The children in a row.
    Row,
    Token(Token),
    Fraction,
    Root,
    IndexedRoot,
    Subscript,
    Superscript,
    BothScripts,
    Under,
    Over,
    UnderOver,
    Multiscripts,
    Prescripts,
    Fenced,
    Table,
    TableRow,
    Cell,
    Enclosed,
    Space,
    /// One of the children.
    Action,
    /// The first child.
    Semantics,
    /// Nothing.
    Hidden,
}

impl Layout {
    /// Returns the layout of an element.
    pub(super) fn of(name: &[u8]) -> Self {
        match name {
            b"mi" | b"ci" | b"csymbol" => Self::Token(Token::Identifier),
            b"mn" | b"cn" => Self::Token(Token::Number),
            b"mo" => Self::Token(Token::Operator),
            b"mtext" => Self::Token(Token::Text),
            b"ms" => Self::Token(Token::Literal),
            b"mfrac" => Self::Fraction,
            b"msqrt" => Self::Root,
            b"mroot" => Self::IndexedRoot,
            b"msub" => Self::Subscript,
            b"msup" => Self::Superscript,
            b"msubsup" => Self::BothScripts,
            b"munder" => Self::Under,
            b"mover" => Self::Over,
            b"munderover" => Self::UnderOver,
            b"mmultiscripts" => Self::Multiscripts,
            b"mprescripts" => Self::Prescripts,
            b"mfenced" => Self::Fenced,
            b"mtable" => Self::Table,
            b"mtr" | b"mlabeledtr" => Self::TableRow,
            b"mtd" => Self::Cell,
            b"menclose" => Self::Enclosed,
            b"mspace" => Self::Space,
            b"maction" => Self::Action,
            b"semantics" => Self::Semantics,
            b"annotation" | b"annotation-xml" | b"maligngroup" | b"malignmark" | b"mphantom" | b"none" => Self::Hidden,
            _ => Self::Row,
        }
    }

    /// Returns the names of the attributes that the layout depends on.
    pub(super) fn attributes(self) -> [&'static [u8]; 3] {
        match self {
            Self::Fraction => [b"linethickness", b"bevelled", b""],
            Self::Fenced => [b"open", b"close", b"separators"],
            Self::Token(Token::Literal) => [b"lquote", b"rquote", b""],
            Self::Table => [b"columnalign", b"", b""],
            Self::Enclosed => [b"notation", b"", b""],
            Self::Space => [b"width", b"", b""],
            Self::Action => [b"selection", b"", b""],
            _ => [b"", b"", b""],
        }
    }
}
