//! The place of an element in the open elements: its region and its path.

use super::OpenBlocks;
use super::categories::NAMED;
use crate::names::Element;
use crate::path_names::PathNames;
use crate::region::Region;

impl OpenBlocks<'_> {
    /// Returns the innermost region.
    pub(crate) fn region(&self) -> Option<Region> {
        let mut open = self.codes().iter().zip(&self.stack.marks[1..]).rev();
        open.find_map(|(&code, marks)| {
            let element = || Element::ALL.get(usize::from(code)).copied();
            marks.region().or_else(|| Region::of_element(element()?))
        })
    }

    /// Returns the names of the open elements on the stack, and of `root`, which contains them.
    pub(crate) fn path(&self, root: &'static str) -> PathNames<'_> {
        let mut named = self.names.iter().rev();
        let names = self.codes().iter().rev().map(|&code| match code {
            NAMED.. => named.next().map_or("", |name| core::str::from_utf8(name).unwrap_or_default()),
            code => Element::ALL[usize::from(code)].as_str(),
        });
        PathNames::of(names.chain([root]))
    }
}
