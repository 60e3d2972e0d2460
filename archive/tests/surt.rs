//! Keys of URLs: equal to the keys by the Python package `surt`, and computed in linear time.

use std::time::{Duration, Instant};
use tagrake_archive::surt;

/// URLs, each with its key by surt 0.3.1. `bulk/tests/data/pywb/make.py` made them.
const KEYS: &str = include_str!("../../bulk/tests/data/pywb/surt.jsonl");

/// URLs whose key differs, because UTS 46 rejects a character of the host that IDNA 2003 maps.
const DIFFERENT: [(&str, &str); 1] = [("http://⒈.de", "de,%e2%92%88)/")];

#[test]
fn keys_are_those_of_the_python_package() {
    let mut count = 0;
    for line in KEYS.lines() {
        let (url, key): (String, Option<String>) = serde_json::from_str(line).expect("a URL and its key");
        let found = surt::key(&url);
        if let Some((_, here)) = DIFFERENT.iter().find(|(other, _)| *other == url) {
            assert!(found.as_deref() == Some(here) && found != key, "{url:?}");
        } else {
            assert_eq!(found, key, "{url:?}");
        }
        count += 1;
    }
    assert!(count > 800, "{count} URLs");
}

#[test]
fn long_urls_take_linear_time() {
    const BYTES: usize = 1 << 20;
    let session = "/(S(4hqa0555fwsecu455xqckv45))";
    let families = [
        "%25",
        "%2525",
        "%",
        ".",
        "a.",
        "/",
        "/..",
        "/a/../",
        "&",
        "&sid=",
        "&cftoken=",
        "cfid=",
        "http://",
        "ü",
        "ü.",
        "?",
        "@",
        ":",
        "[",
        "aspsessionid",
        ".aspx",
        session,
        "(",
    ];
    for part in families {
        let long = part.repeat(BYTES / part.len());
        for url in
            [format!("http://{long}"), format!("http://e.org/{long}.aspx"), format!("http://e.org/?{long}"), long]
        {
            let started = Instant::now();
            surt::key(&url);
            let time = started.elapsed();
            assert!(time < Duration::from_secs(10), "{part:?} in {:?}…: {time:?}", &url[..9]);
        }
    }
}
