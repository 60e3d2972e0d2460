//! Features of the text of a block, and of its element.

use super::Page;
use super::columns::{Lane, clamp, share};
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
}
