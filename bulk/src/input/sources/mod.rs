//! Files, folders, manifests and standard input: which are read, and as which type.

pub(super) mod declared;
pub(super) mod files;
pub(super) mod folder;
pub(super) mod format;
pub(super) mod identify;
pub(super) mod input_file;
pub(super) mod inputs;
pub(super) mod lines;
pub(super) mod list_file;
pub(super) mod manifest;
mod mime_message;
pub(super) mod not_a_page;
pub(super) mod open;
pub(super) mod output_records;
mod path_list;
pub(super) mod stdin;
pub(super) mod type_names;
