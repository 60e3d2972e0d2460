//! Options for the main content and Markdown.

use super::choices::{Choice, choice, one_of};
use crate::report::usage;
use clap::Args;
use tagrake_bulk::{Fields, TextKind, TextOptions};
use tagrake_extract::{MarkdownOptions, View};

/// The keys that depend on which blocks are main content.
const MAIN_KEYS: [&str; 7] =
    ["main_text", "main_word_count", "main_markdown", "main_score", "lang_detected", "lang_confidence", "blocks"];

/// The keys that records with main content or Markdown have, too.
pub(crate) const BYLINE: &str = "published,published_source,published_confidence,authors,authors_source";

/// The arguments of a verb that make main content and Markdown, for messages.
#[derive(Debug)]
pub(crate) struct ContentNeeds {
    main: &'static str,
    markdown: &'static str,
}

impl ContentNeeds {
    /// The arguments of a verb with the options `--main` and `--markdown`.
    pub(crate) const OPTIONS: Self = Self { main: "'--main'", markdown: "'--markdown'" };
    /// The arguments of `select`, which has neither option.
    pub(crate) const KEYS: Self = Self {
        main: "'--fields' with main_text or another key of main content",
        markdown: "a column that ends in ::markdown, or '--fields' with markdown or main_markdown",
    };
}

/// Options that `extract`, `text` and `select` share.
#[derive(Debug, Args)]
pub(crate) struct ContentArgs {
    /// How much of the page is main content [default: main]
    #[arg(long, value_name = "VIEW", value_parser = one_of(VIEWS))]
    view: Option<View>,
    /// Keep these in Markdown: links, images, emphasis (strong, emphasized and deleted text); comma-separated [default:
    /// none, which leaves their text]
    ///
    /// URLs are absolute if the page's URL is known. Headings, lists, quotes, tables and code are always kept.
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = one_of(INLINES))]
    markdown_with: Vec<MarkdownInline>,
}

/// Inline elements that Markdown may have.
#[derive(Clone, Copy, Debug)]
enum MarkdownInline {
    Links,
    Images,
    Emphasis,
}

pub(crate) const VIEWS: &[Choice<View>] = &[
    choice(&["main"], View::Main, "For most uses: precision counts a little more than recall"),
    choice(&["precise"], View::Precise, "Less text, with fewer errors"),
    choice(&["generous"], View::Generous, "More text, with fewer gaps"),
];

const INLINES: &[Choice<MarkdownInline>] = &[
    choice(&["links"], MarkdownInline::Links, ""),
    choice(&["images"], MarkdownInline::Images, ""),
    choice(&["emphasis"], MarkdownInline::Emphasis, ""),
];

impl ContentArgs {
    /// Returns how texts are written. Ends the process with a usage error if an option is for a text that is not
    /// written.
    pub(crate) fn texts(
        &self,
        kind: TextKind,
        has_main: bool,
        has_markdown: bool,
        needs: &ContentNeeds,
    ) -> TextOptions {
        if self.view.is_some() && !has_main {
            usage::refuse(&format!("the argument '--view' needs {}", needs.main));
        }
        if !self.markdown_with.is_empty() && !has_markdown {
            usage::refuse(&format!("the argument '--markdown-with' needs {}", needs.markdown));
        }
        let markdown = self.markdown_with.iter().fold(MarkdownOptions::default(), |options, inline| match inline {
            MarkdownInline::Links => options.with_links(true),
            MarkdownInline::Images => options.with_images(true),
            MarkdownInline::Emphasis => options.with_emphasis(true),
        });
        TextOptions { kind, view: self.view.unwrap_or_default(), markdown }
    }

    /// Returns how texts in records with the keys of `fields` are written, like [`texts`](Self::texts). `has_markdown` is true
    /// if selected columns have Markdown.
    pub(crate) fn texts_of(&self, fields: &Fields, has_markdown: bool, needs: &ContentNeeds) -> TextOptions {
        let has_any = |names: &[&str]| names.iter().any(|name| fields.has(name));
        let has_main = has_any(&MAIN_KEYS);
        let has_markdown = has_markdown || has_any(&["markdown", "main_markdown"]);
        self.texts(TextKind::Visible, has_main, has_markdown, needs)
    }
}
