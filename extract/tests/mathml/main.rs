//! MathML as TeX: a list of formulas, formulas that are nested deeply or damaged, and the time that they take.

mod hostile;

use std::fmt::Write as _;
use std::fs;
use tagrake_extract::{Context, ExtractOptions, Extractor, InlineKind};
use tagrake_testsupport::repository_file;

fn extractor() -> Extractor {
    Extractor::new(ExtractOptions::default().with_blocks(true).with_inlines(true).with_text(true))
}

/// Returns the TeX of the formulas of a page.
fn formulas(extractor: &mut Extractor, html: &str) -> Vec<String> {
    let page =
        extractor.extract(html.as_bytes(), &Context::default().with_content_type(Some("text/html; charset=utf-8")));
    let blocks = page.blocks.expect("requested");
    let mut formulas = Vec::new();
    for block in &blocks {
        let inlines = block.inlines().iter().filter(|inline| matches!(inline.kind, InlineKind::Tex { .. }));
        formulas.extend(inlines.map(|inline| block.text()[inline.range()].to_owned()));
    }
    formulas
}

/// Each line of `formulas.txt` is the content of a `math` element, a tab, and the TeX. `TAGRAKE_BLESS=1` writes the TeX anew; then
/// run `check.mjs`.
#[test]
fn formulas_are_converted() {
    let path = repository_file("extract/tests/mathml/formulas.txt");
    let (mut extractor, mut written, mut differences) = (extractor(), String::new(), String::new());
    let listed = fs::read_to_string(&path).expect("is part of the repository");
    for line in listed.lines() {
        let (markup, expected) = line.split_once('\t').unwrap_or((line, ""));
        let tex = formulas(&mut extractor, &format!("<math>{markup}</math>")).concat();
        writeln!(written, "{markup}\t{tex}").expect("a string");
        if tex != expected {
            writeln!(differences, "{markup}\n  {tex}\n  expected {expected}").expect("a string");
        }
    }
    if std::env::var_os("TAGRAKE_BLESS").is_some() {
        fs::write(&path, written).expect("can be written");
    } else {
        assert!(differences.is_empty(), "{differences}");
    }
}
