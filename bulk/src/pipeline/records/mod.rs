//! Records of WARC files: which of them are read, where an index finds them, and the pages in them.

pub(super) mod addressed_record;
pub(super) mod digest_verification;
pub(super) mod duplicates;
pub(super) mod fetch_window;
pub(super) mod record_files;
pub(super) mod record_head;
pub(super) mod record_page;
pub(super) mod record_selection;
pub(super) mod selection_error;
pub(super) mod single_record;
pub(super) mod summarizer;
pub(super) mod url_selection;
