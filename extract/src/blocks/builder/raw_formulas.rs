//! Formulas as text: TeX between delimiters, which scripts such as MathJax and KaTeX display.
//!
//! Delimiters are `\(…\)`, `\[…\]` and `$$…$$`. An environment such as `\begin{equation}…\end{equation}` needs none. A single dollar
//! sign is most often a price. It is a delimiter at the start of an element that declares a formula, such as `<span class=math>`, and,
//! by the rule of Pandoc, in pages that configure MathJax or KaTeX for it. The range of a formula is the text between its delimiters,
//! which are part of the text of the block.
//!
//! Pandoc writes `<span class="math inline">` with TeX that has no delimiters. Its range is the element.

use super::BlockBuilder;
use crate::blocks::MAX_INLINES;
use crate::blocks::inline::{Inline, InlineKind};
use core::cmp::Reverse;
use core::ops::Range;
use memchr::{memchr, memchr2, memmem};
use tagrake::StartTag;

/// Classes of a `span` with a formula.
const CLASSES: [&str; 8] =
    ["math-container", "arithmatex", "math", "MathJax", "mathjax", "tex2jax_process", "mathjax_process", "tex"];

/// The environments that are formulas without delimiters. Each also has a form with a star.
const ENVIRONMENTS: [&[u8]; 8] =
    [b"align", b"alignat", b"displaymath", b"eqnarray", b"equation", b"flalign", b"gather", b"multline"];

/// The number of inline elements before the end of a formula that are examined.
const EXAMINED: usize = 64;

/// The meaning of a single dollar sign.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dollar {
    Text,
    /// The page configures a renderer for it.
    Configured,
    /// An element declares the formula.
    Declared,
}

/// A formula: the byte range between its delimiters, and their length.
struct RawFormula {
    start: usize,
    end: usize,
    delimiter: usize,
    is_display: bool,
}

impl<'a> BlockBuilder<'a> {
    /// Handles the start tag of a `span` or `math-renderer`, which may have a formula between single dollar signs, or one without
    /// delimiters. Returns the kind of the latter.
    pub(super) fn start_formula(&mut self, name: &[u8], tag: &StartTag<'a>) -> Option<InlineKind<'a>> {
        if !self.collects_inlines || !self.is_collected() {
            return None;
        }
        let class = || tag.attribute(b"class").map_or("", |class| class.value_str()).split_ascii_whitespace();
        match self.page.as_bytes()[tag.span().end..].first()? {
            // PERF: few tags precede a dollar sign, so few attributes are read.
            b'$' => {
                if name == b"math-renderer" || class().any(|class| CLASSES.contains(&class)) {
                    self.formulas.dollars.push(self.offset());
                }
                None
            }
            b'<' => None,
            _ => {
                let is_formula = name == b"span" && class().next() == Some("math");
                let is_display = match class().nth(1).filter(|_| is_formula)? {
                    "inline" => false,
                    "display" => true,
                    _ => return None,
                };
                let starts = |delimiter| self.page[tag.span().end..].starts_with(delimiter);
                (!starts("\\(") && !starts("\\[")).then_some(InlineKind::Tex { is_display })
            }
        }
    }

    /// Returns true if the page configures MathJax or KaTeX for formulas between single dollar signs.
    fn reads_dollars(&mut self) -> bool {
        *self.formulas.reads_dollars.get_or_insert_with(|| {
            let has = |word: &str| memmem::find(self.page.as_bytes(), word.as_bytes()).is_some();
            (has("'$'") || has("\"$\"")) && ["MathJax", "katex", "KaTeX"].into_iter().any(has)
        })
    }

    /// Returns true if the text of the open block is a formula on a line of its own. Must be called once for each block.
    pub(super) fn takes_display(&mut self) -> bool {
        let text = self.table.text[self.block.start..].trim_ascii().as_bytes();
        let end = self.formulas.display_end.take();
        let is_whole = |formula: RawFormula| formula.is_display && formula.end + formula.delimiter == text.len();
        let starts_formula = text.starts_with(b"\\") || text.starts_with(b"$$");
        end == Some(self.table.text.len()) || starts_formula && formula_at(text, 0, Dollar::Text).is_ok_and(is_whole)
    }

    /// Adds the ranges of the formulas in the text of the open block.
    pub(super) fn add_raw_formulas(&mut self) {
        let is_dollar = memchr(b'$', &self.table.text.as_bytes()[self.block.start..]).is_some();
        let reads_dollars = is_dollar && self.reads_dollars();
        let bytes = &self.table.text.as_bytes()[self.block.start..];
        let (inlines, mut dollars) = (&mut self.table.inlines, self.formulas.dollars.as_slice());
        let (mut at, mut place, count) = (0, self.block.inline_start, inlines.len());
        while let Some(offset) = memchr2(b'\\', b'$', &bytes[at..]) {
            at += offset;
            while dollars.first().is_some_and(|&dollar| (dollar as usize) < at) {
                dollars = &dollars[1..];
            }
            let is_declared = dollars.first().is_some_and(|&dollar| dollar as usize == at);
            let dollar = if is_declared {
                Dollar::Declared
            } else if reads_dollars {
                Dollar::Configured
            } else {
                Dollar::Text
            };
            match formula_at(bytes, at, dollar) {
                Ok(RawFormula { start, end, delimiter, is_display }) => {
                    let outer = (start - delimiter) as u32..(end + delimiter) as u32;
                    place += inlines[place..count].iter().take_while(|inline| inline.start < outer.end).count();
                    let earlier = &inlines[self.block.inline_start.max(place.saturating_sub(EXAMINED))..place];
                    let is_separate = !earlier.iter().any(|inline| crosses(inline, &outer));
                    if is_separate && inlines.len() < MAX_INLINES {
                        let (start, end) = (start as u32, end as u32);
                        inlines.push(Inline { start, end, url: None, kind: InlineKind::Tex { is_display } });
                    }
                    at = end + delimiter;
                }
                Err(next) => at = next,
            }
        }
        if inlines.len() > count {
            self.formulas.has_formulas = true;
            inlines[self.block.inline_start..].sort_unstable_by_key(|inline| (inline.start, Reverse(inline.end)));
        }
    }
}

/// Returns true if an inline element begins or ends in a formula, or is code around it.
fn crosses(inline: &Inline<'_>, formula: &Range<u32>) -> bool {
    let range = inline.start..inline.end.max(inline.start);
    let begins_inside = range.start > formula.start && range.start < formula.end;
    let ends_inside = range.start < formula.start && range.end > formula.start && range.end < formula.end;
    match inline.kind {
        InlineKind::Code { .. } | InlineKind::Tex { .. } => range.start < formula.end && range.end > formula.start,
        InlineKind::Link { .. } | InlineKind::Image { .. } => begins_inside || ends_inside,
        _ => ends_inside,
    }
}

/// Returns the formula whose delimiter starts at `at`, or the offset at which the search continues. Every offset is visited once.
fn formula_at(bytes: &[u8], at: usize, dollar: Dollar) -> Result<RawFormula, usize> {
    let (delimiter, close): (usize, &[u8]) = match (bytes[at], bytes.get(at + 1)) {
        (b'\\', Some(b'(')) => (2, b"\\)"),
        (b'\\', Some(b'[')) => (2, b"\\]"),
        (b'\\', _) => {
            let name = environment_at(bytes, at, b"\\begin{");
            return name.map_or(Err((at + 2).min(bytes.len())), |name| environment(bytes, at, name));
        }
        (_, Some(b'$')) => {
            let run = bytes[at..].iter().take_while(|&&byte| byte == b'$').count();
            if run > 2 {
                return Err(at + run);
            }
            (2, b"$$")
        }
        _ if dollar == Dollar::Text => return Err(at + 1),
        _ => (1, b"$"),
    };
    let start = at + delimiter;
    let mut end = start;
    while !bytes[end..].starts_with(close) {
        match (bytes.get(end), bytes.get(end + 1)) {
            (None, _) => return Err(end),
            (Some(b'\\'), Some(b'(' | b'[')) | (Some(b'$'), _) if close[0] == b'$' || bytes[end] == b'\\' => {
                return Err(end);
            }
            (Some(b'$'), Some(b'$')) => return Err(end),
            (Some(b'\\'), Some(_)) => end += 2,
            _ => end += 1,
        }
    }
    let formula = RawFormula { start, end, delimiter, is_display: close == b"$$" || close == b"\\]" };
    let after = end + delimiter;
    if delimiter == 1 && dollar == Dollar::Configured && !is_between_dollars(bytes, at, end) {
        return Err(at + 1);
    }
    let is_link = close == b"\\]" && bytes.get(after) == Some(&b'(');
    let is_price = close == b"$$" && (bytes.get(after) == Some(&b'$') || !is_tex(&bytes[start..end]));
    if bytes[start..end].trim_ascii().is_empty() || is_link || is_price { Err(after) } else { Ok(formula) }
}

/// Returns true if the dollar signs at `start` and `end` are delimiters by the rule of Pandoc: there is no white space inside of them,
/// and no digit after them. Before and after them is no letter, digit or dollar sign either.
fn is_between_dollars(bytes: &[u8], start: usize, end: usize) -> bool {
    let is_apart = |byte: Option<&u8>| byte.is_none_or(|&byte| !byte.is_ascii_alphanumeric() && byte != b'$');
    let inner = &bytes[start + 1..end];
    inner.trim_ascii() == inner && is_apart(bytes[..start].last()) && is_apart(bytes.get(end + 1))
}

/// Returns the name of the environment of a formula that a command begins or ends, with its star.
fn environment_at<'t>(bytes: &'t [u8], at: usize, command: &[u8]) -> Option<&'t [u8]> {
    let rest = bytes[at..].strip_prefix(command)?;
    let end = rest.iter().take(16).position(|&byte| byte == b'}')?;
    let name = &rest[..end];
    ENVIRONMENTS.contains(&name.strip_suffix(b"*").unwrap_or(name)).then_some(name)
}

/// Returns the environment that starts at `at`, or the offset at which the search continues.
fn environment(bytes: &[u8], at: usize, name: &[u8]) -> Result<RawFormula, usize> {
    let mut next = at + 1;
    while let Some(offset) = memchr(b'\\', &bytes[next..]) {
        next += offset;
        if environment_at(bytes, next, b"\\end{") == Some(name) {
            let end = next + b"\\end{}".len() + name.len();
            return Ok(RawFormula { start: at, end, delimiter: 0, is_display: true });
        }
        if environment_at(bytes, next, b"\\begin{").is_some() {
            return Err(next);
        }
        next = (next + 2).min(bytes.len());
    }
    Err(bytes.len())
}

/// Returns true if the text between two pairs of dollar signs is a formula, and not the text between two price classes.
fn is_tex(bytes: &[u8]) -> bool {
    let has_command = bytes.iter().any(|byte| b"\\^_{=".contains(byte));
    has_command || bytes.trim_ascii() == bytes && bytes.iter().any(u8::is_ascii_alphanumeric)
}
