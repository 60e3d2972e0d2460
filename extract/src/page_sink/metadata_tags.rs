//! Tags with metadata: encoding, language, title, `link` elements and headings. Also starts anchors.

use super::{CollectedHeading, PageSink};
use crate::flags::Flag;
use crate::links::rel;
use crate::links::url_attributes;
use crate::metadata::elements::LinkElement;
use crate::metadata::limits::LINK_RELATIONS;
use crate::names::{Attr, Element};
use crate::open_blocks::Marks;
use crate::page::Time;
use crate::rights::{self, LicenseElement};
use crate::text::TextSpan;
use crate::text::strings::find_value;
use tagrake::StartTag;
use tagrake::encoding;

/// Maximum number of headings of a page. Later ones are left out.
const HEADINGS: usize = 100_000;

impl<'a> PageSink<'a, '_> {
    /// Returns true if a `template` is open, including shadow roots.
    pub(super) fn is_in_template(&self) -> bool {
        self.templates > 0 || self.shadow_roots > 0
    }

    /// Returns true if the next `title` is the title of the page.
    pub(super) fn wants_title(&self) -> bool {
        self.title.is_none() && !self.is_in_template() && self.options.reads_facts()
    }

    /// Ends the open anchor, and starts one for the links from index `first` on.
    pub(super) fn start_anchor(&mut self, first: usize) {
        let markers = self.blocks.markers();
        if let Some(closed) = self.anchors.close_anchor(markers) {
            self.links.record_anchor_text(closed);
        }
        if self.links.is_anchor(first) {
            self.anchors.open_anchor(first..self.links.len(), self.blocks.len(), markers);
        }
    }

    /// Adds the `alt` of an image to the open anchors and headings.
    pub(super) fn push_alt(&mut self, tag: &StartTag<'a>) {
        if self.anchors.is_open()
            && self.hidden.is_none()
            && let Some(alt) = tag.attribute(b"alt")
        {
            self.anchors.push_alt(alt.value_in(self.page));
        }
    }

    /// Handles a `meta`, which may change the encoding. It does so in a `template` too, whose content says nothing else
    /// about the document.
    pub(super) fn meta(&mut self, tag: &StartTag<'a>) {
        if !self.metadata_room.takes_meta(tag.attributes().len(), tag.span().len()) {
            self.flags.set(Flag::LimitAttributes);
            return;
        }
        let pairs = tag.attributes().map(|attribute| (attribute.name_in(self.page), attribute.value_in(self.page)));
        let pairs: &'a [_] = self.bump.alloc_slice_fill_iter(pairs);
        let value = |name| find_value(pairs, name).map(str::as_bytes);
        let named = encoding::meta_encoding(value("charset"), value("http-equiv"), value("content"));
        if named.is_some_and(|named| self.decision.change(named)) {
            self.restarts = true;
        }
        if self.is_in_template() {
            return;
        }
        let is_refresh = value("http-equiv").is_some_and(|value| value.eq_ignore_ascii_case(b"refresh"));
        if let Some(content) = find_value(pairs, "content").filter(|_| is_refresh && self.noscripts == 0) {
            self.refreshes.push(content);
        }
        self.metas.push(pairs);
    }

    /// Handles a `time`.
    pub(super) fn record_time(&mut self, tag: &StartTag<'a>) {
        let value = |name: &[u8]| tag.attribute(name).map(|attribute| attribute.value_in(self.page));
        let Some(datetime) = value(b"datetime").filter(|_| !self.is_in_template()) else { return };
        let (itemprop, class, is_pubdate) = (value(b"itemprop"), value(b"class"), value(b"pubdate").is_some());
        self.times.push(Time { datetime, itemprop, class, is_pubdate });
    }

    /// Handles a start tag that may have a link to a licence.
    #[inline(never)]
    pub(super) fn record_license(&mut self, element: Element, tag: &StartTag<'a>) {
        let (name, attr) = match element {
            Element::A | Element::Area | Element::Link => (&b"href"[..], Attr::Href),
            Element::Form => (&b"action"[..], Attr::Action),
            _ => return,
        };
        let Some(rel) = tag.attribute(b"rel").map(|rel| rel.value_in(self.page)) else { return };
        let (Some(href), Some(found)) = (tag.attribute(name), url_attributes::find(element, attr)) else { return };
        if !rights::is_license(rel) || self.is_in_template() {
            return;
        }
        let (href, empty) = (href.value_in(self.page), found.empty);
        if self.licenses.iter().any(|known| known.href == href && known.empty == empty) {
            return;
        }
        if self.licenses.len() >= rights::LICENSES {
            self.flags.set(Flag::LimitLinks);
            return;
        }
        self.licenses.push(LicenseElement { rel, href, empty });
    }

    /// Handles a start tag with metadata.
    pub(super) fn record_metadata(&mut self, element: Element, tag: &StartTag<'a>, name: &'a [u8]) {
        match element {
            // In a template, tree construction ignores the tag.
            Element::Html if !self.is_in_template() => {
                let value = |name: &[u8]| tag.attribute(name).map(|attribute| attribute.value_str());
                self.lang = self.lang.or_else(|| value(b"lang"));
                self.dir = self.dir.or_else(|| value(b"dir"));
            }
            Element::Link if !self.is_in_template() => {
                if let (Some(rel), Some(href)) = (tag.attribute(b"rel"), tag.attribute(b"href")) {
                    if !self.metadata_room.takes_link(tag.span().len()) {
                        self.flags.set(Flag::LimitLinks);
                        return;
                    }
                    let (rel_text, href) = (rel.value_in(self.page), href.value_in(self.page));
                    let (rel, is_truncated) = rel::tokens(self.bump, rel_text, LINK_RELATIONS);
                    if is_truncated {
                        self.flags.set(Flag::LimitLinks);
                    }
                    self.link_elements.push(LinkElement { rel, rel_text, href, tag: *tag });
                }
            }
            Element::H1 | Element::H2 | Element::H3 | Element::H4 | Element::H5 | Element::H6
                if self.hidden.is_none() =>
            {
                if self.headings.len() >= HEADINGS {
                    self.flags.set(Flag::LimitHeadings);
                    return;
                }
                let level = name[1] - b'0';
                let id = tag.attribute(b"id").map(|id| id.value_str());
                let index = self.headings.len();
                self.headings.push(CollectedHeading { level, id, text: TextSpan::default() });
                self.open_headings.push((index, self.anchors.open_heading()));
                self.blocks.mark(Marks::HEADING);
            }
            _ => {}
        }
    }
}

/// Returns true if a script is JSON-LD.
pub(super) fn is_json_ld(tag: &StartTag<'_>) -> bool {
    tag.attribute(b"type").is_some_and(|value| {
        let essence = value.value().split(|&byte| byte == b';').next().unwrap_or_default();
        essence.trim_ascii().eq_ignore_ascii_case(b"application/ld+json")
    })
}
