//! Processing instruction tokens.

use super::debug::{Escaped, debug_token};
use super::text::Comment;
use crate::arena::Source;
use crate::decode::{self, Context};
use core::fmt;
use core::ops::Range;

/// A [processing instruction
/// token](https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-open-state), `<?target data?>`.
/// Only with [`Options::with_processing_instructions`](crate::Options::with_processing_instructions).
///
/// ```
/// use tagrake::{Arena, Options, Token, Tokenizer};
///
/// let (arena, options) = (Arena::new(), Options::default().with_processing_instructions(true));
/// let token = Tokenizer::with_options(b"<?marker name=one?>", &options, &arena).next();
/// let Some(Token::ProcessingInstruction(instruction)) = token else { panic!() };
/// assert_eq!((instruction.target(), instruction.data()), (&b"marker"[..], &b"name=one"[..]));
/// ```
#[derive(Clone, Copy)]
pub struct ProcessingInstruction<'a> {
    pub(crate) source: Source<'a>,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) target_end: usize,
    pub(crate) raw_start: usize,
    pub(crate) raw_end: usize,
    /// The data as the state machine built it. `None` means that it is decoded from the raw data on demand.
    pub(crate) literal: Option<&'a [u8]>,
}

/// The bytes before the target.
pub(crate) const OPEN: &[u8] = b"<?";

/// Returns true if the standard makes a bogus comment of a processing instruction with this target: `xml` and
/// `xml-stylesheet`, which XHTML pages contain, in any case.
pub(crate) fn is_disallowed_target(target: &[u8]) -> bool {
    target.eq_ignore_ascii_case(b"xml") || target.eq_ignore_ascii_case(b"xml-stylesheet")
}

impl<'a> ProcessingInstruction<'a> {
    /// Returns the target as written: an ASCII letter or `_`, then letters, digits, `-` and `_`. Its case is preserved.
    ///
    /// ```
    /// # use tagrake::{Arena, Options, Token, Tokenizer};
    /// # let (arena, options) = (Arena::new(), Options::default().with_processing_instructions(true));
    /// # let token = Tokenizer::with_options(b"<?PHP echo?>", &options, &arena).next();
    /// # let Some(Token::ProcessingInstruction(instruction)) = token else { panic!() };
    /// // <?PHP echo?>
    /// assert_eq!(instruction.target(), b"PHP");
    /// ```
    #[inline(always)]
    pub fn target(&self) -> &'a [u8] {
        &self.source.input[self.start + OPEN.len()..self.target_end]
    }

    /// Returns [`target`](Self::target) as text.
    #[inline(always)]
    pub fn target_str(&self) -> &'a str {
        self.source.validated(self.target())
    }

    /// Returns the byte range of the target in the input.
    #[inline(always)]
    pub fn target_span(&self) -> Range<usize> {
        self.source.absolute(self.start + OPEN.len()..self.target_end)
    }

    /// Returns the data as written: from the first byte that is not white space after the target, up to `>` or `?>`.
    ///
    /// ```
    /// # use tagrake::{Arena, Options, Token, Tokenizer};
    /// # let (arena, options) = (Arena::new(), Options::default().with_processing_instructions(true));
    /// # let token = Tokenizer::with_options(b"<?t  a?\r\n ?>", &options, &arena).next();
    /// # let Some(Token::ProcessingInstruction(instruction)) = token else { panic!() };
    /// // <?t  a?\r\n ?>
    /// assert_eq!(instruction.raw_data(), b"a?\r\n ");
    /// ```
    #[inline(always)]
    pub fn raw_data(&self) -> &'a [u8] {
        &self.source.input[self.raw_start..self.raw_end]
    }

    /// Returns the data with normalized newlines. NUL is kept. Borrows from the input if nothing changes.
    ///
    /// ```
    /// # use tagrake::{Arena, Options, Token, Tokenizer};
    /// # let (arena, options) = (Arena::new(), Options::default().with_processing_instructions(true));
    /// # let token = Tokenizer::with_options(b"<?t  a?\r\n ?>", &options, &arena).next();
    /// # let Some(Token::ProcessingInstruction(instruction)) = token else { panic!() };
    /// // <?t  a?\r\n ?>
    /// assert_eq!(instruction.data(), b"a?\n ");
    /// ```
    #[inline(always)]
    pub fn data(&self) -> &'a [u8] {
        decode::literal_or_decoded(self.literal, self.source.bump(), self.raw_data(), Context::ProcessingInstruction)
    }

    /// Returns [`data`](Self::data) as text, with U+FFFD for invalid UTF-8.
    #[inline(always)]
    pub fn data_str(&self) -> &'a str {
        self.source.validated(self.data())
    }

    /// Returns the byte range of the data in the input.
    ///
    /// ```
    /// # use tagrake::{Arena, Options, Token, Tokenizer};
    /// # let (arena, options) = (Arena::new(), Options::default().with_processing_instructions(true));
    /// # let token = Tokenizer::with_options(b"<?PHP echo?>", &options, &arena).next();
    /// # let Some(Token::ProcessingInstruction(instruction)) = token else { panic!() };
    /// // <?PHP echo?>
    /// assert_eq!(instruction.data_span(), 6..10);
    /// ```
    #[inline(always)]
    pub fn data_span(&self) -> Range<usize> {
        self.source.absolute(self.raw_start..self.raw_end)
    }

    /// Returns the bogus comment that the same bytes are without the option. Its data starts at `?` and ends before
    /// `>`.
    ///
    /// ```
    /// # use tagrake::{Arena, Options, Token, Tokenizer};
    /// # let (arena, options) = (Arena::new(), Options::default().with_processing_instructions(true));
    /// # let token = Tokenizer::with_options(b"<?PHP echo?>", &options, &arena).next();
    /// # let Some(Token::ProcessingInstruction(instruction)) = token else { panic!() };
    /// // <?PHP echo?>
    /// assert_eq!(instruction.to_comment().data(), b"?PHP echo?");
    /// ```
    pub fn to_comment(&self) -> Comment<'a> {
        let Self { source, start, end, .. } = *self;
        Comment { source, start, end, raw_start: start + b"<".len(), raw_end: end - b">".len(), literal: None }
    }

    /// Returns the byte range of the processing instruction in the input, from `<` to just past `>`.
    #[inline(always)]
    pub fn span(&self) -> Range<usize> {
        self.source.absolute(self.start..self.end)
    }
}

impl fmt::Debug for ProcessingInstruction<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug_token(
            formatter,
            "ProcessingInstruction",
            self.span(),
            &[("target", &Escaped(self.target())), ("data", &Escaped(self.data()))],
        )
    }
}
