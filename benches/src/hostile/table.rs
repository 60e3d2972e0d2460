//! Prints the table of adversarial inputs in MB/s, and the missed requirements.

use super::{ContenderResult, FamilyMeasurement, LEAST_SPEED, MOST_GROWTH, ReadOutcome};

/// Prints the head of a Markdown table for these contenders.
pub fn print_head<'n>(contenders: impl Iterator<Item = &'n str>) {
    let names: Vec<_> = contenders.map(|name| name.replace("tagrake ", "")).collect();
    println!("| MB/s | {} |", names.join(" | "));
    println!("|---|{}", "---:|".repeat(names.len()));
}

/// Prints the row of a family.
pub fn print_row(family: &FamilyMeasurement, cap_seconds: f64) {
    let cells: Vec<_> = family.cells.iter().map(|cell| cell_text(cell, family.bytes, cap_seconds)).collect();
    println!("| {} | {} |", family.family.replace('|', "\\|").replace('<', "&lt;"), cells.join(" | "));
}

/// Prints the missed requirements of tagrake. Returns true if there are none.
pub fn judge(measured: &[FamilyMeasurement]) -> bool {
    let short: Vec<_> = measured.iter().flat_map(|family| family.short().map(move |cell| (family, cell))).collect();
    println!("\nrequired: twice the input in less than {MOST_GROWTH} x the time, and {:.0} MB/s", LEAST_SPEED / 1e6);
    for (family, cell) in &short {
        let [growth, speed] = [cell.growth(), cell.speed(family.bytes)].map(Option::unwrap_or_default);
        println!(
            "missed: {}: {}: {:?}, {growth:.2} x the time, {:.0} MB/s",
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

/// Returns the text of a cell: MB/s, and the growth of the time if it is more than linear.
fn cell_text(cell: &ContenderResult, bytes: [usize; 2], cap_seconds: f64) -> String {
    match (cell.speed(bytes), cell.growth()) {
        (Some(speed), Some(growth)) => {
            let megabytes = speed / 1e6;
            let digits = if megabytes < 10.0 { 1 } else { 0 };
            let note = if growth < MOST_GROWTH { String::new() } else { format!(" (x {growth:.1})") };
            format!("{megabytes:.digits$}{note}")
        }
        _ => match cell.outcome {
            ReadOutcome::Panicked => "panics".to_owned(),
            ReadOutcome::GaveUp => "gives up".to_owned(),
            ReadOutcome::TooSlow | ReadOutcome::Read => format!("> {cap_seconds:.0} s"),
        },
    }
}
