//! Compares tokenizers with the HTML standard: tokens, errors and spans of html5lib-tests, and tokens of pages.

use clap::Parser;
use std::error::Error;
use std::process::ExitCode;
use tagrake_benches::{corpora, league, pictures};

/// Counts the results of each tokenizer that agree with the HTML standard.
#[derive(Parser)]
struct Arguments {
    /// The sets of pages to read.
    #[arg(default_values = ["small", "real-small", "real"])]
    sets: Vec<String>,
    /// Write the results to `benches/record`.
    #[arg(long)]
    record: bool,
    /// Print the differences of this tokenizer.
    #[arg(long)]
    show: Option<String>,
    /// Run the tokenizers in Rust alone, and fail if a result differs from the record.
    #[arg(long)]
    check: bool,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments = Arguments::parse();
    let sets = if arguments.check { vec!["small".to_owned()] } else { arguments.sets };
    let league = league::run(&corpora::read(&sets), !arguments.check, arguments.show.as_deref())?;
    print!("{}", league.page());
    if arguments.record {
        println!("recorded in {}", league.write().display());
    }
    let differences = if arguments.check { league.differences(&pictures::league()) } else { Vec::new() };
    differences.iter().for_each(|difference| eprintln!("{difference}"));
    Ok(if differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
