//! Collects the elements with a link to a licence.

use crate::collector::Collector;
use crate::names::{Attr, Element};
use crate::place::Place;
use crate::url_attributes::{self, EmptyUrl};
use bumpalo::Bump;
use bumpalo::collections::Vec;
use tagrake::names::NameFilter;
use tagrake::{Namespace, StartTag};

/// Maximum number of licences of a page. Later ones are left out.
pub(super) const LICENSES: usize = 64;

/// An element with a link to a licence.
pub(crate) struct LicenseElement<'a> {
    /// The value of `rel`.
    pub(crate) rel: &'a str,
    pub(crate) href: &'a str,
    pub(crate) empty: EmptyUrl,
}

/// The elements with a link to a licence, each URL once.
pub(crate) struct LicenseElements<'a> {
    /// True if the page's declarations about its use are requested.
    pub(crate) is_wanted: bool,
    pub(crate) all: Vec<'a, LicenseElement<'a>>,
    /// True if there are more of them.
    pub(crate) is_truncated: bool,
}

impl<'a> LicenseElements<'a> {
    pub(crate) fn new(is_wanted: bool, bump: &'a Bump) -> Self {
        Self { is_wanted, all: Vec::new_in(bump), is_truncated: false }
    }

    #[inline(never)]
    fn add(&mut self, tag: &StartTag<'a>) {
        let element = Element::of(tag.name());
        let (name, attr) = match element {
            Element::A | Element::Area | Element::Link => (&b"href"[..], Attr::Href),
            Element::Form => (&b"action"[..], Attr::Action),
            _ => return,
        };
        let Some(rel) = tag.attribute(b"rel").map(|rel| rel.value_str()) else { return };
        let (Some(href), Some(found)) = (tag.attribute(name), url_attributes::find(element, attr)) else { return };
        if !is_license(rel) {
            return;
        }
        let (href, empty) = (href.value_str(), found.empty);
        if self.all.iter().any(|known| known.href == href && known.empty == empty) {
            return;
        }
        if self.all.len() >= LICENSES {
            self.is_truncated = true;
        } else {
            self.all.push(LicenseElement { rel, href, empty });
        }
    }
}

impl<'a> Collector<'a> for LicenseElements<'a> {
    const ATTRIBUTES: &'static NameFilter = &NameFilter::of(&["rel"]);

    #[inline]
    fn start_tag(&mut self, tag: &StartTag<'a>, place: Place) {
        if self.is_wanted && tag.namespace() == Namespace::Html && place.is_of_document() {
            self.add(tag);
        }
    }
}

/// Returns true if a `rel` attribute names a licence. The standard treats the keyword `copyright` in the same way.
fn is_license(rel: &str) -> bool {
    let is = |token: &str| ["license", "copyright"].iter().any(|keyword| token.eq_ignore_ascii_case(keyword));
    rel.split_ascii_whitespace().any(is)
}
