//! The names in foreign content whose case tree construction changes, and the attributes that it puts into a namespace.

use alloc::boxed::Box;
use tagrake::Namespace;

/// [SVG elements](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign) with capital letters.
#[rustfmt::skip]
pub(super) const SVG_ELEMENTS: [&str; 37] = [
    "altGlyph", "altGlyphDef", "altGlyphItem", "animateColor", "animateMotion", "animateTransform", "clipPath", "feBlend",
    "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting", "feDisplacementMap",
    "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feImage",
    "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight", "feSpecularLighting", "feSpotLight", "feTile",
    "feTurbulence", "foreignObject", "glyphRef", "linearGradient", "radialGradient", "textPath",
];

/// [SVG attributes](https://html.spec.whatwg.org/multipage/parsing.html#adjust-svg-attributes) with capital letters.
#[rustfmt::skip]
pub(super) const SVG_ATTRIBUTES: [&str; 58] = [
    "attributeName", "attributeType", "baseFrequency", "baseProfile", "calcMode", "clipPathUnits", "diffuseConstant",
    "edgeMode", "filterUnits", "glyphRef", "gradientTransform", "gradientUnits", "kernelMatrix", "kernelUnitLength",
    "keyPoints", "keySplines", "keyTimes", "lengthAdjust", "limitingConeAngle", "markerHeight", "markerUnits", "markerWidth",
    "maskContentUnits", "maskUnits", "numOctaves", "pathLength", "patternContentUnits", "patternTransform", "patternUnits",
    "pointsAtX", "pointsAtY", "pointsAtZ", "preserveAlpha", "preserveAspectRatio", "primitiveUnits", "refX", "refY",
    "repeatCount", "repeatDur", "requiredExtensions", "requiredFeatures", "specularConstant", "specularExponent",
    "spreadMethod", "startOffset", "stdDeviation", "stitchTiles", "surfaceScale", "systemLanguage", "tableValues", "targetX",
    "targetY", "textLength", "viewBox", "viewTarget", "xChannelSelector", "yChannelSelector", "zoomAndPan",
];

/// [Attributes with a namespace](https://html.spec.whatwg.org/multipage/parsing.html#adjust-foreign-attributes) in foreign
/// elements. Selectors without a namespace do not match them.
pub(super) const NAMESPACED_ATTRIBUTES: [&[u8]; 11] = [
    b"xlink:actuate",
    b"xlink:arcrole",
    b"xlink:href",
    b"xlink:role",
    b"xlink:show",
    b"xlink:title",
    b"xlink:type",
    b"xml:lang",
    b"xml:space",
    b"xmlns",
    b"xmlns:xlink",
];

/// Returns true if an SVG element whose tag has this name in lower case is called `name`.
fn is_svg_element(name: &str) -> bool {
    is_adjusted(name, &SVG_ELEMENTS)
}

/// Returns true if an SVG element can have an attribute called `name`.
fn is_svg_attribute(name: &str) -> bool {
    is_adjusted(name, &SVG_ATTRIBUTES)
}

/// Returns true if a MathML element can have an attribute called `name`.
fn is_mathml_attribute(name: &str) -> bool {
    is_adjusted(name, &["definitionURL"])
}

/// Returns true if `name` is the result of adjusting its lower-case form.
fn is_adjusted(name: &str, adjusted: &[&str]) -> bool {
    match adjusted.iter().find(|adjusted| adjusted.eq_ignore_ascii_case(name)) {
        Some(adjusted) => *adjusted == name,
        None => !name.bytes().any(|byte| byte.is_ascii_uppercase()),
    }
}

/// Returns true if the attribute `name` of a foreign element has a namespace.
pub(super) fn has_namespace(name: &[u8]) -> bool {
    NAMESPACED_ATTRIBUTES.contains(&name)
}

/// A name in a selector. HTML elements and their attributes have it in lower case; for others, the case must be the one
/// that tree construction gives them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ForeignName {
    /// The name in lower case, as in the tokens.
    pub(super) lower: Box<[u8]>,
    pub(super) is_of_html: bool,
    pub(super) is_of_svg: bool,
    pub(super) is_of_mathml: bool,
}

impl ForeignName {
    /// The name of elements in any namespace.
    pub(super) fn of_element(name: &str) -> Self {
        let is_of_mathml = !name.bytes().any(|byte| byte.is_ascii_uppercase());
        Self { lower: lower(name), is_of_html: true, is_of_svg: is_svg_element(name), is_of_mathml }
    }

    /// The name of HTML elements.
    pub(super) fn of_html_element(name: &str) -> Self {
        Self { lower: lower(name), is_of_html: true, is_of_svg: false, is_of_mathml: false }
    }

    /// The name of an attribute.
    pub(super) fn of_attribute(name: &str) -> Self {
        Self {
            lower: lower(name),
            is_of_html: true,
            is_of_svg: is_svg_attribute(name),
            is_of_mathml: is_mathml_attribute(name),
        }
    }

    pub(super) fn is_in(&self, namespace: Namespace) -> bool {
        match namespace {
            Namespace::Html => self.is_of_html,
            Namespace::Svg => self.is_of_svg,
            _ => self.is_of_mathml,
        }
    }
}

fn lower(name: &str) -> Box<[u8]> {
    name.to_ascii_lowercase().into_bytes().into()
}
