//! Rows, fractions, roots, fences and enclosures.

use super::state::{Converter, Open, Parts};
use super::symbols::{left_delimiter, right_delimiter};
use super::tokens::{Shape, push, push_character};
use bumpalo::collections::String;

/// The start of a fraction without a line.
const STACK: &str = "\\genfrac{}{}{0pt}{}";

/// Returns the shape of a row, whose TeX is the TeX of its children. Delimiters around something tall grow.
pub(super) fn row<'a>(converter: &mut Converter<'a>, open: &Open<'a>) -> Shape {
    let children = &converter.children[open.first_child..];
    let is_shown = |index: &usize| children[*index].end > children[*index].start;
    let mut shown = (0..children.len()).filter(is_shown);
    let Some(first) = shown.next() else { return Shape::default() };
    let Some(last) = shown.next_back() else { return children[first].shape };
    let is_tall = children.iter().any(|child| child.shape.is_tall);
    let (opening, closing) = (children[first].shape.only, children[last].shape.only);
    let is_delimiter = |only: char| only != '\0' && (left_delimiter(only).is_some() || right_delimiter(only).is_some());
    let left = if opening == '\0' { None } else { left_delimiter(opening) };
    let right = if closing == '\0' { None } else { right_delimiter(closing) };
    if children[first + 1..last].iter().any(|child| is_delimiter(child.shape.only)) {
        return Shape { is_tall, ..Shape::default() };
    }
    let is_table = last == first + 2 && children[first + 1].shape.is_table;
    let mut is_single = left.is_some() && right.is_some();
    match (left, right) {
        (Some("("), Some(")")) if last == first + 2 && is_stack(converter, open, first + 1) => {
            converter.rewrite(open, |out, parts| {
                push(out, "\\binom");
                out.push_str(&parts.tex(first + 1)[STACK.len()..]);
            });
        }
        (Some(left), Some(right)) if is_tall => converter.rewrite(open, |out, parts| {
            push_growing(out, left, parts.range(first + 1, last), right, is_table);
        }),
        (Some("\\{"), None) if children[last].shape.is_table && last == first + 1 => {
            is_single = true;
            converter.rewrite(open, |out, parts| push_growing(out, "\\{", parts.tex(last), ".", true));
        }
        _ => {}
    }
    Shape { is_tall, is_single, ..Shape::default() }
}

/// Returns true if a child is a fraction without a line.
fn is_stack(converter: &Converter<'_>, open: &Open<'_>, index: usize) -> bool {
    let child = converter.children[open.first_child + index];
    converter.out[child.start..child.end].trim_ascii_start().starts_with(STACK)
}

/// Writes delimiters that grow with the content. `is_table` is true if the content is one table.
fn push_growing(out: &mut String<'_>, left: &str, content: &str, right: &str, is_table: bool) {
    if is_table && let Some((name, cells)) = fenced_table(left, content.trim_ascii(), right) {
        push(out, "\\begin{");
        return out.extend([name, "}", cells, "\\end{", name, "}"]);
    }
    push(out, "\\left");
    out.push_str(left);
    push(out, content);
    push(out, "\\right");
    out.push_str(right);
}

/// Returns the name of the environment of a table between delimiters, and the cells of the table.
fn fenced_table<'t>(left: &str, table: &'t str, right: &str) -> Option<(&'static str, &'t str)> {
    let cells_of = |start: &str, end: &str| table.strip_prefix(start)?.strip_suffix(end);
    let name = match (left, right) {
        ("(", ")") => "pmatrix",
        ("[", "]") => "bmatrix",
        ("\\{", "\\}") => "Bmatrix",
        ("|", "|") => "vmatrix",
        ("\\Vert", "\\Vert") => "Vmatrix",
        ("\\{", ".") => {
            let columns = ["\\begin{array}{ll}", "\\begin{array}{l}"];
            return columns.iter().find_map(|start| Some(("cases", cells_of(start, "\\end{array}")?)));
        }
        _ => return None,
    };
    Some((name, cells_of("\\begin{matrix}", "\\end{matrix}")?))
}

pub(super) fn fraction<'a>(converter: &mut Converter<'a>, open: &Open<'a>) -> Shape {
    let [line, bevelled, _] = open.attributes;
    let is_zero =
        |line: &str| line.trim_ascii().starts_with('0') && !line.bytes().any(|byte| matches!(byte, b'1'..=b'9'));
    if converter.children.len() < open.first_child + 2 {
        return row(converter, open);
    }
    converter.rewrite(open, |out, parts| {
        if bevelled.is_some_and(|value| value.trim_ascii() == "true") {
            parts.push_base(out, 0);
            out.push('/');
            parts.push_base(out, 1);
        } else {
            push(out, if line.is_some_and(is_zero) { STACK } else { "\\frac" });
            parts.push_group(out, 0);
            parts.push_group(out, 1);
        }
        push(out, parts.rest(2));
    });
    Shape { is_tall: true, ..Shape::default() }
}

pub(super) fn root<'a>(converter: &mut Converter<'a>, open: &Open<'a>) -> Shape {
    let is_tall = row(converter, open).is_tall;
    converter.rewrite(open, |out, parts| {
        push(out, "\\sqrt{");
        out.push_str(parts.all());
        out.push('}');
    });
    Shape { is_tall, is_single: true, ..Shape::default() }
}

pub(super) fn indexed_root<'a>(converter: &mut Converter<'a>, open: &Open<'a>) -> Shape {
    if converter.children.len() < open.first_child + 2 {
        return root(converter, open);
    }
    converter.rewrite(open, |out, parts| {
        let index = parts.tex(1);
        let (start, end) = if index.contains(['[', ']']) { ("[{", "}]") } else { ("[", "]") };
        push(out, "\\sqrt");
        out.extend([start, index, end]);
        parts.push_group(out, 0);
        push(out, parts.rest(2));
    });
    Shape { is_single: true, ..Shape::default() }
}

pub(super) fn fenced<'a>(converter: &mut Converter<'a>, open: &Open<'a>) -> Shape {
    let [opening, closing, separators] = open.attributes;
    let (opening, closing) = (opening.unwrap_or("(").trim_ascii(), closing.unwrap_or(")").trim_ascii());
    let is_tall = converter.children[open.first_child..].iter().any(|child| child.shape.is_tall);
    converter.rewrite(open, |out, parts| {
        let growing = if is_tall { growing_delimiters(opening, closing) } else { None };
        match growing {
            Some((left, _)) => {
                push(out, "\\left");
                out.push_str(left);
            }
            None => opening.chars().for_each(|character| push_character(out, character)),
        }
        push_separated(out, parts, separators.unwrap_or(","));
        match growing {
            Some((_, right)) => {
                push(out, "\\right");
                out.push_str(right);
            }
            None => closing.chars().for_each(|character| push_character(out, character)),
        }
    });
    Shape { is_tall, is_single: !opening.is_empty() && !closing.is_empty(), ..Shape::default() }
}

fn growing_delimiters(opening: &str, closing: &str) -> Option<(&'static str, &'static str)> {
    let delimiter = |text: &str, find: fn(char) -> Option<&'static str>| match text.chars().next() {
        None => Some("."),
        Some(only) if text.len() == only.len_utf8() => find(only),
        Some(_) => None,
    };
    Some((delimiter(opening, left_delimiter)?, delimiter(closing, right_delimiter)?))
}

/// Adds the children, with the separators between them. The last separator is repeated.
fn push_separated(out: &mut String<'_>, parts: &Parts<'_>, separators: &str) {
    let mut separators = separators.chars().filter(|character| !character.is_whitespace());
    let mut separator = None;
    for index in 0..parts.len() {
        if index > 0 {
            separator = separators.next().or(separator);
            separator.iter().for_each(|&character| push_character(out, character));
        }
        push(out, parts.tex(index));
    }
}

pub(super) fn enclosed<'a>(converter: &mut Converter<'a>, open: &Open<'a>) -> Shape {
    let mut shape = row(converter, open);
    let notation = open.attributes[0].unwrap_or("longdiv");
    let has = |name: &str| notation.split_ascii_whitespace().any(|word| word == name);
    let is_crossed = has("updiagonalstrike") && has("downdiagonalstrike");
    let commands = [
        ("\\boxed{", has("box") || has("roundedbox")),
        ("\\xcancel{", is_crossed),
        ("\\cancel{", has("updiagonalstrike") && !is_crossed),
        ("\\bcancel{", has("downdiagonalstrike") && !is_crossed),
        ("\\sout{", has("horizontalstrike")),
        ("\\overline{", has("top")),
        ("\\overline{)", has("longdiv")),
        ("\\underline{", has("bottom")),
        ("\\sqrt{", has("radical")),
    ];
    converter.rewrite(open, |out, parts| {
        let chosen = || commands.iter().filter(|(_, is_chosen)| *is_chosen);
        chosen().for_each(|(command, _)| push(out, command));
        push(out, parts.all());
        chosen().for_each(|_| out.push('}'));
        shape.is_single |= chosen().next().is_some();
    });
    Shape { only: '\0', ..shape }
}

/// Writes the space of TeX that is nearest to the width.
pub(super) fn space<'a>(converter: &mut Converter<'a>, open: &Open<'a>) -> Shape {
    let width = open.attributes[0].map_or("", str::trim_ascii);
    let digits = width.len() - width.trim_start_matches(|byte: char| byte.is_ascii_digit() || byte == '.').len();
    let (number, unit) = width.split_at(digits);
    let scale = match unit {
        "em" => 1.0,
        "ex" => 0.5,
        "px" => 1.0 / 16.0,
        "pt" => 1.0 / 12.0,
        _ => 0.0,
    };
    let width = number.parse::<f32>().unwrap_or_default() * scale;
    let tex = match width {
        ..0.1 => "",
        ..0.2 => "\\,",
        ..0.25 => "\\:",
        ..0.4 => "\\;",
        ..0.8 => "\\ ",
        ..1.8 => "\\quad",
        _ => "\\qquad",
    };
    push(&mut converter.out, tex);
    Shape::default()
}

/// Keeps the child that is displayed first.
pub(super) fn action<'a>(converter: &mut Converter<'a>, open: &Open<'a>) -> Shape {
    let count = converter.children.len() - open.first_child;
    let selected = open.attributes[0].and_then(|value| value.trim_ascii().parse().ok()).unwrap_or(1_usize);
    let index = selected.clamp(1, count.max(1)) - 1;
    converter.rewrite(open, |out, parts| push(out, parts.tex(index)));
    converter.children.get(open.first_child + index).map_or(Shape::default(), |child| child.shape)
}

pub(super) fn hidden<'a>(converter: &mut Converter<'a>, open: &Open<'a>) -> Shape {
    converter.out.truncate(open.start);
    Shape::default()
}
