//! Runs the Rust code of README.md and `docs/` as doctests, in the package that has all their dependencies.

#[doc = include_str!("../../README.md")]
struct Readme;

#[doc = include_str!("../../docs/guarantees.md")]
struct Guarantees;

#[doc = include_str!("../../docs/library.md")]
struct Library;

#[doc = include_str!("../../docs/main-content.md")]
struct MainContent;
