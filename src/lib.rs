//! A zero-copy HTML tokenizer, exact to the standard, with link extraction on top.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod arena;
mod class;
mod content_model;
mod decode;
mod error;
mod fast;
mod machine;
mod options;
mod position;
mod preprocess;
mod references;
mod run;
mod sink;
mod token;
mod tokenizer;

pub mod extract;

pub use arena::Arena;
pub use error::{ErrorCode, ParseError};
pub use options::{Engine, Options, TextState};
pub use position::{LineIndex, Position};
pub use sink::Sink;
pub use token::{Attribute, Attributes, Comment, Doctype, Dropped, DroppedKind, EndTag, Quote, StartTag, Text, Token};
pub use tokenizer::{Tokenizer, tokenize};
