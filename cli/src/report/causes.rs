//! The causes of skipped, truncated and unread input in words, for the closing line. Programs read their short names, in
//! `--stats` and `check --format jsonl`.

use std::collections::BTreeMap;
use tagrake_bulk::input::{CutCause, ErrorCause};
use tagrake_bulk::pipeline::{Cause, CauseCounts, Counts, SkipCause};
use tagrake_bulk::warc::Irregularity;
use tagrake_extract::Flag;

/// A group of causes, in the order of the closing line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum CauseGroup {
    Skipped,
    SkippedFiles,
    Irregular,
    Truncated,
    OverLimit,
    Detected,
    Flagged,
    WithoutDigest,
    Files,
    Outputs,
    Lines,
    Indexed,
    Rows,
    Damaged,
    Unsupported,
}

impl CauseGroup {
    /// Returns the singular and the plural of the counted noun.
    fn nouns(self) -> [&'static str; 2] {
        match self {
            Self::Skipped => ["record skipped", "records skipped"],
            Self::SkippedFiles => ["file skipped", "files skipped"],
            Self::Irregular => ["record irregular but complete", "records irregular but complete"],
            Self::Truncated => ["page truncated", "pages truncated"],
            Self::OverLimit => ["page over a limit", "pages over a limit"],
            Self::Detected => ["page with a detected encoding", "pages with a detected encoding"],
            Self::Flagged => ["page flag", "page flags"],
            Self::WithoutDigest => ["record without a digest", "records without a digest"],
            Self::Outputs => ["output failed", "outputs failed"],
            Self::Files => ["file not read", "files not read"],
            Self::Lines => ["line not read", "lines not read"],
            Self::Indexed => ["index entry not read", "index entries not read"],
            Self::Rows => ["row not written", "rows not written"],
            Self::Damaged => ["record damaged", "records damaged"],
            Self::Unsupported => ["record not decompressed", "records not decompressed"],
        }
    }
}

impl From<SkipCause> for CauseGroup {
    fn from(cause: SkipCause) -> Self {
        if cause == SkipCause::FileType { Self::SkippedFiles } else { Self::Skipped }
    }
}

impl From<Irregularity> for CauseGroup {
    fn from(_: Irregularity) -> Self {
        Self::Irregular
    }
}

impl From<CutCause> for CauseGroup {
    fn from(cause: CutCause) -> Self {
        if cause == CutCause::NoDigest { Self::WithoutDigest } else { Self::Truncated }
    }
}

impl From<Flag> for CauseGroup {
    fn from(flag: Flag) -> Self {
        if flag.is_limit() { Self::OverLimit } else { Self::Flagged }
    }
}

impl From<ErrorCause> for CauseGroup {
    fn from(cause: ErrorCause) -> Self {
        match cause {
            ErrorCause::Io
            | ErrorCause::EmptyFolder
            | ErrorCause::Loop
            | ErrorCause::Path
            | ErrorCause::SameName
            | ErrorCause::IsOutput
            | ErrorCause::Type => Self::Files,
            ErrorCause::Output => Self::Outputs,
            ErrorCause::Line | ErrorCause::LongLine => Self::Lines,
            ErrorCause::NoRecord => Self::Indexed,
            ErrorCause::Row | ErrorCause::Index => Self::Rows,
            ErrorCause::Unsupported => Self::Unsupported,
            // All others are kinds of damage in archives.
            _ => Self::Damaged,
        }
    }
}

/// Maximum number of MIME types in a phrase.
const MAX_TYPES: usize = 5;

/// A cause in words, and its count.
#[derive(Clone, Debug)]
struct CountedCause {
    words: &'static str,
    count: u64,
    /// The MIME types of the records, the most frequent first.
    types: Vec<(u64, String)>,
}

impl CountedCause {
    fn new(words: &'static str, count: u64) -> Self {
        Self { words, count, types: Vec::new() }
    }

    /// Returns the words, with the types: `not HTML: 20 image/png, 9 without a type`.
    fn text(&self) -> String {
        if self.types.is_empty() {
            return self.words.to_owned();
        }
        let types: Vec<_> = self.types.iter().map(|(count, name)| format!("{count} {name}")).collect();
        format!("{}: {}", self.words, types.join(", "))
    }
}

/// Counts by group and cause.
#[derive(Debug, Default)]
pub(crate) struct Causes {
    groups: BTreeMap<CauseGroup, Vec<CountedCause>>,
    /// The number of pages over a limit. A page may exceed several limits.
    pages_over_limit: u64,
}

impl Causes {
    /// Collects what was skipped, truncated, detected and not read.
    pub(crate) fn new(counts: &Counts) -> Self {
        let mut causes = Self { pages_over_limit: counts.pages_over_limit, ..Self::default() };
        causes.add(&counts.skipped);
        let skipped = causes.groups.get_mut(&CauseGroup::Skipped).into_iter().flatten();
        for cause in skipped.filter(|cause| cause.words == SkipCause::Mime.words()) {
            cause.types = counts.skipped_types.phrases(MAX_TYPES);
        }
        causes.add(&counts.irregular);
        causes.add(&counts.cut);
        causes.add(&counts.flags);
        causes.add(&counts.errors);
        if !counts.detected_encodings.is_empty() {
            let detected = counts.detected_encodings.iter().map(|(name, count)| CountedCause::new(name, *count));
            causes.groups.insert(CauseGroup::Detected, detected.collect());
        }
        causes
    }

    fn add<C: Cause + Into<CauseGroup>>(&mut self, counts: &CauseCounts<C>) {
        for (cause, count) in counts.iter() {
            self.groups.entry(cause.into()).or_default().push(CountedCause::new(cause.words(), count));
        }
    }

    /// Removes a group.
    pub(crate) fn without(mut self, group: CauseGroup) -> Self {
        self.groups.remove(&group);
        self
    }

    /// Replaces the words of a cause.
    pub(crate) fn with_words(mut self, cause: SkipCause, words: &'static str) -> Self {
        let causes = self.groups.get_mut(&cause.into()).into_iter().flatten();
        causes.filter(|known| known.words == cause.words()).for_each(|known| known.words = words);
        self
    }

    /// Returns the most frequent cause by which records were skipped, with one MIME type if it is the type:
    /// `not HTML: image/png`.
    pub(crate) fn most_frequent_skip(&self) -> Option<(u64, String)> {
        let of_type =
            |cause: &CountedCause, (count, name): &(u64, String)| (*count, format!("{}: {name}", cause.words));
        let causes = self.groups.get(&CauseGroup::Skipped)?.iter().flat_map(|cause| match cause.types.is_empty() {
            true => vec![(cause.count, cause.words.to_owned())],
            false => cause.types.iter().map(|found| of_type(cause, found)).collect(),
        });
        causes.reduce(|most, next| if next.0 > most.0 { next } else { most })
    }

    /// Returns a phrase per group: `3 records skipped (2 not HTML: 2 image/png; 1 status not 2xx)`.
    pub(crate) fn phrases(&self) -> impl Iterator<Item = String> {
        self.groups.iter().map(|(&group, causes)| {
            let sum = causes.iter().map(|cause| cause.count).sum();
            let total = if group == CauseGroup::OverLimit { self.pages_over_limit } else { sum };
            let noun = group.nouns()[usize::from(total != 1)];
            let separator = if causes.iter().any(|cause| !cause.types.is_empty()) { "; " } else { ", " };
            let causes: Vec<_> = match causes[..] {
                [ref cause] if cause.count == total => vec![cause.text()],
                _ => causes.iter().map(|cause| format!("{} {}", cause.count, cause.text())).collect(),
            };
            format!("{total} {noun} ({})", causes.join(separator))
        })
    }
}

/// Appends a phrase per group of causes to the closing line: `; 3 records skipped (not HTML); 1 file not read (missing
/// or unreadable)`.
pub(crate) fn with_causes(mut text: String, causes: &Causes) -> String {
    for phrase in causes.phrases() {
        text += "; ";
        text += &phrase;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_name_counts_and_causes() {
        let mut counts = Counts::default();
        counts.errors = [(ErrorCause::Length, 1), (ErrorCause::Io, 2), (ErrorCause::Loop, 1)].into();
        counts.skipped = [(SkipCause::Mime, 2), (SkipCause::Status, 1)].into();
        counts.cut = [(CutCause::BodyLong, 1)].into();
        counts.flags = [(Flag::LimitArena, 1), (Flag::LimitToken, 1), (Flag::Frameset, 1)].into();
        counts.pages_over_limit = 1;
        counts.detected_encodings = [("UTF-8", 2), ("Shift_JIS", 1)].into();
        let causes = Causes::new(&counts).without(CauseGroup::Flagged).with_words(SkipCause::Status, "other status");
        assert_eq!(
            causes.phrases().collect::<Vec<_>>(),
            [
                "3 records skipped (2 not HTML, 1 other status)",
                "1 page truncated (body over the limit)",
                "1 page over a limit (1 memory, 1 token length)",
                "3 pages with a detected encoding (1 Shift_JIS, 2 UTF-8)",
                "3 files not read (2 missing or unreadable, 1 link to a parent folder)",
                "1 record damaged (wrong Content-Length)",
            ]
        );
    }
}
