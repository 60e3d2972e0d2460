//! `tagrake items`: one row per item of microdata, RDFa and JSON-LD.

use super::page_run::{self, FileRun};
use crate::args::choices::format_of;
use crate::args::main_selection::MainSelectionArgs;
use crate::args::pages::{PageArgs, refuse_nested};
use crate::failure::Failure;
use crate::report::messages::plural;
use crate::report::usage;
use clap::Parser;
use std::sync::Arc;
use tagrake_bulk::output::{Format, Product};
use tagrake_bulk::pipeline::Extraction;
use tagrake_bulk::schema::{SelectedColumns, Table};
use tagrake_bulk::{Fields, ItemQuery, ItemQueryError};
use tagrake_extract::ExtractOptions;

/// The keys of a row before its columns.
const KEYS: &str = "id,source,page_url,syntax,type,position";

/// Print the items of pages, one row per item: products, recipes, events, from JSON-LD, microdata and RDFa.
///
/// An item is a row wherever it is: in a graph, in a list, or as the value of another item. JSON-LD items are first, then microdata,
/// then RDFa, each in document order. A row has the keys id, source, page_url, syntax, type and position, and the columns of --fields.
/// Unreadable input is reported on standard error, and the rest is read; the exit status is then 1.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  tagrake items --type Product --fields name,offers.price,offers.priceCurrency -o products.csv shop/
  tagrake items --type Recipe --fields 'name,ingredients[]=recipeIngredient,by=author.name' -o recipes.parquet crawl.warc.gz
  tagrake items --type Event page.html")]
pub(crate) struct ItemsArgs {
    /// Only items of these types of schema.org, comma-separated; may be repeated [default: all]
    ///
    /// Product is https://schema.org/Product and http://schema.org/Product; case is ignored. A type of another vocabulary is its full
    /// URL. Items of subtypes are not included.
    #[arg(long = "type", value_name = "A,B", value_delimiter = ',', value_parser = item_type)]
    types: Vec<String>,
    /// Columns with the values of these properties, comma-separated; may be repeated [default: item=., the item as JSON]
    ///
    /// offers.price is the first price of the offers, offers.price[] a list of all prices. price=offers.price names the column. A value
    /// that is an item is its JSON, and the name of a text is the text: brand.name is the name of the brand in either form. The last
    /// name may be @id or @type.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', value_parser = field)]
    fields: Vec<String>,
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    #[command(flatten)]
    main_selection: MainSelectionArgs,
    /// Format of the rows [default: from the output's extension, otherwise jsonl]
    #[arg(long, value_parser = format_of(Product::Items))]
    format: Option<Format>,
}

/// Writes the items of each page in the inputs of `args`.
pub(crate) fn run(args: &ItemsArgs) -> Result<(), Failure> {
    let query = ItemQuery::new(&args.types, &args.fields).unwrap_or_else(|error| usage::refuse(&error.to_string()));
    let query = Arc::new(query);
    let fields = Fields::only_of(Table::Items, KEYS).expect("the keys are those of items");
    let form = args.pages.output.form(Product::Items, args.format);
    let output = args.pages.output_options(&form, fields, &[]);
    let columns = SelectedColumns::of(Table::Items, query.columns(), &fields, output.kept());
    let columns = columns.unwrap_or_else(|error| usage::refuse(&error.to_string()));
    // The rows are items, so only the format can refuse a column.
    let output = output.with_selected(columns).unwrap_or_else(|message| refuse_nested(&message));
    let extraction = Extraction::new(args.pages.reader(ExtractOptions::default()), output.clone());
    let extraction = extraction.with_items(query);
    let extraction = args.main_selection.select(&args.pages, extraction);
    page_run::run(FileRun::of_pages(&args.pages), extraction, output, form, |counts| {
        format!("{} from {}", plural(counts.rows, "item"), plural(counts.pages, "page"))
    })
}

fn item_type(name: &str) -> Result<String, ItemQueryError> {
    ItemQuery::check_type(name).map(|()| name.to_owned())
}

fn field(field: &str) -> Result<String, ItemQueryError> {
    ItemQuery::new(&[""; 0], &[field]).map(|_| field.to_owned())
}
