//! Options of the verbs that read many pages.

use super::choices::{Choice, choice, one_of};
use super::division::DivisionArgs;
use super::hints::HintArgs;
use super::inputs::{InputArgs, RunArgs, limit_bytes};
use super::output_form::OutputForm;
use super::outputs::OutputArgs;
use super::records::RecordArgs;
use super::selection::SelectionArgs;
use crate::output::record::Recipe;
use crate::report::causes::{CauseGroup, Causes};
use crate::report::usage;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::fmt::Display;
use std::num::NonZeroU64;
use tagrake_bulk::output::{FileFormat, OutputOptions};
use tagrake_bulk::pipeline::{Counts, ErrorPolicy, Extraction, RunOptions};
use tagrake_bulk::schema::Table;
use tagrake_bulk::{Fields, LinkScope, ReaderOptions};
use tagrake_extract::{ExtractOptions, LinkAttribute, LinkAttributeError, LinkKind};

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
    #[arg(long, value_name = "BYTES", value_parser = limit_bytes, default_value = "128M")]
    max_arena_bytes: usize,
    /// How to handle unreadable input [default: skip]
    ///
    /// It is reported on standard error in any case. By default, an invalid JSON line gives a record.
    #[arg(long, value_name = "HOW", value_parser = one_of(ERROR_POLICIES))]
    errors: Option<ErrorPolicy>,
    /// Stop after N rows
    ///
    /// Rows are links for links, blocks for blocks, cells for tables, records or pages otherwise. The run uses one thread, and
    /// reads little input past the last row.
    #[arg(long, value_name = "N", conflicts_with = "output_dir")]
    pub(crate) limit: Option<NonZeroU64>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) division: DivisionArgs,
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
            refuse_nested(&error);
        }
        if self.errors == Some(ErrorPolicy::Record) && form.format.table() != Some(Table::Pages) {
            usage::refuse(
                "the argument '--errors record' needs records of pages, and this output has none: use 'skip' or 'fail'",
            );
        }
        self.index.keep(self.division.divide(&self.output, form, fields, output))
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

/// Ends the process with a usage error about a value that the format cannot hold.
pub(crate) fn refuse_nested(error: &impl Display) -> ! {
    let other = if FileFormat::Parquet.is_available() { "parquet" } else { "jsonl" };
    usage::refuse(&format!("{error}: leave it out, or use '--format {other}'"))
}

/// Returns the options for a run that stops after `limit` rows.
pub(crate) fn with_limit(options: RunOptions, limit: Option<NonZeroU64>) -> RunOptions {
    if limit.is_none() { options } else { options.with_single_rows() }
}

/// Options for links.
#[derive(Debug, Args)]
pub(crate) struct LinkArgs {
    /// Maximum number of links per page [default: 100000]
    #[arg(long, value_name = "N")]
    max_links: Option<usize>,
    /// Only links of these kinds [default: all but comment and social]
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = kind_parser())]
    kinds: Vec<LinkKind>,
    /// Only links to another registered domain than the page's
    ///
    /// The domain is the public suffix of a registry and the label before it, as in the column domain: e.co.uk for www.e.co.uk.
    /// A link without a host, such as mailto: and javascript:, is neither external nor internal, and so is every link of a page
    /// without a URL.
    #[arg(long, conflicts_with = "internal")]
    external: bool,
    /// Only links to the registered domain of the page; see --external
    #[arg(long)]
    internal: bool,
    /// Also read links from this attribute, as kind lazy: element@attribute. May be repeated
    ///
    /// Scripts of a site may load what an attribute names that no standard and no common library reads. The value is one URL, or
    /// with :srcset image candidates, with :css declarations, with :html markup: img@data-full, *@data-set-*:srcset. A trailing *
    /// matches any suffix.
    #[arg(long, value_name = "NAME", value_parser = link_attribute)]
    link_attributes: Vec<LinkAttribute>,
}

impl LinkArgs {
    /// Adds the options to `extract`.
    pub(crate) fn extract_options(&self, extract: ExtractOptions) -> ExtractOptions {
        let extract = match self.max_links {
            Some(max_links) => extract.with_max_links(max_links),
            None => extract,
        };
        extract.with_link_attributes(self.link_attributes.iter().cloned())
    }

    /// Ends the process with a usage error if links are requested, and records with the keys of `fields` have none.
    pub(crate) fn refuse_without_links(&self, fields: &Fields) {
        let requested = [
            ("max-links", self.max_links.is_some()),
            ("kinds", !self.kinds.is_empty()),
            ("external", self.external),
            ("internal", self.internal),
            ("link-attributes", !self.link_attributes.is_empty()),
        ];
        if let Some((option, _)) = requested.iter().find(|(_, is_present)| *is_present && !fields.has("links")) {
            usage::refuse(&format!("the argument '--{option}' needs the key 'links', which these records do not have"));
        }
    }

    /// Sets the requested kinds, if there are any, and where the links lead.
    pub(crate) fn choose(&self, extraction: Extraction) -> Extraction {
        let scope = match (self.external, self.internal) {
            (true, _) => Some(LinkScope::External),
            (false, true) => Some(LinkScope::Internal),
            (false, false) => None,
        };
        let extraction = extraction.with_scope(scope);
        if self.kinds.is_empty() { extraction } else { extraction.with_kinds(&self.kinds) }
    }
}

const SKIP: Choice<ErrorPolicy> = choice(&["skip"], ErrorPolicy::Skip, "Skip it");
const RECORD: Choice<ErrorPolicy> =
    choice(&["record"], ErrorPolicy::Record, "Write a record of the error. Only for records of pages");
const FAIL: Choice<ErrorPolicy> = choice(&["fail"], ErrorPolicy::Fail, "End the run with status 1");

const ERROR_POLICIES: &[Choice<ErrorPolicy>] = &[SKIP, RECORD, FAIL];
/// The policies of verbs that write no page records.
pub(crate) const SKIP_OR_FAIL: &[Choice<ErrorPolicy>] = &[SKIP, FAIL];

/// Returns the keys of `table` with validated `names`; `None` if `--fields` is absent.
pub(crate) fn fields(table: Table, names: &[String]) -> Option<Fields> {
    if names.is_empty() { None } else { Fields::only_of(table, &names.join(",")).ok() }
}

/// Returns the keys of the rows of `table`: the keys with validated `names`, or `default` if `--fields` is absent, and the keys that
/// other options add. Each item of `added` is true if its option is present, and has keys separated by commas.
///
/// If `is_flat`, the format cannot hold lists and objects. Keys of them are left out unless `--fields` names them, which is an
/// error.
pub(crate) fn joined_fields(
    table: Table,
    names: &[String],
    default: Fields,
    added: &[(bool, &str)],
    is_flat: bool,
) -> Fields {
    let named = fields(table, names).unwrap_or(if is_flat { default.flat() } else { default });
    let with = |fields: Fields, key: &str| fields.with(table, key).expect("a key of the rows");
    let is_held = |key: &&str| !is_flat || with(Fields::none(), key).flat().has_of(table, key);
    let keys = added.iter().filter(|(is_present, _)| *is_present).flat_map(|(_, keys)| keys.split(','));
    keys.filter(is_held).fold(named, with)
}

/// Returns the parser of the name of a key of `table`, whose rows are called `row`.
pub(crate) fn field_of(table: Table, row: &'static str) -> impl Fn(&str) -> Result<String, String> + Clone {
    move |name: &str| {
        let option = if table == Table::Pages { String::new() } else { format!(" --table {}", table.as_str()) };
        let unknown = || {
            let name = name.trim();
            format!("no key of a {row} is named '{name}'; see 'tagrake schema{option}'")
        };
        key_of(table, name).ok_or_else(unknown)
    }
}

/// Returns the key of `table` with this name, in any case.
pub(crate) fn key_of(table: Table, name: &str) -> Option<String> {
    let key = name.trim().to_ascii_lowercase();
    Fields::only_of(table, &key).is_ok().then_some(key)
}

fn kind_parser() -> impl TypedValueParser<Value = LinkKind> {
    let names = LinkKind::ALL.iter().map(|kind| kind.as_str());
    PossibleValuesParser::new(names).try_map(|name| name.parse::<LinkKind>())
}

/// Parses an attribute. The parser of arguments names the text in its message.
fn link_attribute(text: &str) -> Result<LinkAttribute, &'static str> {
    text.parse().map_err(|error: LinkAttributeError| error.message())
}
