//! What contenders have in common with html5ever, found out before anything is timed.

use crate::contenders::{Agreement, Contender};
use crate::corpus::{Corpus, Document};
use crate::visit::{Counts, Links, Visit};

/// What a contender saw of a set.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    pub visit: Visit,
    /// How that differs from what html5ever saw, in words.
    pub difference: String,
}

/// Counts what each contender sees on each page; the first must be html5ever, and one must take links as html5ever does.
///
/// Panics if a contender does not agree on a page as it has to.
pub fn check(corpus: &Corpus, contenders: &mut [Contender]) -> Vec<Verdict> {
    let mut totals = vec![Visit::default(); contenders.len()];
    let mut links = Links::default();
    for document in &corpus.documents {
        let visits: Vec<Visit> = contenders.iter_mut().map(|contender| contender.count(document)).collect();
        let mut reference = visits[0];
        reference.links = reference_links(contenders, &visits);
        for ((contender, visit), total) in contenders.iter().zip(&visits).zip(&mut totals) {
            assert!(
                agrees(contender.agreement, visit, &reference, document),
                "{} and {} differ on {}:\n{visit:#?}\n{reference:#?}",
                contender.name,
                contenders[0].name,
                document.name,
            );
            *total += *visit;
        }
        links += reference.links;
    }
    let mut reference = totals[0];
    reference.links = links;
    contenders
        .iter()
        .zip(totals)
        .map(|(contender, visit)| Verdict { visit, difference: describe(contender.agreement, &visit, &reference) })
        .collect()
}

/// The first contender that takes links exactly is html5ever.
fn reference_links(contenders: &[Contender], visits: &[Visit]) -> Links {
    let first = contenders.iter().position(|contender| contender.agreement == Agreement::Links);
    first.map_or_else(Links::default, |index| visits[index].links)
}

fn agrees(agreement: Agreement, visit: &Visit, reference: &Visit, document: &Document) -> bool {
    let (counts, expected) = (visit.counts, reference.counts);
    match agreement {
        Agreement::Decoded => counts == expected && runs_agree(visit, reference),
        Agreement::Raw => raw(counts) == raw(expected) && runs_agree(visit, reference),
        Agreement::Numbers => numbers(counts) == numbers(expected) && runs_agree(visit, reference),
        Agreement::WithDuplicates => agrees_with_duplicates(counts, reference),
        Agreement::DecodedButRawText => has_disputed_raw_text(document) || counts == expected,
        Agreement::WithDuplicatesButRawText => {
            has_disputed_raw_text(document) || agrees_with_duplicates(counts, reference)
        }
        Agreement::Links => visit.links == reference.links,
        Agreement::Free | Agreement::FreeLinks | Agreement::Silent => true,
    }
}

/// A run of text is one token, but a piece that gives no token cuts it.
fn runs_agree(visit: &Visit, reference: &Visit) -> bool {
    (reference.text_runs..=reference.text_runs + visit.dropped).contains(&visit.text_runs)
}

fn raw(counts: Counts) -> Counts {
    Counts { value_bytes: 0, text_bytes: 0, comment_bytes: 0, ..counts }
}

fn numbers(counts: Counts) -> Counts {
    Counts { name_bytes: 0, ..raw(counts) }
}

/// html5ever tells how many attributes it dropped, but not how long they were.
fn agrees_with_duplicates(counts: Counts, reference: &Visit) -> bool {
    let mut expected = reference.counts;
    expected.attributes += reference.duplicates;
    if reference.duplicates > 0 {
        (expected.name_bytes, expected.value_bytes) = (counts.name_bytes, counts.value_bytes);
    }
    counts == expected
}

/// Whether the page has an element that html5gum's own rule of text states handles as if scripting were on (`noscript`),
/// or does not know (`noframes`).
fn has_disputed_raw_text(document: &Document) -> bool {
    let html = document.html.to_ascii_lowercase();
    html.contains("<noscript") || html.contains("<noframes")
}

fn describe(agreement: Agreement, visit: &Visit, reference: &Visit) -> String {
    let (counts, expected) = (visit.counts, reference.counts);
    let tags = || {
        let tags = percent(counts.start_tags, expected.start_tags);
        format!("start tags {tags}, attributes {}", percent(counts.attributes, expected.attributes))
    };
    match agreement {
        Agreement::Decoded | Agreement::Links => "equal, decoded".to_owned(),
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
        Agreement::FreeLinks => format!(
            "links {}, their bytes {}, not decoded",
            percent(visit.links.links, reference.links.links),
            percent(visit.links.link_bytes, reference.links.link_bytes)
        ),
        Agreement::Silent => "no tokens".to_owned(),
    }
}

fn percent(count: u64, expected: u64) -> String {
    if expected == 0 {
        return format!("{count} for none");
    }
    format!("{:+.2} %", (count as f64 / expected as f64 - 1.0) * 100.0)
}
