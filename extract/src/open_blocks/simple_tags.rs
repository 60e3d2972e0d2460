//! Simple tags: common tags whose rules depend only on the innermost element and the counts of open elements.
//!
//! A start tag is simple if the innermost element is of one of its `parents` kinds, no element of a `blockers` kind is
//! open, and the stack has room. An end tag is simple if it ends exactly the innermost element. For example, `<div>` is
//! simple unless a `p` is open, because it would close the `p`. `simple_rules.rs` has the tables.

use super::simple_rules::{ENDS, STARTS};
use super::{ARRAY_LEN, OpenBlocks};
use crate::names::Element;

impl OpenBlocks<'_> {
    /// Handles an HTML start tag if it is simple. Otherwise returns false without a change:
    /// [`before_start`](Self::before_start) has the complete rules.
    ///
    /// PERF: nine in ten tags of real pages are simple, and there is no branch on the element.
    #[inline(always)]
    pub(crate) fn start_simple(&mut self, element: Element) -> bool {
        let is_simple = self.is_simple_start(element);
        if is_simple {
            self.insert_simple(element);
        }
        is_simple
    }

    /// Inserts the element of a start tag for which [`is_simple_start`](Self::is_simple_start) returned true.
    #[inline(always)]
    pub(crate) fn insert_simple(&mut self, element: Element) {
        let rule = &STARTS[element as usize];
        // A transparent element is also written, but stays past the end of the stack.
        let index = (self.len + 1) % ARRAY_LEN;
        (self.stack.codes[index], self.stack.categories[index], self.stack.kinds[index]) =
            (element as u16, rule.category, rule.kinds);
        self.len += usize::from(rule.is_pushed);
        self.counts.add(rule.counts);
    }

    /// Returns true if an HTML start tag is simple: it ends no other element.
    #[inline(always)]
    pub(crate) fn is_simple_start(&self, element: Element) -> bool {
        let rule = &STARTS[element as usize];
        let parent = self.stack.kinds[self.len % ARRAY_LEN];
        (parent & rule.parents != 0) & !self.counts.has(rule.blockers) & !self.is_full()
    }

    /// Handles an end tag if it ends the innermost element, or if its element is not tracked. Otherwise returns false
    /// without a change: [`before_end`](Self::before_end) has the complete rules.
    #[inline(always)]
    pub(crate) fn end_simple(&mut self, element: Element) -> bool {
        let end = &ENDS[element as usize];
        let innermost = self.stack.codes[self.len % ARRAY_LEN];
        if (innermost != end.innermost) & end.is_popped | self.counts.has(end.blockers) {
            return false;
        }
        self.len -= usize::from(end.is_popped);
        self.counts.subtract(end.counts);
        true
    }
}
