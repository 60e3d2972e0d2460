//! Inputs that are made to be slow, in two sizes: tagrake must read each in linear time and at a speed that it promises.
//!
//! `cargo bench --bench hostile` prints a table of MB a second, with peers beside it, of which nothing is required. The exit
//! status is 1 if tagrake falls short. `-- --draw record/hostile-….json` draws a record again.

use clap::Parser;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tagrake_benches::hostile::families::FAMILIES;
use tagrake_benches::hostile::record::Record;
use tagrake_benches::hostile::{self, Measured, Plan, plot, table};
use tagrake_benches::record;

/// Reads hostile inputs with tagrake and its peers.
#[derive(Parser)]
struct Arguments {
    /// Only families whose names contain one of these.
    families: Vec<String>,
    /// Only contenders whose names contain this; may be given again.
    #[arg(long)]
    contender: Vec<String>,
    /// The size of the smaller input; the other has twice as many bytes.
    #[arg(long, default_value_t = 4_000_000)]
    bytes: usize,
    /// Passes, of which the best counts.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..))]
    passes: u16,
    /// Seconds in which what fell short is measured again and again: a shared machine is slow for a while at a time.
    #[arg(long, default_value_t = 300)]
    patience: u64,
    /// No pass is begun that would take more seconds, by what smaller inputs took.
    #[arg(long, default_value_t = 10.0)]
    cap: f64,
    /// Writes the figures to `benches/record`, and draws `docs/hostile.svg`.
    #[arg(long)]
    record: bool,
    /// Measures nothing: draws `docs/hostile.svg` of a record, and prints its table.
    #[arg(long, value_name = "FILE.json")]
    draw: Option<PathBuf>,
    /// One pass over small inputs, without requirements.
    #[arg(long)]
    test: bool,
    /// Said by `cargo bench`; without it `cargo test` is assumed.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(path) = &arguments.draw {
        let record: Record = record::read(path);
        draw(&record);
        let first = record.families.first().map_or(&[][..], |family| &family.cells);
        table::print_head(first.iter().map(|cell| &*cell.contender));
        record.families.iter().for_each(|family| table::print_row(family, record.cap_seconds));
        return exit_code(table::judge(&record.families));
    }

    let is_test = arguments.test || !arguments.bench;
    let cores = core_affinity::get_core_ids().unwrap_or_default();
    if !cores.last().is_some_and(|&core| core_affinity::set_for_current(core)) {
        println!("The thread could not be bound to a core: `taskset -c 1` does it from outside.");
    }
    let plan = if is_test {
        Plan { bytes: 16 << 10, passes: 1, pass_seconds: 0.0, cap_seconds: 1.0 }
    } else {
        let passes = usize::from(arguments.passes);
        Plan { bytes: arguments.bytes, passes, pass_seconds: 0.02, cap_seconds: arguments.cap }
    };
    let measured = measure(&arguments, plan, Duration::from_secs(if is_test { 0 } else { arguments.patience }));
    if is_test {
        return ExitCode::SUCCESS;
    }
    let all_good = table::judge(&measured);
    if arguments.record {
        let record = Record::new(measured, plan, cores.len());
        println!("recorded in {}", record.write().display());
        draw(&record);
    }
    exit_code(all_good)
}

/// Measures what is asked for, and prints the table as it grows; then what falls short again and again, and prints its
/// rows once more.
fn measure(arguments: &Arguments, plan: Plan, patience: Duration) -> Vec<Measured> {
    let is_wanted = |parts: &[String], name: &str| parts.is_empty() || parts.iter().any(|part| name.contains(part));
    let mut contenders = hostile::contenders();
    contenders.retain(|contender| is_wanted(&arguments.contender, &contender.name));
    table::print_head(contenders.iter().map(|contender| &*contender.name));
    let families = FAMILIES.iter().filter(|family| is_wanted(&arguments.families, family.name));
    let measured = families.clone().map(|family| {
        let measured = hostile::measure(family, contenders.iter_mut(), plan);
        table::print_row(&measured, plan.cap_seconds);
        measured
    });
    let mut measured: Vec<Measured> = measured.collect();
    let mut again = vec![false; measured.len()];
    let start = Instant::now();
    while start.elapsed() < patience && measured.iter().any(|family| family.short().next().is_some()) {
        for ((family, measured), again) in families.clone().zip(&mut measured).zip(&mut again) {
            let short: Vec<_> = measured.short().map(|cell| cell.contender.clone()).collect();
            if short.is_empty() {
                continue;
            }
            let contenders = contenders.iter_mut().filter(|contender| short.iter().any(|name| *name == contender.name));
            measured.take_better(hostile::measure(family, contenders, plan));
            *again = true;
        }
    }
    if again.contains(&true) {
        println!("\nmeasured again, as they fell short:");
        let again = measured.iter().zip(again).filter(|(_, again)| *again);
        again.for_each(|(family, _)| table::print_row(family, plan.cap_seconds));
    }
    measured
}

fn draw(record: &Record) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/hostile.svg");
    fs::write(path, plot::draw(record)).expect("the picture can be written");
}

fn exit_code(all_good: bool) -> ExitCode {
    if all_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
