//! Generates random markup from a seed, the same on every machine.

use std::fs;
use std::path::Path;

/// Fragments of markup, separated by `|`. Random sequences of them reach most states.
const PIECES: &str = concat!(
    "<|</|<!|<?|<a|<A |</a|<p>|<br/>|>|/|/>|=| |\n|\r\n|\r|\t|\x0C|\"|'|`| b| b=| C='| d=\"| b=c|x|Xy|é|\u{1F642}|",
    "\0|\u{1}|\u{FFFF}|&|&amp;|&lt|&notin;|&notit;|&#|&#65;|&#x41|&#0;|&#xD800;|&nosuch;|&copy=|<!--|-->|--!>|--|-|",
    "!|<title>|</title>|<script>|</script>|<style>|</style>|<textarea>|<xmp>|<plaintext>|<![CDATA[|]]>|",
    "<!DOCTYPE html>|<!doctype a PUBLIC 'b' \"c\">",
);

/// The SplitMix64 generator.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % limit as u64) as usize
    }

    /// Returns one of the fragments in `pieces`, which are separated by `|`.
    pub(crate) fn one_of<'p>(&mut self, pieces: &'p str) -> &'p [u8] {
        let count = pieces.split('|').count();
        pieces.split('|').nth(self.below(count)).unwrap_or_default().as_bytes()
    }

    /// Returns fewer than `limit` fragments of markup.
    pub(crate) fn markup(&mut self, limit: usize) -> Vec<u8> {
        (0..self.below(limit)).flat_map(|_| self.one_of(PIECES).to_vec()).collect()
    }

    /// Returns a byte that selects options: half of the time the one for the defaults.
    pub(crate) fn choice(&mut self) -> u8 {
        if self.below(2) == 0 { b'\n' } else { self.below(256) as u8 }
    }

    /// Returns a damaged chunk of `page`, followed by the byte that selects the default options.
    pub(crate) fn damaged(&mut self, page: &[u8]) -> Vec<u8> {
        let start = self.below(page.len());
        let mut data = page[start..page.len().min(start + 1 + self.below(2000))].to_vec();
        for _ in 0..self.below(4) {
            let at = self.below(data.len());
            let end = data.len().min(at + self.below(8));
            data.splice(at..end, self.one_of(PIECES).iter().copied());
            if data.is_empty() {
                break;
            }
        }
        data.push(b'\n');
        data
    }

    /// Damages `data`: flips a bit, truncates, zeroes, duplicates or removes bytes, or inserts a delimiter.
    pub(crate) fn damage(&mut self, data: &mut Vec<u8>) {
        if data.is_empty() {
            return;
        }
        let at = self.below(data.len());
        let end = (at + 1 + self.below(300)).min(data.len());
        match self.below(6) {
            0 => data[at] ^= 1 << self.below(8),
            1 => data.truncate(at),
            2 => data[at..end].fill(0),
            3 => drop(data.splice(at..at, data[at..end].to_vec())),
            4 => drop(data.drain(at..end)),
            _ => {
                let marks =
                    [&b"WARC/1.0\r\n"[..], b"\nWARC/", b"\x1F\x8B\x08\0", b"\x28\xB5\x2F\xFD", b"\r\n\r\n", b"9"];
                drop(data.splice(at..at, marks[self.below(marks.len())].iter().copied()));
            }
        }
    }
}

/// Returns the pages of `corpora/small`.
pub(crate) fn small_pages() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/small");
    let entries = fs::read_dir(folder).expect("the pages are there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a page").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("the page can be read")).collect()
}
