//! The [adoption agency algorithm](https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm).

use super::Tree;
use super::element::{Element, Kind};
use super::elements::{Holder, Id};
use super::formatting::Entry;
use crate::feedback::names::Name;

impl Tree {
    /// Runs the algorithm for a tag whose name is `subject`.
    pub(super) fn adoption_agency(&mut self, subject: Name) {
        let current = self.open[self.open.len() - 1];
        if self.current_node().is(subject) && !self.is_listed(current) {
            self.pop();
            return;
        }
        for _ in 0..8 {
            let Some((entry, formatting_element)) = self.last_formatting_element(subject) else {
                return self.any_other_end_tag(subject, &[]);
            };
            let Some(place) = self.place(formatting_element) else {
                return self.remove_entry(entry);
            };
            if !self.is_in_scope(place) {
                return;
            }
            let furthest_block =
                (place + 1..self.open.len()).find(|&place| self.elements.kind(self.open[place]).is_special());
            let Some(furthest_block) = furthest_block else {
                self.truncate(place);
                return self.remove_entry(entry);
            };
            self.adopt(entry, formatting_element, furthest_block);
        }
    }

    /// One pass of the outer loop, from the common ancestor on. `place` is that of the furthest block.
    fn adopt(&mut self, entry: usize, formatting_element: Id, place: usize) {
        let furthest_block = self.open[place];
        let mut bookmark = entry;
        let mut last_node = furthest_block;
        let mut place = place;
        for inner_loop_counter in 1_usize.. {
            place -= 1;
            let node = self.open[place];
            if node == formatting_element {
                break;
            }
            let mut entry = self.entry(node);
            if let (Some(at), true) = (entry, inner_loop_counter > 3) {
                self.remove_entry(at);
                bookmark -= usize::from(at < bookmark);
                entry = None;
            }
            let Some(at) = entry else {
                self.remove(place);
                continue;
            };
            let new = self.create_again(node);
            self.open[place] = new;
            self.replace_entry(at, new);
            self.elements.release(node, Holder::Stack);
            if last_node == furthest_block {
                bookmark = at + 1;
            }
            last_node = new;
        }
        let new = self.create_again(formatting_element);
        self.elements.hold(new, Holder::List);
        if let Some(at) = self.entry(formatting_element)
            && let Entry::Element { attributes, .. } = self.formatting.remove(at)
        {
            self.elements.release(formatting_element, Holder::List);
            bookmark -= usize::from(at < bookmark);
            self.formatting.insert(bookmark, Entry::Element { id: new, attributes });
        }
        // `place` is that of the formatting element now.
        self.remove(place);
        let below = self.place(furthest_block).map_or(self.open.len(), |place| place + 1);
        self.open.insert(below, new);
    }

    /// Creates an element for the token for which a formatting element was created; it will be in the stack.
    fn create_again(&mut self, id: Id) -> Id {
        let kind = Kind { name: self.elements.kind(id).name, ..Kind::default() };
        self.elements.add(Element::new(kind, &[]), Holder::Stack)
    }
}
