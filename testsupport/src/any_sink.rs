//! `tokenize` and `Stream` for sinks of any type, compiled once. A test that passes its own type of sink to the library
//! compiles the engines again, which takes 3 s, and 10 s with a stream.

use std::ops::Deref;
use tagrake::{Arena, Options, Sink, Summary};

/// A sink of any type.
pub type AnySink<'s> = dyn for<'a> Sink<'a> + 's;

/// Calls [`tagrake::tokenize`].
pub fn tokenize(html: &[u8], options: &Options, arena: &mut Arena, mut sink: &mut AnySink<'_>) -> Summary {
    tagrake::tokenize(html, options, arena, &mut sink)
}

/// A [`tagrake::Stream`].
#[derive(Debug)]
pub struct Stream(tagrake::Stream);

impl Stream {
    pub fn new(options: &Options) -> Self {
        Self(tagrake::Stream::new(options))
    }

    pub fn feed(&mut self, chunk: &[u8], mut sink: &mut AnySink<'_>) {
        self.0.feed(chunk, &mut sink);
    }

    pub fn finish(&mut self, mut sink: &mut AnySink<'_>) -> Summary {
        self.0.finish(&mut sink)
    }
}

impl Deref for Stream {
    type Target = tagrake::Stream;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}
