//! Files with random damage, read in every way: at once, from slow streams, in segments, with a low limit.

use crate::formats::Slow;
use crate::segments::read_segments;
use crate::{Given, read, read_all};
use tagrake_bulk::warc::{WarcOptions, WarcReader};
use tagrake_testsupport::warc_files::{dictionary_frame, gzip, gzip_each, record, stored_frame, zstd_each};

/// The number of files of each kind. `TAGRAKE_FILES` sets another number.
const FILES: u64 = 60;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

fn damage(file: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..1 + random.below(4) {
        let at = random.below(file.len());
        let end = (at + 1 + random.below(300)).min(file.len());
        match random.below(6) {
            0 => file[at] ^= 1 << random.below(8),
            1 => file.truncate(at),
            2 => drop(file.drain(at..end)),
            3 => file.splice(at..at, file[at..end].to_vec()).for_each(drop),
            4 => file[at..end].fill(0),
            _ => {
                let piece =
                    [&b"WARC/1.0\r\n"[..], b"\nWARC/", b"\x1F\x8B\x08\0", b"\x28\xB5\x2F\xFD", b"\r\n\r\n", b"9"]
                        [random.below(6)];
                drop(file.splice(at..at, piece.iter().copied()));
            }
        }
        if file.is_empty() {
            return;
        }
    }
}

#[test]
fn every_way_of_reading_has_the_same_result() {
    let files = std::env::var("TAGRAKE_FILES").ok().and_then(|files| files.parse().ok()).unwrap_or(FILES);
    let records: Vec<_> = (0..8).map(|index| record(&format!("r{index}"), 50 + index * 131 % 700)).collect();
    let all = records.concat();
    let kinds = [
        ("plain", all.clone()),
        ("gzip", gzip_each(&records)),
        ("one member", gzip(&all)),
        ("parts", gzip_each(&all.chunks(150).collect::<Vec<_>>())),
        ("zstd", zstd_each(&records, &[])),
        ("stored frames", records.iter().flat_map(|record| stored_frame(record, record.len())).collect()),
        ("dictionary", [dictionary_frame(&all[..500]), zstd_each(&records, &all[..500])].concat()),
    ];
    for (name, healthy) in kinds {
        for seed in 1..=files {
            let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let mut file = healthy.clone();
            damage(&mut file, &mut random);
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
