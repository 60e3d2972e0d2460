//! Where pushed tokens go.

use crate::error::ParseError;
use crate::token::{Comment, Doctype, Dropped, EndTag, StartTag, Text};

/// Where [`tokenize`](crate::tokenize) puts tokens; every method does nothing unless you write it.
///
/// The run is compiled for the sink, so what a sink does not ask for costs nothing. Tokens live as long as the input and
/// the arena (`'a`): a sink may keep them.
///
/// ```
/// use tagrake::{Arena, Options, Sink, StartTag, tokenize};
///
/// #[derive(Default)]
/// struct Links<'a>(Vec<&'a [u8]>);
///
/// impl<'a> Sink<'a> for Links<'a> {
///     fn start_tag(&mut self, tag: StartTag<'a>) {
///         if tag.name() == b"a" {
///             self.0.extend(tag.attribute(b"href").map(|href| href.value()));
///         }
///     }
/// }
///
/// let mut arena = Arena::new();
/// let mut links = Links::default();
/// tokenize(b"<a href=/one>1</a><a href='/two?a&amp;b'>2</a>", &Options::default(), &mut arena, &mut links);
/// assert_eq!(links.0, [&b"/one"[..], b"/two?a&b"]);
/// ```
pub trait Sink<'a> {
    /// Takes a DOCTYPE.
    fn doctype(&mut self, doctype: Doctype<'a>) {
        let _ = doctype;
    }

    /// Takes a start tag.
    fn start_tag(&mut self, tag: StartTag<'a>) {
        let _ = tag;
    }

    /// Takes an end tag.
    fn end_tag(&mut self, tag: EndTag<'a>) {
        let _ = tag;
    }

    /// Takes a run of characters.
    fn text(&mut self, text: Text<'a>) {
        let _ = text;
    }

    /// Takes a comment.
    fn comment(&mut self, comment: Comment<'a>) {
        let _ = comment;
    }

    /// Takes bytes that give no token.
    fn dropped(&mut self, dropped: Dropped) {
        let _ = dropped;
    }

    /// Takes a parse error, if [`Options::errors`](crate::Options::errors) is on; in the order of their offsets.
    fn error(&mut self, error: ParseError) {
        let _ = error;
    }

    /// Returns whether the sink has seen enough; asked after each token, and true ends the run.
    fn is_done(&self) -> bool {
        false
    }
}
