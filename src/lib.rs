//! A zero-copy HTML tokenizer, exact to the standard, with link extraction on top.
//!
//! tagrake reads bytes and gives the tokens of the
//! [HTML standard's tokenizer](https://html.spec.whatwg.org/multipage/parsing.html#tokenization), token for token and
//! error for error. Tokens borrow from the input: text and attribute values are spans, decoded when they are read. A
//! fast path reads the markup that pages are made of; what it declines goes to a literal transcription of the standard's
//! state machine. Both give the same.
//!
//! # Pull
//!
//! [`Tokenizer`] is an iterator.
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
//! # Push
//!
//! [`tokenize`] puts tokens into a [`Sink`]. It is compiled for the sink, and is the fastest way; with one [`Arena`] for
//! all pages it allocates nothing once the arena has grown.
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
//! # Chunks
//!
//! [`Stream`] takes an input as it comes, in chunks of any size, and gives a [`Sink`] what the whole would give.
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
//! # Bytes in, UTF-8
//!
//! [`encoding`] decides how a page is encoded, by its bytes and its `Content-Type`; bytes that are UTF-8 are borrowed.
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
//! # Errors
//!
//! Any bytes give tokens. What the standard calls a parse error is data: a [`ParseError`] with the standard's code and a
//! byte offset, if [`Options::with_errors`] asks for them. [`LineIndex`] turns offsets into lines and columns.
//!
//! ```
//! use tagrake::{Arena, LineIndex, Options, Tokenizer};
//!
//! let html = b"<p>\n<a href=x href=y>";
//! let arena = Arena::new();
//! let mut tokenizer = Tokenizer::with_options(html, &Options::default().with_errors(true), &arena);
//! tokenizer.by_ref().for_each(drop);
//! let error = tokenizer.errors()[0];
//! let place = LineIndex::new(html).position(error.offset);
//! assert_eq!((error.code.as_str(), place.line, place.column), ("duplicate-attribute", 2, 15));
//! ```
//!
//! # Links, metadata, text
//!
//! [`extract`] takes from the bytes of a page what a crawler wants of it.
//!
//! ```
//! use tagrake::extract::{Context, Extractor};
//!
//! let mut extractor = Extractor::default();
//! let page = extractor.extract(b"<title>Hi</title><a href=x>y</a>", &Context::default().with_url(Some("http://e.org")));
//! assert_eq!((page.title, page.links[0].url), (Some("Hi"), Some("http://e.org/x")));
//! ```
//!
//! # What it does not do
//!
//! * There is no tree. What a tree builder tells the tokenizer (text states, foreign content, ignored tags) is followed
//!   with a small stack, and where that can't decide with the whole one ([`Options::with_feedback`]).
//! * The tokenizer reads bytes as UTF-8 or anything else that has ASCII in its place. A byte order mark is text: drop it
//!   first, or let [`encoding`] do so.
//!
//! # Features
//!
//! * `std` (on by default): the CPU level is chosen at run time, here and in the crates below. Without it the library
//!   needs `alloc` alone, and uses the level that the target promises.
//! * `extract` (on by default): the module [`extract`], with `url`. It enables `encoding`.
//! * `encoding` (on by default): the module [`encoding`], with `encoding_rs`.
//! * `editions`: the tokenizers of four old drafts of the standard beside today's, for the study of archived pages.
//! * `html5ever`: the module `tree`, which fills a DOM by html5ever's tree construction.
#![no_std]
#![deny(unsafe_code)] // allowed in src/scan alone, where the CPU levels are

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
mod options;
mod position;
mod preprocess;
mod projection;
mod references;
mod run;
mod scan;
pub mod sink;
mod state_machine;
mod stream;
mod summary;
mod text_state;
mod token;
mod token_gate;
mod tokenizer;
mod tree_sim;

#[cfg(feature = "editions")]
pub mod editions;
#[cfg(feature = "encoding")]
pub mod encoding;
#[cfg(feature = "extract")]
pub mod extract;
#[cfg(feature = "html5ever")]
pub mod tree;

pub use arena::Arena;
pub use declined::{Declined, DeclinedReason, declined};
pub use error::{ErrorCode, ParseError, UnknownName};
pub use head_only::HeadOnly;
pub use limits::{LimitKind, LimitMet, Limits};
pub use options::{Engine, Options, Simd};
pub use position::{LineIndex, Position};
pub use projection::{Projection, Wanted};
pub use sink::Sink;
pub use stream::Stream;
pub use summary::{Summary, Unfinished, UnfinishedKind};
pub use text_state::TextState;
pub use token::{
    Attribute, Attributes, Comment, Doctype, Dropped, DroppedKind, EndTag, Namespace, ProcessingInstruction, Quote,
    StartTag, Text, Token,
};
pub use tokenizer::{Tokenizer, tokenize};
