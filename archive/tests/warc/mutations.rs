//! Files with random damage, read in every way: at once, from slow streams, in segments, with a low limit.

use crate::formats::Slow;
use crate::segments::read_segments;
use crate::{Given, read, read_all};
use tagrake_archive::warc::{WarcOptions, WarcReader};
use tagrake_testsupport::random::Random;
use tagrake_testsupport::warc_files::{dictionary_frame, gzip, gzip_each, record, stored_frame, zstd_each};

/// The number of files of each kind. `TAGRAKE_FILES` sets another number.
const FILES: u64 = 60;

#[test]
fn every_way_of_reading_has_the_same_result() {
    let records: Vec<_> = (0..8).map(|index| record(&format!("r{index}"), 50 + index * 131 % 700)).collect();
    let all = records.concat();
    read_in_every_way(&[
        ("plain", all.clone()),
        ("gzip", gzip_each(&records)),
        ("one member", gzip(&all)),
        ("parts", gzip_each(&all.chunks(150).collect::<Vec<_>>())),
        ("zstd", zstd_each(&records, &[])),
        ("stored frames", records.iter().flat_map(|record| stored_frame(record, record.len())).collect()),
        ("dictionary", [dictionary_frame(&all[..500]), zstd_each(&records, &all[..500])].concat()),
    ]);
}

/// Damages files, each with its name, and reads them in every way.
pub(crate) fn read_in_every_way(kinds: &[(&str, Vec<u8>)]) {
    let files = std::env::var("TAGRAKE_FILES").ok().and_then(|files| files.parse().ok()).unwrap_or(FILES);
    for (name, healthy) in kinds {
        for seed in 1..=files {
            let mut random = Random::new(seed);
            let mut file = healthy.clone();
            (0..1 + random.below(4)).for_each(|_| random.damage(&mut file));
            let given = read(&file);
            let lines = |given: &[Given]| given.iter().map(Given::line).collect::<Vec<_>>();
            let slow = read_all(&mut WarcReader::new("-", Slow(&file), WarcOptions::default()));
            assert_eq!(lines(&slow), lines(&given), "{name}, {seed}: a byte at a time");
            assert!(slow == given, "{name}, {seed}: a byte at a time");
            let head_bytes = [100, 160, 400][random.below(3)];
            let options = WarcOptions::default().with_max_block_bytes(64).with_max_head_bytes(head_bytes);
            let short = read_all(&mut WarcReader::new("-", &file[..], options.clone()));
            assert!(short.iter().all(|given| given.block.len() <= 64), "{name}, {seed}");
            let slow = read_all(&mut WarcReader::new("-", Slow(&file), options));
            assert_eq!(lines(&slow), lines(&short), "{name}, {seed}: heads of {head_bytes}, a byte at a time");
            let bytes = [3, 64, 500, 2000][random.below(4)];
            let (segments, _) = read_segments(&file, bytes);
            assert_eq!(lines(&segments), lines(&given), "{name}, {seed}: segments of {bytes}");
        }
    }
}
