//! The foreign-content stack between two chunks of an input, in memory of its own.

use crate::token::Namespace;
use crate::tree_sim::IntegrationPoint;
use alloc::vec::Vec;

/// An open element of the foreign-content stack.
#[derive(Clone, Copy)]
pub(super) struct ForeignElement<'a> {
    pub(super) namespace: Namespace,
    pub(super) integration_point: IntegrationPoint,
    pub(super) name: &'a [u8],
}

/// The foreign-content stack, without borrowed names.
#[derive(Debug, Default)]
pub(crate) struct SavedForeignStack {
    open: Vec<SavedElement>,
    /// The names of `open`, concatenated.
    names: Vec<u8>,
    templates: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct SavedElement {
    namespace: Namespace,
    integration_point: IntegrationPoint,
    /// The end of the name in [`SavedForeignStack::names`]. It starts at the end of the name before.
    name_end: usize,
}

impl SavedForeignStack {
    /// Removes all elements.
    pub(crate) fn clear(&mut self) {
        self.truncate(0, 0);
    }

    /// Returns the number of open elements.
    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    /// Returns the open element at `index`.
    pub(super) fn element(&self, index: usize) -> ForeignElement<'_> {
        let SavedElement { namespace, integration_point, name_end } = self.open[index];
        ForeignElement { namespace, integration_point, name: &self.names[self.names_end(index)..name_end] }
    }

    /// Returns, for each open template, the number of open elements before it.
    pub(super) fn templates(&self) -> &[usize] {
        &self.templates
    }

    /// Returns the end of the names of the first `len` elements.
    fn names_end(&self, len: usize) -> usize {
        len.checked_sub(1).map_or(0, |last| self.open[last].name_end)
    }

    fn truncate(&mut self, open: usize, templates: usize) {
        self.names.truncate(self.names_end(open));
        self.open.truncate(open);
        self.templates.truncate(templates);
    }
}

/// The difference between the stack at the end of a run and the [`SavedForeignStack`] at its start. The size of the difference does
/// not depend on the number of elements that were open before.
#[derive(Debug, Default)]
pub(crate) struct SavedChanges {
    /// The number of saved elements, and of saved templates, that are still open.
    kept: (usize, usize),
    opened: SavedForeignStack,
}

impl SavedChanges {
    /// Replaces the changes: how many saved elements and saved templates are still open, and what the run opened.
    pub(super) fn set(&mut self, kept: (usize, usize), opened: &[ForeignElement<'_>], templates: &[usize]) {
        self.kept = kept;
        self.opened.clear();
        for &ForeignElement { namespace, integration_point, name } in opened {
            self.opened.names.extend_from_slice(name);
            let name_end = self.opened.names.len();
            self.opened.open.push(SavedElement { namespace, integration_point, name_end });
        }
        self.opened.templates.extend_from_slice(templates);
    }

    /// Applies the changes to `saved`, the stack at the start of the run.
    pub(crate) fn apply(&self, saved: &mut SavedForeignStack) {
        saved.truncate(self.kept.0, self.kept.1);
        let start = saved.names.len();
        let moved = |element: &SavedElement| SavedElement { name_end: start + element.name_end, ..*element };
        saved.open.extend(self.opened.open.iter().map(moved));
        saved.names.extend_from_slice(&self.opened.names);
        saved.templates.extend_from_slice(&self.opened.templates);
    }
}
