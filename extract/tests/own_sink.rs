//! A sink of the caller in the pass of the extractor gets the tokens of `tokenize`, and changes nothing about the page.

use std::cell::RefCell;
use tagrake::encoding::{Confidence, Source, decode_page};
use tagrake::{Arena, Options, ProcessingInstruction, Sink, StartTag, TextState, Token, tokenize};
use tagrake_extract::{Context, ExtractOptions, Extractor, Flag};
use tagrake_testsupport::pages;

/// Describes each token.
#[derive(Default)]
struct Described(Vec<String>);

impl<'a> Sink<'a> for Described {
    fn token(&mut self, token: Token<'a>) {
        self.0.push(format!("{token:?}"));
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.token(Token::ProcessingInstruction(instruction));
    }
}

/// Is done after some tokens, and must get no more.
struct Few(usize);

impl<'a> Sink<'a> for Few {
    fn token(&mut self, _: Token<'a>) {
        self.0 = self.0.checked_sub(1).expect("the sink is not done");
    }

    fn is_done(&self) -> bool {
        self.0 == 0
    }
}

fn all_options() -> [ExtractOptions; 4] {
    let options = ExtractOptions::default();
    [options.clone(), options.clone().with_text(true).with_main(true), options.clone().with_items(true), options]
}

#[test]
fn a_sink_gets_the_tokens_of_tokenize() {
    let late = format!("<title>\u{E9}</title><!--{}--><meta charset=koi8-r><p>\u{E9}", "x".repeat(2000));
    let late = late.chars().map(|character| character as u8).collect::<Vec<_>>();
    let crafted: [&[u8]; 4] = [&late, b"", b"<p>a<!-- b", b"\xEF\xBB\xBF<title>x</title>"];
    let corpus = pages::all();
    assert!(corpus.len() > 20);
    let mut restarted = 0;
    for html in corpus.iter().map(|page| &*page.html).chain(crafted) {
        let (text, mut expected) = (decode_page(html, None).text, Described::default());
        tokenize(text.as_bytes(), &Options::default(), &mut Arena::new(), &mut expected);
        for options in all_options() {
            let (mut plain, mut extractor) = (Extractor::new(options.clone()), Extractor::new(options.clone()));
            let mut found = Described::default();
            let page = extractor.extract_with_sink(html, &Context::default(), &mut found);
            let alone = plain.extract(html, &Context::default());
            assert!(found.0 == expected.0);
            assert_eq!(format!("{page:?}"), format!("{alone:?}"));
            restarted += usize::from(page.flags.has(Flag::EncodingRestart));
            // A sink that is done does not end the extraction.
            let mut extractor = Extractor::new(options);
            let page = extractor.extract_with_sink(html, &Context::default(), &mut Few(expected.0.len().min(3)));
            assert_eq!(page.links, alone.links);
        }
    }
    assert!(restarted > 0);
}

#[test]
fn a_sink_reads_the_body_after_the_head() {
    let html = b"<title>T</title><p>one<a href=x>two</a>";
    let mut extractor = Extractor::new(ExtractOptions::default().with_head_only(true));
    let mut found = Described::default();
    let page = extractor.extract_with_sink(html, &Context::default(), &mut found);
    assert_eq!((page.title, page.links.len(), found.0.len()), (Some("T"), 0, 8));
    let found: RefCell<Described> = RefCell::default();
    extractor.extract_with_sink(
        html,
        &Context::default().with_plain_text(true),
        &mut *found.borrow_mut() as &mut dyn Sink<'_>,
    );
    assert!(found.borrow().0.is_empty());
}

/// Reads scripts as markup.
#[derive(Default)]
struct NoScripts(usize);

impl<'a> Sink<'a> for NoScripts {
    fn start_tag(&mut self, _: StartTag<'a>) {
        self.0 += 1;
    }

    fn next_state(&mut self) -> Option<TextState> {
        Some(TextState::Data)
    }
}

#[test]
fn a_sink_that_chooses_states_does_not_change_the_encoding() {
    let html = b"<title>\xE9</title><script><meta charset=koi8-r></script><p>";
    let (mut extractor, mut sink) = (Extractor::default(), NoScripts::default());
    let page = extractor.extract_with_sink(html, &Context::default(), &mut sink);
    assert_eq!((page.encoding.encoding.name(), page.encoding.source), ("KOI8-R", Source::Meta));
    assert_eq!(sink.0, 4);
    let late = [&b"<!--"[..], &b"x".repeat(2000), b"-->", html].concat();
    let mut sink = NoScripts::default();
    let page = extractor.extract_with_sink(&late, &Context::default(), &mut sink);
    assert_eq!((page.encoding.source, page.encoding.confidence), (Source::Default, Confidence::Tentative));
    assert_eq!(sink.0, 4);
}

#[test]
fn limits_stop_the_extraction() {
    let html = b"<a href=1>1</a><a href=2>2</a><title>T</title>";
    let read = |options: ExtractOptions| {
        let mut extractor = Extractor::new(options);
        let page = extractor.extract(html, &Context::default());
        let flags: Vec<_> = page.flags.iter().collect();
        (page.links.len(), page.title.is_some(), flags)
    };
    let options = ExtractOptions::default();
    assert_eq!(read(options.clone()), (2, true, vec![]));
    assert_eq!(read(options.clone().with_max_links(1)), (1, true, vec![Flag::LimitLinks]));
    assert_eq!(
        read(options.clone().with_max_links(1).with_stop_at_max_links(true)),
        (1, false, vec![Flag::LimitLinks])
    );
    assert_eq!(read(options.clone().with_max_links(2).with_stop_at_max_links(true)), (2, true, vec![]));
    assert_eq!(read(options.clone().with_input_bytes(25)), (2, false, vec![Flag::LimitInput]));
    assert_eq!(read(options.clone().with_input_bytes(html.len())), (2, true, vec![]));
    assert_eq!(read(options.clone().with_tokens(4)), (2, false, vec![Flag::LimitTokens]));
    assert_eq!(read(options.with_tokens(9)), (2, true, vec![]));
}
