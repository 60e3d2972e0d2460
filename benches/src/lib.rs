//! What the benchmarks share: the pages, the tokenizers that read them, what is counted, measured and kept.
#![allow(missing_docs)] // the fields of a package that is never published

pub mod agreement;
pub mod contenders;
pub mod corpus;
pub mod external;
pub mod generate;
pub mod hostile;
pub mod manifest;
#[cfg(doctest)]
mod manuals;
pub mod measure;
pub mod pictures;
pub mod record;
pub mod report;
pub mod startup;
pub mod table;
pub mod visit;
