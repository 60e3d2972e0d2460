//! `tagrake schema`: what records hold.

use crate::output::{Failure, Rows};
use crate::page_args::{SchemaArgs, SchemaFormat};
use tagrake_bulk::schema;

/// Prints the schema in the language that `args` name.
pub(crate) fn run(args: &SchemaArgs) -> Result<(), Failure> {
    let SchemaFormat::JsonSchema = args.format;
    let mut rows = Rows::to_stdout();
    rows.write_text(&format!("{:#}\n", schema::json_schema()))?;
    rows.flush()
}
