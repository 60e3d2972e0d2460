//! Writes SVG: the frame, elements and text of a picture.

use std::fmt::Write;

pub(super) const WIDTH: f64 = 940.0;
/// The left margin of text.
pub(super) const MARGIN: f64 = 16.0;

/// Text styles. All are dark, on a white background that the picture draws itself.
#[derive(Clone, Copy)]
pub(super) enum Style {
    Title,
    Heading,
    Plain,
    Note,
}

/// The part of a text that is at its x coordinate.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A picture under construction.
pub(super) struct Svg(String);

impl Svg {
    /// Starts a picture with a title and a caption. Also returns the y coordinate just below the caption.
    pub(super) fn new(height: f64, title: &str, caption: &[String]) -> (Self, f64) {
        let top = 46.0 + 15.0 * caption.len() as f64;
        let height = top + height;
        let mut svg = Self(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
             font-family=\"system-ui, sans-serif\" font-size=\"12\" role=\"img\">\n<title>{}</title>\n\
             <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#fff\"/>\n",
            escaped(title)
        ));
        svg.text(MARGIN, 26.0, Anchor::Start, Style::Title, title);
        for (index, line) in caption.iter().enumerate() {
            svg.text(MARGIN, 44.0 + 15.0 * index as f64, Anchor::Start, Style::Note, line);
        }
        (svg, top)
    }

    pub(super) fn text(&mut self, x: f64, y: f64, anchor: Anchor, style: Style, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let style = match style {
            Style::Title => "fill=\"#1f2328\" font-size=\"16\" font-weight=\"600\"",
            Style::Heading => "fill=\"#1f2328\" font-weight=\"600\"",
            Style::Plain => "fill=\"#1f2328\"",
            Style::Note => "fill=\"#59636e\" font-size=\"11\"",
        };
        self.put(format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\"{anchor} {style}>{}</text>", escaped(text)));
    }

    /// Appends an element.
    pub(super) fn put(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.0, "{element}").expect("a string can be written to");
    }

    pub(super) fn finish(self) -> String {
        self.0 + "</svg>\n"
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Returns a number with thousands separators.
pub(crate) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let parts: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    String::from_utf8(parts.join(&b',')).expect("digits are text")
}

#[cfg(test)]
mod tests {
    use super::thousands;

    #[test]
    fn thousands_are_separated() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(thousands(number), text);
        }
    }
}
