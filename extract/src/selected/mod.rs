//! The values that selectors find in a page.
//!
//! The selectors of all columns are evaluated in one pass over the page. If columns are all that is requested, it is the only
//! pass over the page (`column_pass`). If not, [`read`] makes it after the pass of the extractor. [`values`] then takes the values of
//! the elements that match: URLs need the base URL, and Markdown the text blocks. In a record, it looks for the elements among the
//! descendants of the element of the record.

#[cfg(test)]
mod tests;

use crate::content::{Blocks, write_text_as_markdown};
use crate::copy_into::CopyInto;
use crate::link_kind::LinkKind;
use crate::links::{Resolver, foreign_href_kind, is_local_reference, is_of_document};
use crate::markdown_options::MarkdownOptions;
use crate::names::{Attr, Edge, Element};
use crate::select::{Content, Match, Matches, Places, SelectSink};
use crate::select_columns::{Output, SelectColumn, SelectColumns, SelectKind};
use crate::text::words::push_words;
use crate::url_attributes::{self, EmptyUrl, UrlAttribute, UrlRole, UrlSyntax};
use alloc::string::String as HeapString;
use bumpalo::Bump;
use bumpalo::collections::{String, Vec};
use core::ops::Range;
use tagrake::names::Element as Name;
use tagrake::{Arena, Limits, Namespace, Options, Summary, TextState, tokenize_str_in};

/// Maximum length of the values of a page, in bytes. Elements that match may be nested, so values may be longer than the page. An
/// element whose value is requested counts as [`ELEMENT`] bytes, and a part of its content as [`PART`].
const MAX_WORK: usize = 64 << 20;
/// The maximum for a small page: this length, and the length of the page times [`WORK_OF_BYTE`].
const LEAST_WORK: usize = 1 << 20;
const WORK_OF_BYTE: usize = 64;

/// About the time of a lookup of an attribute, and of the visit of a node, in the time to copy bytes.
const ELEMENT: usize = 64;
const PART: usize = 16;

/// The value of a [`SelectColumn`](crate::SelectColumn) in a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SelectedValue<'a> {
    /// No element that matches has a value.
    #[default]
    Null,
    /// The value of the first element that has one.
    Text(&'a str),
    /// The values of all elements that have one, in document order.
    Texts(&'a [&'a str]),
    /// The records in document order. Each has a value for each column.
    Records(&'a [&'a [SelectedValue<'a>]]),
}

impl CopyInto for SelectedValue<'_> {
    type Copied<'b> = SelectedValue<'b>;

    fn copy_into(self, bump: &Bump) -> SelectedValue<'_> {
        match self {
            Self::Null => SelectedValue::Null,
            Self::Text(text) => SelectedValue::Text(text.copy_into(bump)),
            Self::Texts(texts) => SelectedValue::Texts(texts.copy_into(bump)),
            Self::Records(records) => SelectedValue::Records(records.copy_into(bump)),
        }
    }
}

/// The values of all columns.
pub(crate) struct Selection<'a> {
    pub(crate) values: &'a [SelectedValue<'a>],
    /// True if values are missing or may differ from the standard, because the page exceeds a limit.
    pub(crate) is_limited: bool,
}

/// The page that the values are taken from.
pub(crate) struct SelectPage<'p, 'a> {
    /// The decoded page.
    pub(crate) html: &'a str,
    pub(crate) scripting: bool,
    pub(crate) arena: &'a Arena,
    pub(crate) resolver: &'p Resolver<'a>,
    pub(crate) blocks: Option<&'p Blocks<'a>>,
}

/// Returns the options of a pass that evaluates selectors. The simulator decides what feedback would, except for empty-element tags.
pub(crate) fn options(scripting: bool, is_xhtml: bool, limits: Limits) -> Options {
    Options::default()
        .with_feedback(is_xhtml)
        .with_scripting(scripting)
        .with_empty_element_tags(is_xhtml)
        .with_limits(limits)
}

/// Returns the sink of a pass with [`options`].
pub(crate) fn sink<'a, 's>(columns: &'s SelectColumns, arena: &'a Arena, options: &Options) -> SelectSink<'a, 's> {
    let takes_text =
        columns.has_output(|output| !matches!(output, Output::Attribute(_) | Output::Url(_) | Output::Html));
    let takes_ranges = columns.has_output(|output| matches!(output, Output::Html | Output::Markdown));
    SelectSink::with(&columns.selectors, arena, options.scripting(), takes_text, takes_ranges, options.limits())
}

/// Makes a pass over a page, and returns the values of the columns.
pub(crate) fn read<'a>(columns: &SelectColumns, page: &SelectPage<'_, 'a>, options: &Options) -> Selection<'a> {
    let mut sink = sink(columns, page.arena, options);
    let summary = tokenize_str_in(page.html, options, page.arena, &mut sink);
    values(columns, page, &sink.finish(), &summary)
}

/// Returns the values of the columns after a pass.
pub(crate) fn values<'a>(
    columns: &SelectColumns,
    page: &SelectPage<'_, 'a>,
    matches: &Matches<'a, '_>,
    summary: &Summary,
) -> Selection<'a> {
    let has_records = columns.columns().iter().any(|column| matches!(column.kind(), SelectKind::Records(_)));
    let is_limited = matches.limited_at().is_some() || summary.limits_met().next().is_some();
    let mut reader = Reader {
        page,
        places: has_records.then(|| matches.places()),
        matches,
        markdown: &columns.markdown,
        buffer: HeapString::new(),
        room: MAX_WORK.min(LEAST_WORK + page.html.len().saturating_mul(WORK_OF_BYTE)),
    };
    let values = reader.row(columns.columns(), None);
    Selection { values, is_limited: is_limited || reader.room == 0 }
}

struct Reader<'r, 'p, 'a, 's> {
    page: &'r SelectPage<'p, 'a>,
    matches: &'r Matches<'a, 's>,
    /// The places of the elements, if there are records.
    places: Option<Places<'a>>,
    markdown: &'r MarkdownOptions,
    /// Memory for Markdown.
    buffer: HeapString,
    /// The rest of the work that the page may take: see [`MAX_WORK`].
    room: usize,
}

impl<'r, 'a, 's> Reader<'r, '_, 'a, 's> {
    /// Returns the values of columns in the page, or in the element of a record.
    fn row(&mut self, columns: &[SelectColumn], record: Option<Match<'r, 'a, 's>>) -> &'a [SelectedValue<'a>] {
        let mut row = Vec::with_capacity_in(columns.len(), self.bump());
        for column in columns {
            let value = self.value(column, record);
            row.push(value);
        }
        row.into_bump_slice()
    }

    fn value(&mut self, column: &SelectColumn, record: Option<Match<'r, 'a, 's>>) -> SelectedValue<'a> {
        let (own, found) = match column.selector {
            Some(selector) => (None, self.within(selector, record)),
            None => (record, 0..0),
        };
        let matches = self.matches;
        let mut elements = own.into_iter().chain(
            column.selector.into_iter().flat_map(|selector| matches.of(selector).skip(found.start).take(found.len())),
        );
        match column.kind() {
            SelectKind::Text => elements
                .find_map(|element| self.output(&column.output, element))
                .map_or(SelectedValue::Null, SelectedValue::Text),
            SelectKind::Texts => {
                let mut texts = Vec::new_in(self.bump());
                for element in elements {
                    match column.output {
                        Output::ChildTexts => self.add_child_texts(element, &mut texts),
                        _ => texts.extend(self.output(&column.output, element)),
                    }
                }
                SelectedValue::Texts(texts.into_bump_slice())
            }
            SelectKind::Records(columns) => {
                let mut rows = Vec::new_in(self.bump());
                for element in elements {
                    if !self.takes(ELEMENT * columns.len()) {
                        break;
                    }
                    rows.push(self.row(columns, Some(element)));
                }
                SelectedValue::Records(rows.into_bump_slice())
            }
        }
    }

    /// Returns the indexes of the matches of a selector that are descendants of the element of a record.
    fn within(&self, selector: usize, record: Option<Match<'_, 'a, 's>>) -> Range<usize> {
        let (Some(record), Some(places)) = (record, &self.places) else { return 0..self.matches.of(selector).len() };
        let within = record.descendants(places);
        let before = |place: u32| self.matches.partition_point(selector, |element| element.place(places) < place);
        before(within.start)..before(within.end)
    }

    /// Returns the value of an element. `None` if it has none, or if there is no room for it.
    fn output(&mut self, output: &Output, element: Match<'r, 'a, 's>) -> Option<&'a str> {
        if !self.takes(ELEMENT) {
            return None;
        }
        let value = match output {
            Output::Text => Some(self.text(element)),
            Output::ChildTexts => {
                let mut texts = Vec::new_in(self.bump());
                self.add_child_texts(element, &mut texts);
                texts.first().copied()
            }
            Output::TextContent => Some(self.text_content(element)),
            Output::Attribute(name) => element.attribute(&**name).map(|value| self.page.arena.text(value)),
            Output::Url(Some(name)) => self.url(element, name),
            Output::Url(None) => self.main_url(element),
            Output::Html => Some(&self.page.html[element.range()?]),
            Output::Markdown => self.write_markdown(element),
        }?;
        self.takes(value.len()).then_some(value)
    }

    /// Takes a part of the room that is left. Returns false if there is none.
    fn takes(&mut self, work: usize) -> bool {
        self.room = self.room.saturating_sub(work);
        self.room > 0
    }

    fn bump(&self) -> &'a Bump {
        self.page.arena.bump()
    }

    fn text(&mut self, element: Match<'r, 'a, 's>) -> &'a str {
        let is_raw = |name: &[u8]| {
            let state = Name::of(name).text_state(self.page.scripting);
            matches!(state, TextState::Rawtext | TextState::ScriptData) && !Element::of(name).is_preformatted()
        };
        if is_raw(element.html_name()) {
            return self.text_content(element);
        }
        let arena = self.page.arena;
        let (mut text, mut space, mut visited) = (String::new_in(arena.bump()), false, 0);
        let room = self.room;
        element.for_each_content(|content| {
            visited += PART;
            match content {
                Content::Text(part) => push_words(&mut text, &mut space, arena.text(part)),
                Content::Start(name) | Content::End(name) => space |= !matches!(Element::of(name).edge(), Edge::None),
            }
            !matches!(content, Content::Start(name) if is_raw(name)) && text.len() + visited < room
        });
        self.takes(visited);
        // A space may precede the first word.
        text.into_bump_str().trim_start_matches(' ')
    }

    /// Adds the texts among the children that are not white space only.
    fn add_child_texts(&mut self, element: Match<'r, 'a, 's>, texts: &mut Vec<'a, &'a str>) {
        let arena = self.page.arena;
        let (mut text, mut space) = (String::new_in(arena.bump()), false);
        let mut parts = element.child_texts().peekable();
        while let Some((_, part)) = parts.next() {
            push_words(&mut text, &mut space, arena.text(part));
            if !parts.peek().is_some_and(|(is_continued, _)| *is_continued) {
                space = false;
                let text = core::mem::replace(&mut text, String::new_in(arena.bump()));
                let text = text.into_bump_str().trim_start_matches(' ');
                if !self.takes(text.len() + 1) {
                    return;
                }
                texts.extend((!text.is_empty()).then_some(text));
            }
        }
    }

    fn text_content(&mut self, element: Match<'r, 'a, 's>) -> &'a str {
        let (arena, room) = (self.page.arena, self.room);
        let (mut text, mut visited) = (String::new_in(arena.bump()), 0);
        element.for_each_content(|content| {
            visited += PART;
            if let Content::Text(part) = content {
                text.push_str(arena.text(part));
            }
            text.len() + visited < room
        });
        self.takes(visited);
        text.into_bump_str()
    }

    /// Returns the URL in an attribute, with the base that it has as a link.
    fn url(&self, element: Match<'r, 'a, 's>, name: &str) -> Option<&'a str> {
        let (arena, resolver) = (self.page.arena, self.page.resolver);
        let value = arena.text(element.attribute(name)?);
        let (mut kind, mut syntax, mut empty) = (LinkKind::Nav, UrlSyntax::Url, EmptyUrl::Base);
        if element.namespace() != Namespace::Html {
            (kind, empty) = foreign_href_kind(element.namespace(), element.tag().is_some_and(|tag| tag.name() == b"a"));
        } else if let Some(known) = find_known(element, name.as_bytes()) {
            (kind, syntax, empty) = (known.kind, known.syntax, known.empty);
        }
        let codebase = element.attribute("codebase").filter(|_| syntax == UrlSyntax::InCodebase);
        let codebase = codebase.and_then(|href| resolver.nested_base(arena.text(href), None));
        let is_svg = element.namespace() == Namespace::Svg;
        let base = if is_of_document(kind, name) || is_local_reference(value, kind, is_svg) {
            resolver.document()
        } else {
            codebase.as_ref().or(resolver.base())
        };
        resolver.resolve_against(value, empty, base, resolver.encoding()).url
    }

    /// Returns the first URL among the main attributes of the element.
    fn main_url(&self, element: Match<'r, 'a, 's>) -> Option<&'a str> {
        if element.namespace() != Namespace::Html {
            return self.url(element, "href").or_else(|| self.url(element, "xlink:href"));
        }
        element.all_attributes().find_map(|attribute| {
            let known = find_known(element, attribute.name())?;
            let is_main = known.role != UrlRole::Other || known.kind == LinkKind::Frame;
            (is_main && known.syntax == UrlSyntax::Url).then(|| self.url(element, attribute.name_str()))?
        })
    }

    fn write_markdown(&mut self, element: Match<'r, 'a, 's>) -> Option<&'a str> {
        let (blocks, range) = (self.page.blocks?, element.range()?);
        self.buffer.clear();
        match blocks.write_markdown_of(range, self.markdown, &mut self.buffer) {
            Some(blocks) => self.takes(ELEMENT * blocks),
            None => {
                let text = self.text(element);
                write_text_as_markdown(text, self.markdown, &mut self.buffer);
                true
            }
        };
        let markdown = self.page.arena.bump().alloc_str(&self.buffer);
        Some(markdown)
    }
}

/// Returns what an attribute of an HTML element is as a link. `None` if it holds no URL.
fn find_known(element: Match<'_, '_, '_>, name: &[u8]) -> Option<&'static UrlAttribute> {
    url_attributes::find(Element::of(element.html_name()), Attr::of(name))
}
