//! The rules for end tags: which elements they end.

use super::categories::{
    BUTTON_SCOPE, FOREIGN, LIST_SCOPE, NAMED, SCOPE, SPECIAL, TABLE_SCOPE, code_of_name, is_heading,
};
use super::{OpenBlocks, is_formatting, is_member};
use crate::extract::names::Tag;
use crate::tree_sim::last;

impl OpenBlocks<'_> {
    /// Returns the number of elements that stay open after the end tag of an HTML element, or `None` if it ends none. For
    /// `form` see [`end_form`](Self::end_form), for elements pushed by name [`before_named_end`](Self::before_named_end).
    #[rustfmt::skip]
    pub(in crate::extract) fn before_end(&self, element: Tag) -> Option<usize> {
        use Tag::*;
        if self.codes().last() == Some(&(element as u16)) {
            return Some(self.len() - 1);
        }
        match element {
            P if !self.has_paragraph() => None,
            P => self.in_scope(P, SCOPE | BUTTON_SCOPE),
            Li => self.in_scope(Li, SCOPE | LIST_SCOPE),
            H1 | H2 | H3 | H4 | H5 | H6 => {
                let place = last(self.codes(), is_heading)?;
                (!self.has_above(place + 1, SCOPE)).then_some(place)
            }
            Caption | Table | Tbody | Thead | Tfoot | Tr | Td | Th => self.in_scope(element, TABLE_SCOPE),
            Template if self.templates.is_empty() => None,
            Template => self.in_scope(Template, 0),
            // Any other end tag, for elements that are not special.
            Audio | Canvas | Datalist | Legend | Meter | Optgroup | Option | Progress | Video => {
                self.in_scope(element, SPECIAL)
            }
            _ if is_member(element) => self.in_scope(element, SCOPE),
            _ => None,
        }
    }

    /// Takes the end tag of `form`. Returns the number of elements that stay open, and the place of the form if it is not
    /// the innermost of those: it is then to be [removed](Self::remove).
    pub(in crate::extract) fn end_form(&mut self) -> Option<(usize, Option<usize>)> {
        if self.templates.is_empty() && !core::mem::take(&mut self.has_form) {
            return None;
        }
        let place = self.in_scope(Tag::Form, SCOPE)?;
        if !self.templates.is_empty() {
            return Some((place, None));
        }
        let height = self.without_implied(self.len(), Tag::Other);
        Some(if height == place + 1 { (place, None) } else { (height, Some(place)) })
    }

    /// Returns the place of the element that an end tag in foreign content ends, if it is a foreign element. Otherwise the
    /// rules for HTML apply.
    pub(in crate::extract) fn before_foreign_end(&self, name: &[u8]) -> Option<usize> {
        let place = self.last_named(name, |category| category & FOREIGN != 0)?;
        self.categories()[place..].iter().all(|category| category & FOREIGN != 0).then_some(place)
    }

    /// Returns the place of the HTML element pushed by name that its end tag ends, and whether those above it end too.
    pub(in crate::extract) fn before_named_end(&self, name: &[u8]) -> Option<(usize, bool)> {
        let place = self.last_named(name, |category| category & FOREIGN == 0)?;
        let holds_special = self.has_above(place + 1, SPECIAL);
        if is_formatting(name) {
            // The adoption agency algorithm leaves special elements open.
            (!self.has_above(place + 1, SCOPE)).then_some((place, !holds_special))
        } else {
            (!holds_special).then_some((place, true))
        }
    }

    /// Returns the place of the innermost element pushed with this name for whose category `is` holds.
    fn last_named(&self, name: &[u8], is: impl Fn(u8) -> bool) -> Option<usize> {
        let code = code_of_name(name);
        let mut end = self.len();
        while let Some(place) = last(&self.codes()[..end], |open| open == code) {
            let above = self.codes()[place + 1..].iter().filter(|&&code| code >= NAMED).count();
            if is(self.categories()[place]) && self.names[self.names.len() - 1 - above] == name {
                return Some(place);
            }
            end = place;
        }
        None
    }
}
