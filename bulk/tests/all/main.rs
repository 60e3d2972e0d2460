//! The tests of the public interface, in one program: each program takes seconds to compile and to link.

mod attribution;
mod cases;
mod changed_files;
#[cfg(feature = "columns")]
mod columns;
mod custom_rows;
mod errors;
mod examples;
mod head_only;
mod index;
mod items;
#[cfg(feature = "columns")]
mod keep;
mod map;
mod output;
mod pipeline;
mod record_rows;
#[cfg(feature = "remote")]
mod remote;
mod requested_fields;
mod schema;
#[cfg(feature = "columns")]
mod schema_forms;
mod support;
mod wat;
mod wat_of_2014;
