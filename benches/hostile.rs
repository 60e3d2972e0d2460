//! Reads adversarial inputs of two sizes. Tagrake must read each in linear time, and at the promised minimum speed.
//!
//! `cargo bench --bench hostile` prints a table of MB/s for tagrake and its peers. The exit status is 1 if tagrake
//! misses a requirement; peers have none. `-- --draw record/hostile-….json` redraws the picture of a record.

use clap::Parser;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tagrake_benches::hostile::families::FAMILIES;
use tagrake_benches::hostile::record::HostileRecord;
use tagrake_benches::hostile::{self, FamilyMeasurement, Plan, plot, table};
use tagrake_benches::record;

/// Reads adversarial inputs with tagrake and its peers.
#[derive(Parser)]
struct Arguments {
    /// Read only families whose names contain one of these.
    families: Vec<String>,
    /// Measure only contenders whose names contain this. May be repeated.
    #[arg(long)]
    contender: Vec<String>,
    /// The size of the smaller input in bytes. The larger one is twice as large.
    #[arg(long, default_value_t = 4_000_000)]
    bytes: usize,
    /// Passes over each input. The best one counts.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..))]
    passes: u16,
    /// Seconds for which missed requirements are measured again, because a shared machine may be slow for a while.
    #[arg(long, default_value_t = 300)]
    patience: u64,
    /// Skip passes that would take more seconds, extrapolated from smaller inputs.
    #[arg(long, default_value_t = 10.0)]
    cap: f64,
    /// Write the results to `benches/record`, and draw `docs/hostile.svg`.
    #[arg(long)]
    record: bool,
    /// Draw `docs/hostile.svg` from a record and print its table, without measuring.
    #[arg(long, value_name = "FILE.json")]
    draw: Option<PathBuf>,
    /// Make one pass over small inputs, without requirements.
    #[arg(long)]
    test: bool,
    /// Passed by `cargo bench`. Its absence means `cargo test`.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(path) = &arguments.draw {
        let record: HostileRecord = record::read(path);
        draw(&record);
        let first = record.families.first().map_or(&[][..], |family| &family.cells);
        table::print_head(first.iter().map(|cell| &*cell.contender));
        record.families.iter().for_each(|family| table::print_row(family, record.cap_seconds));
        return exit_code(table::judge(&record.families));
    }

    let is_test = arguments.test || !arguments.bench;
    let cores = core_affinity::get_core_ids().unwrap_or_default();
    if !cores.last().is_some_and(|&core| core_affinity::set_for_current(core)) {
        println!("warning: cannot pin the thread to a core; run under `taskset -c 1` instead");
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
        let record = HostileRecord::new(measured, plan, cores.len());
        println!("recorded in {}", record.write().display());
        draw(&record);
    }
    exit_code(all_good)
}

/// Measures the families and prints each row of the table. Then repeats rows that miss a requirement for at most
/// `patience`, and prints them again.
fn measure(arguments: &Arguments, plan: Plan, patience: Duration) -> Vec<FamilyMeasurement> {
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
    let mut measured: Vec<FamilyMeasurement> = measured.collect();
    let mut again = vec![false; measured.len()];
    let start = Instant::now();
    while start.elapsed() < patience && measured.iter().any(|family| family.short().next().is_some()) {
        for ((family, measured), again) in families.clone().zip(&mut measured).zip(&mut again) {
            if measured.short().next().is_none() {
                continue;
            }
            hostile::measure_again(measured, family, &mut contenders, plan);
            *again = true;
        }
    }
    if again.contains(&true) {
        println!("\nmeasured again after missing a requirement:");
        let again = measured.iter().zip(again).filter(|(_, again)| *again);
        again.for_each(|(family, _)| table::print_row(family, plan.cap_seconds));
    }
    measured
}

fn draw(record: &HostileRecord) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/hostile.svg");
    fs::write(path, plot::draw(record)).expect("the picture can be written");
}

fn exit_code(all_good: bool) -> ExitCode {
    if all_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
