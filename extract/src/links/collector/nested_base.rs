//! Base URLs other than the document base URL of the page: the one of a `codebase`, and the one of the document in a `srcdoc`.

use crate::links::resolve::{BaseUrl, Resolver};
use core::cell::Cell;
use core::{iter, ptr};

/// A base URL that is relative to the document base URL of the page, or to another nested one.
pub(super) struct NestedBase<'a> {
    /// The base URL that this one is relative to. `None` is the document base URL of the page.
    pub(super) outer: Option<&'a Self>,
    /// The base URL as written. `None` if it is equal to the outer one, as in a `srcdoc` without a `base`.
    href: Cell<Option<&'a str>>,
}

impl<'a> NestedBase<'a> {
    pub(super) fn new(outer: Option<&'a Self>, href: Option<&'a str>) -> Self {
        Self { outer, href: Cell::new(href) }
    }

    /// Sets the base URL, unless it is set.
    pub(super) fn set_href(&self, href: &'a str) {
        if self.href.get().is_none() {
            self.href.set(Some(href));
        }
    }

    /// Returns `base` and the ones that contain it, innermost first.
    pub(super) fn chain(base: Option<&'a Self>) -> impl Iterator<Item = &'a Self> {
        iter::successors(base, |base| base.outer)
    }

    /// Returns the innermost base with a `href`, from `base` on.
    fn with_href(base: Option<&'a Self>) -> Option<(&'a Self, &'a str)> {
        Self::chain(base).find_map(|base| Some((base, base.href.get()?)))
    }

    fn is_same(&self, other: &Self) -> bool {
        let outer = [self.outer, other.outer].map(|outer| outer.map_or(ptr::null(), ptr::from_ref));
        self.href == other.href && outer[0] == outer[1]
    }
}

/// Resolves nested bases. The last one is kept, because the links of one base follow each other.
#[derive(Default)]
pub(super) struct NestedBases<'a> {
    last: Option<(&'a NestedBase<'a>, Option<BaseUrl<'a>>)>,
    /// The total length of the base URLs in bytes.
    pub(super) bytes: usize,
}

impl<'a> NestedBases<'a> {
    /// Returns the base URL, or `None` for the document base URL of the page.
    pub(super) fn resolve(
        &mut self,
        base: Option<&'a NestedBase<'a>>,
        resolver: &Resolver<'a>,
    ) -> Option<&BaseUrl<'a>> {
        let (base, _) = NestedBase::with_href(base)?;
        if self.last.as_ref().is_none_or(|(last, _)| !last.is_same(base)) {
            let url = base_url(Some(base), resolver);
            self.bytes += url.as_ref().map_or(0, BaseUrl::byte_len);
            self.last = Some((base, url));
        }
        self.last.as_ref().and_then(|(_, url)| url.as_ref())
    }
}

/// Resolves a base against the ones that contain it. An invalid one is left out.
fn base_url<'a>(base: Option<&'a NestedBase<'a>>, resolver: &Resolver<'a>) -> Option<BaseUrl<'a>> {
    let (base, href) = NestedBase::with_href(base)?;
    let outer = base_url(base.outer, resolver);
    resolver.nested_base(href, outer.as_ref()).or(outer)
}
