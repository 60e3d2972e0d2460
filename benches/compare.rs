//! The tokenizers side by side in one process: counts first, then times, then the ratios that we promise.
//!
//! Ratios of one run are what we quote; bytes a second drift with the machine. `cargo bench --bench compare` reads every
//! set, `cargo bench --bench compare -- real` only that one. The exit status is 1 if a row falls short.

use clap::Parser;
use std::process::ExitCode;
use tagrake_benches::contenders::{self, Contender, HTML5EVER, HTML5EVER_LINKS};
use tagrake_benches::corpus::{self, Corpus};
use tagrake_benches::measure::{self, Measurement};
use tagrake_benches::{agreement, record, report, startup, table};

/// Compares tagrake with its peers, side by side on one core.
#[derive(Parser)]
struct Arguments {
    /// The sets to read; all, if none is named.
    sets: Vec<String>,
    /// Passes over a set for each contender; slow ones take part in three.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..))]
    passes: u16,
    /// Only contenders whose names contain this, and html5ever; may be given again.
    #[arg(long)]
    contender: Vec<String>,
    /// Takes this set for `real` in the rows: your own pages.
    #[arg(long)]
    real: Option<String>,
    /// Reads the sets `real` and `big`, parted anew by the size of their pages, and prints no rows.
    #[arg(long, conflicts_with_all = ["sets", "real"])]
    sizes: bool,
    /// Writes the figures to `benches/record`.
    #[arg(long)]
    record: bool,
    /// One pass over the start of each set, without rows.
    #[arg(long)]
    test: bool,
    /// Said by `cargo bench`; without it `cargo test` is assumed.
    #[arg(long, hide = true)]
    bench: bool,
}

/// How much of a set a test reads, in bytes.
const TEST_BYTES: u64 = 1 << 20;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let is_test = arguments.test || !arguments.bench;
    let cores = core_affinity::get_core_ids().unwrap_or_default();
    // The last core, because systems like to use the first.
    if !cores.last().is_some_and(|&core| core_affinity::set_for_current(core)) {
        println!("The thread could not be bound to a core: `taskset -c 1` does it from outside.");
    }

    let corpora = read_corpora(&arguments, is_test);
    let passes = if is_test { 1 } else { usize::from(arguments.passes) };
    let measurements: Vec<Measurement> = corpora.iter().map(|corpus| compare(corpus, &arguments, passes)).collect();
    startup::print(&corpora, &measurements);
    if is_test {
        return ExitCode::SUCCESS;
    }
    let all_reached = arguments.sizes || table::print(&measurements);
    if arguments.record {
        let prefix = if arguments.sizes { "sizes-" } else { "" };
        println!("recorded in {}", record::write(&measurements, cores.len(), prefix).display());
    }
    if all_reached { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Reads all pages before anything is measured.
fn read_corpora(arguments: &Arguments, is_test: bool) -> Vec<Corpus> {
    let mut corpora = if arguments.sizes { corpus::read_by_size() } else { read_sets(arguments) };
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
    let mut corpora = corpus::read(&wanted);
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

/// Sets that are made for one row are read by those that the row compares.
fn takes_part(contender: &Contender, corpus: &Corpus, arguments: &Arguments) -> bool {
    let name = &*contender.name;
    let is_wanted =
        arguments.contender.is_empty() || arguments.contender.iter().any(|part| name.contains(part.as_str()));
    if matches!(&*corpus.name, "crlf" | "lf") {
        return name == HTML5EVER || is_wanted && table::needs(&corpus.name, name);
    }
    is_wanted || [HTML5EVER, HTML5EVER_LINKS].contains(&name)
}
