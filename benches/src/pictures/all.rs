//! Draws the pictures and a page of `docs/`, each from the record with the most data for it, and the newest of those.
//!
//! `TAGRAKE_BLESS=1 cargo test -p tagrake-benches pictures` redraws them. A plotting crate would not shorten the code:
//! most of it lays out names, notes and figures around the marks, which plotters and charming would need as custom
//! drawing too.

use super::{crawls, quality, speed};
use crate::league::LeagueRecord;
use crate::{hostile, record};
use serde::de::DeserializeOwned;
use std::fs;
use std::path::Path;

/// A picture for `docs/`, or a page.
pub struct Picture {
    /// The file name in `docs/`.
    pub file: &'static str,
    /// The file name of its record.
    pub record: String,
    /// SVG, or Markdown.
    pub text: String,
}

/// Draws all pictures from the records of `benches/record`.
pub fn all() -> Vec<Picture> {
    let of_compare = |it: &record::CompareRecord| {
        let contenders: usize = it.sets.iter().map(|set| set.contenders.len()).sum();
        (it.rows.iter().filter(|row| row.ratio.is_some()).count(), it.run.date.clone(), contenders)
    };
    let (compared, of_compared) = newest(|name| name.starts_with(|first: char| first.is_ascii_digit()), of_compare);
    let (sizes, of_sizes) = newest(|name| name.starts_with("sizes-"), of_compare);
    let (hostile, of_hostile) = newest(
        |name| name.starts_with("hostile-"),
        |it: &hostile::record::HostileRecord| (it.families.len(), it.run.date.clone()),
    );
    let (crawls, of_crawls) =
        newest(|name| name.starts_with("warc-"), |it: &crawls::CrawlRecord| (it.jobs.len(), it.date.clone()));
    let (quality, of_quality) = newest(
        |name| name.starts_with("main-content-"),
        |it: &quality::QualityRecord| (it.extractors.len(), it.date.clone()),
    );
    let (league, of_league) = newest_league();
    let picture = |file, record: &str, text| Picture { file, record: record.to_owned(), text };
    vec![
        picture("speed.svg", &of_compared, speed::tokens(&compared)),
        picture("speed-links.svg", &of_compared, speed::links(&compared)),
        picture("speed-sets.svg", &of_compared, speed::sets(&compared)),
        picture("speed-sizes.svg", &of_sizes, speed::sizes(&sizes)),
        picture("speed-crawls.svg", &of_crawls, crawls::draw(&crawls)),
        picture("main-content.svg", &of_quality, quality::draw(&quality)),
        picture("hostile.svg", &of_hostile, hostile::plot::draw(&hostile)),
        picture("exactness.md", &of_league, league.page()),
    ]
}

/// Returns the record of the league that the page is drawn from.
pub fn league() -> LeagueRecord {
    newest_league().0
}

fn newest_league() -> (LeagueRecord, String) {
    let rank = |it: &LeagueRecord| (it.tokenizers.len(), it.sets.len(), it.run.date.clone());
    newest(|name| name.starts_with("league-"), rank)
}

/// Reads the records of a kind. Returns the one with the highest rank, and its file name.
fn newest<T: DeserializeOwned, R: Ord>(is_of_kind: impl Fn(&str) -> bool, rank: impl Fn(&T) -> R) -> (T, String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("record");
    let names = fs::read_dir(&folder).expect("there are records").map(|entry| entry.expect("a name").file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.retain(|name| name.ends_with(".json") && is_of_kind(name));
    names.sort();
    let records = names.into_iter().map(|name| (record::read::<T>(&folder.join(&name)), name));
    records.max_by_key(|(record, _)| rank(record)).expect("there is a record of each kind")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Returns a record of one set of pages, with speeds in GB/s.
    fn record(speeds: &[(&str, f64)]) -> record::CompareRecord {
        let contenders = speeds.iter().map(|(name, speed)| {
            json!({
                "name": name, "gigabytes_per_second": speed, "ratio_to_html5ever": speed / 0.125, "bytes": 0, "passes": 1,
                "median_seconds": 1.0, "min_seconds": 1.0, "machine_bytes": null, "start_tags": 0, "end_tags": 0,
                "attributes": 0, "comments": 0, "name_bytes": 0, "value_bytes": 0, "text_bytes": 0, "comment_bytes": 0,
                "links": 0, "link_bytes": 0, "failed_documents": 0, "difference": "equal"
            })
        });
        let set = json!({
            "name": "real", "documents": 1258, "bytes": 111_839_333, "tokens": 1,
            "contenders": contenders.collect::<Vec<_>>()
        });
        let record = json!({
            "date": "2026-11-21", "commit": "2c3fc49", "modified": false, "cpu": "Intel(R) Xeon(R) Processor", "cores": 2,
            "rustc": "rustc 1.95.0", "sets": [set], "rows": []
        });
        serde_json::from_value(record).expect("a record")
    }

    /// Asserts that the picture has these parts in this order.
    fn assert_order(svg: &str, parts: &[&str]) {
        let mut rest = svg;
        for part in parts {
            let at = rest.find(part).unwrap_or_else(|| panic!("{part} is missing or too early:\n{svg}"));
            rest = &rest[at + part.len()..];
        }
    }

    #[test]
    fn bars_go_from_fast_to_slow_in_each_group() {
        let speeds = [
            ("html5ever", 0.125),
            ("lol_html no handlers", 1.5),
            ("tagrake visited", 1.75),
            ("tagrake spans", 2.0),
            ("lexbor", 0.5),
            ("tl", 0.25),
            ("limit: UTF-8 validation", 11.0),
        ];
        let svg = speed::tokens(&record(&speeds));
        let parts = [
            "1,258 saved web pages",
            "111.8 MB",
            "2026-11-21, Intel Xeon Processor",
            "GB/s",
            ">tagrake<",
            ">tagrake spans<",
            ">2.00 (16.0 ×)<",
            ">tagrake visited<",
            ">1.75 (14.0 ×)<",
            "By the HTML standard",
            ">lexbor<",
            ">html5ever<",
            "Other grammars",
            ">lol_html no",
            ">tl<",
        ];
        assert_order(&svg, &parts);
        // One is the background.
        assert_eq!(svg.matches("<rect").count(), 1 + 6);
    }

    #[test]
    fn each_contender_of_a_set_has_a_dot() {
        let svg = speed::sets(&record(&[("html5ever", 0.125), ("tagrake visited", 1.75), ("tagrake sse2", 1.5)]));
        assert_order(&svg, &["real: 1,258 pages of 89 kB", "#b0602f", "#0b4a3a"]);
        assert_eq!(svg.matches("stroke=\"#b0602f\"").count() + svg.matches("stroke=\"#0b4a3a\"").count(), 2);
    }

    #[test]
    fn pictures_have_all_their_contenders() {
        for Picture { file, text, .. } in all() {
            let other = match file {
                "speed-crawls.svg" => "FastWARC, selectolax",
                "main-content.svg" => "rs-trafilatura",
                _ => "html5ever",
            };
            for name in ["tagrake", other] {
                assert!(text.contains(name), "{file}: {name}");
            }
            let count = text.matches("rx=\"2\"").count();
            let bars = match file {
                "speed.svg" => 18,
                "speed-links.svg" => 8,
                "speed-crawls.svg" => 13,
                _ => 0,
            };
            assert_eq!(count, bars, "{file}");
        }
    }

    #[test]
    fn the_pictures_of_the_docs_are_up_to_date() {
        for Picture { file, record, text } in all() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(file);
            if std::env::var_os("TAGRAKE_BLESS").is_some() {
                fs::write(path, text).expect("the picture can be written");
                println!("docs/{file}: {record}");
                continue;
            }
            let drawn = fs::read_to_string(path).unwrap_or_default();
            assert!(
                drawn == text,
                "docs/{file} is not up to date with {record}: TAGRAKE_BLESS=1 cargo test -p tagrake-benches pictures"
            );
        }
    }
}
