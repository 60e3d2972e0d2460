//! Options of the verbs that read many pages.

use super::choices::{Choice, choice, one_of};
use super::hints::HintArgs;
use super::inputs::{InputArgs, RunArgs, bytes};
use super::output_form::OutputForm;
use super::outputs::OutputArgs;
use super::records::RecordArgs;
use super::selection::SelectionArgs;
use crate::output::record::Recipe;
use crate::report::causes::{CauseGroup, Causes};
use crate::report::usage;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::num::NonZeroU64;
use tagrake_bulk::output::{FileFormat, OutputOptions};
use tagrake_bulk::pipeline::{Counts, ErrorPolicy, Extraction, RunOptions};
use tagrake_bulk::schema::Table;
use tagrake_bulk::{Fields, ReaderOptions};
use tagrake_extract::{ExtractOptions, LinkAttribute, LinkKind};

/// Options that `extract`, `links`, `text`, `blocks`, `tables` and `wat` share.
#[derive(Debug, Args)]
pub(crate) struct PageArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) index: RecordArgs,
    #[command(flatten)]
    pub(crate) selection: SelectionArgs,
    #[command(flatten)]
    pub(crate) hints: HintArgs,
    /// Maximum memory for reading one page. The rest of the page is not read
    ///
    /// Includes tags, attributes, links, text, and the page decoded to UTF-8 if it is in another encoding. A page that
    /// exceeds the limit has the flag limit-arena.
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "128M")]
    max_arena_bytes: usize,
    /// How to handle unreadable input (always reported on standard error) [default: skip, except that an invalid JSON
    /// line gives a record]
    #[arg(long, value_name = "HOW", value_parser = one_of(ERROR_POLICIES))]
    errors: Option<ErrorPolicy>,
    /// Stop after N rows: links for links, blocks for blocks, cells for tables, records or pages otherwise. Uses one thread, and reads
    /// little input past the last row
    #[arg(long, value_name = "N", conflicts_with = "output_dir")]
    pub(crate) limit: Option<NonZeroU64>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// The verb and the options that affect rows.
    #[arg(skip)]
    pub(crate) recipe: Recipe,
}

impl PageArgs {
    /// Returns the reader options, with `extract` as the extraction options.
    pub(crate) fn reader(&self, extract: ExtractOptions) -> ReaderOptions {
        self.hints.reader(extract.with_arena_bytes(self.max_arena_bytes))
    }

    /// Returns the options of an output whose rows have the keys `fields`, then the kept columns of the index. `order` is the value of
    /// `--fields`. Ends the process with a usage error if the format cannot hold a key.
    pub(crate) fn output_options(&self, form: &OutputForm, fields: Fields, order: &[String]) -> OutputOptions {
        let output = OutputOptions::from(form.format).with_fields(fields).with_compression(form.compression);
        let output = output.with_order(order.iter().map(|name| name.trim())).expect("clap has checked the names");
        if let Err(error) = output.check_fields() {
            let other = if FileFormat::Parquet.is_available() { "parquet" } else { "jsonl" };
            usage::refuse(&format!("{error}: leave it out, or use '--format {other}'"));
        }
        self.index.keep(output)
    }

    /// Returns the causes in `counts`, worded for the given options.
    pub(crate) fn causes(&self, counts: &Counts) -> Causes {
        self.selection.word(Causes::new(counts).without(CauseGroup::Flagged))
    }

    /// Returns the options of the run.
    pub(crate) fn options(&self) -> RunOptions {
        let options = RunOptions {
            errors: self.errors.unwrap_or_default(),
            max_record_bytes: self.input.max_record_bytes,
            ..self.run.options()
        };
        with_limit(self.selection.select(options, self.index.has_records()), self.limit)
    }
}

/// Returns the options for a run that stops after `limit` rows.
pub(crate) fn with_limit(options: RunOptions, limit: Option<NonZeroU64>) -> RunOptions {
    if limit.is_none() { options } else { options.with_single_rows() }
}

/// Options for links.
#[derive(Debug, Args)]
pub(crate) struct LinkArgs {
    /// Maximum number of links per page
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    max_links: usize,
    /// Only links of these kinds [default: all but comment and social]
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = kind_parser())]
    kinds: Vec<LinkKind>,
    /// Also read links from this attribute, as kind lazy: element@attribute. May be repeated
    ///
    /// Scripts of a site may load what an attribute names that no standard and no common library reads. The value is one URL, or
    /// with :srcset image candidates, with :css declarations, with :html markup: img@data-full, *@data-set-*:srcset. A trailing *
    /// matches any suffix.
    #[arg(long, value_name = "NAME")]
    link_attributes: Vec<LinkAttribute>,
}

impl LinkArgs {
    /// Adds the options to `extract`.
    pub(crate) fn extract_options(&self, extract: ExtractOptions) -> ExtractOptions {
        extract.with_max_links(self.max_links).with_link_attributes(self.link_attributes.iter().cloned())
    }

    /// Sets the requested kinds, if there are any.
    pub(crate) fn choose_kinds(&self, extraction: Extraction) -> Extraction {
        if self.kinds.is_empty() { extraction } else { extraction.with_kinds(&self.kinds) }
    }
}

const SKIP: Choice<ErrorPolicy> = choice(&["skip"], ErrorPolicy::Skip, "Skip it");
const RECORD: Choice<ErrorPolicy> =
    choice(&["record"], ErrorPolicy::Record, "Write a record of the error, except in rows of links, blocks and tables");
const FAIL: Choice<ErrorPolicy> = choice(&["fail"], ErrorPolicy::Fail, "End the run with status 1");

const ERROR_POLICIES: &[Choice<ErrorPolicy>] = &[SKIP, RECORD, FAIL];
/// The policies of verbs that write no page records.
pub(crate) const SKIP_OR_FAIL: &[Choice<ErrorPolicy>] = &[SKIP, FAIL];

/// Returns the keys of `table` with validated `names`; `None` if `--fields` is absent.
pub(crate) fn fields(table: Table, names: &[String]) -> Option<Fields> {
    if names.is_empty() { None } else { Fields::only_of(table, &names.join(",")).ok() }
}

/// Returns the parser of the name of a key of `table`, whose rows are called `row`.
pub(crate) fn field_of(table: Table, row: &'static str) -> impl Fn(&str) -> Result<String, String> + Clone {
    move |name: &str| {
        let option = if table == Table::Pages { String::new() } else { format!(" --table {}", table.as_str()) };
        let unknown = |name| format!("no key of a {row} is named '{name}'; see 'tagrake schema{option}'");
        Fields::only_of(table, name).map(|_| name.to_owned()).map_err(unknown)
    }
}

fn kind_parser() -> impl TypedValueParser<Value = LinkKind> {
    let names = LinkKind::ALL.iter().map(|kind| kind.as_str());
    PossibleValuesParser::new(names)
        .try_map(|name| LinkKind::ALL.iter().copied().find(|kind| kind.as_str() == name).ok_or("no kind of link"))
}
