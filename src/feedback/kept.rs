//! The small stack between two parts of an input, in memory of its own.

use super::foreign::{Foreign, Open, Point};
use crate::feedback::Namespace;
use alloc::vec::Vec;
use bumpalo::Bump;

/// What a [`Foreign`] holds, without what it borrows.
#[derive(Debug, Default)]
pub(crate) struct KeptForeign {
    /// The open elements, each with the length of its name.
    open: Vec<(Namespace, Point, usize)>,
    /// Their names, one behind the other.
    names: Vec<u8>,
    templates: Vec<usize>,
}

impl KeptForeign {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.open.clear();
        self.names.clear();
        self.templates.clear();
    }

    /// Keeps what `foreign` holds, and nothing else.
    pub(super) fn keep(&mut self, foreign: &Foreign<'_>) {
        self.clear();
        for open in &foreign.open {
            self.open.push((open.namespace, open.point, open.name.len()));
            self.names.extend_from_slice(open.name);
        }
        self.templates.extend_from_slice(&foreign.templates);
    }

    /// Returns what was kept, with a list in `bump`; it may be `depth` deep.
    pub(super) fn restore<'a>(&'a self, depth: usize, bump: &'a Bump) -> Foreign<'a> {
        let mut foreign = Foreign::new(depth, bump);
        let mut names = &*self.names;
        for &(namespace, point, name_len) in &self.open {
            let (name, rest) = names.split_at(name_len);
            foreign.open.push(Open { namespace, point, name });
            names = rest;
        }
        foreign.templates.extend_from_slice_copy(&self.templates);
        foreign
    }

    /// Returns how much work it is to keep and to restore, in about the bytes that are copied.
    pub(crate) fn size(&self) -> usize {
        self.names.len() + 16 * (self.open.len() + self.templates.len())
    }
}
