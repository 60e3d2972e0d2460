//! The token sink that collects the HTML metadata of a WAT record in one pass.

use super::anchors::{Anchors, ClosedAnchor};
use super::attribute_table::{self, CONTENT, ELEMENTS, MAX_ATTRIBUTES, NAME, PATH, RowAttribute, STYLE_URL, TEXT, URL};
use super::html_metadata::{HtmlHead, HtmlMetadata};
use super::rows::{RowList, RowLists};
use super::values::{self, Collapsed};
use crate::char_boundary::floor_char_boundary;
use tagrake::encoding::{Decision, MetaDeclaration};
use tagrake::{Arena, Attribute, EndTag, Namespace, Sink, StartTag, Text, TextState};
use tagrake_extract::{css_urls, script_url};

/// Maximum bytes of a style sheet that are read.
const CSS_BYTES: usize = 100_000;

/// The element whose raw text comes next, as far as it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RawText {
    Other,
    Title,
    Style,
}

/// Collects the HTML metadata of a page.
pub(super) struct PageCollector<'a> {
    /// The encoding decision, which a `meta` may change.
    pub(super) decision: Decision<'a>,
    /// True if the page must be read again in another encoding.
    pub(super) restarts: bool,
    /// The number of attributes read.
    pub(super) attributes: usize,
    title: Option<String>,
    base: Option<&'a str>,
    lists: &'a mut RowLists,
    anchors: Anchors<'a>,
    styles: &'a Arena,
    raw_text: RawText,
    templates: usize,
    /// Which attributes of `html` were seen. Later `html` tags only add missing ones.
    html: [bool; attribute_table::HTML.len()],
    /// The number of open `a` elements of SVG or MathML.
    foreign_anchors: usize,
    /// The SVG element whose text is not rendered, and the number of open elements with its name.
    hidden: Option<(&'a [u8], usize)>,
}

impl<'a> PageCollector<'a> {
    pub(super) fn new(decision: Decision<'a>, styles: &'a Arena, lists: &'a mut RowLists) -> Self {
        Self {
            decision,
            restarts: false,
            attributes: 0,
            title: None,
            base: None,
            lists,
            anchors: Anchors::new(),
            styles,
            raw_text: RawText::Other,
            templates: 0,
            html: Default::default(),
            foreign_anchors: 0,
            hidden: None,
        }
    }

    /// Closes open anchors, and returns the metadata.
    pub(super) fn finish(mut self) -> HtmlMetadata<'a> {
        self.anchors.finish(|anchor| push_anchor(&mut self.lists.links, anchor));
        let is_over_limit = self.lists.is_over_limit();
        let lists: &'a RowLists = self.lists;
        let head = HtmlHead {
            title: self.title,
            base: self.base,
            metas: lists.metas.rows(),
            link: lists.link.rows(),
            scripts: lists.scripts.rows(),
        };
        let links = lists.links.rows();
        HtmlMetadata { head, links, encoding: None, is_over_limit, is_over_memory: false }
    }

    #[inline(never)]
    fn relevant_start_tag(&mut self, tag: StartTag<'a>) {
        if tag.namespace() == Namespace::Html {
            self.html_start_tag(tag);
        } else {
            self.foreign_start_tag(tag);
        }
    }

    fn html_start_tag(&mut self, tag: StartTag<'a>) {
        // Tree construction [renames](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody) `image`.
        let element = if tag.name() == b"image" { b"img" } else { tag.name() };
        if self.anchors.is_open() && attribute_table::parts_words(element) {
            self.anchors.edge();
        }
        self.anchors.enter(element, |anchor| push_anchor(&mut self.lists.links, anchor));
        match element {
            b"title" => self.raw_text = RawText::Title,
            b"style" => self.raw_text = RawText::Style,
            b"template" => self.templates += 1,
            b"a" => self.anchors.close(|anchor| push_anchor(&mut self.lists.links, anchor)),
            _ => {}
        }
        if tag.attributes().len() == 0 {
            return;
        }
        self.add_global(tag, element);
        for row in attribute_table::url_rows(element) {
            self.add_row(tag, element, row);
        }
        if let Some(key) = attribute_table::onclick_key(element) {
            self.add_onclick(tag, key);
        }
        match element {
            b"meta" => self.meta(tag),
            b"html" => self.html(tag),
            b"base" if self.templates == 0 && self.base.is_none() => {
                self.base = tag.attribute(b"href").map(|href| href.value_str());
            }
            _ => {}
        }
    }

    /// Adds rows for the attributes that hold a URL on any element.
    fn add_global(&mut self, tag: StartTag<'a>, element: &[u8]) {
        for attribute in tag.attributes().filter(|attribute| attribute_table::is_global(attribute.name())) {
            let element = String::from_utf8_lossy(element).to_ascii_uppercase();
            let path = format!("{element}@/{}", attribute.name_str());
            self.lists.links.push([(PATH, path.as_bytes()), (URL, values::url(attribute.value()))]);
        }
    }

    /// Adds a row to the list of its element. The row of an anchor is added when the anchor ends.
    fn add_row(&mut self, tag: StartTag<'a>, element: &[u8], row: &[RowAttribute]) {
        let list = match element {
            b"a" => {
                if tag.attribute(row[0].name).is_some() {
                    self.anchors.open(tag);
                }
                return;
            }
            b"link" => &mut self.lists.link,
            b"script" => &mut self.lists.scripts,
            _ => &mut self.lists.links,
        };
        push_row(list, tag, row, None);
    }

    fn add_onclick(&mut self, tag: StartTag<'a>, key: &'static str) {
        let script = tag.attribute(b"onclick").map(|script| script.value_str());
        if let Some(address) = script.and_then(script_url) {
            self.lists.links.push([(key, values::url(address.as_bytes()))]);
        }
    }

    /// Handles a `meta`, which may change the encoding.
    fn meta(&mut self, tag: StartTag<'a>) {
        let bytes = |name: &[u8]| tag.attribute(name).map(|attribute| attribute.value());
        let declared = MetaDeclaration::of_tag(&tag);
        self.restarts |= declared.is_some_and(|declared| self.decision.change_by_meta(declared));
        let is_image = bytes(b"property").is_some_and(|property| property.eq_ignore_ascii_case(b"og:image"));
        let found = find(tag, &attribute_table::META);
        if found.iter().flatten().nth(1).is_some() {
            self.lists.metas.push(pairs(&attribute_table::META, &found).map(|(key, attribute)| {
                let value = attribute.value();
                (key, if is_image && key == CONTENT { values::url(value) } else { value })
            }));
        }
    }

    fn html(&mut self, tag: StartTag<'a>) {
        for ((attribute, name), is_known) in attribute_table::HTML.into_iter().zip(&mut self.html) {
            if let Some(attribute) = tag.attribute(attribute)
                && !std::mem::replace(is_known, true)
            {
                self.lists.metas.push([(NAME, name.as_bytes()), (CONTENT, attribute.value())]);
            }
        }
    }

    /// Handles the start tag of an element of SVG or MathML, whose links are not collected.
    fn foreign_start_tag(&mut self, tag: StartTag<'a>) {
        let name = tag.name();
        if !tag.is_self_closing() {
            match (name, &mut self.hidden) {
                (b"a", _) => self.foreign_anchors += 1,
                (_, Some((hidden, depth))) => *depth += usize::from(*hidden == name),
                (b"title" | b"desc" | b"metadata" | b"style" | b"script", hidden @ None) => *hidden = Some((name, 1)),
                _ => {}
            }
        }
        self.add_global(tag, name);
    }

    #[inline(never)]
    fn relevant_end_tag(&mut self, tag: EndTag<'a>) {
        let name = tag.name();
        if let Some((hidden, depth)) = &mut self.hidden {
            *depth -= usize::from(*hidden == name);
            if *depth == 0 || name == b"svg" {
                self.hidden = None;
            }
        }
        match name {
            b"a" if self.foreign_anchors > 0 => self.foreign_anchors -= 1,
            b"a" => self.anchors.close(|anchor| push_anchor(&mut self.lists.links, anchor)),
            b"svg" | b"math" => self.foreign_anchors = 0,
            b"template" => self.templates = self.templates.saturating_sub(1),
            _ => {}
        }
        if self.anchors.is_open() && attribute_table::parts_words(name) {
            self.anchors.edge();
        }
        self.anchors.leave(name, |anchor| push_anchor(&mut self.lists.links, anchor));
    }

    #[inline(never)]
    fn relevant_text(&mut self, text: Text<'a>) {
        match text.state() {
            TextState::Rcdata if self.raw_text == RawText::Title => self.title(text.decoded()),
            TextState::Rawtext if self.raw_text == RawText::Style => self.style(text.decoded_str()),
            TextState::Data | TextState::CdataSection | TextState::Plaintext
                if self.anchors.is_open() && self.hidden.is_none() =>
            {
                self.anchors.push_text(text.decoded());
            }
            _ => {}
        }
    }

    /// Handles the text of a title. The first that is not empty is the page's title.
    fn title(&mut self, text: &[u8]) {
        if self.templates == 0 && self.title.is_none() {
            let mut collapsed = Collapsed::default();
            collapsed.push(text);
            self.title = collapsed.since(0).map(|title| String::from_utf8_lossy(title).into_owned());
        }
    }

    fn style(&mut self, css: &'a str) {
        let css = &css[..floor_char_boundary(css, CSS_BYTES)];
        for url in css_urls(css, self.styles).filter(|url| !url.is_empty()) {
            self.lists.links.push([(STYLE_URL, values::url(url.as_bytes()))]);
        }
    }
}

impl<'a> Sink<'a> for PageCollector<'a> {
    // PERF: this check is compiled into the scan loop. It ends the work on most tags.
    #[inline(always)]
    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.attributes += tag.attributes().len();
        self.raw_text = RawText::Other;
        if tag.namespace() != Namespace::Html
            || self.anchors.is_open()
            || ELEMENTS.may_hold(tag.raw_name())
            || tag.has_wanted()
        {
            self.relevant_start_tag(tag);
        }
    }

    #[inline(always)]
    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.raw_text = RawText::Other;
        if self.hidden.is_some() || self.anchors.is_open() || ELEMENTS.may_hold(tag.raw_name()) {
            self.relevant_end_tag(tag);
        }
    }

    #[inline(always)]
    fn text(&mut self, text: Text<'a>) {
        if self.raw_text != RawText::Other || self.anchors.is_open() {
            self.relevant_text(text);
        }
    }

    fn is_done(&self) -> bool {
        self.restarts
    }
}

/// Adds the row of an anchor that has ended.
fn push_anchor(links: &mut RowList, (tag, text): ClosedAnchor<'_, '_>) {
    for row in attribute_table::url_rows(b"a") {
        push_row(links, tag, row, text);
    }
}

/// Adds a row with the URL of the first attribute in `row`, if the tag has that attribute.
fn push_row(list: &mut RowList, tag: StartTag<'_>, row: &[RowAttribute], text: Option<&[u8]>) {
    let found = find(tag, row);
    if let Some(url) = &found[0] {
        let url = values::url(url.value());
        let others = pairs(row, &found).skip(1).map(|(key, attribute)| (key, attribute.value()));
        list.push([(row[0].key, url)].into_iter().chain(others).chain(text.map(|text| (TEXT, text))));
    }
}

/// Returns the attributes of `row` that the tag has, each at its index in `row`.
fn find<'a>(tag: StartTag<'a>, row: &[RowAttribute]) -> [Option<Attribute<'a>>; MAX_ATTRIBUTES] {
    let mut found = [None; MAX_ATTRIBUTES];
    for attribute in tag.attributes() {
        let name = attribute.raw_name();
        let index = row.iter().position(|known| name.eq_ignore_ascii_case(known.name.as_bytes()));
        if let Some(index) = index {
            found[index] = Some(attribute);
        }
    }
    found
}

/// Returns the attributes that were found, with their keys.
fn pairs<'f, 'a>(
    row: &'f [RowAttribute],
    found: &'f [Option<Attribute<'a>>],
) -> impl Iterator<Item = (&'static str, &'f Attribute<'a>)> {
    row.iter().zip(found).filter_map(|(known, attribute)| Some((known.key, attribute.as_ref()?)))
}
