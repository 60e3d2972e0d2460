//! The foreign-content stack between two chunks of an input, in memory of its own.

use super::foreign_stack::{ForeignElement, ForeignStack};
use crate::token::Namespace;
use crate::tree_sim::IntegrationPoint;
use alloc::vec::Vec;
use bumpalo::Bump;

/// The contents of a [`ForeignStack`], without borrowed names.
#[derive(Debug, Default)]
pub(crate) struct SavedForeignStack {
    /// The open elements, each with the length of its name.
    open: Vec<(Namespace, IntegrationPoint, usize)>,
    /// The names of `open`, concatenated.
    names: Vec<u8>,
    templates: Vec<usize>,
}

impl SavedForeignStack {
    /// Removes all elements.
    pub(crate) fn clear(&mut self) {
        self.open.clear();
        self.names.clear();
        self.templates.clear();
    }

    /// Replaces the contents by the elements of `foreign`.
    pub(super) fn save(&mut self, foreign: &ForeignStack<'_>) {
        self.clear();
        for element in &foreign.open {
            self.open.push((element.namespace, element.integration_point, element.name.len()));
            self.names.extend_from_slice(element.name);
        }
        self.templates.extend_from_slice(&foreign.templates);
    }

    /// Returns the saved stack, with its lists in `bump` and a depth of at most `depth`.
    pub(super) fn restore<'a>(&'a self, depth: usize, bump: &'a Bump) -> ForeignStack<'a> {
        let mut foreign = ForeignStack::new(depth, bump);
        let mut names = &*self.names;
        for &(namespace, integration_point, name_len) in &self.open {
            let (name, rest) = names.split_at(name_len);
            foreign.open.push(ForeignElement { namespace, integration_point, name });
            names = rest;
        }
        foreign.templates.extend_from_slice_copy(&self.templates);
        foreign
    }

    /// Returns the approximate cost of saving and restoring, in copied bytes.
    pub(crate) fn size(&self) -> usize {
        self.names.len() + 16 * (self.open.len() + self.templates.len())
    }
}
