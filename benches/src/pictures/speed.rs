//! The pictures of a run of `compare`: tokens and links of real pages by contender, and every set of pages.

use super::bar_chart::{self, Bar, BarChart, Group};
use super::dot_chart::{self, DotChart, DotRow, DotStyle};
use super::svg::thousands;
use crate::contenders::{
    DECODED, ERRORS, EXTRACT, HTML5EVER, HTML5EVER_LINKS, HTML5GUM_COUNTING, LEXBOR, LINKS, LOL_HTML_LINKS,
    LOL_HTML_SCAN, SPANS, TEXT, VISITED,
};
use crate::record::{CompareRecord, SetRecord};

/// The set that the bar charts show.
const REAL: &str = "real";

/// A group of contenders: its heading, its colour, and the name and note of each contender.
type Contenders = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const OF_TOKENS: [Contenders; 3] = [
    (
        "tagrake",
        "#15876b",
        &[
            (SPANS, "the span of each token"),
            (VISITED, "reads every token, name and value"),
            (ERRORS, "the same, with all parse errors"),
            (DECODED, "the same, all decoded"),
            (EXTRACT, "a full record with resolved URLs"),
            (TEXT, "the visible text"),
        ],
    ),
    (
        "By the HTML standard",
        "#b0602f",
        &[
            (HTML5GUM_COUNTING, "only counts: an upper bound"),
            (LEXBOR, "C; tokens decoded"),
            ("go-net-html", "golang.org/x/net; tokens"),
            ("html5gum default emitter", "owned tokens"),
            (HTML5EVER, "reads tokens, names and values"),
            ("html5ever to a tree", "markup5ever_rcdom"),
            ("parse5", "Node.js; tokens"),
        ],
    ),
    (
        "Other grammars, or fewer tokens",
        "#8a929a",
        &[
            (LOL_HTML_SCAN, "tags without attributes"),
            ("quick-xml", "XML, checks off"),
            ("tl", "Rust"),
            ("lol_html all tokens", "elements, text, comments with handlers"),
            ("htmlparser2", "Node.js; tokens"),
        ],
    ),
];

const OF_LINKS: [Contenders; 3] = [
    ("tagrake", "#15876b", &[(LINKS, "href of each a, decoded"), (EXTRACT, "a full record, all links resolved")]),
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

const OF_SETS: [DotStyle; 9] = [
    DotStyle { contender: HTML5EVER, colour: "#b0602f", radius: 4.0 },
    DotStyle { contender: "html5gum default emitter", colour: "#c99a2e", radius: 4.0 },
    DotStyle { contender: LEXBOR, colour: "#d9544d", radius: 4.0 },
    DotStyle { contender: "lol_html all tokens", colour: "#5f5f5f", radius: 4.0 },
    DotStyle { contender: LOL_HTML_SCAN, colour: "#a9b1b9", radius: 4.0 },
    DotStyle { contender: "tl", colour: "#a04f94", radius: 4.0 },
    DotStyle { contender: EXTRACT, colour: "#2c7fb8", radius: 5.0 },
    DotStyle { contender: ERRORS, colour: "#58b09a", radius: 5.0 },
    DotStyle { contender: VISITED, colour: "#0b4a3a", radius: 5.0 },
];

/// Draws tokens of real pages, a bar for each contender.
pub(super) fn tokens(record: &CompareRecord) -> String {
    bars_of(record, "Reading", &OF_TOKENS)
}

/// Draws links of real pages, a bar for each contender.
pub(super) fn links(record: &CompareRecord) -> String {
    bars_of(record, "Extracting links from", &OF_LINKS)
}

fn bars_of(record: &CompareRecord, what: &str, groups: &[Contenders]) -> String {
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
    bar_chart::draw(&BarChart {
        title: format!("{what} {} saved web pages", thousands(real.documents)),
        caption: vec![
            format!(
                "GB/s on one core (in brackets: ratio to html5ever's tokenizer); set “real”, {:.1} MB; longer is better.",
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
pub(super) fn sets(record: &CompareRecord) -> String {
    dot_chart::draw(&DotChart {
        title: "Kinds of pages".to_owned(),
        caption: vec!["MB/s on one core, for each set of pages; log scale.".to_owned(), record.run.caption()],
        styles: &OF_SETS,
        scale: (1, 5),
        least: None,
        // Sets with other line ends exist only for one promised ratio.
        rows: record.sets.iter().filter(|set| !matches!(&*set.name, "lf" | "crlf")).map(row).collect(),
    })
}

/// Draws the sets of a run by size, a row each.
pub(super) fn sizes(record: &CompareRecord) -> String {
    dot_chart::draw(&DotChart {
        title: "Small and large pages".to_owned(),
        caption: vec!["MB/s on one core, for saved web pages by size; log scale.".to_owned(), record.run.caption()],
        styles: &OF_SETS,
        scale: (1, 4),
        least: None,
        rows: record.sets.iter().map(row).collect(),
    })
}

fn row(set: &SetRecord) -> DotRow<'_> {
    let kilobytes = set.bytes as f64 / 1e3 / set.documents as f64;
    let speeds = set.contenders.iter().map(|it| (&*it.name, Some(it.gigabytes_per_second * 1e9)));
    let (pages, size) = (thousands(set.documents), thousands(kilobytes.round() as usize));
    DotRow { name: format!("{}: {pages} pages of {size} kB", set.name), speeds: speeds.collect() }
}
