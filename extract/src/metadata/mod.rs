//! Metadata: `meta` and `link` elements, and JSON-LD.

pub(crate) mod collector;
pub(crate) mod elements;
pub(crate) mod json_ld;
mod language;
pub(crate) mod limits;
mod open_graph;
mod related;
mod url_room;
