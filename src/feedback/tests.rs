//! Compares documents read with the foreign-content stack and the simulator as its fallback with the simulator alone.

use crate::token::Namespace;
use crate::tree_sim::tests::{Event, html5lib_documents, random_document, read_with_simulator};
use crate::{Arena, Comment, EndTag, Engine, Options, Simd, Sink, StartTag, Stream, Text, tokenize};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::fs;
use tagrake_testsupport::random::Random;
use tagrake_testsupport::{packages, variable};

/// The configurations in which each document is read.
const CONFIGURATIONS: [(Engine, Simd); 3] =
    [(Engine::StateMachine, Simd::Auto), (Engine::Auto, Simd::Auto), (Engine::Auto, Simd::Scalar)];

#[derive(Default)]
struct Recorder {
    events: Vec<Event>,
    namespaces: Vec<Namespace>,
}

impl<'a> Sink<'a> for Recorder {
    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.events.push(Event::StartTag(tag.name_str().to_string()));
        self.namespaces.push(tag.namespace());
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.events.push(Event::EndTag(tag.name_str().to_string()));
    }

    fn text(&mut self, text: Text<'a>) {
        Event::append_text(&mut self.events, text.decoded_str());
    }

    fn comment(&mut self, _: Comment<'a>) {
        self.events.push(Event::Comment);
    }
}

/// Checks a document in every configuration and in chunks. Returns true if the foreign-content stack could not decide.
fn check(html: &str, scripting: bool, arena: &mut Arena) -> bool {
    let (events, namespaces) = read_with_simulator(html, scripting);
    let mut is_ambiguous = false;
    for (engine, simd) in CONFIGURATIONS {
        let options = Options::default().with_scripting(scripting).with_engine(engine).with_simd(simd);
        let mut recorder = Recorder::default();
        is_ambiguous = tokenize(html.as_bytes(), &options, arena, &mut recorder).is_ambiguous();
        assert_eq!(recorder.events, events, "{html:?} {engine:?} {simd:?}");
        assert_eq!(recorder.namespaces, namespaces, "{html:?} {engine:?} {simd:?}");
    }
    for (size, engine) in [(1, Engine::Auto), (7, Engine::StateMachine), (40, Engine::Auto), (usize::MAX, Engine::Auto)]
    {
        // A history of 50 bytes is too short for a replay, so the stream feeds the simulator as it reads.
        let options = Options::default().with_scripting(scripting).with_engine(engine);
        let mut stream = Stream::new(&options.with_history_bytes(50));
        let mut recorder = Recorder::default();
        html.as_bytes().chunks(size).for_each(|chunk| stream.feed(chunk, &mut recorder));
        let summary = stream.finish(&mut recorder);
        assert_eq!(recorder.events, events, "{html:?} in chunks of {size}");
        assert_eq!(recorder.namespaces, namespaces, "{html:?} in chunks of {size}");
        assert_eq!(summary.is_ambiguous(), is_ambiguous, "{html:?} in chunks of {size}");
    }
    is_ambiguous
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn html5lib_documents_agree_with_the_simulator() {
    let mut arena = Arena::new();
    let documents = html5lib_documents();
    let ambiguous = documents.iter().filter(|html| check(html, false, &mut arena)).count();
    documents.iter().for_each(|html| {
        check(html, true, &mut arena);
    });
    assert_eq!((ambiguous, documents.len()), (144, 1572));
}

#[test]
fn random_documents_agree_with_the_simulator() {
    let (mut arena, mut random) = (Arena::new(), Random::new(2));
    let documents = if cfg!(miri) { 3 } else { variable("TAGRAKE_DOCUMENTS", 60_000) };
    let ambiguous =
        (0..documents).filter(|index| check(&random_document(&mut random), index % 4 == 0, &mut arena)).count();
    assert!(ambiguous > documents / 10 && ambiguous < documents, "{ambiguous} of {documents} are ambiguous");
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn real_pages_agree_with_the_simulator() {
    let mut folders = Vec::from([(packages::repository_file("corpora/small"), false)]);
    folders.push((packages::package_dir("readable-readability").join("samples"), true));
    let (mut arena, mut pages) = (Arena::new(), 0);
    for (folder, holds_folders) in folders {
        for entry in fs::read_dir(&folder).expect("a folder of pages") {
            let mut path = entry.expect("an entry").path();
            if holds_folders {
                path = path.join("source.html");
            }
            let Ok(html) = fs::read(&path) else { continue };
            check(&String::from_utf8_lossy(&html), false, &mut arena);
            pages += 1;
        }
    }
    assert!(pages >= 25, "{pages} pages");
}
