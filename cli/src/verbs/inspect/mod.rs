//! `tagrake inspect`: an HTML report of one document.

mod args;
mod blocks;
mod bytes;
mod data;
mod report;
mod run;
mod tables;
mod token_bytes;
mod tokens;

pub(crate) use args::InspectArgs;
pub(crate) use run::run;
