//! Pages with their context, and pages on lines of JSON.

pub(super) mod capture;
pub(super) mod html_string;
pub(crate) mod input_page;
pub(super) mod json_lines;
