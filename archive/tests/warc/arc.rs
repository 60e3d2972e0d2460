//! ARC files: their records as warcio converts them, damage, and segments.

use crate::cuts::cut_everywhere;
use crate::damage::flip_everywhere;
use crate::mutations::read_in_every_way;
use crate::segments::read_segments;
use crate::{Given, lines, read, read_all};
use data_encoding::BASE64;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tagrake_archive::http::ResponseReader;
use tagrake_archive::warc::{RecordKind, WarcOptions, WarcReader};
use tagrake_testsupport::warc_files::{arc_description, arc_record, gzip, gzip_each, offsets, zstd_each};

/// Returns a file in `bulk/tests/data/arc`.
fn data(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../bulk/tests/data/arc").join(name)).expect("a file")
}

#[test]
fn records_are_those_of_warcio() {
    for (name, count) in [("alexa.arc", 5), ("alexa.arc.gz", 5), ("heritrix.arc", 13), ("heritrix.arc.gz", 13)] {
        let (file, expected) = (data(name), data(&format!("{name}.jsonl")));
        let expected: Vec<Value> =
            serde_json::Deserializer::from_slice(&expected).into_iter().collect::<Result<_, _>>().expect("JSON");
        let mut reader = WarcReader::new(name, &file[..], WarcOptions::default());
        let mut responses = ResponseReader::default();
        for expected in &expected {
            let record = reader.next().expect("a record").expect("no damage");
            assert!(record.error.is_none(), "{name}: {:?}", record.error);
            for (field, value) in expected["headers"].as_object().expect("fields") {
                // warcio escapes spaces in URLs, and declares every record as an HTTP response.
                let found = record.headers.get(field).unwrap_or_default().replace(' ', "%20");
                let value = match record.target_uri() {
                    Some("dns:e.org") if field == "Content-Type" => "text/dns",
                    _ => value.as_str().expect("text"),
                };
                assert_eq!(found, value, "{name}: {field}");
            }
            assert_eq!(record.headers.iter().count(), expected["headers"].as_object().expect("fields").len());
            let offset = expected["offset"].as_u64().expect("a number");
            // In plain files, the length of warcio is without the newline after the block.
            let newline = u64::from(name.ends_with(".arc"));
            let length = expected["length"].as_u64().expect("a number") + newline;
            assert_eq!((record.location.offset, record.location.length), (offset, length), "{name}");
            let body = BASE64.decode(expected["body"].as_str().expect("text").as_bytes()).expect("base64");
            if record.kind == RecordKind::Warcinfo {
                // warcio leaves out the two lines that describe the format.
                let described = record.block.strip_suffix(&body[..]).expect("the same end");
                assert_eq!(described.iter().filter(|byte| **byte == b'\n').count(), 2, "{name}");
                continue;
            }
            assert_eq!(record.kind, RecordKind::Response);
            let response = responses.read(record.block);
            let status = expected["status"].as_str().map(|status| status.parse::<u16>().expect("a number"));
            assert_eq!(response.status, status, "{name}: {offset}");
            let expected_fields = expected["http_headers"].as_array().cloned().unwrap_or_default();
            let fields: Vec<Value> =
                response.headers.iter().map(|(name, value)| serde_json::json!([name, value])).collect();
            assert_eq!(fields, expected_fields, "{name}: {offset}");
            assert!(response.body == body, "{name}: {offset}");
        }
        assert!(reader.next().is_none(), "{name}");
        assert_eq!(expected.len(), count, "{name}");
        let counts: Vec<_> = reader.counts().records().map(|(kind, count)| (kind, count as usize)).collect();
        assert_eq!(counts, [("warcinfo", 1), ("response", count - 1)], "{name}");
    }
}

/// Returns the records of a file.
fn records(count: usize) -> Vec<Vec<u8>> {
    let record = |index: usize| arc_record(&format!("http://e.org/{index}"), 30 + index * 131 % 700);
    [arc_description("a.arc")].into_iter().chain((0..count).map(record)).collect()
}

#[test]
fn reads_the_ten_fields_of_version_2() {
    let block = "HTTP/1.0 200 OK\r\n\r\n<p>";
    let line = format!("http://e.org/a b 192.0.2.1 20010203040506 text/html 200 0a - 71 a.arc {}\n", block.len());
    let file = [&arc_description("a.arc")[..], line.as_bytes(), block.as_bytes(), b"\n"].concat();
    let mut reader = WarcReader::new("a.arc", &file[..], WarcOptions::default());
    assert_eq!(reader.next().expect("a record").expect("no damage").kind, RecordKind::Warcinfo);
    let record = reader.next().expect("a record").expect("no damage");
    assert_eq!((record.target_uri(), record.date()), (Some("http://e.org/a b"), Some("2001-02-03T04:05:06Z")));
    assert_eq!((record.headers.get("WARC-IP-Address"), record.block), (Some("192.0.2.1"), block.as_bytes()));
    assert!(record.error.is_none() && reader.next().is_none());
}

/// The records were lost, and in a plain file the record before them was damaged.
#[test]
fn a_record_with_an_irregular_line_is_read_if_its_length_fits() {
    let block = "HTTP/1.0 200 OK\r\n\r\n<p>";
    let line = |fields: &str| format!("http://e.org/odd {fields} {}\n{block}\n", block.len()).into_bytes();
    let neighbours = [arc_record("http://e.org/1", 30), arc_record("http://e.org/2", 40)];
    for (fields, address, date) in [
        (" 20040925001010 text/html", None, Some("2004-09-25T00:10:10Z")),
        ("e.org 20040925001010 text/html", None, Some("2004-09-25T00:10:10Z")),
        ("192.0.2.1 0 text/html", Some("192.0.2.1"), None),
        ("192.0.2.1 20040925 text/html", Some("192.0.2.1"), Some("2004-09-25")),
        ("- - -", Some("-"), None),
    ] {
        let odd = line(fields);
        let [one, two] = &neighbours;
        for records in [[one, &odd, two], [one, two, &odd], [one, &odd, &odd]] {
            let records = [&[arc_description("a.arc")][..], &records.map(Clone::clone)].concat();
            let (plain, gzip) = (records.concat(), gzip_each(&records));
            for file in [&plain, &gzip, &zstd_each(&records, &[])] {
                let given = read(file);
                assert_eq!(given.len(), 4, "{fields}: {given:?}");
                assert!(given.iter().all(|given| given.error.is_none()), "{fields}: {given:?}");
                assert!(given.iter().any(|given| given.block == block.as_bytes()), "{fields}: {given:?}");
                for bytes in [1, 50, 100, 300] {
                    assert_eq!(read_segments(file, bytes).0, given, "{fields}: {bytes}");
                }
            }
        }
        let file = [&arc_description("a.arc")[..], &odd].concat();
        let mut reader = WarcReader::new("a.arc", &file[..], WarcOptions::default());
        reader.next().expect("a record").expect("no damage");
        let record = reader.next().expect("a record").expect("no damage");
        assert_eq!(record.target_uri(), Some("http://e.org/odd"));
        assert_eq!((record.headers.get("WARC-IP-Address"), record.date()), (address, date), "{fields}");
    }
    // A length that does not fit.
    let wrong = line("192.0.2.1 0 text/html");
    let wrong = [&wrong[..wrong.len() - 4], &wrong[wrong.len() - 1..]].concat();
    let records = [arc_description("a.arc"), wrong, neighbours[0].clone()];
    assert!(read(&gzip_each(&records)).iter().any(|given| given.error.is_some()));
    assert!(read(&records.concat()).iter().any(|given| given.error.is_some()));
}

#[test]
fn the_first_record_may_have_the_address_0() {
    // As in the example of the format's description.
    let description = "1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n";
    let file = [
        b"filedesc://IA-001102.arc 0 19960923142103 text/plain 76\n",
        description.as_bytes(),
        b"\nhttp://e.org/ 192.0.2.1 19961104142103 text/html 22\nHTTP/1.0 200 OK\r\n\r\n<p>\n",
    ]
    .concat();
    let mut reader = WarcReader::new("a.arc", &file[..], WarcOptions::default());
    let record = reader.next().expect("a record").expect("no damage");
    assert_eq!((record.kind, record.block), (RecordKind::Warcinfo, description.as_bytes()));
    assert_eq!(record.headers.get("WARC-Filename"), Some("IA-001102.arc"));
    assert!(record.error.is_none());
    let record = reader.next().expect("a record").expect("no damage");
    assert_eq!((record.target_uri(), record.block.len()), (Some("http://e.org/"), 22));
    assert!(record.error.is_none() && reader.next().is_none());
}

#[test]
fn a_response_without_an_http_head_has_the_declared_type() {
    let file = b"http://e.org/ 192.0.2.1 20010203040506 text/html 3\n<p>\n";
    let mut reader = WarcReader::new("a.arc", &file[..], WarcOptions::default());
    let record = reader.next().expect("a record").expect("no damage");
    assert_eq!((record.headers.get("Content-Type"), record.block), (Some("text/html"), &b"<p>"[..]));
    assert!(record.error.is_none());
}

#[test]
fn every_truncation_is_reported() {
    let parts = records(3);
    // The newline after the last block may be missing.
    let ends = |parts: &[Vec<u8>]| {
        let ends = offsets(parts);
        ends.iter().flat_map(|end| [end.saturating_sub(1), *end]).collect::<Vec<_>>()
    };
    cut_everywhere("plain", &parts.concat(), &ends(&parts));
    let members: Vec<_> = parts.iter().map(|record| gzip(record)).collect();
    cut_everywhere("members", &members.concat(), &offsets(&members));
    let one = gzip(&parts.concat());
    cut_everywhere("one member", &one, &[0, one.len()]);
}

#[test]
fn a_flipped_byte_affects_only_its_record() {
    flip_everywhere("gzip", &records(3).iter().map(|record| gzip(record)).collect::<Vec<_>>());
}

#[test]
fn every_way_of_reading_has_the_same_result() {
    let parts = records(8);
    let all = parts.concat();
    read_in_every_way(&[
        ("plain", all.clone()),
        ("gzip", gzip_each(&parts)),
        ("one member", gzip(&all)),
        ("parts", gzip_each(&all.chunks(150).collect::<Vec<_>>())),
        ("zstd", zstd_each(&parts, &[])),
    ]);
}

#[test]
fn segments_yield_the_records_of_the_file() {
    let parts = records(40);
    let all = parts.concat();
    for (name, file) in [("plain", all.clone()), ("gzip", gzip_each(&parts)), ("one member", gzip(&all))] {
        let expected = read(&file);
        assert_eq!(expected.len(), 41, "{name}");
        for bytes in [1, 7, 100, 1000, 2222, 5000, 1 << 20] {
            let (given, resumed) = read_segments(&file, bytes);
            assert_eq!((given == expected, resumed), (true, 0), "{name}, segments of {bytes}");
        }
    }
}

#[test]
fn damage_has_a_location_and_a_cause_and_the_other_records_are_read() {
    let description = arc_description("a.arc");
    let [a, b, c] = ["a", "b", "c"].map(|name| arc_record(&format!("http://e.org/{name}"), 60));
    let (start, length) = (description.len(), a.len());
    let first = lines(&description).remove(0);
    let ok = |name: &str, at: usize| format!("http://e.org/{name} {at}+{length} 60");
    let with_length = |declared: &str| {
        let text = String::from_utf8(b.clone()).expect("text").replacen(" 60\n", &format!(" {declared}\n"), 1);
        text.into_bytes()
    };
    let second = start + length;
    let long = with_length("75");
    let (short, huge, beyond) = (with_length("31"), with_length("99999"), with_length("64"));
    let cases: Vec<(&str, Vec<u8>, Vec<String>)> = vec![
        (
            "garbage",
            [&description[..], &a, b"garbage\n\ngarbage", b"\n", &c].concat(),
            // Only the line of a record confirms the length of the one before it.
            vec![
                first.clone(),
                format!("http://e.org/a {start}+{} 77: length {start}+{}", length + 17, length + 17),
                ok("c", second + 17),
            ],
        ),
        (
            "too long",
            [&description[..], &a, &long, &c].concat(),
            vec![
                first.clone(),
                ok("a", start),
                format!("http://e.org/b {second}+{length} 60: length {second}+{length}"),
                ok("c", second + length),
            ],
        ),
        (
            "too short",
            [&description[..], &a, &short, &c].concat(),
            vec![
                first.clone(),
                ok("a", start),
                format!("http://e.org/b {second}+{length} 60: length {second}+{length}"),
                ok("c", second + length),
            ],
        ),
        (
            "beyond the end",
            [&description[..], &a, &huge, &c].concat(),
            vec![
                first.clone(),
                ok("a", start),
                format!("http://e.org/b {second}+{} 60: length {second}+{}", length + 3, length + 3),
                ok("c", second + length + 3),
            ],
        ),
        (
            "a few bytes too long",
            [&description[..], &a, &beyond, &c].concat(),
            vec![
                first.clone(),
                ok("a", start),
                format!("http://e.org/b {second}+{length} 60: length {second}+{length}"),
                ok("c", second + length),
            ],
        ),
    ];
    for (name, file, expected) in cases {
        assert_eq!(lines(&file), expected, "{name}");
    }
}

/// warcio 1.8 takes the line of the next record for the newline, and fails.
#[test]
fn a_record_without_its_newline_is_reported_and_its_neighbours_are_read() {
    let mut parts = records(6);
    let mut lengths: Vec<_> = parts.iter().map(Vec::len).collect();
    for index in [2, 3] {
        parts[index].pop();
        lengths[index] -= 1;
    }
    let all = parts.concat();
    let given = read(&all);
    let expected: Vec<_> = (0..6).map(|index| format!("http://e.org/{index}")).collect();
    let found: Vec<_> = given.iter().skip(1).map(|given| given.uri.clone().unwrap_or_default()).collect();
    assert_eq!(found, expected, "{:?}", lines(&all));
    for (index, given) in given.iter().enumerate() {
        assert_eq!(
            (given.location.offset, given.location.length),
            (offsets(&parts)[index] as u64, lengths[index] as u64)
        );
        let error = [2, 3].contains(&index).then_some(("newlines", given.location));
        assert_eq!(given.error, error, "{index}");
        let complete = &records(6)[index];
        assert!(complete.ends_with(&[&given.block[..], b"\n"].concat()), "{index}");
    }
    for bytes in [1, 7, 100, 1000] {
        assert!(read_segments(&all, bytes).0 == given, "segments of {bytes}");
    }
    let one = gzip(&all);
    assert!(read(&one).iter().skip(1).map(|given| given.uri.clone().unwrap_or_default()).eq(expected));
}

#[test]
fn damaged_first_bytes_do_not_hide_the_records() {
    let parts = records(3);
    for (file, lost) in
        [([b"\0\0\0", &parts.concat()[5..]].concat(), "plain"), ([b"\0\0\0", &gzip_each(&parts)[5..]].concat(), "gzip")]
    {
        let given = read(&file);
        let found: Vec<_> =
            given.iter().filter(|given| given.error.is_none()).filter_map(|given| given.uri.clone()).collect();
        assert_eq!(found, ["http://e.org/0", "http://e.org/1", "http://e.org/2"], "{lost}");
        assert_eq!(given.iter().filter(|given| given.error.is_some()).count(), 1, "{lost}");
        assert!(read_segments(&file, 300).0 == given, "{lost}");
    }
}

#[test]
fn a_block_over_the_limit_is_cut() {
    let parts = [arc_description("a.arc"), arc_record("http://e.org/1", 300_000), arc_record("http://e.org/2", 50)];
    for file in [parts.concat(), gzip_each(&parts), gzip(&parts.concat())] {
        let options = WarcOptions::default().with_max_block_bytes(1000);
        let given = read_all(&mut WarcReader::new("-", &file[..], options));
        let blocks: Vec<_> = given.iter().map(|given: &Given| (given.block.len(), given.error.is_some())).collect();
        assert_eq!(blocks[1..], [(1000, false), (50, false)]);
    }
}
