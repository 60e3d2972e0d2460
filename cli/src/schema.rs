//! `tagrake schema`: what records hold.

use crate::output::{Failure, Rows};
use crate::page_args::{SchemaArgs, SchemaFormat};
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
    let mut rows = Rows::to_stdout();
    rows.write_text(&text)?;
    rows.flush()
}
