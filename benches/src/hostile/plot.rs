//! Draws a record of adversarial inputs, with a row for each family.

use super::record::HostileRecord;
use super::{FamilyMeasurement, LEAST_SPEED};
use crate::pictures::dot_chart::{self, DotChart, DotRow, DotStyle};

const STYLES: [DotStyle; 11] = [
    DotStyle { contender: "html5ever", colour: "#b0602f", radius: 3.0 },
    DotStyle { contender: "html5gum default emitter", colour: "#c99a2e", radius: 3.0 },
    DotStyle { contender: "lol_html no handlers", colour: "#9a9a9a", radius: 3.0 },
    DotStyle { contender: "lol_html all tokens", colour: "#5f5f5f", radius: 3.0 },
    DotStyle { contender: "tl", colour: "#a04f94", radius: 3.0 },
    DotStyle { contender: "tagrake in chunks of 1 B", colour: "#bfe0d6", radius: 4.0 },
    DotStyle { contender: "tagrake in chunks of 100 B", colour: "#8fcaba", radius: 4.0 },
    DotStyle { contender: "tagrake in chunks of 64 KiB", colour: "#58b09a", radius: 4.0 },
    DotStyle { contender: "tagrake extract, all", colour: "#2c7fb8", radius: 4.0 },
    DotStyle { contender: "tagrake errors on", colour: "#15876b", radius: 4.0 },
    DotStyle { contender: "tagrake visited", colour: "#0b4a3a", radius: 4.0 },
];

/// Returns the record as SVG. A ring at the left marks a contender that was too slow, gave up or panicked.
pub fn draw(record: &HostileRecord) -> String {
    let [small, large] =
        record.families.first().map_or([0, 0], |family| family.bytes).map(|bytes| (bytes as f64 / 1e6).round());
    dot_chart::draw(&DotChart {
        title: "Adversarial inputs".to_owned(),
        caption: vec![
            format!(
                "MB/s, the slower of two inputs of {small} and {large} MB; a ring: not read to the end. Log scale."
            ),
            record.run.caption(),
        ],
        styles: &STYLES,
        scale: (0, 5),
        least: Some(LEAST_SPEED),
        rows: record.families.iter().map(row).collect(),
    })
}

fn row(family: &FamilyMeasurement) -> DotRow<'_> {
    let speeds = family.cells.iter().map(|cell| (&*cell.contender, cell.speed(family.bytes)));
    DotRow { name: family.family.clone(), speeds: speeds.collect() }
}
