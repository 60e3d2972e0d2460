//! The elements that end blocks, contain them, or have no text.

use crate::names::Element;

/// Returns true if the start and the end of an element end a block.
pub(crate) fn is_boundary(element: Element) -> bool {
    IS_BOUNDARY[element as usize]
}

/// Returns true if a block remembers the element as its innermost container.
pub(in crate::blocks) fn is_container(element: Element) -> bool {
    IS_CONTAINER[element as usize]
}

/// Returns true if the content of an element is left out.
pub(super) fn is_left_out(element: Element) -> bool {
    IS_LEFT_OUT[element as usize]
}

const IS_BOUNDARY: [bool; Element::ALL.len()] = {
    use Element::*;
    Element::set(&[
        Address, Article, Aside, Blockquote, Button, Caption, Center, Dd, Details, Dialog, Dir, Div, Dl, Dt, Fieldset,
        Figcaption, Figure, Footer, Form, H1, H2, H3, H4, H5, H6, Header, Hgroup, Hr, Iframe, Legend, Li, Listing,
        Main, Menu, Nav, Ol, Optgroup, Option, P, Plaintext, Pre, Search, Section, Select, Summary, Table, Tbody, Td,
        Tfoot, Th, Thead, Tr, Ul, Xmp,
    ])
};

const IS_CONTAINER: [bool; Element::ALL.len()] = {
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
