//! The distance of a block to its nearest ancestor of each name, and to the nearest with each class stem.
//!
//! A distance is a number that is larger the nearer the ancestor is: 31 for the innermost element, 1 for 30 levels up
//! or more, 0 if there is none. The numbers of an element follow from its parent's numbers, so the elements on the path
//! of the last block are kept: the next block usually shares most of its path.

use super::super::stems::{FEATURE_STEMS, STEMS, StemCache};
use super::columns::Lane;
use super::names::{Feature, NAMED};
use crate::blocks::Table;
use crate::names::Element;
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// The number for the innermost element.
const NEAREST: u8 = 31;

/// The number of elements whose distance is a feature.
const NAMES: usize = 20;

/// These elements, in the order of the features from [`Feature::InNav`] on.
const ELEMENTS: [Element; NAMES] = {
    use Element::*;
    [
        Nav, Header, Footer, Aside, Article, Main, Section, Form, Ul, Ol, Li, Table, Figure, Blockquote, Dialog,
        Button, Dl, P, Details, Pre,
    ]
};

const _: () = assert!(Feature::InNav as usize + NAMES == NAMED);

/// The distances of one element: to each name, then to each stem.
type Distances = [u8; NAMES + STEMS];

/// The distances of the elements on the path of the last block.
pub(super) struct Ancestors<'p> {
    /// The index of the element at each depth, with its distances.
    path: Vec<'p, (u32, Distances)>,
    /// The elements on the path of the next block that are not in `path`, innermost first.
    missing: Vec<'p, u32>,
    stems: StemCache<'p>,
}

impl<'p> Ancestors<'p> {
    pub(super) fn new(bump: &'p Bump) -> Self {
        Self {
            path: Vec::with_capacity_in(64, bump),
            missing: Vec::with_capacity_in(64, bump),
            stems: StemCache::new(bump),
        }
    }

    /// Returns the stems of recent values.
    pub(super) fn stems(&mut self) -> &mut StemCache<'p> {
        &mut self.stems
    }

    /// Fills the features of a block in `element`.
    pub(super) fn fill(&mut self, table: &Table<'_>, element: u32, out: &mut Lane<'_>) {
        self.truncate_to_common_path(table, element);
        while let Some(index) = self.missing.pop() {
            self.enter(table, index);
        }
        if let Some((_, distances)) = self.path.last() {
            out.set_from(Feature::InNav, distances.iter().map(|&distance| i16::from(distance)));
        }
    }

    /// Removes the elements from `path` that are not ancestors of `element`, and finds the `missing` ones.
    fn truncate_to_common_path(&mut self, table: &Table<'_>, element: u32) {
        let mut at = element;
        self.missing.clear();
        loop {
            let depth = usize::from(table.elements[at as usize].depth);
            if self.path.get(depth).is_some_and(|&(index, _)| index == at) {
                self.path.truncate(depth + 1);
                break;
            }
            self.missing.push(at);
            if depth == 0 {
                self.path.clear();
                break;
            }
            at = table.elements[at as usize].parent;
        }
    }

    /// Appends the element `index` to `path`, whose last element is its parent.
    fn enter(&mut self, table: &Table<'_>, index: u32) {
        let mut distances = self.path.last().map_or([0; NAMES + STEMS], |&(_, distances)| distances);
        let row = &table.elements[index as usize];
        for distance in &mut distances {
            *distance = distance.saturating_sub(1).max(u8::from(*distance > 0));
        }
        if let Some(name) = ELEMENTS.iter().position(|&element| element == row.element) {
            distances[name] = NEAREST;
        }
        let values = table.hints_of(row).iter().chain(table.strings.get(row.class as usize));
        let mut stems = values.fold(0, |all, value| all | self.stems.find(value)) & FEATURE_STEMS;
        while stems != 0 {
            distances[NAMES + stems.trailing_zeros() as usize] = NEAREST;
            stems &= stems - 1;
        }
        self.path.push((index, distances));
    }
}
