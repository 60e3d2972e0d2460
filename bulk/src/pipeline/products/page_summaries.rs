//! Counts pages, and summarizes each.

use super::block_maker::{BlockMaker, PageOutput, count_page};
use crate::input::InputPage;
use crate::output::{Block, OutputError};
use crate::page_reader::{Reader, ReaderOptions};
use crate::pipeline::record_summary::{EncodingDefect, PageSummary};
use crate::pipeline::records::summarizer::name;
use crate::schema::table::RowError;
use tagrake::encoding::{Decision, Encoding, Source};
use tagrake_extract::{Page, Part, Parts};

/// Bytes of a page in which its language is looked for.
const HEAD_BYTES: usize = 64 << 10;

/// Counts the pages as [`PageCounts`](super::PageCounts) does, and summarizes each.
pub(crate) struct PageSummaries {
    reader: Reader,
    /// Reads the head of a page for its language. It is a reader of its own, so that metadata changes no count.
    heads: Reader,
    summary: Option<PageSummary>,
}

impl PageSummaries {
    pub(crate) fn new(options: &ReaderOptions) -> Self {
        let extract = options.extract.clone().with_parts(Parts::NONE.with(Part::Metadata)).with_head_only(true);
        let heads = Reader::new(ReaderOptions { extract, ..options.clone() });
        Self { reader: Reader::new(options.clone()), heads, summary: None }
    }
}

impl BlockMaker for PageSummaries {
    fn reader(&mut self) -> Option<&mut Reader> {
        Some(&mut self.reader)
    }

    fn page(&mut self, input: &InputPage, html: &[u8], output: &mut PageOutput<'_>) -> Result<(), RowError> {
        let mut summary = self.reader.read_html(input, html, |page| {
            count_page(page, output.counts);
            summary_of(page, html)
        });
        let head = &html[..html.len().min(HEAD_BYTES)];
        self.heads.read_html(input, head, |page| {
            summary.language = page.lang.map(str::trim).filter(|language| !language.is_empty()).map(name);
        });
        self.summary = Some(summary);
        Ok(())
    }

    fn take_summary(&mut self) -> Option<PageSummary> {
        self.summary.take()
    }

    fn is_full(&self) -> bool {
        false
    }

    fn take(&mut self, _: &dyn Fn() -> Block) -> Result<Option<Block>, OutputError> {
        Ok(None)
    }
}

fn summary_of(page: &Page<'_>, html: &[u8]) -> PageSummary {
    let decision = &page.encoding;
    let defect = defect(decision, page.had_decoding_errors, html);
    PageSummary { encoding: decision.encoding.name(), source: decision.source, defect, language: None }
}

/// Returns the error in the declaration of an encoding.
fn defect(decision: &Decision<'_>, had_errors: bool, html: &[u8]) -> Option<EncodingDefect> {
    let is_declared = !matches!(decision.source, Source::Override | Source::Detector | Source::Default);
    let http = decision.http_label.as_ref().map(|label| Encoding::for_label(label.as_bytes()));
    let meta = decision.meta_label.as_deref().map(Encoding::for_label);
    let is_utf8 = || decision.encoding.name() != "UTF-8" && !html.is_ascii() && std::str::from_utf8(html).is_ok();
    match (http, meta) {
        _ if is_declared && had_errors => Some(EncodingDefect::InvalidBytes),
        _ if is_declared && is_utf8() => Some(EncodingDefect::IsUtf8),
        (Some(None), _) | (_, Some(None)) => Some(EncodingDefect::UnknownLabel),
        (Some(Some(http)), Some(Some(meta))) if http != meta => Some(EncodingDefect::Contradiction),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tagrake::encoding::{Hints, detect};

    #[test]
    fn declarations_that_are_wrong() {
        let cases: [(&str, &[u8], bool, Option<EncodingDefect>); 6] = [
            ("", b"<meta charset=utf-8>\xFF", true, Some(EncodingDefect::InvalidBytes)),
            ("", "<meta charset=koi8-r>ä".as_bytes(), false, Some(EncodingDefect::IsUtf8)),
            ("", b"<meta charset=koi8-r>a", false, None),
            ("", b"<meta charset=nonsense>", false, Some(EncodingDefect::UnknownLabel)),
            ("text/html; charset=nonsense", b"a", false, Some(EncodingDefect::UnknownLabel)),
            ("", b"\xFF", true, None),
        ];
        for (content_type, html, had_errors, expected) in cases {
            let hints = Hints::default().with_content_type(Some(content_type));
            let found = defect(&detect(html, &hints), had_errors, html);
            assert_eq!(found, expected, "{content_type} {}", html.escape_ascii());
        }
    }
}
