//! Reads the HTML metadata of a page, for WAT records.

use super::attribute_table::ATTRIBUTES;
use super::html_metadata::HtmlMetadata;
use super::page_collector::PageCollector;
use super::rows::RowLists;
use tagrake::encoding::{self, Decision, Hints, PassMemory, Restart};
use tagrake::{Arena, LimitKind, Limits, Options, tokenize};

/// Reads pages for WAT records. Its memory is reused from page to page.
///
/// ```
/// use tagrake::encoding::Hints;
/// use tagrake_bulk::wat::HtmlReader;
///
/// let mut reader = HtmlReader::default();
/// for (page, title) in [(&b"<title>\xCF"[..], "Ï"), (b"<meta charset=koi8-r><title>\xF0", "П")] {
///     let json: serde_json::Value = serde_json::from_str(&reader.read(page, &Hints::default()).to_json())?;
///     assert_eq!(json["Head"]["Title"], title);
/// }
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct HtmlReader {
    pub(super) scripting: bool,
    memory: PassMemory<Memory>,
    /// Maximum bytes of memory for a page; `None` for the default.
    pub(super) arena_bytes: Option<usize>,
}

/// Default of the maximum bytes of memory for a page.
const ARENA_BYTES: usize = 128 << 20;
/// Bytes of an attribute in the arena.
const ATTRIBUTE_BYTES: usize = 20;

#[derive(Debug, Default)]
struct Memory {
    tokens: Arena,
    /// Memory for URLs in style sheets.
    styles: Arena,
    /// The decoded text of pages that are not UTF-8.
    buffer: String,
    lists: RowLists,
}

impl HtmlReader {
    /// Sets the [scripting flag](https://html.spec.whatwg.org/multipage/parsing.html#scripting-flag); false by
    /// default, so that `noscript` holds markup.
    ///
    /// ```
    /// use tagrake::encoding::Hints;
    /// use tagrake_bulk::wat::HtmlReader;
    ///
    /// let page = b"<noscript><img src=a></noscript>";
    /// let mut reader = HtmlReader::default().with_scripting(true);
    /// assert_eq!(reader.read(page, &Hints::default()).to_json(), "{}");
    /// ```
    #[must_use]
    pub fn with_scripting(mut self, scripting: bool) -> Self {
        self.scripting = scripting;
        self
    }

    /// Releases each buffer that is larger than `kept_bytes`.
    pub(crate) fn shrink(&mut self, kept_bytes: usize) {
        for memory in [&mut self.memory.first, &mut self.memory.second] {
            let Memory { tokens, styles, buffer, lists } = memory;
            for arena in [tokens, styles] {
                if arena.allocated_bytes() > kept_bytes {
                    *arena = Arena::new();
                }
            }
            if buffer.capacity() > kept_bytes {
                *buffer = String::new();
            }
            lists.shrink(kept_bytes);
        }
    }

    /// Reads a page. Any bytes are accepted.
    ///
    /// ```
    /// use tagrake::encoding::Hints;
    /// use tagrake_bulk::wat::HtmlReader;
    ///
    /// let hints = Hints::default().with_content_type(Some("text/html; charset=shift_jis"));
    /// let json = HtmlReader::default().read(b"<title>\x83A</title>", &hints).to_json();
    /// assert_eq!(json, r#"{"Head":{"Title":"ア"}}"#);
    /// ```
    pub fn read<'p>(&'p mut self, html: &'p [u8], hints: &Hints<'p>) -> HtmlMetadata<'p> {
        self.read_page(html, hints, hints.is_xhtml())
    }

    /// Reads a page, which `is_xhtml` or HTML.
    pub(super) fn read_page<'p>(&'p mut self, html: &'p [u8], hints: &Hints<'p>, is_xhtml: bool) -> HtmlMetadata<'p> {
        let options = Options::default()
            .with_scripting(self.scripting)
            .with_empty_element_tags(is_xhtml)
            .with_attributes(&ATTRIBUTES);
        let arena_bytes = self.arena_bytes.unwrap_or(ARENA_BYTES);
        let pass = |decision, memory, arena_bytes| read(html, &options, decision, memory, arena_bytes);
        self.memory.read(encoding::detect(html, hints), arena_bytes, pass).0
    }
}

fn read<'p>(
    html: &'p [u8],
    options: &Options,
    decision: Decision<'p>,
    memory: &'p mut Memory,
    arena_bytes: usize,
) -> Result<HtmlMetadata<'p>, Restart> {
    let Memory { tokens, styles, buffer, lists } = memory;
    styles.reset();
    lists.clear();
    let decoded = encoding::decode(html, &decision, buffer);
    let decoded_bytes = if decoded.is_borrowed { 0 } else { decoded.text.len() };
    let limits = Limits::default().with_arena_bytes(arena_bytes.saturating_sub(decoded_bytes));
    let options = options.clone().with_limits(limits);
    let mut collector = PageCollector::new(decision, styles, lists);
    let summary = tokenize(decoded.text.as_bytes(), &options, tokens, &mut collector);
    if collector.restarts {
        let used_bytes = decoded_bytes + collector.attributes * ATTRIBUTE_BYTES;
        return Err(Restart { encoding: collector.decision.encoding, used_bytes });
    }
    let encoding = (collector.decision.encoding, collector.decision.source);
    let mut metadata = collector.finish();
    metadata.encoding = Some(encoding);
    metadata.is_over_memory = summary.stopped_by().is_some_and(|met| met.kind() == LimitKind::ArenaBytes);
    Ok(metadata)
}
