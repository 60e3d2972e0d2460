//! The Rust of README.md and `docs/`, which is compiled and run here, where all that it compares is at hand.

#[doc = include_str!("../../README.md")]
struct Readme;

#[doc = include_str!("../../docs/limits.md")]
struct Limits;

#[doc = include_str!("../../docs/moving.md")]
struct Moving;
