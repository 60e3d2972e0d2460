//! Prints the table of a set.

use crate::measure::Measurement;

/// Prints the measurement of a set.
pub fn print(measurement: &Measurement) {
    let Measurement { set, documents, bytes, tokens, entries } = measurement;
    let passes = |slow: bool| {
        let counts = entries.iter().map(|entry| entry.seconds.len());
        if slow { counts.min() } else { counts.max() }.unwrap_or_default()
    };
    println!(
        "{set}: {documents} documents, {bytes} bytes, {tokens} tokens; passes: {}, slow contenders {}",
        passes(false),
        passes(true)
    );
    println!("  {:?}", entries[0].verdict.visit.counts);
    println!(
        "  {:<26} {:>8} {:>8} {:>9} {:>12} {:>8}  against html5ever's counts",
        "", "GB/s", "at best", "ns/token", "x html5ever", "machine"
    );
    for entry in entries {
        let machine = entry.machine_bytes.map_or_else(
            || "-".to_owned(),
            |machine_bytes| format!("{:.2} %", machine_bytes as f64 / entry.bytes as f64 * 100.0),
        );
        println!(
            "  {:<26} {:>8.3} {:>8.3} {:>9.2} {:>10.2} x {machine:>8}  {}",
            entry.name,
            entry.speed() / 1e9,
            entry.bytes as f64 / entry.min() / 1e9,
            *bytes as f64 / entry.speed() * 1e9 / *tokens as f64,
            measurement.ratio(entry),
            entry.verdict.difference,
        );
    }
    println!();
}
