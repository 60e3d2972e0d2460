//! MathML as TeX: presentation markup, by a table of elements and a table of characters.
//!
//! [`Converter`] takes the tags and texts of a `math` element:
//!
//! 1. The text of a token (`mi`, `mn`, `mo`, `mtext`) is written when the token ends: a character as its command, a name in
//!    `\mathrm`, text in `\text`.
//! 2. The start of each child is recorded. Rows need nothing else: their children follow each other.
//! 3. When an element with a layout ends, such as `mfrac`, its children are written once more, between the braces of a command.
//!
//! `<mfrac><mi>a</mi><mn>2</mn></mfrac>` is `a2` when `mfrac` ends, with children at 0 and 1, and then `\frac{a}{2}`.
//!
//! Every group that is opened is closed by the same function, so the braces are balanced for any input. At most
//! [`MAX_OPEN`](state::MAX_OPEN) elements have a layout at once, so time is linear.

mod accents;
mod converter;
mod element;
mod layout;
mod letters;
mod scripts;
mod state;
mod symbols;
mod tables;
mod tokens;

pub(crate) use converter::{has_balanced_braces, is_tex};
pub(crate) use state::Converter;
