//! Sinks that are made of other sinks, and attributes by name.

use tagrake::{
    Arena, Comment, Doctype, Dropped, EndTag, Options, ParseError, ProcessingInstruction, Sink, StartTag, Text,
    TextState, Token, Tokenizer, sink, tokenize,
};
use tagrake_testsupport::pages;
use tagrake_testsupport::random::Random;
use tagrake_testsupport::random_page;

/// Records the kind and the span of each token and error. It has a method for each kind, and none for `token`.
#[derive(Clone, Debug, Default, PartialEq)]
struct Kinds(Vec<(&'static str, std::ops::Range<usize>)>);

impl<'a> Sink<'a> for Kinds {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        self.0.push(("doctype", doctype.span()));
    }
    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.0.push(("start", tag.span()));
    }
    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.0.push(("end", tag.span()));
    }
    fn text(&mut self, text: Text<'a>) {
        self.0.push(("text", text.span()));
    }
    fn comment(&mut self, comment: Comment<'a>) {
        self.0.push(("comment", comment.span()));
    }
    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.0.push(("instruction", instruction.span()));
    }
    fn dropped(&mut self, dropped: Dropped) {
        self.0.push(("dropped", dropped.span()));
    }
    fn error(&mut self, error: ParseError) {
        self.0.push((error.code.as_str(), error.offset..error.offset));
    }
}

/// Records until it is done, after a number of tokens, and must get nothing later.
struct Until(usize, Kinds);

impl<'a> Sink<'a> for Until {
    fn token(&mut self, token: Token<'a>) {
        self.0 = self.0.checked_sub(1).expect("the sink is not done");
        token.send_to(&mut self.1);
    }
    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.token(Token::ProcessingInstruction(instruction));
    }
    fn error(&mut self, error: ParseError) {
        assert!(self.0 > 0, "the sink is not done");
        self.1.error(error);
    }
    fn is_done(&self) -> bool {
        self.0 == 0
    }
}

fn read<S: for<'a> Sink<'a>>(html: &[u8], options: &Options, mut sink: S) -> (S, usize) {
    let bytes = tokenize(html, options, &mut Arena::new(), &mut sink).bytes();
    (sink, bytes)
}

#[test]
fn each_sink_gets_what_it_gets_alone() {
    let mut random = Random::new(3);
    let mut inputs: Vec<Vec<u8>> = pages::all().into_iter().map(|page| page.html.to_vec()).collect();
    for _ in 0..300 {
        let mut html = Vec::new();
        random_page::push(&mut random, &mut html);
        inputs.push(html);
    }
    for html in &inputs {
        let options = random_page::options(&mut random).with_errors(random.one_in(2));
        let alone = read(html, &options, Kinds::default());
        let without_errors = options.clone().with_errors(false);
        let arena = Arena::new();
        let mut pulled = Kinds::default();
        Tokenizer::with_options(html, &without_errors, &arena).for_each(|token| token.send_to(&mut pulled));
        assert_eq!(pulled, read(html, &without_errors, Kinds::default()).0);

        let ((left, right), bytes) = read(html, &options, (Kinds::default(), Some(Kinds::default())));
        assert_eq!((&left, right.as_ref(), bytes), (&alone.0, Some(&alone.0), alone.1));
        let ((left, _), bytes) = read(html, &options, (Kinds::default(), None::<Kinds>));
        assert_eq!((left, bytes), alone);

        let (count, other) = (random.below(20), random.below(20));
        let until = |count| read(html, &options, Until(count, Kinds::default()));
        let (first, second) = (until(count), until(other));
        let pair = read(html, &options, (Until(count, Kinds::default()), Until(other, Kinds::default())));
        assert_eq!(((pair.0.0.1), (pair.0.1.1)), (first.0.1, second.0.1));
        assert_eq!(pair.1, first.1.max(second.1));
        let ((_, kinds), bytes) = read(html, &options, (Until(count, Kinds::default()), Kinds::default()));
        assert_eq!((kinds, bytes), alone);
    }
}

/// Chooses a state after each start tag of one name.
struct Chooses(&'static str, TextState, bool);

impl<'a> Sink<'a> for Chooses {
    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.2 = tag.name() == self.0.as_bytes();
    }
    fn next_state(&mut self) -> Option<TextState> {
        self.2.then_some(self.1)
    }
    fn ignores_text(&self) -> bool {
        true
    }
}

#[test]
fn the_first_sink_that_chooses_a_state_decides() {
    let states = |sinks: (Chooses, Chooses)| {
        let mut states = Vec::new();
        let record = sink::from_fn(|token| {
            if let Token::Text(text) = token {
                states.push(text.state());
            }
        });
        tokenize(b"<x>a</x><y>b</y><z>c", &Options::default(), &mut Arena::new(), &mut (sinks, record));
        states
    };
    let chooses = |name, state| Chooses(name, state, false);
    let (rcdata, rawtext, data) = (TextState::Rcdata, TextState::Rawtext, TextState::Data);
    assert_eq!(states((chooses("x", rcdata), chooses("y", rawtext))), [rcdata, rawtext, data]);
    assert_eq!(states((chooses("x", rcdata), chooses("x", rawtext))), [rcdata, data, data]);
}

#[test]
fn text_is_ignored_where_both_sinks_ignore_it() {
    let ignores = |name| Chooses(name, TextState::Rcdata, false);
    assert!((ignores("x"), ignores("y")).ignores_text());
    assert!((ignores("x"), None::<Kinds>).ignores_text() && None::<Kinds>.ignores_text());
    assert!(!(ignores("x"), Kinds::default()).ignores_text() && !Some(Kinds::default()).ignores_text());
    // A sink that is done ignores it.
    assert!((ignores("x"), Until(0, Kinds::default())).ignores_text());
    assert!(None::<Kinds>.is_done() && !(None::<Kinds>, Kinds::default()).is_done());
}

#[test]
fn attributes_are_found_in_any_case() {
    let arena = Arena::new();
    // The state machine reads the second tag, because of the NUL.
    for token in Tokenizer::new(b"<a HREF=x Data-\xC3\x84=y REL=z><a HREF=x Data-\xC3\x84=y REL=z c=\0>", &arena) {
        let Token::StartTag(tag) = token else { panic!("a start tag") };
        for name in ["href", "HREF", "hReF"] {
            assert_eq!(tag.attribute(name).map(|attribute| attribute.value()), Some(&b"x"[..]), "{name}");
        }
        assert!(tag.attribute("DATA-Ä").is_some() && tag.attribute("data-ä").is_none());
        assert!(tag.attribute(b"REL").is_some() && tag.attribute("Alt").is_none() && tag.attribute("HRE").is_none());
    }
}
