//! Outputs: files, folders of files, their temporary files, and the check that none replaces an input.

pub(crate) mod division;
pub(crate) mod existing_file;
pub(crate) mod file;
mod file_identity;
pub(crate) mod folder;
pub(crate) mod html_page;
pub(crate) mod listed_inputs;
pub(crate) mod overwrites;
pub(crate) mod path;
pub(crate) mod record;
mod record_folder;
mod replaced_files;
pub(crate) mod row_files;
mod short_names;
pub(crate) mod stats;
pub(crate) mod stdio;
mod sync;
mod temporary_files;
