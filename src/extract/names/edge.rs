//! How the edges of elements separate the text around them.

use super::Element;

/// What the edges of an element are in the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::extract) enum Edge {
    /// Nothing.
    None,
    /// White space.
    Space,
    /// The end of a line.
    Line,
}

impl Element {
    const EDGES: [Edge; Self::ALL.len()] = {
        let mut edges = [Edge::None; Self::ALL.len()];
        let mut index = 0;
        while index < edges.len() {
            edges[index] = Self::ALL[index].find_edge();
            index += 1;
        }
        edges
    };

    /// Returns what the element's edges are in the text around it.
    #[inline]
    pub(in crate::extract) fn edge(self) -> Edge {
        Self::EDGES[self as usize]
    }

    /// Sources: the `display` of [rendering](https://html.spec.whatwg.org/multipage/rendering.html#flow-content-3); cells
    /// and what stands in a line like an image part words too.
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
}
