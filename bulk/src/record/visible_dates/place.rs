//! The place of a date in the page, which decides whether it is the publication date.

use super::mentions::Mention;
use super::surroundings::{Classes, Surroundings};
use super::texts::{SHORT, SHORTER, is_dateline, is_not_published, is_published, is_within};
use std::ops::Range;

/// Maximum distance of a date before the first `h1`, or after it, to be near it, in bytes of the page.
const BEFORE_HEADING: usize = 1500;
const AFTER_HEADING: usize = 6000;
/// The place of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum DatePlace {
    /// In a `time`.
    Time,
    /// In an element with a class of a date, or in its `title` or `content`.
    Class,
    /// After a word such as "published".
    Label,
    /// In an element with a class of authors or metadata.
    Byline,
    /// Near the first `h1`.
    Heading,
    /// In an element with a class of a date, inside of one with a class of other articles.
    Teaser,
    /// In an element with little else. The page has no other day in such an element.
    Only,
}

impl DatePlace {
    /// The rank of the best places.
    pub(super) const BEST: u8 = 0;

    /// Returns the place of a date. `heading` is the offset of the first `h1`. Returns `None` if the date is not of the publication.
    pub(super) fn of(around: &Surroundings<'_>, mention: &Mention, heading: Option<usize>) -> Option<Self> {
        if around.elements.is_empty() || around.is_in("option") {
            return None;
        }
        let classes = around.classes();
        if !is_possible(around, &classes) {
            return None;
        }
        let is_published = is_published(around.before);
        let (own, after) = (around.own_before(), around.after);
        let is_short = is_within(own, after, SHORT);
        let is_near = heading.is_some_and(|heading| near(heading).contains(&mention.span.start));
        if mention.is_attribute {
            return (classes.is_date && !classes.is_elsewhere).then_some(Self::Class);
        }
        if classes.is_elsewhere {
            return is_short.then_some(if classes.is_date || is_published { Self::Teaser } else { Self::Only });
        }
        match () {
            () if is_short && around.is_in("time") && !classes.has_datetime => Some(Self::Time),
            () if is_short && classes.is_date => Some(Self::Class),
            () if is_published => Some(Self::Label),
            () if is_short && classes.is_byline => Some(Self::Byline),
            () if is_near && (is_within(own, after, SHORTER) || is_dateline(own, after)) => Some(Self::Heading),
            () => is_within(own, after, SHORTER).then_some(Self::Only),
        }
    }

    /// Returns true if other numbers with dots are rare in this place.
    pub(super) fn is_of_date(self) -> bool {
        !matches!(self, Self::Teaser | Self::Only)
    }

    /// Returns the rank of the place among the others, from 0. The first date in a place of the lowest rank counts.
    pub(super) fn rank(self) -> u8 {
        match self {
            Self::Time | Self::Class => Self::BEST,
            Self::Label => 1,
            Self::Byline => 2,
            Self::Heading => 3,
            Self::Teaser => 4,
            Self::Only => 5,
        }
    }

    /// Returns the name for `published_source`.
    pub(in super::super) fn source(self) -> &'static str {
        match self {
            Self::Time => "time:text",
            Self::Class => "class:date",
            Self::Label => "text:published",
            Self::Byline => "class:byline",
            Self::Heading => "text:heading",
            Self::Teaser => "class:teaser",
            Self::Only => "text:only",
        }
    }
}

/// Returns true if a date can be of the publication, or of another article.
fn is_possible(around: &Surroundings<'_>, classes: &Classes) -> bool {
    let is_modified = classes.is_modified && !is_published(around.before) || is_not_published(around.before);
    !classes.is_comment && !classes.is_hidden && !is_modified
}

/// Returns true if a date can be of the publication.
pub(super) fn is_of_publication(around: &Surroundings<'_>, classes: &Classes) -> bool {
    !around.elements.is_empty() && !classes.is_elsewhere && is_possible(around, classes)
}

/// Returns the part of the page near the first `h1`, which is at this offset.
pub(super) fn near(heading: usize) -> Range<usize> {
    heading.saturating_sub(BEFORE_HEADING)..heading + AFTER_HEADING
}
