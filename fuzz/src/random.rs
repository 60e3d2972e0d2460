//! Generates random markup from a seed, the same on every machine.

use std::fs;
use std::path::Path;
use tagrake_testsupport::random::Random;

/// Fragments of markup, separated by `|`. Random sequences of them reach most states.
const PIECES: &str = concat!(
    "<|</|<!|<?|<a|<A |</a|<p>|<br/>|>|/|/>|=| |\n|\r\n|\r|\t|\x0C|\"|'|`| b| b=| C='| d=\"| b=c|x|Xy|é|\u{1F642}|",
    "\0|\u{1}|\u{FFFF}|&|&amp;|&lt|&notin;|&notit;|&#|&#65;|&#x41|&#0;|&#xD800;|&nosuch;|&copy=|<!--|-->|--!>|--|-|",
    "!|<title>|</title>|<script>|</script>|<style>|</style>|<textarea>|<xmp>|<plaintext>|<![CDATA[|]]>|",
    "<!DOCTYPE html>|<!doctype a PUBLIC 'b' \"c\">",
);

/// Returns one of the fragments in `pieces`, which are separated by `|`.
pub(crate) fn one_of<'p>(random: &mut Random, pieces: &'p str) -> &'p [u8] {
    let count = pieces.split('|').count();
    pieces.split('|').nth(random.below(count)).unwrap_or_default().as_bytes()
}

/// Returns fewer than `limit` fragments of markup.
pub(crate) fn markup(random: &mut Random, limit: usize) -> Vec<u8> {
    (0..random.below(limit)).flat_map(|_| one_of(random, PIECES).to_vec()).collect()
}

/// Returns a byte that selects options: half of the time the one for the defaults.
pub(crate) fn choice(random: &mut Random) -> u8 {
    if random.one_in(2) { b'\n' } else { random.below(256) as u8 }
}

/// Returns a damaged chunk of `page`, followed by the byte that selects the default options.
fn damaged(random: &mut Random, page: &[u8]) -> Vec<u8> {
    let start = random.below(page.len());
    let mut data = page[start..page.len().min(start + 1 + random.below(2000))].to_vec();
    for _ in 0..random.below(4) {
        let at = random.below(data.len());
        let end = data.len().min(at + random.below(8));
        data.splice(at..end, one_of(random, PIECES).iter().copied());
        if data.is_empty() {
            break;
        }
    }
    data.push(b'\n');
    data
}

/// Checks `property` on random markup of fewer than `limit` fragments.
pub(crate) fn check_random_markup(seed: u64, count: usize, limit: usize, property: fn(&[u8])) {
    let mut random = Random::new(seed);
    for _ in 0..count {
        let mut data = markup(&mut random, limit);
        data.push(choice(&mut random));
        property(&data);
    }
}

/// Checks `property` on the pages of `corpora/small`, and on `count` damaged chunks of each.
pub(crate) fn check_damaged_pages(seed: u64, count: usize, property: fn(&[u8])) {
    let mut random = Random::new(seed);
    for page in small_pages() {
        property(&page);
        for _ in 0..count {
            property(&damaged(&mut random, &page));
        }
    }
}

/// Returns the pages of `corpora/small`.
fn small_pages() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/small");
    let entries = fs::read_dir(folder).expect("the pages are there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a page").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("the page can be read")).collect()
}
