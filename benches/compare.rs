//! Compares the tokenizers in one process: their counts, then their times, then the promised ratios.
//!
//! Quote ratios of one run, because absolute speeds drift with the machine. `cargo bench --bench compare` reads every
//! set, `cargo bench --bench compare -- real` only that one. The exit status is 1 if a promised ratio is not reached, or if the state
//! machine reads more of a set than its bound allows.

use clap::Parser;
use std::process::ExitCode;
use tagrake_benches::contenders::{self, Contender, HTML5EVER, HTML5EVER_LINKS};
use tagrake_benches::corpora;
use tagrake_benches::corpus::Corpus;
use tagrake_benches::measure::{self, Measurement};
use tagrake_benches::{agreement, machine_bounds, promised_ratios, record, report, startup};

/// Compares tagrake with its peers on one core.
#[derive(Parser)]
struct Arguments {
    /// The sets to read; all by default.
    sets: Vec<String>,
    /// Passes over a set for each contender. Slow contenders make at most three.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..))]
    passes: u16,
    /// Measure only html5ever and contenders whose names contain this. May be repeated.
    #[arg(long)]
    contender: Vec<String>,
    /// Use this set in place of `real`, to measure your own pages.
    #[arg(long)]
    real: Option<String>,
    /// Read the sets `real` and `big`, regrouped by page size, without promised ratios.
    #[arg(long, conflicts_with_all = ["sets", "real"])]
    sizes: bool,
    /// Write the results to `benches/record`.
    #[arg(long)]
    record: bool,
    /// Make one pass over the start of each set, without promised ratios.
    #[arg(long)]
    test: bool,
    /// Passed by `cargo bench`. Its absence means `cargo test`.
    #[arg(long, hide = true)]
    bench: bool,
}

/// Bytes of each set that a test reads.
const TEST_BYTES: u64 = 1 << 20;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let is_test = arguments.test || !arguments.bench;
    let cores = measure::pin_to_core();

    let corpora = read_corpora(&arguments, is_test);
    let passes = if is_test { 1 } else { usize::from(arguments.passes) };
    let measurements: Vec<Measurement> = corpora.iter().map(|corpus| compare(corpus, &arguments, passes)).collect();
    startup::print(&corpora, &measurements);
    // With these options, sets have other pages than the bounds are for.
    let has_known_sets = !arguments.sizes && arguments.real.is_none();
    let is_within_bounds = !has_known_sets || machine_bounds::print(&measurements);
    if is_test {
        return exit_code(is_within_bounds);
    }
    let all_reached = arguments.sizes || promised_ratios::print(&measurements);
    if arguments.record {
        let prefix = if arguments.sizes { "sizes-" } else { "" };
        println!("recorded in {}", record::write(&measurements, cores, prefix).display());
    }
    exit_code(all_reached && is_within_bounds)
}

fn exit_code(is_success: bool) -> ExitCode {
    if is_success { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Reads all pages into memory.
fn read_corpora(arguments: &Arguments, is_test: bool) -> Vec<Corpus> {
    let mut corpora = if arguments.sizes { corpora::read_by_size() } else { read_sets(arguments) };
    if is_test {
        for corpus in &mut corpora {
            let mut bytes = 0;
            corpus.documents.retain(|document| {
                let is_wanted = bytes < TEST_BYTES;
                bytes += document.html.len() as u64;
                is_wanted
            });
        }
    }
    corpora
}

fn read_sets(arguments: &Arguments) -> Vec<Corpus> {
    let mut wanted = arguments.sets.clone();
    if let (Some(real), false) = (&arguments.real, wanted.is_empty()) {
        wanted.push(real.clone());
    }
    let mut corpora = corpora::read(&wanted);
    if let Some(real) = &arguments.real {
        corpora.retain(|corpus| corpus.name != "real");
        corpora.iter_mut().filter(|corpus| corpus.name == *real).for_each(|corpus| corpus.name = "real".to_owned());
    }
    corpora.retain(|corpus| arguments.sets.is_empty() || arguments.sets.contains(&corpus.name));
    corpora
}

fn compare(corpus: &Corpus, arguments: &Arguments, passes: usize) -> Measurement {
    let mut contenders = contenders::all();
    contenders.extend(contenders::external(corpus));
    contenders.retain(|contender| takes_part(contender, corpus, arguments));
    let verdicts = agreement::check(corpus, &mut contenders);
    let measurement = measure::measure(corpus, &mut contenders, verdicts, passes);
    report::print(&measurement);
    measurement
}

/// Returns true if the contender reads the set. The sets `crlf` and `lf` exist for one ratio, and only its contenders
/// do.
fn takes_part(contender: &Contender, corpus: &Corpus, arguments: &Arguments) -> bool {
    let name = &*contender.name;
    let is_wanted =
        arguments.contender.is_empty() || arguments.contender.iter().any(|part| name.contains(part.as_str()));
    if matches!(&*corpus.name, "crlf" | "lf") {
        return name == HTML5EVER || is_wanted && promised_ratios::needs(&corpus.name, name);
    }
    is_wanted || [HTML5EVER, HTML5EVER_LINKS].contains(&name)
}
