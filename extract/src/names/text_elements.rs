//! The effects of elements on text: the separators at their edges, and the blocks that they end, contain or leave out.

use super::{Element, element_table};

/// The separator that the start and the end of an element put into the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Edge {
    /// No separator.
    None,
    /// White space.
    Space,
    /// A line break.
    Line,
}

impl Element {
    const EDGES: [Edge; Self::ALL.len()] = element_table!(|element| element.find_edge());

    /// Returns the separator at the start and the end of the element.
    #[inline]
    pub(crate) const fn edge(self) -> Edge {
        Self::EDGES[self as usize]
    }

    /// Source: the `display` values of
    /// [rendering](https://html.spec.whatwg.org/multipage/rendering.html#flow-content-3). Table cells, and boxes in a
    /// line such as images, separate words too.
    const fn find_edge(self) -> Edge {
        use Element::*;
        match self {
            Address | Article | Aside | Blockquote | Br | Caption | Center | Dd | Details | Dialog | Dir | Div | Dl
            | Dt | Fieldset | Figcaption | Figure | Footer | Form | H1 | H2 | H3 | H4 | H5 | H6 | Header | Hgroup
            | Hr | Legend | Li | Listing | Main | Menu | Nav | Ol | Optgroup | Option | P | Plaintext | Pre
            | Search | Section | Summary | Table | Tbody | Tfoot | Thead | Tr | Ul | Xmp => Edge::Line,
            Audio | Button | Canvas | Embed | Iframe | Img | Image | Input | Meter | Object | Progress | Select
            | Td | Textarea | Th | Video => Edge::Space,
            _ => Edge::None,
        }
    }

    /// Returns true if the start and the end of the element end a block.
    pub(crate) const fn ends_block(self) -> bool {
        ENDS_BLOCK[self as usize]
    }

    /// Returns true if a block remembers the element as its innermost container.
    pub(crate) const fn contains_blocks(self) -> bool {
        CONTAINS_BLOCKS[self as usize]
    }

    /// Returns true for a cell of a table.
    pub(crate) const fn is_cell(self) -> bool {
        matches!(self, Self::Td | Self::Th)
    }

    /// Returns true if the element never has a box: browsers render nothing for it, or tree construction ignores it in the body.
    pub(crate) const fn has_no_box(self) -> bool {
        HAS_NO_BOX[self as usize]
    }

    /// Returns true if the element keeps the white space of its text.
    #[inline(always)]
    pub(crate) const fn is_preformatted(self) -> bool {
        matches!(self, Self::Listing | Self::Plaintext | Self::Pre | Self::Xmp)
    }

    /// Returns true if blocks leave out the content of the element.
    pub(crate) const fn is_left_out(self) -> bool {
        IS_LEFT_OUT[self as usize]
    }
}

const HAS_NO_BOX: [bool; Element::ALL.len()] = {
    use Element::*;
    Element::set(&[
        Area, Base, Bgsound, Datalist, Frame, Frameset, Head, Html, Link, Meta, Noembed, Noframes, Script, Source,
        Style, Template, Title, Track,
    ])
};

/// A block ends where a line of text does, except for `br`, and at some boxes that are not on a line of their own.
const ENDS_BLOCK: [bool; Element::ALL.len()] = {
    use Element::*;
    element_table!(|element| {
        matches!(element.edge(), Edge::Line) && !matches!(element, Br)
            || element.is_cell()
            || matches!(element, Button | Iframe | Select)
    })
};

const CONTAINS_BLOCKS: [bool; Element::ALL.len()] = {
    use Element::*;
    Element::set(&[
        Article, Aside, Blockquote, Center, Details, Dialog, Dir, Div, Dl, Fieldset, Figure, Footer, Form, Header, Li,
        Main, Menu, Nav, Ol, Pre, Search, Section, Table, Tbody, Td, Tfoot, Th, Thead, Tr, Ul,
    ])
};

const IS_LEFT_OUT: [bool; Element::ALL.len()] = {
    use Element::*;
    Element::set(&[Audio, Canvas, Datalist, Meter, Progress, Select, Video])
};
