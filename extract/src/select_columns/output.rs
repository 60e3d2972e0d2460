//! Outputs: which part of an element is the value.

use super::error::Fault;
use crate::select::XPathResult;
use alloc::boxed::Box;
use alloc::format;

/// The output of a column, which is after `::` in its definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Output {
    /// The text, with white space collapsed.
    #[default]
    Text,
    /// The texts among the children of the element, each with white space collapsed.
    ChildTexts,
    /// The text content.
    TextContent,
    /// The value of an attribute.
    Attribute(Box<str>),
    /// The URL in an attribute; without a name, in the main attribute of the element.
    Url(Option<Box<str>>),
    /// The range of the page.
    Html,
    /// The text blocks.
    Markdown,
}

impl Output {
    /// Returns the output of a selector that selects `part` of its elements. `None` if `requested` is not possible for it.
    pub(super) fn of(requested: Option<&Self>, part: &XPathResult) -> Option<Self> {
        match (requested, part) {
            (requested, XPathResult::Element) => Some(requested.cloned().unwrap_or_default()),
            (None, XPathResult::Attribute(name)) => Some(Self::Attribute(name.clone())),
            (Some(Self::Url(None)), XPathResult::Attribute(name)) => Some(Self::Url(Some(name.clone()))),
            (None, XPathResult::TextNodes) => Some(Self::ChildTexts),
            _ => None,
        }
    }

    /// Reads the text after `::`, which is at `offset`.
    pub(super) fn parse(text: &str, offset: usize) -> Result<Self, Fault> {
        let (name, argument) = match text.split_once('(') {
            Some((name, argument)) => (name, Some(argument.strip_suffix(')').unwrap_or(argument))),
            None => (text, None),
        };
        // The names of attributes are in lower case in HTML.
        let attribute = || argument.map(|name| name.trim().to_ascii_lowercase().into_boxed_str());
        match (name, attribute()) {
            ("text", None) => Ok(Self::Text),
            ("text-content", None) => Ok(Self::TextContent),
            ("html", None) => Ok(Self::Html),
            ("markdown", None) => Ok(Self::Markdown),
            ("attr" | "url", Some(name)) if !is_attribute_name(&name) || !text.ends_with(')') => {
                Err(Fault::new(offset, format!("`::{text}` needs the name of one attribute: `::attr(href)`")))
            }
            ("attr", Some(name)) => Ok(Self::Attribute(name)),
            ("attr", None) => Err(Fault::new(offset, "`::attr` needs the name of an attribute: `::attr(href)`")),
            ("url", name) => Ok(Self::Url(name)),
            _ => Err(Fault::new(
                offset,
                format!(
                    "`::{text}` is no output; use `::text`, `::text-content`, `::attr(name)`, `::url`, `::url(name)`, `::html` or `::markdown`"
                ),
            )),
        }
    }
}

fn is_attribute_name(name: &str) -> bool {
    !name.is_empty()
        && !name.contains(|character: char| character.is_ascii_whitespace() || "\"'<>/=()".contains(character))
}
