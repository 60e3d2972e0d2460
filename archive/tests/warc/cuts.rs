//! Truncated files: every possible length.

use crate::formats::Slow;
use crate::{Given, read, read_all, whole};
use tagrake_archive::warc::{WarcOptions, WarcReader};
use tagrake_testsupport::warc_files::{
    dictionary_frame, gzip, gzip_each, offsets, record, stored_frame, three, zstd, zstd_each,
};

/// Truncates a file to every length. At the lengths `ends` it is complete.
pub(crate) fn cut_everywhere(name: &str, file: &[u8], ends: &[usize]) {
    let all = read(file);
    assert!(all.iter().all(|given| given.error.is_none()), "{name}");
    for cut in 0..=file.len() {
        let given = read(&file[..cut]);
        let lines = || given.iter().map(Given::line).collect::<Vec<_>>();
        // All records before the truncation are read, and the last one is a prefix of the original.
        let whole_before = all.iter().filter(|given| {
            given.location.in_member.is_none() && given.location.offset + given.location.length <= cut as u64
        });
        assert!(whole(&given).len() >= whole_before.count(), "{name}, {cut}: {:?}", lines());
        for (record, original) in given.iter().filter(|given| given.uri.is_some()).zip(&all) {
            assert!(original.block.starts_with(&record.block), "{name}, {cut}: {:?}", lines());
            assert!(record.error.is_some() || record.block == original.block, "{name}, {cut}: {:?}", lines());
        }
        let errors: Vec<_> = given.iter().filter_map(|given| given.error).collect();
        if ends.contains(&cut) {
            assert!(errors.is_empty(), "{name}, {cut}: {:?}", lines());
            continue;
        }
        if given.last().is_some_and(|last| last.irregularity.is_some()) {
            // Only newlines are missing.
            assert!(errors.is_empty() && ends.iter().any(|end| (cut + 1..=cut + 4).contains(end)), "{name}, {cut}");
            continue;
        }
        assert_eq!(errors.len(), 1, "{name}, {cut}: {:?}", lines());
        let (kind, location) = errors[0];
        assert_eq!(kind, "truncated", "{name}, {cut}: {:?}", lines());
        if location.in_member.is_none() {
            assert_eq!(location.offset + location.length, cut as u64, "{name}, {cut}: {:?}", lines());
        }
    }
}

#[test]
fn reports_every_truncation() {
    let records = three();
    let all = records.concat();
    cut_everywhere("plain", &all, &offsets(&records));
    let members: Vec<_> = records.iter().map(|record| gzip(record)).collect();
    cut_everywhere("members", &members.concat(), &offsets(&members));
    let one = gzip(&all);
    cut_everywhere("one member", &one, &[0, one.len()]);
    let parts: Vec<_> = all.chunks(200).map(gzip).collect();
    let parts_end = offsets(&parts);
    cut_everywhere("parts", &parts.concat(), &[0, parts_end[parts_end.len() - 1]]);
    let frames: Vec<_> = records.iter().map(|record| zstd(record, &[])).collect();
    cut_everywhere("frames", &frames.concat(), &offsets(&frames));
    let dictionary = dictionary_frame(&all);
    let with_dictionary = [dictionary.clone(), zstd_each(&records, &all)].concat();
    let frames: Vec<_> = [dictionary].into_iter().chain(records.iter().map(|record| zstd(record, &all))).collect();
    cut_everywhere("dictionary", &with_dictionary, &offsets(&frames));
}

/// Found by libFuzzer: a head over the limit was accepted if all of it arrived at once, and rejected byte by byte.
#[test]
fn rejects_a_long_head_however_it_arrives() {
    let long = "x".repeat(300);
    let records = [record("a", 100), record(&long, 100), record("c", 100)];
    for file in [records.concat(), gzip_each(&records), gzip(&records.concat())] {
        let options = WarcOptions::default().with_max_head_bytes(400);
        let given = read_all(&mut WarcReader::new("-", &file[..], options.clone()));
        let names: Vec<_> = given.iter().map(|given| given.error.map_or("", |(name, _)| name)).collect();
        assert_eq!(names, ["", "head", ""]);
        assert!(read_all(&mut WarcReader::new("-", Slow(&file), options)) == given);
    }
}

/// Found by libFuzzer: of a frame with less text than it declares, two bytes more were returned when it arrived byte
/// by byte.
#[test]
fn reads_the_same_part_of_a_damaged_frame_however_it_arrives() {
    let whole = record("a", 200);
    let text = whole.strip_suffix(b"\r\n\r\n").expect("newlines end a record");
    let file = stored_frame(text, whole.len());
    let given = read(&file);
    let kept: Vec<_> = given.iter().map(|given| (given.error.map(|(name, _)| name), given.block.len())).collect();
    // The decoder returns nothing of the block's last chunk, at whose end it finds the error.
    assert_eq!(kept, [(Some("corrupt"), 197)]);
    assert!(read_all(&mut WarcReader::new("-", Slow(&file), WarcOptions::default())) == given);
}
