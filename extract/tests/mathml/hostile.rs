//! Formulas that are nested deeply, long, truncated or random.

use super::{extractor, formulas};
use std::time::{Duration, Instant};
use tagrake_testsupport::random::Random;
use tagrake_testsupport::variable;

#[rustfmt::skip]
const TAGS: &[&str] = &[
    "mi", "mn", "mo", "mtext", "ms", "mrow", "mfrac", "mfrac linethickness=0", "msqrt", "mroot", "msub", "msup", "msubsup",
    "munder", "mover", "munderover", "mmultiscripts", "mprescripts", "none", "mtable", "mtr", "mtd", "mlabeledtr",
    "mfenced open={ close=']'", "menclose notation=box", "mstyle mathvariant=bold", "mphantom", "maction selection=2", "semantics",
    "annotation", "annotation-xml", "mspace width=1em", "math", "span", "b", "svg", "merror", "mpadded",
];

#[rustfmt::skip]
const TEXTS: &[&str] = &[
    "x", "12", "sin", "+", "{", "}", "\\", "$", "&amp;", "∑", "⏟", "^", "→", "(", ")", "[", "|", "α", "𝐱", "′", " ", "a b", "速",
    "%", "#", "_", "~", "\u{E000}", "-", "°",
];

/// Returns true if TeX has balanced braces, environments and `\left` with `\right`.
fn is_balanced(tex: &str) -> bool {
    let (mut depth, mut is_escaped) = (0_i32, false);
    for byte in tex.bytes() {
        match byte {
            b'{' if !is_escaped => depth += 1,
            b'}' if !is_escaped => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    let count = |part: &str| tex.matches(part).count();
    // An arrow to the left begins as `\left` does.
    let lefts = count("\\left") - count("\\leftarrow") - count("\\leftrightarrow") - count("\\lefthar");
    let rights = count("\\right") - count("\\rightarrow");
    depth == 0 && !is_escaped && count("\\begin{") == count("\\end{") && lefts == rights
}

#[test]
fn random_formulas_are_balanced() {
    let (mut random, mut extractor) = (Random::new(7), extractor());
    for _ in 0..variable("TAGRAKE_DOCUMENTS", 20_000) {
        let (mut html, mut open) = (String::from("a<math>"), Vec::new());
        for _ in 0..random.below(60) {
            match random.below(8) {
                0..=2 => {
                    let tag = random.choose(TAGS);
                    html += &format!("<{tag}>");
                    open.push(tag.split(' ').next().unwrap_or(tag));
                }
                3 | 4 => html += &format!("</{}>", open.pop().unwrap_or("mi")),
                _ => html += random.choose(TEXTS),
            }
        }
        for tex in formulas(&mut extractor, &html) {
            assert!(is_balanced(&tex), "{html}\n{tex}");
        }
    }
}

#[test]
fn time_is_linear() {
    let mut extractor = extractor();
    let pages = |size: usize| {
        [
            "<mrow>",
            "<mfrac>",
            "<msqrt>",
            "<mfrac><mi>x</mi>",
            "<mi>x</mi>",
            "<msup><mi>x</mi><mn>2</mn></msup>",
            "<mover><mi>x</mi><mo>^</mo>",
            "<mtable><mtr><mtd>",
            "<mfenced>",
            "<mo>(</mo><mfrac><mi>x</mi><mi>y</mi></mfrac>",
            "x ",
            "<mphantom>x",
        ]
        .map(|part| format!("<math>{}<mi>y</mi>", part.repeat(size / part.len())))
    };
    let mut time = |page: &str| {
        let start = Instant::now();
        formulas(&mut extractor, page);
        start.elapsed()
    };
    for (small, large) in pages(1 << 17).iter().zip(&pages(1 << 20)) {
        let (short, long) = ((0..3).map(|_| time(small)).min().unwrap_or_default(), time(large));
        let limit = short * 40 + Duration::from_millis(200);
        assert!(long < limit, "{}: {short:?} for 128 KiB, {long:?} for 1 MiB", &small[..30]);
    }
}

#[test]
fn nested_formulas_are_balanced() {
    let mut extractor = extractor();
    for part in
        ["<mfrac>", "<msqrt>", "<mrow>", "<mtable><mtr><mtd>", "<mfrac><mi>x</mi>", "<mover><mi>x</mi><mo>⏞</mo>"]
    {
        for depth in [1, 10, 126, 127, 128, 129, 400, 600, 5000] {
            for tex in formulas(&mut extractor, &format!("<math>{}<mi>y</mi><mi>z</mi>", part.repeat(depth))) {
                assert!(is_balanced(&tex) && tex.contains('y'), "{part} {depth} {tex}");
            }
        }
    }
}
