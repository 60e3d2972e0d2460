//! `read_warc`: the keywords and the input of a run over WARC files.

use crate::arguments::{ColumnList, Count, Flag, Int, Positive, StrArgument, one_of, one_or_items, optional};
use crate::batch_sender::RunEnd;
use crate::errors::value_error;
use crate::keywords::{Keywords, keywords};
use crate::options::{Options, PageOptions};
use crate::row_columns::RowColumns;
use crate::run_consumer::RunParts;
use crate::run_report::{Progress, RunReport};
use crate::selection::{SelectionKeywords, limit_of};
use crate::unused_options::{refuse_unused, unused};
use crate::warc_reader::WarcReader;
use crate::warc_source::SourceKeywords;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{IntoPyDict, PyDict};
use tagrake_bulk::Language;
use tagrake_bulk::output::{Batches, FileFormat, OutputOptions};
use tagrake_bulk::pipeline::{ErrorPolicy, Extraction, MainSelection, Run, RunOptions};
use tagrake_bulk::schema::Table;

keywords! {
    /// The keyword arguments of [`read_warc`], besides the input and the options of pages.
    pub(crate) struct WarcKeywords(warc_help, warc_signature) {
        /// How to handle unreadable input. By default, a file that cannot be opened or read, or not downloaded, raises
        /// OSError, such as FileNotFoundError. Damage in a file is a row with the reason in the column error if the rows have
        /// it; otherwise it is left out, and logged as a warning of the logger "tagrake". "raise" raises OSError or InputError
        /// after the rows before the first error, "record" adds a row for each error, and "skip" leaves all of them out.
        /// counts["errors"] has their number in any case.
        errors: Option<Errors> = None => "None",
        /// The columns to extract, in this order. Other columns take no time. Pages have three more that are not in SCHEMA:
        /// "payload", the bytes of the page without transfer and content codings; "http_headers", pairs in the order of
        /// the response; and "warc_record_id". Records have one more: "payload".
        columns: Option<ColumnList> = None => "None",
        /// The number of threads, 1 by default; 0 for one per core. The rows do not depend on it.
        threads: Count = Int(1) => "1",
        /// "pages", the default, a row for each page; "links", a row for each link; "blocks", a row for each text block;
        /// "tables", a row for each cell of each table; or "records", a row for each record of an archive, of any type.
        table: TableName = TableName(Table::Pages) => "'pages'",
        /// The approximate bytes of a batch, 4 MiB by default; at most 1 GiB. The first batch is smaller: it comes
        /// after 1,024 rows or half a second.
        batch_bytes: BatchBytes = Int(4 << 20) => "4194304",
        /// The maximum number of rows of a batch, 65,536 by default.
        batch_rows: Positive = Int(1 << 16) => "65536",
        /// The maximum bytes of a record in memory, 16 MiB by default. Longer records are truncated.
        max_record_bytes: Positive = Int(16 << 20) => "16777216",
        /// Only pages whose main text has at least this many words, separated by white space.
        min_words: Option<Positive> = None => "None",
        /// Only pages whose main text is in one of these languages, as the column lang_detected names them: "en", or a list.
        languages: Option<Languages> = None => "None",
        /// Whether to read only the head of each page: a title, meta, link or base in the body does not count then. The table is
        /// "pages", and columns= names columns that need no body. Of records that an index names with their length, only the start is
        /// decompressed, so that damage after the head is not noticed. False by default.
        head_only: Flag = Flag(false) => "False",
        /// The number of rows after which the reading ends. Uses one thread.
        limit: Option<Positive> = None => "None",
        /// A function that is called with the counts, at most every 0.1 seconds and at the end; or True for a bar of tqdm. The
        /// thread that waits for a batch calls it. None and False report nothing.
        progress: Option<Progress> = None => "None",
    }
}

/// All keyword arguments of [`read_warc`].
type ReadKeywords = (((WarcKeywords, SelectionKeywords), SourceKeywords), Options);

/// Raises the exception of read_warc if one of `options` is wrong. These are the keyword arguments that the function `function`
/// passes on to read_warc; the message for an unknown one has its name.
#[pyfunction]
pub(crate) fn check_warc_options(function: &Bound<'_, PyAny>, options: &Bound<'_, PyDict>) -> PyResult<()> {
    ReadKeywords::parse_of(Some(options), |_| Ok(function.clone())).map(drop)
}

/// Returns the options of pages in `options` that rows do not use, each with the message about it. `options` are keyword arguments of
/// read_warc, among them `columns` and `table`. Arguments of other functions are skipped.
#[pyfunction]
pub(crate) fn unused_options<'py>(options: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyDict>> {
    let mut parsed = ReadKeywords::default();
    for (name, value) in options {
        parsed.set(&name.extract::<PyBackedStr>()?, &value)?;
    }
    let (((mut keywords, selected), _), page_options) = parsed;
    let columns = RowColumns::of_archives(keywords.table.0, keywords.columns.take())?;
    unused(&page_options, &columns, &keywords.main_selection(&selected)).into_py_dict(options.py())
}

#[doc = concat!(
    "read_warc(paths=None, *", warc_signature!(), selection_signature!(), source_signature!(), options_signature!(), ")\n--\n"
)]
/// Reads WARC files, or records of them: a stream of record batches, in the order of the files or of the index.
///
/// Files are plain, gzip members or zstd frames, detected by their bytes. The pages and their rows equal the rows of the
/// command: responses, resources and conversions that are HTML, with a status of success. Memory use does not depend on
/// the size of the files. Other Python threads can run while files are read.
///
/// Args:
///     paths: The path of a file or folder, a glob ("crawl/*.warc.gz", also "**"), a URL (s3://, gs://, az://, http://,
///         https://, file:), a file object whose read() returns bytes, an OpenFile of fsspec, or an iterable of these. Files of
///         pages (.html) and JSON lines are read too, as in the command; file objects are archives. Credentials, regions and
///         endpoints come from environment variables, such as AWS_ACCESS_KEY_ID and AWS_ENDPOINT_URL.
#[doc = concat!(warc_help!(), selection_help!(), source_help!(), options_help!())]
/// >>> import tagrake
/// >>> record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 17\r\n\r\n<title>Us</title>\r\n\r\n"
/// >>> import io
/// >>> reader = tagrake.read_warc(io.BytesIO(record), columns=["title"])
/// >>> [batch.to_arrow()["title"].to_pylist() for batch in reader]
/// [['Us']]
/// >>> reader.counts["pages"]
/// 1
#[pyfunction]
#[pyo3(signature = (paths=None, **options), text_signature = None)]
pub(crate) fn read_warc(
    py: Python<'_>,
    paths: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<WarcReader> {
    let (((mut keywords, selected), source), options) = ReadKeywords::parse("read_warc", options)?;
    let paths = optional("paths", paths)?;
    let TableName(table) = keywords.table;
    let columns = RowColumns::of_archives(table, keywords.columns.take())?;
    let main = keywords.main_selection(&selected);
    if table == Table::Records && main.is_any() {
        return Err(value_error(
            "argument 'table': \"records\" reads no pages, so it takes neither min_words=, languages= nor dedup=\"text\"",
        ));
    }
    if main.is_any() && options.scripting.0 {
        return Err(value_error(
            "argument 'scripting': the main content has the content of noscript in any case, so scripting=True cannot be used with \
             min_words=, languages= or dedup=\"text\"",
        ));
    }
    if table == Table::Records && options != Options::default() {
        return Err(value_error(
            "argument 'table': \"records\" reads no pages, so it takes none of the options of pages",
        ));
    }
    refuse_unused(&options, &columns, &main)?;
    let options = PageOptions::of_columns(&columns, options).with_head_only(keywords.head_only.0)?;
    let has_errors = options.fields.has_of(table, "error");
    let errors = keywords.error_policy(has_errors)?;
    let takes_any_record = source.records.is_some() || table == Table::Records;
    let limit = limit_of(keywords.limit);
    let is_default = keywords.errors.is_none();
    let mut run = RunOptions {
        threads: keywords.threads.0,
        errors,
        max_record_bytes: keywords.max_record_bytes.0,
        ..selected.run_options(takes_any_record)?
    };
    if limit.is_some() {
        run = run.with_single_rows();
    }
    let is_distinct = run.distinct_among.or(main.distinct_among).is_some();
    let output = OutputOptions::new(table.into(), FileFormat::Arrow).map_err(value_error)?;
    let output = output.with_fields(options.fields).with_batches(keywords.batch_rows.0, keywords.batch_bytes.0);
    let output = output.with_selected(options.selected()).map_err(value_error)?;
    let batches = Batches::new(&output);
    let extraction = Extraction::new(options.reader(false), output).with_texts(options.texts());
    let extraction = extraction.with_main_selection(main).map_err(value_error)?.with_scope(options.link_scope());
    let extraction = match options.requested_kinds() {
        Some(kinds) => extraction.with_kinds(kinds),
        None => extraction,
    };
    let extraction = match keywords.head_only.0 {
        true => extraction.with_head_only().map_err(|error| value_error(format!("argument 'head_only': {error}")))?,
        false => extraction,
    };
    let end = RunEnd { limit, at_failed_access: is_default, logs: is_default && !has_errors };
    let source = source.source(paths)?;
    if is_distinct && source.0.len() > 1 {
        return Err(value_error("argument 'dedup': needs paths, or a single file object"));
    }
    if is_default {
        source.check_paths()?;
    }
    let total = || py.detach(|| source.total_bytes());
    let progress = keywords.progress.take().unwrap_or(Progress::Off).callback(py, total)?;
    let report = RunReport::new(progress, source.remote());
    WarcReader::new(py, RunParts { run: Run::new(extraction, run), columns, batches, source, end, report })
}

impl WarcKeywords {
    /// Returns which pages are read by their main content.
    fn main_selection(&self, selected: &SelectionKeywords) -> MainSelection {
        MainSelection {
            min_words: self.min_words.map_or(0, |words| words.0),
            languages: self.languages.as_ref().map(|languages| languages.0.clone()).unwrap_or_default(),
            distinct_among: selected.has_distinct_texts().then_some(RunOptions::DISTINCT_AMONG),
        }
    }

    /// Returns the policy for unreadable input. By default, it is a row if the rows have the column `error`.
    fn error_policy(&self, has_error_column: bool) -> PyResult<ErrorPolicy> {
        match self.errors {
            Some(Errors(ErrorPolicy::Record)) if !has_error_column => Err(value_error(NO_ERROR_COLUMN)),
            Some(Errors(policy)) => Ok(policy),
            None if has_error_column => Ok(ErrorPolicy::Record),
            None => Ok(ErrorPolicy::Skip),
        }
    }
}

/// The message for rows that cannot have errors.
pub(crate) const NO_ERROR_COLUMN: &str =
    "argument 'errors': \"record\" needs the column \"error\" of the table \"pages\": add it to columns=";

/// Languages that can be detected.
pub(crate) struct Languages(Vec<Language>);

impl<'py> FromPyObject<'_, 'py> for Languages {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let languages = one_or_items(&object, "a language such as \"en\", or a list of languages", |name| {
            let StrArgument(code) = name.extract()?;
            code.parse::<Language>().map_err(value_error)
        })?;
        if languages.is_empty() {
            return Err(value_error("expected at least one language"));
        }
        Ok(Self(languages))
    }
}

/// Bytes of a batch.
type BatchBytes = Int<1, { 1 << 30 }>;

/// What to do with unreadable input.
#[derive(Clone, Copy)]
pub(crate) struct Errors(pub(crate) ErrorPolicy);

impl<'py> FromPyObject<'_, 'py> for Errors {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let names = [
            ("raise", ErrorPolicy::Fail),
            ("record", ErrorPolicy::Record),
            ("skip", ErrorPolicy::Skip),
            ("fail", ErrorPolicy::Fail), // the name in the command
        ];
        one_of(&object, &names).map(Self)
    }
}

/// The name of a table.
pub(crate) struct TableName(pub(crate) Table);

impl<'py> FromPyObject<'_, 'py> for TableName {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let tables = Table::ALL
            .iter()
            .filter(|table| !matches!(table, Table::Index | Table::Items))
            .map(|table| (table.as_str(), *table));
        one_of(&object, &tables.collect::<Vec<_>>()).map(Self)
    }
}
