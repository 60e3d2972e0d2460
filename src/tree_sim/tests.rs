//! Compares the tokens, and the state of tree construction after every tag, with html5ever. Our tokenizer is driven by
//! [`TreeSim`](super::TreeSim), html5ever's by its tree builder. Also tests the rules in which html5ever differs from
//! the standard.

mod html5ever;
mod tagrake;

use self::tagrake::{ReadResult, read};
use super::{Name, StartTagOutcome};
use crate::TextState;
use crate::token::Namespace;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use tagrake_testsupport::random::Random;
use tagrake_testsupport::{tree_construction, variable};

/// The depth limit of the simulator.
const DEPTH: usize = 512;

/// A token, as far as tree construction can affect it, or the state of tree construction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    StartTag(String),
    EndTag(String),
    Text(String),
    Comment,
    /// The state after a tag: the names of the open elements and the active formatting elements, then `head` and `form`
    /// if the pointers are set.
    Construction(String),
}

impl Event {
    /// Appends characters to `events`. Consecutive characters are one event.
    pub(crate) fn append_text(events: &mut Vec<Self>, text: &str) {
        if let Some(Self::Text(run)) = events.last_mut() {
            run.push_str(text);
        } else if !text.is_empty() {
            events.push(Self::Text(text.to_string()));
        }
    }
}

/// Appends the name of an element to the text of an [`Event::Construction`].
fn append_name(state: &mut String, namespace: Namespace, name: &str) {
    let prefix = match namespace {
        Namespace::Html => " ",
        Namespace::Svg => " svg:",
        Namespace::MathMl => " math:",
    };
    state.push_str(prefix);
    state.push_str(name);
}

/// Compares a document up to the first token at which html5ever differs from the standard. Returns true if there is
/// such a token.
fn compare_with_html5ever(html: &str, scripting: bool) -> Result<bool, String> {
    let ReadResult { events, html5ever_differs_at, .. } = read(html, scripting);
    let expected = html5ever::read(html, scripting);
    let end = html5ever_differs_at.unwrap_or(usize::MAX);
    let (found, expected) = (&events[..end.min(events.len())], &expected[..end.min(expected.len())]);
    if found == expected {
        return Ok(html5ever_differs_at.is_some());
    }
    let at = found.iter().zip(expected).take_while(|(found, expected)| found == expected).count();
    let show =
        |events: &[Event]| format!("{:?}", &events[at.saturating_sub(2).min(events.len())..(at + 1).min(events.len())]);
    Err(format!("{html:?}\n   found {}\nexpected {}", show(found), show(expected)))
}

/// Returns the tokens of a document, and the namespaces of its start tags.
pub(crate) fn read_with_simulator(html: &str, scripting: bool) -> (Vec<Event>, Vec<Namespace>) {
    let ReadResult { mut events, outcomes, .. } = read(html, scripting);
    events.retain(|events| !matches!(events, Event::Construction(_)));
    (events, outcomes.iter().map(|outcome| outcome.namespace).collect())
}

/// Returns the documents of html5lib's tests of tree construction.
pub(crate) fn html5lib_documents() -> Vec<String> {
    tree_construction::documents().into_iter().map(|test| test.html).collect()
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn html5lib_documents_agree_with_html5ever() {
    let documents = html5lib_documents();
    let mut differ = 0;
    for html in &documents {
        for scripting in [false, true] {
            differ +=
                usize::from(compare_with_html5ever(html, scripting).unwrap_or_else(|message| panic!("{message}")));
        }
    }
    assert_eq!((documents.len(), differ), (1572, 40));
}

/// The elements of random documents, in groups. A document uses three groups, so that its elements interact.
const ELEMENT_GROUPS: [&str; 10] = [
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

/// Elements after which the rest of a document has little effect. They are used rarely.
const RARE_ELEMENTS: [&str; 5] = ["frameset", "frame", "plaintext", "title", "noscript"];

const ATTRIBUTES: [&str; 11] = [
    " a=1",
    " a=2",
    " a=1 b=1",
    " b=1 a=1",
    " a=2 b=1",
    " type=hidden",
    " type=HIDDEN",
    " color=red",
    " encoding=text/html",
    " encoding=Application/XHTML+xml",
    " encoding=x",
];

/// Text, comments and CDATA sections. The token of a CDATA section shows whether the current node is foreign.
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

/// Returns a random document.
pub(crate) fn random_document(random: &mut Random) -> String {
    let mut html = String::new();
    if random.one_in(3) {
        html.push_str("<!DOCTYPE html>");
    }
    let groups = [(); 3].map(|()| random.choose(&ELEMENT_GROUPS).split(' ').collect::<Vec<_>>());
    for _ in 0..2 + random.below(40) {
        let group = &groups[random.below(groups.len())];
        let name = if random.one_in(150) { random.choose(&RARE_ELEMENTS) } else { random.choose(group) };
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
#[cfg_attr(miri, ignore = "html5ever casts integers to pointers, and Miri warns")]
fn random_documents_agree_with_html5ever() {
    let documents = variable("TAGRAKE_DOCUMENTS", 200_000);
    let mut random = Random::new(variable("TAGRAKE_SEED", 1));
    let mut differ = 0;
    for index in 0..documents {
        let html = random_document(&mut random);
        let result = compare_with_html5ever(&html, index % 4 == 0);
        differ += usize::from(result.unwrap_or_else(|message| panic!("document {index}: {message}")));
    }
    assert!(differ < documents / 20, "{differ} of {documents} documents are checked only in part");
}

/// Documents, and true if they end in foreign content. html5ever 0.40.1 is wrong about the first ones.
const FOREIGN: &[(&str, bool)] = &[
    // `annotation-xml` is special and ends scopes. If it holds HTML, a tag that breaks out of foreign content stops
    // there.
    ("<mo><math><annotation-xml></mo>", true),
    ("<b><math><annotation-xml></b>", true),
    ("<math><annotation-xml encoding=text/html><p>", false),
    ("<math><annotation-xml encoding=text/html><svg><p></p>", true),
    ("<math><annotation-xml><svg><p>", false),
    ("<math><annotation-xml><svg>", true),
    ("<math><annotation-xml><svg></svg>", true),
    ("<math><annotation-xml><svg></svg></annotation-xml></math>", false),
    // The other integration points are special, too.
    ("<x><svg><desc></x>", true),
    ("<li><math><mi><li></li>", true),
    ("<dd><svg><foreignObject><dt></dt>", true),
    // `search` is special.
    ("<x><search><svg></x>", true),
    // In a template `thead` is a table body, as `tbody` is.
    ("<template><thead><tr><td></td></tr><caption><svg>", true),
    ("<template><thead><tr><svg></thead>", false),
    // The implied `body` sets the frameset-ok flag back to "ok".
    ("<template></template><p><frameset><svg>", false),
    ("<template>x</template>x<frameset><svg>", true),
    // Text may reconstruct a formatting element, which ends foreign content.
    ("<svg><desc><p><b></p>", true),
    ("<svg><desc><p><b></p>x", false),
    ("<svg><desc><p><b></p>\0", true),
    // Only the simulator can decide these, not the foreign-content stack.
    ("<b><svg></b>", false),
    ("<svg></b>", true),
    ("<table><svg></table>", false),
    ("<table><tr><td><svg><desc><td>", false),
    ("<svg><desc><td>", true),
    ("<p><b></p><svg></b>", false),
    ("<form><svg></form>", true),
    ("<template><form><svg></form>", false),
    ("<h1><svg></h2>", false),
    ("<template><tr><svg></table>", false),
];

#[test]
fn cdata_is_allowed_if_the_document_ends_in_foreign_content() {
    for &(html, expected) in FOREIGN {
        let read = read(html, false);
        assert_eq!(read.tree.allows_cdata(), expected, "{html}");
        assert!(read.tree.overflowed_at().is_none());
    }
}

/// Documents, and the outcome of their last start tag.
const OUTCOMES: &[(&str, Namespace, bool, TextState)] = &[
    ("<title>", Namespace::Html, false, TextState::Rcdata),
    ("<svg><title>", Namespace::Svg, false, TextState::Data),
    ("<svg><desc><title/>", Namespace::Html, false, TextState::Rcdata),
    ("<math><mi><style>", Namespace::Html, false, TextState::Rawtext),
    ("<math><mi><mglyph>", Namespace::MathMl, false, TextState::Data),
    ("<math><svg>", Namespace::MathMl, false, TextState::Data),
    ("<svg/>", Namespace::Svg, false, TextState::Data),
    ("<svg><p>", Namespace::Html, false, TextState::Data),
    ("<svg><font>", Namespace::Svg, false, TextState::Data),
    ("<svg><font face>", Namespace::Html, false, TextState::Data),
    ("<select><xmp>", Namespace::Html, false, TextState::Rawtext),
    ("<select><select>", Namespace::Html, true, TextState::Data),
    ("<table><script>", Namespace::Html, false, TextState::ScriptData),
    ("<table><plaintext>", Namespace::Html, false, TextState::Plaintext),
    ("<frameset><script>", Namespace::Html, true, TextState::Data),
    ("<frameset><noframes>", Namespace::Html, false, TextState::Rawtext),
    ("<template><col><style>", Namespace::Html, true, TextState::Data),
    ("<p><frameset>", Namespace::Html, false, TextState::Data),
    ("x<frameset>", Namespace::Html, true, TextState::Data),
    ("<input type=hidden><frameset>", Namespace::Html, false, TextState::Data),
    ("<td>", Namespace::Html, true, TextState::Data),
    ("<form><form>", Namespace::Html, true, TextState::Data),
    ("<p><html>", Namespace::Html, false, TextState::Data),
    ("<template><html>", Namespace::Html, true, TextState::Data),
    ("<p><body>", Namespace::Html, false, TextState::Data),
    ("<template><body>", Namespace::Html, true, TextState::Data),
    ("<noscript>", Namespace::Html, false, TextState::Data),
    ("<body><noscript>", Namespace::Html, false, TextState::Data),
];

#[test]
fn start_tags_have_the_outcome_of_the_standard() {
    for &(html, namespace, ignored, state) in OUTCOMES {
        let outcomes = read(html, false).outcomes;
        assert_eq!(outcomes.last(), Some(&StartTagOutcome { namespace, ignored, state }), "{html}");
    }
    for html in ["<noscript>", "<body><noscript>"] {
        let outcomes = read(html, true).outcomes;
        assert_eq!(outcomes.last().map(|outcome| outcome.state), Some(TextState::Rawtext), "{html}");
    }
}

#[test]
fn rules_agree_with_the_table_of_elements() {
    for name in Name::ALL {
        if matches!(name, Name::Other | Name::Html | Name::Head | Name::Body) {
            continue; // Tree construction creates them before their tags.
        }
        let context = match name {
            Name::Frame => "<frameset>",
            Name::Frameset => "",
            _ if name.is_table_part() => "<table>",
            _ => "<body>",
        };
        let element = name.as_str();
        let ReadResult { tree, outcomes, .. } = read(&format!("{context}<{element}>"), false);
        let is_popped = tree.current_node().name != name;
        assert_eq!(is_popped, name.is_void() || name == Name::Col, "{element}");
        assert_eq!(tree.formatting.len() > 0, name.is_formatting() || name.is_marker(), "{element}");
        assert_eq!(outcomes.last().map(|outcome| outcome.state), Some(name.text_state(false)), "{element}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes: the depth matters")]
fn depth_limit_bounds_the_stack_and_the_list() {
    let numbered = |times: usize, format: fn(usize) -> String| (0..times).map(format).collect::<String>();
    let mut documents: Vec<String> = Vec::from([
        "<div>".repeat(2000),
        "<svg>".repeat(2000) + "</svg>",
        "<template>".repeat(2000) + &"</template>".repeat(1000) + "<tr>",
        "<table><tr><td>".repeat(1000) + &"</table>".repeat(1000),
        numbered(2000, |at| format!("<b a={at}>")),
        "<p>".to_string() + &numbered(500, |at| format!("<b a={at}>")) + &"</p><p>x".repeat(100),
        "<template><applet></template>".repeat(2000),
        "<frameset>".repeat(2000) + &"</frameset>".repeat(2000),
    ]);
    let mut random = Random::new(7);
    documents.extend((0..12).map(|_| deep_document(&mut random)));
    let mut overflowed = 0;
    for html in &documents {
        let tree = read(html, false).tree;
        assert!(tree.open.len() <= DEPTH && tree.formatting.len() <= DEPTH);
        let templates = tree.open_elements().filter(|kind| kind.is(Name::Template)).count();
        assert_eq!(tree.template_modes.len(), templates);
        overflowed += usize::from(tree.overflowed_at().is_some());
    }
    assert!(overflowed > documents.len() * 3 / 4, "{overflowed} of {}", documents.len());
}

/// Returns a random document of many start tags and few end tags.
fn deep_document(random: &mut Random) -> String {
    let mut html = "<template>".to_string();
    for _ in 0..3000 {
        let group: Vec<_> = random.choose(&ELEMENT_GROUPS).split(' ').collect();
        let name = random.choose(&group);
        let solidus = if random.one_in(16) { "/" } else { "" };
        let name = if TEXT_ELEMENTS.contains(&name) { "div" } else { name };
        html.push_str(&format!("<{solidus}{name} a={}>x", random.below(9)));
    }
    html
}
