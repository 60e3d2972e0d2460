//! The pictures of a run of `compare`: tokens and links of real pages beside the peers, and every set of pages.

use super::bars::{self, Bar, Group};
use super::dots::{self, Mark, Row};
use super::thousands;
use crate::contenders::{
    DECODED, ERRORS, EXTRACT, HTML5EVER, HTML5EVER_LINKS, HTML5GUM_COUNTING, LEXBOR, LINKS, LOL_HTML_LINKS,
    LOL_HTML_SCAN, SPANS, TEXT, VISITED,
};
use crate::record::{Record, Set};

/// The set that bars are of.
const REAL: &str = "real";

/// A group of contenders: its heading, its colour, and of each what it does.
type Contenders = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const OF_TOKENS: [Contenders; 3] = [
    (
        "tagrake",
        "#15876b",
        &[
            (SPANS, "where tokens stand"),
            (VISITED, "every token, name and value looked at"),
            (ERRORS, "the same, every parse error told"),
            (DECODED, "the same, everything decoded"),
            (EXTRACT, "a full record, URLs resolved"),
            (TEXT, "the visible text"),
        ],
    ),
    (
        "By the HTML standard",
        "#b0602f",
        &[
            (HTML5GUM_COUNTING, "counts alone: its upper bound"),
            (LEXBOR, "C; tokens decoded"),
            ("go-net-html", "golang.org/x/net; tokens"),
            ("html5gum default emitter", "owned tokens"),
            (HTML5EVER, "tokens, names and values looked at"),
            ("html5ever to a tree", "markup5ever_rcdom"),
            ("parse5", "Node.js; tokens"),
        ],
    ),
    (
        "Less, or a grammar of their own",
        "#8a929a",
        &[
            (LOL_HTML_SCAN, "finds tags: no attributes, no references"),
            ("quick-xml", "XML, checks off"),
            ("tl", "Rust"),
            ("lol_html all tokens", "elements, text, comments with handlers"),
            ("htmlparser2", "Node.js; tokens"),
        ],
    ),
];

const OF_LINKS: [Contenders; 3] = [
    ("tagrake", "#15876b", &[(LINKS, "href of each a, decoded"), (EXTRACT, "a full record, all links, URLs resolved")]),
    ("By the HTML standard", "#b0602f", &[(HTML5EVER_LINKS, "href of each a, decoded")]),
    (
        "Trees and selectors: href of each a",
        "#8a929a",
        &[
            (LOL_HTML_LINKS, "a handler for a[href], not decoded"),
            ("frostwork", "Python, core in Rust, no tree"),
            ("selectolax", "Python, lexbor's tree in C"),
            ("lxml", "Python, libxml2's tree in C"),
            ("resiliparse", "Python, lexbor's tree in C"),
        ],
    ),
];

const OF_SETS: [Mark; 9] = [
    Mark { contender: HTML5EVER, colour: "#b0602f", radius: 4.0 },
    Mark { contender: "html5gum default emitter", colour: "#c99a2e", radius: 4.0 },
    Mark { contender: LEXBOR, colour: "#d9544d", radius: 4.0 },
    Mark { contender: "lol_html all tokens", colour: "#5f5f5f", radius: 4.0 },
    Mark { contender: LOL_HTML_SCAN, colour: "#a9b1b9", radius: 4.0 },
    Mark { contender: "tl", colour: "#a04f94", radius: 4.0 },
    Mark { contender: EXTRACT, colour: "#2c7fb8", radius: 5.0 },
    Mark { contender: ERRORS, colour: "#58b09a", radius: 5.0 },
    Mark { contender: VISITED, colour: "#0b4a3a", radius: 5.0 },
];

/// Draws tokens of real pages, a bar for each contender.
pub(super) fn tokens(record: &Record) -> String {
    bars_of(record, "Reading", &OF_TOKENS)
}

/// Draws links of real pages, a bar for each contender.
pub(super) fn links(record: &Record) -> String {
    bars_of(record, "Links of", &OF_LINKS)
}

fn bars_of(record: &Record, what: &str, groups: &[Contenders]) -> String {
    let real = record.sets.iter().find(|set| set.name == REAL).expect("the record has real pages");
    let group = |&(heading, colour, contenders): &Contenders| {
        let measured = contenders.iter().filter_map(|(name, note)| {
            let contender = real.contenders.iter().find(|contender| contender.name == *name)?;
            let value = contender.gigabytes_per_second;
            let figure = format!("{value:.2} ({:.1} ×)", contender.ratio_to_html5ever);
            Some(Bar { name: (*name).to_owned(), note: (*note).to_owned(), value, figure, colour })
        });
        let mut bars: Vec<Bar> = measured.collect();
        bars.sort_by(|one, two| two.value.total_cmp(&one.value));
        Group { heading, bars }
    };
    bars::draw(&bars::Chart {
        title: format!("{what} {} saved pages of the web, one after the other", thousands(real.documents)),
        caption: vec![
            format!(
                "GB a second on one core (in brackets: times html5ever's tokenizer); set “real”, {:.1} MB; longer is better.",
                real.bytes as f64 / 1e6
            ),
            record.run.caption(),
        ],
        unit: "GB/s",
        step: 0.5,
        groups: groups.iter().map(group).collect(),
    })
}

/// Draws all sets, a row each.
pub(super) fn sets(record: &Record) -> String {
    dots::draw(&dots::Chart {
        title: "Kinds of pages".to_owned(),
        caption: vec!["MB a second on one core, for each set of pages; log scale.".to_owned(), record.run.caption()],
        marks: &OF_SETS,
        scale: (1, 5),
        least: None,
        // Sets with other ends of lines are for one row of the table.
        rows: record.sets.iter().filter(|set| !matches!(&*set.name, "lf" | "crlf")).map(row).collect(),
    })
}

/// Draws the sets of a run by size, a row each.
pub(super) fn sizes(record: &Record) -> String {
    dots::draw(&dots::Chart {
        title: "Small pages and large ones".to_owned(),
        caption: vec![
            "MB a second on one core, one page after the other: saved pages of the web and big ones, by their size; log scale."
                .to_owned(),
            record.run.caption(),
        ],
        marks: &OF_SETS,
        scale: (1, 4),
        least: None,
        rows: record.sets.iter().map(row).collect(),
    })
}

fn row(set: &Set) -> Row<'_> {
    let kilobytes = set.bytes as f64 / 1e3 / set.documents as f64;
    let speeds = set.contenders.iter().map(|it| (&*it.name, Some(it.gigabytes_per_second * 1e9)));
    let (pages, size) = (thousands(set.documents), thousands(kilobytes.round() as usize));
    Row { name: format!("{}: {pages} pages of {size} kB", set.name), speeds: speeds.collect() }
}
