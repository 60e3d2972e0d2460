//! Code, formulas and tables of pages that many tools rendered from the documents of `tools/structure`.
//!
//! `structure/truth.jsonl` lists what each page of `structure/pages` has. The Markdown of its main content must have the same code,
//! formulas and tables, by edit similarity, as [WebMainBench](https://github.com/opendatalab/WebMainBench) measures them.
//!
//! `TAGRAKE_PAGE=NAME cargo test -p tagrake-extract --test structure -- --nocapture` prints the Markdown of pages whose name contains
//! `NAME`, and what is expected.

#[path = "structure/distance.rs"]
mod distance;
#[path = "structure/found.rs"]
mod found;

use distance::similarity;
use found::{Structure, normal_tex};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use tagrake_extract::{Context, ExtractOptions, Extractor, MarkdownOptions, View};
use tagrake_testsupport::{repository_file, variable};

const FOLDER: &str = "extract/tests/structure";

/// A page, with its expected structure.
struct Page {
    name: String,
    html: Vec<u8>,
    expected: Structure,
    names_languages: bool,
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().expect("a list").iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
}

fn pages() -> Vec<Page> {
    let truth =
        fs::read_to_string(repository_file(&format!("{FOLDER}/truth.jsonl"))).expect("is part of the repository");
    let read = |name: String, truth: &Value| {
        let code = truth["code"].as_array().expect("a list").iter();
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let tables = truth["tables"].as_array().expect("a list").iter();
        let cell = |cell: String| {
            cell.split('$')
                .enumerate()
                .map(|(at, part)| if at % 2 == 1 { normal_tex(part) } else { part.to_owned() })
                .collect::<Vec<_>>()
                .join("$")
        };
        Page {
            html: fs::read(repository_file(&format!("{FOLDER}/pages/{name}.html"))).expect("is part of the repository"),
            names_languages: truth["languages"].as_bool().expect("a boolean"),
            expected: Structure {
                code: code.map(|code| (text(&code["language"]), text(&code["text"]))).collect(),
                formulas: strings(&truth["formulas"]).iter().map(|tex| normal_tex(tex)).collect(),
                tables: tables
                    .map(|table| {
                        table
                            .as_array()
                            .expect("rows")
                            .iter()
                            .map(|row| strings(row).into_iter().map(cell).collect())
                            .collect()
                    })
                    .collect(),
            },
            name,
        }
    };
    let mut pages = Vec::new();
    for line in truth.lines() {
        let truth: Value = serde_json::from_str(line).expect("JSON");
        pages.extend(strings(&truth["pages"]).into_iter().map(|name| read(name, &truth)));
    }
    pages
}

/// The languages that tools name differently.
fn is_language(ours: &str, expected: &str) -> bool {
    const NAMES: [&[&str]; 7] = [
        &["bash", "sh", "shell"],
        &["console", "shell-session", "shell", "text-console"],
        &["javascript", "js"],
        &["html", "markup", "html-basic"],
        &["pycon", "python-repl", "python", "python-console", "ipython3"],
        &["python", "ipython3"],
        &["text", "plaintext", "none", ""],
    ];
    let ours = ours.to_ascii_lowercase();
    let ours = ours.as_str();
    ours == expected || NAMES.iter().any(|names| names.contains(&ours) && names[0] == expected)
}

/// Scores, each as a sum and a number of pages: code, formulas, tables, names of languages.
type Scores = [(f64, usize); 4];

const KINDS: [&str; 4] = ["code", "formulas", "tables", "languages"];

/// The least means over all pages.
const MEANS: [f64; 4] = [0.985, 0.985, 0.995, 0.995];

/// The least score of a page, except for the pages that [`WEAK`] lists.
const LEAST: f64 = 0.85;

/// Renderers with lower scores, the least ones, and the reason.
const WEAK: [(&str, [f64; 4], &str); 1] =
    [("br-lines/", [0.0, 1.0, 0.9, 1.0], "`br` in `code` without `pre`: each line is inline code")];

fn scores(page: &Page, ours: &Structure) -> [Option<f64>; 4] {
    let expected = &page.expected;
    let has_language = |(ours, expected): (&(String, String), &(String, String))| is_language(&ours.0, &expected.0);
    let languages = ours.code.iter().zip(&expected.code).filter(|&pair| has_language(pair)).count();
    let count = expected.code.len();
    [
        similarity(&ours.code_text(), &expected.code_text()),
        similarity(&ours.formula_text(), &expected.formula_text()),
        similarity(&ours.table_text(), &expected.table_text()),
        (page.names_languages && count > 0).then(|| languages as f64 / count as f64),
    ]
}

/// Returns the main content as Markdown, in the default view and with the default options.
fn markdown(extractor: &mut Extractor, page: &Page) -> String {
    let found = extractor.extract(&page.html, &Context::default().with_content_type(Some("text/html; charset=utf-8")));
    let (blocks, mut markdown) = (found.blocks.expect("requested"), String::new());
    let view = blocks.view(View::default()).expect("scored");
    view.write_markdown(&MarkdownOptions::default(), &mut markdown);
    markdown
}

/// Prints a line of means.
fn print(name: &str, scores: &Scores) {
    let mean = |&(sum, count): &(f64, usize)| {
        if count == 0 { "        -".to_owned() } else { format!("{:9.3}", sum / count as f64) }
    };
    println!("{name:28}{}", scores.iter().map(mean).collect::<String>());
}

#[test]
fn pages_keep_their_code_formulas_and_tables() {
    let wanted = variable("TAGRAKE_PAGE", String::new());
    let mut extractor = Extractor::new(ExtractOptions::default().with_main(true).with_inlines(true));
    let (mut by_renderer, mut total, mut low) = (BTreeMap::<String, Scores>::new(), Scores::default(), String::new());
    let pages = pages();
    for page in &pages {
        let written = markdown(&mut extractor, page);
        let ours = Structure::of(&written);
        let scores = scores(page, &ours);
        if !wanted.is_empty() && page.name.contains(&wanted) {
            println!(
                "=== {} {scores:.3?}\n{written}\n--- found {ours:#?}\n--- expected {:#?}",
                page.name, page.expected
            );
        }
        let renderer = page.name.split('/').next().expect("a name").to_owned();
        for sums in [by_renderer.entry(renderer).or_default(), &mut total] {
            for (sum, score) in sums.iter_mut().zip(scores) {
                *sum = (sum.0 + score.unwrap_or(0.0), sum.1 + usize::from(score.is_some()));
            }
        }
        let least = WEAK.iter().find(|(name, ..)| page.name.starts_with(name)).map_or([LEAST; 4], |weak| weak.1);
        for ((kind, score), least) in KINDS.iter().zip(scores).zip(least) {
            if score.is_some_and(|score| score < least) {
                low += &format!("{}: {kind} {:.3}, less than {least}\n", page.name, score.unwrap_or_default());
            }
        }
    }
    println!("{:28}{}", format!("{} pages", pages.len()), KINDS.map(|kind| format!("{kind:>9}")).concat());
    by_renderer.iter().for_each(|(name, scores)| print(name, scores));
    print("all", &total);
    assert!(pages.len() >= 200 && low.is_empty(), "{} pages\n{low}", pages.len());
    for ((kind, (sum, count)), least) in KINDS.iter().zip(total).zip(MEANS) {
        assert!(sum / count as f64 >= least, "{kind}: {:.4}, less than {least}", sum / count as f64);
    }
}
