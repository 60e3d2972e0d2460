//! The picture of a record of hostile inputs: a row for each family, MB a second to the right, on a logarithmic scale.

use super::record::Record;
use super::{Cell, LEAST_SPEED, Measured};
use std::fmt::Write;

const LEFT: f64 = 250.0;
const WIDTH: f64 = 640.0;
const TOP: f64 = 78.0;
const ROW: f64 = 17.0;
/// The ends of the scale, in MB a second, as powers of ten; what is slower stands at the left end.
const SCALE: (i32, i32) = (0, 5);

/// How the dots of a contender look.
struct Mark {
    contender: &'static str,
    colour: &'static str,
    radius: f64,
}

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
    let height = TOP + ROW * record.families.len() as f64 + 20.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{height}\" viewBox=\"0 0 {0} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<title>Hostile inputs, MB/s, {1}, {2}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        LEFT + WIDTH + 50.0,
        record.run.date,
        record.run.commit
    );
    legend(&mut svg);
    axis(&mut svg, height);
    for (index, family) in record.families.iter().enumerate() {
        row(&mut svg, family, TOP + ROW * (index as f64 + 0.5));
    }
    svg + "</svg>\n"
}

fn legend(svg: &mut String) {
    for (index, Mark { contender, colour, radius }) in MARKS.iter().rev().enumerate() {
        let (x, y) = (14.0 + 222.0 * (index / 3) as f64, 14.0 + 15.0 * (index % 3) as f64);
        put(svg, format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{colour}\"/>"));
        put(svg, format_args!("<text x=\"{}\" y=\"{}\">{contender}</text>", x + 9.0, y + 4.0));
    }
}

fn axis(svg: &mut String, height: f64) {
    let bottom = height - 16.0;
    let mut line = |speed: f64, colour: &str, y: f64, label: String| {
        let x = place(speed);
        put(svg, format_args!("<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"{colour}\"/>"));
        put(svg, format_args!("<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\" fill=\"{colour}\">{label}</text>"));
    };
    for power in SCALE.0..=SCALE.1 {
        let megabytes = 10f64.powi(power);
        line(megabytes * 1e6, "#999", TOP - 5.0, format!("{megabytes} MB/s"));
    }
    line(LEAST_SPEED, "#c22", bottom + 11.0, format!("{} MB/s", LEAST_SPEED / 1e6));
}

fn row(svg: &mut String, family: &Measured, y: f64) {
    let name = family.family.replace('&', "&amp;").replace('<', "&lt;");
    put(svg, format_args!("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text>", LEFT - 12.0, y + 4.0));
    put(svg, format_args!("<path d=\"M{LEFT} {y}H{}\" stroke=\"#eee\"/>", LEFT + WIDTH));
    for Mark { contender, colour, radius } in &MARKS {
        let of_contender = |cell: &&Cell| cell.contender == *contender;
        let Some(cell) = family.cells.iter().find(of_contender) else { continue };
        let (x, fill) = match cell.speed(family.bytes) {
            Some(speed) => (place(speed), *colour),
            None => (LEFT, "none"),
        };
        put(svg, format_args!("<circle cx=\"{x:.1}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{colour}\"/>"));
    }
}

/// Returns where a speed stands, in bytes a second.
fn place(speed: f64) -> f64 {
    let (first, last) = (f64::from(SCALE.0), f64::from(SCALE.1));
    LEFT + WIDTH * (((speed / 1e6).log10() - first) / (last - first)).clamp(0.0, 1.0)
}

fn put(svg: &mut String, element: std::fmt::Arguments<'_>) {
    writeln!(svg, "{element}").expect("a string can be written to");
}
