//! Options that select pages: by type, status, URL and fetch time, a sample, and without duplicates.

use super::choices::{Choice, choice, one_of};
use super::urls::url_prefix;
use crate::report::causes::Causes;
use crate::report::messages::plural;
use crate::report::usage;
use clap::{Arg, Args, Command, Id};
use tagrake_bulk::pipeline::{Counts, RunOptions, Selection, SelectionError, SkipCause};

/// Options that select pages. A verb that reads all records refuses [them all](Self::ids).
#[derive(Debug, Args)]
pub(crate) struct SelectionArgs {
    /// Read only WARC records of these MIME types: html, all, or a comma-separated list [default: html, and the texts of
    /// WET files]
    ///
    /// The type is the one that the crawler detected (WARC-Identified-Payload-Type), otherwise the one that the server
    /// sent. If neither declares a type, the first bytes decide whether the record is HTML. html means text/html and
    /// application/xhtml+xml; image/* means all images.
    #[arg(long, value_name = "A,B", value_parser = valid(Selection::with_mime_types))]
    mime: Option<String>,
    /// Read only records of these HTTP statuses: 200, 2xx or all [default: 2xx]
    ///
    /// Several are separated by commas. By default only successful responses are read, because servers generate the pages of errors and redirects.
    /// Records without a status are always read.
    #[arg(long, value_name = "A,B", value_parser = valid(Selection::with_statuses))]
    status: Option<String>,
    /// Read only pages of these hosts: e.org, or *.e.org
    ///
    /// *.example.com is the host example.com and all of its subdomains.
    #[arg(long, value_name = "A,B", value_parser = valid(Selection::with_hosts))]
    host: Option<String>,
    /// Skip pages of these hosts, in the form of --host
    #[arg(long, value_name = "A,B", value_parser = valid(Selection::with_hosts))]
    exclude_host: Option<String>,
    /// Read only pages whose URL starts with this text; may be repeated
    ///
    /// The text is compared with the URL as the input has it, including http:// or https://.
    #[arg(long, value_name = "TEXT", value_parser = url_prefix)]
    url_prefix: Vec<String>,
    /// Read only a sample of the pages: 1/100, 1% or 0.01
    ///
    /// Every run takes the same pages.
    ///
    /// The SHA-1 of a page's URL decides, so a smaller sample is a part of each larger one. A page without a URL is sampled
    /// by its path, with the number of its line or the offset of its record.
    #[arg(long, value_name = "SHARE", value_parser = valid(Selection::with_sample))]
    sample: Option<String>,
    /// Read only pages fetched at this time or later: 2024-05-18
    ///
    /// The form is 2024, 2024-05, 2024-05-18 or 2024-05-18T01:58:10Z.
    ///
    /// Years, months and days are in UTC. The time of a record is its WARC-Date. Pages without a time are skipped: files, JSON
    /// lines, and records without a valid date.
    #[arg(long, value_name = "TIME", value_parser = valid(Selection::with_fetched_from))]
    from: Option<String>,
    /// Read only pages fetched before this time, or on this day
    ///
    /// The form is as in --from. Pages of the year, month or day are read, and pages before an instant.
    ///
    /// --from 2024-05 --to 2024-05 reads all pages of May 2024, --to 2024-05-01T00:00:00Z none of them.
    #[arg(long, value_name = "TIME", value_parser = valid(Selection::with_fetched_to))]
    to: Option<String>,
    /// Skip pages that equal an earlier page of the run. Uses one thread
    ///
    /// Pages are equal if their digest is, or their main text. A page is compared with the last 1.8 to 3.7 million distinct pages; the counts at
    /// the end report if digests were forgotten. Incomplete pages are always read.
    #[arg(long, value_name = "BY", value_parser = one_of(DEDUP), conflicts_with = "output_dir")]
    dedup: Option<Dedup>,
}

impl SelectionArgs {
    /// Returns the names of the options, with `_` in place of `-`.
    pub(crate) fn ids() -> Vec<Id> {
        Self::augment_args(Command::new("")).get_arguments().map(|option| option.get_id().clone()).collect()
    }

    /// Returns true if any of the options is present.
    pub(crate) fn is_any(&self) -> bool {
        let Self { mime, status, host, exclude_host, url_prefix, sample, from, to, dedup } = self;
        [mime, status, host, exclude_host, sample, from, to].into_iter().any(Option::is_some)
            || !url_prefix.is_empty()
            || dedup.is_some()
    }

    /// Returns true if pages with the main text of an earlier page are skipped.
    pub(crate) fn has_distinct_texts(&self) -> bool {
        self.dedup == Some(Dedup::Text)
    }

    /// Returns the present options, each with its value.
    pub(crate) fn options(&self) -> Vec<String> {
        let Self { mime, status, host, exclude_host, url_prefix, sample, from, to, dedup } = self;
        let dedup = dedup.and_then(|dedup| DEDUP.iter().find(|choice| choice.value == dedup)?.names.first());
        let dedup = dedup.map(|name| (*name).to_owned());
        let single = [
            ("mime", mime),
            ("status", status),
            ("host", host),
            ("exclude-host", exclude_host),
            ("sample", sample),
            ("from", from),
            ("to", to),
            ("dedup", &dedup),
        ];
        let single = single.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
        let prefixes = url_prefix.iter().map(|prefix| ("url-prefix", prefix));
        single.chain(prefixes).map(|(name, value)| format!("--{name} {value}")).collect()
    }

    /// Adds the options to the options of a run. By default, single records (`are_single`) may be of any type and status. Ends the
    /// process with a usage error if `--from` is after `--to`.
    pub(crate) fn select(&self, options: RunOptions, are_single: bool) -> RunOptions {
        let mut selection = if are_single { Selection::all() } else { Selection::default() };
        let validated: [(&Option<String>, AddOption); 5] = [
            (&self.mime, Selection::with_mime_types),
            (&self.status, Selection::with_statuses),
            (&self.host, Selection::with_hosts),
            (&self.exclude_host, Selection::without_hosts),
            (&self.sample, Selection::with_sample),
        ];
        for (value, add) in validated {
            if let Some(value) = value {
                selection = add(selection, value).unwrap_or_default();
            }
        }
        let window: [(&Option<String>, AddOption); 2] =
            [(&self.from, Selection::with_fetched_from), (&self.to, Selection::with_fetched_to)];
        for (value, add) in window {
            if let Some(value) = value {
                // Each time is valid.
                selection = add(selection, value)
                    .unwrap_or_else(|error| usage::refuse(&format!("{error}: '--from' is after '--to'")));
            }
        }
        RunOptions {
            selection: selection.with_url_prefixes(&self.url_prefix),
            distinct_among: self.dedup.filter(|by| *by != Dedup::Text).map(|_| RunOptions::DISTINCT_AMONG),
            trusts_digests: self.dedup == Some(Dedup::DeclaredDigest),
            ..options
        }
    }

    /// Words the causes by which the given options skip records.
    pub(crate) fn word(&self, mut causes: Causes) -> Causes {
        if self.mime.is_some() {
            causes = causes.with_words(SkipCause::Mime, "type not in --mime");
        }
        if self.status.is_some() {
            causes = causes.with_words(SkipCause::Status, "status not in --status");
        }
        causes
    }
}

/// Returns the message about pages whose digests were forgotten, if there are any.
pub(crate) fn forgotten_digests(counts: &Counts) -> Option<String> {
    let pages = (counts.forgotten_digests > 0).then(|| plural(counts.forgotten_digests, "page"))?;
    Some(format!("--dedup forgot the digests of {pages}: later duplicates of them were read"))
}

/// The property by which pages are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dedup {
    Digest,
    DeclaredDigest,
    Text,
}

const DIGEST: Choice<Dedup> = choice(&["digest"], Dedup::Digest, "The SHA-1 of the decoded page");
const DECLARED_DIGEST: Choice<Dedup> = choice(
    &["declared-digest"],
    Dedup::DeclaredDigest,
    "The SHA-1 in WARC-Payload-Digest, even if it is wrong, or else that of the decoded page",
);
const TEXT: Choice<Dedup> = choice(&["text"], Dedup::Text, "The main text. Pages without one are always read");

const DEDUP: &[Choice<Dedup>] = &[DIGEST, DECLARED_DIGEST, TEXT];
/// The properties of verbs that do not read the main content.
const DEDUP_BYTES: &[Choice<Dedup>] = &[DIGEST, DECLARED_DIGEST];

/// Makes `--dedup` accept only properties of the bytes, for verbs that do not read the main content.
pub(crate) fn by_bytes(dedup: Arg) -> Arg {
    dedup.value_parser(one_of(DEDUP_BYTES))
}

/// Adds the value of an option to a selection.
type AddOption = fn(Selection, &str) -> Result<Selection, SelectionError>;

/// Returns the parser of the values that `add` accepts.
fn valid(add: AddOption) -> impl Fn(&str) -> Result<String, SelectionError> + Clone {
    move |value: &str| add(Selection::default(), value).map(|_| value.to_owned())
}
