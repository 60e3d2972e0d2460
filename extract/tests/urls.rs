//! Resolves the URL parser's test vectors of the Web Platform Tests as links of pages.

use std::fs;
use tagrake_extract::{Context, Extractor};
use url::Url;

/// Escapes the characters of an attribute value that the tokenizer would change.
fn escape(value: &str) -> String {
    value.replace('&', "&amp;").replace('"', "&quot;").replace('\r', "&#13;")
}

#[test]
fn resolves_the_vectors_of_the_url_standard() {
    let path = tagrake_testsupport::packages::package_dir("url").join("tests/urltestdata.json");
    let text = fs::read_to_string(path).expect("the vectors are there");
    let vectors: serde_json::Value = serde_json::from_str(&text).expect("the vectors are JSON");
    let mut extractor = Extractor::default();
    let (mut read, mut wrong) = (0, Vec::new());
    for vector in vectors.as_array().expect("the vectors are a list") {
        let (Some(input), base) = (vector["input"].as_str(), vector["base"].as_str()) else { continue };
        // An attribute cannot contain NUL. The vectors are older than the rule that encodes `^` in a path.
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
            // Only the start of a `data:` URL is stored.
            (Some(url), Some(expected)) if url.starts_with("data:") => expected.starts_with(url),
            (url, expected) => url == expected,
        };
        if !is_right {
            // A wrong result must come from the `url` crate.
            let base = base.and_then(|base| Url::parse(base).ok());
            let parsed = Url::options().base_url(base.as_ref()).parse(input).ok();
            assert_eq!(link.url, parsed.as_ref().map(Url::as_str), "{input:?} on {base:?}, not {expected:?}");
            wrong.push(format!("{input:?} {:?}", link.url));
        }
    }
    assert_eq!(read, 792);
    // The wrong results are `file:` URLs, which crawlers do not need.
    let others: Vec<_> = wrong.iter().filter(|url| !url.contains("file:")).collect();
    assert!(others.is_empty(), "{others:#?}");
    assert_eq!(wrong.len(), 36);
}
