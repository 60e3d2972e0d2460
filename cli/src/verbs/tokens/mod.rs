//! `tagrake tokens`: the token stream of one document, or the results of tests.

mod args;
mod batch;
mod chunked;
mod drawn_errors;
mod edition;
mod html5lib;
mod json_string;
mod run;
mod side_by_side;
mod token_rows;
mod unclosed;

pub(crate) use args::TokensArgs;
pub(crate) use run::run;
