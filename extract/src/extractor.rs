//! The extractor: turns the bytes of a page into a [`Page`], with memory that is reused from page to page.

use crate::assemble::{Collected, assemble};
use crate::collector::Collector;
use crate::flags::Flag;
use crate::metadata::collector::MetadataCollector;
use crate::options::{Context, ExtractOptions};
use crate::page::Page;
use crate::page_sink::PageSink;
use alloc::string::String;
use core::fmt;
use tagrake::encoding::{self, Decision, Hints, PassMemory, Restart};
use tagrake::names::NameFilter;
use tagrake::{Arena, HeadOnly, Limits, Options, Summary, tokenize_str_in};

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
        let source = Source { html, context, options };
        let bytes = options.arena_bytes;
        let ((page, collector), is_second) = memory.read(source.detect(), bytes, |decision, memory, bytes| {
            memory.arena.reset_keeping(kept_bytes);
            source.read(decision, memory, bytes, new())
        });
        (if is_second { flag_restart(page) } else { page }, collector)
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
        let source = Source { html, context, options };
        let decision = source.detect();
        first.arena.reset_keeping(kept_bytes);
        let restart = match source.read(decision.clone(), first, options.arena_bytes, ()) {
            Ok((page, ())) => return take(&page),
            Err(restart) => restart,
        };
        first.arena.reset_keeping(kept_bytes);
        let (page, ()) = restart.read_again(decision, |decision| source.read(decision, first, options.arena_bytes, ()));
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

/// The bytes of a page, their context, and the options.
struct Source<'e, 'c> {
    html: &'e [u8],
    context: &'c Context<'e>,
    options: &'e ExtractOptions,
}

impl<'e> Source<'e, '_> {
    /// Determines the encoding.
    fn detect(&self) -> Decision<'e> {
        let mut hints = Hints::default()
            .with_url(self.context.url)
            .with_content_type(self.context.content_type)
            .with_override(self.context.encoding.or(self.options.encoding));
        if let Some(detector) = &self.options.detector {
            hints = hints.with_detector(detector);
        }
        encoding::detect(self.html, &hints)
    }

    /// Reads the page once, in the encoding of `decision`. Fails if a late `meta` changes the encoding.
    fn read<C: Collector<'e>>(
        &self,
        decision: Decision<'e>,
        memory: &'e mut PageMemory,
        arena_bytes: usize,
        own: C,
    ) -> Result<(Page<'e>, C), Restart> {
        let (arena, buffer) = (&memory.arena, &mut memory.buffer);
        let decoded = encoding::decode(self.html, &decision, buffer);
        let decoded_bytes = if decoded.is_borrowed { 0 } else { decoded.text.len() };
        let arena_bytes = arena_bytes.saturating_sub(decoded_bytes);
        let sink = PageSink::new(self.options, decision, decoded.text, arena, own);
        let (sink, summary) = self.tokenize(decoded.text, arena, arena_bytes, sink);
        let MetadataCollector { restarts, decision, .. } = &sink.collectors.metadata;
        if *restarts {
            return Err(Restart { encoding: decision.encoding, used_bytes: arena.used_bytes() });
        }
        let text = decoded.text;
        let collected = Collected { sink, summary, decoded, arena, arena_bytes };
        let (mut page, own) = assemble(collected, self.context, self.options);
        if starts_like_binary_data(text.as_bytes()) {
            page.flags.set(Flag::BinaryData);
        }
        Ok((page, own))
    }

    /// Passes the tokens of the text to the sink.
    fn tokenize<C: Collector<'e>>(
        &self,
        text: &'e str,
        arena: &'e Arena,
        arena_bytes: usize,
        mut sink: PageSink<'e, 'e, C>,
    ) -> (PageSink<'e, 'e, C>, Summary) {
        let Self { options, context, .. } = self;
        let reads_attributes = options.links || options.metadata || options.rights || options.items;
        let token_options = Options::default()
            .with_scripting(options.reads_raw_noscript())
            .with_empty_element_tags(context.is_xhtml())
            .with_limits(Limits::default().with_arena_bytes(arena_bytes))
            .with_attributes(match reads_attributes {
                true if !options.link_attributes.is_empty() => &NameFilter::ALL,
                true if options.link_context => PageSink::<C>::WITH_ROLE,
                true => PageSink::<C>::ATTRIBUTES,
                false => PageSink::<C>::HIDING,
            });
        if context.is_plain_text {
            let summary = tokenize_str_in("", &token_options, arena, &mut sink);
            sink.read_plain_text(arena_bytes);
            (sink, summary)
        } else if options.head_only {
            let mut head = HeadOnly::new(sink, &token_options);
            let summary = tokenize_str_in(text, &token_options, arena, &mut head);
            (head.finish().0, summary)
        } else {
            let summary = tokenize_str_in(text, &token_options, arena, &mut sink);
            (sink, summary)
        }
    }
}
