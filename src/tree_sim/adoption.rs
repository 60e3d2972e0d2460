//! The [adoption agency algorithm](https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm), for
//! end tags of formatting elements. Without a tree, only the stack and the list change. The [`TreeSink`] gets the
//! moves of nodes.
//!
//! Example: `<b><p>x</b>`. The formatting element is `b`, the furthest block is `p`. In the tree, `b` is closed before
//! `p` and opened again inside it. So on the stack `[html, body, b, p]` becomes `[html, body, p, b]`, where the second
//! `b` is a new element; then the next pass finds it, with no furthest block, and pops it.

use super::element::{SPECIAL, Scope};
use super::element_table::{ElementId, Referrer};
use super::{Name, Place, TreeSim, TreeSink};

impl<T: TreeSink> TreeSim<T> {
    /// Runs the algorithm for a tag with the name `subject`.
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
            let Some(index) = self.stack_index(formatting_element) else {
                return self.remove_entry(entry);
            };
            if !self.open.is_in_scope(index, Scope::Default) {
                return;
            }
            let Some(furthest_block) = self.open.first_after(index, SPECIAL) else {
                self.truncate(index);
                return self.remove_entry(entry);
            };
            self.adopt(entry, formatting_element, furthest_block);
        }
    }

    /// Runs one pass of the outer loop, from the step "let common ancestor be ..." on. `entry` is the index of the
    /// formatting element in the list, and `index` the index of the furthest block on the stack.
    fn adopt(&mut self, entry: usize, formatting_element: ElementId, index: usize) {
        let furthest_block = self.open.ids()[index];
        let mut bookmark = entry;
        let mut last_node = furthest_block;
        let mut index = index;
        for inner_loop_counter in 1_usize.. {
            index -= 1;
            let node = self.open.ids()[index];
            if node == formatting_element {
                break;
            }
            let mut entry = self.list_index(node);
            if let (Some(at), true) = (entry, inner_loop_counter > 3) {
                self.remove_entry(at);
                bookmark -= usize::from(at < bookmark);
                entry = None;
            }
            let Some(at) = entry else {
                self.remove(index);
                continue;
            };
            let new = self.recreate_on_stack(node);
            self.insert_in(new, last_node);
            self.open.replace(index, new);
            self.replace_entry(at, new);
            self.nodes.close(self.elements.node(node));
            self.elements.remove_reference(node, Referrer::Stack);
            if last_node == furthest_block {
                bookmark = at + 1;
            }
            last_node = new;
        }
        // `index` is now the index of the formatting element, and the common ancestor is the element before it.
        let common_ancestor = self.open.ids()[index - 1];
        self.insert_at_appropriate_place(common_ancestor, self.elements.node(last_node));
        let new = self.recreate_on_stack(formatting_element);
        self.nodes.move_children(self.elements.node(furthest_block), self.elements.node(new));
        self.insert_in(furthest_block, new);
        self.elements.add_reference(new, Referrer::List);
        if let Some(at) = self.list_index(formatting_element) {
            bookmark -= usize::from(at < bookmark);
            self.formatting.move_entry(at, bookmark, new);
            self.elements.remove_reference(formatting_element, Referrer::List);
        }
        self.remove(index);
        let below = self.stack_index(furthest_block).map_or(self.open.len(), |index| index + 1);
        self.open.insert(below, new, self.elements[new].stack_key());
    }

    /// Moves the node of `child` to the end of the node of `parent`.
    fn insert_in(&mut self, parent: ElementId, child: ElementId) {
        self.nodes.insert(Place::In(self.elements.node(parent)), self.elements.node(child));
    }

    /// Creates an element for the token of the formatting element `id`. The caller puts it on the stack.
    fn recreate_on_stack(&mut self, id: ElementId) -> ElementId {
        let node = self.nodes.create_again(self.elements.node(id));
        let element = self.recreate(id);
        self.elements.add(element, node, Referrer::Stack)
    }
}
