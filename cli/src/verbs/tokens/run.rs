//! `tagrake tokens`: prints the token stream of one document, or runs tests.

use super::args::{Editions, TokenFormat, TokensArgs};
use super::drawn_errors::ErrorDrawer;
use super::token_rows::TokenPrinter;
use super::{batch, chunked, edition, html5lib, side_by_side, unclosed};
use crate::failure::Failure;
use crate::output::overwrites::Overwrites;
use crate::report::messages::print_message;
use crate::report::usage;
use crate::verbs::document::{Document, DocumentPlace};
use std::path::Path;
use tagrake::{Arena, LineIndex, Options, Tokenizer};
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
        Editions::One(edition) if args.explain => explain(&page, path, edition, args),
        Editions::One(Edition::Living) => print(&page, args),
        Editions::One(edition) => edition::print(&page, edition, args),
    }
}

/// Draws the parse errors of `page`, the document `path`.
fn explain(page: &Document, path: &Path, edition: Edition, args: &TokensArgs) -> Result<(), Failure> {
    let (html, options) = (page.html(), options(page, args));
    let mut drawer = ErrorDrawer::new(path, html)?;
    if edition == Edition::Living {
        let arena = Arena::new();
        let mut tokenizer = Tokenizer::with_options(html, &options, &arena);
        tokenizer.by_ref().for_each(drop);
        tokenizer.errors().iter().try_for_each(|error| drawer.error(error.code, error.offset))?;
        tokenizer.summary().limits_met().for_each(print_message);
    } else {
        let reading = tagrake_editions::tokenize(&edition::text(page), edition, &options);
        reading.errors.iter().try_for_each(|error| drawer.edition_error(error.message, error.offset - page.base))?;
    }
    drawer.finish()
}

fn options(page: &Document, args: &TokensArgs) -> Options {
    args.options().with_empty_element_tags(page.is_xhtml)
}

/// Prints the tokens of `page` by the rules of the living standard.
fn print(page: &Document, args: &TokensArgs) -> Result<(), Failure> {
    let arena = Arena::new();
    let (html, options) = (page.html(), options(page, args));
    if args.unclosed {
        return unclosed::print(html, page.base, &options);
    }
    let mut tokenizer = Tokenizer::with_options(html, &options, &arena);
    let mut printer = TokenPrinter::new(page, args)?;
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
        (TokenFormat::Jsonl, Some(size)) => chunked::read(html, size, &options, &mut printer)?,
        (TokenFormat::Jsonl, None) => {
            let (lines, mut known) = (LineIndex::new(html), 0);
            loop {
                let token = tokenizer.next();
                for error in &tokenizer.errors()[known..] {
                    printer.error(*error, lines.position(error.offset));
                }
                known = tokenizer.errors().len();
                let Some(token) = token else { break };
                printer.token(&token)?;
            }
            tokenizer.summary().limits_met().for_each(print_message);
        }
    }
    printer.finish()
}
