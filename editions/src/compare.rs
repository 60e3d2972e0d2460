//! Finds where the editions give different tokens for a page, and by which rules.
//!
//! 1. Tokenize the page by each edition. Each [`Reading`] lists its tokens, and the offsets at which rules were
//!    checked.
//! 2. Advance through all token lists together, from one *meeting* to the next: an offset at which a token starts in
//!    all editions ([`next_meeting`]).
//! 3. If the tokens between two meetings differ in any way but their offsets, they are a [`Difference`]. Drop the
//!    tokens at both ends that are equal in all editions, and group the editions with equal tokens.
//! 4. For each pair of editions with different tokens, attribute the difference to the rules that were checked in this
//!    part of the page and hold in one of the two. If there is none, use the last rule of this kind before this part.
//!
//! In `x<br/>y`, the editions meet at 0, 1 and 6. Between 1 and 6 the start tag has the self-closing flag in all
//! editions but the 2007 one, which checked [`Rule::SelfClosingFlag`] at offset 4.

use super::{Edition, Reading, Rule, RuleCheck, Token, tokenize};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::Range;
use tagrake::Options;

const EDITIONS: usize = Edition::ALL.len();
const BYTE_ORDER_MARK: &str = "\u{FEFF}";

/// A part of a page for which the editions give different tokens.
///
/// ```
/// use tagrake::Options;
/// use tagrake_editions::{Edition, Rule, compare};
///
/// let differences = compare("<p>&#11;</p>", &Options::default());
/// assert_eq!(differences[0].span, 3..8);
/// let (editions, tokens) = &differences[0].readings[1];
/// assert_eq!((editions.as_slice(), tokens.len()), (&[Edition::February2009][..], 1));
/// assert_eq!(differences[0].rules, [Rule::LineTabulationReferenceIsReplaced]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The byte range of the tokens in the page.
    pub span: Range<usize>,
    /// The tokens, with the editions that give them. Editions with equal tokens are grouped.
    pub readings: Vec<(Vec<Edition>, Vec<Token>)>,
    /// The rules that explain the difference. For each pair of editions with different tokens, these are the rules that
    /// were checked there and hold in one of the two, or else the last rule of this kind before.
    pub rules: Vec<Rule>,
}

/// Tokenizes `html` by each edition, and returns their differences in page order.
///
/// A leading U+FEFF is not a difference: the drafts drop it in preprocessing, the Living Standard in decoding.
///
/// ```
/// use tagrake::Options;
/// use tagrake_editions::{Rule, compare};
///
/// let differences = compare("<!DOCTYPE HTML><a href=x", &Options::default());
/// let rules: Vec<_> = differences.iter().flat_map(|difference| &difference.rules).collect();
/// assert_eq!(rules, [&Rule::DoctypeNameIsLowerCase, &Rule::UnfinishedTagIsEmitted]);
/// assert!(compare("<p>the same</p>", &Options::default()).is_empty());
/// ```
pub fn compare(html: &str, options: &Options) -> Vec<Difference> {
    let mut readings = core::array::from_fn::<_, EDITIONS, _>(|edition| tokenize(html, Edition::ALL[edition], options));
    if let Some(decoded) = html.strip_prefix(BYTE_ORDER_MARK) {
        readings[Edition::Living as usize] = tokenize(decoded, Edition::Living, options);
        for token in &mut readings[Edition::Living as usize].tokens {
            token.span = token.span.start + BYTE_ORDER_MARK.len()..token.span.end + BYTE_ORDER_MARK.len();
        }
    }
    for reading in &mut readings {
        reading.rule_checks.sort_by_key(|check| check.offset);
    }
    let mut histories = [RuleHistory { before: 0, to_end: 0, last: [None; Rule::ALL.len()] }; EDITIONS];
    let mut differences = Vec::new();
    let mut at = [0; EDITIONS];
    loop {
        let next = next_meeting(&readings, at);
        let end = next.map(|next| readings[0].tokens[next[0]].span.start);
        for (history, reading) in histories.iter_mut().zip(&readings) {
            history.advance(&reading.rule_checks, end.unwrap_or(usize::MAX));
        }
        let parts: [&[Token]; EDITIONS] = core::array::from_fn(|edition| {
            let tokens = &readings[edition].tokens;
            &tokens[at[edition]..next.map_or(tokens.len(), |next| next[edition])]
        });
        if !parts.iter().all(|part| have_equal_contents(part, parts[0])) {
            differences.push(difference(without_shared_ends(parts), &histories, &readings));
        }
        let Some(next) = next else { return differences };
        at = next;
    }
}

/// Returns the indices of the next tokens after those at `at` that start at the same offset in all editions.
fn next_meeting(readings: &[Reading; EDITIONS], at: [usize; EDITIONS]) -> Option<[usize; EDITIONS]> {
    let mut next = at.map(|at| at + 1);
    let mut start = 0;
    loop {
        let before = start;
        for (reading, next) in readings.iter().zip(&mut next) {
            let skipped = reading.tokens.get(*next..)?.iter().take_while(|token| token.span.start < start).count();
            *next += skipped;
            start = reading.tokens.get(*next)?.span.start;
        }
        if start == before {
            return Some(next);
        }
    }
}

/// Drops the tokens at both ends that are equal in all editions, including their offsets.
fn without_shared_ends(parts: [&[Token]; EDITIONS]) -> [&[Token]; EDITIONS] {
    let shortest = parts.iter().map(|part| part.len()).min().unwrap_or_default();
    let at_start = (0..shortest).take_while(|&at| parts.iter().all(|part| part[at] == parts[0][at])).count();
    let parts = parts.map(|part| &part[at_start..]);
    let is_shared =
        |at: &usize| parts.iter().all(|part| part[part.len() - 1 - at] == parts[0][parts[0].len() - 1 - at]);
    let at_end = (0..shortest - at_start).take_while(is_shared).count();
    parts.map(|part| &part[..part.len() - at_end])
}

/// Returns true if two lists of tokens are equal, ignoring offsets.
fn have_equal_contents(one: &[Token], other: &[Token]) -> bool {
    one.iter().map(|token| &token.content).eq(other.iter().map(|token| &token.content))
}

/// The rule checks of a reading up to the current part of the page.
#[derive(Clone, Copy)]
struct RuleHistory {
    /// The number of checks before the current part of the page.
    before: usize,
    /// The number of checks before its end.
    to_end: usize,
    /// The offset of the last check of each rule.
    last: [Option<usize>; Rule::ALL.len()],
}

impl RuleHistory {
    /// Advances to the part that ends at `end`.
    fn advance(&mut self, rule_checks: &[RuleCheck], end: usize) {
        self.before = self.to_end;
        while let Some(check) = rule_checks.get(self.to_end).filter(|check| check.offset < end) {
            self.last[check.rule as usize] = Some(check.offset);
            self.to_end += 1;
        }
    }
}

fn difference(
    parts: [&[Token]; EDITIONS],
    histories: &[RuleHistory; EDITIONS],
    readings: &[Reading; EDITIONS],
) -> Difference {
    let mut groups: Vec<(Vec<Edition>, Vec<Token>)> = Vec::new();
    let group_of = core::array::from_fn::<_, EDITIONS, _>(|edition| {
        let (edition, part) = (Edition::ALL[edition], parts[edition]);
        let known = groups.iter().position(|(_, tokens)| have_equal_contents(tokens, part));
        let group = known.unwrap_or(groups.len());
        match groups.get_mut(group) {
            Some((editions, _)) => editions.push(edition),
            None => groups.push((Vec::from([edition]), part.to_vec())),
        }
        group
    });
    let checked_here: [BTreeSet<Rule>; EDITIONS] = core::array::from_fn(|edition| {
        let rule_checks = &readings[edition].rule_checks[histories[edition].before..histories[edition].to_end];
        rule_checks.iter().map(|check| check.rule).collect()
    });
    let mut rules = BTreeSet::new();
    for &one in Edition::ALL {
        for other in Edition::ALL.iter().copied().filter(|&other| group_of[other as usize] > group_of[one as usize]) {
            // A rule can explain the difference only if it holds in one of the two.
            let may_explain = |rule: &Rule| rule.changes_tokens() && rule.holds_in(one) != rule.holds_in(other);
            let both = [one as usize, other as usize];
            let mut found =
                both.into_iter().flat_map(|edition| &checked_here[edition]).copied().filter(may_explain).peekable();
            if found.peek().is_some() {
                rules.extend(found);
            } else {
                let candidates = Rule::ALL.iter().copied().filter(may_explain);
                let last = candidates.filter_map(|rule| {
                    Some((both.map(|edition| histories[edition].last[rule as usize]).into_iter().max()??, rule))
                });
                rules.extend(last.max().map(|(_, rule)| rule));
            }
        }
    }
    let spans = || parts.iter().flat_map(|part| part.iter().map(|token| &token.span));
    let start = spans().map(|span| span.start).min().unwrap_or_default();
    let end = spans().map(|span| span.end).max().unwrap_or_default();
    Difference { span: start..end, readings: groups, rules: rules.into_iter().collect() }
}
