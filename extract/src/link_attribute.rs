//! Attributes with URLs that a caller adds to the [table](crate::url_attributes).

use crate::names::{Attr, Element};
use crate::url_attributes;
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// An attribute whose value has links although it has none by the standard: scripts of the site read it. Its links have the kind
/// [`Lazy`](crate::LinkKind::Lazy).
///
/// As text, it is `element@attribute`, and then `:srcset`, `:css` or `:html` if the value is not one URL. A trailing `*`
/// matches any suffix. Elements of SVG and MathML are named `svg:image` and `math:mi`. An attribute name with a
/// colon needs a second one at its end: `div@addthis:url:`.
///
/// ```
/// use tagrake_extract::{Context, ExtractOptions, Extractor, LinkAttribute};
///
/// let attributes = ["div@data-full", "*@data-set-*:srcset", "div@data-late:html"];
/// let attributes: Result<Vec<LinkAttribute>, _> = attributes.iter().map(|text| text.parse()).collect();
/// let mut extractor = Extractor::new(ExtractOptions::default().with_link_attributes(attributes?));
/// let html = b"<div data-full=a data-set-x='b 1x, c 2x' data-late='<img src=d>'>";
/// let page = extractor.extract(html, &Context::default());
/// assert!(page.links.iter().map(|link| link.raw).eq(["a", "b", "c", "d"]));
/// # Ok::<(), tagrake_extract::LinkAttributeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LinkAttribute {
    element: NamePattern,
    attribute: NamePattern,
    pub(crate) syntax: AddedSyntax,
}

/// The syntax of an attribute that a caller adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AddedSyntax {
    /// One URL.
    Url,
    /// Image candidate strings.
    Srcset,
    /// CSS declarations.
    Css,
    /// Markup.
    Html,
}

const SYNTAXES: [(&str, AddedSyntax); 3] =
    [("srcset", AddedSyntax::Srcset), ("css", AddedSyntax::Css), ("html", AddedSyntax::Html)];

/// A name in lower case, or the start of a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct NamePattern {
    start: String,
    is_prefix: bool,
}

impl NamePattern {
    /// Parses a name. Returns `None` if it has characters that no name in a tag has.
    fn parse(text: &str) -> Option<Self> {
        let (start, is_prefix) = text.strip_suffix('*').map_or((text, false), |start| (start, true));
        let is_in_name = |character: char| {
            !character.is_ascii_whitespace() && !character.is_ascii_control() && !"<>/='\"*@".contains(character)
        };
        (!text.is_empty() && start.chars().all(is_in_name))
            .then(|| Self { start: start.to_ascii_lowercase(), is_prefix })
    }

    fn matches(&self, name: &str) -> bool {
        if self.is_prefix { name.starts_with(&*self.start) } else { name == self.start }
    }
}

impl fmt::Display for NamePattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { start, is_prefix } = self;
        write!(formatter, "{start}{}", if *is_prefix { "*" } else { "" })
    }
}

impl LinkAttribute {
    /// Returns the attribute `attribute` of the element `element`, whose value is one URL.
    ///
    /// ```
    /// use tagrake_extract::LinkAttribute;
    ///
    /// let attribute = LinkAttribute::new("div", "data-product-url")?;
    /// assert_eq!(attribute.to_string(), "div@data-product-url");
    /// assert!(LinkAttribute::new("a", "href").is_err());
    /// # Ok::<(), tagrake_extract::LinkAttributeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a name has characters that names in tags do not have, or if the links of the attribute are read without
    /// being asked for.
    pub fn new(element: &str, attribute: &str) -> Result<Self, LinkAttributeError> {
        Self::with_syntax(element, attribute, AddedSyntax::Url)
            .map_err(|fault| LinkAttributeError::new(&format!("{element}@{attribute}"), fault))
    }

    fn parse(text: &str) -> Result<Self, Fault> {
        let (element, rest) = text.split_once('@').ok_or(Fault::Form)?;
        let (attribute, syntax) = match rest.rsplit_once(':') {
            None | Some((_, "")) => (rest.strip_suffix(':').unwrap_or(rest), AddedSyntax::Url),
            Some((attribute, name)) => {
                let known = SYNTAXES.iter().find(|(known, _)| *known == name);
                (attribute, known.ok_or(Fault::Syntax)?.1)
            }
        };
        Self::with_syntax(element, attribute, syntax)
    }

    fn with_syntax(element: &str, attribute: &str, syntax: AddedSyntax) -> Result<Self, Fault> {
        let element = NamePattern::parse(element).ok_or(Fault::Form)?;
        let attribute = NamePattern::parse(attribute).filter(|attribute| !attribute.start.is_empty());
        let attribute = attribute.ok_or(Fault::Form)?;
        let attribute = Self { element, attribute, syntax };
        if attribute.is_known() { Err(Fault::Known) } else { Ok(attribute) }
    }

    /// Returns true if this is the attribute `attribute` of the element `element`, as rows name them.
    pub(crate) fn matches(&self, element: &str, attribute: &str) -> bool {
        self.attribute.matches(attribute) && self.element.matches(element)
    }

    /// Returns true if the attribute is in the table for each of its elements.
    fn is_known(&self) -> bool {
        let attr = Attr::of(self.attribute.start.as_bytes());
        if self.attribute.is_prefix || attr == Attr::Other {
            return false;
        }
        match &self.element {
            NamePattern { start, is_prefix: true } => {
                start.is_empty() && Element::ALL.iter().all(|element| url_attributes::has_links(*element, "", attr))
            }
            NamePattern { start, .. } => url_attributes::has_links(Element::of(start.as_bytes()), start, attr),
        }
    }
}

impl FromStr for LinkAttribute {
    type Err = LinkAttributeError;

    fn from_str(text: &str) -> Result<Self, LinkAttributeError> {
        Self::parse(text).map_err(|fault| LinkAttributeError::new(text, fault))
    }
}

impl fmt::Display for LinkAttribute {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { element, attribute, syntax } = self;
        write!(formatter, "{element}@{attribute}")?;
        match SYNTAXES.iter().find(|(_, known)| known == syntax) {
            Some((name, _)) => write!(formatter, ":{name}"),
            None if attribute.start.contains(':') => formatter.write_str(":"),
            None => Ok(()),
        }
    }
}

/// The text is no [`LinkAttribute`].
///
/// ```
/// use tagrake_extract::LinkAttribute;
///
/// let error = "img@data-src".parse::<LinkAttribute>().unwrap_err();
/// assert_eq!(error.to_string(), "`img@data-src`: the links of this attribute are read without being asked for");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkAttributeError {
    text: String,
    fault: Fault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Form,
    Syntax,
    Known,
}

impl LinkAttributeError {
    fn new(text: &str, fault: Fault) -> Self {
        Self { text: text.into(), fault }
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns what is wrong, without the text.
    pub fn message(&self) -> &'static str {
        match self.fault {
            Fault::Form => {
                "expected element@attribute, such as img@data-full or *@data-full-*; then :srcset, :css or :html if the value is \
                 not one URL"
            }
            Fault::Syntax => {
                "after the last colon, expected srcset, css or html; a name with a colon needs another colon at its end"
            }
            Fault::Known => "the links of this attribute are read without being asked for",
        }
    }
}

impl fmt::Display for LinkAttributeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}`: {}", self.text, self.message())
    }
}

impl core::error::Error for LinkAttributeError {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn parse(text: &str) -> Result<LinkAttribute, String> {
        text.parse().map_err(|error: LinkAttributeError| error.to_string())
    }

    #[test]
    fn names_may_be_prefixes() {
        let attribute = parse("AMP-*@Data-Big*:srcset").expect("an attribute");
        assert!(attribute.matches("amp-img", "data-big") && attribute.matches("amp-", "data-bigger"));
        assert!(!attribute.matches("img", "data-big") && !attribute.matches("amp-img", "data-bi"));
        assert_eq!(attribute.syntax, AddedSyntax::Srcset);
        assert!(parse("*@big").expect("an attribute").matches("svg:image", "big"));
        assert!(parse("div@addthis:url:").expect("an attribute").matches("div", "addthis:url"));
        assert!(parse("svg:image@big:css").expect("an attribute").matches("svg:image", "big"));
        for text in ["img@x", "amp-*@x*:srcset", "svg:image@y:html", "*@addthis:url:", "p@a:b:css"] {
            assert_eq!(parse(text).expect("an attribute").to_string(), text);
        }
    }

    #[test]
    fn faults_are_named() {
        for text in ["", "img", "@x", "img@", "img@*", "im g@x", "a@b@c", "i*g@x", "img@x=y", "img@:css"] {
            let message = parse(text).expect_err("a fault");
            assert!(message.starts_with(&format!("`{text}`: expected element@attribute")), "{message}");
        }
        for text in ["img@x:srcst", "div@addthis:url"] {
            assert!(parse(text).expect_err("a fault").contains("after the last colon"), "{text}");
        }
        for text in ["img@data-src", "*@data-src:srcset", "a@href", "colgroup@background", "input@src", "*@style:css"] {
            assert!(parse(text).expect_err("a fault").contains("without being asked for"), "{text}");
        }
        for text in ["x-image@background", "div@href", "*@href", "*@src", "x-image@src", "data-*@data-src-x"] {
            assert!(parse(text).is_ok(), "{text}");
        }
    }
}
