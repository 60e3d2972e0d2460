//! Tests of the state machine against the standard's lists: states, names, anchors, and the reachability of every state
//! and error.

use super::{State, StateMachine};
use crate::arena::{Arena, Source};
use crate::error::{ErrorCode, ParseError};
use crate::options::Options;
use crate::run::Run;
use crate::sink::Sink;
use crate::text_state::TextState;
use alloc::vec::Vec;

#[test]
fn text_states_have_the_names_of_their_states() {
    for &state in TextState::ALL {
        assert_eq!(state.as_str(), State::from_text_state(state).name());
    }
}

/// Inputs that reach every state and every parse error: the initial state, the last start tag, the input.
const INPUTS: &[(TextState, &str, &str)] = &[
    (TextState::Data, "", "a<b c=\"d&amp;\" e='f&lt' g=h&notin; i>j</b k/><br/></><?x></ y>"),
    (TextState::Data, "", "<a b=c\"'<=` \"d='e'f =g h= i a/b><x y=><z\0 =\0=\0 x x></a "),
    (TextState::Data, "", "\0&\u{1}\u{FDD0}&#x41;&#65&#X;&#;&#x0;&#xD800;&#x110000;&#xFFFE;&#x81;&bogus;&bogus "),
    (TextState::Data, "", "<!-- a <! b <!- c <!-- d - e -- f --! g --!--><!--><!---><!----!><!--\0--!--"),
    (TextState::Data, "", "<!-- \0<!--><!-- <<!-- -"),
    (TextState::Data, "", "<![CDATA[x]]><!x\0><!DOCTYPE><!DOCTYPEhtml><!DOCTYPE \0a\0><!DOCTYPE a b\0c><!doctype a"),
    (TextState::Data, "", "<!DOCTYPE a PUBLIC \"b\0\" 'c\0'><!DOCTYPE a PUBLIC'b\0'\"c\0\"><!DOCTYPE a PUBLIC \"b>"),
    (TextState::Data, "", "<!DOCTYPE a PUBLIC><!DOCTYPE a PUBLIC ><!DOCTYPE a PUBLIC x><!DOCTYPE a PUBLIC 'b' x>"),
    (TextState::Data, "", "<!DOCTYPE a SYSTEM\"b\"><!DOCTYPE a SYSTEM 'c'x><!DOCTYPE a SYSTEM><!DOCTYPE a SYSTEM x>"),
    (TextState::Data, "", "<!DOCTYPE a PUBLIC 'b' 'c><!DOCTYPE a SYSTEM 'c"),
    (TextState::Data, "", "1 < 2<"),
    (TextState::Rcdata, "title", "a&lt;\0<b</b</ </titles></TITLE>"),
    (TextState::Rawtext, "style", "a\0<b</b</ </styles></style x>"),
    (
        TextState::ScriptData,
        "script",
        "<b</ </x><!--x-\0--\0<b</</x ---><!--<script>\0-\0--\0<x</script >--></script/>",
    ),
    (TextState::ScriptData, "script", "<!- <!--<scripts <script --></SCRIPT "),
    (TextState::ScriptData, "script", "<!--<script--"),
    (TextState::Plaintext, "", "</plaintext>\0"),
    (TextState::CdataSection, "", "a]b]]c]]]>"),
    (TextState::CdataSection, "", "a"),
];

/// As [`INPUTS`], for the states and errors of processing instructions.
const PROCESSING_INSTRUCTIONS: &[&str] = &["<?a b?c?><?xml?><?1><?a.b><?"];

/// Collects errors.
#[derive(Default)]
struct Errors(Vec<ParseError>);

impl Sink<'_> for Errors {
    fn error(&mut self, error: ParseError) {
        self.0.push(error);
    }
}

/// Runs the state machine over `input` and appends the states that it visits.
fn visit(options: &Options, input: &[u8], visited: &mut Vec<State>, errors: &mut Errors) {
    let arena = Arena::new();
    let mut run = Run::new(Source { input, text: None, arena: &arena }, options);
    while !run.finished {
        let mut machine = StateMachine::new(&mut run, errors);
        while !machine.stopped {
            visited.push(machine.state);
            machine.step();
        }
        machine.run.offset = machine.pos;
    }
}

#[test]
fn every_state_and_every_error_is_reached() {
    let (mut visited, mut errors) = (Vec::new(), Errors::default());
    let options = Options::default().with_errors(true);
    for (state, last_start_tag, input) in INPUTS {
        let options = options.clone().with_initial_state(*state).with_last_start_tag(last_start_tag);
        visit(&options, input.as_bytes(), &mut visited, &mut errors);
    }
    visit(&options, b"\xED\xA0\x80", &mut visited, &mut errors);
    assert!(visited.iter().all(|state| !state.name().to_lowercase().contains("processing instruction")));
    for input in PROCESSING_INSTRUCTIONS {
        visit(&options.clone().with_processing_instructions(true), input.as_bytes(), &mut visited, &mut errors);
    }
    for (state, name, _) in State::ALL {
        assert!(visited.contains(state), "not reached: {name}");
    }
    for code in ErrorCode::ALL {
        assert!(errors.0.iter().any(|error| error.code == *code), "not reported: {code}");
    }
}

#[test]
fn states_match_the_standard_s_list() {
    let states: Vec<_> = include_str!("../../tests/data/states.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect::<Vec<_>>())
        .collect();
    assert_eq!(states.len(), 85);
    for (index, (row, (_, name, anchor))) in states.iter().zip(State::ALL).enumerate() {
        assert_eq!((row[0].parse(), row[1], row[2]), (Ok(index + 1), *name, *anchor));
    }
    assert_eq!(states.len(), State::ALL.len());
}
