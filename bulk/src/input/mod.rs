//! Inputs: files, folders, standard input, JSON lines, and WARC, ARC and WACZ files.

mod cut_cause;
pub(crate) mod error;
mod error_cause;
mod index;
pub(crate) mod pages;
mod shortened;
mod sources;

pub use cut_cause::CutCause;
pub(crate) use cut_cause::is_segmented;
pub use error_cause::ErrorCause;
pub use index::record_address::RecordAddress;
pub use pages::capture::{Capture, FetchTime};
pub use pages::input_page::{Id, InputPage, UrlSource, split_header};
pub use pages::json_lines::json_lines;
#[doc(hidden)]
pub use sources::folder::TEMPORARY_PREFIX;
pub use sources::format::InputFormat;
pub use sources::identify::is_page_or_archive;
pub use sources::input_file::InputFile;
pub use sources::inputs::{FileCheck, Inputs};
pub use sources::not_a_page::not_a_page;
pub use sources::open::{open, open_decompressed};
pub use sources::output_records::{RECORD_EXTENSION, is_recorded, numbered_name, output_record, record_folders};
pub use sources::stdin::is_stdin;

pub use tagrake_archive::remote::{RemoteOptions, RemoteVersion, RetryLimits, is_url};

pub(crate) use pages::input_page::Profile;
pub(crate) use pages::json_lines::{line_page, long_line, max_line_bytes};
pub(crate) use sources::format::NameFormat;
pub(crate) use sources::identify::{InputContent, InputIdentity, OTHER_JSON_LINES, identify_stream};
pub(crate) use sources::inputs::FoundInput;
pub(crate) use sources::stdin::open_stdin;
