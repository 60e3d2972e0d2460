//! From the bytes of a page to what its WAT record says, with memory that is kept from page to page.

use super::collector::Collector;
use super::html_metadata::HtmlMetadata;
use tagrake::encoding::{self, Decision, Hints};
use tagrake::{Arena, Options, tokenize};

/// Reads pages for WAT records, and keeps its memory from page to page.
///
/// ```
/// use tagrake::encoding::Hints;
/// use tagrake_bulk::wat::HtmlReader;
///
/// let mut reader = HtmlReader::default();
/// for (page, title) in [(&b"<title>\xCF"[..], "Ï"), (b"<meta charset=koi8-r><title>\xF0", "П")] {
///     let json = serde_json::to_value(reader.read(page, &Hints::default()))?;
///     assert_eq!(json["Head"]["Title"], title);
/// }
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct HtmlReader {
    scripting: bool,
    memory: Memory,
    /// For a page that is read again.
    second: Memory,
}

#[derive(Debug, Default)]
struct Memory {
    tokens: Arena,
    /// For URLs in style sheets.
    styles: Arena,
    /// The text of pages that are not UTF-8.
    buffer: String,
}

/// The decision to read a page again.
struct Restart<'a>(Decision<'a>);

impl HtmlReader {
    /// Sets the [scripting flag](https://html.spec.whatwg.org/multipage/parsing.html#scripting-flag); off by default, so
    /// that `noscript` holds markup.
    ///
    /// ```
    /// use tagrake::encoding::Hints;
    /// use tagrake_bulk::wat::HtmlReader;
    ///
    /// let page = b"<noscript><img src=a></noscript>";
    /// let mut reader = HtmlReader::default().with_scripting(true);
    /// assert_eq!(serde_json::to_string(&reader.read(page, &Hints::default()))?, "{}");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn with_scripting(mut self, scripting: bool) -> Self {
        self.scripting = scripting;
        self
    }

    pub(super) fn set_scripting(&mut self, scripting: bool) {
        self.scripting = scripting;
    }

    /// Reads a page. Any bytes give what they say, if only that it is nothing.
    ///
    /// ```
    /// use tagrake::encoding::Hints;
    /// use tagrake_bulk::wat::HtmlReader;
    ///
    /// let hints = Hints::default().with_content_type(Some("text/html; charset=shift_jis"));
    /// let json = serde_json::to_value(HtmlReader::default().read(b"<title>\x83A</title>", &hints))?;
    /// assert_eq!(json["Head"]["Title"], "ア");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn read<'p>(&'p mut self, html: &'p [u8], hints: &Hints<'p>) -> HtmlMetadata<'p> {
        let options = Options::default().with_scripting(self.scripting);
        let decision = encoding::detect(html, hints);
        match read(html, &options, decision, &mut self.memory) {
            Ok(metadata) => metadata,
            Err(Restart(decision)) => {
                // An encoding is changed once.
                let metadata = read(html, &options, decision, &mut self.second);
                let Ok(metadata) = metadata else { unreachable!("the encoding is certain") };
                metadata
            }
        }
    }
}

fn read<'p>(
    html: &'p [u8],
    options: &Options,
    decision: Decision<'p>,
    memory: &'p mut Memory,
) -> Result<HtmlMetadata<'p>, Restart<'p>> {
    let Memory { tokens, styles, buffer } = memory;
    styles.reset();
    let text = encoding::decode(html, &decision, buffer).text;
    let mut collector = Collector::new(decision, styles);
    tokenize(text.as_bytes(), options, tokens, &mut collector);
    if collector.restarts {
        return Err(Restart(collector.decision));
    }
    Ok(collector.finish())
}
