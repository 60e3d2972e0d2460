//! `tagrake schema`: the schemas of records and rows.

use crate::failure::Failure;
use crate::page_args::{SchemaArgs, SchemaFormat};
use crate::stdio::print_text;
use tagrake_bulk::schema;

/// Prints the schema of a table in the language of `args`.
pub(crate) fn run(args: &SchemaArgs) -> Result<(), Failure> {
    let table = args.table.table();
    let text = match args.format {
        SchemaFormat::JsonSchema => format!("{:#}\n", schema::json_schema(table)),
        SchemaFormat::Arrow => format!("{:#}\n", schema::arrow_json(table)),
        SchemaFormat::Sql => schema::sql(table),
        SchemaFormat::SparkDdl => schema::spark_ddl(table) + "\n",
    };
    print_text(text.as_bytes())
}
