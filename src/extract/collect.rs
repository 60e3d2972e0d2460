//! From tokens to the rows that links are made of.

use super::anchor_text::AnchorTexts;
use super::table::{self, LinkAttribute};
use super::{Link, LinkKind, LinkOptions, rel};
use crate::arena::Arena;
use crate::options::{Options, TextState};
use crate::sink::Sink;
use crate::token::{EndTag, StartTag, Text};
use crate::tokenizer;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use core::ops::Range;

/// A link that is not resolved yet.
pub(super) struct Row<'a> {
    pub(super) attribute: &'static LinkAttribute,
    pub(super) raw: &'a str,
    kind: LinkKind,
    rel: &'a [&'a str],
    span: Range<usize>,
    /// The place of the anchor's text among the texts of the page.
    text: Range<usize>,
}

impl<'a> Row<'a> {
    /// Returns the link that the row and what it resolves to make.
    pub(super) fn link<'b>(&self, url: Option<&'b str>, texts: &'b str) -> Link<'b>
    where
        'a: 'b,
    {
        Link {
            url,
            raw: self.raw,
            kind: self.kind,
            element: self.attribute.element,
            attr: self.attribute.attr,
            rel: self.rel,
            text: &texts[self.text.clone()],
            span: self.span.clone(),
        }
    }
}

/// Collects the rows of a page.
pub(super) struct Collector<'a> {
    bump: &'a Bump,
    rows: Vec<'a, Row<'a>>,
    texts: AnchorTexts<'a>,
    /// The rows of the open anchor.
    anchor: Range<usize>,
    base_href: Option<&'a str>,
    /// How many `template` elements are open: a `base` in one is no base of the page.
    templates: usize,
}

impl<'a> Collector<'a> {
    /// Reads a page to its end.
    pub(super) fn read(html: &'a [u8], options: &LinkOptions, arena: &'a Arena) -> Self {
        let bump = arena.bump();
        let (rows, texts) = (Vec::new_in(bump), AnchorTexts::new(bump));
        let mut collector = Self { bump, rows, texts, anchor: 0..0, base_href: None, templates: 0 };
        tokenizer::read(html, &Options::default().with_scripting(options.scripting()), arena, &mut collector);
        collector.close_anchor();
        collector
    }

    /// Returns the value of the first `<base href>`.
    pub(super) fn base_href(&self) -> Option<&'a str> {
        self.base_href
    }

    /// Returns the rows, and the texts that they point into.
    pub(super) fn into_parts(self) -> (&'a [Row<'a>], &'a str) {
        (self.rows.into_bump_slice(), self.texts.into_str())
    }

    fn close_anchor(&mut self) {
        if let Some(text) = self.texts.close() {
            for row in &mut self.rows[self.anchor.clone()] {
                row.text = text.clone();
            }
        }
    }

    /// Adds the links of a start tag.
    fn add_rows(&mut self, tag: &StartTag<'a>, element: &[u8]) {
        if !table::has_links(element) {
            return; // nearly every tag: its attributes stay unread
        }
        let first = self.rows.len();
        for attribute in tag.attributes() {
            let Some(found) = table::find(element, attribute.name()) else { continue };
            if (found.element, found.attr) == ("input", "src") && !is_image_button(tag) {
                continue;
            }
            let raw = attribute.value_str();
            let (kind, span) = (found.kind, attribute.value_span());
            self.rows.push(Row { attribute: found, raw, kind, rel: &[], span, text: 0..0 });
        }
        let rows = &mut self.rows[first..];
        match element {
            b"a" | b"area" | b"form" | b"link" if !rows.is_empty() => {
                let value = tag.attribute(b"rel").map_or("", |attribute| attribute.value_str());
                for row in rows {
                    row.rel = rel::tokens(self.bump, value);
                    if element == b"link" {
                        row.kind = rel::kind(row.rel);
                    }
                }
            }
            _ => {}
        }
        if element == b"a" && self.rows.len() > first {
            self.anchor = first..self.rows.len();
            self.texts.open();
        }
    }
}

/// Returns whether an `input` is an
/// [image button](https://html.spec.whatwg.org/multipage/input.html#image-button-state-(type=image)).
fn is_image_button(tag: &StartTag<'_>) -> bool {
    tag.attribute(b"type").is_some_and(|attribute| attribute.value().eq_ignore_ascii_case(b"image"))
}

impl<'a> Sink<'a> for Collector<'a> {
    fn start_tag(&mut self, tag: StartTag<'a>) {
        let name = tag.name();
        if self.texts.is_open() {
            if name == b"a" {
                self.close_anchor();
            }
            self.texts.edge(name);
        }
        match name {
            b"template" => self.templates += 1,
            b"base" if self.templates == 0 && self.base_href.is_none() => {
                self.base_href = tag.attribute(b"href").map(|href| href.value_str());
            }
            _ => {}
        }
        self.add_rows(&tag, name);
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        match tag.name() {
            b"template" => self.templates = self.templates.saturating_sub(1),
            b"a" => self.close_anchor(),
            name if self.texts.is_open() => self.texts.edge(name),
            _ => {}
        }
    }

    fn text(&mut self, text: Text<'a>) {
        let is_seen = matches!(text.state(), TextState::Data | TextState::CdataSection | TextState::Plaintext);
        if self.texts.is_open() && is_seen {
            self.texts.push(text.decoded_str());
        }
    }
}
