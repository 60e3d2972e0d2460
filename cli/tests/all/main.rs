//! The tests of the command, in one program: each program takes seconds to compile and to link.

#[cfg(all(feature = "jemalloc", target_os = "linux", target_env = "gnu"))]
mod allocator;
mod batch;
mod blocks;
mod by_index;
mod cases;
mod check_report;
mod containers;
mod conventions;
mod crawl_folder;
#[cfg(all(unix, feature = "columns", feature = "remote"))]
mod divided_outputs;
mod docs;
mod editions;
mod encodings;
mod extract;
mod failures;
mod index;
mod index_formats;
#[cfg(unix)]
mod inputs;
mod inspect;
#[cfg(unix)]
mod interrupt;
mod items;
mod keep;
mod links;
mod lists;
mod main_content;
mod main_selection;
mod manual;
mod option_pairs;
mod outputs;
#[cfg(unix)]
mod overwrites;
#[cfg(unix)]
mod progress;
mod record_rows;
mod records;
mod remote;
mod responses;
mod saved_pages;
mod select;
mod selection;
mod support;
mod tables;
mod threads;
mod tokens;
mod usage;
mod warc;
mod warc_copies;
mod wat;
mod xhtml;
