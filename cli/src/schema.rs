//! `tagrake schema`: the schemas of records and rows.

use crate::failure::Failure;
use crate::page_args::SchemaArgs;
use crate::stdio::print_text;

/// Prints the schema of a table in the language of `args`.
pub(crate) fn run(args: &SchemaArgs) -> Result<(), Failure> {
    print_text((args.format)(args.table).as_bytes())
}
