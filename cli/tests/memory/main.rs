//! Peak memory of runs over adversarial inputs. Prints a table.
//!
//! `TAGRAKE_MEMORY=full` uses the largest input sizes. `TAGRAKE_MEMORY_OF=PATH` measures another build of the command.

#![cfg(all(target_os = "linux", feature = "columns"))]

mod fields;
mod inputs;

use fields::{FAMILIES, FieldFamily, SMALL};
use flate2::Compression;
use flate2::write::GzEncoder;
use inputs::Family;
use std::env;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use tagrake_bulk::Fields;
use tagrake_bulk::schema::{self, Field, Table, Type};
use tagrake_testsupport::random::Random;
use wait4::Wait4;

/// Maximum peak memory in bytes of a run with up to eight threads.
const MOST: u64 = 300_000_000;

const RUNS: [&[&str]; 11] = [
    &["links", "--format", "jsonl"],
    &["links", "--format", "csv"],
    &["links", "--format", "arrow"],
    &["links", "--format", "parquet"],
    &["extract", "--text", "--format", "jsonl"],
    &["extract", "--text", "--format", "arrow"],
    &["extract", "--text", "--format", "parquet"],
    &["text"],
    &["wat", "--format", "jsonl"],
    &["warc"],
    &["warc", "--dedup", "digest", "--compression", "zstd"],
];

const REPORT: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/check.html");

const RUNS_OF_RECORDS: [&[&str]; 5] = [
    &["index", "--sort"],
    &["index", "--format", "parquet"],
    &["records", "--format", "jsonl"],
    &["records", "--format", "parquet"],
    &["check", "--report", REPORT],
];

const RUNS_OF_BLOCKS: [&[&str]; 7] = [
    &["text", "--main"],
    &["extract", "--main", "--markdown", "--fields", "main_text,main_markdown,blocks", "--format", "arrow"],
    &["blocks", "--main", "--format", "jsonl"],
    &["blocks", "--main", "--format", "parquet"],
    &["blocks", "--format", "csv"],
    &["tables", "--format", "jsonl"],
    &["tables", "--format", "parquet"],
];

/// Runs the command, and returns its peak resident memory in bytes.
fn peak(arguments: &[&str], input: &Path, is_piped: bool, threads: usize) -> u64 {
    let program = env::var_os("TAGRAKE_MEMORY_OF").unwrap_or_else(|| env!("CARGO_BIN_EXE_tagrake").into());
    let mut command = Command::new(program);
    command.args(arguments).args(["-q", "-j", &threads.to_string()]).stdout(Stdio::null());
    let mut feeder = None;
    if is_piped {
        let mut cat = Command::new("cat").arg(input).stdout(Stdio::piped()).spawn().expect("cat is there");
        command.args(["--input", "warc"]).stdin(cat.stdout.take().expect("it is piped"));
        feeder = Some(cat);
    } else {
        command.arg(input);
    }
    let ended = command.spawn().expect("the command is built").wait4().expect("a child");
    if let Some(mut feeder) = feeder {
        feeder.wait().expect("a child");
    }
    assert!(ended.status.success(), "{arguments:?} {}: {}", input.display(), ended.status);
    ended.rusage.maxrss
}

/// A run: its arguments, true if the input comes through a pipe, and the number of threads.
type Case = (&'static [&'static str], bool, usize);

/// Returns the runs over the inputs of a family: all of them, or for the short test a few that depend on the family and
/// its number.
fn cases(number: usize, family: Family, is_full: bool) -> Vec<Case> {
    if is_full {
        let pipes =
            RUNS.iter().chain(&RUNS_OF_BLOCKS).chain(&RUNS_OF_RECORDS).flat_map(|&run| [(run, false), (run, true)]);
        return pipes.flat_map(|(run, pipe)| [1, 2, 8, 16].map(|threads| (run, pipe, threads))).collect();
    }
    let is_of_blocks = matches!(family, Family::SmallBlocks | Family::DeepBlocks | Family::LongBlock | Family::Cells);
    let runs = if is_of_blocks { &RUNS_OF_BLOCKS[..] } else { &RUNS };
    let run = |index: usize| runs[(number * 2 + index) % runs.len()];
    let mut cases = vec![(run(0), false, 8), (run(1), true, 8), (run(2), false, 1)];
    if number == 0 {
        cases.extend(RUNS_OF_RECORDS.map(|run| (run, false, 8)));
    }
    cases
}

#[test]
fn no_run_takes_more_than_300_mb() {
    let is_full = env::var_os("TAGRAKE_MEMORY").is_some();
    let (pages, page_bytes) = if is_full { (24, 16 << 20) } else { (9, 3 << 20) };
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("pages.warc.gz");
    for (number, family) in Family::ALL.into_iter().enumerate() {
        let file = BufWriter::new(File::create(&input).expect("a file"));
        family.write(file, pages, page_bytes).expect("a file");
        for (arguments, is_piped, threads) in cases(number, family, is_full) {
            let peak = peak(arguments, &input, is_piped, threads);
            let case = format!(
                "{family:?}, {}, {}, -j {threads}: {} MB",
                arguments.join(" "),
                if is_piped { "pipe" } else { "file" },
                peak / 1_000_000
            );
            println!("{case}");
            assert!(peak < MOST || threads > 8, "{case}");
        }
        fs::remove_file(&input).expect("a file");
    }
}

/// Each thread held up to 24 MiB of the stored records that an index names.
#[test]
fn no_run_by_index_takes_more_than_300_mb() {
    let is_full = env::var_os("TAGRAKE_MEMORY").is_some();
    let (pages, page_bytes) = if is_full { (24, 16 << 20) } else { (9, 3 << 20) };
    let folder = tempfile::tempdir().expect("a folder");
    let (input, index) = (folder.path().join("pages.warc.gz"), folder.path().join("i.cdxj"));
    let [base, index_option] = [("base", folder.path()), ("index", &*index)]
        .map(|(name, path)| format!("--{name}={}", path.to_str().expect("UTF-8")));
    for family in [Family::LongBase, Family::Noise, Family::Links] {
        family.write(BufWriter::new(File::create(&input).expect("a file")), pages, page_bytes).expect("a file");
        peak(&["index", "-o", index.to_str().expect("UTF-8")], &input, false, 1);
        for threads in [1, 8] {
            let arguments = ["extract", "--text", "--format", "parquet", &base];
            let peak = peak(&arguments, Path::new(&index_option), false, threads);
            let case = format!("{family:?}, by index, -j {threads}: {} MB", peak / 1_000_000);
            println!("{case}");
            assert!(peak < MOST, "{case}");
        }
        fs::remove_file(&index).expect("a file");
    }
}

/// Writes a WARC file of a record with a block of `megabytes` MiB of noise. Holds little of it, because the memory of this process
/// counts as memory of its children.
fn write_long_record(path: &Path, megabytes: usize) -> io::Result<()> {
    let mut random = Random::new(1);
    let mut file = GzEncoder::new(BufWriter::new(File::create(path)?), Compression::fast());
    let length = megabytes << 20;
    write!(file, "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: {length}\r\n\r\n")?;
    for _ in 0..megabytes {
        let noise: Vec<u8> = (0..1 << 17).flat_map(|_| random.next_u64().to_le_bytes()).collect();
        file.write_all(&noise)?;
    }
    file.write_all(b"\r\n\r\n")?;
    file.finish()?.flush()
}

/// The rest of a block over the limit is in a temporary file, so memory does not depend on the length of a block.
#[test]
fn no_copy_of_a_long_block_takes_more_than_100_mb() {
    let megabytes = if env::var_os("TAGRAKE_MEMORY").is_some() { 1000 } else { 200 };
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("long.warc.gz");
    write_long_record(&input, megabytes).expect("a file");
    for (compression, is_piped, threads) in [("gzip", false, 8), ("zstd", true, 8), ("none", false, 1)] {
        let arguments = ["warc", "--max-record-bytes", "1M", "--compression", compression];
        let peak = peak(&arguments, &input, is_piped, threads) / 1_000_000;
        println!("{compression}, piped: {is_piped}, -j {threads}: {peak} MB");
        assert!(peak < 100, "{compression}, piped: {is_piped}, -j {threads}: {peak} MB");
    }
}

/// The runs over the pages of a family of fields: the format, and the number of threads.
const RUNS_OF_FIELDS: [(&str, usize); 9] = [
    ("parquet", 8),
    ("jsonl", 8),
    ("arrow", 8),
    ("parquet", 1),
    ("jsonl", 1),
    ("arrow", 1),
    ("parquet", 2),
    ("jsonl", 2),
    ("arrow", 2),
];

/// Runs over the pages of a family of fields, and returns the peak of each run in bytes.
fn peaks(family: &FieldFamily, pages: usize, page_bytes: usize, runs: &[(&str, usize)]) -> Vec<(String, u64)> {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("pages.warc.gz");
    family.write(BufWriter::new(File::create(&input).expect("a file")), pages, page_bytes).expect("a file");
    let peak = |&(format, threads): &(&str, usize)| {
        let arguments = [&["extract"], family.arguments, &["--format", format]].concat();
        (format!("{} {format} -j{threads}", family.name), peak(&arguments, &input, false, threads))
    };
    runs.iter().map(peak).collect()
}

/// The row of a large page, its copy in columns and its encoded pages were not in the memory that jobs claim: JSON-LD
/// took up to 616 MB, feeds up to 433. With many pages, each of eight threads kept 20 MB of empty columns.
#[test]
fn no_field_of_a_page_takes_more_than_300_mb() {
    let is_full = env::var_os("TAGRAKE_MEMORY").is_some();
    let (pages, page_bytes) = if is_full { (32, 15_500_000) } else { (3, 2 << 20) };
    for (number, family) in FAMILIES.iter().enumerate() {
        let runs = if is_full { &RUNS_OF_FIELDS[..] } else { &RUNS_OF_FIELDS[number % 6..][..1] };
        for (run, peak) in peaks(family, pages, page_bytes, runs) {
            println!("{run}: {} MB", peak / 1_000_000);
            assert!(peak < MOST, "{run}: {} MB", peak / 1_000_000);
        }
    }
}

#[test]
fn every_field_of_a_page_has_a_family() {
    let is_filled = |name: &str| FAMILIES.iter().any(|family| family.fields.contains(&name)) || SMALL.contains(&name);
    // A string that needs only metadata, as `description` does, is the value of one attribute.
    let needs = |name| format!("{:?}", Fields::only(name).expect("a field").extract_options(Table::Pages));
    let is_one_value = |field: &Field| matches!(field.kind, Type::String) && needs(field.name) == needs("description");
    let others = schema::PAGE.iter().chain(schema::ON_REQUEST).filter(|field| !is_one_value(field));
    let missing: Vec<_> = others.map(|field| field.name).filter(|name| !is_filled(name)).collect();
    assert_eq!(missing, [""; 0]);
}
