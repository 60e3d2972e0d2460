//! `tagrake tokens`: prints the token stream of one document, or runs tests.

use super::args::{Editions, TokenFormat, TokensArgs};
use super::token_rows::TokenPrinter;
use super::{batch, chunked, edition, html5lib, side_by_side};
use crate::failure::Failure;
use crate::output::overwrites::Overwrites;
use crate::output::stdio::StdoutRows;
use crate::report::messages::print_message;
use crate::report::usage;
use crate::verbs::document::{Document, DocumentPlace};
use std::path::Path;
use tagrake::{Arena, LineIndex, ParseError, Tokenizer};
use tagrake_editions::Edition;

/// Prints the tokens of the document of `args`, or runs its tests.
pub(crate) fn run(args: &TokensArgs) -> Result<(), Failure> {
    if args.batch {
        return batch::run(args);
    }
    args.check();
    let file = args.file.clone().unwrap_or_else(usage::default_input);
    let path = args.record.as_ref().map_or(&*file, |record| Path::new(&*record.file));
    Overwrites::refuse([Path::new("-")], [path]);
    let place = args.record.as_ref().map_or(DocumentPlace::File(&file), DocumentPlace::Record);
    let page = Document::read(&place, args.max_record_bytes, &args.encoding)?;
    match args.edition {
        Editions::All => side_by_side::print(&page, args),
        Editions::One(Edition::Living) => print(&page, args),
        Editions::One(edition) => edition::print(&page, edition, args),
    }
}

/// Prints the tokens of `page` by the rules of the living standard.
fn print(page: &Document, args: &TokensArgs) -> Result<(), Failure> {
    let arena = Arena::new();
    let (html, options) = (page.html(), args.options());
    let mut tokenizer = Tokenizer::with_options(html, &options, &arena);
    let mut printer = TokenPrinter { rows: StdoutRows::to_stdout()?, base: page.base, spans: args.spans };
    match (args.format.unwrap_or(TokenFormat::Jsonl), args.chunk) {
        (TokenFormat::Html5lib, Some(size)) => {
            let (tokens, errors) = chunked::html5lib(html, size, &options)?;
            tokens.iter().try_for_each(|token| printer.rows.write(token))?;
            errors.iter().try_for_each(|error| printer.rows.write(error))?;
        }
        (TokenFormat::Html5lib, None) => {
            for token in html5lib::tokens(&mut tokenizer) {
                printer.rows.write(&token)?;
            }
            // html5lib-tests list errors separately from tokens, too.
            for error in html5lib::errors(tokenizer.errors(), html) {
                printer.rows.write(&error)?;
            }
            tokenizer.summary().limits_met().for_each(print_message);
        }
        (TokenFormat::Jsonl, Some(size)) => {
            chunked::print(html, size, &options, &mut printer)?;
        }
        (TokenFormat::Jsonl, None) => {
            let (lines, mut printed) = (LineIndex::new(html), 0);
            let mut errors_before = |printer: &mut TokenPrinter, errors: &[ParseError], end| {
                while let Some(error) = errors.get(printed).filter(|error| error.offset < end) {
                    printer.error(*error, lines.position(error.offset))?;
                    printed += 1;
                }
                Ok::<_, Failure>(())
            };
            while let Some(token) = tokenizer.next() {
                errors_before(&mut printer, tokenizer.errors(), token.span().start)?;
                printer.token(&token)?;
                errors_before(&mut printer, tokenizer.errors(), token.span().end)?;
            }
            errors_before(&mut printer, tokenizer.errors(), usize::MAX)?;
            tokenizer.summary().limits_met().for_each(print_message);
        }
    }
    printer.rows.flush()
}
