//! The attributes of start tags, and the rows of elements.

use super::BlockBuilder;
use super::inlines::names_note;
use super::state::{Attributes, HINTS};
use crate::blocks::table::{ElementRow, ListKind, NO_STRING, ROOT, Task};
use crate::css::inline_style::{InlineStyle, WhiteSpace};
use crate::names::Element;
use memchr::memmem;
use tagrake::StartTag;

/// The attributes that name the language of code.
const LANGUAGE_ATTRIBUTES: [&[u8]; 3] = [b"data-language", b"data-lang", b"data-enlighter-language"];

/// Returns true if types of schema.org say that the posts of a page are a discussion.
pub(crate) fn names_discussion(types: &[u8]) -> bool {
    ["DiscussionForumPosting", "QAPage"].iter().any(|name| memmem::find(types, name.as_bytes()).is_some())
}

impl<'a> BlockBuilder<'a> {
    /// Reads the attributes of an HTML start tag. Must be called before its element is pushed.
    pub(crate) fn read_attributes(&mut self, element: Element, tag: &StartTag<'a>) {
        use Element::{Div, Figure, Li, Ol, Pre};
        self.table.counts[element as usize] += 1;
        let mut read = Attributes::implied(element);
        let span = tag.span();
        read.tag = (span.start as u32, span.end as u32);
        for attribute in tag.attributes() {
            let value = || attribute.value_str();
            let number = || parse_integer(value());
            match attribute.name() {
                b"class" => read.class = Some(value()),
                b"id" | b"role" | b"itemprop" | b"data-testid" if read.hint_count < HINTS => {
                    self.add_note(Some(value()).filter(|id| attribute.name() == b"id" && names_note(id)));
                    read.hints[read.hint_count] = value();
                    read.hint_count += 1;
                }
                b"lang" => read.lang = Some(value()),
                b"itemtype" => self.table.is_discussion |= names_discussion(attribute.value()),
                b"style" if read.is_pre => {
                    read.is_pre = InlineStyle::of(value()).white_space.is_none_or(|kept| kept == WhiteSpace::Keep);
                }
                b"start" if element == Ol => read.set_ordinal(number()),
                b"value" if element == Li => read.set_ordinal(number()),
                b"reversed" => read.is_reversed = element == Ol,
                name if LANGUAGE_ATTRIBUTES.contains(&name) && matches!(element, Pre | Div | Figure) => {
                    read.code_language = Some(value());
                }
                b"data-syntaxhighlighter-params" if element == Pre => {
                    let brush = value().split(';').find_map(|option| option.trim().strip_prefix("brush:"));
                    read.code_language = brush.map(str::trim);
                }
                b"colspan" if element.is_cell() => read.value = number().unwrap_or(1).clamp(1, 1000),
                b"rowspan" if element.is_cell() => {
                    read.row_span = number().unwrap_or(1).clamp(0, i32::from(u16::MAX)) as u16;
                }
                _ => {}
            }
        }
        read.is_code = self.has_code(&read, tag);
        if !read.has_value && read.value == 0 && (element == Ol || element.is_cell()) {
            read.value = 1;
        }
        if element == Element::Body {
            self.set_root(read);
        }
        self.attributes = read;
    }

    /// Reads the attribute that names the language of `code` in a `pre`.
    pub(super) fn read_code_language(&mut self, tag: &StartTag<'a>) {
        let index = self.element() as usize;
        let element = &self.table.elements[index];
        if element.is_pre && element.code_language == NO_STRING && self.collects_inlines {
            let language =
                LANGUAGE_ATTRIBUTES.iter().find_map(|name| tag.attribute(name)).map(|language| language.value_str());
            self.table.elements[index].code_language = self.intern(language);
        }
    }

    pub(super) fn set_root(&mut self, read: Attributes<'a>) {
        let (class, lang, hints) = (self.intern(read.class), self.intern(read.lang), self.intern_hints(&read));
        let root = &mut self.table.elements[ROOT as usize];
        if root.tag == (0, 0) {
            (root.tag, root.hints, root.class) = (read.tag, hints, class);
            root.lang = if lang == NO_STRING { root.lang } else { lang };
        }
    }

    /// Reads the language of the root and the type of the page from the `html` element.
    pub(crate) fn read_html_attributes(&mut self, tag: &StartTag<'a>) {
        if self.table.elements[ROOT as usize].lang == NO_STRING {
            let lang = tag.attribute(b"lang").map(|lang| lang.value_str());
            self.table.elements[ROOT as usize].lang = self.intern(lang);
        }
        let types = tag.attribute(b"itemtype");
        self.table.is_discussion |= types.is_some_and(|types| names_discussion(types.value()));
    }

    pub(super) fn intern(&mut self, string: Option<&'a str>) -> u32 {
        let Some(string) = string else { return NO_STRING };
        self.table.strings.push(string);
        (self.table.strings.len() - 1) as u32
    }

    pub(super) fn intern_hints(&mut self, read: &Attributes<'a>) -> (u32, u8) {
        let first = self.table.strings.len() as u32;
        let hints = &read.hints[..read.hint_count];
        self.table.strings.extend_from_slice(hints);
        (first, hints.len() as u8)
    }

    /// Returns the row of an element, and counts rows and columns of its table.
    pub(super) fn new_element(&mut self, parent: u32, read: Attributes<'a>) -> ElementRow {
        use Element::*;
        let (class, lang, hints) = (self.intern(read.class), self.intern(read.lang), self.intern_hints(&read));
        let code_language = self.intern(read.code_language);
        let (index, element) = (self.table.elements.len() as u32, read.element);
        let outer = self.table.elements[parent as usize];
        self.empty_lines = if read.is_code { 0 } else { self.empty_lines };
        let mut row = ElementRow {
            parent,
            tag: read.tag,
            hints,
            counter: 0,
            value: read.value,
            ordinal: 0,
            is_relative: false,
            is_reversed: read.is_reversed,
            task: Task::None,
            code_language,
            row_span: read.row_span,
            class,
            element,
            is_pre: read.is_pre || read.is_code || outer.is_pre && !element.is_preformatted(),
            is_code: read.is_code || outer.is_code && !element.is_preformatted(),
            ..outer
        };
        row.depth = row.depth.saturating_add(1);
        if lang != NO_STRING {
            row.lang = lang;
        }
        if element.contains_blocks() {
            row.container = index;
        }
        let list = match element {
            Ul | Menu | Dir => Some(ListKind::Unordered),
            Ol => Some(ListKind::Ordered),
            Dl => Some(ListKind::Description),
            _ => None,
        };
        if matches!(list, Some(ListKind::Ordered | ListKind::Unordered)) {
            row.list = index;
            row.is_relative = read.is_reversed && !read.has_value;
            row.ordinal = if row.is_relative { 0 } else { read.value };
            self.has_relative |= row.is_relative;
        } else if element == Li && row.list != ROOT {
            self.number_item(&mut row, &read);
        }
        if let Some(kind) = list {
            (row.list_kind, row.list_depth) = (kind, row.list_depth.saturating_add(1));
        }
        match element {
            H1 | H2 | H3 | H4 | H5 | H6 => row.heading = (element as usize - H1 as usize) as u8 + 1,
            Table => (row.table, row.row, row.column) = (index, 0, 0),
            Tr => {
                self.table.elements[row.table as usize].counter += 1;
                (row.row, row.column) = (self.table.elements[row.table as usize].counter, 0);
            }
            Td | Th => {
                let columns = &mut self.table.elements[parent as usize].counter;
                row.column = columns.saturating_add(1);
                *columns = columns.saturating_add(read.value.max(1) as u32);
                row.value = read.value.max(1);
            }
            _ => {}
        }
        row
    }
}

impl<'a> BlockBuilder<'a> {
    /// Sets the ordinal value of an `li`.
    fn number_item(&mut self, item: &mut ElementRow, read: &Attributes<'a>) {
        let list = &mut self.table.elements[item.list as usize];
        if read.has_value {
            (list.ordinal, list.is_relative) = (read.value, false);
        }
        (item.ordinal, item.is_relative) = (list.ordinal, list.is_relative);
        list.ordinal = list.ordinal.saturating_add(if list.is_reversed { -1 } else { 1 });
        list.counter += 1;
    }

    /// Adds the numbers of items to the ordinal values in lists that count down to 1.
    pub(super) fn finish_ordinals(&mut self) {
        let elements = &mut self.table.elements;
        for index in if self.has_relative { 0..elements.len() } else { 0..0 } {
            if elements[index].element == Element::Li && elements[index].is_relative {
                elements[index].ordinal += elements[elements[index].list as usize].counter as i32;
            }
        }
    }
}

/// Parses an integer by the rules of the standard: white space before it and any text after it are ignored.
fn parse_integer(text: &str) -> Option<i32> {
    let text = text.trim_ascii_start();
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let end = text.len() - digits.trim_start_matches(|character: char| character.is_ascii_digit()).len();
    text[..end].parse().ok()
}
