//! The rules for start tags: which elements they end, and whether their own element is pushed.

use super::categories::{BUTTON_SCOPE, FOREIGN, INTEGRATION_POINT, SCOPE, STOPS_ITEMS, TABLE_SCOPE, is_heading};
use super::{Insert, OpenBlocks, TemplateContent, is_tracked};
use crate::names::Element;
use tagrake::scan::last;

/// The effect of a start tag on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StartEffect {
    /// The number of elements that stay open.
    pub(crate) height: usize,
    /// What to do with the element itself.
    pub(crate) insert: Insert,
}

impl OpenBlocks<'_> {
    /// Returns true if a `template` is open. [`update_template`](Self::update_template) must then be called for each
    /// start tag.
    #[inline]
    pub(crate) fn has_template(&self) -> bool {
        !self.templates.is_empty()
    }

    /// Updates the content of the innermost `template` for an HTML start tag. Must be called before
    /// [`before_start`](Self::before_start).
    pub(crate) fn update_template(&mut self, element: Element, name: &[u8]) {
        use Element::*;
        let Some(holds) = self.templates.last_mut().filter(|holds| **holds == TemplateContent::Nothing) else { return };
        *holds = match element {
            Base | Bgsound | Link | Meta | Noframes | Script | Style | Template | Title => return,
            Caption | Tbody | Thead | Tfoot | Tr | Td | Th => TemplateContent::TableParts,
            _ if matches!(name, b"col" | b"colgroup") => TemplateContent::TableParts,
            _ => TemplateContent::Flow,
        };
    }

    /// Returns the number of elements that stay open before an HTML start tag in foreign content: foreign elements that
    /// cannot contain HTML end.
    pub(crate) fn before_html(&self) -> usize {
        let is_left = |&&category: &&u8| category & (FOREIGN | INTEGRATION_POINT) == FOREIGN;
        self.len() - self.categories().iter().rev().take_while(is_left).count()
    }

    /// Returns the effect of an HTML start tag.
    #[rustfmt::skip]
    pub(crate) fn before_start(&self, element: Element) -> StartEffect {
        use Element::*;
        let len = self.len();
        let push = |height| StartEffect { height, insert: Insert::Push };
        let transparent = |height| StartEffect { height, insert: Insert::Transparent };
        let ignored = StartEffect { height: len, insert: Insert::Ignored };
        match element {
            Address | Article | Aside | Blockquote | Center | Details | Dialog | Dir | Div | Dl | Fieldset | Figcaption
            | Figure | Footer | Header | Hgroup | Listing | Main | Menu | Nav | Ol | P | Plaintext | Pre | Search
            | Section | Summary | Ul => push(self.without_paragraph(len)),
            H1 | H2 | H3 | H4 | H5 | H6 => {
                let height = self.without_paragraph(len);
                push(height - usize::from(height > 0 && is_heading(self.codes()[height - 1])))
            }
            Li => push(self.without_item(&[Li])),
            Dd | Dt => push(self.without_item(&[Dd, Dt])),
            Form if self.has_form && self.templates.is_empty() => ignored,
            // In a table, but outside its cells, a form is inserted and popped at once.
            Form if self.table_between_cells().is_some() => transparent(len),
            Form => push(self.without_paragraph(len)),
            Table => {
                let height = self.table_between_cells().unwrap_or(len);
                push(if self.is_quirky { height } else { self.without_paragraph(height) })
            }
            Caption | Tbody | Thead | Tfoot | Tr | Td | Th => match self.table_context(element) {
                Some(height) => push(height),
                None => ignored,
            },
            Button => push(self.in_scope(Button, SCOPE).unwrap_or(len)),
            Select => match self.in_scope(Select, SCOPE) {
                Some(height) => StartEffect { height, insert: Insert::Ignored },
                None => push(len),
            },
            Input => transparent(self.in_scope(Select, SCOPE).unwrap_or(len)),
            Hr => {
                let height = self.without_paragraph(len);
                transparent(if self.is_in_select() { self.without_implied(height, Other) } else { height })
            }
            Xmp => transparent(self.without_paragraph(len)),
            Option | Optgroup if self.is_in_select() => {
                push(self.without_implied(len, if element == Option { Optgroup } else { Other }))
            }
            Option | Optgroup => push(len - usize::from(self.codes().last() == Some(&(Option as u16)))),
            _ if is_tracked(element) => push(len),
            _ => transparent(len),
        }
    }

    /// Returns the element that must be inserted before a row or a cell, or `None` if its parent is open.
    pub(crate) fn missing_part(&self, part: Element) -> Option<Element> {
        let innermost = *self.codes().last()?;
        match part {
            _ if innermost == Element::Table as u16 => Some(Element::Tbody),
            Element::Td | Element::Th if innermost != Element::Tr as u16 && innermost != Element::Template as u16 => {
                Some(Element::Tr)
            }
            _ => None,
        }
    }

    /// Sets the form element pointer after a `form` start tag that was not ignored.
    pub(crate) fn start_form(&mut self) {
        self.has_form |= self.templates.is_empty();
    }

    /// Returns the height after closing the `p` element in button scope, if there is one.
    #[inline]
    fn without_paragraph(&self, height: usize) -> usize {
        if !self.has_paragraph() {
            return height;
        }
        if height > 0 && self.codes()[height - 1] == Element::P as u16 {
            return height - 1;
        }
        self.in_scope_below(height, Element::P, SCOPE | BUTTON_SCOPE).unwrap_or(height)
    }

    /// Returns the height after closing the open element of `items`, and a `p` that contains it.
    fn without_item(&self, items: &[Element]) -> usize {
        let item = last(self.codes(), |open| items.iter().any(|&item| open == item as u16));
        let item = item.filter(|&index| !self.has_above(index + 1, STOPS_ITEMS));
        self.without_paragraph(item.unwrap_or(self.len()))
    }

    /// Returns the height after [generating implied end
    /// tags](https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags), except for `exception`.
    pub(super) fn without_implied(&self, height: usize, exception: Element) -> usize {
        use Element::*;
        let is_implied = |&&code: &&u16| {
            let implied = [Dd, Dt, Li, Optgroup, Option, P];
            implied.iter().any(|&element| element != exception && code == element as u16)
        };
        height - self.codes()[..height].iter().rev().take_while(is_implied).count()
    }

    fn is_in_select(&self) -> bool {
        self.in_scope(Element::Select, SCOPE).is_some()
    }

    /// Returns the index of the innermost table if no cell or caption is open in it, that is, if the insertion mode is
    /// one of the table modes.
    fn table_between_cells(&self) -> Option<usize> {
        use Element::*;
        let table = self.in_scope(Table, TABLE_SCOPE)?;
        let holds_text = |open| [Td, Th, Caption].iter().any(|&part| open == part as u16);
        last(&self.codes()[table..], holds_text).is_none().then_some(table)
    }

    /// Returns the height at which a table part is inserted, or `None` outside of tables.
    fn table_context(&self, part: Element) -> Option<usize> {
        use Element::*;
        let table = last(self.codes(), |open| open == Table as u16 || open == Template as u16)?;
        if self.codes()[table] == Template as u16 && self.templates.last() == Some(&TemplateContent::Flow) {
            return None;
        }
        let holders: &[Element] = match part {
            Tr => &[Tbody, Thead, Tfoot],
            Td | Th => &[Tr, Tbody, Thead, Tfoot],
            _ => &[],
        };
        // The rows and row groups of this table are its children; deeper ones belong to a nested table.
        let is_holder = |&index: &usize| {
            let code = self.codes().get(index).copied();
            holders.iter().any(|&holder| code == Some(holder as u16))
        };
        let first = Some(table + 1).filter(is_holder);
        let second = first.map(|first| first + 1).filter(is_holder);
        Some(second.or(first).unwrap_or(table) + 1)
    }
}
