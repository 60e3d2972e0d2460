//! Dot charts: a row for each input, with speeds on a logarithmic axis.

use super::svg::{Anchor, MARGIN, Style, Svg, WIDTH, thousands};

const LEFT: f64 = 260.0;
const RIGHT: f64 = WIDTH - 50.0;
const ROW: f64 = 18.0;
/// The height of a row and the width of a column of the legend.
const LEGEND: (f64, f64) = (17.0, 228.0);

/// The look of a contender's dots.
pub(crate) struct DotStyle {
    pub(crate) contender: &'static str,
    pub(crate) colour: &'static str,
    pub(crate) radius: f64,
}

/// A chart.
pub(crate) struct DotChart<'a> {
    pub(crate) title: String,
    pub(crate) caption: Vec<String>,
    /// The contenders. Later ones are drawn on top.
    pub(crate) styles: &'a [DotStyle],
    /// The ends of the axis in MB/s, as powers of ten. Speeds outside are drawn at the ends.
    pub(crate) scale: (u32, u32),
    /// The required speed in bytes per second.
    pub(crate) least: Option<f64>,
    pub(crate) rows: Vec<DotRow<'a>>,
}

/// An input, and the speed of each contender in bytes per second; `None` if it did not read the input to its end.
pub(crate) struct DotRow<'a> {
    pub(crate) name: String,
    pub(crate) speeds: Vec<(&'a str, Option<f64>)>,
}

/// Returns the chart as SVG. A ring at the left marks a contender without a speed.
pub(crate) fn draw(chart: &DotChart<'_>) -> String {
    let is_there =
        |style: &&DotStyle| chart.rows.iter().any(|row| row.speeds.iter().any(|(name, _)| *name == style.contender));
    let styles: Vec<&DotStyle> = chart.styles.iter().filter(is_there).collect();
    let legend = LEGEND.0 * styles.len().div_ceil(4) as f64 + 32.0;
    let height = legend + ROW * chart.rows.len() as f64 + 24.0;
    let (mut svg, top) = Svg::new(height, &chart.title, &chart.caption);
    draw_legend(&mut svg, &styles, top);
    draw_axis(&mut svg, chart, (top + legend, top + height - 20.0));
    for (index, row) in chart.rows.iter().enumerate() {
        draw_row(&mut svg, chart, row, top + legend + ROW * (index as f64 + 0.5));
    }
    svg.finish()
}

fn draw_legend(svg: &mut Svg, styles: &[&DotStyle], top: f64) {
    let rows = styles.len().div_ceil(4);
    for (index, DotStyle { contender, colour, radius }) in styles.iter().rev().enumerate() {
        let (x, y) = (MARGIN + 4.0 + LEGEND.1 * (index / rows) as f64, top + LEGEND.0 * (index % rows) as f64 + 4.0);
        svg.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{colour}\"/>"));
        svg.text(x + 9.0, y + 4.0, Anchor::Start, Style::Plain, contender);
    }
}

fn draw_axis(svg: &mut Svg, chart: &DotChart<'_>, (top, bottom): (f64, f64)) {
    for power in chart.scale.0..=chart.scale.1 {
        let megabytes = 10u32.pow(power);
        let x = place(chart, f64::from(megabytes) * 1e6);
        svg.put(format_args!("<path d=\"M{x:.1} {top:.1}V{bottom:.1}\" stroke=\"#b8c0c8\"/>"));
        svg.text(x, top - 6.0, Anchor::Middle, Style::Note, &format!("{} MB/s", thousands(megabytes as usize)));
    }
    if let Some(least) = chart.least {
        let x = place(chart, least);
        svg.put(format_args!("<path d=\"M{x:.1} {top:.1}V{bottom:.1}\" stroke=\"#c22\"/>"));
        svg.text(x, bottom + 13.0, Anchor::Middle, Style::Note, &format!("required: {} MB/s", least / 1e6));
    }
}

fn draw_row(svg: &mut Svg, chart: &DotChart<'_>, row: &DotRow<'_>, y: f64) {
    svg.text(LEFT - 12.0, y + 4.0, Anchor::End, Style::Plain, &row.name);
    svg.put(format_args!("<path d=\"M{LEFT} {y}H{RIGHT}\" stroke=\"#e6eaee\"/>"));
    for DotStyle { contender, colour, radius } in chart.styles {
        let Some((_, speed)) = row.speeds.iter().find(|(name, _)| name == contender) else { continue };
        let (x, fill) = match speed {
            Some(speed) => (place(chart, *speed), *colour),
            None => (LEFT, "none"),
        };
        svg.put(format_args!("<circle cx=\"{x:.1}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{colour}\"/>"));
    }
}

/// Returns the x coordinate of a speed in bytes per second.
fn place(chart: &DotChart<'_>, speed: f64) -> f64 {
    let (first, last) = (f64::from(chart.scale.0), f64::from(chart.scale.1));
    LEFT + (RIGHT - LEFT) * (((speed / 1e6).log10() - first) / (last - first)).clamp(0.0, 1.0)
}
