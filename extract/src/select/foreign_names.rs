//! The names in foreign content whose case tree construction changes, and the attributes that it puts into a namespace.

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
pub(super) fn is_svg_element(name: &str) -> bool {
    is_adjusted(name, &SVG_ELEMENTS)
}

/// Returns true if an SVG element can have an attribute called `name`.
pub(super) fn is_svg_attribute(name: &str) -> bool {
    is_adjusted(name, &SVG_ATTRIBUTES)
}

/// Returns true if a MathML element can have an attribute called `name`.
pub(super) fn is_mathml_attribute(name: &str) -> bool {
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
