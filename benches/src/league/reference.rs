//! The inputs, html5lib-tests and then pages, and the right answers.

use super::about::About;
use super::answer::{Answer, FoundError};
use super::inputs::{Input, Start};
use super::{html5ever, tagrake};
use crate::corpus::Corpus;
use tagrake_testsupport::html5lib::{self, TestRun};

/// Returns an input for each run of the tests, in the order of [`runs`], and then one for each page.
pub(super) fn inputs(runs: &[Run], sets: &[Corpus]) -> Vec<Input> {
    let tests = runs.iter().map(|run| {
        let test = &run.comments;
        Input { html: test.input.clone(), start: Start::State(test.state, test.last_start_tag.clone()) }
    });
    let pages = sets.iter().flat_map(|set| &set.documents);
    let pages = pages.map(|page| Input { html: page.html.clone().into_bytes(), start: Start::Page });
    tests.chain(pages).collect()
}

/// A run of a test.
pub(super) struct Run {
    /// The test as html5lib-tests has it: `<?…>` is a comment.
    comments: TestRun,
    /// The same test with processing instructions, if its tokens or errors differ.
    instructions: Option<TestRun>,
}

pub(super) fn runs() -> Vec<Run> {
    let mut instructions = html5lib::processing_instructions();
    let runs = html5lib::suite().runs.into_iter().map(|run| {
        let is_same = |other: &TestRun| {
            (&other.file, &other.description, other.state) == (&run.file, &run.description, run.state)
        };
        let at = instructions.iter().position(is_same);
        Run { comments: run, instructions: at.map(|at| instructions.swap_remove(at)) }
    });
    runs.collect()
}

/// The right tokens, errors and spans of a test, by both editions of the standard.
pub(super) struct Expected {
    comments: Answer,
    /// With processing instructions, if they make a difference.
    instructions: Option<Answer>,
}

impl Expected {
    /// Returns the expectations of a test, with tagrake's spans.
    pub(super) fn new(run: Run, input: &Input) -> Self {
        let answer = |test: TestRun| Answer {
            errors: test.errors.iter().map(|error| (error.code.to_string(), error.line, error.column)).collect(),
            spans: tagrake::read(input, test.processing_instructions, false).spans,
            tokens: test.tokens,
        };
        Self { comments: answer(run.comments), instructions: run.instructions.map(answer) }
    }

    pub(super) fn answer(&self, about: &About) -> &Answer {
        match &self.instructions {
            Some(answer) if about.processing_instructions => answer,
            _ => &self.comments,
        }
    }
}

/// Returns html5ever's tokens of a page.
pub(super) fn of_page(input: &Input) -> Answer {
    html5ever::read(input).expect("a page is UTF-8")
}

/// Returns tagrake's tokens of a page if the tokenizer has to read it in another way: with processing instructions, which
/// html5ever does not have, or with scripting.
pub(super) fn of_page_for(about: &About, input: &Input) -> Option<Answer> {
    let has = |mark: &[u8]| input.html.windows(mark.len()).any(|bytes| bytes.eq_ignore_ascii_case(mark));
    let (instructions, scripting) = (about.processing_instructions && has(b"<?"), about.scripting && has(b"<noscript"));
    (instructions || scripting).then(|| tagrake::read(input, instructions, scripting))
}

/// Returns the errors sorted by position. Tokenizers may report several errors of one position in any order.
pub(super) fn sorted(errors: &[FoundError]) -> Vec<(usize, usize, &str)> {
    let mut sorted: Vec<_> = errors.iter().map(|(code, line, column)| (*line, *column, &**code)).collect();
    sorted.sort_unstable();
    sorted
}
