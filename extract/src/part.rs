//! The parts of an extraction: what can be requested, and what a page was read for.

use crate::named_enum::named_enum;

named_enum! {
    /// A part of an extraction. Each has a switch in [`ExtractOptions`](super::ExtractOptions).
    ///
    /// ```
    /// use tagrake_extract::{ExtractOptions, Part};
    ///
    /// let parts = ExtractOptions::default().parts();
    /// assert!(parts.has(Part::Links) && parts.has(Part::Metadata) && !parts.has(Part::Text));
    /// ```
    enum Part {
        /// [`with_metadata`](super::ExtractOptions::with_metadata).
        Metadata = "metadata",
        /// [`with_headings`](super::ExtractOptions::with_headings).
        Headings = "headings",
        /// [`with_links`](super::ExtractOptions::with_links).
        Links = "links",
        /// [`with_link_context`](super::ExtractOptions::with_link_context).
        LinkContext = "link context",
        /// [`with_rights`](super::ExtractOptions::with_rights).
        Rights = "rights",
        /// [`with_text`](super::ExtractOptions::with_text).
        Text = "text",
        /// [`with_blocks`](super::ExtractOptions::with_blocks).
        Blocks = "text blocks",
        /// [`with_main`](super::ExtractOptions::with_main).
        Main = "main content",
        /// [`with_inlines`](super::ExtractOptions::with_inlines).
        Inlines = "inline elements",
        /// [`with_tables`](super::ExtractOptions::with_tables).
        Tables = "tables",
        /// [`with_items`](super::ExtractOptions::with_items).
        Items = "items",
        /// [`with_parse_errors`](super::ExtractOptions::with_parse_errors).
        ParseErrors = "parse errors",
    }
}

/// A set of [parts](Part).
///
/// ```
/// use tagrake_extract::{Part, Parts};
///
/// let parts: Parts = [Part::Text, Part::Links].into_iter().collect();
/// assert_eq!(parts.iter().collect::<Vec<_>>(), [Part::Links, Part::Text]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Parts(u16);

impl Parts {
    /// No part.
    pub const NONE: Self = Self(0);

    /// Returns true if the set has `part`.
    ///
    /// ```
    /// assert!(!tagrake_extract::Parts::default().has(tagrake_extract::Part::Text));
    /// ```
    pub const fn has(self, part: Part) -> bool {
        self.0 & bit(part) != 0
    }

    /// Adds `part`.
    ///
    /// ```
    /// use tagrake_extract::{Part, Parts};
    ///
    /// assert!(Parts::default().with(Part::Text).has(Part::Text));
    /// ```
    #[must_use]
    pub const fn with(self, part: Part) -> Self {
        Self(self.0 | bit(part))
    }

    /// Returns the parts of both sets.
    ///
    /// ```
    /// use tagrake_extract::{Part, Parts};
    ///
    /// let parts = Parts::NONE.with(Part::Text).union(Parts::NONE.with(Part::Links));
    /// assert_eq!(parts.iter().count(), 2);
    /// ```
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the parts that `other` does not have.
    ///
    /// ```
    /// use tagrake_extract::{Part, Parts};
    ///
    /// let parts = Parts::default().with(Part::Text).with(Part::Links);
    /// assert_eq!(parts.without(Parts::default().with(Part::Links)), Parts::default().with(Part::Text));
    /// ```
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns true if the set has no part.
    ///
    /// ```
    /// assert!(tagrake_extract::Parts::default().is_empty());
    /// ```
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the parts, in the order of [`Part::ALL`].
    ///
    /// ```
    /// assert_eq!(tagrake_extract::Parts::default().iter().count(), 0);
    /// ```
    pub fn iter(self) -> impl Iterator<Item = Part> {
        Part::ALL.iter().copied().filter(move |&part| self.has(part))
    }
}

impl FromIterator<Part> for Parts {
    fn from_iter<I: IntoIterator<Item = Part>>(parts: I) -> Self {
        parts.into_iter().fold(Self::default(), Self::with)
    }
}

const fn bit(part: Part) -> u16 {
    1 << part as u16
}
