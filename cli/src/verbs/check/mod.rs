//! `tagrake check`: reports the contents of files and their damage, as text, JSON lines and an HTML page.

mod args;
mod file_report;
mod report;
mod run;
mod statistics;

pub(crate) use args::CheckArgs;
pub(crate) use run::run;
