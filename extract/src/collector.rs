//! The parts of an extraction, which take part in one pass over a page.

use crate::place::Place;
use tagrake::names::NameFilter;
use tagrake::{EndTag, StartTag, Text};

/// A part of an extraction. It takes what it needs of a page, in the order of the page, and borrows from it.
///
/// The extractor passes on the tags and texts that the constants ask for, and may pass on others: the filters are
/// [approximate](NameFilter). Tags and texts that no collector asks for are skipped in the scan loop. Element names are in lower
/// case; tags that tree construction ignores are passed on too.
///
/// ```
/// use tagrake::StartTag;
/// use tagrake::names::NameFilter;
/// use tagrake_extract::{Collector, Context, Extractor, Place};
///
/// /// The values of `data-id`, outside of templates.
/// #[derive(Default)]
/// struct Ids<'a>(Vec<&'a str>);
///
/// impl<'a> Collector<'a> for Ids<'a> {
///     const ATTRIBUTES: &'static NameFilter = &NameFilter::of(&["data-id"]);
///
///     fn start_tag(&mut self, tag: &StartTag<'a>, place: Place) {
///         if place.is_of_document() {
///             self.0.extend(tag.attribute(b"data-id").map(|id| id.value_str()));
///         }
///     }
/// }
///
/// let html = b"<title>T</title><p data-id=a><template><p data-id=b></template><i data-id=c>";
/// let mut extractor = Extractor::default();
/// let (page, ids) = extractor.collect(html, &Context::default(), Ids::default);
/// assert_eq!((page.title, ids.0), (Some("T"), vec!["a", "c"]));
/// ```
pub trait Collector<'a> {
    /// The elements whose tags it must see, and the text of those that can only contain text, such as `script`.
    const ELEMENTS: &'static NameFilter = &NameFilter::NONE;
    /// The attributes whose start tags it must see, whatever the element is.
    const ATTRIBUTES: &'static NameFilter = &NameFilter::NONE;
    /// True if it must see all other text too.
    const TEXT: bool = false;

    /// Takes a start tag. `place` is the place of the element.
    #[inline]
    fn start_tag(&mut self, tag: &StartTag<'a>, place: Place) {
        let _ = (tag, place);
    }

    /// Takes an end tag. Most elements also end without one.
    #[inline]
    fn end_tag(&mut self, tag: &EndTag<'a>) {
        let _ = tag;
    }

    /// Takes text. The text of an element that can only contain text follows the start tag.
    #[inline]
    fn text(&mut self, text: &Text<'a>, place: Place) {
        let _ = (text, place);
    }
}

/// Collects nothing, at no cost.
impl Collector<'_> for () {}

/// Collects what both collect.
impl<'a, A: Collector<'a>, B: Collector<'a>> Collector<'a> for (A, B) {
    const ELEMENTS: &'static NameFilter = &A::ELEMENTS.or(B::ELEMENTS);
    const ATTRIBUTES: &'static NameFilter = &A::ATTRIBUTES.or(B::ATTRIBUTES);
    const TEXT: bool = A::TEXT || B::TEXT;

    #[inline]
    fn start_tag(&mut self, tag: &StartTag<'a>, place: Place) {
        self.0.start_tag(tag, place);
        self.1.start_tag(tag, place);
    }

    #[inline]
    fn end_tag(&mut self, tag: &EndTag<'a>) {
        self.0.end_tag(tag);
        self.1.end_tag(tag);
    }

    #[inline]
    fn text(&mut self, text: &Text<'a>, place: Place) {
        self.0.text(text, place);
        self.1.text(text, place);
    }
}
