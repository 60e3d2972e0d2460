//! Processing instructions.

use super::{Comment, Lossy, Source};
use crate::decode::{self, Context};
use core::fmt;
use core::ops::Range;

/// A [processing instruction token](https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-open-state),
/// `<?target data?>`, if [`Options::with_processing_instructions`](crate::Options::with_processing_instructions) asks for
/// them.
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
    /// The data as the machine built it.
    pub(crate) literal: Option<&'a [u8]>,
}

/// What stands before the target.
pub(crate) const OPEN: &[u8] = b"<?";

/// Returns whether the standard disallows `target`: pages have always had these, and nobody wants them to do anything.
pub(crate) fn is_disallowed_target(target: &[u8]) -> bool {
    target.eq_ignore_ascii_case(b"xml") || target.eq_ignore_ascii_case(b"xml-stylesheet")
}

impl<'a> ProcessingInstruction<'a> {
    /// Returns the target, in the case that it is written in: an ASCII letter or `_`, then letters, digits, `-` and `_`.
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
    ///
    /// ```
    /// # use tagrake::{Arena, Options, Token, Tokenizer};
    /// # let (arena, options) = (Arena::new(), Options::default().with_processing_instructions(true));
    /// # let token = Tokenizer::with_options(b"<?PHP echo?>", &options, &arena).next();
    /// # let Some(Token::ProcessingInstruction(instruction)) = token else { panic!() };
    /// // <?PHP echo?>
    /// assert_eq!(instruction.target_str(), "PHP");
    /// ```
    #[inline(always)]
    pub fn target_str(&self) -> &'a str {
        self.source.text(self.target())
    }

    /// Returns the target's place in the input, in bytes.
    ///
    /// ```
    /// # use tagrake::{Arena, Options, Token, Tokenizer};
    /// # let (arena, options) = (Arena::new(), Options::default().with_processing_instructions(true));
    /// # let token = Tokenizer::with_options(b"<?PHP echo?>", &options, &arena).next();
    /// # let Some(Token::ProcessingInstruction(instruction)) = token else { panic!() };
    /// // <?PHP echo?>
    /// assert_eq!(instruction.target_span(), 2..5);
    /// ```
    #[inline(always)]
    pub fn target_span(&self) -> Range<usize> {
        self.source.absolute(self.start + OPEN.len()..self.target_end)
    }

    /// Returns the data as it is written: from behind the white space after the target up to `>`, or up to a `?>`.
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

    /// Returns the data, with newlines normalised; NUL stays. Borrowed from the input if nothing had to change.
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

    /// Returns [`data`](Self::data) as text, with U+FFFD for what is not UTF-8.
    ///
    /// ```
    /// # use tagrake::{Arena, Options, Token, Tokenizer};
    /// # let (arena, options) = (Arena::new(), Options::default().with_processing_instructions(true));
    /// # let token = Tokenizer::with_options(b"<?t \xFF>", &options, &arena).next();
    /// # let Some(Token::ProcessingInstruction(instruction)) = token else { panic!() };
    /// // <?t \xFF>
    /// assert_eq!(instruction.data_str(), "\u{FFFD}");
    /// ```
    #[inline(always)]
    pub fn data_str(&self) -> &'a str {
        self.source.text(self.data())
    }

    /// Returns the place of the data in the input, in bytes.
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

    /// Returns the bogus comment that the same bytes are without the option: from `?` up to `>`.
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

    /// Returns the processing instruction's place in the input, in bytes, from `<` to after `>`.
    ///
    /// ```
    /// # use tagrake::{Arena, Options, Token, Tokenizer};
    /// # let (arena, options) = (Arena::new(), Options::default().with_processing_instructions(true));
    /// # let token = Tokenizer::with_options(b"<?PHP echo?>", &options, &arena).next();
    /// # let Some(Token::ProcessingInstruction(instruction)) = token else { panic!() };
    /// // <?PHP echo?>
    /// assert_eq!(instruction.span(), 0..12);
    /// ```
    #[inline(always)]
    pub fn span(&self) -> Range<usize> {
        self.source.absolute(self.start..self.end)
    }
}

impl fmt::Debug for ProcessingInstruction<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ProcessingInstruction")
            .field("span", &self.span())
            .field("target", &Lossy(self.target()))
            .field("data", &Lossy(self.data()))
            .finish_non_exhaustive()
    }
}
