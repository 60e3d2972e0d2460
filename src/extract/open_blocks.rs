//! The stack of open elements, as far as text needs it: blocks, table parts, and whatever is inside SVG or MathML.
//!
//! Source: [the stack of open elements](https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements).
//! The rules for scopes, implied end tags and table contexts are the standard's. What keeps the stack cheap is what it
//! leaves out: formatting elements and other inline elements are transparent (they are not on the stack and end nothing),
//! except where their names are asked for with [`push_named`](OpenBlocks::push_named). `html`, `head` and `body` are never
//! on it, and neither are void elements and elements that hold only text.
//!
//! The stack never pops by itself. [`before_start`](OpenBlocks::before_start), [`before_end`](OpenBlocks::before_end) and
//! the like return how many elements stay open; the caller pops the others one by one, so that it sees every element that
//! ends, implied ends included. Every call takes time bounded by [`MAX_OPEN`], which vector instructions search in tens of
//! nanoseconds.

use super::names::Tag;
use crate::feedback::{Namespace, hash, last};
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// The most elements on the stack. When it is full, an element replaces the innermost one, as in Chromium: deeper
/// elements become siblings.
pub(super) const MAX_OPEN: usize = 512;

/// Ends [scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope).
const SCOPE: u8 = 1;
/// Ends [list item scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-list-item-scope), as
/// [`SCOPE`] does.
const LIST_SCOPE: u8 = 2;
/// Ends [button scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-button-scope), as [`SCOPE`]
/// does.
const BUTTON_SCOPE: u8 = 4;
/// Ends [table scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-table-scope).
const TABLE_SCOPE: u8 = 8;
/// [Special](https://html.spec.whatwg.org/multipage/parsing.html#special).
const SPECIAL: u8 = 16;
/// Ends the search for the `li`, `dd` or `dt` that a start tag closes: special, but not `address`, `div` or `p`.
const STOPS_ITEMS: u8 = 32;
/// Not an HTML element.
const FOREIGN: u8 = 64;
/// A foreign element that may hold HTML.
const INTEGRATION_POINT: u8 = 128;

/// Codes of elements with a stored name start here; smaller ones are a [`Tag`].
const NAMED: u16 = 1 << 15;

/// The open elements, innermost last.
pub(super) struct OpenBlocks<'a> {
    /// The [`Tag`] of each element, or [`NAMED`] and a hash of its name.
    codes: Vec<'a, u16>,
    categories: Vec<'a, u8>,
    /// The names of the elements whose code is [`NAMED`] or more, in stack order.
    names: Vec<'a, &'a [u8]>,
    /// The number of open `p` elements.
    paragraphs: usize,
    /// What each open `template` element holds, innermost last.
    templates: Vec<'a, Holds>,
    /// The [`form` element pointer](https://html.spec.whatwg.org/multipage/parsing.html#form-element-pointer) is set.
    has_form: bool,
    /// The document is in [quirks mode](https://dom.spec.whatwg.org/#concept-document-quirks).
    is_quirky: bool,
}

/// What a `template` holds, by its first element: the [template insertion
/// mode](https://html.spec.whatwg.org/multipage/parsing.html#stack-of-template-insertion-modes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    /// Nothing yet, or what may be in a head.
    Nothing,
    /// Parts of a table.
    TableParts,
    /// Content in which the tags of table parts are ignored.
    Flow,
}

/// What a start tag does to the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Before {
    /// The number of elements that stay open.
    pub(super) height: usize,
    /// What becomes of the element itself.
    pub(super) insert: Insert,
}

/// What becomes of the element of a start tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Insert {
    /// The tag is ignored.
    Ignored,
    /// The element exists, but is not for this stack.
    Transparent,
    /// The element is to be pushed.
    Push,
}

impl<'a> OpenBlocks<'a> {
    pub(super) fn new(bump: &'a Bump) -> Self {
        Self {
            codes: Vec::with_capacity_in(MAX_OPEN, bump),
            categories: Vec::with_capacity_in(MAX_OPEN, bump),
            names: Vec::new_in(bump),
            paragraphs: 0,
            templates: Vec::new_in(bump),
            has_form: false,
            is_quirky: true,
        }
    }

    /// Sets whether the document is in quirks mode, in which a `table` does not close a `p`; true by default.
    pub(super) fn set_quirks(&mut self, is_quirky: bool) {
        self.is_quirky = is_quirky;
    }

    /// Returns the number of open elements.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.codes.len()
    }

    /// Returns true if the next element replaces the innermost one.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.codes.len() >= MAX_OPEN
    }

    /// Returns true if inline elements must be pushed too: an element with a stored name is open.
    #[inline]
    pub(super) fn is_named(&self) -> bool {
        !self.names.is_empty()
    }

    /// Returns true if the innermost element is foreign.
    #[inline]
    pub(super) fn is_in_foreign(&self) -> bool {
        self.categories.last().is_some_and(|category| category & FOREIGN != 0)
    }

    /// Returns true if the text that comes next is text of a foreign element: no HTML integration point is innermost.
    pub(super) fn holds_foreign_text(&self) -> bool {
        self.categories.last().is_some_and(|category| category & (FOREIGN | INTEGRATION_POINT) == FOREIGN)
    }

    /// Returns true if an element from `height` on ends scope.
    pub(super) fn has_scope_above(&self, height: usize) -> bool {
        self.has_above(height, SCOPE)
    }

    /// Pushes an HTML element for which [`before_start`](Self::before_start) said so.
    #[inline]
    pub(super) fn push(&mut self, element: Tag) {
        self.paragraphs += usize::from(element == Tag::P);
        if element == Tag::Template {
            self.templates.push(Holds::Nothing);
        }
        self.codes.push(element as u16);
        self.categories.push(CATEGORIES[element as usize]);
    }

    /// Returns true if a `template` is open: [`note_in_template`](Self::note_in_template) must then be called.
    #[inline]
    pub(super) fn has_template(&self) -> bool {
        !self.templates.is_empty()
    }

    /// Notes the start tag of an HTML element in a `template`, before anything else is asked.
    pub(super) fn note_in_template(&mut self, element: Tag, name: &[u8]) {
        use Tag::*;
        let Some(holds) = self.templates.last_mut().filter(|holds| **holds == Holds::Nothing) else { return };
        *holds = match element {
            Base | Bgsound | Link | Meta | Noframes | Script | Style | Template | Title => return,
            Caption | Tbody | Thead | Tfoot | Tr | Td | Th => Holds::TableParts,
            _ if matches!(name, b"col" | b"colgroup") => Holds::TableParts,
            _ => Holds::Flow,
        };
    }

    /// Pushes an HTML element by name. While it is open, other such elements must be pushed too.
    pub(super) fn push_named(&mut self, name: &'a [u8]) {
        self.push_name(name, 0);
    }

    /// Pushes a foreign element. `may_hold_html`: it is an integration point.
    pub(super) fn push_foreign(&mut self, name: &'a [u8], namespace: Namespace, may_hold_html: bool) {
        let is_boundary = match namespace {
            Namespace::Html => false,
            Namespace::Svg => matches!(name, b"foreignobject" | b"desc" | b"title"),
            Namespace::MathMl => matches!(name, b"mi" | b"mo" | b"mn" | b"ms" | b"mtext" | b"annotation-xml"),
        };
        let boundary = if is_boundary { SPECIAL | STOPS_ITEMS | SCOPE } else { 0 };
        self.push_name(name, FOREIGN | boundary | if may_hold_html { INTEGRATION_POINT } else { 0 });
    }

    fn push_name(&mut self, name: &'a [u8], category: u8) {
        self.codes.push(code_of_name(name));
        self.categories.push(category);
        self.names.push(name);
    }

    /// Pops the innermost element. Returns [`Tag::Other`] for one that was pushed by name.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Tag> {
        self.categories.pop();
        let code = self.codes.pop()?;
        if code >= NAMED {
            self.names.pop();
            return Some(Tag::Other);
        }
        let element = Tag::ALL[usize::from(code)];
        self.paragraphs -= usize::from(element == Tag::P);
        if element == Tag::Template {
            self.templates.pop();
        }
        Some(element)
    }

    /// Removes the element at `place`, which is a `form` or was pushed by name; those above it stay open.
    pub(super) fn remove(&mut self, place: usize) {
        if self.codes.remove(place) >= NAMED {
            let above = self.codes[place..].iter().filter(|&&code| code >= NAMED).count();
            self.names.remove(self.names.len() - 1 - above);
        }
        self.categories.remove(place);
    }

    /// Returns the number of elements that stay open before the start tag of an HTML element: foreign ones that cannot
    /// hold it end.
    pub(super) fn before_html(&self) -> usize {
        let is_left = |&&category: &&u8| category & (FOREIGN | INTEGRATION_POINT) == FOREIGN;
        self.len() - self.categories.iter().rev().take_while(is_left).count()
    }

    /// Returns what the start tag of an HTML element does, if that is simple: see [`Before`] for the others.
    ///
    /// PERF: nearly all start tags of pages are simple.
    #[inline(always)]
    pub(super) fn simple_start(&self, element: Tag) -> Option<Insert> {
        let is_simple = self.paragraphs == 0 && self.names.is_empty() && self.templates.is_empty() && !self.is_full();
        SIMPLE[element as usize].filter(|_| is_simple)
    }

    /// Returns true if the element is the innermost one, and its end tag ends nothing else.
    #[inline(always)]
    pub(super) fn is_simple_end(&self, element: Tag) -> bool {
        self.codes.last() == Some(&(element as u16)) && element as usize != Tag::Form as usize
    }

    /// Returns what the start tag of an HTML element does.
    #[rustfmt::skip]
    pub(super) fn before_start(&self, element: Tag) -> Before {
        use Tag::*;
        let len = self.len();
        let push = |height| Before { height, insert: Insert::Push };
        let transparent = |height| Before { height, insert: Insert::Transparent };
        let ignored = Before { height: len, insert: Insert::Ignored };
        match element {
            Address | Article | Aside | Blockquote | Center | Details | Dialog | Dir | Div | Dl | Fieldset | Figcaption
            | Figure | Footer | Header | Hgroup | Listing | Main | Menu | Nav | Ol | P | Plaintext | Pre | Search
            | Section | Summary | Ul => push(self.without_paragraph(len)),
            H1 | H2 | H3 | H4 | H5 | H6 => {
                let height = self.without_paragraph(len);
                push(height - usize::from(height > 0 && is_heading(self.codes[height - 1])))
            }
            Li => push(self.without_item(&[Li])),
            Dd | Dt => push(self.without_item(&[Dd, Dt])),
            Form if self.has_form && self.templates.is_empty() => ignored,
            // Between the cells of a table it is inserted, and popped at once.
            Form if self.table_between_cells().is_some() => transparent(len),
            Form => push(self.without_paragraph(len)),
            Table => {
                let height = self.table_between_cells().unwrap_or(len);
                push(if self.is_quirky { height } else { self.without_paragraph(height) })
            }
            Caption | Tbody | Thead | Tfoot | Tr | Td | Th => match self.table_context(element) {
                Some(height) => push(height),
                None => ignored,
            },
            Button => push(self.in_scope(Button, SCOPE).unwrap_or(len)),
            Select => match self.in_scope(Select, SCOPE) {
                Some(height) => Before { height, insert: Insert::Ignored },
                None => push(len),
            },
            Input => transparent(self.in_scope(Select, SCOPE).unwrap_or(len)),
            Hr => {
                let height = self.without_paragraph(len);
                transparent(if self.is_in_select() { self.without_implied(height, Other) } else { height })
            }
            Xmp => transparent(self.without_paragraph(len)),
            Option | Optgroup if self.is_in_select() => {
                push(self.without_implied(len, if element == Option { Optgroup } else { Other }))
            }
            Option | Optgroup => push(len - usize::from(self.codes.last() == Some(&(Option as u16)))),
            _ if is_member(element) => push(len),
            _ => transparent(len),
        }
    }

    /// Returns the number of elements that stay open after the end tag of an HTML element, or `None` if it ends none. For
    /// `form` see [`end_form`](Self::end_form), for elements pushed by name [`before_named_end`](Self::before_named_end).
    #[rustfmt::skip]
    pub(super) fn before_end(&self, element: Tag) -> Option<usize> {
        use Tag::*;
        if self.codes.last() == Some(&(element as u16)) {
            return Some(self.len() - 1);
        }
        match element {
            P if self.paragraphs == 0 => None,
            P => self.in_scope(P, SCOPE | BUTTON_SCOPE),
            Li => self.in_scope(Li, SCOPE | LIST_SCOPE),
            H1 | H2 | H3 | H4 | H5 | H6 => {
                let place = last(&self.codes, is_heading)?;
                (!self.has_above(place + 1, SCOPE)).then_some(place)
            }
            Caption | Table | Tbody | Thead | Tfoot | Tr | Td | Th => self.in_scope(element, TABLE_SCOPE),
            Template if self.templates.is_empty() => None,
            Template => self.in_scope(Template, 0),
            // Any other end tag, for elements that are not special.
            Audio | Canvas | Datalist | Legend | Meter | Optgroup | Option | Progress | Video => {
                self.in_scope(element, SPECIAL)
            }
            _ if is_member(element) => self.in_scope(element, SCOPE),
            _ => None,
        }
    }

    /// Returns the element that is implied before a row or a cell, if one is missing.
    pub(super) fn missing_part(&self, part: Tag) -> Option<Tag> {
        let innermost = *self.codes.last()?;
        match part {
            _ if innermost == Tag::Table as u16 => Some(Tag::Tbody),
            Tag::Td | Tag::Th if innermost != Tag::Tr as u16 && innermost != Tag::Template as u16 => Some(Tag::Tr),
            _ => None,
        }
    }

    /// Takes the end tag of `form`. Returns the number of elements that stay open, and the place of the form if it is not
    /// the innermost of those: it is then to be [removed](Self::remove).
    pub(super) fn end_form(&mut self) -> Option<(usize, Option<usize>)> {
        if self.templates.is_empty() && !core::mem::take(&mut self.has_form) {
            return None;
        }
        let place = self.in_scope(Tag::Form, SCOPE)?;
        if !self.templates.is_empty() {
            return Some((place, None));
        }
        let height = self.without_implied(self.len(), Tag::Other);
        Some(if height == place + 1 { (place, None) } else { (height, Some(place)) })
    }

    /// Notes the start tag of a `form` that was not ignored.
    pub(super) fn start_form(&mut self) {
        self.has_form |= self.templates.is_empty();
    }

    /// Returns the place of the element that an end tag in foreign content ends, if it is a foreign element. Otherwise the
    /// rules for HTML apply.
    pub(super) fn before_foreign_end(&self, name: &[u8]) -> Option<usize> {
        let place = self.last_named(name, |category| category & FOREIGN != 0)?;
        self.categories[place..].iter().all(|category| category & FOREIGN != 0).then_some(place)
    }

    /// Returns the place of the HTML element pushed by name that its end tag ends, and whether those above it end too.
    pub(super) fn before_named_end(&self, name: &[u8]) -> Option<(usize, bool)> {
        let place = self.last_named(name, |category| category & FOREIGN == 0)?;
        let holds_special = self.has_above(place + 1, SPECIAL);
        if is_formatting(name) {
            // The adoption agency algorithm leaves special elements open.
            (!self.has_above(place + 1, SCOPE)).then_some((place, !holds_special))
        } else {
            (!holds_special).then_some((place, true))
        }
    }

    /// Returns the place of the innermost element pushed with this name for whose category `is` holds.
    fn last_named(&self, name: &[u8], is: impl Fn(u8) -> bool) -> Option<usize> {
        let code = code_of_name(name);
        let mut end = self.len();
        while let Some(place) = last(&self.codes[..end], |open| open == code) {
            let above = self.codes[place + 1..].iter().filter(|&&code| code >= NAMED).count();
            if is(self.categories[place]) && self.names[self.names.len() - 1 - above] == name {
                return Some(place);
            }
            end = place;
        }
        None
    }

    /// Returns the place of the innermost `element` if no element above it is in one of the `categories`.
    fn in_scope(&self, element: Tag, categories: u8) -> Option<usize> {
        self.in_scope_below(self.len(), element, categories)
    }

    fn in_scope_below(&self, height: usize, element: Tag, categories: u8) -> Option<usize> {
        let place = last(&self.codes[..height], |open| open == element as u16)?;
        let above = self.categories[place + 1..height].iter().fold(0, |all, category| all | category);
        (above & categories == 0).then_some(place)
    }

    /// Returns true if an element from `height` on is in one of the `categories`.
    fn has_above(&self, height: usize, categories: u8) -> bool {
        let above = self.categories.get(height..).unwrap_or_default();
        above.iter().fold(0, |all, category| all | category) & categories != 0
    }

    /// Returns the height without the `p` element in button scope.
    #[inline]
    fn without_paragraph(&self, height: usize) -> usize {
        if self.paragraphs == 0 {
            return height;
        }
        self.in_scope_below(height, Tag::P, SCOPE | BUTTON_SCOPE).unwrap_or(height)
    }

    /// Returns the height without the open one of `items`, and without a `p` around that.
    fn without_item(&self, items: &[Tag]) -> usize {
        let item = last(&self.codes, |open| items.iter().any(|&item| open == item as u16));
        let item = item.filter(|&place| !self.has_above(place + 1, STOPS_ITEMS));
        self.without_paragraph(item.unwrap_or(self.len()))
    }

    /// Returns the height without the innermost elements whose end tags are
    /// [implied](https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags), up to one that is `kept`.
    fn without_implied(&self, height: usize, kept: Tag) -> usize {
        use Tag::*;
        let is_implied = |&&code: &&u16| {
            let implied = [Dd, Dt, Li, Optgroup, Option, P];
            implied.iter().any(|&element| element != kept && code == element as u16)
        };
        height - self.codes[..height].iter().rev().take_while(is_implied).count()
    }

    fn is_in_select(&self) -> bool {
        self.in_scope(Tag::Select, SCOPE).is_some()
    }

    /// Returns the place of the innermost table if its content goes on outside of a cell or caption: the insertion mode is
    /// one for tables.
    fn table_between_cells(&self) -> Option<usize> {
        use Tag::*;
        let table = self.in_scope(Table, TABLE_SCOPE)?;
        let holds_text = |open| [Td, Th, Caption].iter().any(|&part| open == part as u16);
        last(&self.codes[table..], holds_text).is_none().then_some(table)
    }

    /// Returns the height at which a part of a table is inserted; `None` outside of tables.
    fn table_context(&self, part: Tag) -> Option<usize> {
        use Tag::*;
        let table = last(&self.codes, |open| open == Table as u16 || open == Template as u16)?;
        if self.codes[table] == Template as u16 && self.templates.last() == Some(&Holds::Flow) {
            return None;
        }
        let holders: &[Tag] = match part {
            Tr => &[Tbody, Thead, Tfoot],
            Td | Th => &[Tr, Tbody, Thead, Tfoot],
            _ => &[],
        };
        // The rows and row groups of this table lie directly in it; deeper ones would be those of a nested table.
        let is_holder = |&place: &usize| {
            let code = self.codes.get(place).copied();
            holders.iter().any(|&holder| code == Some(holder as u16))
        };
        let first = Some(table + 1).filter(is_holder);
        let second = first.map(|first| first + 1).filter(is_holder);
        Some(second.or(first).unwrap_or(table) + 1)
    }
}

/// What start tags do where no `p`, no `template` and no element pushed by name is open; `None` where more matters.
const SIMPLE: [Option<Insert>; Tag::ALL.len()] = {
    use Tag::*;
    let mut simple = [None; Tag::ALL.len()];
    let mut index = 0;
    while index < simple.len() {
        let element = Tag::ALL[index];
        simple[index] = match element {
            Address | Article | Aside | Blockquote | Center | Details | Dialog | Dir | Div | Dl | Fieldset
            | Figcaption | Figure | Footer | Header | Hgroup | Legend | Main | Menu | Nav | Ol | P | Search
            | Section | Summary | Ul => Some(Insert::Push),
            Input | Hr | Form => None,
            _ if !IS_MEMBER[index] => Some(Insert::Transparent),
            _ => None,
        };
        index += 1;
    }
    simple
};

/// Returns the code of an element that is pushed by name.
fn code_of_name(name: &[u8]) -> u16 {
    NAMED | hash(name) as u16
}

fn is_heading(code: u16) -> bool {
    (Tag::H1 as u16..=Tag::H6 as u16).contains(&code)
}

/// Returns true for the names of [formatting
/// elements](https://html.spec.whatwg.org/multipage/parsing.html#formatting).
pub(super) fn is_formatting(name: &[u8]) -> bool {
    matches!(
        name,
        b"a" | b"b"
            | b"big"
            | b"code"
            | b"em"
            | b"font"
            | b"i"
            | b"nobr"
            | b"s"
            | b"small"
            | b"strike"
            | b"strong"
            | b"tt"
            | b"u"
    )
}

/// Returns true if HTML elements with this tag are on the stack.
#[inline]
pub(super) fn is_member(element: Tag) -> bool {
    IS_MEMBER[element as usize]
}

/// The HTML elements on the stack, with their categories.
#[rustfmt::skip]
const MEMBERS: [(u8, &[Tag]); 7] = {
    use Tag::*;
    [
        (SPECIAL, &[Address, Div, P]),
        (SPECIAL | STOPS_ITEMS, &[
            Article, Aside, Blockquote, Center, Dd, Details, Dir, Dl, Dt, Fieldset, Figcaption, Figure, Footer, Form, H1,
            H2, H3, H4, H5, H6, Header, Hgroup, Li, Listing, Main, Menu, Nav, Plaintext, Pre, Search, Section, Summary,
            Tbody, Tfoot, Thead, Tr,
        ]),
        (SPECIAL | STOPS_ITEMS | LIST_SCOPE, &[Ol, Ul]),
        (SPECIAL | STOPS_ITEMS | BUTTON_SCOPE, &[Button]),
        (SPECIAL | STOPS_ITEMS | SCOPE, &[Applet, Caption, Marquee, Object, Select, Td, Th]),
        (SPECIAL | STOPS_ITEMS | SCOPE | TABLE_SCOPE, &[Table, Template]),
        (0, &[Audio, Canvas, Datalist, Dialog, Legend, Meter, Optgroup, Option, Progress, Video]),
    ]
};

const CATEGORIES: [u8; Tag::ALL.len()] = {
    let mut categories = [0; Tag::ALL.len()];
    let mut list = 0;
    while list < MEMBERS.len() {
        let (category, tags) = MEMBERS[list];
        let mut at = 0;
        while at < tags.len() {
            categories[tags[at] as usize] = category;
            at += 1;
        }
        list += 1;
    }
    categories
};

const IS_MEMBER: [bool; Tag::ALL.len()] = {
    let mut is_member = [false; Tag::ALL.len()];
    let mut list = 0;
    while list < MEMBERS.len() {
        let tags = MEMBERS[list].1;
        let mut at = 0;
        while at < tags.len() {
            is_member[tags[at] as usize] = true;
            at += 1;
        }
        list += 1;
    }
    is_member
};

#[cfg(test)]
mod tests {
    use super::Tag::*;
    use super::*;
    use alloc::string::String;

    /// Opens and closes elements by tags such as `div` and `/div`, and returns those that are open then.
    fn open_after(tags: &str) -> String {
        let bump = Bump::new();
        let mut blocks = OpenBlocks::new(&bump);
        for tag in tags.split(' ') {
            if let Some(name) = tag.strip_prefix('/') {
                let element = Tag::of(name.as_bytes());
                let form = if element == Form { blocks.end_form() } else { None };
                let height = form.map(|(height, _)| height).or_else(|| blocks.before_end(element));
                while height.is_some_and(|height| blocks.len() > height) {
                    blocks.pop();
                }
                if let Some((_, Some(place))) = form {
                    blocks.remove(place);
                }
                continue;
            }
            let element = Tag::of(tag.as_bytes());
            blocks.note_in_template(element, tag.as_bytes());
            let before = blocks.before_start(element);
            while blocks.len() > before.height {
                blocks.pop();
            }
            if before.insert == Insert::Push {
                while let Some(part) = blocks.missing_part(element).filter(|_| matches!(element, Tr | Td | Th)) {
                    blocks.push(part);
                }
                blocks.push(element);
                if element == Form {
                    blocks.start_form();
                }
            }
        }
        let names = blocks.codes.iter().map(|&code| Tag::ALL[usize::from(code)].as_str());
        names.collect::<alloc::vec::Vec<_>>().join(" ")
    }

    #[test]
    fn ends_are_implied() {
        let table = [
            ("div p p", "div p"),
            ("p div", "div"),
            ("p button div", "p button div"),
            ("p object p", "p object p"),
            ("ul li p li", "ul li"),
            ("ul li ul li", "ul li ul li"),
            ("ul li div li", "ul li"),
            ("ul li section li", "ul li section li"),
            ("dl dt dd", "dl dd"),
            ("h1 h2", "h2"),
            ("h1 div h2", "h1 div h2"),
            ("button button", "button"),
            ("select option option", "select option"),
            ("select optgroup option optgroup", "select optgroup"),
            ("select select", ""),
            ("select input", ""),
            ("option option", "option"),
            ("p hr", ""),
            ("p table", "p table"), // in quirks mode
        ];
        for (tags, open) in table {
            assert_eq!(open_after(tags), open, "{tags}");
        }
    }

    #[test]
    fn parts_of_tables_end_each_other() {
        let table = [
            ("table tr td p td", "table tbody tr td"),
            ("table td tr", "table tbody tr"),
            ("table tr td tbody", "table tbody"),
            ("table caption p tr", "table tbody tr"),
            ("table tr div td", "table tbody tr td"),
            ("table tr td table tr td /table", "table tbody tr td"),
            ("table tr td /div", "table tbody tr td"),
            ("table tr td div /tr", "table tbody"),
            ("table tr td object td", "table tbody tr td"),
            ("table tr table", "table"),
            ("table div table", "table"),
            ("table tr td table", "table tbody tr td table"),
            ("table form div", "table div"),
            ("td div tr", "div"),
            ("template td td", "template td"),
            ("template div td", "template div"),
        ];
        for (tags, open) in table {
            assert_eq!(open_after(tags), open, "{tags}");
        }
    }

    #[test]
    fn end_tags_are_bound_by_scopes() {
        let table = [
            ("div p /div", ""),
            ("div object /div", "div object"),
            ("div table tr td /div", "div table tbody tr td"),
            ("ul li ul /li", "ul li ul"),
            ("ul li div /li", "ul"),
            ("p button /p", "p button"),
            ("h2 p /h4", ""),
            ("div legend div /legend", "div legend div"),
            ("div legend /legend", "div"),
            ("template object div /template", ""),
            ("form div /form p", "div p"),
            ("form p /form", ""),
            ("form form /form form", "form"),
            ("div /p /li /td /form /select", "div"),
        ];
        for (tags, open) in table {
            assert_eq!(open_after(tags), open, "{tags}");
        }
    }

    #[test]
    fn elements_with_names_end_by_name() {
        let bump = Bump::new();
        let mut blocks = OpenBlocks::new(&bump);
        blocks.push(Div);
        blocks.push_named(b"span");
        blocks.push_named(b"b");
        blocks.push(P);
        blocks.push_foreign(b"g", Namespace::Svg, false);
        blocks.push_foreign(b"desc", Namespace::Svg, true);
        blocks.push_named(b"i");
        assert_eq!(blocks.before_named_end(b"i"), Some((6, true)));
        assert_eq!(blocks.before_named_end(b"span"), None, "p is special");
        assert_eq!(blocks.before_named_end(b"b"), None, "desc ends scope");
        assert_eq!(blocks.before_foreign_end(b"g"), None, "i is HTML");
        blocks.pop();
        assert_eq!((blocks.before_foreign_end(b"g"), blocks.before_html()), (Some(4), 6));
        blocks.pop();
        assert_eq!((blocks.before_html(), blocks.before_named_end(b"b")), (4, Some((2, false))));
        blocks.pop();
        blocks.remove(2);
        assert_eq!((blocks.before_named_end(b"b"), blocks.before_end(Div), blocks.len()), (None, Some(0), 3));
    }
}
