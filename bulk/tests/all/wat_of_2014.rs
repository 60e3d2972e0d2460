//! WAT records compared with those that Common Crawl's generator made of a real crawl in 2014.

use flate2::read::GzDecoder;
use serde_json::Value;
use std::io::Read;
use tagrake_bulk::ReaderOptions;
use tagrake_bulk::warc::{WarcOptions, WarcReader};
use tagrake_bulk::wat::WatReader;
use tagrake_testsupport::warc_files::gzip;

const WARC: &[u8] = include_bytes!("../data/warc-1.0.1/crawl.warc.gz");
const WAT: &[u8] = include_bytes!("../data/warc-1.0.1/crawl.warc.wat.gz");

fn inflated(file: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    GzDecoder::new(file).read_to_end(&mut text).expect("a gzip file");
    text
}

/// Returns our WAT records, with each record in a member of its own as in the original file.
fn ours() -> Vec<Value> {
    let text = inflated(WARC);
    let mut warc = WarcReader::new("warc", &text[..], WarcOptions::default());
    let mut file = Vec::new();
    while let Some(record) = warc.next() {
        let location = record.expect("a record").location;
        file.extend(gzip(&text[location.offset as usize..][..location.length as usize]));
    }
    let mut reader = WatReader::new(ReaderOptions::default());
    let mut warc = WarcReader::new("warc.gz", &file[..], WarcOptions::default());
    let mut ours = Vec::new();
    while let Some(record) = warc.next() {
        let record = record.expect("a record");
        ours.push(serde_json::from_str(&reader.read(&record, "warc.gz").to_json()).expect("a record is JSON"));
    }
    ours
}

#[test]
fn matches_the_generator_of_2014() {
    let ours = ours();
    let id = |json: &Value| json["Envelope"]["WARC-Header-Metadata"]["WARC-Record-ID"].clone();
    let wat = String::from_utf8(inflated(WAT)).expect("JSON is UTF-8");
    let mut count = 0;
    for theirs in wat.lines().filter(|line| line.starts_with('{')) {
        let mut theirs: Value = serde_json::from_str(theirs).expect("JSON");
        let mut ours = ours.iter().find(|json| id(json) == id(&theirs)).expect("a record").clone();
        forget_the_known(&mut theirs, &mut ours);
        assert_eq!(theirs, ours);
        count += 1;
    }
    assert_eq!(count, 8);
}

/// Removes differences that `docs/archives.md` explains.
fn forget_the_known(theirs: &mut Value, ours: &mut Value) {
    const PAYLOAD: &str = "/Envelope/Payload-Metadata";
    const INFO: &str = "/Envelope/Payload-Metadata/WARC-Info-Metadata";
    const FIELDS: &str = "/Envelope/Payload-Metadata/WARC-Metadata-Metadata";
    const REQUEST: &str = "/Envelope/Payload-Metadata/HTTP-Request-Metadata";
    const RESPONSE: &str = "/Envelope/Payload-Metadata/HTTP-Response-Metadata";
    for json in [&mut *theirs, &mut *ours] {
        // They depend on the compressor.
        remove(json, "/Container", &["Filename", "Offset"]);
        remove(json, "/Container/Gzip-Metadata", &["Deflate-Length"]);
        // The generator lost the last field of a block without an empty line, and did not count the newlines after
        // it.
        if json.pointer(INFO).is_some() {
            remove(json, INFO, &["conformsTo"]);
            remove(json, PAYLOAD, &["Trailing-Slop-Length"]);
        }
        // `Format` was `WARC` in 2014, and is `WARC/1.0` in files of 2024.
        remove(json, "/Envelope", &["Format"]);
        // The length of a request's head did not include the end of its first line.
        remove(json, REQUEST, &["Headers-Length"]);
    }
    // Some keys have moved, and one was renamed.
    for name in ["Actual-Content-Length", "Block-Digest"] {
        let value = remove(theirs, "/Envelope", &[name]).expect("a value");
        theirs.pointer_mut(PAYLOAD).expect("an object")[name] = value;
    }
    remove(theirs, FIELDS, &["Actual-Content-Length", "Trailing-Slop-Length"]);
    for http in [REQUEST, RESPONSE] {
        if let Some(slop) = remove(theirs, http, &["Entity-Trailing-Slop-Bytes"]) {
            theirs.pointer_mut(http).expect("an object")["Entity-Trailing-Slop-Length"] = slop;
        }
    }
    // Character references were not decoded, and `rel` was not extracted.
    decode(theirs);
    let links = ours.pointer_mut(&format!("{RESPONSE}/HTML-Metadata/Links")).and_then(Value::as_array_mut);
    links.into_iter().flatten().for_each(|link| drop(remove(link, "", &["rel"])));
}

/// Removes keys of an object, if it exists. Returns the value of the last one.
fn remove(json: &mut Value, pointer: &str, names: &[&str]) -> Option<Value> {
    let object = json.pointer_mut(pointer)?.as_object_mut()?;
    names.iter().map(|name| object.remove(*name)).last().flatten()
}

fn decode(json: &mut Value) {
    match json {
        Value::String(text) => *text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"),
        Value::Array(values) => values.iter_mut().for_each(decode),
        Value::Object(values) => values.values_mut().for_each(decode),
        _ => {}
    }
}
