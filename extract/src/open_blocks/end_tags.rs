//! The rules for end tags: which elements they end.

use super::categories::{
    BUTTON_SCOPE, FOREIGN, LIST_SCOPE, NAMED, SCOPE, SPECIAL, TABLE_SCOPE, code_of_name, is_heading,
};
use super::{OpenBlocks, is_tracked};
use crate::names::Element;
use tagrake::names;
use tagrake::scan::last;

impl OpenBlocks<'_> {
    /// Returns the number of elements that stay open after an HTML end tag, or `None` if the tag ends no element.
    /// `form` and elements pushed by name have methods of their own: [`end_form`](Self::end_form) and
    /// [`before_named_end`](Self::before_named_end).
    #[rustfmt::skip]
    pub(crate) fn before_end(&self, element: Element) -> Option<usize> {
        use Element::*;
        if self.codes().last() == Some(&(element as u16)) {
            return Some(self.len() - 1);
        }
        match element {
            P if !self.has_paragraph() => None,
            P => self.in_scope(P, SCOPE | BUTTON_SCOPE),
            Li => self.in_scope(Li, SCOPE | LIST_SCOPE),
            H1 | H2 | H3 | H4 | H5 | H6 => {
                let index = last(self.codes(), is_heading)?;
                (!self.has_above(index + 1, SCOPE)).then_some(index)
            }
            Caption | Table | Tbody | Thead | Tfoot | Tr | Td | Th => self.in_scope(element, TABLE_SCOPE),
            Template if self.templates.is_empty() => None,
            Template => self.in_scope(Template, 0),
            // The rule for "any other end tag": these elements are not special.
            Audio | Canvas | Datalist | Legend | Meter | Optgroup | Option | Progress | Video => {
                self.in_scope(element, SPECIAL)
            }
            _ if is_tracked(element) => self.in_scope(element, SCOPE),
            _ => None,
        }
    }

    /// Handles the end tag of `form`. Returns the number of elements that stay open, and the index of the form if it is
    /// still among them: the caller must then [remove](Self::remove) it. Returns `None` if the tag ends no element.
    pub(crate) fn end_form(&mut self) -> Option<(usize, Option<usize>)> {
        if self.templates.is_empty() && !core::mem::take(&mut self.has_form) {
            return None;
        }
        let index = self.in_scope(Element::Form, SCOPE)?;
        if !self.templates.is_empty() {
            return Some((index, None));
        }
        let height = self.without_implied(self.len(), Element::Other);
        Some(if height == index + 1 { (index, None) } else { (height, Some(index)) })
    }

    /// Returns the index of the foreign element that an end tag in foreign content ends. Returns `None` if the rules
    /// for HTML apply instead.
    pub(crate) fn before_foreign_end(&self, name: &[u8]) -> Option<usize> {
        let index = self.last_named(name, FOREIGN)?;
        self.categories()[index..].iter().all(|category| category & FOREIGN != 0).then_some(index)
    }

    /// Returns the index of the HTML element pushed by name that its end tag ends, with true if the elements above it
    /// end too. Returns `None` if the tag ends no element.
    pub(crate) fn before_named_end(&self, name: &[u8]) -> Option<(usize, bool)> {
        let index = self.last_named(name, 0)?;
        let holds_special = self.has_above(index + 1, SPECIAL);
        if names::Element::of(name).is_formatting() {
            // The adoption agency algorithm leaves special elements open.
            (!self.has_above(index + 1, SCOPE)).then_some((index, !holds_special))
        } else {
            (!holds_special).then_some((index, true))
        }
    }

    /// Returns the index of the innermost element that was pushed by name with this name and this
    /// [category of foreign elements](FOREIGN).
    fn last_named(&self, name: &[u8], foreign: u8) -> Option<usize> {
        let code = code_of_name(name, foreign);
        if self.named[usize::from(code) % self.named.len()] == 0 {
            return None;
        }
        let (mut end, mut name_index) = (self.len(), self.names.len());
        while let Some(index) = last(&self.codes()[..end], |open| open == code) {
            name_index -= self.codes()[index..end].iter().filter(|&&code| code >= NAMED).count();
            if self.names[name_index] == name {
                return Some(index);
            }
            end = index; // another name with the same code
        }
        None
    }
}
