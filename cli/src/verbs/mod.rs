//! The verbs of the command, one file or folder each.

pub(crate) mod blocks;
pub(crate) mod check;
pub(crate) mod completions;
mod dictionary;
pub(crate) mod document;
pub(crate) mod extract;
pub(crate) mod index;
pub(crate) mod inspect;
pub(crate) mod items;
pub(crate) mod links;
pub(crate) mod man;
mod output_index;
pub(crate) mod page_run;
pub(crate) mod records;
pub(crate) mod schema;
pub(crate) mod select;
pub(crate) mod tables;
pub(crate) mod text;
pub(crate) mod tokens;
pub(crate) mod warc;
pub(crate) mod wat;
