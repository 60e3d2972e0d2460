//! Checks before any measurement that each contender sees the same tokens as html5ever, as far as it claims to.

use crate::contenders::{Agreement, Contender, HTML5EVER, HTML5EVER_LINKS};
use crate::corpus::{Corpus, Document};
use crate::pass_counts::{PassCounts, TokenCounts};
use tagrake::{Arena, Namespace, Options, Sink, StartTag};
use tagrake_testsupport::any_sink::tokenize;

/// The prefix of the names of our contenders.
const TAGRAKE: &str = "tagrake";
/// The HTML elements whose content is text.
const TEXT_ELEMENTS: [&str; 9] =
    ["title", "textarea", "style", "xmp", "iframe", "noembed", "noframes", "script", "plaintext"];

/// The counts of a contender on a set.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    pub visit: PassCounts,
    /// The difference from html5ever's counts, as text.
    pub difference: String,
}

/// Counts the tokens that each contender sees on each page. The first contender must be html5ever.
///
/// Panics if a contender violates its [`Agreement`] on a page.
pub fn check(corpus: &Corpus, contenders: &mut [Contender]) -> Vec<Verdict> {
    let mut totals = vec![PassCounts::default(); contenders.len()];
    let mut references = Vec::new();
    for document in &corpus.documents {
        let reference = reference(contenders, document);
        references.push(reference);
        for (contender, total) in contenders.iter_mut().zip(&mut totals) {
            if !contender.reads_whole_set {
                let visit = contender.count(&[document]);
                if !(contender.name.starts_with(TAGRAKE) && names_mislead(document)) {
                    assert_agreement(contender, &visit, &reference, Some(document));
                }
                *total += visit;
            }
        }
    }

    let documents: Vec<&Document> = corpus.documents.iter().collect();
    let verdicts = contenders.iter_mut().zip(totals).map(|(contender, mut visit)| {
        if contender.reads_whole_set {
            visit = contender.count(&documents);
        }
        let reference = sum(&references[..visit.documents.unwrap_or(documents.len())]);
        if contender.reads_whole_set {
            assert_agreement(contender, &visit, &reference, None);
        }
        Verdict { visit, difference: describe(contender.agreement, &visit, &reference) }
    });
    verdicts.collect()
}

/// Returns true if the names of start tags do not determine the text states of a page. Contenders without a tree
/// builder assume that they do; tagrake knows that the `title` of an SVG image is not an HTML element.
fn names_mislead(document: &Document) -> bool {
    struct Misleading(bool);

    impl<'a> Sink<'a> for Misleading {
        fn start_tag(&mut self, tag: StartTag<'a>) {
            self.0 |= tag.namespace() != Namespace::Html && TEXT_ELEMENTS.contains(&tag.name_str());
        }
    }

    let mut misleading = Misleading(false);
    let summary = tokenize(document.html.as_bytes(), &Options::default(), &mut Arena::new(), &mut misleading);
    misleading.0 || summary.is_ambiguous()
}

/// Returns html5ever's counts of tokens and, from its sink for links, of links.
fn reference(contenders: &mut [Contender], document: &Document) -> PassCounts {
    let mut reference = contenders[0].count(&[document]);
    if let Some(links) = contenders.iter_mut().find(|contender| contender.name == HTML5EVER_LINKS) {
        reference.links = links.count(&[document]).links;
    }
    reference
}

fn sum(visits: &[PassCounts]) -> PassCounts {
    let mut total = PassCounts::default();
    visits.iter().for_each(|visit| total += *visit);
    total
}

fn assert_agreement(contender: &Contender, visit: &PassCounts, reference: &PassCounts, document: Option<&Document>) {
    assert!(
        agrees(contender.agreement, visit, reference, document),
        "{} and {HTML5EVER} differ on {}:\n{visit:#?}\n{reference:#?}",
        contender.name,
        document.map_or("the set", |document| &document.name),
    );
}

fn agrees(agreement: Agreement, visit: &PassCounts, reference: &PassCounts, document: Option<&Document>) -> bool {
    let (counts, expected) = (visit.counts, reference.counts);
    match agreement {
        Agreement::Decoded => counts == expected && runs_agree(visit, reference),
        Agreement::Raw => raw(counts) == raw(expected) && runs_agree(visit, reference),
        Agreement::Numbers => numbers(counts) == numbers(expected) && runs_agree(visit, reference),
        Agreement::WithDuplicates => agrees_with_duplicates(counts, reference),
        Agreement::DecodedButRuns => {
            let without_data = |counts| TokenCounts { comment_bytes: 0, ..counts };
            without_data(counts) == without_data(expected)
        }
        Agreement::DecodedButRawText => document.is_none_or(has_disputed_raw_text) || counts == expected,
        Agreement::WithDuplicatesButRawText => {
            document.is_none_or(has_disputed_raw_text) || agrees_with_duplicates(counts, reference)
        }
        Agreement::Links => visit.links == reference.links,
        Agreement::Free | Agreement::FreeLinks | Agreement::Silent => true,
    }
}

/// Returns true if the counts of text runs agree. Dropped bytes may split a run.
fn runs_agree(visit: &PassCounts, reference: &PassCounts) -> bool {
    (reference.text_runs..=reference.text_runs + visit.dropped).contains(&visit.text_runs)
}

fn raw(counts: TokenCounts) -> TokenCounts {
    TokenCounts { value_bytes: 0, text_bytes: 0, comment_bytes: 0, ..counts }
}

fn numbers(counts: TokenCounts) -> TokenCounts {
    TokenCounts { name_bytes: 0, ..raw(counts) }
}

/// html5ever reports how many duplicate attributes it dropped, but not their lengths.
fn agrees_with_duplicates(counts: TokenCounts, reference: &PassCounts) -> bool {
    let mut expected = reference.counts;
    expected.attributes += reference.duplicates;
    if reference.duplicates > 0 {
        (expected.name_bytes, expected.value_bytes) = (counts.name_bytes, counts.value_bytes);
    }
    counts == expected
}

/// Returns true if the page has an element that html5gum's built-in feedback treats as with scripting (`noscript`) or
/// does not treat as raw text (`noframes`).
fn has_disputed_raw_text(document: &Document) -> bool {
    let html = document.html.to_ascii_lowercase();
    html.contains("<noscript") || html.contains("<noframes")
}

fn describe(agreement: Agreement, visit: &PassCounts, reference: &PassCounts) -> String {
    let (counts, expected) = (visit.counts, reference.counts);
    let tags = || {
        let tags = percent(counts.start_tags, expected.start_tags);
        format!("start tags {tags}, attributes {}", percent(counts.attributes, expected.attributes))
    };
    match agreement {
        Agreement::Decoded | Agreement::DecodedButRuns | Agreement::Links => "equal, decoded".to_owned(),
        Agreement::Raw => "equal".to_owned(),
        Agreement::Numbers => "equal in number".to_owned(),
        Agreement::WithDuplicates => "equal, with duplicates".to_owned(),
        Agreement::DecodedButRawText | Agreement::WithDuplicatesButRawText
            if counts.start_tags == expected.start_tags =>
        {
            "equal".to_owned()
        }
        Agreement::DecodedButRawText | Agreement::WithDuplicatesButRawText => {
            format!("equal but for noscript: {}", tags())
        }
        Agreement::Free if visit.failed > 0 => format!("{}, {} pages end in an error", tags(), visit.failed),
        Agreement::Free => tags(),
        Agreement::FreeLinks => {
            let links = percent(visit.links.links, reference.links.links);
            if visit.links.link_bytes == 0 {
                return format!("links {links}");
            }
            format!("links {links}, their bytes {}", percent(visit.links.link_bytes, reference.links.link_bytes))
        }
        Agreement::Silent => "no tokens".to_owned(),
    }
}

fn percent(count: u64, expected: u64) -> String {
    if expected == 0 {
        return format!("{count} for none");
    }
    format!("{:+.2} %", (count as f64 / expected as f64 - 1.0) * 100.0)
}
