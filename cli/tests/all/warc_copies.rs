//! `tagrake warc` copies records: their heads, blocks and digests are the ones of the source.

use crate::containers::zip;
use crate::support::command::Folder;
use flate2::bufread::GzDecoder;
use std::io::Read;
use std::path::Path;
use tagrake_bulk::warc::{RecordKind, WarcOptions, WarcReader};
use tagrake_testsupport::warc_files::{arc_description, gzip, gzip_each, html_response, offsets, with_fields};

const CRAWL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../bulk/tests/data/warc-1.0.1/crawl.warc.gz");
const ARCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../bulk/tests/data/arc");

/// A record as a reader returns it.
#[derive(Debug, PartialEq, Eq)]
struct Copied {
    kind: RecordKind,
    head: Vec<u8>,
    block: Vec<u8>,
    uri: Option<String>,
}

/// Reads all records of a file. Panics if one of them is damaged or irregular.
fn records(file: &[u8]) -> Vec<Copied> {
    let mut reader = WarcReader::new("", file, WarcOptions::default());
    let mut records = Vec::new();
    while let Some(record) = reader.next() {
        let record = record.expect("a record");
        assert!(
            record.error.is_none() && record.irregularity.is_none(),
            "{:?} {:?}",
            record.error,
            record.irregularity
        );
        assert!(record.location.in_member.is_none(), "each record has a member of its own");
        records.push(Copied {
            kind: record.kind,
            head: record.text[..record.head_length].to_vec(),
            block: record.block.to_vec(),
            uri: record.target_uri().map(str::to_owned),
        });
    }
    records
}

/// Returns the records of a copy after its own `warcinfo` record, which must have this description.
fn copies(file: &[u8], description: &str) -> Vec<Copied> {
    let mut copies = records(file);
    let info = copies.remove(0);
    assert_eq!(info.kind, RecordKind::Warcinfo);
    let fields = String::from_utf8(info.block).expect("text");
    assert!(
        fields.starts_with("software: tagrake ") && fields.contains("\r\nformat: WARC File Format 1.0\r\n"),
        "{fields}"
    );
    assert!(fields.contains(&format!("\r\ndescription: {description}\r\n")), "{fields}");
    copies
}

fn uris(records: &[Copied]) -> Vec<&str> {
    records.iter().map(|record| record.uri.as_deref().unwrap_or("-")).collect()
}

/// Returns a request, the response and metadata of a URL.
fn capture(uri: &str, status: u16, mime: &str, body: &str) -> Vec<Vec<u8>> {
    let fields =
        |kind: &str| format!("WARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\nWARC-Date: 2026-11-21T00:00:00Z\r\n");
    let block = format!("HTTP/1.1 {status} X\r\nContent-Type: {mime}\r\n\r\n{body}");
    // The digests are not the ones of the bytes, but differ where the bodies do.
    let letter = ["A", "B", "C", "D", "E", "F", "G", "H"][body.len() % 8].repeat(32);
    let digests = format!("WARC-Payload-Digest: sha1:{letter}\r\n");
    let response = fields("response") + "Content-Type: application/http; msgtype=response\r\n" + &digests;
    vec![
        with_fields(&fields("request"), b"GET / HTTP/1.1\r\n\r\n"),
        with_fields(&response, block.as_bytes()),
        with_fields(&fields("metadata"), b"fetchTimeMs: 1\r\n"),
    ]
}

/// Returns a crawl of five captures, and a `warcinfo` record.
fn crawl() -> Vec<Vec<u8>> {
    let captures = [
        capture("http://a.org/1", 200, "text/html", "<p>one"),
        capture("http://b.org/2", 200, "image/png", "PNG"),
        capture("http://a.org/3", 404, "text/html", "<p>none"),
        capture("http://www.a.org/4", 200, "text/html", "<p>one"),
    ];
    let info = with_fields("WARC-Type: warcinfo\r\nWARC-Date: 2026-11-21T00:00:00Z\r\n", b"robots: classic\r\n");
    [vec![info], captures.concat()].concat()
}

#[test]
fn every_record_is_copied_byte_for_byte() {
    let folder = Folder::new(&[("plain", &crawl().concat()), ("one-member", &gzip(&crawl().concat()))]);
    let mut real = Vec::new();
    flate2::read::MultiGzDecoder::new(&*std::fs::read(CRAWL).expect("a file")).read_to_end(&mut real).expect("gzip");
    let sources = [("plain", crawl().concat()), ("one-member", crawl().concat()), (CRAWL, real)];
    for (source, text) in sources {
        let count = records(&text).len();
        let mut plain = Vec::new();
        for name in ["o.warc", "o.warc.gz", "o.warc.zst"] {
            for work in ["", "-j 3 --work-bytes 1"] {
                let printed = folder.run(&format!("warc {work} -o {name} {source}")).exits(0);
                assert_eq!(printed.stderr, format!("tagrake: {count} records\n"));
                let file = folder.read(name);
                assert!(copies(&file, "all records") == records(&text), "{source} {name}");
                match name {
                    "o.warc" => plain = file,
                    "o.warc.gz" => assert!(ungzip_each(&file).concat() == plain),
                    _ => assert!(zstd::stream::decode_all(&*file).expect("zstd") == plain),
                }
            }
        }
        // The last bytes of the file are the source.
        assert!(plain.ends_with(&text), "{source}");
    }
    // The real crawl was copied last. Its digests still match.
    folder.run("check o.warc.gz o.warc.zst o.warc").exits(0);
}

/// Returns the text of each gzip member.
fn ungzip_each(mut file: &[u8]) -> Vec<Vec<u8>> {
    let mut texts = Vec::new();
    while !file.is_empty() {
        let (mut text, mut member) = (Vec::new(), GzDecoder::new(file));
        member.read_to_end(&mut text).expect("a member");
        assert!(text.starts_with(b"WARC/1.") && text.ends_with(b"\r\n\r\n"), "{}", text.escape_ascii());
        file = member.into_inner();
        texts.push(text);
    }
    texts
}

#[test]
fn urls_select_records_of_all_types_and_content_selects_responses() {
    let crawl = crawl();
    let folder = Folder::new(&[("a.warc.gz", &gzip_each(&crawl))]);
    let of = |options: &str| {
        let printed = folder.run(&format!("warc --compression none {options} a.warc.gz")).exits(0);
        let description = format!("records selected by {}", options.trim());
        (copies(&printed.stdout, &description), printed.stderr)
    };
    let (copied, counts) = of("--host a.org");
    assert_eq!(uris(&copied), ["http://a.org/1"; 3].into_iter().chain(["http://a.org/3"; 3]).collect::<Vec<_>>());
    assert_eq!(counts, "tagrake: 6 records; 7 records skipped (host not in --host)\n");
    assert_eq!(of("--host *.a.org").0.len(), 9);
    assert_eq!(of("--exclude-host *.a.org").0.len(), 4, "the warcinfo record has no URL");
    assert_eq!(of("--url-prefix http://b.org/").0.len(), 3);
    let halves = of("--sample 1/2").0;
    assert!(halves.len() < crawl.len() && uris(&halves).iter().filter(|uri| **uri != "-").count() % 3 == 0);

    let (copied, counts) = of("--mime html");
    assert_eq!(uris(&copied), ["http://a.org/1", "http://a.org/3", "http://www.a.org/4"]);
    let skipped = "10 records skipped (1 type not in --mime: 1 image/png; 9 neither response, resource nor conversion)";
    assert_eq!(counts, format!("tagrake: 3 records; {skipped}\n"));
    assert_eq!(uris(&of("--status 404").0), ["http://a.org/3"]);
    assert_eq!(uris(&of("--mime html --status 2xx --host a.org").0), ["http://a.org/1"]);
    assert_eq!(of("--mime all --status all").0.len(), crawl.len());

    for by in ["digest", "declared-digest"] {
        let (copied, counts) = of(&format!("--dedup {by}"));
        assert_eq!(uris(&copied)[10..], ["http://www.a.org/4"; 2], "the response is left out");
        assert_eq!(counts, "tagrake: 12 records; 1 record skipped (duplicate)\n");
    }
}

#[test]
fn records_of_an_index_are_copied_in_its_order() {
    let crawl = crawl();
    let members: Vec<_> = crawl.iter().map(|record| gzip(record)).collect();
    let folder = Folder::new(&[("a.warc.gz", &members.concat())]);
    let starts = offsets(&members);
    let line = |number: usize| format!("{{\"filename\": \"a.warc.gz\", \"offset\": {}}}\n", starts[number]);
    folder.write("i.jsonl", [5, 2, 1].map(line).concat());
    folder.run("warc --index i.jsonl -o o.warc.gz").exits(0);
    let expected = records(&[&crawl[5][..], &crawl[2], &crawl[1]].concat());
    assert_eq!(copies(&folder.read("o.warc.gz"), "records selected by --index"), expected);
    let printed = folder.run(&format!("warc --record a.warc.gz:{} --compression none", starts[5])).exits(0);
    assert_eq!(copies(&printed.stdout, "records selected by --record")[..], expected[..1]);
    let printed = folder.run("warc --limit 2 --compression none a.warc.gz").exits(0);
    assert_eq!(copies(&printed.stdout, "all records"), records(&crawl[..2].concat()));
    folder.run("warc --index i.jsonl --keep offset").exits(2);
}

#[test]
fn records_of_arc_files_become_records_of_warc_files() {
    for name in ["alexa.arc", "alexa.arc.gz", "heritrix.arc", "heritrix.arc.gz"] {
        let source = std::fs::read(Path::new(ARCS).join(name)).expect("a file");
        let folder = Folder::new(&[(name, &source)]);
        folder.run(&format!("warc -o o.warc.gz {name}")).exits(0);
        let copied = copies(&folder.read("o.warc.gz"), "all records");
        let mut reader = WarcReader::new("", &*source, WarcOptions::default());
        let mut ids = Vec::new();
        for copy in &copied {
            let record = reader.next().expect("as many records").expect("a record");
            assert_eq!((copy.kind, &*copy.block), (record.kind, record.block), "{name}");
            assert_eq!(copy.uri, record.target_uri().map(|uri| uri.replace(' ', "%20")));
            let head = String::from_utf8(copy.head.clone()).expect("text");
            let date = format!("WARC-Date: {}\r\n", record.date().expect("a date"));
            assert!(head.starts_with("WARC/1.1\r\n") && head.contains(&date), "{head}");
            ids.extend(head.lines().find(|line| line.starts_with("WARC-Record-ID: <urn:uuid:")).map(str::to_owned));
        }
        assert!(reader.next().is_none() && copied.len() > 3, "{name}");
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), copied.len(), "each record has an id of its own");
        folder.run("check o.warc.gz").exits(0);
        // The description of the file is its first record.
        assert!(arc_description(name).starts_with(b"filedesc://") && copied[0].kind == RecordKind::Warcinfo);
    }
}

#[test]
fn records_of_wacz_files_are_copied() {
    let records_of = |range: std::ops::Range<usize>| gzip_each(&crawl()[range]);
    let (first, second) = (records_of(0..4), records_of(4..13));
    let file = zip(&[("archive/a.warc.gz", &first, false), ("archive/b.warc.gz", &second, false)]);
    let folder = Folder::new(&[("a.wacz", &file)]);
    folder.run("warc -o o.warc.zst a.wacz").exits(0);
    assert_eq!(copies(&folder.read("o.warc.zst"), "all records"), records(&crawl().concat()));
}

#[test]
fn a_damaged_archive_is_repaired() {
    let crawl = crawl();
    let members: Vec<_> = crawl.iter().map(|record| gzip(record)).collect();
    let starts = offsets(&members);
    let mut file = members.concat();
    file[starts[4] + 40] ^= 0x55;
    file.truncate(starts[12] + 60);
    let folder =
        Folder::new(&[("a.warc.gz", &file), ("plain.warc", &[&crawl[..3].concat()[..], b"junk", &crawl[3]].concat())]);
    let printed = folder.run("warc -o o.warc.gz a.warc.gz").exits(1);
    for (start, cause) in [(starts[4], ""), (starts[12], "the file is truncated here")] {
        let message = format!("tagrake: a.warc.gz:{start}: ");
        assert!(
            printed.stderr.lines().any(|line| line.starts_with(&message) && line.ends_with(cause)),
            "{}",
            printed.stderr
        );
    }
    assert!(printed.stderr.contains("tagrake: 11 records; 2 records damaged"), "{}", printed.stderr);
    let whole = [&crawl[..4], &crawl[5..12]].concat();
    assert_eq!(copies(&folder.read("o.warc.gz"), "all records"), records(&whole.concat()));
    folder.run("check --no-digests o.warc.gz").exits(0);
    // The copy of a copy has one more `warcinfo` record.
    assert_eq!(folder.run("warc -o again.warc o.warc.gz").exits(0).stderr, "tagrake: 12 records\n");
    folder.run("warc -o p.warc plain.warc").exits(1);
    assert_eq!(copies(&folder.read("p.warc"), "all records").len(), 4);
}

#[test]
fn a_record_over_the_limit_is_reported() {
    let big = html_response("http://e.org/big", &b"x".repeat(5000));
    let small = html_response("http://e.org/small", b"y");
    let folder = Folder::new(&[("a.warc", &[&small[..], &big, &small].concat())]);
    let printed = folder.run("warc --max-record-bytes 4000 -o o.warc a.warc").exits(1);
    let message =
        format!("tagrake: a.warc:{}: not copied: the block has 5044 bytes, and the limit is 4000\n", small.len());
    assert!(printed.stderr.starts_with(&message), "{}", printed.stderr);
    assert!(
        printed.stderr.ends_with("tagrake: 2 records; 1 record not copied (over --max-record-bytes)\n"),
        "{}",
        printed.stderr
    );
    assert_eq!(copies(&folder.read("o.warc"), "all records"), records(&small.repeat(2)));
    folder.run("warc --max-record-bytes 6000 -o all.warc a.warc").exits(0);
}

#[test]
fn only_archives_are_copied_and_only_warc_files_are_written() {
    let folder = Folder::new(&[("p.html", b"<p>"), ("a.warc", &crawl().concat()), ("mine.warc", &crawl().concat())]);
    let printed = folder.run("warc p.html").exits(1);
    assert!(printed.stderr.starts_with("tagrake: p.html:0: ") && printed.stdout.is_empty(), "{}", printed.stderr);
    for (name, message) in [
        ("o.wat.gz", "it can write .warc[.gz|.zst]"),
        ("o.jsonl", "it can write .warc[.gz|.zst]"),
        ("o.xml", "use one of .warc[.gz|.zst]\n"),
        ("mine.warc", "it exists and is not a WARC file that tagrake wrote"),
        ("a.warc", "would replace"),
    ] {
        let printed = folder.run(&format!("warc -o {name} a.warc")).exits(2);
        assert!(printed.stderr.contains(message), "{name}: {}", printed.stderr);
    }
    folder.run("warc -o o.warc.gz a.warc").exits(0);
    folder.run("warc -o o.warc.gz a.warc").exits(0);
    folder.run("warc --output-dir d --compression zstd a.warc mine.warc").exits(0);
    assert!(folder.path().join("d/a.warc.warc.zst").exists() && folder.path().join("d/mine.warc.warc.zst").exists());
}
