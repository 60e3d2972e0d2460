//! Collects the elements with metadata: DOCTYPE, encoding, language, title, base, `meta`, `link`, `time` and JSON-LD.

use crate::collector::Collector;
use crate::content::Facts;
use crate::fact_source::FactSource;
use crate::flags::{Flag, Flags};
use crate::links::rel;
use crate::metadata::limits::{LINK_RELATIONS, MetadataRoom};
use crate::names::Element;
use crate::options::ExtractOptions;
use crate::page::{PageDoctype, Time};
use crate::place::Place;
use crate::text::strings::collapse;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use tagrake::encoding::{Decision, MetaDeclaration};
use tagrake::names::NameFilter;
use tagrake::{Arena, Doctype, EndTag, Namespace, StartTag, Text};

/// The elements whose tags the collector must see, with and without attributes.
pub(crate) const METADATA: [Element; 5] =
    [Element::Base, Element::Html, Element::Meta, Element::Script, Element::Title];

/// The meaning of the text after a start tag.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NextText {
    Title,
    JsonLd,
    Other,
}

/// The facts that a document states once. The first statement counts.
#[derive(Default)]
pub(crate) struct Document<'a> {
    pub(crate) doctype: Option<PageDoctype<'a>>,
    pub(crate) lang: Option<&'a str>,
    /// `xml:lang`, which HTML ignores and XHTML does not.
    pub(crate) xml_lang: Option<&'a str>,
    pub(crate) dir: Option<&'a str>,
    pub(crate) title: Option<&'a str>,
    pub(crate) base_href: Option<&'a str>,
}

/// A `link` element with `rel` and `href`, outside `template`.
pub(crate) struct LinkElement<'a> {
    /// The tokens of `rel`, in ASCII lower case.
    pub(crate) rel: &'a [&'a str],
    /// The value of `rel`.
    pub(crate) rel_text: &'a str,
    pub(crate) href: &'a str,
    pub(crate) tag: StartTag<'a>,
    pub(crate) source: FactSource,
}

/// The metadata of a page, before it is interpreted.
pub(crate) struct MetadataCollector<'a> {
    pub(crate) bump: &'a Bump,
    /// True if the title and JSON-LD are read, as metadata or for the features of blocks.
    reads_facts: bool,
    /// True if everything else is read, too, and not only what is needed for links and for the encoding.
    pub(crate) reads_all: bool,
    next_text: NextText,
    /// The offset just past the start tag that set `next_text`. Only the token at this offset is its text or its end tag: tree
    /// construction may have ignored the element.
    next_offset: usize,
    pub(crate) flags: Flags,
    /// The encoding decision, which a `meta` may change.
    pub(crate) decision: Decision<'a>,
    /// True if the page must be read again in another encoding.
    pub(crate) restarts: bool,
    pub(crate) document: Document<'a>,
    pub(crate) metas: Vec<'a, &'a [(&'a str, &'a str)]>,
    /// The source of each of `metas`.
    pub(crate) meta_sources: Vec<'a, FactSource>,
    pub(crate) link_elements: Vec<'a, LinkElement<'a>>,
    /// The room for `metas` and `link_elements`.
    room: MetadataRoom,
    /// The text of each script with JSON-LD.
    pub(crate) json_ld: Vec<'a, &'a str>,
    /// The source of each of `json_ld`.
    pub(crate) json_ld_sources: Vec<'a, FactSource>,
    pub(crate) times: Vec<'a, Time<'a>>,
}

impl<'a> MetadataCollector<'a> {
    pub(crate) fn new(options: &ExtractOptions, decision: Decision<'a>, bump: &'a Bump) -> Self {
        Self {
            bump,
            reads_facts: options.reads_facts(),
            reads_all: options.metadata,
            next_text: NextText::Other,
            next_offset: 0,
            flags: Flags::default(),
            decision,
            restarts: false,
            document: Document::default(),
            metas: Vec::new_in(bump),
            meta_sources: Vec::new_in(bump),
            link_elements: Vec::new_in(bump),
            room: MetadataRoom::FULL,
            json_ld: Vec::new_in(bump),
            json_ld_sources: Vec::new_in(bump),
            times: Vec::new_in(bump),
        }
    }

    /// Takes the title, the attributes of each `meta`, and the text of each script with JSON-LD.
    pub(crate) fn take_facts(&mut self) -> Facts<'a> {
        let metas = core::mem::replace(&mut self.metas, Vec::new_in(self.bump)).into_bump_slice();
        let json_ld = core::mem::replace(&mut self.json_ld, Vec::new_in(self.bump)).into_bump_slice();
        Facts { title: self.document.title.unwrap_or_default(), metas, json_ld }
    }

    /// Handles a DOCTYPE. The first one counts.
    pub(crate) fn doctype(&mut self, doctype: &Doctype<'a>, arena: &'a Arena) {
        let text = |bytes: Option<&'a [u8]>| bytes.map(|bytes| arena.text(bytes));
        self.document.doctype.get_or_insert(PageDoctype {
            name: text(doctype.name()),
            public_id: text(doctype.public_id()),
            system_id: text(doctype.system_id()),
        });
    }

    /// Handles a start tag `html` of the document. The first values count.
    fn html(&mut self, tag: &StartTag<'a>) {
        let value = |name: &[u8]| tag.attribute(name).map(|attribute| attribute.value_str());
        self.document.lang = self.document.lang.or_else(|| value(b"lang"));
        self.document.xml_lang = self.document.xml_lang.or_else(|| value(b"xml:lang"));
        self.document.dir = self.document.dir.or_else(|| value(b"dir"));
    }

    /// Handles a `base` of the document. The first one with `href` counts.
    fn base(&mut self, tag: &StartTag<'a>) {
        self.document.base_href =
            self.document.base_href.or_else(|| tag.attribute(b"href").map(|href| href.value_str()));
    }

    /// Handles a `meta`, which may change the encoding. It does so in a `template` too, whose content says nothing else
    /// about the document.
    fn meta(&mut self, tag: &StartTag<'a>, place: Place) {
        let declared = MetaDeclaration::of_tag(tag);
        self.restarts |= declared.is_some_and(|declared| self.decision.change_by_meta(declared));
        if !self.room.takes_meta(tag.attributes().len(), tag.span().len()) {
            self.flags.set(Flag::LimitAttributes);
            return;
        }
        let pairs = tag.attributes().map(|attribute| (attribute.name_str(), attribute.value_str()));
        let pairs: &'a [_] = self.bump.alloc_slice_fill_iter(pairs);
        if !place.is_of_document() {
            return;
        }
        self.meta_sources.push(FactSource::of_element(place));
        self.metas.push(pairs);
    }

    /// Expects the text of an element that can only contain text right after its start tag.
    fn expect(&mut self, next: NextText, tag: &StartTag<'a>) {
        (self.next_text, self.next_offset) = (next, tag.span().end);
    }

    /// Returns true if the start tag of an `element` states a fact about the document, unless it is in a `template`.
    pub(crate) fn is_fact(element: Element, tag: &StartTag<'_>) -> bool {
        match element {
            Element::Script => is_json_ld(tag),
            Element::Link => true,
            other => METADATA.contains(&other) || tag.name() == b"time",
        }
    }

    /// Handles a `link` of the document.
    fn link(&mut self, tag: &StartTag<'a>, place: Place) {
        let (Some(rel), Some(href)) = (tag.attribute(b"rel"), tag.attribute(b"href")) else { return };
        if !self.room.takes_link(tag.span().len()) {
            self.flags.set(Flag::LimitLinks);
            return;
        }
        let (rel_text, href) = (rel.value_str(), href.value_str());
        let (rel, is_truncated) = rel::tokens(self.bump, rel_text, LINK_RELATIONS);
        if is_truncated {
            self.flags.set(Flag::LimitLinks);
        }
        self.link_elements.push(LinkElement { rel, rel_text, href, tag: *tag, source: FactSource::of_element(place) });
    }

    /// Handles a `time` of the document.
    fn time(&mut self, tag: &StartTag<'a>) {
        let value = |name: &[u8]| tag.attribute(name).map(|attribute| attribute.value_str());
        let Some(datetime) = value(b"datetime") else { return };
        let (itemprop, class, is_pubdate) = (value(b"itemprop"), value(b"class"), value(b"pubdate").is_some());
        self.times.push(Time { datetime, itemprop, class, is_pubdate, offset: tag.span().start });
    }
}

impl<'a> Collector<'a> for MetadataCollector<'a> {
    const ELEMENTS: &'static NameFilter = &Element::filter(&METADATA);
    /// Of `link` and `time`.
    const ATTRIBUTES: &'static NameFilter = &NameFilter::of(&["datetime", "rel"]);

    #[inline(never)]
    fn start_tag(&mut self, tag: &StartTag<'a>, place: Place) {
        if tag.namespace() != Namespace::Html {
            return;
        }
        let name = tag.name();
        if name == b"meta" {
            return self.meta(tag, place);
        }
        // In a template, tree construction ignores `html`, and the other elements say nothing about the document.
        if !place.is_of_document() {
            return;
        }
        match name {
            b"base" => self.base(tag),
            b"title" if self.reads_facts && self.document.title.is_none() => self.expect(NextText::Title, tag),
            b"script" if self.reads_facts && is_json_ld(tag) => self.expect(NextText::JsonLd, tag),
            b"html" if self.reads_all => self.html(tag),
            b"link" if self.reads_all => self.link(tag, place),
            b"time" if self.reads_all => self.time(tag),
            _ => {}
        }
    }

    #[inline]
    fn end_tag(&mut self, tag: &EndTag<'a>) {
        // An empty title has no text token.
        if self.next_text == NextText::Title && tag.span().start == self.next_offset && tag.name() == b"title" {
            self.document.title.get_or_insert("");
        }
    }

    #[inline]
    fn text(&mut self, text: &Text<'a>, place: Place) {
        if text.span().start != self.next_offset {
            return;
        }
        match self.next_text {
            NextText::Title => {
                self.document.title = self.document.title.or_else(|| Some(collapse(text.decoded_str(), self.bump)));
            }
            NextText::JsonLd => {
                self.json_ld.push(text.decoded_str());
                self.json_ld_sources.push(FactSource::of_element(place));
            }
            NextText::Other => {}
        }
    }
}

/// Returns true if a script is JSON-LD.
fn is_json_ld(tag: &StartTag<'_>) -> bool {
    tag.attribute(b"type").is_some_and(|value| {
        let essence = value.value().split(|&byte| byte == b';').next().unwrap_or_default();
        essence.trim_ascii().eq_ignore_ascii_case(b"application/ld+json")
    })
}
