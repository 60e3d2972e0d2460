//! Tags of formulas: scripts and images with TeX, annotations, and the elements that MathJax and KaTeX write.

use crate::mathml::has_balanced_braces;
use tagrake::StartTag;

/// Classes of a `span` that MathJax 2 writes before a script with the TeX.
pub(crate) const MATHJAX_2: [&str; 6] =
    ["MathJax_Preview", "MathJax", "MathJax_SVG", "MathJax_CHTML", "MathJax_MathML", "mjx-chtml"];

/// The element with a formula of MathJax 3 and 4.
pub(crate) const RENDERED: &str = "mjx-container";

/// Where the TeX of a rendered formula is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RenderedKind {
    /// The TeX is known, and the text is left out.
    Known,
    /// The formula is in the element.
    Container,
    /// The formula is in a script after the element, or in the element.
    BeforeScript,
}

/// Returns the kind of rendered formula that an HTML start tag begins, and the name of its element.
pub(super) fn rendered_by(
    tag: &StartTag<'_>,
    name: &[u8],
    follows_formula: bool,
) -> Option<(&'static [u8], RenderedKind)> {
    if name == RENDERED.as_bytes() {
        return Some((RENDERED.as_bytes(), RenderedKind::Container));
    } else if name != b"span" {
        return None;
    }
    let class = tag.attribute(b"class").map_or("", |class| class.value_str());
    let mut classes = class.split_ascii_whitespace();
    if follows_formula && classes.clone().any(|class| class == "katex-html") {
        Some((b"span", RenderedKind::Known))
    } else {
        classes.any(is_math_jax).then_some((b"span", RenderedKind::BeforeScript))
    }
}

/// Returns true for a class of a `span` that MathJax 2 writes.
pub(crate) fn is_math_jax(class: &str) -> bool {
    MATHJAX_2.contains(&class)
}

/// Returns true if the start tag of an annotation says that it is TeX.
pub(super) fn is_tex_annotation(tag: &StartTag<'_>, name: &[u8]) -> bool {
    name == b"annotation"
        && tag.attribute(b"encoding").is_some_and(|encoding| {
            let value = encoding.value().trim_ascii();
            value.last_chunk::<3>().is_some_and(|end| end.eq_ignore_ascii_case(b"tex"))
        })
}

/// Returns whether the formula of a script with TeX is on a line of its own. `None` if the script has no TeX.
pub(super) fn tex_script(tag: &StartTag<'_>) -> Option<bool> {
    let kind = tag.attribute(b"type")?.value();
    let (start, rest) = kind.split_at_checked(8)?;
    let is_tex = start.eq_ignore_ascii_case(b"math/tex") && matches!(rest.first(), None | Some(b';' | b' '));
    is_tex.then(|| rest.windows(7).any(|part| part.eq_ignore_ascii_case(b"display")))
}

/// Returns TeX without the `{\displaystyle …}` or `{\textstyle …}` that MediaWiki puts around it.
pub(super) fn without_style(tex: &str) -> &str {
    let tex = tex.trim_ascii();
    let styles = ["{\\displaystyle ", "{\\textstyle "];
    let inner = styles.iter().find_map(|style| tex.strip_prefix(style)?.strip_suffix('}'));
    inner.filter(|inner| has_balanced_braces(inner)).map_or(tex, str::trim_ascii)
}

/// An image of a formula.
pub(crate) struct TexImage<'a> {
    pub(super) tex: &'a str,
    /// True if the formula is on a line of its own.
    pub(super) is_display: bool,
    /// True if MathML with the same formula may precede the image.
    pub(super) is_fallback: bool,
}

/// Returns the TeX of an image of a formula.
pub(super) fn tex_image<'a>(tag: &StartTag<'a>) -> Option<TexImage<'a>> {
    const CLASSES: [&str; 5] =
        ["mwe-math-fallback-image-inline", "mwe-math-fallback-image-display", "latex", "tex", "math"];
    let class = tag.attribute(b"class")?.value_str();
    let found = class.split_ascii_whitespace().find(|class| CLASSES.contains(class))?;
    let tex = without_style(tag.attribute(b"alt")?.value_str());
    let is_fallback = found.starts_with("mwe-math-fallback-image");
    (!tex.trim_ascii().is_empty()).then_some(TexImage { tex, is_display: found.ends_with("-display"), is_fallback })
}
