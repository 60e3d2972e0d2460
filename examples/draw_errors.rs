//! Draws the parse errors of pages as compilers do: the line, with a mark under the character.
//!
//! `cargo run --example draw_errors -- page.html...`

use std::error::Error;
use std::{env, fs};
use tagrake::{Arena, ColumnUnit, LineIndex, Options, Tokenizer};

pub(crate) fn draw_errors(name: &str, html: &str) -> String {
    let arena = Arena::new();
    let mut tokenizer = Tokenizer::with_options(html.as_bytes(), &Options::default().with_errors(true), &arena);
    tokenizer.by_ref().for_each(drop);
    let (lines, mut drawn) = (LineIndex::new(html.as_bytes()), String::new());
    for error in tokenizer.errors() {
        let place = lines.position_in(error.offset, ColumnUnit::Characters);
        let source = &html[lines.line_range(place.line)];
        let indent = " ".repeat(place.column - 1);
        let marks = "^".repeat(html[error.span(html.as_bytes())].chars().count().max(1));
        drawn += &format!("{name}:{}:{}: {}\n", place.line, place.column, error.code);
        drawn += &format!("    {source}\n    {indent}{marks} {}\n", error.code.description());
    }
    drawn
}

fn main() -> Result<(), Box<dyn Error>> {
    for path in env::args().skip(1) {
        print!("{}", draw_errors(&path, &fs::read_to_string(&path)?));
    }
    Ok(())
}
