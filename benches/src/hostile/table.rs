//! The table of hostile inputs: MB a second of each family, and what falls short.

use super::{Cell, LEAST_SPEED, MOST_GROWTH, Measured, Outcome};

/// Prints the head, as Markdown, for contenders of these names.
pub fn print_head<'n>(contenders: impl Iterator<Item = &'n str>) {
    let names: Vec<_> = contenders.map(|name| name.replace("tagrake ", "")).collect();
    println!("| MB/s | {} |", names.join(" | "));
    println!("|---|{}", "---:|".repeat(names.len()));
}

/// Prints the row of a family.
pub fn print_row(family: &Measured, cap_seconds: f64) {
    let cells: Vec<_> = family.cells.iter().map(|cell| say(cell, family.bytes, cap_seconds)).collect();
    println!("| {} | {} |", family.family.replace('|', "\\|").replace('<', "&lt;"), cells.join(" | "));
}

/// Prints what of tagrake falls short; returns whether nothing does.
pub fn judge(measured: &[Measured]) -> bool {
    let short: Vec<_> = measured.iter().flat_map(|family| family.short().map(move |cell| (family, cell))).collect();
    println!("\ntwice the input in less than {MOST_GROWTH} x the time, at {:.0} MB/s or more:", LEAST_SPEED / 1e6);
    for (family, cell) in &short {
        let [growth, speed] = [cell.growth(), cell.speed(family.bytes)].map(Option::unwrap_or_default);
        println!(
            "SHORT: {}: {}: {:?}, {growth:.2} x the time, {:.0} MB/s",
            family.family,
            cell.contender,
            cell.outcome,
            speed / 1e6
        );
    }
    if short.is_empty() {
        println!("ok: {} families", measured.len());
    }
    short.is_empty()
}

/// Returns MB a second, and how much longer twice the input takes if that is more than linear.
fn say(cell: &Cell, bytes: [usize; 2], cap_seconds: f64) -> String {
    match (cell.speed(bytes), cell.growth()) {
        (Some(speed), Some(growth)) => {
            let megabytes = speed / 1e6;
            let digits = if megabytes < 10.0 { 1 } else { 0 };
            let note = if growth < MOST_GROWTH { String::new() } else { format!(" (x {growth:.1})") };
            format!("{megabytes:.digits$}{note}")
        }
        _ => match cell.outcome {
            Outcome::Panicked => "panics".to_owned(),
            Outcome::GaveUp => "gives up".to_owned(),
            Outcome::TooSlow | Outcome::Read => format!("> {cap_seconds:.0} s"),
        },
    }
}
