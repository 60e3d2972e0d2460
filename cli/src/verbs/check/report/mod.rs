//! The HTML report: the statistics of a run on one page.

mod data;

use super::statistics::Statistics;
use crate::failure::Failure;
use crate::output::file::OutputFile;
use crate::output::html_page::HtmlPage;
use data::{ReportData, Run};
use std::io::{BufWriter, IntoInnerError, Write};
use tagrake_bulk::pipeline::Counts;

const PAGE: HtmlPage = HtmlPage {
    verb: "check",
    body: include_str!("page.html"),
    style: include_str!("page.css"),
    scripts: &[include_str!("examples.js"), include_str!("charts.js"), include_str!("page.js")],
};

/// Writes the report to `file`, and gives the file its name. `is_complete` is false if the run ended early.
pub(super) fn write(
    file: OutputFile,
    statistics: &Statistics,
    counts: &Counts,
    is_complete: bool,
) -> Result<(), Failure> {
    let data = ReportData::fitting(statistics, &Run { counts, is_complete });
    let mut writer = BufWriter::new(file);
    PAGE.write(&mut writer, &data.title(), &data)?;
    writer.flush()?;
    writer.into_inner().map_err(IntoInnerError::into_error)?.keep_on_disk()
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_part_ends_its_element() {
        super::PAGE.check();
    }
}
