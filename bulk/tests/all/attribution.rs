//! Damaged archives: no link is attributed to another page without a flag, no undamaged record is lost, damage is reported.
//!
//! A seeded generator makes archives of pages whose links hold the page's number, damages them, and reads them with
//! one, two and eight threads, from a pipe, and with verified digests. `TAGRAKE_FILES` sets the number of archives,
//! `TAGRAKE_SEED` the first seed.

use crate::support::kept_rows::{KeptRows, output};
use data_encoding::BASE32;
use serde_json::Value;
use sha1::{Digest, Sha1};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Cursor;
use std::ops::Range;
use tagrake_bulk::input::Inputs;
use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
use tagrake_bulk::pipeline::{Counts, Extraction, Run, RunOptions};
use tagrake_bulk::schema::Table;
use tagrake_bulk::{Fields, ReaderOptions};
use tagrake_testsupport::random::Random;
use tagrake_testsupport::warc_files::{gzip, zstd};

/// Archives in a run of the test.
const FILES: u64 = 500;

/// The longest HTTP head of the records.
const HTTP_HEAD_BYTES: usize = 80;
/// The length of the two newlines after a block.
const RECORD_END_BYTES: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Plain,
    Gzip,
    Zstd,
}

/// A record as stored: a member of its own in a compressed archive.
struct Stored {
    bytes: Vec<u8>,
    /// The number of the page and its links, if it is a response.
    page: Option<(usize, usize)>,
    /// The length of the head, in a plain archive.
    head: usize,
    /// The end of the block, in a plain archive.
    block_end: usize,
}

/// Makes a record. If `wrong_length`, it declares a length other than its own.
fn record(random: &mut Random, is_plain: bool, page: Option<usize>, wrong_length: bool) -> (Vec<u8>, usize, usize) {
    let newline = random.choose(&["\n", "\r\n", "\r\n\r\n"]);
    let mut links = 0;
    let (kind, uri, block) = match page {
        Some(page) => {
            let mut html = format!("<!doctype html><title>Page {page}</title>{newline}");
            for link in 0..1 + random.below(8) {
                links += 1;
                let text = random.below(1 << 30);
                let _ = write!(html, "<p><a href=\"/l{page}/{link}?x={text}\">text {text:x}</a>{newline}"); // a String takes all
                if random.below(12) == 0 {
                    html.push_str("<pre>WARC/1.0 is a format; WARC/1.0\r\nWARC-Type is a field</pre>");
                }
            }
            html.push_str("</html>"); // newlines at the end could belong to the record
            let length = html.len();
            let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\r\n{html}");
            ("response", format!("http://h{page}.example/p/{page}"), block)
        }
        None => ("metadata", "urn:x".to_owned(), format!("fetchTimeMs: {};", "7".repeat(1 + random.below(400)))),
    };
    let digest = BASE32.encode(&Sha1::digest(&block));
    let address = if random.below(2) == 0 { "WARC-IP-Address: 127.0.0.1\r\n" } else { "" };
    let mut length = block.len();
    while wrong_length && length == block.len() {
        length = match random.below(4) {
            // A gzip member need not end with newlines, so a length may include them.
            0 => block.len() + random.within(if is_plain { 1 } else { 5 }..2000),
            1 => block.len() - random.within(1..block.len()),
            2 => block.len() + random.within(5..200_000),
            _ => usize::MAX,
        };
    }
    let uri = format!("WARC-Target-URI: {uri}\r\n");
    let (first, last) = if random.below(2) == 0 { (&*uri, "") } else { ("", &*uri) };
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\n{first}WARC-Date: 2026-11-01T00:00:00Z\r\n\
         WARC-Record-ID: <urn:uuid:{:032x}>\r\n{address}WARC-Block-Digest: sha1:{digest}\r\nContent-Type: application/http; msgtype=response\r\n\
         Content-Length: {length}\r\n{last}\r\n",
        random.below(usize::MAX)
    );
    let bytes = [head.as_bytes(), block.as_bytes(), b"\r\n\r\n"].concat();
    (bytes, head.len(), links)
}

fn stored(random: &mut Random, kind: Kind, page: Option<usize>, wrong_length: bool) -> Stored {
    let (text, head, links) = record(random, kind == Kind::Plain, page, wrong_length);
    let bytes = match kind {
        Kind::Plain => text,
        Kind::Gzip => gzip(&text),
        Kind::Zstd => zstd(&text, &[]),
    };
    let block_end = bytes.len().saturating_sub(RECORD_END_BYTES);
    Stored { bytes, page: page.map(|page| (page, links)), head, block_end }
}

/// An archive with damage, and the expected results.
struct Archive {
    kind: Kind,
    bytes: Vec<u8>,
    /// All pages, with their links.
    pages: HashMap<usize, usize>,
    /// The pages without a damaged byte, with their links.
    undamaged: HashMap<usize, usize>,
    /// The offsets of uncompressed records with undetectable changes that may name another page.
    changed: Vec<usize>,
    /// True if the damage must be reported. In an uncompressed archive, a changed byte of a block or field is
    /// undetectable.
    is_visible: bool,
    /// True if the damage must be reported when digests are verified: in an uncompressed archive, it starts in a
    /// block.
    is_visible_with_digests: bool,
    /// The kind of damage, for messages.
    damage: String,
}

fn archive(random: &mut Random, kind: Kind) -> Archive {
    let count = 6 + random.below(10);
    let wrong = (random.below(5) == 0).then(|| random.below(count));
    let mut pages = 0;
    let mut records: Vec<_> = (0..count)
        .map(|index| {
            let is_page = Some(index) == wrong || random.below(3) > 0;
            let page = is_page.then_some(pages);
            pages += usize::from(is_page);
            stored(random, kind, page, Some(index) == wrong)
        })
        .collect();
    let mut is_damaged = vec![false; count];
    let (mut changed, mut damage) = (Vec::new(), String::new());
    let (mut is_visible, mut is_in_block) = (false, false);
    if let Some(wrong) = wrong {
        is_damaged[wrong] = true;
        is_visible = true;
        damage = format!("wrong length of record {wrong}");
    } else if random.below(3) == 0 {
        // A writer was killed inside a record, one or more times, and started again.
        for _ in 0..1 + random.below(2) {
            let index = random.below(count - 1);
            if is_damaged[index] {
                continue;
            }
            let bytes = &mut records[index].bytes;
            let end = if kind == Kind::Plain { bytes.len() - RECORD_END_BYTES } else { bytes.len() - 1 };
            bytes.truncate(random.within(1..end));
            is_damaged[index] = true;
            is_visible = true;
            let _ = write!(damage, "record {index} is cut at {}; ", bytes.len()); // a String takes all
        }
    }
    let mut starts: Vec<usize> = Vec::new();
    let mut bytes = Vec::new();
    for record in &records {
        starts.push(bytes.len());
        bytes.extend_from_slice(&record.bytes);
    }
    let total = bytes.len();
    let of = |offset: usize| starts.partition_point(|start| *start <= offset) - 1;
    if damage.is_empty() {
        let at = random.below(total);
        let to = (at + 1 + random.below(2500)).min(total);
        let mut spoil = |range: Range<usize>| {
            (of(range.start)..=of(range.end - 1)).for_each(|index| is_damaged[index] = true);
        };
        // In the head of a record, or in the HTTP head after it, which may look like the end of a head.
        let is_in_heads = |at: usize| at >= total || at - starts[of(at)] < records[of(at)].head + HTTP_HEAD_BYTES;
        let head_at = |at: usize| (at - starts[of(at)] < records[of(at)].head).then(|| starts[of(at)]);
        let is_in_block_at = |at: usize| {
            let record = &records[of(at)];
            (record.head..record.block_end).contains(&(at - starts[of(at)]))
        };
        is_in_block = is_in_block_at(at);
        match random.below(4) {
            0 => {
                // Stray bytes, in half of the cases between two records.
                let index = random.below(count);
                let at = if random.below(2) == 0 { starts[index] } else { at };
                is_in_block = is_in_block_at(at);
                let pieces: [&[u8]; 6] =
                    [b"x", b"\r\n", b"\0\0\0\0", b"\r\n\r\n", b"WARC/", b"<p>stray</p> WARC/1.0\r\n"];
                let stray = pieces[random.below(6)].repeat(1 + random.below(3));
                let is_between = starts.contains(&at);
                if !is_between {
                    spoil(at..at + 1);
                    changed.extend(head_at(at));
                }
                // Additional newlines after a record are not damage.
                let is_newlines = stray.iter().all(|byte| b"\r\n".contains(byte));
                is_visible = if kind == Kind::Plain { !is_newlines && head_at(at).is_none() } else { !is_newlines };
                is_visible |= is_between && !is_newlines;
                damage = format!("{} stray bytes at {at}: {}", stray.len(), stray.escape_ascii());
                drop(bytes.splice(at..at, stray.iter().copied()));
            }
            1 => {
                spoil(at..to);
                let (first, last) = (of(at), of(to - 1));
                // Zeros in place of the end of one record and the start of the next.
                is_visible = kind != Kind::Plain || first != last;
                changed.extend((first == last).then(|| starts[first]));
                bytes[at..to].fill(0);
                damage = format!("zeros from {at} to {to}");
            }
            2 => {
                spoil(at..at + 1);
                changed.push(starts[of(at)]);
                bytes[at] ^= 1 << random.below(8);
                is_visible = kind != Kind::Plain;
                damage = format!("a flipped bit at {at}");
            }
            _ => {
                let (first, last) = (of(at), of(to - 1));
                let merged = at - starts[first] + starts.get(last + 1).unwrap_or(&total) - to;
                // The rest would be an undamaged record.
                let to = if merged == records[first].bytes.len() { to - 1 } else { to };
                let is_whole_records = starts.contains(&at) && (to == total || starts.contains(&to));
                if to > at {
                    spoil(at..to);
                    // The start of one head and the end of another may be a head.
                    changed.extend(head_at(at).filter(|_| to < total && head_at(to).is_some()));
                    drop(bytes.drain(at..to));
                }
                is_in_block &= to > at;
                is_visible = to > at
                    && !is_whole_records
                    && !(to == total && starts.contains(&at))
                    && (kind != Kind::Plain || !(head_at(at).is_some() && is_in_heads(to)));
                damage = format!("no bytes from {at} to {to}");
            }
        }
    }
    let undamaged = records.iter().zip(&is_damaged).filter(|(_, is_damaged)| !**is_damaged);
    let undamaged = undamaged.filter_map(|(record, _)| record.page).collect();
    let pages = records.iter().filter_map(|record| record.page).collect();
    let is_visible_with_digests = is_visible || (kind == Kind::Plain && is_in_block);
    Archive { kind, bytes, pages, undamaged, changed, is_visible, is_visible_with_digests, damage }
}

fn link_output() -> OutputOptions {
    let fields = Fields::only_of(Table::Links, "warc_record_offset,content_truncated,page_url,raw").expect("its keys");
    output(Product::Links, FileFormat::JsonLines).with_fields(fields)
}

/// Reads an archive into link rows. Returns the rows, the errors and the counts.
fn links(read: impl FnOnce(&Run, &mut KeptRows) -> Counts, threads: usize) -> (String, Vec<String>, Counts) {
    let output = link_output();
    let mut keep = KeptRows::new(&output);
    let options =
        RunOptions { threads, work_bytes: Some(if threads == 1 { 1 << 20 } else { 700 }), ..RunOptions::default() };
    let counts = read(&Run::new(Extraction::new(ReaderOptions::default(), output), options), &mut keep);
    let (rows, errors) = keep.finish_text();
    (rows, errors, counts)
}

fn check(name: &str, archive: &Archive, rows: &str, errors: &[String], counts: &Counts) {
    let context = || format!("{name}: {}\nerrors: {errors:#?}\nrows:\n{rows}", archive.damage);
    let mut found: HashMap<usize, usize> = HashMap::new();
    for row in rows.lines() {
        let row: Value = serde_json::from_str(row).expect("JSON");
        let number = |key: &str, before: &str| -> Option<usize> {
            let rest = row[key].as_str()?.split_once(before)?.1;
            rest.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
        };
        let (page, link) = (number("page_url", "/p/"), number("raw", "/l"));
        let is_flagged = row["content_truncated"] == "damaged";
        let offset = row["warc_record_offset"].as_u64().expect("an offset") as usize;
        if is_flagged || (archive.kind == Kind::Plain && archive.changed.contains(&offset)) {
            continue;
        }
        assert!(
            row["page_url"].is_null() || link.is_none() || link == page,
            "a link of page {link:?} under page {page:?}: {row}\n{}",
            context()
        );
        page.into_iter().for_each(|page| *found.entry(page).or_default() += 1);
    }
    for (page, links) in &archive.undamaged {
        let found = found.get(page).copied().unwrap_or_default();
        assert_eq!(found, *links, "links of the undamaged page {page}\n{}", context());
    }
    let is_reported = counts.error_count() + counts.irregular.total() > 0;
    // Some bits of a member with a checksum have no effect.
    let is_harmless = archive.kind != Kind::Plain && found == archive.pages;
    assert!(is_reported || !archive.is_visible || is_harmless, "the damage is not reported\n{}", context());
    assert_eq!(counts.error_count(), errors.len() as u64, "{}", context());
    if archive.is_visible_with_digests && !is_reported && !is_harmless {
        let options = RunOptions { digests: true, ..RunOptions::default() };
        let mut keep = KeptRows::new(&link_output());
        let run = Run::new(Extraction::nothing(ReaderOptions::default()), options);
        let counts = run.read_stream("crawl.warc", Cursor::new(archive.bytes.clone()), &mut keep).expect("counts");
        assert!(counts.error_count() > 0, "no digest shows the damage\n{}", context());
        assert!(counts.block_digests.failed > 0, "an error that is no digest's: {:?}\n{}", keep.errors, context());
    }
}

#[test]
fn no_link_is_attributed_to_another_page_without_a_flag() {
    let number = |name| std::env::var(name).ok().and_then(|value| value.parse().ok());
    let files = number("TAGRAKE_FILES").unwrap_or(FILES);
    let first: u64 = number("TAGRAKE_SEED").unwrap_or(1);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("crawl.warc");
    for seed in first..first + files {
        let mut random = Random::new(seed);
        let kind = *random.choose(&[&Kind::Plain, &Kind::Plain, &Kind::Gzip, &Kind::Zstd]);
        let archive = archive(&mut random, kind);
        fs::write(&path, &archive.bytes).expect("a file");
        let name = |threads| format!("seed {seed}, {kind:?}, {threads} threads");
        let one = links(|run, keep| run.read(Inputs::new([&path]), keep).expect("rows"), 1);
        check(&name(1), &archive, &one.0, &one.1, &one.2);
        for threads in [2, 8] {
            let many = links(|run, keep| run.read(Inputs::new([&path]), keep).expect("rows"), threads);
            assert_eq!((&many.1, &many.2), (&one.1, &one.2), "{}: {}", name(threads), archive.damage);
            assert_eq!(many.0, one.0, "{}: {}", name(threads), archive.damage);
        }
        for threads in [1, 2] {
            let stream = Cursor::new(archive.bytes.clone());
            let piped = links(|run, keep| run.read_stream(&path, stream, keep).expect("rows"), threads);
            assert_eq!((&piped.0, &piped.1), (&one.0, &one.1), "{} from a pipe: {}", name(threads), archive.damage);
        }
    }
}
