//! `tagrake schema`: what records hold.

use crate::output::Failure;
use crate::page_args::{SchemaArgs, SchemaFormat};
use std::io::{self, Write};
use tagrake_bulk::schema;

/// Prints the schema in the language that `args` name.
pub(crate) fn run(args: &SchemaArgs) -> Result<(), Failure> {
    let table = args.table.table();
    let text = match args.format {
        SchemaFormat::JsonSchema => format!("{:#}\n", schema::json_schema(table)),
        SchemaFormat::Arrow => format!("{:#}\n", schema::arrow_json(table)),
        SchemaFormat::Sql => schema::sql(table),
        SchemaFormat::SparkDdl => schema::spark_ddl(table) + "\n",
    };
    print(text.as_bytes())
}

/// Prints text.
pub(crate) fn print(text: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout();
    stdout.write_all(text)?;
    Ok(stdout.flush()?)
}
