//! Irregular responses: status, fields and body are the values that Chromium gave, or differ for a reason.

use std::collections::BTreeMap;
use tagrake_archive::http::ResponseReader;
use tagrake_testsupport::responses::{self, escape};

#[test]
fn responses_are_read_as_by_chromium() {
    let (mut reader, mut differences) = (ResponseReader::default(), Vec::new());
    for known in responses::all() {
        let response = reader.read(&known.bytes);
        let of_page = known.chromium("page").and_then(|page| page.split(' ').next());
        let chromium = known.chromium("status").or(of_page.filter(|word| word.parse::<u32>().is_ok()));
        let status = response.status.map_or("none".to_owned(), |status| status.to_string());
        differences.extend(known.difference("status", chromium, &status));

        let mut fields: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, value) in response.headers {
            fields.entry(name.to_ascii_lowercase()).or_default().push(escape_text(value));
        }
        let fields: Vec<_> = fields.iter().map(|(name, values)| format!("{name}: {}", values.join(", "))).collect();
        let fields = fields.join(" | ");
        differences.extend(known.difference("fields", known.chromium("fields"), fields.trim_end()));

        let chromium = known.chromium("body").filter(|body| !body.starts_with("error"));
        differences.extend(known.difference("body", chromium, format!("= {}", escape(response.body)).trim_end()));
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// `fetch` gives values as bytes, each a character.
fn escape_text(value: &str) -> String {
    let bytes: Vec<u8> = value.chars().map(|character| u8::try_from(u32::from(character)).unwrap_or(b'?')).collect();
    escape(&bytes)
}
