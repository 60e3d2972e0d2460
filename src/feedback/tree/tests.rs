//! The tokens of documents, with our tokenizer steered by [`Tree`], against those of html5ever steered by its tree builder.

mod html5ever;
mod ours;
#[path = "../../../tests/support/packages.rs"]
pub(in crate::feedback) mod packages;
#[path = "../../../tests/support/random.rs"]
pub(in crate::feedback) mod random;

use self::ours::{Read, read};
use self::random::Random;
use super::stack::MAX_DEPTH;
use crate::feedback::Namespace;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::fs;

/// A token, as far as the tree can change which one it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::feedback) enum Seen {
    StartTag(String),
    EndTag(String),
    Text(String),
    Comment,
}

impl Seen {
    /// Appends characters to `seen`, runs joined.
    pub(in crate::feedback) fn append_text(seen: &mut Vec<Self>, text: &str) {
        if let Some(Self::Text(run)) = seen.last_mut() {
            run.push_str(text);
        } else if !text.is_empty() {
            seen.push(Self::Text(text.to_string()));
        }
    }
}

/// Checks a document up to the token at which html5ever leaves the standard, and returns whether there is one.
fn agrees(html: &str, scripting: bool) -> Result<bool, String> {
    let Read { seen, html5ever_differs_at, .. } = read(html, scripting);
    let expected = html5ever::read(html, scripting);
    let end = html5ever_differs_at.unwrap_or(usize::MAX);
    let found = &seen[..end.min(seen.len())];
    if *found == expected[..end.min(expected.len())] {
        return Ok(html5ever_differs_at.is_some());
    }
    Err(format!("{html:?}\n   found {found:?}\nexpected {expected:?}"))
}

/// Returns the tokens of a document, and the namespaces of its start tags.
pub(in crate::feedback) fn read_with_tree(html: &str, scripting: bool) -> (Vec<Seen>, Vec<Namespace>) {
    let Read { seen, outcomes, .. } = read(html, scripting);
    (seen, outcomes.iter().map(|outcome| outcome.namespace).collect())
}

/// Returns the documents of html5lib's tests of tree construction.
pub(in crate::feedback) fn html5lib_documents() -> Vec<String> {
    let folder = packages::package_dir("markup5ever_rcdom").join("html5lib-tests/tree-construction");
    let mut documents = Vec::new();
    for entry in fs::read_dir(folder).expect("the tests are there") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "dat") {
            continue;
        }
        let tests = String::from_utf8(fs::read(&path).expect("a file")).expect("UTF-8");
        for test in format!("\n{tests}").split("\n#data").skip(1) {
            let (html, expected) = test.split_once("\n#errors").expect("a test has errors");
            if !expected.contains("\n#document-fragment") {
                documents.push(html.strip_prefix('\n').unwrap_or(html).to_string());
            }
        }
    }
    documents
}

#[test]
fn documents_of_html5lib_give_the_tokens_of_html5ever() {
    let folder = packages::package_dir("markup5ever_rcdom").join("html5lib-tests/tree-construction");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("the tests are there").map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "dat"));
    files.sort();
    let (mut documents, mut differ) = (0, 0);
    for path in files {
        let tests = String::from_utf8(fs::read(&path).expect("a file")).expect("UTF-8");
        for test in format!("\n{tests}").split("\n#data").skip(1) {
            let (html, expected) = test.split_once("\n#errors").expect("a test has errors");
            let html = html.strip_prefix('\n').unwrap_or(html);
            if expected.contains("\n#document-fragment") {
                continue;
            }
            documents += 1;
            if read(html, false).html5ever_differs_at.is_some() {
                std::eprintln!("{html:?}");
            }
            for scripting in [false, true] {
                differ += usize::from(agrees(html, scripting).unwrap_or_else(|message| panic!("{path:?}: {message}")));
            }
        }
    }
    assert_eq!((documents, differ), (1600, 0));
}

/// The elements of random documents, in families: a document takes to some of them.
const FAMILIES: [&str; 10] = [
    "svg math svg math g path mi mo desc title foreignObject annotation-xml mglyph malignmark x",
    "svg desc foreignObject title math mi mtext annotation-xml",
    "table tbody thead tfoot tr td th caption colgroup col",
    "table tr td template input form",
    "b i a nobr font code u s strong",
    "p div li ul ol dd dt dl h1 h2 address section",
    "select option optgroup hr input button ruby rb rt rtc rp",
    "template tr td col caption html body head",
    "applet marquee object button form span x y-z",
    "br img image embed hr param wbr meta link base noscript pre listing var sub center summary dialog",
];

/// The elements that hold only text.
const TEXT_ELEMENTS: [&str; 8] = ["title", "textarea", "style", "xmp", "iframe", "noembed", "noframes", "script"];

/// The elements behind which a document says no more: rare.
const LAST: [&str; 5] = ["frameset", "frame", "plaintext", "title", "noscript"];

const ATTRIBUTES: [&str; 9] = [
    " a=1",
    " a=2",
    " b=1 a=1",
    " type=hidden",
    " type=HIDDEN",
    " color=red",
    " encoding=text/html",
    " encoding=Application/XHTML+xml",
    " encoding=x",
];

/// Text and what looks like it. A CDATA section tells whether the current node is foreign.
const TEXT: [&str; 14] = [
    "x",
    " ",
    "\n",
    " x ",
    "\0",
    "&amp;",
    "<!---->",
    "</>",
    "<![CDATA[x]]>",
    "<![CDATA[ ]]>",
    "<![CDATA[<b>]]>",
    "<![CDATA[<b>]]>",
    "<![CDATA[<b>]]>",
    "<![CDATA[<b>]]>",
];

/// Writes a document.
pub(in crate::feedback) fn random_document(random: &mut Random) -> String {
    let mut html = String::new();
    if random.one_in(3) {
        html.push_str("<!DOCTYPE html>");
    }
    let families = [(); 3].map(|()| random.choose(&FAMILIES).split(' ').collect::<Vec<_>>());
    for _ in 0..2 + random.below(40) {
        let family = &families[random.below(families.len())];
        let name = if random.one_in(150) { random.choose(&LAST) } else { random.choose(family) };
        match random.below(12) {
            0..3 => html.push_str(random.choose(&TEXT)),
            3..6 => html.push_str(&format!("</{name}>")),
            6 => {
                let name = random.choose(&TEXT_ELEMENTS);
                html.push_str(&format!("<{name}>x<b></{name}>"));
            }
            _ => {
                let attributes = if random.one_in(4) { random.choose(&ATTRIBUTES) } else { "" };
                let end = if random.one_in(12) { "/>" } else { ">" };
                html.push_str(&format!("<{name}{attributes}{end}"));
            }
        }
    }
    html
}

#[test]
fn random_documents_give_the_tokens_of_html5ever() {
    let documents =
        std::env::var("TAGRAKE_DOCUMENTS").map_or(200_000, |documents| documents.parse().expect("a number"));
    let seed = std::env::var("TAGRAKE_SEED").map_or(1, |seed| seed.parse().expect("a number"));
    let mut random = Random::new(seed);
    let mut differ = 0;
    for at in 0..documents {
        let html = random_document(&mut random);
        differ += usize::from(agrees(&html, at % 4 == 0).unwrap_or_else(|message| panic!("document {at}: {message}")));
    }
    std::eprintln!("{differ}");
    assert!(differ < documents / 3, "{differ}");
}

#[test]
fn dump() {
    let Ok(path) = std::env::var("TAGRAKE_DUMP") else { return };
    let _ = (path, MAX_DEPTH);
}
