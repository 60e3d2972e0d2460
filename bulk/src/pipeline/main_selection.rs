//! Which pages have rows, by their main content.

use super::counts::{Counts, SkipCause};
use super::records::duplicates::Duplicates;
use crate::language::Language;
use crate::record::main_text::MainText;
use std::num::NonZeroUsize;
use tagrake_archive::digest;
use tagrake_extract::{Page, View};

/// Selects pages by their main content, as [`View`] defines it.
///
/// ```
/// use tagrake_bulk::pipeline::MainSelection;
///
/// let selection = MainSelection { min_words: 200, languages: vec!["en".parse()?], ..MainSelection::default() };
/// assert!(selection.is_any() && !MainSelection::default().is_any());
/// # Ok::<(), tagrake_bulk::UnknownName>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MainSelection {
    /// The minimum number of words of the main text, separated by white space.
    pub min_words: usize,
    /// The languages of the main text, as [`Language::detect`] finds them; empty, the default, for all.
    pub languages: Vec<Language>,
    /// The number of pages among which pages with the same main text are skipped, as with
    /// [`RunOptions::distinct_among`](super::RunOptions::distinct_among). Pages without main text are not compared.
    pub distinct_among: Option<NonZeroUsize>,
}

impl MainSelection {
    /// Returns true if a page can be skipped.
    pub fn is_any(&self) -> bool {
        let Self { min_words, languages, distinct_among } = self;
        *min_words > 0 || !languages.is_empty() || distinct_among.is_some()
    }
}

/// Decides which pages a [`MainSelection`] selects.
pub(crate) struct MainFilter<'e> {
    selection: &'e MainSelection,
    view: View,
    /// The digests of earlier texts. One thread reads all pages.
    duplicates: Option<Duplicates>,
}

impl<'e> MainFilter<'e> {
    pub(crate) fn new(selection: &'e MainSelection, view: View) -> Self {
        Self { selection, view, duplicates: selection.distinct_among.map(NonZeroUsize::get).map(Duplicates::new) }
    }

    /// Returns true if a page can be skipped.
    pub(crate) fn is_any(&self) -> bool {
        self.selection.is_any()
    }

    /// Returns true if the page is selected. Counts a page that is not.
    pub(crate) fn takes(&mut self, page: &Page<'_>, counts: &mut Counts) -> bool {
        let cause = if self.selection.is_any() { self.rejects(page, counts) } else { None };
        if let Some(cause) = cause {
            counts.skipped.add(cause, 1);
        }
        cause.is_none()
    }

    fn rejects(&mut self, page: &Page<'_>, counts: &mut Counts) -> Option<SkipCause> {
        let main = page.blocks.as_ref().and_then(|blocks| blocks.view(self.view));
        let main = main.as_ref().map(MainText::of);
        let MainSelection { min_words, languages, .. } = self.selection;
        if *min_words > 0 && main.as_ref().map_or(0, MainText::word_count) < *min_words {
            return Some(SkipCause::FewWords);
        }
        let language = || main.as_ref()?.language();
        if !languages.is_empty() && language().is_none_or(|(language, _)| !languages.contains(&language)) {
            return Some(SkipCause::Language);
        }
        let (Some(duplicates), Some(main)) = (&mut self.duplicates, main.filter(|main| !main.text.is_empty())) else {
            return None;
        };
        let (is_duplicate, forgotten) = duplicates.add(&digest::sha1(main.text.as_bytes()));
        counts.forgotten_digests += forgotten;
        is_duplicate.then_some(SkipCause::DuplicateText)
    }
}
