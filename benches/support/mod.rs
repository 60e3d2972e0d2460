//! What the benchmarks share: the pages, the tokenizers that read them, and what is counted.

pub(crate) mod contenders;
pub(crate) mod corpus;
pub(crate) mod visit;
