//! Irregular records: a checksum, a digest or the length decides whether they are complete.

use crate::{Given, read};
use std::io::Write;
use tagrake_archive::digest;
use tagrake_testsupport::warc_files::{arc_description, gzip, gzip_each, record, with_length, zstd, zstd_each};

/// The block of a response without an HTTP head.
const HTML: &[u8] = b"<!DOCTYPE html><title>T</title><p>text";

/// Returns a response that was fetched by HTTP, with more fields in its head.
fn response(fields: &str, length: usize, block: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://e.org/\r\n{fields}Content-Length: {length}\r\n\r\n"
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// Returns a zstd frame without a checksum.
fn unchecked_frame(text: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 3).expect("memory");
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

/// Returns the error and the irregularity of the record with HTML. The other records of the file are regular.
fn state(file: &[u8]) -> (Option<&'static str>, Option<&'static str>) {
    let given = read(file);
    let is_page = |given: &&Given| given.uri.as_deref() == Some("http://e.org/");
    let page =
        given.iter().find(is_page).unwrap_or_else(|| panic!("{:?}", given.iter().map(Given::line).collect::<Vec<_>>()));
    // A damaged record at the end of a file is read to that end.
    assert_eq!(if page.error.is_some() { page.block.trim_ascii_end() } else { &page.block[..] }, HTML);
    let others = given.iter().filter(|given| !is_page(given));
    assert!(others.clone().count() > 0 && others.clone().all(|other| other.error.is_none()));
    (page.error.map(|error| error.0), page.irregularity)
}

#[test]
fn a_member_with_a_checksum_proves_that_its_record_is_complete() {
    let (before, after) = (record("a", 300), record("b", 300));
    for (difference, irregularity) in [(0, "http-head"), (-3, "length"), (40, "length"), (4000, "length")] {
        let length = HTML.len().saturating_add_signed(difference);
        let page = response("", length, HTML);
        for records in [[before.clone(), page.clone(), after.clone()], [before.clone(), after.clone(), page.clone()]] {
            let proved = (None, Some(irregularity));
            assert_eq!(state(&gzip_each(&records)), proved, "gzip, {difference}");
            assert_eq!(state(&zstd_each(&records, &[])), proved, "zstd, {difference}");
            // Without a checksum the length decides.
            let frames: Vec<_> = records.iter().flat_map(|record| unchecked_frame(record)).collect();
            let (error, found) = state(&frames);
            assert_eq!((error.is_none(), found.is_some()), (difference == 0, difference == 0), "frames, {difference}");
            assert!(state(&records.concat()).0.is_some(), "plain, {difference}");
            assert!(state(&gzip(&records.concat())).0.is_some(), "one member, {difference}");
            assert!(state(&zstd(&records.concat(), &[])).0.is_some(), "one frame, {difference}");
        }
    }
}

#[test]
fn a_digest_proves_that_a_record_is_complete() {
    let right = digest::labelled(HTML);
    let wrong = digest::labelled(b"");
    for name in ["WARC-Block-Digest", "WARC-Payload-Digest"] {
        for (length, irregularity) in
            [(HTML.len(), "http-head"), (HTML.len() - 3, "length"), (HTML.len() + 90, "length")]
        {
            for (value, expected) in [(&right, Some(irregularity)), (&wrong, None)] {
                let page = response(&format!("{name}: {value}\r\n"), length, HTML);
                let found = state(&[record("a", 300), page, record("b", 300)].concat());
                assert_eq!((found.0.is_some(), found.1), (expected.is_none(), expected), "{name}: {value}, {length}");
            }
        }
    }
}

#[test]
fn a_digest_proves_nothing_in_a_damaged_head() {
    let fields = format!("no field\r\nWARC-Block-Digest: {}\r\n", digest::labelled(HTML));
    let page = response(&fields, HTML.len(), HTML);
    assert_eq!(state(&[record("a", 300), page, record("b", 300)].concat()), (Some("head"), None));
}

#[test]
fn the_last_record_of_a_plain_file_needs_no_newlines() {
    let (first, last) = (record("a", 300), with_length("b", b"<p>text", "7"));
    let file = [&first[..], &last].concat();
    for missing in 0..=4 {
        let given = read(&file[..file.len() - missing]);
        let expected = (missing > 0).then_some("newlines");
        assert_eq!((given.len(), given[1].error, given[1].irregularity), (2, None, expected), "{missing}");
        assert_eq!(given[1].block, b"<p>text");
    }
    // The length counts the newlines: four bytes of the block may be missing.
    for length in [8, 9, 10, 11] {
        let file = [&first[..], &with_length("b", b"<p>text", &length.to_string())].concat();
        let given = read(&file);
        assert!(given[1].error.is_some() && given[1].irregularity.is_none(), "{length}");
    }
    let arc = [arc_description("a.arc"), b"http://e.org/ 0.0.0.0 20010101000000 text/html 3\n<p>".to_vec()].concat();
    let given = read(&arc);
    assert_eq!((given.len(), given[1].error, &given[1].block[..]), (2, None, &b"<p>"[..]));
}

#[test]
fn a_version_may_be_in_lower_case() {
    let lower = |record: &[u8]| [b"warc", &record[4..]].concat();
    let records = [lower(&record("a", 300)), lower(&record("b", 90)), lower(&record("c", 500))];
    let uris = |file: &[u8]| {
        let given = read(file);
        given.iter().map(|given| (given.uri.clone().unwrap_or_default(), given.error.is_some())).collect::<Vec<_>>()
    };
    let all = [("a", false), ("b", false), ("c", false)].map(|(uri, is_bad)| (uri.to_owned(), is_bad));
    for file in [records.concat(), gzip_each(&records), gzip(&records.concat()), zstd_each(&records, &[])] {
        assert_eq!(uris(&file), all);
    }
    // Records are found after damage and where a length is wrong.
    let damaged = [b"damage".as_slice(), &records.concat()].concat();
    assert_eq!(uris(&damaged), [&[(String::new(), true)], &all[..]].concat());
    let short = lower(&with_length("a", b"<p>text", "3000"));
    assert_eq!(uris(&[&short[..], &records[1], &records[2]].concat())[1..], all[1..]);
}
