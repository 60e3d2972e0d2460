//! Sinks made of other sinks: a reference, an option and a pair.

use super::Sink;
use crate::error::ParseError;
use crate::position::Position;
use crate::text_state::TextState;
use crate::token::{Comment, Doctype, Dropped, EndTag, ProcessingInstruction, StartTag, Text, Token};

/// Writes the methods that receive something. The macro `$pass` passes a call to the inner sinks.
macro_rules! receive_by {
    ($pass:ident) => {
        #[inline(always)]
        fn token(&mut self, token: Token<'a>) {
            $pass!(self, token(token));
        }

        fn doctype(&mut self, doctype: Doctype<'a>) {
            $pass!(self, doctype(doctype));
        }

        #[inline(always)]
        fn start_tag(&mut self, tag: StartTag<'a>) {
            $pass!(self, start_tag(tag));
        }

        #[inline(always)]
        fn end_tag(&mut self, tag: EndTag<'a>) {
            $pass!(self, end_tag(tag));
        }

        #[inline(always)]
        fn text(&mut self, text: Text<'a>) {
            $pass!(self, text(text));
        }

        fn comment(&mut self, comment: Comment<'a>) {
            $pass!(self, comment(comment));
        }

        fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
            $pass!(self, processing_instruction(instruction));
        }

        fn dropped(&mut self, dropped: Dropped) {
            $pass!(self, dropped(dropped));
        }

        fn error(&mut self, error: ParseError) {
            $pass!(self, error(error));
        }

        fn error_at(&mut self, error: ParseError, position: Position) {
            $pass!(self, error_at(error, position));
        }
    };
}

macro_rules! to_referenced {
    ($sink:ident, $method:ident($($argument:ident),*)) => {
        (**$sink).$method($($argument),*)
    };
}

macro_rules! to_contained {
    ($sink:ident, $method:ident($($argument:ident),*)) => {
        if let Some(sink) = $sink {
            sink.$method($($argument),*);
        }
    };
}

macro_rules! to_both {
    ($sink:ident, $method:ident($($argument:ident),*)) => {
        if !$sink.0.is_done() {
            $sink.0.$method($($argument),*);
        }
        if !$sink.1.is_done() {
            $sink.1.$method($($argument),*);
        }
    };
}

/// Forwards every call. Also makes a sink of `&mut dyn Sink`:
///
/// ```
/// # use tagrake::*;
/// fn count<'a>(html: &'a [u8], arena: &'a mut Arena, sink: &mut dyn Sink<'a>) -> usize {
///     let options = Options::default();
///     let mut head = HeadOnly::new(sink, &options);
///     tokenize(html, &options, arena, &mut head).bytes()
/// }
/// let mut tags = 0;
/// count(b"<title>x</title><p>", &mut Arena::new(), &mut sink::from_fn(|_| tags += 1));
/// assert_eq!(tags, 3);
/// ```
impl<'a, S: Sink<'a> + ?Sized> Sink<'a> for &mut S {
    receive_by!(to_referenced);

    #[inline(always)]
    fn next_state(&mut self) -> Option<TextState> {
        (**self).next_state()
    }

    fn allows_cdata(&self) -> bool {
        (**self).allows_cdata()
    }

    #[inline(always)]
    fn is_done(&self) -> bool {
        (**self).is_done()
    }

    fn ignores_text(&self) -> bool {
        (**self).ignores_text()
    }
}

/// Forwards every call to the sink, if there is one. `None` receives nothing, so it is [done](Sink::is_done), ignores text and
/// chooses no state: a run for `None` alone ends before the first token, and in a pair the other sink decides.
///
/// ```
/// use tagrake::{Arena, Options, Sink, StartTag, tokenize};
///
/// struct Tags(usize);
///
/// impl<'a> Sink<'a> for Tags {
///     fn start_tag(&mut self, _: StartTag<'a>) {
///         self.0 += 1;
///     }
/// }
///
/// let mut tags = Some(Tags(0));
/// assert_eq!(tokenize(b"<p>", &Options::default(), &mut Arena::new(), &mut tags).bytes(), 3);
/// assert_eq!(tags.map(|tags| tags.0), Some(1));
/// assert_eq!(tokenize(b"<p>", &Options::default(), &mut Arena::new(), &mut None::<Tags>).bytes(), 0);
/// ```
impl<'a, S: Sink<'a>> Sink<'a> for Option<S> {
    receive_by!(to_contained);

    #[inline(always)]
    fn next_state(&mut self) -> Option<TextState> {
        self.as_mut().and_then(Sink::next_state)
    }

    fn allows_cdata(&self) -> bool {
        self.as_ref().is_some_and(Sink::allows_cdata)
    }

    #[inline(always)]
    fn is_done(&self) -> bool {
        self.as_ref().is_none_or(Sink::is_done)
    }

    fn ignores_text(&self) -> bool {
        self.as_ref().is_none_or(Sink::ignores_text)
    }
}

/// Sends every token to both sinks, first to the left one. For more sinks, nest pairs.
///
/// Each sink gets what it would get alone: after it is [done](Sink::is_done), it gets nothing more and chooses no state. The
/// pair is done when both are. It ignores text where both do, and the [next state](Sink::next_state) is the first one that a
/// sink chooses.
///
/// ```
/// use tagrake::{Arena, Options, Sink, StartTag, Text, TextState, tokenize};
///
/// #[derive(Default)]
/// struct Title<'a>(Option<&'a str>);
///
/// impl<'a> Sink<'a> for Title<'a> {
///     fn text(&mut self, text: Text<'a>) {
///         if text.state() == TextState::Rcdata {
///             self.0 = Some(text.decoded_str());
///         }
///     }
///     fn is_done(&self) -> bool {
///         self.0.is_some()
///     }
/// }
///
/// #[derive(Default)]
/// struct Tags(usize);
///
/// impl<'a> Sink<'a> for Tags {
///     fn start_tag(&mut self, _: StartTag<'a>) {
///         self.0 += 1;
///     }
/// }
///
/// let (mut arena, mut both) = (Arena::new(), (Title::default(), Tags::default()));
/// tokenize(b"<title>One</title><title>Two</title><p>", &Options::default(), &mut arena, &mut both);
/// assert_eq!((both.0.0, both.1.0), (Some("One"), 3));
/// ```
impl<'a, A: Sink<'a>, B: Sink<'a>> Sink<'a> for (A, B) {
    receive_by!(to_both);

    #[inline(always)]
    fn next_state(&mut self) -> Option<TextState> {
        let first = if self.0.is_done() { None } else { self.0.next_state() };
        let second = if self.1.is_done() { None } else { self.1.next_state() };
        first.or(second)
    }

    fn allows_cdata(&self) -> bool {
        !self.0.is_done() && self.0.allows_cdata() || !self.1.is_done() && self.1.allows_cdata()
    }

    #[inline(always)]
    fn is_done(&self) -> bool {
        self.0.is_done() && self.1.is_done()
    }

    fn ignores_text(&self) -> bool {
        (self.0.is_done() || self.0.ignores_text()) && (self.1.is_done() || self.1.ignores_text())
    }
}
