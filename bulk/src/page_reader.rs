//! Reads pages: combines a page's own context with the defaults of the options, and extracts.

use crate::input::{InputPage, Profile};
use crate::redirect;
use crate::schema::Table;
use crate::schema::field_selection::Fields;
use std::borrow::Cow;
use std::sync::Arc;
use tagrake::encoding::{Detector, Encoding, is_xhtml};
use tagrake_archive::memory_budget::Allowance;
use tagrake_extract::{Context, ExtractOptions, Extractor, Flag, Page};

/// What to extract from pages, and the context of pages that have none of their own.
///
/// ```
/// use tagrake_bulk::input::InputPage;
/// use tagrake_bulk::{Profile, Reader, ReaderOptions};
/// use tagrake_extract::ExtractOptions;
///
/// let extract = ExtractOptions::default().with_detector(Profile::Crawl.detector());
/// let options = ReaderOptions { extract, ..ReaderOptions::default() };
/// let page = InputPage::new("-", "<title>Übersicht über Käse</title>".into());
/// Reader::new(options).read(&page, |page| assert_eq!(page.title, Some("Übersicht über Käse")));
/// ```
#[derive(Clone, Debug, Default)]
pub struct ReaderOptions {
    /// What to extract from a page, and how. In a [run](crate::pipeline::Run), the rows decide what is extracted, so its
    /// [parts](ExtractOptions::parts) count only for closures. The scripting flag and the detector apply to pages that do not set
    /// [a flag](InputPage::scripting) or [a profile](InputPage::profile).
    pub extract: ExtractOptions,
    /// The URL of pages that have none.
    pub url: Option<String>,
    /// The `Content-Type` of pages that have none.
    pub content_type: Option<String>,
    /// The headers of pages that have none.
    pub headers: Vec<(String, String)>,
}

/// The context of a page besides its bytes: its own, or else the defaults of the options.
pub(crate) struct PageContext<'a> {
    pub(crate) url: Option<&'a str>,
    pub(crate) content_type: Option<Cow<'a, str>>,
    pub(crate) headers: Vec<(&'a str, &'a str)>,
    pub(crate) scripting: bool,
    pub(crate) detector: Option<&'a Detector<'a>>,
    /// The encoding of a page that is already text, or the one that a manifest declares.
    pub(crate) encoding: Option<&'static Encoding>,
    pub(crate) is_plain_text: bool,
    /// The target of the redirect that the response is.
    pub(crate) redirect: Option<&'a str>,
    /// True if the page is XHTML, by its `Content-Type` or, without one, by the name of its file.
    pub(crate) is_xhtml: bool,
}

impl PageContext<'_> {
    /// Returns the context for the extractor. The scripting flag and the detector are options of the extractor.
    fn of_extraction(&self) -> Context<'_> {
        Context::default()
            .with_url(self.url)
            .with_content_type(self.content_type.as_deref())
            .with_headers(&self.headers)
            .with_encoding(self.encoding)
            .with_plain_text(self.is_plain_text)
            .with_redirect(self.redirect)
            .with_xhtml(self.is_xhtml)
    }
}

impl ReaderOptions {
    /// Extracts what rows of `table` with the keys of `fields` need, and nothing else.
    ///
    /// ```
    /// use tagrake_bulk::input::InputPage;
    /// use tagrake_bulk::row::Row;
    /// use tagrake_bulk::schema::Table;
    /// use tagrake_bulk::{Fields, PageRecord, Reader, ReaderOptions};
    ///
    /// let fields = Fields::only("title,word_count")?;
    /// let mut reader = Reader::new(ReaderOptions::default().with_fields(Table::Pages, &fields));
    /// let input = InputPage::new("-", b"<title>T</title>one two".to_vec());
    /// let json = reader.read(&input, |page| PageRecord::new(&input, page).to_json(&fields))?;
    /// assert_eq!(json, r#"{"title":"T","word_count":2}"#);
    ///
    /// // The default is the extraction that `Fields::default()` needs.
    /// let mut reader = Reader::new(ReaderOptions::default());
    /// let error = reader.read(&input, |page| PageRecord::new(&input, page).to_json(&fields)).unwrap_err();
    /// assert!(error.to_string().starts_with("the key 'word_count' needs the text, and the page was read without"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_fields(mut self, table: Table, fields: &Fields) -> Self {
        self.extract = self.extract.with_parts(fields.parts(table));
        self
    }

    /// Returns the context of a page. A `Content-Type` among the headers follows the one that is set beside them.
    pub(crate) fn context_of<'a>(&'a self, input: &'a InputPage) -> PageContext<'a> {
        let has_own_headers = !input.headers.is_empty();
        let headers = if has_own_headers { &input.headers } else { &self.headers };
        let headers: Vec<_> = headers.iter().map(|(name, value)| (&**name, &**value)).collect();
        let of_headers = combined(&headers, "content-type").map(Cow::Owned);
        let (own, default) = if has_own_headers { (of_headers, None) } else { (None, of_headers) };
        let status = input.capture.as_ref().and_then(|capture| capture.fetch_status);
        let stated = |content_type: &'a Option<String>| content_type.as_deref().map(Cow::Borrowed);
        let content_type = stated(&input.content_type).or(own).or(stated(&self.content_type)).or(default);
        PageContext {
            url: input.url.as_deref().or(self.url.as_deref()),
            is_xhtml: content_type.as_deref().map_or(input.is_xhtml, is_xhtml),
            content_type,
            redirect: redirect::target_of(input, status),
            headers,
            scripting: input.scripting.unwrap_or_else(|| self.extract.scripting()),
            detector: match input.profile {
                Some(profile) => profile.as_detector(),
                None => self.extract.detector().map(|detector| &**detector),
            },
            encoding: if input.is_text { Encoding::for_label(b"utf-8") } else { input.encoding },
            is_plain_text: input.is_plain_text,
        }
    }
}

/// By scripting flag, and by the profile that the page sets: none, standard, crawl. Created on first use.
type Extractors = [[Option<Extractor>; 3]; 2];

/// Reads pages. Its memory is reused from page to page.
///
/// ```
/// use tagrake_bulk::input::InputPage;
/// use tagrake_bulk::{Reader, ReaderOptions};
///
/// let mut reader = Reader::new(ReaderOptions::default());
/// for title in ["One", "Two"] {
///     let page = InputPage::new("-", format!("<title>{title}</title>").into());
///     reader.read(&page, |page| assert_eq!(page.title, Some(title)));
/// }
/// ```
#[derive(Debug)]
pub struct Reader {
    options: ReaderOptions,
    extractors: Extractors,
    /// Limits the memory for large pages, if threads share it.
    allowance: Option<Arc<Allowance>>,
}

impl Reader {
    /// Creates a reader.
    pub fn new(options: ReaderOptions) -> Self {
        Self { options, extractors: Default::default(), allowance: None }
    }

    /// Reads a page and passes the result to `take`.
    pub fn read<R>(&mut self, input: &InputPage, take: impl FnOnce(&Page<'_>) -> R) -> R {
        self.read_html(input, &input.html, take)
    }

    /// Reads a page whose bytes are `html`. The bytes of `input` are ignored.
    ///
    /// ```
    /// use tagrake_bulk::input::InputPage;
    /// use tagrake_bulk::{Reader, ReaderOptions};
    ///
    /// let mut reader = Reader::new(ReaderOptions::default());
    /// let known = InputPage::new("-", Vec::new());
    /// reader.read_html(&known, b"<title>T</title>", |page| assert_eq!(page.title, Some("T")));
    /// ```
    pub fn read_html<R>(&mut self, input: &InputPage, html: &[u8], take: impl FnOnce(&Page<'_>) -> R) -> R {
        let Self { options, extractors, .. } = self;
        let page_context = options.context_of(input);
        let context = page_context.of_extraction();
        let max_bytes = options.extract.arena_bytes();
        let extractor = extractor_of(extractors, options, input, page_context.scripting);
        let Some(allowance) = &self.allowance else { return extractor.extract_with(html, &context, take) };
        // A page that exceeds the limit is read again with more memory, so only its last result is taken.
        let mut take = Some(take);
        let mut take_if = |page: &Page<'_>, is_wanted: bool| take.take_if(|_| is_wanted).map(|take| take(page));
        let mut limit = allowance.first_limit(html.len(), max_bytes);
        // A job whose turn it is reads the page once, with the maximum.
        while limit < max_bytes && !allowance.has_turn() {
            extractor.set_memory(limit, allowance.retained_bytes());
            let fits = |page: &Page<'_>| !page.flags.has(Flag::LimitArena);
            if let Some(taken) = extractor.extract_with(html, &context, |page| take_if(page, fits(page))) {
                return taken;
            }
            limit = allowance.next_limit(limit, html.len(), max_bytes);
        }
        // Claimed memory is retained from page to page.
        extractor.set_memory(max_bytes, if allowance.is_shared() { allowance.retained_bytes() } else { max_bytes });
        match extractor.extract_with(html, &context, |page| take_if(page, true)) {
            Some(taken) => taken,
            None => unreachable!("it is taken once"),
        }
    }

    /// Sets the allowance that memory for large pages is claimed from.
    pub(crate) fn set_allowance(&mut self, allowance: Arc<Allowance>) {
        self.allowance = Some(allowance);
    }

    /// Releases each buffer that is larger than `bytes`.
    pub(crate) fn shrink(&mut self, bytes: usize) {
        self.extractors.iter_mut().flatten().flatten().for_each(|extractor| extractor.shrink(bytes));
    }
}

/// Returns the extractor for a page, which is created on first use.
fn extractor_of<'e>(
    extractors: &'e mut Extractors,
    options: &ReaderOptions,
    input: &InputPage,
    scripting: bool,
) -> &'e mut Extractor {
    let of_detector = input.profile.map_or(0, |profile| 1 + usize::from(profile == Profile::Crawl));
    extractors[usize::from(scripting)][of_detector].get_or_insert_with(|| {
        let detector = match input.profile {
            Some(profile) => profile.detector(),
            None => options.extract.detector().cloned(),
        };
        Extractor::new(options.extract.clone().with_scripting(scripting).with_detector(detector))
    })
}

/// Returns all values of a header, joined by commas: the [combined
/// value](https://httpwg.org/specs/rfc9110.html#rfc.section.5.2).
pub(crate) fn combined(headers: &[(&str, &str)], name: &str) -> Option<String> {
    let values = headers.iter().filter(|header| header.0.eq_ignore_ascii_case(name)).map(|header| header.1);
    values.map(str::to_owned).reduce(|all, value| all + ", " + &value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tagrake_archive::background_tasks::BackgroundTasks;
    use tagrake_archive::memory_budget::{MemoryPool, Turns};
    use tagrake_extract::LinkKind;

    #[test]
    fn a_page_overrides_the_defaults() {
        let options = ReaderOptions {
            url: Some("http://default/".to_owned()),
            content_type: Some("text/html;charset=koi8-r".to_owned()),
            headers: vec![("Link".to_owned(), "<d>".to_owned())],
            ..ReaderOptions::default()
        };
        let mut reader = Reader::new(options);
        let mut input = InputPage::new("-", b"<noscript><a href=x></a></noscript>".to_vec());
        let mut summary = |input: &InputPage| {
            reader.read(input, |page| {
                let links = page.links.iter().map(|link| link.url.unwrap_or_default()).collect::<Vec<_>>().join(" ");
                format!("{} {links}", page.encoding.encoding.name())
            })
        };
        assert_eq!(summary(&input), "KOI8-R http://default/x http://default/d");
        input.url = Some("http://own/".to_owned());
        input.headers = vec![("link".to_owned(), "<h>".to_owned())];
        input.scripting = Some(true);
        assert_eq!(summary(&input), "KOI8-R http://own/h");
        input.headers.push(("Content-Type".to_owned(), "text/html;charset=utf-8".to_owned()));
        assert_eq!(summary(&input), "UTF-8 http://own/h");
        input.content_type = Some("text/html;charset=shift_jis".to_owned());
        assert_eq!(summary(&input), "Shift_JIS http://own/h");
    }

    #[test]
    fn uses_the_content_type_header() {
        let mut input = InputPage::new("-", b"<a href=x></a>".to_vec());
        input.headers = vec![
            ("CONTENT-TYPE".to_owned(), "text/html".to_owned()),
            ("Content-Type".to_owned(), "text/html; charset=utf-8".to_owned()),
        ];
        Reader::new(ReaderOptions::default()).read(&input, |page| {
            assert_eq!(page.content_type, Some("text/html, text/html; charset=utf-8"));
            assert_eq!(page.encoding.encoding.name(), "UTF-8");
            assert_eq!(page.links[0].kind, LinkKind::Nav);
        });
    }

    #[test]
    fn uses_the_url_as_a_hint_for_detection() {
        let mut input = InputPage::new("-", b"<title>\xCF\xF0\xE0\xE2\xE4\xE0</title>".to_vec());
        let url = Some("http://e.gr/".to_owned());
        let extract = ExtractOptions::default().with_detector(Profile::Crawl.detector());
        let options = ReaderOptions { extract, url, ..ReaderOptions::default() };
        let mut reader = Reader::new(options);
        let mut name = |input: &InputPage| reader.read(input, |page| page.encoding.encoding.name());
        assert_eq!(name(&input), "ISO-8859-7");
        input.url = Some("http://e.ru/".to_owned());
        assert_eq!(name(&input), "windows-1251");
    }

    /// The page needs more memory than the first limit, so it claims memory, except in the turn of its job.
    #[test]
    fn in_its_turn_a_job_reads_a_page_without_limit() {
        let turns = Turns::new(&BackgroundTasks::default());
        let input = InputPage::new("-", b"<a href=x>y</a>".repeat(10_000));
        let links = Reader::new(ReaderOptions::default()).read(&input, |page| page.links.len());
        for (job, is_claimed) in [(0, false), (1, true)] {
            let allowance = Arc::new(Allowance::new(turns.turn(job), MemoryPool::default()));
            let mut reader = Reader::new(ReaderOptions::default());
            reader.set_allowance(allowance.clone());
            assert_eq!(reader.read(&input, |page| page.links.len()), links);
            assert_eq!(allowance.claimed() > 0, is_claimed);
        }
    }

    #[test]
    fn the_crawl_profile_detects_encodings() {
        let mut input = InputPage::new("-", b"<title>\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0</title>".to_vec());
        input.profile = Some(Profile::Crawl);
        let mut reader = Reader::new(ReaderOptions::default());
        reader.read(&input, |page| assert_eq!(page.title, Some("Привет, мир")));
        input.profile = None;
        reader.read(&input, |page| assert_eq!(page.encoding.encoding.name(), "windows-1252"));
    }
}
