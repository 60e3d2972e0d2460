//! Shared code of the benchmarks: pages, contenders, measurements and records.
#![allow(missing_docs)] // this package is never published

pub mod agreement;
pub mod contenders;
pub mod corpora;
pub mod corpus;
#[cfg(doctest)]
mod doc_examples;
pub mod drivers;
pub mod generate;
pub mod hostile;
pub mod league;
pub mod machine_bounds;
pub mod manifest;
pub mod measure;
pub mod pass_counts;
pub mod pictures;
pub mod promised_ratios;
pub mod record;
pub mod report;
pub mod startup;
