//! The report as an HTML page.

use crate::output::html_page::HtmlPage;

/// The page of a report.
pub(super) const PAGE: HtmlPage = HtmlPage {
    verb: "inspect",
    body: include_str!("report.html"),
    style: include_str!("report.css"),
    scripts: &[
        include_str!("data.js"),
        include_str!("source.js"),
        include_str!("tables.js"),
        include_str!("blocks.js"),
        include_str!("report.js"),
    ],
};

#[cfg(test)]
mod tests {
    #[test]
    fn no_part_ends_its_element() {
        super::PAGE.check();
    }
}
