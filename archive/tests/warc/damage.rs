//! Every kind of damage: how it is reported, and that the other records are read.

use crate::segments::read_segments;
use crate::{Given, lines, read, whole};
use flate2::Compression;
use tagrake_testsupport::random::Random;
use tagrake_testsupport::warc_files::{
    gzip, gzip_by, gzip_each, offsets, record, three, with_block, with_length, zstd, zstd_each,
};

/// Flips each byte of a file. The records in other parts of the file must be unchanged.
pub(crate) fn flip_everywhere(name: &str, parts: &[Vec<u8>]) {
    let file = parts.concat();
    let all = read(&file);
    let starts = offsets(parts);
    for at in 0..file.len() {
        let mut flipped = file.clone();
        flipped[at] ^= 0xFF;
        let part = starts.partition_point(|start| *start <= at) - 1;
        let given = read(&flipped);
        let found = whole(&given);
        for (index, other) in all.iter().enumerate().filter(|(index, _)| *index != part) {
            let uri = other.uri.as_deref().unwrap_or_default();
            let is_there = found.contains(&(uri, &other.block[..]));
            let lines: Vec<_> = given.iter().map(Given::line).collect();
            assert!(is_there, "{name}: byte {at} in part {part}, record {index} is lost: {lines:?}");
        }
        assert!(given.len() <= parts.len() + 2, "{name}: byte {at}");
    }
}

#[test]
fn a_flipped_byte_affects_only_its_record() {
    let records = three();
    flip_everywhere("gzip", &records.iter().map(|record| gzip(record)).collect::<Vec<_>>());
    let stored: Vec<_> = records.iter().map(|record| gzip_by(record, Compression::none())).collect();
    flip_everywhere("gzip, stored", &stored);
    flip_everywhere("zstd", &records.iter().map(|record| zstd(record, &[])).collect::<Vec<_>>());
}

#[test]
fn a_flipped_byte_in_an_uncompressed_file_affects_only_its_record() {
    let records = three();
    let starts = offsets(&records);
    let file = records.concat();
    for at in 0..file.len() {
        let mut flipped = file.clone();
        flipped[at] ^= 0xFF;
        let part = starts.partition_point(|start| *start <= at) - 1;
        let given = read(&flipped);
        for (index, uri) in ["a", "b", "c"].into_iter().enumerate() {
            let is_there = given.iter().any(|given| given.uri.as_deref() == Some(uri));
            // A wrong byte in the newlines after a block is taken for a part of the block or of the record.
            assert!(is_there || index == part, "byte {at}, record {uri} is lost");
        }
    }
}

#[test]
fn reports_damage_with_its_location() {
    let [a, b, c] = [record("a", 300), record("b", 90), record("c", 500)];
    let (la, lb, lc) = (a.len(), b.len(), c.len());
    let [ga, gb, gc] = [&a, &b, &c].map(|record| gzip(record));
    let (na, nb, nc) = (ga.len(), gb.len(), gc.len());
    let corrupt = |member: &[u8], at: usize| {
        let mut member = member.to_vec();
        member[at] ^= 0x55;
        member
    };
    let bad_crc = corrupt(&gb, nb - 8);
    let bad_size = corrupt(&gb, nb - 1);
    let bad_magic = corrupt(&gb, 1);
    let ok = |uri: &str, at: usize, length: usize, block: usize| format!("{uri} {at}+{length} {block}");
    let cases: [(&str, Vec<u8>, Vec<String>); 23] = [
        ("empty", vec![], vec![]),
        ("no WARC", b"<html>".to_vec(), vec!["unknown 0+6".to_owned()]),
        ("no WARC, gzip", gzip(b"<html>"), vec![format!("unknown 0+{}", gzip(b"<html>").len())]),
        (
            "CRC",
            [&ga[..], &bad_crc, &gc].concat(),
            vec![ok("a", 0, na, 300), format!("b {na}+{nb} 90: checksum {na}+{nb}"), ok("c", na + nb, nc, 500)],
        ),
        (
            "size",
            [&ga[..], &bad_size, &gc].concat(),
            vec![ok("a", 0, na, 300), format!("b {na}+{nb} 90: checksum {na}+{nb}"), ok("c", na + nb, nc, 500)],
        ),
        (
            "magic number",
            [&ga[..], &bad_magic, &gc].concat(),
            vec![ok("a", 0, na, 300), format!("unknown {na}+{nb}"), ok("c", na + nb, nc, 500)],
        ),
        (
            "bytes between members",
            [&ga[..], b"what is this?", &gb].concat(),
            vec![ok("a", 0, na, 300), format!("unknown {na}+13"), ok("b", na + 13, nb, 90)],
        ),
        ("zeros at the end", [&ga[..], &[0; 600]].concat(), vec![ok("a", 0, na, 300)]),
        (
            "a member of something else",
            [&ga[..], &gzip(b"else"), &gb].concat(),
            vec![
                ok("a", 0, na, 300),
                format!("unknown {na}+{}", gzip(b"else").len()),
                ok("b", na + gzip(b"else").len(), nb, 90),
            ],
        ),
        (
            "the first bytes of a plain file",
            [b"XARC", &a[4..], &b].concat(),
            vec![format!("unknown 0+{la}"), ok("b", la, lb, 90)],
        ),
        (
            "the first bytes of a gzip file",
            [&corrupt(&ga, 0)[..], &gb].concat(),
            vec![format!("unknown 0+{na}"), ok("b", na, nb, 90)],
        ),
        (
            "bytes between plain records",
            [&a[..], b"what\n", &b].concat(),
            vec![ok("a", 0, la, 300), format!("unknown {la}+5"), ok("b", la + 5, lb, 90)],
        ),
        (
            "a head without its end",
            [&a[..], b"WARC/1.0\r\nWARC-Type: x\r\n", &b].concat(),
            vec![ok("a", 0, la, 300), format!("head {la}+24"), ok("b", la + 24, lb, 90)],
        ),
        (
            "a clipped member in the middle",
            [&ga[..nc / 2], &gb].concat(),
            vec![format!("a 0+{0} 0: corrupt 0+{0}", nc / 2), ok("b", nc / 2, nb, 90)],
        ),
        (
            "one newline after a record",
            [&a[..la - 2], &b].concat(),
            vec![ok("a", 0, la - 2, 300), ok("b", la - 2, lb, 90)],
        ),
        (
            "no newline after a record",
            [&a[..la - 4], &b].concat(),
            vec![ok("a", 0, la - 4, 300), ok("b", la - 4, lb, 90)],
        ),
        (
            "three newlines after a record",
            [&a[..la - 4], b"\n\r\n\r\n", &b].concat(),
            vec![format!("a 0+{0} 300: newlines 0+{0}", la + 1), ok("b", la + 1, lb, 90)],
        ),
        ("one newline at the end", [&a[..], &b[..lb - 2]].concat(), vec![ok("a", 0, la, 300), ok("b", la, lb - 2, 90)]),
        ("gzip after plain records", [&a[..], &gb].concat(), vec![ok("a", 0, la, 300), format!("unknown {la}+{nb}")]),
        (
            "a version in lower case",
            [&a[..], b"warc", &b[4..], &c].concat(),
            vec![ok("a", 0, la, 300), ok("b", la, lb, 90), ok("c", la + lb, lc, 500)],
        ),
        (
            "bytes before the first record",
            [b"<!--", &a[..]].concat(),
            vec!["unknown 0+4".to_owned(), ok("a", 4, la, 300)],
        ),
        (
            "a head in a head",
            [&a[..], &b[..40], &c].concat(),
            vec![ok("a", 0, la, 300), format!("head {la}+40"), ok("c", la + 40, lc, 500)],
        ),
        ("two files in one", [&a[..], &c].concat(), vec![ok("a", 0, la, 300), ok("c", la, lc, 500)]),
    ];
    for (name, file, expected) in cases {
        let found = lines(&file);
        let is_clipped_member = name == "a clipped member in the middle";
        if is_clipped_member {
            // How much of the block is decoded depends on the encoder.
            assert_eq!(found.len(), 2, "{found:?}");
            assert!(found[0].starts_with(&format!("a 0+{} ", nc / 2)), "{found:?}");
            assert!(found[0].ends_with(&format!(": corrupt 0+{}", nc / 2)), "{found:?}");
            assert_eq!(found[1], expected[1]);
        } else {
            assert_eq!(found, expected, "{name}");
        }
    }
}

#[test]
fn a_wrong_length_affects_only_its_record() {
    let block = b"HTTP/1.1 200 OK\r\n\r\n<p>text</p>";
    let length = block.len();
    let far = 40_000_000_u64;
    for said in [0, 1, length - 1, length + 1, length + 2, length + 5, length + 300, 2000, 100_000, far as usize] {
        let bad = with_length("bad", block, &said.to_string());
        let records = [record("a", 300), bad.clone(), record("b", 400), record("c", 500), record("d", 100)];
        for (name, file) in [
            ("plain", records.concat()),
            ("members", gzip_each(&records)),
            ("one member", gzip(&records.concat())),
            ("frames", zstd_each(&records, &[])),
        ] {
            let given = read(&file);
            let lines: Vec<_> = given.iter().map(Given::line).collect();
            let uris: Vec<_> = given.iter().filter_map(|given| given.uri.as_deref()).collect();
            assert_eq!(uris, ["a", "bad", "b", "c", "d"], "{name}, {said}: {lines:?}");
            let errors: Vec<_> = given.iter().filter_map(|given| given.error).map(|error| error.0).collect();
            let newlines_only = said > length && said <= length + 4;
            if !newlines_only {
                // The checksum of its own member or frame proves that the record is complete.
                let is_proved = matches!(name, "members" | "frames");
                assert_eq!(errors, if is_proved { &[][..] } else { &["length"] }, "{name}, {said}: {lines:?}");
                assert_eq!(given[1].irregularity, is_proved.then_some("length"), "{name}, {said}: {lines:?}");
                assert_eq!(given[1].block, block, "{name}, {said}");
            }
        }
    }
    for said in ["", "x", "-1", "99999999999999999999999"] {
        let records = [record("a", 300), with_length("bad", block, said), record("b", 400)];
        let given = read(&records.concat());
        assert_eq!(given[1].block, block);
        assert_eq!(given[1].error.map(|error| error.0), Some("missing-length"), "{said}");
        assert_eq!(given.len(), 3);
    }
}

/// The length can be wrong, and the block end by chance before newlines that no record follows.
#[test]
fn a_block_with_the_fields_of_a_head_is_not_trusted_without_a_record_after_it() {
    let lost_head = "\nWARC-Type: resource\r\n\r\n";
    for (block, is_trusted) in [(lost_head, false), ("<p>\r\nWARC-Type: resource", false), ("<p>\nWARC-Type", true)] {
        let file = [with_block("a", block.as_bytes()), b"not a record\r\n".to_vec(), record("b", 300)].concat();
        let given = read(&file);
        assert_eq!(given[0].error.is_none(), is_trusted, "{block:?}: {:?}", lines(&file));
        assert!(whole(&given).iter().any(|(uri, _)| *uri == "b"), "{block:?}");
    }
}

#[test]
fn ignores_bytes_that_look_like_the_end_of_a_member() {
    let records = three();
    let all = records.concat();
    // A stored block with the magic number of a member, and with the trailer of its own member.
    let text = |inside: &[u8]| {
        let block = [&b"x"[..], inside, b"\x1F\x8B\x08\0\0\0\0\0\0\xFF"].concat();
        let record = with_block("tricky", &block);
        [&all[..], &record].concat()
    };
    let crc = |text: &[u8]| {
        let stored = gzip_by(text, Compression::none());
        stored[stored.len() - 8..].to_vec()
    };
    let mut trailer = crc(&text(&[0; 8]));
    for _ in 0..3 {
        // A text that contains its own trailer has another CRC, but the same size, which is what a reader checks
        // first.
        trailer = crc(&text(&trailer));
    }
    let tricky = gzip_by(&text(&trailer), Compression::none());
    let next = gzip(&record("next", 200));
    let given = read(&[&tricky[..], &next].concat());
    let uris: Vec<_> = whole(&given).iter().map(|(uri, _)| (*uri).to_owned()).collect();
    assert_eq!(uris, ["a", "b", "c", "tricky", "next"]);
    assert_eq!(given[4].location.offset, tricky.len() as u64);
}

#[test]
fn decodes_large_members_as_streams() {
    let mut random = Random::new(1);
    let noise: Vec<u8> = (0..6 << 20).map(|_| random.next_u64() as u8).collect();
    let big = with_block("big", &noise);
    let records = [record("a", 300), big, record("c", 500)];
    for (name, parts) in [
        ("gzip", records.each_ref().map(|record| gzip(record))),
        ("zstd", records.each_ref().map(|record| zstd(record, &[]))),
    ] {
        let file = parts.concat();
        assert!(parts[1].len() > 5 << 20);
        let all = read(&file);
        assert_eq!(whole(&all).len(), 3, "{name}");
        assert_eq!(all[1].location.length as usize, parts[1].len(), "{name}");
        for at in [30, 100_000, 3 << 20, 5 << 20, parts[1].len() - 3] {
            let mut damaged = file.clone();
            damaged[parts[0].len() + at] ^= 0x81;
            let given = read(&damaged);
            let uris: Vec<_> = whole(&given).iter().map(|(uri, _)| (*uri).to_owned()).collect();
            assert_eq!(uris, ["a", "c"], "{name}, {at}");
            let (_, location) = given[1].error.expect("the damage is reported");
            assert_eq!(
                (location.offset as usize, location.length as usize),
                (parts[0].len(), parts[1].len()),
                "{name}, {at}"
            );
        }
        let cut = parts[0].len() + (5 << 20);
        let given = read(&file[..cut]);
        assert_eq!(given[1].error.map(|error| error.0), Some("truncated"), "{name}");
        assert!(given[1].block.len() > 4 << 20 && noise.starts_with(&given[1].block), "{name}");
    }
}

/// Each gzip member or zstd frame holds the following ones in a stored block, up to the end of a unit of 60 kB. All blocks continue
/// in the next unit, and all of them end at a block of an invalid type.
fn nested_members(bytes: usize, magic: &[u8], block: &dyn Fn(usize) -> Vec<u8>) -> Vec<u8> {
    const UNIT_BYTES: usize = 60_000;
    let text = record("a", 90);
    let mut file = Vec::new();
    while file.len() < bytes {
        let end = file.len() + UNIT_BYTES;
        let header_bytes = block(0).len();
        if !file.is_empty() {
            file.extend_from_slice(&block(UNIT_BYTES - header_bytes));
        }
        while file.len() + magic.len() + header_bytes + text.len() < end {
            let length = end - (file.len() + magic.len() + header_bytes);
            file.extend_from_slice(&[magic, &block(length), &text].concat());
        }
        file.resize(end, b'x');
    }
    file.extend_from_slice(&[0xFF; 20]);
    file
}

/// 240 kB took 13 s and gave a row for each pair of members.
#[test]
fn nested_damage_takes_bounded_time_and_gives_bounded_rows() {
    let deflate = |length: usize| {
        let length = u16::try_from(length).expect("a short block");
        [&[0][..], &length.to_le_bytes(), &(!length).to_le_bytes()].concat()
    };
    let zstd_block = |length: usize| (length << 3).to_le_bytes()[..3].to_vec();
    let files = [
        ("gzip", nested_members(120_000, b"\x1F\x8B\x08\0\0\0\0\0\0\x03", &deflate)),
        ("zstd", nested_members(120_000, b"\x28\xB5\x2F\xFD\0\x58", &zstd_block)),
    ];
    let after = record("after", 300);
    for (name, mut file) in files {
        let started = std::time::Instant::now();
        let heads = file.windows(9).filter(|bytes| bytes == b"WARC/1.0\r").count();
        file.extend_from_slice(&if name == "gzip" { gzip(&after) } else { zstd(&after, &[]) });
        let given = read(&file);
        assert!(heads > 400 && given.len() < 40 * heads, "{name}: {} rows of {heads} heads", given.len());
        assert_eq!(whole(&given).last().map(|(uri, _)| *uri), Some("after"), "{name}");
        assert!(started.elapsed().as_secs() < 10, "{name}: {:?}", started.elapsed());
        assert!(read_segments(&file, 100_000).0 == given, "{name}: segments differ");
    }
}

#[test]
fn adversarial_files_take_bounded_time() {
    let started = std::time::Instant::now();
    let head = "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 16000000\r\n\r\n";
    let far = "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 1600000000\r\n\r\nHTTP/1.1 200 OK\r\n";
    let files: [Vec<u8>; 11] = [
        [head, "HTTP/1.1 200 OK\r\n"].concat().repeat(300_000).into_bytes(),
        far.repeat(30_000).into_bytes(),
        gzip(far.repeat(30_000).as_bytes()),
        head.repeat(40_000).into_bytes(),
        b"\nWARC/1.0".repeat(400_000),
        b"WARC/1.0\r\nA: b\r\n".repeat(200_000),
        b"\x1F\x8B\x08\0\0\0\0\0\0\xFF".repeat(200_000),
        b"\x28\xB5\x2F\xFD".repeat(300_000),
        b"\n".repeat(4_000_000),
        gzip(&vec![b'x'; 100_000_000]),
        gzip(b"").repeat(100_000),
    ];
    for file in &files {
        let given = read(file);
        assert!(given.len() <= 400_000);
    }
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}
