//! Scalar functions on HTML: `html_links`, `html_text`, `html_main` and `html_metadata`.

use crate::arrow_bridge;
use duckdb::Connection;
use duckdb::arrow::array::{self as theirs, Array, ArrayRef, AsArray, RecordBatch, StructArray};
use duckdb::arrow::buffer::NullBuffer;
use duckdb::arrow::datatypes::DataType;
use duckdb::vscalar::{ArrowFunctionSignature, VArrowScalar};
use std::error::Error;
use std::marker::PhantomData;
use std::sync::Arc;
use tagrake_bulk::columns::{self, Columns};
use tagrake_bulk::input::{InputPage, not_a_page};
use tagrake_bulk::schema::{OF_CAPTURE, PAGE, Table};
use tagrake_bulk::{Fields, MissingPage, PageRecord, Profile, Reader, ReaderOptions};

/// Fields that the struct of `html_metadata` does not have, besides the fields of the capture.
const NOT_METADATA: [&str; 3] = ["v", "links", "error"];

pub(crate) fn register(connection: &Connection) -> duckdb::Result<()> {
    connection.register_scalar_function::<Scalar<Links>>("html_links")?;
    connection.register_scalar_function::<Scalar<Text>>("html_text")?;
    connection.register_scalar_function::<Scalar<Main>>("html_main")?;
    connection.register_scalar_function::<Scalar<Metadata>>("html_metadata")
}

/// A function: the fields of the page that it returns.
trait PageFunction: 'static {
    /// Returns the names of the fields of a page record.
    fn names() -> Vec<&'static str>;
    /// True to return a struct of the fields, not the value of the only one.
    const IS_STRUCT: bool = false;
}

struct Links;
struct Text;
struct Main;
struct Metadata;

impl PageFunction for Links {
    fn names() -> Vec<&'static str> {
        vec!["links"]
    }
}

impl PageFunction for Text {
    fn names() -> Vec<&'static str> {
        vec!["text"]
    }
}

impl PageFunction for Main {
    fn names() -> Vec<&'static str> {
        vec!["main_text"]
    }
}

impl PageFunction for Metadata {
    fn names() -> Vec<&'static str> {
        let names = PAGE.iter().map(|field| field.name);
        names.filter(|name| !OF_CAPTURE.contains(name) && !NOT_METADATA.contains(name)).collect()
    }

    const IS_STRUCT: bool = true;
}

/// A function of a page, BLOB or VARCHAR, and optionally of its URL. NULL returns NULL, and
/// so does a value that is no page, such as an archive.
struct Scalar<F>(PhantomData<F>);

fn fields<F: PageFunction>() -> Fields {
    let names = F::names().join(",");
    Fields::only(&names).unwrap_or_else(|error| unreachable!("{error}"))
}

impl<F: PageFunction> VArrowScalar for Scalar<F> {
    type State = ();

    fn invoke((): &(), input: RecordBatch) -> Result<ArrayRef, Box<dyn Error>> {
        let pages = input.column(0);
        let urls = input.columns().get(1).map(AsArray::as_string::<i32>);
        let is_null = |row| input.columns().iter().any(|column| column.is_null(row));
        let fields = fields::<F>();
        let extract = fields.extract_options(Table::Pages).with_detector(Profile::Crawl.detector());
        let mut reader = Reader::new(ReaderOptions { extract, ..ReaderOptions::default() });
        let mut columns = Columns::pages(&fields);
        let mut known = InputPage::default();
        known.is_text = *pages.data_type() == DataType::Utf8;
        let mut is_page = Vec::with_capacity(input.num_rows());
        for row in 0..input.num_rows() {
            let html = (!is_null(row)).then(|| bytes(pages, row)).filter(|html| not_a_page(html).is_none());
            is_page.push(html.is_some());
            let Some(html) = html else {
                columns.push(MissingPage::default())?;
                continue;
            };
            known.url = urls.map(|urls| urls.value(row).to_owned()).filter(|url| !url.is_empty());
            reader.read_html(&known, html, |page| columns.push(PageRecord::new(&known, page)))?;
        }
        let batch = columns.finish()?;
        let arrays = batch.columns().iter().map(|column| arrow_bridge::array(column)).collect::<Result<Vec<_>, _>>()?;
        if !F::IS_STRUCT {
            return arrays.into_iter().next().ok_or_else(|| "a function without a field".into());
        }
        let DataType::Struct(members) = return_type::<F>() else { return Err("not a struct".into()) };
        Ok(Arc::new(StructArray::try_new(members, arrays, Some(NullBuffer::from(is_page)))?))
    }

    fn signatures() -> Vec<ArrowFunctionSignature> {
        let pages = [DataType::Binary, DataType::Utf8];
        let signature = |parameters| ArrowFunctionSignature::exact(parameters, return_type::<F>());
        pages
            .into_iter()
            .flat_map(|page| [signature(vec![page.clone()]), signature(vec![page, DataType::Utf8])])
            .collect()
    }
}

fn return_type<F: PageFunction>() -> DataType {
    let schema = columns::schema(Table::Pages, &fields::<F>());
    let all = arrow_schema::DataType::Struct(schema.fields().clone());
    match arrow_bridge::data_type(&all) {
        Ok(DataType::Struct(members)) if !F::IS_STRUCT => members[0].data_type().clone(),
        Ok(all) => all,
        Err(error) => unreachable!("the type of a page: {error}"),
    }
}

/// Returns the bytes of a page, BLOB or VARCHAR.
fn bytes(pages: &ArrayRef, row: usize) -> &[u8] {
    match pages.as_any().downcast_ref::<theirs::BinaryArray>() {
        Some(pages) => pages.value(row),
        None => pages.as_string::<i32>().value(row).as_bytes(),
    }
}
