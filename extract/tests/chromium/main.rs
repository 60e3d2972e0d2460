//! Compares the extractor with Chromium on the fetched pages of the set `real`.
//!
//! `ask.mjs` writes the facts of Chromium into `facts.txt`. `differences.txt` lists each difference with its reason, and
//! docs/chromium.md describes the reasons and counts them.
//!
//! `TAGRAKE_PAGE=NAME cargo test --test chromium -- --nocapture` prints all values of the pages whose name contains `NAME`, to be
//! compared with the output of `ask.mjs NAME`.

mod facts;

use facts::{FACTS, Facts};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use tagrake_extract::{ExtractOptions, Extractor};
use tagrake_testsupport::pages::{self, Page};
use tagrake_testsupport::parallel::in_parallel;
use tagrake_testsupport::repository_file;

/// Returns the text of a file of the repository.
fn read(path: &str) -> String {
    let path = repository_file(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the name of a page in `facts.txt`: its path in the set.
fn name_of(page: &Page, set: &Path) -> String {
    let path = Path::new(&page.name).strip_prefix(set).expect("a page of the set");
    path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// The differences, with both values. The keys are the lines of `differences.txt` without the reason: fact and page, for a request
/// also the start of its hash.
type Differences = BTreeMap<String, String>;

/// Adds the differences between the facts of Chromium and of the extractor. The order of links is compared if the links are equal.
fn compare(name: &str, chromium: &Facts, ours: &Facts, differences: &mut Differences) {
    for fact in FACTS {
        let (theirs, own) = (chromium.values.get(fact), ours.values.get(fact));
        let is_known = fact == "href-order" && differences.contains_key(&format!("hrefs {name}"));
        if theirs != own && !is_known {
            differences.insert(format!("{fact} {name}"), format!("Chromium {theirs:?}, tagrake {own:?}"));
        }
    }
    for missing in chromium.requests.difference(&ours.requests) {
        differences.insert(format!("requests {name} {missing}"), "a request without a row".to_owned());
    }
}

/// Returns the lines of `differences.txt`, each without and with its reason.
fn listed(file: &str) -> BTreeMap<&str, &str> {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.rsplit_once(' ').unwrap_or_else(|| panic!("no reason: {line}"))).collect()
}

/// Reads the pages that `corpora/fetch real` downloaded; none if it did not.
#[test]
fn pages_differ_from_chromium_as_listed() {
    let set = repository_file("corpora/fetched/real");
    let pages = pages::below(&set);
    if pages.is_empty() {
        return;
    }
    let file = read("extract/tests/chromium/facts.txt");
    let known = facts::read(&file);
    assert_eq!(pages.len(), known.len());
    let printed = std::env::var("TAGRAKE_PAGE").ok();
    let extractor = || Extractor::new(ExtractOptions::default().with_scripting(true).with_text(true));
    let differences = Mutex::new(Differences::new());
    in_parallel(pages.len(), extractor, |extractor, task| {
        let page = &pages[task];
        let name = name_of(page, &set);
        let (sum, chromium) = known.get(&*name).ok_or_else(|| format!("{name} is not in facts.txt"))?;
        if *sum != facts::hash(&page.html) {
            return Err(format!("{name} has changed since Chromium loaded it"));
        }
        let full = facts::extract(&name, &page.html, extractor);
        if printed.as_ref().is_some_and(|printed| name.contains(printed)) {
            println!("{name} {}", full.to_json());
        }
        let mut differences = differences.lock().expect("no thread panics with the lock");
        compare(&name, chromium, &full.summary(&name), &mut differences);
        Ok(())
    });
    let differences = differences.into_inner().expect("no thread panics with the lock");
    println!("{} pages, {} differences", pages.len(), differences.len());
    assert_as_listed(&differences);
}

/// # Panics
///
/// If a difference is not listed, or a listed one no longer exists.
fn assert_as_listed(differences: &Differences) {
    let file = read("extract/tests/chromium/differences.txt");
    let listed = listed(&file);
    let unlisted = differences.iter().filter(|(key, _)| !listed.contains_key(&***key));
    let mut wrong: Vec<_> = unlisted.map(|(key, values)| format!("{key}: not in differences.txt: {values}")).collect();
    let gone = listed.keys().filter(|key| !differences.contains_key(**key));
    wrong.extend(gone.map(|key| format!("{key}: no longer a difference; remove it from differences.txt")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the first three cells of the rows of a table in a document, after the line that starts with `header`.
fn table(document: &str, header: &str) -> BTreeSet<[String; 3]> {
    let rows = document.lines().skip_while(|line| !line.starts_with(header)).skip(2);
    let cells = |row: &str| {
        let mut cells = row.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`').to_owned());
        [(); 3].map(|()| cells.next().expect("a cell"))
    };
    rows.take_while(|line| line.starts_with('|')).map(cells).collect()
}

#[test]
fn the_document_counts_the_differences() {
    let facts = read("extract/tests/chromium/facts.txt");
    let differences = read("extract/tests/chromium/differences.txt");
    let (known, listed) = (facts::read(&facts), listed(&differences));
    let document = read("docs/chromium.md");

    let mut pages: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (key, reason) in &listed {
        let mut words = key.split(' ');
        let (fact, page) = (words.next().expect("a fact"), words.next().expect("a page"));
        pages.entry(fact).or_default().insert(page);
        *counts.entry((fact, reason)).or_default() += 1;
    }
    let row = |fact: &str| {
        let compared = known.values().filter(|(_, facts)| facts.has(fact)).count();
        let different = pages.get(fact).map_or(0, BTreeSet::len);
        [fact.to_owned(), compared.to_string(), different.to_string()]
    };
    let facts: BTreeSet<_> = FACTS.into_iter().chain(["requests"]).map(row).collect();
    assert_eq!(table(&document, "| fact | pages with it |"), facts);
    let row = |((fact, reason), count): ((&str, &str), usize)| [fact.to_owned(), reason.to_owned(), count.to_string()];
    assert_eq!(table(&document, "| fact | reason |"), counts.into_iter().map(row).collect());
}
