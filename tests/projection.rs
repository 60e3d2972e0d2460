//! A projection passes the same tokens as a filter over all tokens, with both engines.

use tagrake::{
    Arena, Comment, Doctype, Dropped, EndTag, Engine, Options, ParseError, ProcessingInstruction, Projection, Sink,
    StartTag, Text, Wanted,
};
use tagrake_testsupport::any_sink::tokenize;
use tagrake_testsupport::random::Random;
use tagrake_testsupport::{pages, random_page};

/// The tokens that a test wants: tags with some attributes (or all if `None`), and kinds of tokens.
struct Want {
    tags: &'static [(&'static str, Option<&'static [&'static str]>)],
    text: bool,
    comments: bool,
    processing_instructions: bool,
    doctypes: bool,
}

const WANTS: &[Want] = &[
    Want { tags: &[], text: false, comments: false, processing_instructions: false, doctypes: false },
    Want { tags: &[], text: true, comments: true, processing_instructions: false, doctypes: true },
    Want {
        tags: &[("a", Some(&["href", "rel"])), ("img", Some(&["src"])), ("meta", None), ("br", Some(&[]))],
        text: false,
        comments: false,
        processing_instructions: true,
        doctypes: true,
    },
    Want {
        tags: &[
            ("A", Some(&["HREF", "b", "c", "x\u{FFFD}"])),
            ("a\u{FFFD}", None),
            ("p", Some(&["class"])),
            ("Div", None),
        ],
        text: true,
        comments: false,
        processing_instructions: false,
        doctypes: false,
    },
];

impl Want {
    fn wanted(&self) -> Wanted {
        let mut wanted = Wanted::new();
        for (name, attributes) in self.tags {
            wanted = match attributes {
                None => wanted.whole_tag(name),
                Some(attributes) => wanted.tag(*name, attributes.iter().copied()),
            };
        }
        wanted = if self.text { wanted.text() } else { wanted };
        wanted = if self.comments { wanted.comments() } else { wanted };
        wanted = if self.processing_instructions { wanted.processing_instructions() } else { wanted };
        if self.doctypes { wanted.doctypes() } else { wanted }
    }

    /// Returns the wanted attributes of a tag; `None` if the tag is not wanted.
    fn of(&self, name: &str) -> Option<Option<&'static [&'static str]>> {
        self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, attributes)| *attributes)
    }
}

/// Records the tokens that pass the filter `want`.
#[derive(Default)]
struct FilterSink<'w> {
    want: Option<&'w Want>,
    seen: Vec<String>,
}

impl FilterSink<'_> {
    fn put(&mut self, is_wanted: impl Fn(&Want) -> bool, shown: impl FnOnce() -> String) {
        if self.want.is_none_or(is_wanted) {
            self.seen.push(shown());
        }
    }
}

impl<'a> Sink<'a> for FilterSink<'_> {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        self.put(|want| want.doctypes, || format!("{doctype:?}"));
    }

    fn start_tag(&mut self, tag: StartTag<'a>) {
        let attributes = match self.want {
            None => None,
            Some(want) => match want.of(tag.name_str()) {
                None => return,
                Some(attributes) => attributes,
            },
        };
        let is_wanted =
            |name: &str| attributes.is_none_or(|names| names.iter().any(|wanted| wanted.eq_ignore_ascii_case(name)));
        let attributes: Vec<_> = tag.attributes().filter(|attribute| is_wanted(attribute.name_str())).collect();
        for attribute in &attributes {
            let found = tag.attribute(attribute.name()).expect("the attribute is there by its name");
            assert_eq!(found.span(), attribute.span());
        }
        self.seen.push(format!(
            "{:?} {} {:?} {} {} {attributes:?}",
            tag.span(),
            tag.name_str(),
            tag.namespace(),
            tag.is_self_closing(),
            tag.duplicate_attributes(),
        ));
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.put(|want| want.of(tag.name_str()).is_some(), || format!("{tag:?}"));
    }

    fn text(&mut self, text: Text<'a>) {
        self.put(|want| want.text, || format!("{text:?}"));
    }

    fn comment(&mut self, comment: Comment<'a>) {
        self.put(|want| want.comments, || format!("{comment:?}"));
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.put(|want| want.processing_instructions, || format!("{instruction:?}"));
    }

    fn dropped(&mut self, dropped: Dropped) {
        self.seen.push(format!("{dropped:?}"));
    }

    fn error(&mut self, error: ParseError) {
        self.seen.push(format!("{error:?}"));
    }
}

fn check(html: &[u8], options: &Options) {
    for want in WANTS {
        for engine in [Engine::Auto, Engine::StateMachine] {
            let options = options.clone().with_engine(engine);
            let mut filtered = FilterSink { want: Some(want), ..FilterSink::default() };
            tokenize(html, &options, &mut Arena::new(), &mut filtered);
            let wanted = want.wanted();
            let mut projection = Projection::new(FilterSink::default(), &wanted);
            tokenize(html, &options, &mut Arena::new(), &mut projection);
            assert_eq!(projection.into_inner().seen, filtered.seen, "{:?}", html.escape_ascii().to_string());
        }
    }
}

#[test]
fn a_projection_equals_a_filter() {
    let cases: &[&str] = &[
        "<!DOCTYPE html><A HREF=1 x href=2 rel='&amp;'>t</A><!-- c --><img src=a alt=b><br/ clear><meta a b=c>",
        "<a\0 b><a x\0=1 c=\"&lt;\" x\u{FFFD}=2></a\0><p class><p CLASS='&#65;' id=1></p",
        "<?a b?><!-- c --><?xml?><?d",
        "<svg><a href=1 b></a></svg><div 1=2 3><title><a></title>",
    ];
    for html in cases {
        check(html.as_bytes(), &Options::default().with_errors(true));
        check(html.as_bytes(), &Options::default().with_errors(true).with_processing_instructions(true));
    }
    let mut random = Random::new(12);
    for _ in 0..5_000 {
        let mut html = Vec::new();
        random_page::push(&mut random, &mut html);
        check(&html, &random_page::options(&mut random).with_errors(random.one_in(2)));
    }
    for page in pages::all() {
        check(&page.html, &Options::default());
    }
}
