//! The causes of skipped, truncated and unread input in words, for the closing line. The short names are for programs:
//! `--stats` and `check --format jsonl`.

use super::failed_inputs::OUTPUT_FAILED;
use std::collections::BTreeMap;
use tagrake_bulk::pipeline::Counts;

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
    /// A name without an entry in [`WORDS`].
    Unnamed,
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
            Self::Unnamed => ["other count", "other counts"],
        }
    }
}

/// Every name of a count, its group, and the cause in words.
const WORDS: &[(&str, CauseGroup, &str)] = &[
    // `Counts::skipped`: `SkipCause`
    ("mime", CauseGroup::Skipped, "not HTML"),
    ("status", CauseGroup::Skipped, "status not 2xx"),
    ("record-type", CauseGroup::Skipped, "no page"),
    ("continuation", CauseGroup::Skipped, "later segment"),
    ("host", CauseGroup::Skipped, "host not in --host"),
    ("url-prefix", CauseGroup::Skipped, "URL not in --url-prefix"),
    ("sample", CauseGroup::Skipped, "not in --sample"),
    ("duplicate", CauseGroup::Skipped, "duplicate"),
    ("file-type", CauseGroup::SkippedFiles, "type"),
    // `Counts::cut`: `CutCause`
    ("long", CauseGroup::Truncated, "record over the limit"),
    ("damaged", CauseGroup::Truncated, "record damaged"),
    ("segmented", CauseGroup::Truncated, "first segment only"),
    ("body-long", CauseGroup::Truncated, "body over the limit"),
    ("body-truncated", CauseGroup::Truncated, "body truncated"),
    ("body-corrupt", CauseGroup::Truncated, "body corrupt"),
    ("body-unsupported", CauseGroup::Truncated, "zstd window of the body over the limit, or dictionary missing"),
    ("no-digest", CauseGroup::WithoutDigest, "over the limit"),
    // `Counts::flags`: `Flag`
    ("limit-attr", CauseGroup::OverLimit, "attributes of a tag"),
    ("limit-depth", CauseGroup::OverLimit, "open elements"),
    ("limit-token", CauseGroup::OverLimit, "token length"),
    ("limit-arena", CauseGroup::OverLimit, "memory"),
    ("limit-links", CauseGroup::OverLimit, "links"),
    ("limit-headings", CauseGroup::OverLimit, "headings"),
    ("limit-text", CauseGroup::OverLimit, "text"),
    ("limit-jsonld", CauseGroup::OverLimit, "JSON-LD"),
    ("limit-items", CauseGroup::OverLimit, "microdata and RDFa"),
    ("ambiguous-replayed", CauseGroup::Flagged, "read again for foreign content"),
    ("frameset", CauseGroup::Flagged, "frameset"),
    ("encoding-restart", CauseGroup::Flagged, "read again in another encoding"),
    ("truncated-input", CauseGroup::Flagged, "ends within markup"),
    // `Counts::errors`: `InputErrorKind`
    ("io", CauseGroup::Files, "missing or unreadable"),
    ("empty-folder", CauseGroup::Files, "folder without pages"),
    ("loop", CauseGroup::Files, "link to a parent folder"),
    ("no-record", CauseGroup::Indexed, "invalid, or no such record"),
    ("path", CauseGroup::Files, "manifest line not UTF-8"),
    ("same-name", CauseGroup::Files, "same path as another output"),
    ("is-output", CauseGroup::Files, "also an output"),
    (OUTPUT_FAILED, CauseGroup::Outputs, "cannot be written"),
    ("type", CauseGroup::Files, "another type"),
    ("line", CauseGroup::Lines, "not a page"),
    ("long-line", CauseGroup::Lines, "too long"),
    ("row", CauseGroup::Rows, "does not fit its table"),
    ("index", CauseGroup::Rows, "cannot be indexed"),
    ("test", CauseGroup::Rows, "not a test"),
    // `Counts::errors`: `WarcErrorKind`
    ("truncated", CauseGroup::Damaged, "file truncated"),
    ("corrupt", CauseGroup::Damaged, "corrupt data"),
    ("checksum", CauseGroup::Damaged, "wrong checksum"),
    ("unknown", CauseGroup::Damaged, "no WARC header"),
    ("head", CauseGroup::Damaged, "broken WARC header"),
    ("length", CauseGroup::Damaged, "wrong Content-Length"),
    ("missing-length", CauseGroup::Damaged, "no Content-Length"),
    ("newlines", CauseGroup::Damaged, "no newlines at the end"),
    ("dictionary", CauseGroup::Damaged, "unusable zstd dictionary"),
    ("unsupported", CauseGroup::Unsupported, "zstd window over the limit, or dictionary missing"),
    ("digest", CauseGroup::Damaged, "wrong digest"),
];

/// Returns the group of the count `name`, and its cause in words.
pub(crate) fn words_of(name: &'static str) -> (CauseGroup, &'static str) {
    let entry = WORDS.iter().find(|(known, ..)| *known == name);
    debug_assert!(entry.is_some(), "the count {name:?} has no words");
    entry.map_or((CauseGroup::Unnamed, name), |(_, group, words)| (*group, words))
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
        for (name, count) in [&counts.skipped, &counts.cut, &counts.flags, &counts.errors].into_iter().flatten() {
            let (group, words) = words_of(name);
            causes.groups.entry(group).or_default().push((words, *count));
        }
        if !counts.detected_encodings.is_empty() {
            let detected = counts.detected_encodings.iter().map(|(name, count)| (*name, *count));
            causes.groups.insert(CauseGroup::Detected, detected.collect());
        }
        causes
    }

    /// Removes a group.
    pub(crate) fn without(mut self, group: CauseGroup) -> Self {
        self.groups.remove(&group);
        self
    }

    /// Replaces the words of a cause.
    pub(crate) fn with_words(mut self, name: &'static str, words: &'static str) -> Self {
        let (group, old) = words_of(name);
        let causes = self.groups.get_mut(&group).into_iter().flatten();
        causes.filter(|cause| cause.0 == old).for_each(|cause| cause.0 = words);
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
    use tagrake::extract::Flag;
    use tagrake_bulk::input::CutCause;
    use tagrake_bulk::pipeline::SkipCause;
    use tagrake_bulk::warc::WarcErrorKind;

    #[test]
    fn every_count_has_words() {
        let flags = Flag::ALL.iter().map(|flag| flag.as_str());
        let skipped = SkipCause::ALL.iter().map(|cause| cause.as_str());
        let cut = CutCause::ALL.iter().map(|cause| cause.as_str());
        let errors = "type long-line digest is-output empty-folder loop path same-name line row index no-record output";
        for name in flags.chain(skipped).chain(cut).chain(WarcErrorKind::NAMES).chain(errors.split(' ')) {
            assert_eq!(WORDS.iter().filter(|(known, ..)| *known == name).count(), 1, "{name}");
        }
        let is_limit = |flag: Flag| words_of(flag.as_str()).0 == CauseGroup::OverLimit;
        assert!(Flag::ALL.iter().all(|&flag| is_limit(flag) == flag.is_limit()));
    }

    #[test]
    fn phrases_name_counts_and_causes() {
        let mut counts = Counts::default();
        counts.errors = [("length", 1), ("io", 2), ("loop", 1)].into();
        counts.skipped = [("mime", 2), ("status", 1)].into();
        counts.cut = [("body-long", 1)].into();
        counts.flags = [("limit-arena", 1), ("limit-token", 1), ("frameset", 1)].into();
        counts.pages_over_limit = 1;
        counts.detected_encodings = [("UTF-8", 2), ("Shift_JIS", 1)].into();
        let causes = Causes::new(&counts).without(CauseGroup::Flagged).with_words("status", "other status");
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
