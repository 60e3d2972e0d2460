//! `tagrake schema`: the schema of records and rows.

use crate::args::choices::{Choice, choice, one_of};
use crate::args::pages::{fields, key_of};
use crate::failure::Failure;
use crate::output::stdio::print_text;
use crate::report::usage;
use clap::Parser;
use tagrake_bulk::schema::{self, Table};

/// Print the schema of records.
#[derive(Debug, Parser)]
#[command(after_help = "Example:
  tagrake schema --table links --format sql")]
pub(crate) struct SchemaArgs {
    /// The language of the schema
    #[arg(long, value_parser = one_of(SCHEMA_FORMATS), default_value = "json-schema")]
    format: SchemaFormat,
    /// The table: page records, or rows of links, blocks, tables, records or an index
    #[arg(long, value_parser = one_of(TABLES), default_value = "pages")]
    table: Table,
    /// Only these columns, comma-separated; not for json-schema, which describes rows with any keys
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    fields: Vec<String>,
}

/// Prints the schema that `args` describe.
pub(crate) fn run(args: &SchemaArgs) -> Result<(), Failure> {
    print_text(schema_of(args).as_bytes())
}

/// Returns the schema of `args`. Ends the process with a usage error if a column is unknown or the format has no columns.
fn schema_of(args: &SchemaArgs) -> String {
    let table = args.table;
    let key = |name: &String| {
        key_of(table, name)
            .unwrap_or_else(|| usage::refuse(&format!("the table {} has no column '{}'", table.as_str(), name.trim())))
    };
    let names: Vec<_> = args.fields.iter().map(key).collect();
    let fields = fields(table, &names).unwrap_or_default();
    match args.format {
        SchemaFormat::JsonSchema if args.fields.is_empty() => format!("{:#}\n", schema::json_schema(table)),
        SchemaFormat::JsonSchema => usage::refuse("the argument '--fields' cannot be used with '--format json-schema'"),
        SchemaFormat::Arrow => format!("{:#}\n", schema::arrow_json(table, &fields)),
        SchemaFormat::Sql => schema::sql(table, &fields),
        SchemaFormat::SparkDdl => schema::spark_ddl(table, &fields) + "\n",
    }
}

/// A form of the schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SchemaFormat {
    JsonSchema,
    Arrow,
    Sql,
    SparkDdl,
}

const SCHEMA_FORMATS: &[Choice<SchemaFormat>] = &[
    choice(&["json-schema"], SchemaFormat::JsonSchema, "JSON Schema, draft 2020-12"),
    choice(&["arrow"], SchemaFormat::Arrow, "Arrow, in the JSON format of Arrow's integration tests"),
    choice(&["sql"], SchemaFormat::Sql, "A CREATE TABLE statement for DuckDB"),
    choice(&["spark-ddl"], SchemaFormat::SparkDdl, "Columns for Spark's StructType.fromDDL"),
];

const TABLES: &[Choice<Table>] = &[
    choice(&["pages"], Table::Pages, "Records of `tagrake extract`"),
    choice(&["links"], Table::Links, "Rows of `tagrake links`"),
    choice(&["blocks"], Table::Blocks, "Rows of `tagrake blocks`"),
    choice(&["tables"], Table::Tables, "Rows of `tagrake tables`"),
    choice(&["items"], Table::Items, "Rows of `tagrake items`, without its columns"),
    choice(&["records"], Table::Records, "Rows of `tagrake records`"),
    choice(&["index"], Table::Index, "Rows of `tagrake index`, besides CDXJ"),
];
