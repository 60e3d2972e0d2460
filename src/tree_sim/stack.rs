//! The standard's operations on the [stack of open
//! elements](https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements).

use super::element::{Element, ElementKind, SETS_MODE, Scope};
use super::element_table::{ElementId, Referrer};
use super::{InsertionMode, Name, Tag, TreeSim, TreeSink};
use crate::token::Namespace;

impl<T: TreeSink> TreeSim<T> {
    /// [Current node](https://html.spec.whatwg.org/multipage/parsing.html#current-node)
    pub(super) fn current_node(&self) -> ElementKind {
        self.elements.kind(self.open.current())
    }

    /// Returns the open elements, the current node first.
    #[cfg(test)]
    pub(super) fn open_elements(&self) -> impl Iterator<Item = ElementKind> {
        self.open.ids().iter().rev().map(|&id| self.elements.kind(id))
    }

    /// Returns true if a `template` element is open.
    pub(super) fn has_template(&self) -> bool {
        !self.template_modes.is_empty()
    }

    /// Inserts the node of an element at the appropriate place, and pushes the element onto the stack. At the depth limit,
    /// pops the current node before: the two become siblings.
    ///
    /// PERF: inlined, so that the fields of the element stay in registers.
    #[inline(always)]
    pub(super) fn push(&mut self, element: Element, node: T::Node) -> ElementId {
        if self.open.len() >= self.depth {
            self.overflow();
            self.pop();
        }
        self.insert_in_current_node(node);
        self.push_inserted(element, node)
    }

    /// Pushes an element whose node is inserted already.
    #[inline(always)]
    pub(super) fn push_inserted(&mut self, element: Element, node: T::Node) -> ElementId {
        let key = element.stack_key();
        let id = self.elements.add(element, node, Referrer::Stack);
        self.open.push(id, key);
        id
    }

    /// [Inserts an HTML element](https://html.spec.whatwg.org/multipage/parsing.html#insert-an-html-element) for a token.
    pub(super) fn insert_html_element(&mut self, tag: &Tag<'_>) -> ElementId {
        let node = self.create_node(tag, Namespace::Html);
        self.push(Element::new(ElementKind { name: tag.name, ..ElementKind::default() }, tag.bytes), node)
    }

    /// Inserts an HTML element for the token and pops it at once, so that the stack does not change.
    pub(super) fn insert_and_pop(&mut self, tag: &Tag<'_>) {
        let node = self.create_node(tag, Namespace::Html);
        self.insert_in_current_node(node);
        self.nodes.close(node);
    }

    /// Pops the current node. Does not pop the `html` element.
    pub(super) fn pop(&mut self) {
        self.truncate(self.open.len() - 1);
    }

    /// Pops all but the first `len` open elements. Does not pop the `html` element.
    pub(super) fn truncate(&mut self, len: usize) {
        while self.open.len() > len.max(1)
            && let Some(id) = self.open.pop()
        {
            self.on_removed(id);
        }
    }

    /// Removes the element at `index` from the stack.
    pub(super) fn remove(&mut self, index: usize) {
        let id = self.open.remove(index);
        self.on_removed(id);
    }

    /// Updates the rest of the state after an element was removed from the stack.
    fn on_removed(&mut self, id: ElementId) {
        if self.elements.kind(id).is(Name::Template) {
            self.template_modes.pop();
        }
        self.nodes.close(self.elements.node(id));
        self.elements.remove_reference(id, Referrer::Stack);
    }

    /// Returns the index of an element on the stack. `None` if it is not open.
    pub(super) fn stack_index(&self, id: ElementId) -> Option<usize> {
        self.elements.is_referenced_by(id, Referrer::Stack).then(|| self.open.index_of(id)).flatten()
    }

    /// Pops until one of the HTML elements `names` has been popped.
    pub(super) fn pop_until(&mut self, names: &[Name]) {
        while self.open.len() > 1 {
            let found = self.current_node().is_one_of(names);
            self.pop();
            if found {
                return;
            }
        }
    }

    /// Clears the stack back to a
    /// [table](https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-context),
    /// [table body](https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-body-context) or
    /// [table row](https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-row-context)
    /// context: one of `names`, a template, or the `html` element.
    pub(super) fn clear_back_to(&mut self, names: &[Name]) {
        while self.open.len() > 1 && !self.current_node().is(Name::Template) && !self.current_node().is_one_of(names) {
            self.pop();
        }
    }

    /// Returns true if one of the HTML elements `names` is [in a
    /// scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-the-specific-scope).
    pub(super) fn has_in_scope<const N: usize>(&self, scope: Scope, names: [Name; N]) -> bool {
        self.open.last_of(names).is_some_and(|index| self.open.is_in_scope(index, scope))
    }

    /// [Generates implied end tags](https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags).
    pub(super) fn generate_implied_end_tags(&mut self) {
        while self.current_node().has_implied_end_tag() {
            self.pop();
        }
    }

    /// Generates implied end tags, except for elements called `name`.
    pub(super) fn generate_implied_end_tags_except(&mut self, name: Name) {
        while self.current_node().has_implied_end_tag() && !self.current_node().is(name) {
            self.pop();
        }
    }

    /// [Generates all implied end tags
    /// thoroughly](https://html.spec.whatwg.org/multipage/parsing.html#generate-all-implied-end-tags-thoroughly).
    pub(super) fn generate_all_implied_end_tags_thoroughly(&mut self) {
        while self.current_node().has_thoroughly_implied_end_tag() {
            self.pop();
        }
    }

    /// [Closes a `p` element](https://html.spec.whatwg.org/multipage/parsing.html#close-a-p-element).
    pub(super) fn close_p_element(&mut self) {
        self.generate_implied_end_tags_except(Name::P);
        self.pop_until(&[Name::P]);
    }

    /// Closes a `p` element if one is in button scope.
    pub(super) fn close_p_element_in_button_scope(&mut self) {
        if self.has_in_scope(Scope::Button, [Name::P]) {
            self.close_p_element();
        }
    }

    /// [Resets the insertion mode
    /// appropriately](https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately).
    pub(super) fn reset_the_insertion_mode_appropriately(&mut self) {
        let template_mode = self.template_modes.last().copied();
        let after_head = if self.head { InsertionMode::AfterHead } else { InsertionMode::BeforeHead };
        let mode = self.open.last_in(SETS_MODE).and_then(|index| {
            Some(match self.elements.kind(self.open.ids()[index]).name {
                Name::Td | Name::Th => InsertionMode::InCell,
                Name::Tr => InsertionMode::InRow,
                Name::Tbody | Name::Thead | Name::Tfoot => InsertionMode::InTableBody,
                Name::Caption => InsertionMode::InCaption,
                Name::Colgroup => InsertionMode::InColumnGroup,
                Name::Table => InsertionMode::InTable,
                Name::Template => template_mode?,
                Name::Head => InsertionMode::InHead,
                Name::Body => InsertionMode::InBody,
                Name::Frameset => InsertionMode::InFrameset,
                Name::Html => after_head,
                _ => return None,
            })
        });
        self.mode = mode.unwrap_or(after_head);
    }
}
