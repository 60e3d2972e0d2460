//! Options for pages that do not declare their URL, headers or encoding.

use super::choices::{Choice, SWITCH, choice, one_of};
use super::urls::url;
use clap::ArgAction::Set;
use clap::Args;
use tagrake::encoding::{Encoding, mime_essence};
use tagrake_bulk::input::split_header;
use tagrake_bulk::{Profile, ReaderOptions};
use tagrake_extract::ExtractOptions;
use url::Url;

/// Facts about pages that are not in their bytes.
#[derive(Debug, Args)]
pub(crate) struct HintArgs {
    /// Base URL for pages that have none
    #[arg(long, value_name = "URL", value_parser = url)]
    url: Option<Url>,
    /// An HTTP header for pages that have none, such as Link, X-Robots-Tag or Content-Type; may be repeated
    #[arg(long = "header", value_name = "NAME: VALUE", value_parser = header)]
    headers: Vec<(String, String)>,
    #[command(flatten)]
    pub(crate) encoding: EncodingArgs,
    /// Keep hidden text: the hidden attribute, display:none and the like
    #[arg(long)]
    pub(crate) hidden_text: bool,
    /// The scripting flag. If on, the content of noscript is raw text
    #[arg(long, action = Set, value_parser = one_of(SWITCH), default_value = "off")]
    pub(crate) scripting: bool,
}

impl HintArgs {
    /// Returns true if the caller gave a URL for pages that have none.
    pub(crate) fn has_url(&self) -> bool {
        self.url.is_some()
    }

    /// Returns the reader options, with `extract` as the extraction options.
    pub(crate) fn reader(&self, extract: ExtractOptions) -> ReaderOptions {
        let extract = extract.with_hidden_text(self.hidden_text).with_scripting(self.scripting);
        ReaderOptions {
            url: self.url.as_ref().map(Url::to_string),
            headers: self.headers.clone(),
            ..self.encoding.reader(extract)
        }
    }
}

/// Options that decide the encoding of pages.
#[derive(Debug, Args)]
pub(crate) struct EncodingArgs {
    /// Content-Type header for pages that have none
    #[arg(long, value_name = "TYPE", value_parser = content_type)]
    content_type: Option<String>,
    /// Encoding of all pages, overriding what they declare
    #[arg(long, value_name = "LABEL", value_parser = encoding, conflicts_with = "name")]
    pub(crate) charset: Option<&'static Encoding>,
    #[command(flatten)]
    profile: ProfileArgs,
}

/// The option that decides the encoding of pages that declare none.
#[derive(Debug, Args)]
pub(crate) struct ProfileArgs {
    /// Fallback when no encoding is declared
    #[arg(id = "name", long = "profile", value_name = "PROFILE", value_parser = one_of(PROFILES), default_value = "crawl")]
    pub(crate) profile: Profile,
}

const PROFILES: &[Choice<Profile>] = &[
    choice(&["standard"], Profile::Standard, "windows-1252, as in the standard"),
    choice(
        &["crawl"],
        Profile::Crawl,
        "Detect it, as browsers do: UTF-8 if the bytes are valid UTF-8, otherwise a guess from the bytes and the domain \
         of the URL",
    ),
];

impl EncodingArgs {
    /// Returns the reader options, with `extract` as the extraction options.
    pub(crate) fn reader(&self, extract: ExtractOptions) -> ReaderOptions {
        ReaderOptions {
            extract: extract.with_encoding(self.charset).with_detector(self.profile.profile.detector()),
            content_type: self.content_type.clone(),
            ..ReaderOptions::default()
        }
    }
}

fn header(line: &str) -> Result<(String, String), &'static str> {
    let (name, value) = split_header(line).ok_or("expected 'Name: value'")?;
    Ok((name.to_owned(), value.to_owned()))
}

fn content_type(value: &str) -> Result<String, &'static str> {
    match mime_essence(value) {
        Some(_) => Ok(value.to_owned()),
        None => Err("not a MIME type: use 'text/html', or 'text/html; charset=utf-8'"),
    }
}

fn encoding(label: &str) -> Result<&'static Encoding, &'static str> {
    Encoding::for_label(label.as_bytes()).ok_or("no encoding of the Encoding Standard has this label")
}
