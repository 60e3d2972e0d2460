//! Options that select pages by their URL, and skip duplicates.

use super::choices::{Choice, choice, one_of};
use clap::Args;
use std::num::NonZeroUsize;
use tagrake_bulk::pipeline::{RunOptions, Selection};

/// Options that select pages.
#[derive(Debug, Args)]
pub(crate) struct SelectionArgs {
    /// Read only pages of these hosts: example.com, or *.example.com for it and its subdomains
    #[arg(long, value_name = "A,B", value_parser = hosts)]
    host: Option<String>,
    /// Read only pages whose URL starts with this text; may be repeated
    ///
    /// The text is compared with the URL as the input has it, including http:// or https://.
    #[arg(long, value_name = "TEXT")]
    url_prefix: Vec<String>,
    /// Read only a sample of the pages: 1/100. Every run takes the same pages
    ///
    /// The SHA-1 of a page's URL decides, so a smaller sample is a part of each larger one. A page without a URL is sampled
    /// by its path, with the number of its line or the offset of its record.
    #[arg(long, value_name = "1/N", value_parser = sample)]
    sample: Option<String>,
    /// Skip pages that equal an earlier page of the run. Uses one thread
    ///
    /// Pages are equal if their digest is. A page is compared with the last 1.8 to 3.7 million distinct pages; the counts at
    /// the end report if digests were forgotten. Incomplete pages are always read.
    #[arg(long, value_name = "BY", value_parser = one_of(DEDUP), conflicts_with = "output_dir")]
    dedup: Option<Dedup>,
}

impl SelectionArgs {
    /// Returns true if any of the options is present.
    pub(crate) fn is_any(&self) -> bool {
        self.host.is_some() || !self.url_prefix.is_empty() || self.sample.is_some() || self.dedup.is_some()
    }

    /// Adds the options to a selection.
    pub(crate) fn select(&self, mut selection: Selection) -> Selection {
        // The parser has validated hosts and sample.
        if let Some(hosts) = &self.host {
            selection = selection.with_hosts(hosts).unwrap_or_default();
        }
        if let Some(fraction) = &self.sample {
            selection = selection.with_sample(fraction).unwrap_or_default();
        }
        selection.with_url_prefixes(&self.url_prefix)
    }

    /// Returns the number of earlier pages with which a page is compared; `None` without `--dedup`.
    pub(crate) fn distinct_among(&self) -> Option<NonZeroUsize> {
        self.dedup.map(|_| RunOptions::DISTINCT_AMONG)
    }

    /// Returns true if the digest of a page is the one that its record declares.
    pub(crate) fn trusts_digests(&self) -> bool {
        self.dedup == Some(Dedup::DeclaredDigest)
    }
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

fn hosts(names: &str) -> Result<String, String> {
    Selection::default().with_hosts(names).map(|_| names.to_owned())
}

fn sample(fraction: &str) -> Result<String, String> {
    Selection::default().with_sample(fraction).map(|_| fraction.to_owned())
}
