//! Links against the URL parser: its vectors in the Web Platform Tests, through pages.

use std::fs;
use tagrake::extract::{Context, Extractor};
use url::Url;

/// Writes a value that an attribute can hold as it is: all but what the tokenizer changes.
fn escape(value: &str) -> String {
    value.replace('&', "&amp;").replace('"', "&quot;").replace('\r', "&#13;")
}

#[test]
fn links_resolve_as_the_vectors_of_the_url_standard() {
    let path = tagrake_testsupport::packages::package_dir("url").join("tests/urltestdata.json");
    let text = fs::read_to_string(path).expect("the vectors are there");
    let vectors: serde_json::Value = serde_json::from_str(&text).expect("the vectors are JSON");
    let mut extractor = Extractor::default();
    let (mut read, mut wrong) = (0, Vec::new());
    for vector in vectors.as_array().expect("the vectors are a list") {
        let (Some(input), base) = (vector["input"].as_str(), vector["base"].as_str()) else { continue };
        // NUL is no character of an attribute. The rule that a path's `^` is encoded is younger than the vectors.
        if input.contains(['\0', '^']) {
            continue;
        }
        let html = format!("<meta charset=utf-8><a href=\"{}\">", escape(input));
        let page = extractor.extract(html.as_bytes(), &Context::default().with_url(base));
        let link = &page.links[0];
        assert_eq!(link.raw, input);
        read += 1;
        let expected = vector["href"].as_str();
        let is_right = match (link.url, expected) {
            // Of these only the beginning is kept.
            (Some(url), Some(expected)) if url.starts_with("data:") => expected.starts_with(url),
            (url, expected) => url == expected,
        };
        if !is_right {
            // Where we err the crate does.
            let base = base.and_then(|base| Url::parse(base).ok());
            let parsed = Url::options().base_url(base.as_ref()).parse(input).ok();
            assert_eq!(link.url, parsed.as_ref().map(Url::as_str), "{input:?} on {base:?}, not {expected:?}");
            wrong.push(format!("{input:?} {:?}", link.url));
        }
    }
    assert_eq!(read, 792);
    // What is left are forms of `file:` that a crawler does not meet.
    let others: Vec<_> = wrong.iter().filter(|url| !url.contains("file:")).collect();
    assert!(others.is_empty(), "{others:#?}");
    assert_eq!(wrong.len(), 36);
}
