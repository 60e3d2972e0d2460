//! Inputs: files, folders, standard input, JSON lines, and WARC, ARC and WACZ files.

mod capture;
mod cut_cause;
pub(crate) mod error;
mod error_cause;
mod files;
mod folder;
mod html_string;
mod id;
mod identify;
mod index_line;
mod index_row;
#[cfg(feature = "columns")]
mod index_table;
mod input_file;
mod input_format;
mod input_page;
mod inputs;
mod json_lines;
mod lines;
mod list_file;
mod manifest;
mod name_format;
mod open;
pub(crate) mod profile;
mod record_address;
mod record_index;
mod stdin;
#[cfg(feature = "columns")]
mod table_text;
mod type_names;

pub use capture::{Capture, FetchTime};
pub use cut_cause::CutCause;
pub use error_cause::ErrorCause;
#[doc(hidden)]
pub use folder::{OUTPUT_RECORD, TEMPORARY_PREFIX, is_recorded, output_record};
pub use id::Id;
pub use identify::is_page_or_archive;
pub use input_file::InputFile;
pub use input_format::InputFormat;
pub use input_page::{InputPage, split_header};
pub use inputs::Inputs;
pub use json_lines::json_lines;
pub use open::{open, open_decompressed, read};
pub use record_address::RecordAddress;
pub use stdin::is_stdin;

pub use tagrake_archive::remote::{RemoteOptions, RemoteVersion, RetryLimits, is_url};

pub(crate) use identify::{InputContent, InputIdentity, identify_stream};
pub(crate) use inputs::FoundInput;
pub(crate) use json_lines::{line_page, long_line, max_line_bytes};
pub(crate) use name_format::NameFormat;
pub(crate) use profile::Profile;
pub(crate) use stdin::open_stdin;
