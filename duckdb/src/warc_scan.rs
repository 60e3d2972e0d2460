//! The rows and the files that a call of `read_warc` reads.

use crate::arguments::Arguments;
use crate::batch_stream::RunEnd;
use crate::page_options::{PageOptions, choice, fields_of};
use crate::paths::{expand, path};
use tagrake_bulk::Fields;
use tagrake_bulk::input::{InputFormat, Inputs, RemoteOptions};
use tagrake_bulk::output::{Batches, FileFormat, FormatError, OutputOptions};
use tagrake_bulk::pipeline::{ErrorPolicy, Extraction, Run, RunOptions, Selection, SelectionError};
use tagrake_bulk::schema::Table;

/// The approximate bytes of a batch. Small batches arrive early.
const BATCH_BYTES: usize = 1 << 20;
/// The maximum number of pages in a batch. DuckDB checks for an interrupt after about 50 batches.
const BATCH_PAGES: usize = 256;

/// A call of `read_warc`. Each execution of its query is a run of its own.
pub(crate) struct WarcScan {
    pub(crate) table: Table,
    /// The columns of the table function, in the order of the caller. A query may need only some.
    pub(crate) columns: Vec<String>,
    options: PageOptions,
    run: RunOptions,
    inputs: Inputs,
    end: RunEnd,
}

impl WarcScan {
    pub(crate) fn new(arguments: &Arguments<'_>) -> Result<Self, String> {
        let table = table(arguments)?;
        let columns = match arguments.some_texts("columns")? {
            Some(names) => checked_columns(table, names)?,
            None => default_columns(table),
        };
        let has_error = columns.iter().any(|name| name == "error");
        let policies = [
            ("raise", (ErrorPolicy::Fail, true)),
            ("record", (ErrorPolicy::Record, false)),
            ("skip", (ErrorPolicy::Skip, false)),
        ];
        let errors = arguments.text("errors");
        let (policy, at_failed_access) = match &errors {
            Some(name) => choice("errors", name, &policies)?,
            None => (if has_error { ErrorPolicy::Record } else { ErrorPolicy::Skip }, true),
        };
        if policy == ErrorPolicy::Record && !has_error {
            return Err("errors: 'record' needs the column 'error' of the rows 'pages': add it to columns".to_owned());
        }
        let options = PageOptions::new(arguments)?;
        if table == Table::Records && options != PageOptions::default() {
            return Err("rows: 'records' read no pages, so they take none of the options of pages".to_owned());
        }
        Ok(Self {
            table,
            columns,
            options,
            run: run_options(arguments, table, policy)?,
            inputs: inputs(arguments)?,
            end: RunEnd { at_failed_access, warns: errors.is_none() && !has_error },
        })
    }

    /// Returns a run that makes rows with the keys of `fields`, in batches of at most `max_rows`.
    pub(crate) fn run(&self, fields: Fields, max_rows: usize) -> Result<(Run, Batches), FormatError> {
        let batch_rows = if self.table == Table::Pages { max_rows.min(BATCH_PAGES) } else { max_rows };
        let output = OutputOptions::new(self.table.into(), FileFormat::Arrow)?;
        let output = output.with_fields(fields).with_batches(batch_rows, BATCH_BYTES);
        let batches = Batches::new(&output);
        let extraction = Extraction::new(self.options.reader(self.table, &fields), output);
        let extraction = extraction.with_texts(self.options.texts).with_scope(self.options.link_scope);
        let extraction = match &self.options.kinds {
            Some(kinds) => extraction.with_kinds(kinds),
            None => extraction,
        };
        Ok((Run::new(extraction, self.run.clone()), batches))
    }

    /// Returns what a run reads, and when it ends.
    pub(crate) fn source(&self) -> (Inputs, RunEnd) {
        (self.inputs.clone(), self.end)
    }
}

fn default_columns(table: Table) -> Vec<String> {
    table.fields().iter().map(|field| field.name.to_owned()).collect()
}

fn checked_columns(table: Table, names: Vec<String>) -> Result<Vec<String>, String> {
    fields_of(table, &names)?;
    match names.iter().enumerate().find(|(index, name)| names[..*index].contains(name)) {
        Some((_, name)) => Err(format!("columns: '{name}' is requested twice")),
        None => Ok(names),
    }
}

fn table(arguments: &Arguments<'_>) -> Result<Table, String> {
    let tables = Table::ALL.iter().filter(|table| !matches!(table, Table::Index | Table::Items));
    let choices: Vec<_> = tables.map(|table| (table.as_str(), *table)).collect();
    arguments.text("rows").map_or(Ok(Table::Pages), |name| choice("rows", &name, &choices))
}

fn inputs(arguments: &Arguments<'_>) -> Result<Inputs, String> {
    let paths = expand(arguments.paths()?)?;
    let [manifest, index, base] = ["manifest", "index", "base"].map(|name| arguments.text(name).map(path));
    match (paths.is_empty() && manifest.is_none(), &index) {
        (false, Some(_)) => return Err("index replaces paths and manifest: pass [] as path".to_owned()),
        (true, None) => return Err("the input needs a path, manifest or index".to_owned()),
        _ => {}
    }
    if base.is_some() && manifest.is_none() && index.is_none() {
        return Err("base needs manifest or index, whose relative paths it completes".to_owned());
    }
    let formats = InputFormat::ALL.map(|format| (format.as_str(), format));
    let format = arguments.text("input").map_or(Ok(InputFormat::Auto), |name| choice("input", &name, &formats))?;
    let remote = RemoteOptions::default().with_anonymous(arguments.flag("anonymous"));
    Ok(Inputs { manifest, index, base, remote, format, ..Inputs::new(paths) })
}

fn run_options(arguments: &Arguments<'_>, table: Table, errors: ErrorPolicy) -> Result<RunOptions, String> {
    let dedup = arguments.text("dedup");
    let trusts_digests = match &dedup {
        Some(name) => choice("dedup", name, &[("digest", false), ("declared-digest", true)])?,
        None => false,
    };
    let default = RunOptions::default();
    Ok(RunOptions {
        threads: arguments.number("threads")?.unwrap_or(default.threads),
        errors,
        selection: selection(arguments, table)?,
        distinct_among: dedup.map(|_| RunOptions::DISTINCT_AMONG),
        trusts_digests,
        max_record_bytes: arguments.number("max_record_bytes")?.unwrap_or(default.max_record_bytes),
        ..default
    })
}

fn selection(arguments: &Arguments<'_>, table: Table) -> Result<Selection, String> {
    let named = |name: &'static str| move |error: SelectionError| format!("{name}: {error}");
    let mut selection = Selection::of_table(table);
    if let Some(types) = arguments.joined("mime")? {
        selection = selection.with_mime_types(&types).map_err(named("mime"))?;
    }
    if let Some(statuses) = arguments.joined("status")? {
        selection = selection.with_statuses(&statuses).map_err(named("status"))?;
    }
    if let Some(hosts) = arguments.joined("hosts")? {
        selection = selection.with_hosts(&hosts).map_err(named("hosts"))?;
    }
    if let Some(hosts) = arguments.texts("exclude_hosts")?.filter(|hosts| !hosts.is_empty()) {
        selection = selection.without_hosts(&hosts.join(",")).map_err(named("exclude_hosts"))?;
    }
    if let Some(prefixes) = arguments.some_texts("url_prefixes")? {
        selection = selection.with_url_prefixes(prefixes);
    }
    if let Some(fraction) = arguments.text("sample") {
        selection = selection.with_sample(&fraction).map_err(named("sample"))?;
    }
    if let Some(time) = arguments.text("fetched_from") {
        selection = selection.with_fetched_from(&time).map_err(named("fetched_from"))?;
    }
    match arguments.text("fetched_to") {
        Some(time) => selection.with_fetched_to(&time).map_err(named("fetched_to")),
        None => Ok(selection),
    }
}
