//! The main content of a page as text, its words and its language.

use crate::language::Language;
use std::cell::OnceCell;
use tagrake_extract::Selection;

/// The main content of a page as text.
#[derive(Debug)]
pub(crate) struct MainText {
    pub(crate) text: String,
    language: OnceCell<Option<(Language, f64)>>,
}

impl MainText {
    pub(crate) fn of(main: &Selection<'_, '_>) -> Self {
        let mut text = String::new();
        main.write_text(&mut text);
        Self { text, language: OnceCell::new() }
    }

    /// Returns the number of words, separated by white space.
    pub(crate) fn word_count(&self) -> usize {
        self.text.split_whitespace().count()
    }

    /// Returns the language, and the confidence in it with four digits.
    pub(crate) fn language(&self) -> Option<(Language, f64)> {
        *self.language.get_or_init(|| {
            let (language, confidence) = Language::detect(&self.text)?;
            Some((language, (confidence * 1e4).round() / 1e4))
        })
    }
}
