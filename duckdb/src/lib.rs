//! The DuckDB extension `tagrake`: the table function `read_warc`, and scalar functions on HTML.
//!
//! `read_warc` is in three modules: [`arguments`] reads named parameters, [`warc_scan`] makes the options of a run from them,
//! and [`batch_stream`] starts the run and receives its rows. [`arrow_bridge`] passes rows on to the crate `duckdb`, which
//! writes them into DuckDB's vectors.

mod arguments;
mod arrow_bridge;
mod batch_stream;
mod entry_point;
mod html_functions;
mod page_options;
mod paths;
mod read_warc;
mod warc_scan;
