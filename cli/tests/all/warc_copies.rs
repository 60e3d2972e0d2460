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
    assert_eq!(of("--from 2026-11-21 --to 2026-11-21").0.len(), crawl.len());
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

/// Returns a response whose block has about `bytes` bytes, and lines that hold the start of a record.
fn long_response(uri: &str, bytes: usize) -> Vec<u8> {
    let lines = (0..).map(|line| format!("{line} WARC/1.0\r\n")).scan(0, |length, line| {
        *length += line.len();
        (*length <= bytes).then_some(line)
    });
    html_response(uri, lines.collect::<String>().as_bytes())
}

#[test]
fn blocks_over_the_limit_are_copied() {
    let big = |number: usize| long_response(&format!("http://e.org/{number}"), 200_000 * number);
    let small = html_response("http://e.org/small", b"y");
    let crawl = [small.clone(), big(1), small.clone(), big(3), big(2), small];
    let (text, members) = (crawl.concat(), crawl.each_ref().map(|record| gzip(record)));
    let folder = Folder::new(&[("plain", &text), ("members", &members.concat()), ("one-member", &gzip(&text))]);
    let expected = records(&text);
    for (source, name) in
        [("plain", "o.warc"), ("members", "o.warc.gz"), ("one-member", "o.warc.zst"), ("members", "o.warc")]
    {
        for limit in ["1", "100k", "300k"] {
            let mut files = Vec::new();
            for work in ["-j 1", "-j 3 --work-bytes 100000"] {
                let arguments = format!("warc --max-record-bytes {limit} {work} -o {name}");
                let printed = folder.run_with(&arguments, folder.open(source)).exits(0);
                assert_eq!(printed.stderr, "tagrake: 6 records\n");
                assert!(copies(&folder.read(name), "all records") == expected, "{source}, piped: {arguments}");
                let printed = folder.run(&format!("{arguments} {source}")).exits(0);
                assert_eq!(printed.stderr, "tagrake: 6 records\n");
                files.push(folder.read(name));
            }
            assert!(copies(&files[0], "all records") == expected, "{source} {limit} {name}");
            assert!(files.windows(2).all(|two| two[0] == two[1]), "{source} {limit} {name}");
        }
    }
    let start = offsets(&members)[3];
    folder.run(&format!("warc --max-record-bytes 64k --record members:{start} -o one.warc.gz")).exits(0);
    assert_eq!(copies(&folder.read("one.warc.gz"), "records selected by --record"), expected[3..4]);
    let printed = folder.run("warc --max-record-bytes 64k --limit 4 -o four.warc.zst members").exits(0);
    assert_eq!(printed.stderr, "tagrake: 4 records; stopped at --limit\n");
    assert_eq!(copies(&folder.read("four.warc.zst"), "all records"), expected[..4]);
}

#[test]
fn a_damaged_record_with_a_block_over_the_limit_is_not_copied() {
    let small = html_response("http://e.org/small", b"y");
    let big = long_response("http://e.org/big", 300_000);
    let mut damaged = gzip(&big);
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0x55;
    let truncated = &gzip(&big)[..middle];
    let file = [&gzip(&small), &damaged[..], &gzip(&small), truncated].concat();
    let folder = Folder::new(&[("a.warc.gz", &file)]);
    let printed = folder.run("warc --max-record-bytes 64k -o o.warc.gz a.warc.gz").exits(1);
    let counts = "tagrake: 2 records; 3 records damaged (1 wrong checksum, 1 wrong Content-Length, 1 file truncated)\n";
    assert!(printed.stderr.ends_with(counts), "{}", printed.stderr);
    assert_eq!(copies(&folder.read("o.warc.gz"), "all records"), records(&small.repeat(2)));
}

#[test]
#[cfg(unix)]
fn an_output_is_not_completed_if_a_temporary_file_cannot_be_written() {
    let folder = Folder::new(&[("a.warc", &long_response("http://e.org/big", 100_000))]);
    let mut command = folder.command("warc -o o.warc --max-record-bytes 64k a.warc");
    let failed = command.env("TMPDIR", "/nowhere").output().expect("it runs");
    let messages = String::from_utf8_lossy(&failed.stderr);
    assert_eq!(failed.status.code(), Some(3), "{messages}");
    assert!(messages.contains("the output failed: a temporary file in /nowhere: "), "{messages}");
    assert!(!folder.path().join("o.warc").exists());
}

/// An output without records had 0 bytes, which `check` and `extract` called truncated.
#[test]
fn an_output_without_records_is_complete() {
    let folder = Folder::new(&[("a.warc", &crawl().concat())]);
    for (verb, name) in [
        ("warc", "o.warc"),
        ("warc", "o.warc.gz"),
        ("warc", "o.warc.zst"),
        ("warc --write-index o.cdxj", "i.warc.gz"),
        ("text", "o.warc.wet.gz"),
    ] {
        // The second run replaces the output of the first.
        for _ in 0..2 {
            folder.run(&format!("{verb} --from 2090 -o {name} a.warc")).exits(0);
        }
        let report = folder.run(&format!("check {name}")).exits(0);
        assert!(report.text().contains(": ok: 1 record (1 warcinfo)"), "{name}: {}", report.text());
        assert!(folder.run(&format!("extract {name}")).exits(0).rows().is_empty(), "{name}");
    }
    // If nothing was read, nothing is written.
    for arguments in ["warc -o new.warc.gz no.warc", "warc no.warc", "wat -o new.warc.wat.gz no.warc", "wat no.warc"] {
        assert!(folder.run(arguments).exits(1).stdout.is_empty(), "{arguments}");
    }
    assert!(folder.names(".").iter().all(|name| !name.starts_with("new")));
}

#[test]
fn only_archives_are_copied_and_only_warc_files_are_written() {
    let folder = Folder::new(&[("p.html", b"<p>"), ("a.warc", &crawl().concat()), ("mine.warc", &crawl().concat())]);
    let printed = folder.run("warc p.html").exits(1);
    assert!(printed.stderr.starts_with("tagrake: p.html:0: "), "{}", printed.stderr);
    assert_eq!(uris(&records(&printed.stdout)), ["-"], "the record of an empty file");
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

#[test]
fn the_index_beside_a_copy_is_the_one_of_the_command_index() {
    let big = long_response("http://e.org/big", 100_000);
    let folder =
        Folder::new(&[("a.warc", &[crawl().concat(), big].concat()), ("p.html", b"<p>"), ("mine.cdxj", b"mine\0")]);
    for name in ["o.warc.gz", "o.warc.zst", "o.warc"] {
        for (index, options) in [("i.cdxj", "--sort"), ("i.cdxj.gz", "--sort"), ("i.csv", ""), ("i.jsonl", "")] {
            let printed =
                folder.run(&format!("warc --max-record-bytes 64k --write-index {index} -o {name} a.warc")).exits(0);
            assert_eq!(printed.stderr, "tagrake: 14 records\n");
            folder.run(&format!("index --max-record-bytes 64k {options} -o expected-{index} {name}")).exits(0);
            let written = folder.read(index);
            assert!(written == folder.read(&format!("expected-{index}")) && !written.is_empty(), "{name} {index}");
        }
    }
    // The index finds the records that are copied.
    folder.run("warc -o again.warc.gz --index i.cdxj").exits(0);
    folder.run("warc --write-index i.cdxj -o o.warc.gz --host nowhere.org a.warc").exits(0);
    assert_eq!((records(&folder.read("o.warc.gz")).len(), folder.read("i.cdxj").len()), (1, 0));
    // Damage in the input is reported, and the output has an index.
    folder.write("cut.warc.gz", &gzip_each(&crawl())[..2000]);
    folder.run("warc --write-index i.cdxj -o o.warc.gz cut.warc.gz").exits(1);
    assert_eq!(folder.run("index --sort o.warc.gz").exits(0).stdout, folder.read("i.cdxj"));
}

#[test]
fn an_index_beside_no_file_is_refused() {
    let folder = Folder::new(&[("a.warc", &crawl().concat()), ("mine.bin", b"mine\0")]);
    for (options, message) in [
        ("--write-index i.cdxj", "'--write-index' requires '--output' with a file"),
        ("--write-index i.cdxj -o -", "'--write-index' requires '--output' with a file"),
        ("--write-index i.cdxj -o /dev/null", "'--write-index' requires '--output' with a file"),
        ("--write-index i.cdxj --output-dir d", "run 'tagrake index --output-dir' on that folder"),
        ("--write-index o.warc -o o.warc", "cannot write WARC records"),
        ("--write-index i.xml -o o.warc", "use one of .cdxj[.gz|.zst]"),
        ("--write-index mine.bin -o o.warc", "the extension '.bin'"),
        ("--write-index a.warc -o o.warc", "cannot write WARC records"),
        ("--write-index i.cdxj --stats i.cdxj -o o.warc", "two outputs"),
    ] {
        let printed = folder.run(&format!("warc {options} a.warc")).exits(2);
        assert!(printed.stderr.contains(message), "{options}: {}", printed.stderr);
        assert!(!folder.path().join("i.cdxj").exists() && !folder.path().join("o.warc").exists(), "{options}");
    }
}

/// Returns `count` small responses that have much in common.
fn similar_responses(count: usize) -> Vec<Vec<u8>> {
    let body =
        |number: usize| format!("<!doctype html><title>{}</title><p>{}", number * 7919 % 1009, number * 104_729 % 9973);
    (0..count).map(|number| html_response(&format!("http://e.org/{number}"), body(number).as_bytes())).collect()
}

#[test]
fn a_dictionary_makes_small_records_smaller() {
    let crawl = similar_responses(3000);
    let big = long_response("http://e.org/big", 100_000);
    let folder = Folder::new(&[("a.warc.gz", &[gzip_each(&crawl), gzip(&big)].concat())]);
    folder.run("warc -o plain.warc.zst a.warc.gz").exits(0);
    let options = "warc --zstd-dictionary --max-record-bytes 64k";
    folder.run(&format!("{options} -j 1 --write-index i.cdxj -o o.warc.zst a.warc.gz")).exits(0);
    let file = folder.read("o.warc.zst");
    assert!(file.starts_with(b"\x5D\x2A\x4D\x18"));
    assert!(file.len() * 3 < folder.read("plain.warc.zst").len() * 2, "{} bytes", file.len());
    let expected = records(&[crawl.concat(), big].concat());
    assert!(copies(&file, "all records") == expected);
    let printed = folder.run(&format!("{options} -j 3 --work-bytes 1000 --compression zstd a.warc.gz")).exits(0);
    assert!(printed.stdout == file, "the number of threads does not change the output");
    // A record is found by its offset, with the dictionary at the start of the file.
    let index = folder.run("index --max-record-bytes 64k --sort o.warc.zst").exits(0);
    assert!(index.stdout == folder.read("i.cdxj"));
    folder.run("warc --index i.cdxj -o again.warc o.warc.zst").exits(2);
    folder.run("warc --index i.cdxj -o again.warc").exits(0);
    assert_eq!(records(&folder.read("again.warc")).len(), expected.len() + 1);
    folder.run("check o.warc.zst").exits(0);
    // The dictionary of a selection is trained from the selected records.
    let printed = folder.run("warc --zstd-dictionary --limit 1500 -o o.warc.zst a.warc.gz").exits(0);
    assert_eq!(printed.stderr, "tagrake: 1500 records; stopped at --limit\n");
    assert!(copies(&folder.read("o.warc.zst"), "all records") == expected[..1500]);
}

#[test]
fn a_dictionary_that_cannot_be_trained_is_reported() {
    let folder = Folder::new(&[("a.warc", &crawl()[..3].concat())]);
    let printed = folder.run("warc --zstd-dictionary -o o.warc.zst a.warc").exits(0);
    let warning = "tagrake: warning: the output has no dictionary: there are too few records to train one\n";
    assert_eq!(printed.stderr, format!("{warning}tagrake: 3 records\n"));
    assert_eq!(copies(&folder.read("o.warc.zst"), "all records").len(), 3);
    for (options, message) in [
        ("-o o.warc.gz a.warc", "requires an output in zstd"),
        ("--compression none a.warc", "requires an output in zstd"),
        ("--output-dir d --compression zstd a.warc", "it makes one dictionary"),
        ("-o p.warc.zst", "name files, not a pipe"),
        ("-o p.warc.zst -", "name files, not a pipe"),
        ("-o p.warc.zst /dev/stdin", "name files, not a pipe"),
    ] {
        let printed = folder.run(&format!("warc --zstd-dictionary {options}")).exits(2);
        assert!(printed.stderr.contains(message), "{options}: {}", printed.stderr);
    }
}
