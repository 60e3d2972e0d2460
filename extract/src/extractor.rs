//! The extractor: turns the bytes of a page into a [`Page`], with memory that is reused from page to page.

use super::blocks::Facts;
use super::flags::Flag;
use super::names::Attr;
use super::options::{Context, ExtractOptions};
use super::page::{Heading, Page, RobotsRules};
use super::page_sink::PageSink;
use crate::links::Resolver;
use crate::links::URLS_BYTES;
use crate::links::link_header;
use crate::metadata::limits::UrlRoom;
use crate::metadata::{elements, json_ld};
use crate::rights;
use crate::rights::robots::{self, MAX_DIRECTIVES};
use crate::text::TEXT_BYTES;
use crate::text::strings::truncate;
use alloc::string::String;
use bumpalo::collections::Vec;
use core::fmt;
use tagrake::Arena;
use tagrake::HeadOnly;
use tagrake::Options;
use tagrake::encoding::{self, Decision, Encoding, Hints};
use tagrake::tokenize_in;
use tagrake::{LimitKind, Limits};

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
    memory: PageMemory,
    /// Memory for the second pass over a page in another encoding, while the first memory is still borrowed.
    second: PageMemory,
    /// How many bytes of an arena are kept for the next page; `None` keeps the default of 16 MiB.
    kept_bytes: Option<usize>,
}

#[derive(Default)]
struct PageMemory {
    arena: Arena,
    /// The decoded text of a page that is not UTF-8.
    buffer: String,
}

/// The request to read a page again in another encoding, with the bytes of memory that the first pass used.
struct Restart {
    encoding: &'static Encoding,
    used_bytes: usize,
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
    /// is, URLs that the URL parser changes.
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
        let decision = detect(html, context, &self.options);
        let (kept, arena_bytes) = (self.kept_bytes(), self.options.arena_bytes);
        match read(html, context, &self.options, decision.clone(), &mut self.memory, kept, arena_bytes) {
            Ok(page) => page,
            Err(Restart { encoding, used_bytes }) => {
                let left = arena_bytes.saturating_sub(used_bytes);
                let decision = changed(decision, encoding);
                let page = read(html, context, &self.options, decision, &mut self.second, kept, left);
                read_again(page)
            }
        }
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
        let decision = detect(html, context, &self.options);
        let (kept, arena_bytes) = (self.kept_bytes(), self.options.arena_bytes);
        let encoding = match read(html, context, &self.options, decision.clone(), &mut self.memory, kept, arena_bytes) {
            Ok(page) => return take(&page),
            Err(restart) => restart.encoding,
        };
        let decision = changed(decision, encoding);
        let page = read(html, context, &self.options, decision, &mut self.memory, kept, arena_bytes);
        take(&read_again(page))
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
        for memory in [&mut self.memory, &mut self.second] {
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

/// Determines the encoding of a page.
fn detect<'e>(html: &'e [u8], context: &Context<'e>, options: &'e ExtractOptions) -> Decision<'e> {
    let mut hints = Hints::default()
        .with_url(context.url)
        .with_content_type(context.content_type)
        .with_override(context.encoding.or(options.encoding));
    if let Some(detector) = &options.detector {
        hints = hints.with_detector(detector);
    }
    encoding::detect(html, &hints)
}

/// Returns the decision after a late `meta` has changed the encoding.
fn changed<'e>(mut decision: Decision<'e>, encoding: &'static Encoding) -> Decision<'e> {
    decision.change(encoding);
    decision
}

/// Unwraps the second pass over a page, and flags the page.
fn read_again<'e>(page: Result<Page<'e>, Restart>) -> Page<'e> {
    let Ok(mut page) = page else { unreachable!("an encoding is changed once") };
    page.flags.set(Flag::EncodingRestart);
    page
}

impl fmt::Debug for Extractor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Extractor").field("options", &self.options).finish_non_exhaustive()
    }
}

/// Reads a page once. Fails if a late `meta` changes the encoding.
fn read<'e>(
    html: &'e [u8],
    context: &Context<'e>,
    options: &ExtractOptions,
    decision: Decision<'e>,
    memory: &'e mut PageMemory,
    kept_bytes: usize,
    arena_bytes: usize,
) -> Result<Page<'e>, Restart> {
    memory.arena.reset_keeping(kept_bytes);
    let (arena, buffer) = (&memory.arena, &mut memory.buffer);
    let decoded = encoding::decode(html, &decision, buffer);
    let bump = arena.bump();
    let mut sink = PageSink::new(options, decision, decoded.text, arena);
    let arena_bytes = arena_bytes.saturating_sub(if decoded.is_borrowed { 0 } else { decoded.text.len() });
    let limits = Limits::default().with_arena_bytes(arena_bytes);
    let mut token_options = Options::default().with_scripting(options.reads_raw_noscript()).with_limits(limits);
    let is_reading_attributes = options.links || options.metadata || options.rights || options.items;
    token_options = token_options.with_attributes(if is_reading_attributes { Attr::FILTER } else { Attr::HIDING });
    let html = decoded.text.as_bytes();
    let summary;
    if context.is_plain_text {
        summary = tokenize_in(&[], &token_options, arena, &mut sink);
        sink.read_plain_text(arena_bytes);
    } else if options.head_only {
        let mut head = HeadOnly::new(sink, &token_options);
        summary = tokenize_in(html, &token_options, arena, &mut head);
        (sink, _) = head.finish();
    } else {
        summary = tokenize_in(html, &token_options, arena, &mut sink);
    }
    if sink.restarts {
        return Err(Restart { encoding: sink.decision.encoding, used_bytes: arena.used_bytes() });
    }
    sink.finish();
    for (name, value) in context.headers {
        if options.links && name.eq_ignore_ascii_case("link") {
            link_header::links(value, bump).for_each(|link| sink.links.add_header(link));
        }
    }
    let PageSink { decision, mut flags, links, anchors, text, table, link_elements, headings, .. } = sink;
    let (metas, scripts) = (sink.metas.into_bump_slice(), sink.json_ld.into_bump_slice());
    let facts = Facts { title: sink.title.unwrap_or_default(), metas, json_ld: scripts };
    let mut resolver = Resolver::new(context.url, decision.encoding.inner(), bump);
    if let Some(href) = sink.base_href {
        resolver.set_base(href);
    }
    let (item_list, is_over) = sink.items_builder.map_or((&[][..], false), |items| items.finish(&resolver));
    if is_over {
        flags.set(Flag::LimitItems);
    }
    let max_url_bytes = URLS_BYTES.min(arena_bytes.saturating_sub(arena.used_bytes()));
    let blocks = table.map(|table| table.finish(facts, options.main, &resolver, max_url_bytes));
    if text.is_truncated || blocks.is_some_and(|blocks| blocks.is_truncated()) {
        flags.set(Flag::LimitText);
    }
    if summary.is_ambiguous() {
        flags.set(Flag::AmbiguousReplayed);
    }
    if summary.unfinished().is_some() {
        flags.set(Flag::TruncatedInput);
    }
    for met in summary.limits_met() {
        flags.set(match met.kind() {
            LimitKind::Attributes => Flag::LimitAttributes,
            LimitKind::Depth => Flag::LimitDepth,
            LimitKind::TokenBytes => Flag::LimitToken,
            LimitKind::ArenaBytes => Flag::LimitArena,
            _ => unreachable!("only a stream meets another limit"),
        });
    }
    let (text, word_count) = text.finish();
    let texts = anchors.into_texts();
    let room = arena_bytes.saturating_sub(arena.used_bytes());
    let mut is_truncated = links.is_truncated;
    let (links, is_over) = links.finish(&resolver, texts, URLS_BYTES.min(room));
    if is_over && room < URLS_BYTES {
        flags.set(Flag::LimitArena);
    }
    is_truncated |= is_over;
    if is_truncated {
        flags.set(Flag::LimitLinks);
    }
    let headings = headings.iter().map(|heading| {
        let (text, alt) = (texts.text(heading.text), texts.alt(heading.text));
        Heading {
            level: heading.level,
            text: truncate(if text.is_empty() { alt } else { text }, TEXT_BYTES),
            id: heading.id,
        }
    });
    let json_ld = json_ld::read(if options.metadata { scripts } else { &[] }, &mut flags, bump);
    let (mut x_robots, mut directives) = (Vec::new_in(bump), MAX_DIRECTIVES);
    for (name, value) in context.headers {
        if options.metadata && name.eq_ignore_ascii_case("x-robots-tag") {
            let (agent, (found, is_truncated)) = robots::header(value, directives, bump);
            directives -= found.len();
            if is_truncated {
                flags.set(Flag::LimitArena);
            }
            x_robots.push(RobotsRules { agent, directives: found });
        }
    }
    let rights =
        options.rights.then(|| rights::read(metas, &sink.licenses, context.headers, &resolver, &mut flags, bump));
    let mut page = Page {
        url: resolver.document_url(),
        base_url: resolver.base_url(),
        base_href: sink.base_href,
        content_type: context.content_type,
        encoding: decision,
        is_borrowed: decoded.is_borrowed,
        had_decoding_errors: decoded.had_errors,
        doctype: sink.doctype,
        lang: sink.lang,
        dir: sink.dir,
        title: sink.title.filter(|_| options.metadata),
        metas,
        x_robots: elements::group_rules(x_robots, bump),
        rights,
        json_ld,
        items: sink.items.into_bump_slice(),
        item_list,
        times: sink.times.into_bump_slice(),
        headings: bump.alloc_slice_fill_iter(headings),
        text: options.text.then_some(text),
        blocks,
        word_count,
        links,
        flags,
        summary,
        ..Page::default()
    };
    if options.metadata {
        let mut urls = UrlRoom::default();
        elements::read_metas(&mut page, context.headers, &sink.refreshes, &resolver, &mut urls, bump);
        elements::read_link_elements(&mut page, &link_elements, decoded.text, &resolver, &mut urls, bump);
    }
    Ok(page)
}
