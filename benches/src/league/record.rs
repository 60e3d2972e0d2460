//! The record of a run, and its page in `docs/`.

use super::about::{About, Feedback, PEERS, about};
use crate::pictures::svg::thousands;
use crate::record::{self, RunInfo};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A run of the league.
#[derive(Serialize, Deserialize)]
pub struct LeagueRecord {
    #[serde(flatten)]
    pub(crate) run: RunInfo,
    /// The number of runs of html5lib-tests.
    pub(crate) runs: usize,
    pub(crate) sets: Vec<PageSet>,
    pub(crate) tokenizers: Vec<Row>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct PageSet {
    pub(crate) name: String,
    pub(crate) pages: usize,
    pub(crate) bytes: u64,
}

/// The results of a tokenizer. A result is `None` if it is not compared.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) version: String,
    /// The number of runs that the tokenizer can start.
    pub(crate) runs: usize,
    /// The number of runs with equal tokens.
    pub(crate) tokens: usize,
    /// The number of runs with equal error codes.
    pub(crate) error_codes: Option<usize>,
    /// The number of runs with equal error codes, lines and columns.
    pub(crate) error_positions: Option<usize>,
    /// The number of runs with equal tokens and with spans.
    pub(crate) span_runs: Option<usize>,
    /// The number of these with equal spans of all tags, comments and DOCTYPEs.
    pub(crate) spans: Option<usize>,
    /// The number of pages with equal tokens in each set.
    pub(crate) pages: Vec<usize>,
}

impl Row {
    pub(super) fn new(about: &About, version: &str, sets: usize) -> Self {
        let spans = about.spans.is_ok().then_some(0);
        Self {
            name: about.name.to_owned(),
            version: version.to_owned(),
            runs: 0,
            tokens: 0,
            error_codes: about.errors.is_ok().then_some(0),
            error_positions: about.positions.is_ok().then_some(0),
            span_runs: spans,
            spans,
            pages: vec![0; sets],
        }
    }
}

impl LeagueRecord {
    /// Writes the record. Returns its path.
    pub fn write(&self) -> PathBuf {
        let name = format!("record/league-{}-{}.json", self.run.date, self.run.commit);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        record::write_json(self, &path);
        path
    }

    /// Returns how this run differs from `other` on the tests and on pages of the same sets.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let figures = |record: &Self, row: &Row| {
            let shared = |name: &str| [self, other].iter().all(|it| it.sets.iter().any(|set| set.name == name));
            let pages = record.sets.iter().zip(&row.pages).filter(|(set, _)| shared(&set.name));
            let pages: Vec<_> = pages.map(|(set, equal)| format!("{equal} of {} {}", set.pages, set.name)).collect();
            let Row { runs, tokens, error_codes, error_positions, span_runs, spans, .. } = row;
            format!(
                "{runs} runs, {tokens} tokens, {error_codes:?} {error_positions:?} errors, {spans:?} of {span_runs:?} spans, {pages:?}"
            )
        };
        let differences = self.tokenizers.iter().filter_map(|row| {
            let now = figures(self, row);
            let then = other.tokenizers.iter().find(|it| it.name == row.name).map(|row| figures(other, row));
            (then.as_ref() != Some(&now)).then(|| format!("{}: {now}, in the record {then:?}", row.name))
        });
        differences.collect()
    }

    /// Returns the page as Markdown.
    pub fn page(&self) -> String {
        let mut page = format!(
            "<!-- Drawn from benches/record by `TAGRAKE_BLESS=1 cargo test -p tagrake-benches pictures`. -->\n\n{INTRODUCTION}"
        );
        page.push_str("\n## html5lib-tests\n\n");
        let _ = writeln!(page, "{} runs: a test in one of its initial states. {TESTS}\n", thousands(self.runs));
        page.push_str("| tokenizer | language | runs | tokens | error codes | with positions | spans |\n|---|---|---|---|---|---|---|\n");
        for (row, about) in self.rows() {
            let of_runs = |count: Option<usize>, reason: Option<&str>| match count {
                Some(count) if count == row.runs => format!("**{}**", thousands(count)),
                Some(count) => thousands(count),
                None => format!("({})", reason.unwrap_or_default()),
            };
            let _ = writeln!(
                page,
                "| {} {} | {} | {} | {} | {} | {} | {} |",
                row.name,
                row.version,
                about.language,
                thousands(row.runs),
                of_runs(Some(row.tokens), None),
                of_runs(row.error_codes, about.errors.err()),
                of_runs(row.error_positions, about.positions.err()),
                match (row.spans, row.span_runs) {
                    (Some(spans), Some(runs)) if spans != row.runs =>
                        format!("{} of {}", thousands(spans), thousands(runs)),
                    _ => of_runs(row.spans, about.spans.err()),
                },
            );
        }
        let _ = writeln!(page, "\n## Pages\n\n{PAGES}\n");
        let sets = self.sets.iter().map(|set| format!(" {}: {} pages |", set.name, thousands(set.pages)));
        let _ = writeln!(page, "| tokenizer | text states by |{}", sets.collect::<String>());
        let _ = writeln!(page, "|---|---|{}", "---|".repeat(self.sets.len()));
        for (row, about) in self.rows() {
            let feedback = match about.feedback {
                Feedback::Tree if row.name == "tagrake" => "its simulator of a tree builder",
                Feedback::Tree => "its tree builder",
                Feedback::Names => "names of tags, set by the driver",
                Feedback::Own | Feedback::OwnOnPages => "its own rule",
            };
            let pages = self.sets.iter().zip(&row.pages).map(|(set, &equal)| match equal == set.pages {
                true => format!(" **{}** |", thousands(equal)),
                false => format!(" {} |", thousands(equal)),
            });
            let _ = writeln!(page, "| {} | {feedback} |{}", row.name, pages.collect::<String>());
        }
        let _ = writeln!(page, "\n## Remarks\n");
        for (row, about) in self.rows() {
            let parts: Vec<_> = about.not_compared.iter().map(|part| part.words()).collect();
            let parts = if parts.is_empty() { String::new() } else { format!(" Not compared: {}.", parts.join(", ")) };
            let edition = if about.processing_instructions { " It has processing instructions." } else { "" };
            let scripting = if about.scripting { " It reads pages as with scripting." } else { "" };
            let note = if about.note.is_empty() { String::new() } else { format!(" {}", about.note) };
            if about.has_remark() {
                let _ = writeln!(page, "* **{}**:{note}{edition}{scripting}{parts}", row.name);
            }
        }
        let RunInfo { date, commit, .. } = &self.run;
        let _ = writeln!(page, "\n{OTHERS}\nMeasured on {date}, commit {commit}.");
        page
    }

    /// Returns the rows in the order of [`PEERS`].
    fn rows(&self) -> impl Iterator<Item = (&Row, &'static About)> {
        PEERS
            .iter()
            .filter_map(|peer| Some((self.tokenizers.iter().find(|row| row.name == peer.name)?, about(peer.name))))
    }
}

const INTRODUCTION: &str = "\
# Exactness of tokenizers

The number of results of HTML tokenizers that agree with the HTML standard. This command compares them on your machine. It
includes the tokenizers outside Rust that [benches/peers/build](../benches/peers/README.md) has built:

```sh
cargo run -p tagrake-benches --bin league
```
";

const TESTS: &str = "\
A tokenizer has fewer runs if it cannot start in the state, or if it cannot read the input: some inputs are not Unicode \
text. Errors are compared in runs without errors, too. Spans are the start and end of each tag, comment and DOCTYPE, compared \
with tagrake's in runs with equal tokens; html5lib-tests has none. Parentheses hold the reason for no comparison. Bold figures \
are complete.";

const PAGES: &str = "\
Pages with the same tokens as html5ever, whose tree builder selects the text states (`script`, `title`, …), without \
scripting. A tokenizer without a tree builder takes the `title` of an SVG image for a page's title, and CDATA sections for \
comments. [corpora/README.md](../corpora/README.md) describes the sets.";

const OTHERS: &str = "\
Since June 2026 the standard has [processing instructions](../SPEC.md#processing-instructions). A tokenizer that returns them \
is compared with tests that expect them. On pages that have one, it is compared with tagrake's tokens, with that option. A \
tokenizer that reads `noscript` as text, as browsers with scripting do, is compared with tagrake's tokens in the same way.

Not in the tables: `tl`, selectolax, resiliparse, gumbo and justhtml return a tree and no tokens, and quick-xml reads XML.
";
