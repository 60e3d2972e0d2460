//! Options that select pages: by type, status and URL, a sample, and without duplicates.

use super::choices::{Choice, choice, one_of};
use crate::report::causes::Causes;
use crate::report::messages::plural;
use clap::{Args, Command, Id};
use tagrake_bulk::pipeline::{Counts, RunOptions, Selection, SkipCause};

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
    /// Read only WARC records of these HTTP statuses: 200, 2xx, all, or a comma-separated list [default: 2xx]
    ///
    /// By default only successful responses are read, because servers generate the pages of errors and redirects.
    /// Records without a status are always read.
    #[arg(long, value_name = "A,B", value_parser = valid(Selection::with_statuses))]
    status: Option<String>,
    /// Read only pages of these hosts: example.com, or *.example.com for it and its subdomains
    #[arg(long, value_name = "A,B", value_parser = valid(Selection::with_hosts))]
    host: Option<String>,
    /// Skip pages of these hosts, in the form of --host
    #[arg(long, value_name = "A,B", value_parser = valid(Selection::with_hosts))]
    exclude_host: Option<String>,
    /// Read only pages whose URL starts with this text; may be repeated
    ///
    /// The text is compared with the URL as the input has it, including http:// or https://.
    #[arg(long, value_name = "TEXT")]
    url_prefix: Vec<String>,
    /// Read only a sample of the pages: 1/100. Every run takes the same pages
    ///
    /// The SHA-1 of a page's URL decides, so a smaller sample is a part of each larger one. A page without a URL is sampled
    /// by its path, with the number of its line or the offset of its record.
    #[arg(long, value_name = "1/N", value_parser = valid(Selection::with_sample))]
    sample: Option<String>,
    /// Skip pages that equal an earlier page of the run. Uses one thread
    ///
    /// Pages are equal if their digest is. A page is compared with the last 1.8 to 3.7 million distinct pages; the counts at
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
        let Self { mime, status, host, exclude_host, url_prefix, sample, dedup } = self;
        [mime, status, host, exclude_host, sample].into_iter().any(Option::is_some)
            || !url_prefix.is_empty()
            || dedup.is_some()
    }

    /// Returns the present options, each with its value.
    pub(crate) fn options(&self) -> Vec<String> {
        let Self { mime, status, host, exclude_host, url_prefix, sample, dedup } = self;
        let dedup = dedup.and_then(|dedup| DEDUP.iter().find(|choice| choice.value == dedup)?.names.first());
        let dedup = dedup.map(|name| (*name).to_owned());
        let single = [
            ("mime", mime),
            ("status", status),
            ("host", host),
            ("exclude-host", exclude_host),
            ("sample", sample),
            ("dedup", &dedup),
        ];
        let single = single.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
        let prefixes = url_prefix.iter().map(|prefix| ("url-prefix", prefix));
        single.chain(prefixes).map(|(name, value)| format!("--{name} {value}")).collect()
    }

    /// Adds the options to the options of a run. By default, single records (`are_single`) may be of any type and status.
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
        RunOptions {
            selection: selection.with_url_prefixes(&self.url_prefix),
            distinct_among: self.dedup.map(|_| RunOptions::DISTINCT_AMONG),
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
}

const DEDUP: &[Choice<Dedup>] = &[
    choice(&["digest"], Dedup::Digest, "The SHA-1 of the decoded page"),
    choice(
        &["declared-digest"],
        Dedup::DeclaredDigest,
        "The SHA-1 in WARC-Payload-Digest, even if it is wrong, or else that of the decoded page",
    ),
];

/// Adds the value of an option to a selection.
type AddOption = fn(Selection, &str) -> Result<Selection, String>;

/// Returns the parser of the values that `add` accepts.
fn valid(add: AddOption) -> impl Fn(&str) -> Result<String, String> + Clone {
    move |value: &str| add(Selection::default(), value).map(|_| value.to_owned())
}
