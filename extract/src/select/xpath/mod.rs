//! XPath: location paths as steps of a program.
//!
//! * `lexer.rs` and `parser.rs` read XPath 1.0.
//! * `path.rs` translates location paths: each step of a path is a step of the program. `step.rs` writes out abbreviations,
//!   and returns the conditions of a step.
//! * `predicate.rs` translates predicates to conditions ([`formula::Formula`]), `string.rs` the parts of them that are about
//!   strings, `text.rs` about text and `position.rs` about positions.
//!
//! Names match as in browsers' `document.evaluate` on HTML documents: the name of an element matches HTML elements without
//! case, and the name of an attribute matches without case on HTML elements.

mod display;
mod formula;
mod lexer;
mod parser;
mod path;
mod position;
mod predicate;
mod step;
mod string;
mod syntax;
mod text;
mod translator;

use super::builder::Builder;
use super::error::SelectorError;
use super::program::XPathResult;
use alloc::string::{String, ToString};

/// Returns true if a selector is an XPath. No CSS selector starts so.
pub(crate) fn is_path(text: &str) -> bool {
    let text = text.trim_start();
    // A comment of CSS.
    if text.starts_with("/*") && !text.starts_with("/*/") && !text.starts_with("/*[") && text.len() > 2 {
        return false;
    }
    let text = text.trim_start_matches(['(', ' ']);
    text.starts_with('/') || text.starts_with("./") || text.starts_with("..")
}

/// Adds the steps of an XPath. Returns its result and its normal form.
pub(super) fn compile(builder: &mut Builder<'_>) -> Result<(XPathResult, String), SelectorError> {
    let expr = parser::parse(builder.selector, builder.text)?;
    Ok((path::compile(builder, &expr)?, expr.to_string()))
}
