//! tagrake's tokenizer, with its own feedback of tree construction.

use super::answer::Answer;
use super::inputs::Input;
use tagrake::{Arena, LineIndex, Options, Token};
use tagrake_testsupport::any_sink::tokenize;
use tagrake_testsupport::html5lib::TestToken;
use tagrake_testsupport::tokenizer_runs::TokenSink;

pub(super) fn read(input: &Input, processing_instructions: bool, scripting: bool) -> Answer {
    let options = Options::default().with_processing_instructions(processing_instructions).with_scripting(scripting);
    let options = match input.state() {
        None => options,
        Some((state, last_start_tag)) => options
            .with_feedback(false)
            .with_cdata(false)
            .with_errors(true)
            .with_initial_state(state)
            .with_last_start_tag(last_start_tag),
    };
    let mut answer = Answer::default();
    let mut sink = TokenSink::new(|token: Token<'_>| {
        let mut one = Vec::new();
        TestToken::append(&mut one, &token);
        let span = token.span();
        for token in one {
            answer.push(token, Some((span.start, span.end)));
        }
    });
    tokenize(&input.html, &options, &mut Arena::new(), &mut sink);
    let lines = LineIndex::new(&input.html);
    let errors = sink.errors.iter().map(|error| {
        let position = lines.position(error.offset);
        (error.code.to_string(), position.line, position.column)
    });
    let errors = errors.collect();
    answer.errors = errors;
    answer
}
