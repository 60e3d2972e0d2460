//! Options of the command.

pub(crate) mod archives;
pub(crate) mod choices;
pub(crate) mod content;
pub(crate) mod division;
pub(crate) mod hints;
pub(crate) mod inputs;
pub(crate) mod main_selection;
pub(crate) mod output_form;
pub(crate) mod outputs;
pub(crate) mod pages;
pub(crate) mod records;
pub(crate) mod select;
pub(crate) mod selection;
mod urls;
