//! The picture of a record of hostile inputs: a row for each family.

use super::record::Record;
use super::{LEAST_SPEED, Measured};
use crate::pictures::dots::{self, Chart, Mark, Row};

const MARKS: [Mark; 11] = [
    Mark { contender: "html5ever", colour: "#b0602f", radius: 3.0 },
    Mark { contender: "html5gum default emitter", colour: "#c99a2e", radius: 3.0 },
    Mark { contender: "lol_html no handlers", colour: "#9a9a9a", radius: 3.0 },
    Mark { contender: "lol_html all tokens", colour: "#5f5f5f", radius: 3.0 },
    Mark { contender: "tl", colour: "#a04f94", radius: 3.0 },
    Mark { contender: "tagrake in chunks of 1 B", colour: "#bfe0d6", radius: 4.0 },
    Mark { contender: "tagrake in chunks of 100 B", colour: "#8fcaba", radius: 4.0 },
    Mark { contender: "tagrake in chunks of 64 KiB", colour: "#58b09a", radius: 4.0 },
    Mark { contender: "tagrake extract, all", colour: "#2c7fb8", radius: 4.0 },
    Mark { contender: "tagrake errors on", colour: "#15876b", radius: 4.0 },
    Mark { contender: "tagrake visited", colour: "#0b4a3a", radius: 4.0 },
];

/// Returns the record as SVG. A ring at the left end is a contender that did not end, gave up or panicked.
pub fn draw(record: &Record) -> String {
    let [small, large] =
        record.families.first().map_or([0, 0], |family| family.bytes).map(|bytes| (bytes as f64 / 1e6).round());
    dots::draw(&Chart {
        title: "Inputs made to be slow".to_owned(),
        caption: vec![
            format!(
                "MB a second, the slower of inputs of {small} and {large} MB; a ring: not read to its end. Log scale."
            ),
            record.run.caption(),
        ],
        marks: &MARKS,
        scale: (0, 5),
        least: Some(LEAST_SPEED),
        rows: record.families.iter().map(row).collect(),
    })
}

fn row(family: &Measured) -> Row<'_> {
    let speeds = family.cells.iter().map(|cell| (&*cell.contender, cell.speed(family.bytes)));
    Row { name: family.family.clone(), speeds: speeds.collect() }
}
