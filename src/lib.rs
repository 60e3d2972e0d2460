//! An HTML tokenizer that follows the [HTML standard](https://html.spec.whatwg.org/multipage/parsing.html#tokenization)
//! exactly.
//!
//! The tokenizer produces the tokens and the parse errors of the standard, from bytes and without copying: tokens borrow
//! from the input, and text and attribute values are decoded only on demand. A fast path reads common markup with SIMD
//! instructions, and declines everything else. A literal transcription of the standard's state machine reads what the
//! fast path declines. Tests check that both produce the same tokens.
//!
//! | entry point | input | output |
//! |---|---|---|
//! | [`Tokenizer`] | complete page | iterator over tokens |
//! | [`tokenize`] | complete page | calls of a [`Sink`]; fastest |
//! | [`Stream`] | chunks of any size | calls of a [`Sink`] |
//!
//! The crate `tagrake-extract` collects links, metadata and text with it.
//!
//! # Iterate over tokens
//!
//! ```
//! use tagrake::{Arena, Token, Tokenizer};
//!
//! let html = b"<p>Fish &amp; <a href='/chips?salt=1&amp;vinegar=2'>chips</a></p>";
//! let arena = Arena::new();
//! let mut text = String::new();
//! for token in Tokenizer::new(html, &arena) {
//!     match token {
//!         Token::Text(run) => text += run.decoded_str(),
//!         Token::StartTag(tag) if tag.name() == b"a" => {
//!             let href = tag.attribute(b"href").unwrap();
//!             assert_eq!(href.value(), b"/chips?salt=1&vinegar=2");
//!             assert_eq!(&html[href.value_span()], b"/chips?salt=1&amp;vinegar=2");
//!         }
//!         _ => {}
//!     }
//! }
//! assert_eq!(text, "Fish & chips");
//! ```
//!
//! # Send tokens to a sink
//!
//! [`tokenize`] is compiled for the type of the [`Sink`]. It allocates no heap memory once the [`Arena`], which is used
//! again for each page, has grown to the size of the largest page.
//!
//! ```
//! use tagrake::{Arena, Options, Sink, StartTag, tokenize};
//!
//! struct CountImages(usize);
//!
//! impl<'a> Sink<'a> for CountImages {
//!     fn start_tag(&mut self, tag: StartTag<'a>) {
//!         self.0 += usize::from(tag.name() == b"img");
//!     }
//! }
//!
//! let mut arena = Arena::new();
//! let mut images = CountImages(0);
//! for page in [&b"<img src=a><img src=b>"[..], b"<IMG SRC=c>"] {
//!     tokenize(page, &Options::default(), &mut arena, &mut images);
//! }
//! assert_eq!(images.0, 3);
//! ```
//!
//! # Read chunks
//!
//! [`Stream`] accepts chunks of any size. The sink gets the same tokens as from the complete input, with the same spans.
//!
//! ```
//! use tagrake::{Options, Sink, Stream, Text};
//!
//! struct Words(Vec<String>);
//!
//! impl<'a> Sink<'a> for Words {
//!     fn text(&mut self, text: Text<'a>) {
//!         self.0.push(format!("{} {:?}", text.decoded_str(), text.span()));
//!     }
//! }
//!
//! let (mut stream, mut words) = (Stream::new(&Options::default()), Words(Vec::new()));
//! for chunk in ["<p>Fish &am", "p; chips<", "br>"] {
//!     stream.feed(chunk.as_bytes(), &mut words);
//! }
//! stream.finish(&mut words);
//! assert_eq!(words.0, ["Fish & chips 3..19"]);
//! ```
//!
//! # Encodings
//!
//! The tokenizer reads UTF-8. [`encoding`] determines the encoding of a page from its bytes and its `Content-Type`, and
//! decodes it. A page in UTF-8 is borrowed.
//!
//! ```
//! use tagrake::{Arena, Token, Tokenizer, encoding};
//!
//! let page = encoding::decode_page(b"<meta charset=shift_jis>\x83A", None);
//! let arena = Arena::new();
//! let text = Tokenizer::new(page.text.as_bytes(), &arena).last();
//! assert!(matches!(text, Some(Token::Text(text)) if text.decoded_str() == "ア"));
//! ```
//!
//! # Parse errors
//!
//! Tokenization never fails. The standard's parse errors are reported as [`ParseError`]s if [`Options::with_errors`] is
//! set: each is the standard's code and a byte offset. [`LineIndex`] converts offsets to lines and columns,
//! [`ParseError::span`] returns the bytes to underline, and [`encoding::OffsetMap`] converts offsets in the text of a decoded
//! page to offsets in its bytes.
//!
//! ```
//! use tagrake::{Arena, LineIndex, Options, Tokenizer};
//!
//! let html = b"<p>\n<a href=x href=y>";
//! let arena = Arena::new();
//! let mut tokenizer = Tokenizer::with_options(html, &Options::default().with_errors(true), &arena);
//! tokenizer.by_ref().for_each(drop);
//! let error = tokenizer.errors()[0];
//! let position = LineIndex::new(html).position(error.offset);
//! assert_eq!((error.code.as_str(), position.line, position.column), ("duplicate-attribute", 2, 15));
//! ```
//!
//! # What it does not do
//!
//! * It does not build a tree, unless the feature `html5ever` is enabled. A tree builder affects the tokenizer: it chooses
//!   the text state after a start tag, and the namespace of elements. tagrake computes this feedback with a stack of
//!   open foreign elements. Where that stack cannot decide, it simulates a tree builder without creating nodes
//!   ([`Options::with_feedback`]).
//! * The tokenizer does not detect or decode encodings. It reads UTF-8, and any encoding in which ASCII bytes are ASCII
//!   characters. A byte order mark is text: strip it first, or use [`encoding`]. Only [`HeadOnly`] and
//!   the module `tree` ignore one at the start of the input.
//! * It does not fetch pages, run scripts, or rewrite HTML.
//!
//! # Features
//!
//! * `std` (default): detects the CPU level at run time. Without it, the library is `no_std` with `alloc`, and uses the
//!   level that the compilation target guarantees.
//! * `encoding` (default): the module [`encoding`], with a dependency on `encoding_rs`.
//! * `html5ever`: the module `tree`, which builds a DOM with html5ever's tree construction. Enables `std`.
#![no_std]
#![deny(unsafe_code)] // src/scan allows it for SIMD instructions

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod arena;
mod byte_classes;
mod content_model;
mod declined;
mod decode;
mod engine;
mod error;
mod fast;
mod feedback;
mod head_only;
mod limits;
pub mod names;
mod options;
mod position;
mod preprocess;
mod projection;
pub mod references;
mod run;
#[doc(hidden)]
pub mod scan;
pub mod sink;
mod state_machine;
mod stream;
mod summary;
mod text_state;
mod token;
mod token_gate;
mod tokenizer;
pub mod tree_sim;

#[cfg(feature = "encoding")]
pub mod encoding;
#[cfg(feature = "html5ever")]
pub mod tree;

pub use arena::Arena;
#[doc(hidden)]
pub use declined::{Declined, declined};
pub use error::{ErrorCode, ParseError, UnknownName};
pub use head_only::HeadOnly;
pub use limits::{LimitKind, LimitMet, Limits};
pub use options::{Engine, Options};
pub use position::{ColumnUnit, LineIndex, Position};
pub use projection::{Projection, Wanted};
pub use scan::Simd;
pub use sink::Sink;
pub use stream::Stream;
pub use summary::{EndedBy, Summary, Unfinished, UnfinishedKind};
pub use text_state::TextState;
pub use token::{
    Attribute, Attributes, Comment, Doctype, Dropped, DroppedKind, EndTag, Namespace, ProcessingInstruction, Quote,
    StartTag, Text, Token, WantedAttributes, Words,
};
pub use tokenizer::{Tokenizer, tokenize, tokenize_in, tokenize_str_in};
