//! Formulas in the forms that generators and renderers write: once each, in the visible text, in text and in Markdown.

use super::cases::{markdown, text};
use super::context;
use tagrake_extract::{ExtractOptions, Extractor};

/// Returns the visible text, collected without blocks and with them.
fn visible(html: &str) -> [String; 2] {
    [false, true].map(|blocks| {
        let mut extractor = Extractor::new(ExtractOptions::default().with_text(true).with_blocks(blocks));
        extractor.extract(html.as_bytes(), &context()).text.expect("requested").to_owned()
    })
}

/// `x squared`, with the annotation `x^2` if it is TeX.
const SQUARE: &str = "<math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding=application/x-tex>x^2</annotation>\
    </semantics></math>";

/// The same without an annotation.
const PLAIN: &str = "<math><msup><mi>x</mi><mn>2</mn></msup></math>";

fn check(html: &str, expected_text: &str, expected_markdown: &str) {
    let html = format!("<p>{html}");
    assert_eq!(visible(&html), [expected_text, expected_text], "{html}");
    assert_eq!((text(&html).as_str(), markdown(&html).as_str()), (expected_text, expected_markdown), "{html}");
}

#[test]
fn mathml_has_one_tex() {
    let table = [
        ("a <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>.", "a \\frac{1}{2}.", "a $\\frac{1}{2}$."),
        ("<math alttext='x_{1}'><msub><mi>x</mi><mn>1</mn></msub></math>", "x_{1}", "$x_{1}$"),
        ("<math alttext='x squared'><msup><mi>x</mi><mn>2</mn></msup></math>", "x^{2}", "$x^{2}$"),
        ("<math alttext='{x'><mi>y</mi></math>", "y", "$y$"),
        ("<math data-latex='\\frac12'><mi>y</mi></math>", "\\frac12", "$\\frac12$"),
        ("<math>E=mc^2</math>", "E=mc^2", "$E=mc^2$"),
        ("<math display=block><mi>x</mi></math>", "x", "$$x$$"),
        ("<math><mi>x</mi></math><math><mi>y</mi></math>", "xy", "$x$`y`"),
        ("<math><mi>x</mi><mtext>if <b>y</b></mtext></math> z", "x\\text{if y} z", "$x\\text{if y}$ z"),
        ("<math style='display:none'><mi>x</mi></math>a", "a", "a"),
        ("<math><mrow style='display:none'><mi>x</mi></mrow><mi>y</mi></math>", "y", "$y$"),
        ("<math>Tom &amp; Ann </math>a", "Tom & Ann a", "Tom & Ann a"),
        ("<math></math>a", "a", "a"),
        ("a <math><mfrac><mn>1</mn><mn>2</mn>", "a \\frac{1}{2}", "a $\\frac{1}{2}$"),
        ("<math><mfrac><mn>1</mn><mn>2</mn></mfrac><b>c</b>", "\\frac{1}{2}c", "$\\frac{1}{2}$c"),
    ];
    for (html, expected_text, expected_markdown) in table {
        check(html, expected_text, expected_markdown);
    }
}

#[test]
fn a_block_ends_a_formula() {
    let html = "<p>a <math><mfrac><mn>1</mn><mtext>b<div>c</div><p>d";
    assert_eq!(visible(html), ["a \\frac{1}{\\text{b}}\nc\nd"; 2]);
    assert_eq!(text(html), "a \\frac{1}{\\text{b}}\n\nc\n\nd");
}

#[test]
fn headings_and_links_have_formulas() {
    let html = format!("<h1>a {PLAIN}</h1><a href=x>b {SQUARE}</a>");
    let mut extractor = Extractor::new(ExtractOptions::default());
    let page = extractor.extract(html.as_bytes(), &context());
    assert_eq!(page.headings[0].text, "a x^{2}");
    assert_eq!(page.links[0].text, "b x^2");
}

#[test]
fn renderers_write_one_formula() {
    let preview = "<span class=MathJax_Preview>[x2]</span>";
    let script = "<script type=math/tex>x^2</script>";
    let jax = format!(
        "<span class=MathJax id=MathJax-Element-1-Frame><nobr aria-hidden=true><span class=math><span>x</span><span>2</span></span>\
         </nobr><span class=MJX_Assistive_MathML role=presentation>{PLAIN}</span></span>"
    );
    let chtml = "<mjx-math aria-hidden=true><mjx-msup><mjx-mi>x</mjx-mi><mjx-script><mjx-mn>2</mjx-mn></mjx-script></mjx-msup></mjx-math>";
    let table = [
        (format!("{preview}{script}."), "x^2"),
        (format!("{preview}{jax}{script}."), "x^2"),
        (format!("{jax}."), "x^{2}"),
        (
            format!(
                "<mjx-container class=MathJax jax=CHTML>{chtml}<mjx-assistive-mml>{PLAIN}</mjx-assistive-mml></mjx-container>."
            ),
            "x^{2}",
        ),
        (
            format!(
                "<mjx-container class=MathJax jax=SVG><svg><g><text>x2</text></g></svg><mjx-assistive-mml>{PLAIN}</mjx-assistive-mml></mjx-container>."
            ),
            "x^{2}",
        ),
        (
            format!("<mjx-container>{}</mjx-container>.", chtml.replacen("<mjx-math", "<mjx-math data-latex=x^2", 1)),
            "x^2",
        ),
        (
            format!(
                "<span class=katex><span class=katex-mathml>{SQUARE}</span><span class=katex-html><span>x</span>2</span></span>."
            ),
            "x^2",
        ),
        (
            format!(
                "<span class=katex><span class=katex-mathml>{PLAIN}</span><span class=katex-html><span>x</span>2</span></span>."
            ),
            "x^{2}",
        ),
        (format!("<span class=katex>{SQUARE}</span>."), "x^2"),
        (
            format!(
                "<span class=mwe-math-element><span style='display:none'>{SQUARE}</span><img class=mwe-math-fallback-image-inline alt=x^2 src=y></span>."
            ),
            "x^2",
        ),
        (
            format!(
                "<span class=mwe-math-element>{SQUARE}<img class=mwe-math-fallback-image-inline alt=x^2 src=y></span>."
            ),
            "x^2",
        ),
        ("<img class=latex alt=x^2 src=y>.".to_owned(), "x^2"),
        (format!("<math class=ltx_Math alttext=x^{{2}} display=inline>{}.", &PLAIN[6..]), "x^{2}"),
        (format!("<math class=tml-display>{}.", &SQUARE[6..]), "x^2"),
    ];
    for (html, tex) in table {
        check(&format!("a {html}"), &format!("a {tex}."), &format!("a ${tex}$."));
    }
    check(&format!("{preview}{jax}\n{script}b"), "x^2 b", "$x^2$ b");
}

#[test]
fn text_without_a_formula_is_kept() {
    let table = [
        ("a <span class=MathJax_Preview>(b)</span> c", "a (b) c", "a (b) c"),
        ("a <span class=MathJax_Preview>(b)</span><p>c", "a (b)\n\nc", "a (b)\n\nc"),
        ("a <mjx-container><mjx-mi>b</mjx-mi></mjx-container> c", "a b c", "a b c"),
        ("a <mjx-container><mjx-mi>b<p>c", "a b\n\nc", "a b\n\nc"),
        ("a <span class=katex-html>b</span> c", "a b c", "a b c"),
    ];
    for (html, expected_text, expected_markdown) in table {
        assert_eq!((text(html).as_str(), markdown(html).as_str()), (expected_text, expected_markdown), "{html}");
        let lines = expected_text.replace("\n\n", "\n");
        assert_eq!(visible(html), [lines.as_str(), lines.as_str()], "{html}");
    }
}

#[test]
fn environments_are_formulas() {
    let equation = "\\begin{equation*} a_1 &lt; \\begin{aligned}b\\end{aligned} \\end{equation*}";
    let tex = equation.replace("&lt;", "<");
    let table = [
        (format!("a {equation} b"), format!("a $${tex}$$ b")),
        (format!("\\begin{{equation}} c_1 {equation}"), format!("\\begin{{equation}} c_1 $${tex}$$")),
        ("\\begin{itemize} a_1 \\end{itemize}".to_owned(), "\\begin{itemize} a_1 \\end{itemize}".to_owned()),
        (format!("\\({equation}\\)"), format!("${tex}$")),
        (format!("<code>{equation}</code>"), format!("`{tex}`")),
    ];
    for (html, expected) in table {
        assert_eq!(markdown(&html), expected, "{html}");
    }
}
