//! The open lists, items and quotes, and the starts of lines in them.

use super::new_elements::{Found, NewElements};
use crate::blocks::{ElementRow, ListKind, ROOT, Task};
use crate::names::Element;
use alloc::string::String;
use core::fmt::Write as _;

/// Maximum number of open containers. The content of deeper ones belongs to the innermost one that is open.
const MAX_OPEN: usize = 32;

/// Maximum width of the start of a line, in columns. Code of very short lines would otherwise grow too much.
const MAX_COLUMNS: usize = 32;

#[derive(Clone, Copy)]
struct Container {
    element: u32,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Quote,
    List(List),
    Item {
        /// The width of the marker, in columns.
        width: u8,
        /// The marker, until it is written.
        marker: Option<Marker>,
    },
}

impl Kind {
    /// Returns its width at the start of a line, in columns.
    fn width(self) -> usize {
        match self {
            Self::Quote => 2,
            Self::List(_) => 0,
            Self::Item { width, .. } => usize::from(width),
        }
    }
}

#[derive(Clone, Copy)]
struct List {
    is_ordered: bool,
    /// True for the second of two lists without anything in between: another marker separates them. An item whose number is
    /// not the next one begins another list of Markdown.
    is_other: bool,
    /// The number of the last item that was opened.
    last: Option<i64>,
}

#[derive(Clone, Copy)]
enum Marker {
    Bullet { is_other: bool },
    Number { number: i64, is_other: bool },
}

/// Separates a block from the block before it.
pub(super) struct Separator {
    pub(super) has_blank_line: bool,
    /// The number of containers that both blocks are in.
    pub(super) common: usize,
}

/// The text at the start of the first paragraph of an item.
#[derive(Clone, Copy, Default)]
struct Prefix {
    /// A number that Markdown has no marker for.
    number: Option<i64>,
    task: Task,
}

pub(super) struct Containers {
    is_markdown: bool,
    /// True if an item without text before an item in it has no bullet: `- - x` is hard to read.
    omits_bullets: bool,
    /// The text at the start of the innermost container, if it is new.
    prefix: Prefix,
    open: [Container; MAX_OPEN],
    len: usize,
    pub(super) elements: NewElements,
}

impl Containers {
    /// In Markdown, quotes are containers. `omits_bullets` leaves out the bullet of an item that begins with an item.
    pub(super) fn new(is_markdown: bool, omits_bullets: bool) -> Self {
        let open = [Container { element: ROOT, kind: Kind::Quote }; MAX_OPEN];
        Self { is_markdown, omits_bullets, prefix: Prefix::default(), open, len: 0, elements: NewElements::new() }
    }

    /// Closes the containers that do not contain `element`, and opens those that do.
    pub(super) fn enter(&mut self, elements: &[ElementRow], element: u32) -> Separator {
        let is_markdown = self.is_markdown;
        let found: Found<MAX_OPEN> =
            self.elements.enter(elements, element, |row| is_container(row.element, is_markdown));
        let mut closed = None;
        while self.len > 0 && self.open[self.len - 1].element > found.outer {
            self.len -= 1;
            closed = Some(self.open[self.len].kind);
        }
        let common = self.len;
        let in_list = self.len > 0 && !matches!(self.open[self.len - 1].kind, Kind::Quote);
        let (mut has_item, mut is_first_number) = (false, true);
        self.prefix = Prefix::default();
        for (place, index) in found.outermost_first().take(MAX_OPEN - self.len).enumerate() {
            let kind = self.kind_of(elements, index, if place == 0 { closed } else { None });
            if self.columns() + kind.width() > MAX_COLUMNS {
                break;
            }
            self.prefix = self.prefix_of(&elements[index as usize], kind);
            if let Kind::Item { marker, .. } = kind {
                self.omit_bullet(common);
                is_first_number &= has_item || !matches!(marker, Some(Marker::Number { number, .. }) if number != 1);
                has_item = true;
            }
            self.open[self.len] = Container { element: index, kind };
            self.len += 1;
        }
        // A list whose first number is not 1 cannot end a paragraph.
        let is_sibling = matches!(closed, Some(Kind::Item { .. }));
        Separator { has_blank_line: !(in_list && has_item && (is_sibling || is_first_number)), common }
    }

    /// Omits the bullet of the item around a new item, if it has not been written and nothing else is around the new item.
    fn omit_bullet(&mut self, common: usize) {
        let outer = self.open[common..self.len].iter_mut().rev().find(|outer| !matches!(outer.kind, Kind::List(_)));
        if let Some(Container { kind: Kind::Item { width, marker }, .. }) = outer
            && self.omits_bullets
            && matches!(marker, Some(Marker::Bullet { .. }))
        {
            (*width, *marker) = (0, None);
        }
    }

    /// Returns the container of an element. `closed` is the container that ended before it in the same container.
    fn kind_of(&mut self, elements: &[ElementRow], index: u32, closed: Option<Kind>) -> Kind {
        let element = &elements[index as usize];
        match element.element {
            Element::Blockquote => Kind::Quote,
            Element::Li => self.item(element),
            _ => {
                let is_ordered = element.list_kind == ListKind::Ordered;
                let is_other = match closed {
                    Some(Kind::List(closed)) => closed.is_ordered == is_ordered && !closed.is_other,
                    _ => false,
                };
                Kind::List(List { is_ordered, is_other, last: None })
            }
        }
    }

    /// Returns an item of the innermost container. Its number counts the items that are not written.
    fn item(&mut self, element: &ElementRow) -> Kind {
        let Some(Container { kind: Kind::List(list), .. }) = self.open[..self.len].last_mut() else {
            return Kind::Item { width: 2, marker: Some(Marker::Bullet { is_other: false }) };
        };
        if !list.is_ordered {
            return Kind::Item { width: 2, marker: Some(Marker::Bullet { is_other: list.is_other }) };
        }
        let number = i64::from(element.ordinal);
        // CommonMark counts up from the number of the first item.
        list.is_other ^= self.is_markdown && list.last.is_some_and(|last| number != last + 1);
        list.last = Some(number);
        let is_other = list.is_other;
        let digits = number.unsigned_abs().checked_ilog10().unwrap_or(0) as u8 + 1;
        let width = if self.is_markdown && !is_marker(number) { 2 } else { digits + 2 + u8::from(number < 0) };
        Kind::Item { width, marker: Some(Marker::Number { number, is_other }) }
    }

    /// Returns the text at the start of the first paragraph of a container.
    fn prefix_of(&self, element: &ElementRow, kind: Kind) -> Prefix {
        let Kind::Item { marker, .. } = kind else { return Prefix::default() };
        let number = match marker {
            Some(Marker::Number { number, .. }) => {
                Some(number).filter(|&number| self.is_markdown && !is_marker(number))
            }
            _ => None,
        };
        Prefix { number, task: element.task }
    }

    /// Writes the text at the start of the first paragraph of an item.
    pub(super) fn push_prefix(&self, out: &mut String) {
        if let Some(number) = self.prefix.number {
            // Writing to a string does not fail.
            let _ = write!(out, "{number}. ");
        }
        out.push_str(match self.prefix.task {
            Task::None => "",
            Task::Open => "[ ] ",
            Task::Done => "[x] ",
        });
    }

    /// Writes the start of a line.
    pub(super) fn start_line(&mut self, out: &mut String) {
        for container in &mut self.open[..self.len] {
            match &mut container.kind {
                Kind::Quote => out.push_str("> "),
                Kind::List(_) => {}
                Kind::Item { width, marker } => match marker.take() {
                    None => push_spaces(out, *width),
                    Some(Marker::Bullet { is_other }) => out.push_str(if is_other { "* " } else { "- " }),
                    Some(Marker::Number { number, .. }) if self.is_markdown && !is_marker(number) => out.push_str("- "),
                    Some(Marker::Number { number, is_other }) => {
                        // Writing to a string does not fail.
                        let _ = write!(out, "{number}{} ", if is_other { ')' } else { '.' });
                    }
                },
            }
        }
    }

    /// Writes a blank line in the outermost `len` containers.
    pub(super) fn blank_line(&self, out: &mut String, len: usize) {
        let start = out.len();
        for container in &self.open[..len] {
            match container.kind {
                Kind::Quote => out.push_str("> "),
                Kind::Item { width, .. } => push_spaces(out, width),
                Kind::List(_) => {}
            }
        }
        out.truncate(start + out[start..].trim_end_matches(' ').len());
        out.push('\n');
    }

    /// Returns the width of the start of a line.
    fn columns(&self) -> usize {
        self.open[..self.len].iter().map(|container| container.kind.width()).sum()
    }

    /// Returns the number of open containers.
    pub(super) fn len(&self) -> usize {
        self.len
    }
}

/// Returns true if the element is a list, an item, or in Markdown a quote.
fn is_container(element: Element, is_markdown: bool) -> bool {
    match element {
        Element::Ul | Element::Ol | Element::Menu | Element::Dir | Element::Li => true,
        Element::Blockquote => is_markdown,
        _ => false,
    }
}

/// Returns true if CommonMark allows the number in a marker: it has at most nine digits.
fn is_marker(number: i64) -> bool {
    (0..=999_999_999).contains(&number)
}

fn push_spaces(out: &mut String, count: u8) {
    (0..count).for_each(|_| out.push(' '));
}
