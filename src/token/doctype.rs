//! DOCTYPE tokens.

use super::debug::Escaped;
use core::fmt;
use core::ops::Range;

/// A [DOCTYPE token](https://html.spec.whatwg.org/multipage/parsing.html#doctype-state).
///
/// ```
/// use tagrake::{Arena, Token, Tokenizer};
///
/// let arena = Arena::new();
/// let Some(Token::Doctype(doctype)) = Tokenizer::new(b"<!DOCTYPE HTML>", &arena).next() else { panic!() };
/// assert_eq!(doctype.name(), Some(&b"html"[..]));
/// assert_eq!(doctype.public_id(), None);
/// assert!(!doctype.force_quirks());
/// ```
#[derive(Clone, Copy)]
pub struct Doctype<'a> {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) name: Option<&'a [u8]>,
    pub(crate) public_id: Option<&'a [u8]>,
    pub(crate) system_id: Option<&'a [u8]>,
    pub(crate) force_quirks: bool,
}

impl<'a> Doctype<'a> {
    /// Returns the name in ASCII lower case, or `None` if it is missing.
    #[inline(always)]
    pub fn name(&self) -> Option<&'a [u8]> {
        self.name
    }

    /// Returns the public identifier. `None` means that it is missing, which differs from an empty one.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let html = b"<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\">";
    /// let Some(Token::Doctype(doctype)) = Tokenizer::new(html, &arena).next() else { panic!() };
    /// assert_eq!(doctype.public_id(), Some(&b"-//W3C//DTD HTML 4.01//EN"[..]));
    /// ```
    #[inline(always)]
    pub fn public_id(&self) -> Option<&'a [u8]> {
        self.public_id
    }

    /// Returns the system identifier. `None` means that it is missing, which differs from an empty one.
    #[inline(always)]
    pub fn system_id(&self) -> Option<&'a [u8]> {
        self.system_id
    }

    /// Returns the [force-quirks flag](https://html.spec.whatwg.org/multipage/parsing.html#force-quirks-flag).
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::Doctype(doctype)) = Tokenizer::new(b"<!DOCTYPE html", &arena).next() else { panic!() };
    /// assert!(doctype.force_quirks());
    /// ```
    #[inline(always)]
    pub fn force_quirks(&self) -> bool {
        self.force_quirks
    }

    /// Returns the byte range of the DOCTYPE in the input, from `<` to just past `>`.
    #[inline(always)]
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

impl fmt::Debug for Doctype<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Doctype")
            .field("span", &self.span())
            .field("name", &self.name.map(Escaped))
            .field("public_id", &self.public_id.map(Escaped))
            .field("system_id", &self.system_id.map(Escaped))
            .field("force_quirks", &self.force_quirks)
            .finish()
    }
}
