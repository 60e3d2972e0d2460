//! Features of the place of a block in the page, and of its neighbours.

use super::Page;
use super::briefs::Brief;
use super::columns::{Lane, clamp, distance, share};
use super::names::Feature::{self, *};

impl Page<'_> {
    /// Fills the features of the place of a block.
    pub(super) fn fill_place(&self, index: usize, out: &mut Lane<'_>) {
        let (count, headings) = (self.briefs.len(), &self.headings[index]);
        let (after, total) = (self.before[index + 1], self.before[count]);
        let since = |from: Option<u32>| from.map_or(-1, |from| clamp(index - from as usize));
        let mut set = |feature: Feature, value: i16| out.set(feature, value);
        set(Place, share(index, count));
        set(WordPlace, share(after.words, total.words));
        set(TextPlace, share(after.text, total.text));
        set(Index, clamp(index));
        set(FromEnd, clamp(count - index));
        set(ToLongest, distance(index, self.longest));
        set(UnderHeading, i16::from(headings.under));
        set(HeadingWords, clamp(headings.words));
        set(Sections, clamp(headings.sections));
        set(HeadingsBefore, clamp(headings.count));
        set(AfterFirstHeading, since(headings.first_h1));
        set(AfterHeading, since(headings.last));
    }

    /// Fills the features of the neighbours of a block.
    pub(super) fn fill_neighbours(&self, index: usize, out: &mut Lane<'_>) {
        let before = |distance: usize| index.checked_sub(distance).map_or(Brief::default(), |at| self.briefs[at]);
        let after = |distance: usize| self.briefs.get(index + distance).copied().unwrap_or_default();
        let near = [before(1), before(2), before(3), after(1), after(2), after(3)];
        let features = [
            (Words1, LinkShare1, Tag1),
            (Words2, LinkShare2, Tag2),
            (Words3, LinkShare3, Tag3),
            (Next1, NextShare1, NextTag1),
            (Next2, NextShare2, NextTag2),
            (Next3, NextShare3, NextTag3),
        ];
        let mut set = |feature: Feature, value: i16| out.set(feature, value);
        for (brief, (words, link_share, tag)) in near.iter().zip(features) {
            set(words, clamp(brief.words));
            set(link_share, brief.link_share);
            set(tag, brief.tag);
        }
        let features = [
            (0, Punctuation1, Ends1),
            (1, Punctuation2, Ends2),
            (3, NextPunctuation1, NextEnds1),
            (4, NextPunctuation2, NextEnds2),
        ];
        for (neighbour, punctuation, ends) in features {
            set(punctuation, clamp(near[neighbour].punctuation));
            set(ends, i16::from(near[neighbour].ends_sentence));
        }
        let windows = [
            (2, Window2, WindowShare2, WindowLong2),
            (5, Window5, WindowShare5, WindowLong5),
            (15, Window15, WindowShare15, WindowLong15),
            (40, Window40, WindowShare40, WindowLong40),
        ];
        for (distance, words, link_share, long) in windows {
            let start = &self.before[index.saturating_sub(distance)];
            let end = &self.before[(index + distance + 1).min(self.briefs.len())];
            set(words, clamp(end.words - start.words));
            set(link_share, share(end.link_words - start.link_words, end.words - start.words));
            set(long, clamp(end.long - start.long));
        }
    }
}
