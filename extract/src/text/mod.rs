//! Text: its words, the visible text of the page, and the texts of anchors and headings.

pub(crate) mod anchor_texts;
pub(crate) mod headings;
mod page_text;
pub(crate) mod strings;
mod texts;
mod words;

pub(crate) use anchor_texts::TEXT_BYTES;
pub(crate) use page_text::PageText;
pub(crate) use texts::Texts;
pub(crate) use words::for_each_word;
