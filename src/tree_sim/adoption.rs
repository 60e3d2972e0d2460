//! The [adoption agency algorithm](https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm).

use super::TreeSim;
use super::element::{SPECIAL, Scope};
use super::element_table::{ElementId, Holder};
use super::names::Name;

impl TreeSim {
    /// Runs the algorithm for a tag whose name is `subject`.
    pub(super) fn adoption_agency(&mut self, subject: Name) {
        let current = self.open.current();
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
            if !self.open.is_in_scope(place, Scope::Default) {
                return;
            }
            let Some(furthest_block) = self.open.first_above(place, SPECIAL) else {
                self.truncate(place);
                return self.remove_entry(entry);
            };
            self.adopt(entry, formatting_element, furthest_block);
        }
    }

    /// One pass of the outer loop, from the common ancestor on. `place` is that of the furthest block.
    fn adopt(&mut self, entry: usize, formatting_element: ElementId, place: usize) {
        let furthest_block = self.open.ids()[place];
        let mut bookmark = entry;
        let mut last_node = furthest_block;
        let mut place = place;
        for inner_loop_counter in 1_usize.. {
            place -= 1;
            let node = self.open.ids()[place];
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
            self.open.replace(place, new, &self.elements[new]);
            self.replace_entry(at, new);
            self.elements.release(node, Holder::Stack);
            if last_node == furthest_block {
                bookmark = at + 1;
            }
            last_node = new;
        }
        let new = self.create_again(formatting_element);
        self.elements.hold(new, Holder::List);
        if let Some(at) = self.entry(formatting_element) {
            bookmark -= usize::from(at < bookmark);
            self.formatting.move_entry(at, bookmark, new);
            self.elements.release(formatting_element, Holder::List);
        }
        // `place` is that of the formatting element now.
        self.remove(place);
        let below = self.place(furthest_block).map_or(self.open.len(), |place| place + 1);
        self.open.insert(below, new, &self.elements[new]);
    }

    /// Creates an element for the token for which a formatting element was created; it will be in the stack.
    fn create_again(&mut self, id: ElementId) -> ElementId {
        let again = self.again(id);
        self.elements.add(again, Holder::Stack)
    }
}
