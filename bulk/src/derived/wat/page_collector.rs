//! The token sink that collects the HTML metadata of a WAT record in one pass.

use super::anchors::Anchors;
use super::attribute_table::{self, STYLE_PATH, UrlAttribute};
use super::html_metadata::HtmlMetadata;
use super::objects::{Objects, Pair};
use super::onclick;
use super::values::{self, Collapsed};
use std::borrow::Cow;
use tagrake::encoding::{Decision, meta_encoding};
use tagrake::extract::css_urls;
use tagrake::{Arena, Attribute, EndTag, Namespace, Sink, StartTag, Text, TextState};

/// Maximum rows of a list.
const MAX_ROWS: usize = 100_000;
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
    metadata: HtmlMetadata<'a>,
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
    pub(super) fn new(decision: Decision<'a>, styles: &'a Arena) -> Self {
        Self {
            decision,
            restarts: false,
            attributes: 0,
            metadata: HtmlMetadata::default(),
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
        let metadata = &mut self.metadata;
        self.anchors.finish(|pairs| add(&mut metadata.links, pairs, &mut metadata.is_over_limit));
        self.metadata
    }

    fn add_link(&mut self, pairs: impl IntoIterator<Item = Pair<'a>>) {
        add(&mut self.metadata.links, pairs, &mut self.metadata.is_over_limit);
    }

    fn html_start_tag(&mut self, tag: StartTag<'a>) {
        // Tree construction [renames](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody) `image`.
        let element = if tag.name() == b"image" { b"img" } else { tag.name() };
        if self.anchors.is_open() && attribute_table::parts_words(element) {
            self.anchors.edge();
        }
        let metadata = &mut self.metadata;
        self.anchors.enter(element, |pairs| add(&mut metadata.links, pairs, &mut metadata.is_over_limit));
        match element {
            b"title" => self.raw_text = RawText::Title,
            b"style" => self.raw_text = RawText::Style,
            b"template" => self.templates += 1,
            b"a" => {
                if let Some(pairs) = self.anchors.close() {
                    self.add_link(pairs);
                }
            }
            _ => {}
        }
        if tag.attributes().len() == 0 {
            return;
        }
        self.add_global(tag, element);
        for attribute in attribute_table::url_attributes(element) {
            if let Some(pairs) = row(tag, attribute) {
                self.add_row(element, pairs);
            }
        }
        if let Some(path) = attribute_table::onclick_path(element) {
            self.add_onclick(tag, path);
        }
        match element {
            b"meta" => self.meta(tag),
            b"html" => self.html(tag),
            b"base" if self.templates == 0 && self.metadata.head.base.is_none() => {
                self.metadata.head.base = value(tag, "href");
            }
            _ => {}
        }
    }

    /// Adds rows for the attributes that hold a URL on any element.
    fn add_global(&mut self, tag: StartTag<'a>, element: &[u8]) {
        for attribute in tag.attributes().filter(|attribute| attribute_table::is_global(attribute.name())) {
            let element = String::from_utf8_lossy(element).to_ascii_uppercase();
            let path = format!("{element}@/{}", attribute.name_str());
            self.add_link([("path", path.into()), ("url", values::url(attribute.value_str()))]);
        }
    }

    /// Adds a row to the list of its element. The row of an anchor is added when the anchor ends.
    fn add_row(&mut self, element: &[u8], pairs: impl Iterator<Item = Pair<'a>>) {
        let HtmlMetadata { head, links, is_over_limit, .. } = &mut self.metadata;
        match element {
            b"a" => self.anchors.open(pairs.collect()),
            b"link" => add(&mut head.link, pairs, is_over_limit),
            b"script" => add(&mut head.scripts, pairs, is_over_limit),
            _ => add(links, pairs, is_over_limit),
        }
    }

    fn add_onclick(&mut self, tag: StartTag<'a>, path: &'static str) {
        let script = tag.attribute(b"onclick").map(|script| script.value_str());
        if let Some(address) = script.and_then(onclick::address) {
            self.add_link([("path", path.into()), ("url", values::url(address))]);
        }
    }

    /// Handles a `meta`, which may change the encoding.
    fn meta(&mut self, tag: StartTag<'a>) {
        let bytes = |name: &[u8]| tag.attribute(name).map(|attribute| attribute.value());
        let named = meta_encoding(bytes(b"charset"), bytes(b"http-equiv"), bytes(b"content"));
        self.restarts |= named.is_some_and(|named| self.decision.change(named));
        let is_image = bytes(b"property").is_some_and(|property| property.eq_ignore_ascii_case(b"og:image"));
        let pairs = attribute_table::META.iter().filter_map(|&name| {
            let value = tag.attribute(name.as_bytes())?.value_str();
            Some((name, if is_image && name == "content" { values::url(value) } else { value.into() }))
        });
        if pairs.clone().nth(1).is_some() {
            add(&mut self.metadata.head.metas, pairs, &mut self.metadata.is_over_limit);
        }
    }

    fn html(&mut self, tag: StartTag<'a>) {
        for ((attribute, name), is_known) in attribute_table::HTML.into_iter().zip(&mut self.html) {
            if let Some(value) = value(tag, attribute)
                && !std::mem::replace(is_known, true)
            {
                let pairs = [("name", name.into()), ("content", value)];
                add(&mut self.metadata.head.metas, pairs, &mut self.metadata.is_over_limit);
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

    /// Handles the text of a title. The first that is not empty is the page's title.
    fn title(&mut self, text: &str) {
        let title = &mut self.metadata.head.title;
        if self.templates == 0 && title.is_none() {
            let mut collapsed = Collapsed::default();
            collapsed.push(text);
            *title = collapsed.since(0).map(str::to_owned);
        }
    }

    fn style(&mut self, css: &'a str) {
        let css = &css[..floor_char_boundary(css, CSS_BYTES)];
        for url in css_urls(css, self.styles).filter(|url| !url.is_empty()) {
            self.add_link([("path", STYLE_PATH.into()), ("href", values::url(url))]);
        }
    }
}

impl<'a> Sink<'a> for PageCollector<'a> {
    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.attributes += tag.attributes().len();
        self.raw_text = RawText::Other;
        if tag.namespace() == Namespace::Html {
            self.html_start_tag(tag);
        } else {
            self.foreign_start_tag(tag);
        }
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.raw_text = RawText::Other;
        let name = tag.name();
        if let Some((hidden, depth)) = &mut self.hidden {
            *depth -= usize::from(*hidden == name);
            if *depth == 0 || name == b"svg" {
                self.hidden = None;
            }
        }
        match name {
            b"a" if self.foreign_anchors > 0 => self.foreign_anchors -= 1,
            b"a" => {
                if let Some(pairs) = self.anchors.close() {
                    self.add_link(pairs);
                }
            }
            b"svg" | b"math" => self.foreign_anchors = 0,
            b"template" => self.templates = self.templates.saturating_sub(1),
            _ => {}
        }
        if self.anchors.is_open() && attribute_table::parts_words(name) {
            self.anchors.edge();
        }
        let metadata = &mut self.metadata;
        self.anchors.leave(name, |pairs| add(&mut metadata.links, pairs, &mut metadata.is_over_limit));
    }

    fn text(&mut self, text: Text<'a>) {
        match text.state() {
            TextState::Rcdata if self.raw_text == RawText::Title => self.title(text.decoded_str()),
            TextState::Rawtext if self.raw_text == RawText::Style => self.style(text.decoded_str()),
            TextState::Data | TextState::CdataSection | TextState::Plaintext
                if self.anchors.is_open() && self.hidden.is_none() =>
            {
                self.anchors.push_text(text.decoded_str());
            }
            _ => {}
        }
    }

    fn is_done(&self) -> bool {
        self.restarts
    }
}

/// Adds a row, or sets `is_over_limit` if the list is full.
fn add<'a>(rows: &mut Objects<'a>, pairs: impl IntoIterator<Item = Pair<'a>>, is_over_limit: &mut bool) {
    if rows.len() < MAX_ROWS {
        rows.push(pairs);
    } else {
        *is_over_limit = true;
    }
}

/// Returns the row of an attribute with a URL, if the tag has the attribute.
fn row<'a>(tag: StartTag<'a>, attribute: &'static UrlAttribute) -> Option<impl Iterator<Item = Pair<'a>>> {
    let url = values::url(tag.attribute(attribute.name.as_bytes())?.value_str());
    let others = attribute.others.iter().filter_map(move |&name| Some((name, value(tag, name)?)));
    Some([("path", attribute.path.into()), ("url", url)].into_iter().chain(others))
}

fn value<'a>(tag: StartTag<'a>, name: &str) -> Option<Cow<'a, str>> {
    tag.attribute(name.as_bytes()).as_ref().map(Attribute::value_str).map(Cow::Borrowed)
}

/// Returns the greatest character boundary up to `index`.
fn floor_char_boundary(text: &str, index: usize) -> usize {
    (0..=index.min(text.len())).rev().find(|&index| text.is_char_boundary(index)).unwrap_or(0)
}
