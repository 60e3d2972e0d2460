//! The C function that DuckDB calls when it loads the extension.

// The macro creates that function, which handles the pointers of DuckDB.
#![allow(unsafe_code, unreachable_pub)]

use crate::{html_functions, read_warc};
use duckdb::{Connection, duckdb_entrypoint_c_api};
use std::error::Error;

/// Registers the functions.
///
/// # Errors
///
/// Returns an error if DuckDB refuses one.
#[duckdb_entrypoint_c_api(ext_name = "tagrake", min_duckdb_version = "v1.2.0")]
pub(crate) fn register(connection: Connection) -> Result<(), Box<dyn Error>> {
    connection.register_table_function::<read_warc::ReadWarc>("read_warc")?;
    html_functions::register(&connection)?;
    Ok(())
}
