//! Bar charts: rows of a name, a note, a bar and its figure, in groups.

use super::svg::{Anchor, MARGIN, Style, Svg, WIDTH};

const ROW: f64 = 21.0;
/// The x coordinates of notes and of bars.
const NOTES: f64 = 200.0;
const BARS: f64 = 450.0;
/// The space for figures after the longest bar.
const FIGURES: f64 = 145.0;

/// A chart.
pub(super) struct BarChart {
    pub(super) title: String,
    pub(super) caption: Vec<String>,
    /// The unit of the axis, and the distance of its lines in that unit.
    pub(super) unit: &'static str,
    pub(super) step: f64,
    pub(super) groups: Vec<Group>,
}

/// Bars under a heading.
pub(super) struct Group {
    pub(super) heading: &'static str,
    pub(super) bars: Vec<Bar>,
}

/// A row.
pub(super) struct Bar {
    pub(super) name: String,
    pub(super) note: String,
    pub(super) value: f64,
    pub(super) figure: String,
    pub(super) colour: &'static str,
}

/// Returns the chart as SVG.
pub(super) fn draw(chart: &BarChart) -> String {
    let rows: usize = chart.groups.iter().map(|group| 2 + group.bars.len()).sum();
    let height = ROW * rows as f64 + 24.0;
    let (mut svg, top) = Svg::new(height, &chart.title, &chart.caption);
    let bottom = top + height - 26.0;
    let bars = || chart.groups.iter().flat_map(|group| &group.bars);
    let most = bars().map(|bar| bar.value).fold(0.0, f64::max);
    let scale = (WIDTH - BARS - FIGURES) / most;
    let mut line = 0.0;
    while line <= most {
        let x = BARS + line * scale;
        svg.put(format_args!("<path d=\"M{x:.1} {top:.1}V{bottom:.1}\" stroke=\"#d8dee4\"/>"));
        let label = if line == 0.0 { "0".to_owned() } else { format!("{line} {}", chart.unit) };
        svg.text(x, bottom + 14.0, Anchor::Middle, Style::Note, &label);
        line += chart.step;
    }
    let mut y = top;
    for group in &chart.groups {
        y += ROW * 1.5;
        svg.text(MARGIN, y - 6.0, Anchor::Start, Style::Heading, group.heading);
        for bar in &group.bars {
            svg.text(MARGIN, y + 14.0, Anchor::Start, Style::Plain, &bar.name);
            svg.text(NOTES, y + 14.0, Anchor::Start, Style::Note, &bar.note);
            let width = bar.value * scale;
            let (y_bar, height) = (y + 3.0, ROW - 6.0);
            svg.put(format_args!(
                "<rect x=\"{BARS}\" y=\"{y_bar:.1}\" width=\"{width:.1}\" height=\"{height}\" rx=\"2\" fill=\"{}\"/>",
                bar.colour
            ));
            svg.text(BARS + width + 6.0, y + 14.0, Anchor::Start, Style::Plain, &bar.figure);
            y += ROW;
        }
        y += ROW * 0.5;
    }
    svg.finish()
}
