//! Sort-friendly keys of URLs, by which indexes of web archives are sorted and searched.
//!
//! A key, also called a SURT, has the labels of the host in reverse order, so that the pages of a domain are neighbours
//! in a sorted index: `http://www.Example.com/B?x` has the key `com,example)/b?x`. The rules are the Wayback Machine's:
//! the Java classes `WaybackURLKeyMaker` and `AggressiveIACanonicalizerRules` of
//! [webarchive-commons](https://github.com/iipc/webarchive-commons) (Apache License 2.0), with the deviations of the
//! Python package `surt`, which pywb and Common Crawl use. `archive/tests/surt.rs` compares the keys.

mod host;
mod key;
mod path_and_query;
mod percent;
mod session_ids;
mod url_parts;

pub use key::key;
