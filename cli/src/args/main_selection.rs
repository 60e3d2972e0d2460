//! Options that select pages by their main content.

use super::pages::PageArgs;
use crate::report::usage;
use clap::Args;
use tagrake_bulk::Language;
use tagrake_bulk::pipeline::{Extraction, MainSelection, RunOptions};

/// Options of the verbs that make rows and texts of pages.
#[derive(Debug, Args)]
pub(crate) struct MainSelectionArgs {
    /// Read only pages whose main text has at least this many words
    ///
    /// Words are separated by white space, as in the key main_word_count. The main content is found in each page, which takes time.
    #[arg(long, value_name = "N")]
    min_words: Option<usize>,
    /// Read only pages whose main text is in these languages: en, or en,de
    ///
    /// The language is the key lang_detected: it is guessed from the first 2 KiB of the main text, with 70 languages by their codes in
    /// ISO 639-1. The declared language does not count. A page without letters in its main text has none.
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    lang: Vec<Language>,
}

impl MainSelectionArgs {
    /// Adds the options, and `--dedup text` of `pages`, to the extraction of a verb that reads pages. Ends the process with a usage
    /// error if the texts would have no content of `noscript`, which the main content has.
    pub(crate) fn select(&self, pages: &PageArgs, extraction: Extraction) -> Extraction {
        let PageArgs { selection, hints, .. } = pages;
        let selection = MainSelection {
            min_words: self.min_words.unwrap_or_default(),
            languages: self.lang.clone(),
            distinct_among: selection.has_distinct_texts().then_some(RunOptions::DISTINCT_AMONG),
        };
        if selection.is_any() && hints.scripting {
            usage::refuse(
                "the argument '--scripting on' cannot be used with '--min-words', '--lang' or '--dedup text': the main \
                 content has the content of noscript in any case",
            );
        }
        extraction.with_main_selection(selection).expect("the verb makes rows or texts of pages")
    }
}
