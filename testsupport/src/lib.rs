//! Shared code of the tests and benchmarks: test data from other packages, random pages, and comparisons of results.
#![allow(missing_docs)] // this package is never published

pub mod any_sink;
pub mod counting_allocator;
pub mod extract_cases;
#[cfg(feature = "warc")]
pub mod full_pages;
pub mod html5lib;
pub mod http_server;
pub mod invariants;
pub mod linear_time;
pub mod misbehaving_server;
pub mod packages;
pub mod pages;
pub mod parallel;
pub mod random;
pub mod random_page;
pub mod responses;
#[cfg(unix)]
pub mod terminal;
pub mod tokenizer_runs;
pub mod tree_construction;
pub mod variable;
#[cfg(feature = "warc")]
pub mod warc_files;

pub use packages::{package_dir, package_files, repository_file};
pub use variable::variable;
