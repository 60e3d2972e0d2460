//! Writes the blocks of a page as simplified HTML, in which each block has its index.

use super::super::block::Blocks;
use super::new_elements::{Found, NewElements};
use crate::blocks::ROOT;
use crate::names::Element;
use alloc::string::String;
use core::fmt::Write as _;

/// Maximum number of open containers. The content of deeper ones belongs to the innermost one that is open.
const MAX_OPEN: usize = 64;

impl Blocks<'_> {
    /// Appends the visible blocks as simplified HTML, for a model that reads HTML and answers with the indices of blocks.
    ///
    /// Each block is an element with its [index](crate::Block::index) in `data-block`: a heading, `p`, `pre` or `div`. Around it are
    /// the elements that say what it is: `nav`, `article`, lists, tables, quotes, forms. All other elements and attributes are left
    /// out, as is hidden text.
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor};
    ///
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_blocks(true));
    /// let html = b"<nav class=x><a href=/>Home</a></nav><div><div><h1>Tea</h1><ul><li>1 &lt; 2<li hidden>3</ul></div></div>";
    /// let page = extractor.extract(html, &Context::default());
    /// let mut simplified = String::new();
    /// page.blocks.unwrap().write_html(&mut simplified);
    /// assert_eq!(
    ///     simplified,
    ///     "<nav>\n<div data-block=0>Home</div>\n</nav>\n<h1 data-block=1>Tea</h1>\n<ul>\n<li>\n<div data-block=2>1 &lt; 2</div>\n\
    ///     </li>\n</ul>\n"
    /// );
    /// ```
    pub fn write_html(&self, html: &mut String) {
        let (rows, elements) = (self.table.rows, self.table.elements);
        // The elements that are open in `html`, by their indices. An element has a greater index than its parent.
        let (mut open, mut open_len) = ([ROOT; MAX_OPEN], 0);
        let mut visited = NewElements::new();
        for (index, row) in rows.iter().enumerate().filter(|(_, row)| !row.is_hidden) {
            let found: Found<MAX_OPEN> =
                visited.enter(elements, row.element, |element| CONTAINERS[element.element as usize]);
            while open_len > 0 && open[open_len - 1] > found.outer {
                open_len -= 1;
                push_tag(html, "</", elements[open[open_len] as usize].element);
            }
            for element in found.outermost_first().take(MAX_OPEN - open_len) {
                push_tag(html, "<", elements[element as usize].element);
                open[open_len] = element;
                open_len += 1;
            }
            let element = &elements[row.element as usize];
            let name = match element.element {
                _ if row.is_pre => "pre",
                _ if element.heading > 0 => &"h1h2h3h4h5h6"[usize::from(element.heading) * 2 - 2..][..2],
                Element::P => "p",
                _ => "div",
            };
            // Writing to a string does not fail. The parser drops the first line feed of `pre`.
            let line_feed = if row.is_pre { "\n" } else { "" };
            let _ = write!(html, "<{name} data-block={index}>{line_feed}");
            push_escaped(html, self.table.text_of(row));
            let _ = writeln!(html, "</{name}>");
        }
        for &element in open[..open_len].iter().rev() {
            push_tag(html, "</", elements[element as usize].element);
        }
    }
}

/// The elements that say what the blocks in them are.
const CONTAINERS: [bool; Element::ALL.len()] = {
    use Element::*;
    Element::set(&[
        Address, Article, Aside, Blockquote, Button, Caption, Dd, Details, Dialog, Dl, Dt, Figcaption, Figure, Footer,
        Form, Header, Li, Main, Menu, Nav, Ol, Section, Summary, Table, Td, Th, Tr, Ul,
    ])
};

fn push_tag(html: &mut String, start: &str, element: Element) {
    // Writing to a string does not fail.
    let _ = writeln!(html, "{start}{}>", element.as_str());
}

fn push_escaped(html: &mut String, text: &str) {
    for part in text.split_inclusive(['&', '<']) {
        if let Some(before) = part.strip_suffix('&') {
            html.extend([before, "&amp;"]);
        } else if let Some(before) = part.strip_suffix('<') {
            html.extend([before, "&lt;"]);
        } else {
            html.push_str(part);
        }
    }
}
