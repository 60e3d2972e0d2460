//! Features of a block: of its text, its element, its place in the page, and its neighbours.

use super::Page;
use super::briefs::Brief;
use super::columns::{Lane, clamp, distance, share};
use super::names::Feature::{self, *};

impl Page<'_> {
    /// Fills the features of the text and of the element of a block.
    pub(super) fn fill_text(&self, index: usize, out: &mut Lane<'_>) {
        let (row, brief, phrases) = (&self.table.rows[index], &self.briefs[index], &self.phrases[index]);
        let stats = &row.stats;
        let mut set = |feature: Feature, value: i16| out.set(feature, value);
        set(Words, clamp(stats.words));
        set(Chars, clamp(stats.chars));
        set(LinkWords, clamp(brief.link_words));
        set(LinkShare, brief.link_share);
        set(Links, clamp(row.links));
        set(Punctuation, clamp(stats.punctuation));
        set(PunctuationShare, share(stats.punctuation, stats.words));
        set(EndsSentence, i16::from(stats.ends_sentence));
        set(Digits, clamp(stats.digits));
        set(DigitShare, share(stats.digits, stats.chars));
        set(Currency, i16::from(stats.has_currency));
        set(CapitalShare, share(stats.capitals, stats.words));
        set(Separators, clamp(stats.separators));
        // In sixteenths of a character.
        set(WordLength, clamp(u64::from(stats.chars) * 16 / u64::from(stats.words.max(1))));
        set(Noise, clamp(phrases.noise));
        set(Consent, clamp(phrases.consent));
        set(Longest, clamp(stats.longest));
        set(SymbolShare, share(stats.symbols, stats.chars));
        set(Images, clamp(row.images));
        set(Tag, brief.tag);
        set(IsNew, i16::from(row.is_new));
        set(Hidden, i16::from(row.is_hidden));
        set(Noscript, i16::from(row.is_noscript));
        set(IsProse, i16::from(brief.is_prose));
        let element = &self.table.elements[row.element as usize];
        set(Depth, clamp(element.depth));
        set(ListDepth, i16::from(element.list_depth));
        set(TableColumn, clamp(element.column));
        set(TableRow, clamp(element.row));
        set(HeadingLevel, i16::from(element.heading));
        set(CommonShare, self.words.common_share(index));
        let (words, triples) = self.words.of(index);
        let [description, title, data] = self.declared.shares(words, triples);
        set(InDescription, description);
        set(InTitle, title);
        set(InData, data);
        set(CopiedShingles, self.words.copied_share(index));
    }

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
        out.set_from(Words1, near.iter().map(|brief| clamp(brief.words)));
        out.set_from(LinkShare1, near.iter().map(|brief| brief.link_share));
        out.set_from(Tag1, near.iter().map(|brief| brief.tag));
        let nearest = [near[0], near[1], near[3], near[4]];
        out.set_from(Punctuation1, nearest.iter().map(|brief| clamp(brief.punctuation)));
        out.set_from(Ends1, nearest.iter().map(|brief| i16::from(brief.ends_sentence)));
        let windows = [2, 5, 15, 40].map(|distance| {
            let start = &self.before[index.saturating_sub(distance)];
            let end = &self.before[(index + distance + 1).min(self.briefs.len())];
            (end.words - start.words, end.link_words - start.link_words, end.long - start.long)
        });
        out.set_from(Window2, windows.iter().map(|&(words, ..)| clamp(words)));
        out.set_from(WindowShare2, windows.iter().map(|&(words, link_words, _)| share(link_words, words)));
        out.set_from(WindowLong2, windows.iter().map(|&(.., long)| clamp(long)));
    }
}
