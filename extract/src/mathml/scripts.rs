//! Subscripts, superscripts, limits and accents.

use super::accents::Accent;
use super::element::Layout;
use super::layout::row;
use super::state::{Converter, Open, Parts};
use super::tokens::{Shape, push};
use bumpalo::collections::String;

/// Writes `msub`, `msup` and `msubsup`.
pub(super) fn scripts<'a>(converter: &mut Converter<'a>, open: &Open<'a>) -> Shape {
    if converter.children.len() < open.first_child + 2 {
        return row(converter, open);
    }
    let (sub, sup, rest) = indexes(open.layout);
    let is_tall = converter.children[open.first_child].shape.is_tall;
    converter.rewrite(open, |out, parts| {
        parts.push_base(out, 0);
        push_scripts(out, parts, sub, sup);
        push(out, parts.rest(rest));
    });
    Shape { is_tall, ..Shape::default() }
}

/// Returns the indexes of the lower and the upper script, and of the first child after them. Index 0 means none.
fn indexes(layout: Layout) -> (usize, usize, usize) {
    match layout {
        Layout::Subscript | Layout::Under => (1, 0, 2),
        Layout::Superscript | Layout::Over => (0, 1, 2),
        _ => (1, 2, 3),
    }
}

fn push_scripts(out: &mut String<'_>, parts: &Parts<'_>, sub: usize, sup: usize) {
    if sub > 0 && !parts.tex(sub).is_empty() {
        out.push('_');
        parts.push_group(out, sub);
    }
    if sup == 0 || parts.tex(sup).is_empty() {
        return;
    }
    match parts.shape(sup).only {
        '\'' | '\u{2032}' => out.push('\''),
        '\u{2033}' => out.push_str("''"),
        '\u{2034}' => out.push_str("'''"),
        '°' => out.push_str("^{\\circ}"),
        _ => {
            out.push('^');
            parts.push_group(out, sup);
        }
    }
}

/// Writes `munder`, `mover` and `munderover`: limits of a large operator, accents, or text below and above.
pub(super) fn limits<'a>(converter: &mut Converter<'a>, open: &Open<'a>) -> Shape {
    if converter.children.len() < open.first_child + 2 {
        return row(converter, open);
    }
    let (under, over, rest) = indexes(open.layout);
    let base = converter.children[open.first_child].shape;
    let mut shape = Shape { is_tall: true, is_single: true, ..Shape::default() };
    converter.rewrite(open, |out, parts| {
        if base.takes_limits {
            parts.push_base(out, 0);
            push_scripts(out, parts, under, over);
            shape.is_single = false;
        } else {
            let accents = [(under, Accent::under as fn(char) -> _, "\\underset"), (over, Accent::over, "\\overset")];
            let is_narrow = base.is_single && base.only != '\0';
            let mut groups = 0;
            for (index, find, command) in accents {
                if index == 0 || parts.tex(index).is_empty() {
                    continue;
                }
                groups += 1;
                let accent = find(parts.shape(index).only);
                shape.takes_limits |= accent.is_some_and(|accent| accent.takes_limits);
                match accent {
                    Some(accent) => push(out, accent.command(is_narrow)),
                    None => {
                        push(out, command);
                        parts.push_group(out, index);
                    }
                }
                out.push('{');
            }
            push(out, parts.tex(0));
            (0..groups).for_each(|_| out.push('}'));
        }
        push(out, parts.rest(rest));
    });
    shape
}

/// Writes `mmultiscripts`: pairs of scripts after the base, then pairs before it.
pub(super) fn multiscripts<'a>(converter: &mut Converter<'a>, open: &Open<'a>) -> Shape {
    if converter.children.len() < open.first_child + 2 {
        return row(converter, open);
    }
    converter.rewrite(open, |out, parts| {
        let count = parts.len();
        let prescripts = (1..count).find(|&index| parts.shape(index).is_prescripts).unwrap_or(count);
        let push_pairs = |out: &mut String<'_>, from: usize, to: usize, has_base: bool| {
            for sub in (from..to).step_by(2) {
                let sup = if sub + 1 < to { sub + 1 } else { 0 };
                if !parts.tex(sub).is_empty() || sup > 0 && !parts.tex(sup).is_empty() {
                    out.push_str(if has_base && sub == from { "" } else { "{}" });
                    push_scripts(out, parts, sub, sup);
                }
            }
        };
        push_pairs(out, prescripts + 1, count, false);
        parts.push_base(out, 0);
        push_pairs(out, 1, prescripts, true);
    });
    Shape::default()
}
