//! What the benchmarks share: the pages, the tokenizers that read them, and what is counted.
#![allow(missing_docs)] // the fields of a package that is never published

pub mod contenders;
pub mod corpus;
pub mod external;
pub mod visit;
