//! The open elements of a formula, and its TeX so far.

use super::element::Layout;
use super::letters::Alphabet;
use super::tokens::{Shape, push};
use bumpalo::Bump;
use bumpalo::collections::{String, Vec};

/// Maximum number of open elements. Deeper ones are rows.
pub(super) const MAX_OPEN: usize = 128;

/// An element in the row or the layout around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// Its byte range in the TeX.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) shape: Shape,
}

/// An open element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open<'a> {
    pub(super) layout: Layout,
    /// The height of the caller's stack including the element.
    pub(super) height: usize,
    /// The start of its TeX.
    pub(super) start: usize,
    /// The number of children of other elements before its own.
    pub(super) first_child: usize,
    /// The values of [`Layout::attributes`].
    pub(super) attributes: [Option<&'a str>; 3],
    /// The alphabet of the tokens in it.
    pub(super) variant: Alphabet,
    /// The number of rows or cells so far, in a table or a row of it.
    pub(super) columns: usize,
    /// The largest number of cells in a row of the table.
    pub(super) cells: usize,
}

/// The children of an element while its layout is written.
pub(super) struct Parts<'p> {
    tex: &'p str,
    /// The start of `tex` in the TeX so far.
    start: usize,
    children: &'p [Child],
}

impl<'p> Parts<'p> {
    pub(super) fn len(&self) -> usize {
        self.children.len()
    }

    /// Returns the TeX of all children.
    pub(super) fn all(&self) -> &'p str {
        self.tex.trim_ascii_start()
    }

    /// Returns the TeX of a child, empty if there are fewer children.
    pub(super) fn tex(&self, index: usize) -> &'p str {
        self.range(index, index + 1)
    }

    /// Returns the TeX of the children from `index` on.
    pub(super) fn rest(&self, index: usize) -> &'p str {
        self.range(index, self.len())
    }

    /// Returns the TeX of the children from `first` to `end`.
    pub(super) fn range(&self, first: usize, end: usize) -> &'p str {
        match self.children.get(first..end) {
            Some([first, .., last]) => self.tex[first.start - self.start..last.end - self.start].trim_ascii_start(),
            Some([only]) => self.tex[only.start - self.start..only.end - self.start].trim_ascii_start(),
            _ => "",
        }
    }

    pub(super) fn shape(&self, index: usize) -> Shape {
        self.children.get(index).map_or(Shape::default(), |child| child.shape)
    }

    /// Adds a child in braces.
    pub(super) fn push_group(&self, out: &mut String<'_>, index: usize) {
        out.extend(["{", self.tex(index), "}"]);
    }

    /// Adds a child that a script follows.
    pub(super) fn push_base(&self, out: &mut String<'_>, index: usize) {
        if self.shape(index).is_single {
            push(out, self.tex(index));
        } else {
            self.push_group(out, index);
        }
    }
}

/// Converts one formula at a time.
pub(crate) struct Converter<'a> {
    pub(super) out: String<'a>,
    /// The TeX of the children while their layout is written.
    scratch: String<'a>,
    pub(super) open: Vec<'a, Open<'a>>,
    pub(super) children: Vec<'a, Child>,
    /// The text of the open token.
    pub(super) token: String<'a>,
}

impl<'a> Converter<'a> {
    pub(crate) fn new(bump: &'a Bump) -> Self {
        let (out, scratch, token) = (String::new_in(bump), String::new_in(bump), String::new_in(bump));
        Self { out, scratch, open: Vec::new_in(bump), children: Vec::new_in(bump), token }
    }

    /// Writes an element again, with another layout.
    pub(super) fn rewrite(&mut self, open: &Open<'a>, write: impl FnOnce(&mut String<'a>, &Parts<'_>)) {
        let mut tex = core::mem::replace(&mut self.scratch, String::new_in(self.out.bump()));
        tex.clear();
        tex.push_str(&self.out[open.start..]);
        self.out.truncate(open.start);
        let children = &self.children[open.first_child..];
        write(&mut self.out, &Parts { tex: &tex, start: open.start, children });
        self.scratch = tex;
    }

    /// Returns the innermost open elements, at most two.
    pub(super) fn innermost(&mut self) -> (Option<&mut Open<'a>>, Option<&mut Open<'a>>) {
        let mut open = self.open.iter_mut().rev();
        (open.next(), open.next())
    }
}
