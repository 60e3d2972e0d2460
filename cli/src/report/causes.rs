//! The causes of skipped, truncated and unread input in words, for the closing line. Programs read their short names, in
//! `--stats` and `check --format jsonl`.

use std::collections::BTreeMap;
use tagrake_bulk::input::{CutCause, ErrorCause};
use tagrake_bulk::pipeline::{Cause, CauseCounts, Counts, SkipCause};
use tagrake_extract::Flag;

/// A group of causes, in the order of the closing line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum CauseGroup {
    Skipped,
    SkippedFiles,
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

/// Counts by group and cause.
#[derive(Debug, Default)]
pub(crate) struct Causes {
    groups: BTreeMap<CauseGroup, Vec<(&'static str, u64)>>,
    /// The number of pages over a limit. A page may exceed several limits.
    pages_over_limit: u64,
}

impl Causes {
    /// Collects what was skipped, truncated, detected and not read.
    pub(crate) fn new(counts: &Counts) -> Self {
        let mut causes = Self { pages_over_limit: counts.pages_over_limit, ..Self::default() };
        causes.add(&counts.skipped);
        causes.add(&counts.cut);
        causes.add(&counts.flags);
        causes.add(&counts.errors);
        if !counts.detected_encodings.is_empty() {
            let detected = counts.detected_encodings.iter().map(|(name, count)| (*name, *count));
            causes.groups.insert(CauseGroup::Detected, detected.collect());
        }
        causes
    }

    fn add<C: Cause + Into<CauseGroup>>(&mut self, counts: &CauseCounts<C>) {
        for (cause, count) in counts.iter() {
            self.groups.entry(cause.into()).or_default().push((cause.words(), count));
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
        causes.filter(|(old, _)| *old == cause.words()).for_each(|cause| cause.0 = words);
        self
    }

    /// Returns a phrase per group: `3 records skipped (2 not HTML, 1 status not 2xx)`.
    pub(crate) fn phrases(&self) -> impl Iterator<Item = String> {
        self.groups.iter().map(|(&group, causes)| {
            let sum = causes.iter().map(|(_, count)| count).sum();
            let total = if group == CauseGroup::OverLimit { self.pages_over_limit } else { sum };
            let noun = group.nouns()[usize::from(total != 1)];
            let causes: Vec<_> = match causes[..] {
                [(words, count)] if count == total => vec![words.to_owned()],
                _ => causes.iter().map(|(words, count)| format!("{count} {words}")).collect(),
            };
            format!("{total} {noun} ({})", causes.join(", "))
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
