//! The rules of foreign content that need one element and one tag only. The foreign-content stack and the simulator
//! share them.
//!
//! Source: [the rules for parsing tokens in foreign
//! content](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign).

use super::Name;
use super::Name::{AnnotationXml, Font, Malignmark, Mglyph, Svg};
use crate::token::{Namespace, StartTag};

/// Whether a foreign element can hold HTML content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum IntegrationPoint {
    /// It cannot, or the element is an HTML element.
    #[default]
    None,
    /// [MathML text integration point](https://html.spec.whatwg.org/multipage/parsing.html#mathml-text-integration-point)
    MathMlText,
    /// [HTML integration point](https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point)
    Html,
    /// A MathML `annotation-xml` element that is not an HTML integration point. It can hold `svg`.
    AnnotationXml,
}

impl IntegrationPoint {
    /// Returns the integration point that the start tag `name` of a foreign element opens. `encoding` returns the value
    /// of the tag's attribute `encoding`.
    pub(crate) fn of<'t>(namespace: Namespace, name: Name, encoding: impl FnOnce() -> Option<&'t [u8]>) -> Self {
        match (namespace, name) {
            (Namespace::Svg, name) if name.is_svg_integration_point() => Self::Html,
            (Namespace::MathMl, name) if name.is_mathml_text_integration_point() => Self::MathMlText,
            (Namespace::MathMl, AnnotationXml) => {
                let encoding = encoding().unwrap_or_default();
                let is_html = encoding.eq_ignore_ascii_case(b"text/html")
                    || encoding.eq_ignore_ascii_case(b"application/xhtml+xml");
                if is_html { Self::Html } else { Self::AnnotationXml }
            }
            _ => Self::None,
        }
    }

    /// Returns true if characters and most start tags in the element are HTML content.
    pub(crate) fn holds_html(self) -> bool {
        matches!(self, Self::Html | Self::MathMlText)
    }

    /// Returns true if the start tag `name` in the element is HTML content.
    pub(crate) fn holds_start_tag(self, name: Name) -> bool {
        match self {
            Self::None => false,
            Self::MathMlText => !matches!(name, Mglyph | Malignmark),
            Self::Html => true,
            Self::AnnotationXml => name == Svg,
        }
    }
}

/// Returns true if the element `name` is foreign and special, so that it ends the
/// [scopes](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-the-specific-scope).
pub fn ends_scopes(namespace: Namespace, name: &[u8]) -> bool {
    is_boundary(namespace, Name::of(name))
}

/// Returns true if the foreign element of a start tag is an [integration
/// point](https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point), so that it can hold HTML content.
pub fn may_hold_html(tag: &StartTag<'_>) -> bool {
    integration_point(tag, Name::of(tag.name()), tag.namespace()).holds_html()
}

/// Returns the integration point that a start tag of a foreign element opens.
pub(crate) fn integration_point(tag: &StartTag<'_>, name: Name, namespace: Namespace) -> IntegrationPoint {
    IntegrationPoint::of(namespace, name, || tag.attribute(b"encoding").map(|encoding| encoding.value()))
}

/// Returns true if the foreign element `name` is special, and ends the scopes.
pub(crate) fn is_boundary(namespace: Namespace, name: Name) -> bool {
    match namespace {
        Namespace::Html => false,
        Namespace::Svg => name.is_svg_integration_point(),
        Namespace::MathMl => name.is_mathml_text_integration_point() || name == AnnotationXml,
    }
}

/// Returns true if the start tag `name` ends foreign content. `has_attribute` returns true if the tag has an attribute
/// of that name.
pub(crate) fn breaks_out(name: Name, has_attribute: impl Fn(&[u8]) -> bool) -> bool {
    name.breaks_out() || name == Font && [&b"color"[..], b"face", b"size"].into_iter().any(has_attribute)
}
