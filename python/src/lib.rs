//! The native module of the Python package tagrake: takes pages, returns Python objects and Arrow columns.
//!
//! * A `Page` is not a tree of Python objects. The code that writes JSON and columns writes the record into a flat
//!   list of 12-byte nodes and one string (`flat_record`), and a Python value is made when its attribute is read.
//!   Tokens are kept in the same way (`token_list`): a `Token` is an index into arrays of its document.
//! * Columns enter and leave through Arrow's PyCapsules: columns beside the pages are passed on, pages are read in
//!   place, and results are handed over without a copy. The interpreter's lock is released while pages are read.
//! * A run pushes batches, and a Python iterator pulls them: `read_warc` runs on a thread of its own, which sends
//!   batches and waits while `MAX_WAITING` are pending. That thread never needs the interpreter, and ends on its next
//!   interaction after the last consumer is gone. A file object is read by the thread that waits for the next
//!   batch, when the run requests more bytes.
//! * An index passed as a table becomes a list of addresses before the run starts, because reading the table may need the
//!   interpreter.

// These declare macros with the help of keywords, which the modules below use.
#[macro_use]
mod decoding;
#[macro_use]
mod options;
#[macro_use]
mod selection;
#[macro_use]
mod warc_source;

mod argument_errors;
mod arguments;
mod arrow;
mod arrow_import;
mod arrow_reader;
mod arrow_to_python;
mod batch;
mod batch_extractor;
mod batch_sender;
mod canonical_url;
mod char_map;
mod collector_pause;
mod comparison;
mod copy_records;
mod counts;
mod display;
mod errors;
mod flat_record;
mod found_links;
mod frames;
mod frequent_names;
mod header_columns;
mod headers;
mod held_object;
mod hrefs;
mod html;
mod html_table;
mod hyperlinks;
mod input_columns;
mod interrupt;
mod keywords;
mod known;
mod link;
mod link_filter;
mod links;
mod object_types;
mod page;
mod page_inputs;
mod page_keys;
mod page_source;
mod python_file;
mod reader;
mod record_addresses;
mod record_to_python;
mod row_columns;
mod row_slices;
mod rows;
mod run_consumer;
mod run_report;
mod schemas;
mod source;
mod stream;
mod token;
mod token_list;
mod tokens;
mod turns;
mod unused_options;
mod values;
mod warc;
mod warc_reader;

/// `tagrake/__init__.py` re-exports and documents the public names.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    use pyo3::prelude::*;
    use std::ffi::OsString;
    use tagrake_bulk::schema::Table as RowTable;

    #[pymodule_export]
    use crate::{
        arrow::{RecordBatch, Schema, Table},
        arrow_reader::RecordBatchReader,
        batch::{check_page_options, extract_many},
        canonical_url::{canonical_url, fingerprint_data},
        copy_records::copy_records,
        errors::InputError,
        found_links::FoundLinks,
        hrefs::hrefs,
        hyperlinks::hyperlinks,
        link::Link,
        link_filter::LinkFilter,
        links::Links,
        page::{Page, extract},
        schemas::{column_list, record_schema, schema_of, spark_ddl},
        stream::Stream,
        token::{Comment, Doctype, EndTag, StartTag, Text},
        tokens::{Tokens, parse_errors, tokens},
        warc::{check_warc_options, read_warc, unused_options},
        warc_reader::WarcReader,
        warc_source::{is_url, list_inputs},
    };

    /// Runs the command tagrake and returns its exit status. The first argument is the name of the program.
    #[pyfunction]
    fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
        py.detach(|| tagrake_cli::main(arguments))
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let abstract_classes = module.py().import("collections.abc")?;
        for (name, class) in [("Sequence", "Links"), ("Mapping", "Link")] {
            abstract_classes.getattr(name)?.call_method1("register", (module.getattr(class)?,))?;
        }
        module.add("SCHEMA", crate::schemas::of_table(RowTable::Pages))?;
        module.add("LINK_SCHEMA", crate::schemas::of_table(RowTable::Links))?;
        module.add("BLOCK_SCHEMA", crate::schemas::of_table(RowTable::Blocks))?;
        module.add("CELL_SCHEMA", crate::schemas::of_table(RowTable::Tables))?;
        module.add("RECORD_SCHEMA", crate::schemas::of_table(RowTable::Records))?;
        module.add("PAGE_SCHEMA", crate::schemas::of_page()?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
