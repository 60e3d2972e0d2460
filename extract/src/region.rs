//! The region of a page that a link is in.

use crate::named_enum::named_enum;
use crate::names::Element;
use tagrake::StartTag;

named_enum! {
    /// A region of a page: an element with this name, or with its implicit
    /// [role](https://www.w3.org/TR/wai-aria-1.2/#landmark_roles). A link is in the innermost one.
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor, Region};
    ///
    /// let html = b"<nav><a href=a>A</a></nav><div role=main><a href=b>B</a></div><a href=c>C</a>";
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_link_context(true));
    /// let page = extractor.extract(html, &Context::default());
    /// let regions: Vec<_> = page.links.iter().map(|link| link.context.region).collect();
    /// assert_eq!(regions, [Some(Region::Nav), Some(Region::Main), None]);
    /// ```
    enum Region {
        /// `nav`, or the role `navigation`.
        Nav = "nav",
        /// `header`, or the role `banner`.
        Header = "header",
        /// `main`, or the role `main`.
        Main = "main",
        /// `article`, or the role `article`.
        Article = "article",
        /// `aside`, or the role `complementary`.
        Aside = "aside",
        /// `footer`, or the role `contentinfo`.
        Footer = "footer",
    }
}

impl Region {
    /// Returns the region that an element is by its name.
    pub(crate) fn of_element(element: Element) -> Option<Self> {
        Some(match element {
            Element::Nav => Self::Nav,
            Element::Header => Self::Header,
            Element::Main => Self::Main,
            Element::Article => Self::Article,
            Element::Aside => Self::Aside,
            Element::Footer => Self::Footer,
            _ => return None,
        })
    }

    /// Returns the region that an element is by its `role`: the first token that names one.
    pub(crate) fn of_role(tag: &StartTag<'_>) -> Option<Self> {
        let roles = tag.attribute(b"role")?.value_str();
        roles.split_ascii_whitespace().find_map(|role| {
            let is = |known: &str| role.eq_ignore_ascii_case(known);
            Self::ALL.iter().copied().find(|region| is(region.role()))
        })
    }

    fn role(self) -> &'static str {
        match self {
            Self::Nav => "navigation",
            Self::Header => "banner",
            Self::Main => "main",
            Self::Article => "article",
            Self::Aside => "complementary",
            Self::Footer => "contentinfo",
        }
    }
}
