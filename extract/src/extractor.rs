//! The extractor: turns the bytes of a page into a [`Page`], with memory that is reused from page to page.

use crate::assemble::{Collected, assemble, assemble_columns};
use crate::collector::Collector;
use crate::column_pass::ColumnPass;
use crate::flags::Flag;
use crate::metadata::collector::MetadataCollector;
use crate::options::{Context, ExtractOptions};
use crate::page::Page;
use crate::page_sink::{PageSink, facts};
use crate::select_columns::SelectColumns;
use crate::selected;
use alloc::string::String;
use core::{fmt, mem};
use tagrake::encoding::{self, Confidence, Decision, Decoded, Hints, PassMemory, Restart};
use tagrake::names::NameFilter;
use tagrake::{Arena, HeadOnly, Options, Sink, Summary, tokenize_str_in};

/// Extracts what [`ExtractOptions`] ask for from pages, and reuses its memory from page to page. It is [`Send`].
///
/// ```
/// use tagrake_extract::{Context, Extractor};
///
/// let mut extractor = Extractor::default();
/// for (html, title) in [("<title>One</title>", "One"), ("<title>Two</title>", "Two")] {
///     let page = extractor.extract(html.as_bytes(), &Context::default());
///     assert_eq!(page.title, Some(title));
/// }
/// ```
#[derive(Default)]
pub struct Extractor {
    options: ExtractOptions,
    memory: PassMemory<PageMemory>,
    /// How many bytes of an arena are kept for the next page; `None` keeps the default of 16 MiB.
    kept_bytes: Option<usize>,
}

#[derive(Default)]
struct PageMemory {
    arena: Arena,
    /// The decoded text of a page that is not UTF-8.
    buffer: String,
}

impl Extractor {
    /// Creates an extractor.
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor};
    ///
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_text(true));
    /// let page = extractor.extract(b"<p>a<p>b", &Context::default());
    /// assert_eq!(page.text, Some("a\nb"));
    /// ```
    pub fn new(options: ExtractOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// Extracts a page. Any bytes give a [`Page`]; [`Page::flags`] reports what was unusual about it.
    ///
    /// Once its memory has grown, the extractor allocates on the heap only for URLs that its fast paths decline, that
    /// is, URLs that the URL parser changes, and for [columns](ExtractOptions::with_columns): the stack of open elements, and what
    /// positions and conditions on text store.
    ///
    /// ```
    /// use tagrake_extract::{Context, Extractor};
    ///
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<a href=x>y</a>", &Context::default().with_url(Some("https://e.org/")));
    /// assert_eq!(page.links[0].url, Some("https://e.org/x"));
    /// ```
    ///
    /// If a `meta` element after the first 1024 bytes names another encoding, the page is read again. Both arenas are
    /// then in use and share the limit of [`ExtractOptions::with_arena_bytes`]. [`extract_with`](Self::extract_with)
    /// releases the first arena before the second pass.
    pub fn extract<'e>(&'e mut self, html: &'e [u8], context: &Context<'e>) -> Page<'e> {
        self.collect(html, context, || ()).0
    }

    /// Extracts a page as [`extract`](Self::extract) does, and passes its tags to a [`Collector`] in the same pass. Also returns the
    /// collector, which `new` creates for each pass.
    ///
    /// ```
    /// use tagrake::names::NameFilter;
    /// use tagrake::{EndTag, StartTag};
    /// use tagrake_extract::{Collector, Context, Extractor, Place};
    ///
    /// #[derive(Default)]
    /// struct Tables(usize);
    ///
    /// impl<'a> Collector<'a> for Tables {
    ///     const ELEMENTS: &'static NameFilter = &NameFilter::of(&["table"]);
    ///
    ///     fn start_tag(&mut self, tag: &StartTag<'a>, _: Place) {
    ///         self.0 += usize::from(tag.name() == b"table");
    ///     }
    /// }
    ///
    /// let mut extractor = Extractor::default();
    /// let (page, tables) = extractor.collect(b"<a href=x>y</a><table><table>", &Context::default(), Tables::default);
    /// assert_eq!((page.links.len(), tables.0), (1, 2));
    /// ```
    pub fn collect<'e, C: Collector<'e>>(
        &'e mut self,
        html: &'e [u8],
        context: &Context<'e>,
        new: impl Fn() -> C,
    ) -> (Page<'e>, C) {
        let kept_bytes = self.kept_bytes();
        let Self { options, memory, .. } = self;
        let source = Source { html, context, options, facts_alone: false };
        let bytes = options.arena_bytes;
        let ((page, collector), is_second) = memory.read(source.detect(), bytes, |decision, memory, bytes| {
            memory.arena.reset_keeping(kept_bytes);
            source.read(decision, memory, bytes, new(), NoSink).map_err(Again::restart)
        });
        (if is_second { flag_restart(page) } else { page }, collector)
    }

    /// Extracts a page as [`extract`](Self::extract) does, and sends all its tokens to `sink` in the same pass: the tokens of
    /// [`tokenize`](tagrake::tokenize) for the [text](Page::html) of the page, or none for [plain text](Context::with_plain_text).
    ///
    /// The sink gets the tokens once: if the encoding is not certain, the page is first read up to the `meta` that declares one, by
    /// [`encoding::decide`]. Tokens after the start of the body come also with [`ExtractOptions::with_head_only`], until the sink is
    /// [done](Sink::is_done), so a `meta` there may change the encoding too. Parse errors come only with
    /// [`ExtractOptions::with_parse_errors`]. The sink's [next state](Sink::next_state) counts.
    ///
    /// ```
    /// use tagrake::{Comment, Sink};
    /// use tagrake_extract::{Context, Extractor};
    ///
    /// #[derive(Default)]
    /// struct Comments<'a>(Vec<&'a str>);
    ///
    /// impl<'a> Sink<'a> for Comments<'a> {
    ///     fn comment(&mut self, comment: Comment<'a>) {
    ///         self.0.push(comment.data_str());
    ///     }
    /// }
    ///
    /// let (mut extractor, mut comments) = (Extractor::default(), Comments::default());
    /// let page = extractor.extract_with_sink(b"<title>T</title><!-- one -->", &Context::default(), &mut comments);
    /// assert_eq!((page.title, comments.0), (Some("T"), vec![" one "]));
    /// ```
    pub fn extract_with_sink<'e, S: Sink<'e> + ?Sized>(
        &'e mut self,
        html: &'e [u8],
        context: &Context<'e>,
        sink: &mut S,
    ) -> Page<'e> {
        let kept_bytes = self.kept_bytes();
        let Self { options, memory: PassMemory { first, .. }, .. } = self;
        let source = Source { html, context, options, facts_alone: false };
        let (detected, mut decision) = (source.detect(), source.decide());
        first.arena.reset_keeping(kept_bytes);
        let is_second = detected.encoding != decision.encoding;
        // The sink may choose text states in which the page has another `meta`. The tokens were sent, so it must not count.
        let confidence = mem::replace(&mut decision.confidence, Confidence::Certain);
        let Ok((mut page, ())) = source.read(decision, first, options.arena_bytes, (), OwnSink(sink)) else {
            unreachable!("a certain encoding does not change")
        };
        page.encoding.confidence = confidence;
        if is_second { flag_restart(page) } else { page }
    }

    /// Extracts a page as [`extract`](Self::extract) does, and passes it to `take`.
    ///
    /// ```
    /// use tagrake_extract::{Context, Extractor};
    ///
    /// let mut extractor = Extractor::default();
    /// let title = extractor.extract_with(b"<title>T</title>", &Context::default(), |page| page.title.map(str::to_owned));
    /// assert_eq!(title.as_deref(), Some("T"));
    /// ```
    pub fn extract_with<R>(&mut self, html: &[u8], context: &Context<'_>, take: impl FnOnce(&Page<'_>) -> R) -> R {
        let kept_bytes = self.kept_bytes();
        let Self { options, memory: PassMemory { first, .. }, .. } = self;
        let mut source = Source { html, context, options, facts_alone: options.reads_facts_alone() };
        let (decision, bytes) = (source.detect(), options.arena_bytes);
        let mut again = None;
        if source.facts_alone {
            first.arena.reset_keeping(kept_bytes);
            match source.read(decision.clone(), first, bytes, (), NoSink) {
                Ok((page, ())) => return take(&page),
                Err(reason) => again = Some(reason),
            }
            source.facts_alone = false;
        }
        let restart = match again {
            Some(Again::InEncoding(restart)) => restart,
            Some(Again::WithOpenElements) | None => {
                first.arena.reset_keeping(kept_bytes);
                match source.read(decision.clone(), first, bytes, (), NoSink) {
                    Ok((page, ())) => return take(&page),
                    Err(again) => again.restart(),
                }
            }
        };
        first.arena.reset_keeping(kept_bytes);
        let (page, ()) = restart
            .read_again(decision, |decision| source.read(decision, first, bytes, (), NoSink).map_err(Again::restart));
        take(&flag_restart(page))
    }

    /// Sets how many bytes of memory a page may use from now on, and how many of them are kept for the next page.
    ///
    /// ```
    /// use tagrake_extract::{Context, Extractor, Flag};
    ///
    /// let mut extractor = Extractor::default();
    /// let page = "<p a b c d e f g h i j k l m n o p>".repeat(10_000);
    /// extractor.set_memory(64 << 10, 0);
    /// assert!(extractor.extract(page.as_bytes(), &Context::default()).flags.has(Flag::LimitArena));
    /// extractor.set_memory(64 << 20, 64 << 20);
    /// assert!(!extractor.extract(page.as_bytes(), &Context::default()).flags.has(Flag::LimitArena));
    /// ```
    pub fn set_memory(&mut self, arena_bytes: usize, kept_bytes: usize) {
        self.options.arena_bytes = arena_bytes;
        self.kept_bytes = Some(kept_bytes);
    }

    /// Releases each buffer that is larger than `kept_bytes`.
    ///
    /// ```
    /// let mut extractor = tagrake_extract::Extractor::default();
    /// extractor.shrink(1 << 20);
    /// ```
    pub fn shrink(&mut self, kept_bytes: usize) {
        for memory in [&mut self.memory.first, &mut self.memory.second] {
            memory.arena.reset_keeping(kept_bytes);
            if memory.buffer.capacity() > kept_bytes {
                memory.buffer = String::new();
            }
        }
    }

    pub(crate) fn options(&self) -> &ExtractOptions {
        &self.options
    }

    /// Determines the encoding of a page, or of a page that starts with `html`.
    pub(crate) fn detect<'e>(&'e self, html: &'e [u8], context: &Context<'e>) -> Decision<'e> {
        Source { html, context, options: &self.options, facts_alone: false }.detect()
    }

    /// Returns the options of the tokenizer for links.
    pub(crate) fn token_options(&self, context: &Context<'_>) -> Options {
        let source = Source { html: b"", context, options: &self.options, facts_alone: false };
        source.token_options::<()>(self.options.arena_bytes).with_errors(false)
    }

    fn kept_bytes(&self) -> usize {
        self.kept_bytes.unwrap_or(Arena::KEPT_BYTES)
    }
}

/// Returns true if a binary data byte comes before any markup, within the bytes that browsers examine.
fn starts_like_binary_data(text: &[u8]) -> bool {
    const EXAMINED_BYTES: usize = 1445;
    let start = &text[..text.len().min(EXAMINED_BYTES)];
    let is_binary = |byte: &u8| matches!(byte, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F);
    let Some(before) = start.iter().position(is_binary).map(|at| &start[..at]) else { return false };
    let begins_markup = |pair: &[u8]| pair[0] == b'<' && (pair[1].is_ascii_alphabetic() || b"!/?".contains(&pair[1]));
    !before.windows(2).any(begins_markup)
}

/// Flags a page that was read a second time.
fn flag_restart(mut page: Page<'_>) -> Page<'_> {
    page.flags.set(Flag::EncodingRestart);
    page
}

impl fmt::Debug for Extractor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Extractor").field("options", &self.options).finish_non_exhaustive()
    }
}

/// Why a page must be read again.
enum Again {
    /// A `meta` has changed the encoding.
    InEncoding(Restart),
    /// The pass for facts alone was [abandoned](PageSink::needs_open_elements).
    WithOpenElements,
}

impl Again {
    /// Returns the new encoding, which is the only reason for a pass that tracks the open elements.
    fn restart(self) -> Restart {
        match self {
            Self::InEncoding(restart) => restart,
            Self::WithOpenElements => unreachable!("the pass tracks the open elements"),
        }
    }
}

/// Fails if a `meta` changes the encoding.
fn check_restart(metadata: &MetadataCollector<'_>, arena: &Arena) -> Result<(), Again> {
    if metadata.restarts {
        let restart = Restart { encoding: metadata.decision.encoding, used_bytes: arena.used_bytes() };
        return Err(Again::InEncoding(restart));
    }
    Ok(())
}

/// A sink of the caller that takes part in a pass.
trait Beside<'e> {
    /// True if there is one.
    const IS_SINK: bool;

    /// Sends the tokens of the text to the extractor's sink, and to this one.
    fn tokenize<P: Sink<'e>>(self, page: &mut P, text: &'e str, options: &Options, arena: &'e Arena) -> Summary;
}

/// No sink of the caller.
struct NoSink;

impl<'e> Beside<'e> for NoSink {
    const IS_SINK: bool = false;

    fn tokenize<P: Sink<'e>>(self, page: &mut P, text: &'e str, options: &Options, arena: &'e Arena) -> Summary {
        tokenize_str_in(text, options, arena, page)
    }
}

struct OwnSink<'s, S: ?Sized>(&'s mut S);

impl<'e, S: Sink<'e> + ?Sized> Beside<'e> for OwnSink<'_, S> {
    const IS_SINK: bool = true;

    fn tokenize<P: Sink<'e>>(self, page: &mut P, text: &'e str, options: &Options, arena: &'e Arena) -> Summary {
        tokenize_str_in(text, options, arena, &mut (page, self.0))
    }
}

/// The bytes of a page, their context, and the options.
struct Source<'e, 'c> {
    html: &'e [u8],
    context: &'c Context<'e>,
    options: &'e ExtractOptions,
    /// True if only facts are collected in the body, by a pass that may be abandoned.
    facts_alone: bool,
}

impl<'e> Source<'e, '_> {
    /// Determines the encoding, without reading tokens.
    fn detect(&self) -> Decision<'e> {
        encoding::detect(self.html, &self.hints())
    }

    /// Determines the encoding by all that the page declares.
    fn decide(&self) -> Decision<'e> {
        if self.context.plain_text {
            return self.detect();
        }
        encoding::decide(self.html, &self.hints(), &self.markup_options())
    }

    /// Returns the options on which the tokens depend.
    fn markup_options(&self) -> Options {
        Options::default()
            .with_scripting(self.options.reads_raw_noscript())
            .with_empty_element_tags(self.context.is_xhtml())
    }

    /// Returns the options with which a [`PageSink`] gets the tokens.
    fn token_options<C: Collector<'e>>(&self, arena_bytes: usize) -> Options {
        let Self { options, .. } = self;
        let reads_attributes = options.links || options.metadata || options.rights || options.items;
        let attributes = match reads_attributes {
            true if !options.link_attributes.is_empty() => &NameFilter::ALL,
            true if self.facts_alone => facts::ATTRIBUTES,
            true if options.link_context => PageSink::<C>::WITH_ROLE,
            true => PageSink::<C>::ATTRIBUTES,
            false => PageSink::<C>::HIDING,
        };
        let limits = options.limits(arena_bytes);
        self.markup_options().with_errors(options.parse_errors).with_limits(limits).with_attributes(attributes)
    }

    fn hints(&self) -> Hints<'e> {
        let mut hints = Hints::default()
            .with_url(self.context.url)
            .with_content_type(self.context.content_type)
            .with_override(self.context.encoding.or(self.options.encoding));
        if let Some(detector) = &self.options.detector {
            hints = hints.with_detector(&**detector);
        }
        hints
    }

    /// Reads the page once, in the encoding of `decision`. Fails if a late `meta` changes the encoding, or if it is not certain which
    /// facts are in a `template`.
    fn read<C: Collector<'e>, B: Beside<'e>>(
        &self,
        decision: Decision<'e>,
        memory: &'e mut PageMemory,
        arena_bytes: usize,
        own: C,
        beside: B,
    ) -> Result<(Page<'e>, C), Again> {
        let (arena, buffer) = (&memory.arena, &mut memory.buffer);
        let decoded = encoding::decode(self.html, &decision, buffer);
        let decoded_bytes = if decoded.is_borrowed { 0 } else { decoded.text.len() };
        let arena_bytes = arena_bytes.saturating_sub(decoded_bytes);
        let text = decoded.text;
        let (mut page, own) = match self.only_columns::<C>().filter(|_| !B::IS_SINK) {
            Some(columns) => (self.read_columns(columns, decision, decoded, arena, arena_bytes)?, own),
            None => {
                let sink = PageSink::new(self.options, decision, text, arena, own, self.facts_alone);
                let (sink, summary) = self.tokenize(text, arena, arena_bytes, sink, beside);
                check_restart(&sink.collectors.metadata, arena)?;
                if sink.needs_open_elements() {
                    return Err(Again::WithOpenElements);
                }
                assemble(Collected { sink, summary, decoded, arena, arena_bytes }, self.context, self.options)
            }
        };
        // Text that decoding did not change is UTF-8. A page without text may be a byte order mark of UTF-16.
        page.is_valid_utf8 = decoded.is_borrowed && !text.is_empty() || encoding::is_utf8(self.html);
        if starts_like_binary_data(text.as_bytes()) {
            page.flags.set(Flag::BinaryData);
        }
        Ok((page, own))
    }

    /// Returns the columns if nothing else is requested.
    fn only_columns<C: Collector<'e>>(&self) -> Option<&'e SelectColumns> {
        let is_wanted = !const { C::ELEMENTS.is_empty() && C::ATTRIBUTES.is_empty() && !C::TEXT };
        if is_wanted || self.context.plain_text || self.options.wants_more_than_columns() {
            return None;
        }
        self.options.columns.as_deref()
    }

    /// Reads the page once for its columns.
    fn read_columns(
        &self,
        columns: &'e SelectColumns,
        decision: Decision<'e>,
        decoded: Decoded<'e>,
        arena: &'e Arena,
        arena_bytes: usize,
    ) -> Result<Page<'e>, Again> {
        let options = selected::options(
            self.options.reads_raw_noscript(),
            self.context.is_xhtml(),
            self.options.limits(arena_bytes),
        );
        let metadata = MetadataCollector::new(self.options, decision, arena.bump());
        let mut pass = ColumnPass::new(selected::sink(columns, arena, &options), metadata, arena);
        let summary = tokenize_str_in(decoded.text, &options, arena, &mut pass);
        check_restart(&pass.metadata, arena)?;
        Ok(assemble_columns(pass, summary, decoded, arena, self.context, columns, options.scripting()))
    }

    /// Passes the tokens of the text to the sink.
    fn tokenize<C: Collector<'e>, B: Beside<'e>>(
        &self,
        text: &'e str,
        arena: &'e Arena,
        arena_bytes: usize,
        mut sink: PageSink<'e, 'e, C>,
        beside: B,
    ) -> (PageSink<'e, 'e, C>, Summary) {
        let Self { options, context, .. } = self;
        let mut token_options = self.token_options::<C>(arena_bytes);
        if B::IS_SINK {
            token_options = token_options.with_attributes(&NameFilter::ALL);
        }
        if context.plain_text {
            let summary = tokenize_str_in("", &token_options, arena, &mut sink);
            sink.read_plain_text(arena_bytes);
            (sink, summary)
        } else if options.head_only {
            let mut head = HeadOnly::new(sink, &token_options);
            let summary = beside.tokenize(&mut head, text, &token_options, arena);
            (head.finish().0, summary)
        } else {
            let summary = beside.tokenize(&mut sink, text, &token_options, arena);
            (sink, summary)
        }
    }
}
