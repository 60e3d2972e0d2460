//! The main content of long pages is complete: pages of 10 to 10,000 units, such as paragraphs, posts or rows, between a navigation and a
//! footer.

use std::collections::HashSet;
use std::fmt::Write;
use tagrake_extract::{Context, ExtractOptions, Extractor, View};
use tagrake_testsupport::random::Random;

/// The least share of the words of the units that the main content has.
const KEPT: f64 = 0.99;

/// The numbers of units of a page.
const SIZES: [usize; 4] = [10, 100, 1_000, 10_000];

#[rustfmt::skip]
const SUBJECTS: [&str; 16] = [
    "the captain", "her mother", "an old fisherman", "the committee", "every traveller", "the second engine", "a small child",
    "the village doctor", "this method", "the river", "nobody in the house", "the young teacher", "a letter from the north",
    "the council of the town", "his brother", "the winter of that year",
];

#[rustfmt::skip]
const VERBS: [&str; 12] = [
    "had never seen", "remembered", "was waiting for", "could not explain", "brought back", "left behind", "spoke about",
    "depended on", "was afraid of", "carried", "found", "would soon forget",
];

#[rustfmt::skip]
const OBJECTS: [&str; 14] = [
    "the lights of the harbour", "a box of letters", "what the others had decided", "the long road to the coast",
    "the results of the first experiment", "an answer", "the price of bread", "the noise of the mill", "a map of the islands",
    "the promise that was made in spring", "three horses and a cart", "the old bridge", "the pressure in the pipe", "his own voice",
];

#[rustfmt::skip]
const ENDS: [&str; 10] = [
    "when the rain began", "before the end of the week", "although it was late", "because the door was open", "in the morning",
    "as they had agreed", "without a word", "for more than ten years", "after the meeting", "if the weather allowed it",
];

/// Returns some sentences.
fn sentences(random: &mut Random, count: usize) -> String {
    let mut text = String::new();
    for _ in 0..count {
        let [subject, verb, object, end] =
            [random.choose(&SUBJECTS), random.choose(&VERBS), random.choose(&OBJECTS), random.choose(&ENDS)];
        let second = [random.choose(&SUBJECTS), random.choose(&VERBS), random.choose(&OBJECTS)].join(" ");
        let first = subject[..1].to_uppercase();
        write!(text, "{first}{} {verb} {object} {end}, and {second}. ", &subject[1..])
            .expect("a String takes all text");
    }
    text.truncate(text.trim_end().len());
    text
}

/// The structures of long pages. Each has a function for the markup of a unit with some text.
type Structure = (&'static str, fn(&mut Random, usize) -> (String, String), &'static str, &'static str);

/// Returns the markup around one text, and the text.
fn around(random: &mut Random, count: usize, markup: impl Fn(&str) -> String) -> (String, String) {
    let text = sentences(random, count);
    (markup(&text), text)
}

#[rustfmt::skip]
const STRUCTURES: [Structure; 12] = [
    ("p", |random, _| around(random, 3, |text| format!("<p>{text}</p>")), "", ""),
    ("div", |random, _| around(random, 3, |text| format!("<div>{text}</div>")), "", ""),
    ("br", |random, _| around(random, 3, |text| format!("{text}<br><br>")), "<div class=text>", "</div>"),
    ("li", |random, _| around(random, 2, |text| format!("<li>{text}</li>")), "<ul>", "</ul>"),
    ("dl", |random, at| around(random, 2, |text| format!("<dt>Term {at}</dt><dd>{text}</dd>")), "<dl>", "</dl>"),
    ("rows", |random, at| around(random, 1, |text| format!("<tr><td>{at}</td><td>{text}</td></tr>")),
        "<table><tr><th>Number</th><th>Note</th></tr>", "</table>"),
    ("posts", |random, at| around(random, 3, |text| format!("<div class=post id=p{at}><div class=meta><a href=/u/{at}>member{at}</a> \
        <span>#{at}</span></div><div class=body>{text}</div></div>")), "<div class=thread>", "</div>"),
    ("headings", |random, at| around(random, 3, |text| format!("<h2>Part {at}</h2><p>{text}</p>")), "", ""),
    ("code", |random, at| around(random, 2, |text| format!("<p>{text}</p><pre><code>fn part_{at}(x: u32) -&gt; u32 {{\n    x + {at}\n}}\
        </code></pre>")), "", ""),
    ("quotes", |random, _| around(random, 3, |text| format!("<blockquote><p>{text}</p></blockquote>")), "", ""),
    ("dialogue", |random, at| if at % 4 == 0 {
        around(random, 3, |text| format!("<p>{text}</p>"))
    } else {
        let line = format!("\"{} {}?\"", random.choose(&["Yes, but", "No, when", "And if", "Well,"]), random.choose(&SUBJECTS));
        (format!("<p>{line}</p>"), line)
    }, "", ""),
    ("mixed", |random, at| around(random, 3, |text| match at % 9 {
        0 => format!("<h2>Chapter {at}</h2><p>{text}</p>"),
        4 => format!("<ul><li>{text}</li></ul>"),
        7 => format!("<blockquote>{text}</blockquote>"),
        _ => format!("<p>{text}</p>"),
    }), "", ""),
];

/// Returns a page with `count` units, and the texts of the units.
fn page(&(name, unit, open, close): &Structure, count: usize) -> (String, Vec<String>) {
    let mut random = Random::new(count as u64);
    let mut html = format!(
        "<!DOCTYPE html><html lang=en><title>The {name} of the harbour - Example Library</title><body>\
        <header><a href=/>Example Library</a><nav><ul><li><a href=/new>New</a><li><a href=/authors>Authors</a><li>\
        <a href=/about>About us</a></ul></nav></header><main><article><h1>The {name} of the harbour</h1>{open}"
    );
    let mut texts = Vec::new();
    for at in 0..count {
        let (markup, text) = unit(&mut random, at);
        html += &markup;
        html.push('\n');
        texts.push(text);
    }
    html += close;
    html += "</article></main><aside><h3>More books</h3><ul><li><a href=/1>The mill</a><li><a href=/2>North</a></ul></aside>\
        <footer><p>Copyright Example Library. All rights reserved.</p><a href=/privacy>Privacy</a></footer>";
    (html, texts)
}

#[test]
fn long_pages_are_whole() {
    let mut extractor = Extractor::new(ExtractOptions::default().with_main(true));
    let mut wrong = Vec::new();
    for structure in &STRUCTURES {
        for size in SIZES {
            let (html, texts) = page(structure, size);
            let page = extractor.extract(html.as_bytes(), &Context::default());
            let blocks = page.blocks.expect("the main content was requested");
            for view in [View::Main, View::Precise, View::Generous] {
                let selection = blocks.view(view).expect("the main content was requested");
                let kept: HashSet<_> = selection.iter().map(|block| block.text()).collect();
                let words = |text: &&String| text.split(' ').count();
                let all: usize = texts.iter().map(|text| words(&text)).sum();
                let kept: usize =
                    texts.iter().filter(|text| kept.contains(text.as_str())).map(|text| words(&text)).sum();
                let share = kept as f64 / all as f64;
                if share < KEPT {
                    wrong.push(format!("{} {size} {view:?}: {share:.3} of {all} words", structure.0));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
