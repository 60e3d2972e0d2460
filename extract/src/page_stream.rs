//! The extraction of a page that arrives in chunks: links and the facts of the head while it arrives, and the page at its end.
//!
//! A [`PageStream`] keeps the bytes of the page. At its end the extractor reads them as it reads any page, so the page is the same
//! for every division into chunks. Until then, a [`tagrake::Stream`] reads each chunk once, and [`EarlyLinks`] finds the links in its
//! tags.
//!
//! 1. The encoding is decided once the bytes that browsers examine are there, or the page has ended.
//! 2. Each chunk is decoded and read. If a late `meta` changes the encoding, all is decoded and read again.
//! 3. Where tree construction opens the body, the extractor reads the head of the bytes so far.

use crate::early_links::{EarlyLinks, LinkSource};
use crate::extractor::Extractor;
use crate::links::Link;
use crate::options::{Context, ExtractOptions};
use crate::page::Page;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use encoding_rs::Decoder;
use tagrake::encoding::{Decision, MetaDeclaration};
use tagrake::{HeadOnly, Sink, Stream, Token};

/// The bytes that must have arrived before the encoding is decided: the ones in which browsers search for a declaration.
const EXAMINED_BYTES: usize = 1024;

/// A part of a page that is known before the page has arrived completely.
#[derive(Debug)]
#[non_exhaustive]
pub enum PageEvent<'e> {
    /// A link, when its tag has arrived. It has what the tag says, and not what follows: neither the text of an anchor nor the
    /// [context](Link::context). [`Link::in_template`], [`Link::in_noscript`] and [`Link::in_head`] are decided without a stack of open
    /// elements, so they can differ from the page's if elements are not closed in order.
    Link {
        /// The link, resolved against the first `<base href>` so far, or else against the page's own URL.
        link: &'e Link<'e>,
        /// True if the URL is final. False if a later `<base href>` could change it, which applies to earlier links too, or if the one
        /// so far comes after a `template`, in which it would not count.
        is_final: bool,
    },
    /// The page as it is at the end of its head, read as with [`ExtractOptions::with_head_only`]. Comes once the body has started, or
    /// at the end of the page. [`Page::is_valid_utf8`], [`Page::is_borrowed`] and [`Page::had_decoding_errors`] are about the bytes so
    /// far, which may end inside a character.
    Head(&'e Page<'e>),
    /// A `meta` after the first 1024 bytes has changed the encoding. All links come again, and the head does if it came before.
    Restart,
}

/// Extracts a page that arrives in chunks: gives its links and the facts of its head while it arrives, and the [`Page`] at the end. It
/// is [`Send`].
///
/// The page at the end is the page that [`Extractor::extract`] gives for all bytes. The links before it are its
/// [`Page::links`], except the links of headers, which are known before the first byte.
///
/// A stream keeps the bytes of the page, and reads them twice: when they arrive, for links, and at the end. Use it for another page
/// with [`start`](Self::start). Whether a link is [final](PageEvent::Link) follows from the standard: without a `base`, the URL of a
/// relative link is certain only when the page has ended.
///
/// With a [detector](ExtractOptions::with_detector), the links of a page that declares no encoding are decoded by its guess for the
/// first bytes.
///
/// ```
/// use tagrake_extract::{Context, ExtractOptions, PageEvent, PageStream};
///
/// let context = Context::default().with_url(Some("https://example.com/dir/page"));
/// let mut stream = PageStream::new(ExtractOptions::default(), context);
/// let mut seen = Vec::new();
/// let mut take = |event: PageEvent<'_>| match event {
///     PageEvent::Link { link, is_final } => seen.push(format!("{} {is_final}", link.url.unwrap_or_default())),
///     PageEvent::Head(page) => seen.push(page.title.unwrap_or_default().to_owned()),
///     _ => {}
/// };
/// let padding = " ".repeat(1024);
/// for chunk in ["<title>Fish</title><base hr", "ef=/menu/>", &padding, "<p><a href=x>one</a><a hr", "ef=//e.org/>two"] {
///     stream.feed(chunk.as_bytes(), &mut take);
/// }
/// let page = stream.finish(&mut take);
/// assert_eq!(page.links[1].text, "one");
/// assert_eq!(seen, [
///     "https://example.com/menu/ true",
///     "https://example.com/menu/x true",
///     "Fish",
///     "https://e.org/ true",
/// ]);
/// ```
pub struct PageStream<'c> {
    context: Context<'c>,
    extractor: Extractor,
    head_extractor: Extractor,
    /// The bytes of the page so far.
    html: Vec<u8>,
    /// The pass over the chunks, once the encoding is decided.
    pass: Option<Pass>,
    is_head_sent: bool,
}

impl<'c> PageStream<'c> {
    /// Starts a page.
    pub fn new(options: ExtractOptions, context: Context<'c>) -> Self {
        let head_extractor = Extractor::new(options.clone().with_head_only(true));
        let extractor = Extractor::new(options);
        Self { context, extractor, head_extractor, html: Vec::new(), pass: None, is_head_sent: false }
    }

    /// Starts another page, with the same options and memory.
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, PageStream};
    ///
    /// let mut stream = PageStream::new(ExtractOptions::default(), Context::default());
    /// for title in ["One", "Two"] {
    ///     stream.feed(format!("<title>{title}").as_bytes(), |_| ());
    ///     assert_eq!(stream.finish(|_| ()).title, Some(title));
    ///     stream.start(Context::default());
    /// }
    /// ```
    pub fn start(&mut self, context: Context<'c>) {
        self.context = context;
        self.html.clear();
        (self.pass, self.is_head_sent) = (None, false);
    }

    /// Reads the next bytes of the page, and passes to `take` what is known now.
    pub fn feed(&mut self, chunk: &[u8], mut take: impl FnMut(PageEvent<'_>)) {
        self.html.extend_from_slice(chunk);
        self.advance(false, &mut take);
    }

    /// Ends the page: passes to `take` the links and the head that did not come before, and returns the page. The next page begins
    /// with [`start`](Self::start).
    pub fn finish(&mut self, mut take: impl FnMut(PageEvent<'_>)) -> Page<'_> {
        self.advance(true, &mut take);
        self.extractor.extract(&self.html, &self.context)
    }

    /// Returns true if [`PageEvent::Head`] came.
    pub fn has_head(&self) -> bool {
        self.is_head_sent
    }

    /// Returns the bytes of the page so far.
    pub fn bytes(&self) -> &[u8] {
        &self.html
    }

    fn advance(&mut self, is_last: bool, take: &mut dyn FnMut(PageEvent<'_>)) {
        let Self { context, extractor, html, .. } = self;
        if self.pass.is_none() && (is_last || html.len() >= EXAMINED_BYTES) && !context.plain_text {
            let decision = extractor.detect(html, context);
            self.pass = Some(Pass::new(&decision, extractor, context));
        }
        if let Some(pass) = &mut self.pass {
            while pass.read(html, extractor, context, is_last, take) {
                *pass = Pass::new(&pass.decision, extractor, context);
                self.is_head_sent = false;
                take(PageEvent::Restart);
            }
        }
        let has_body = self.pass.as_ref().is_some_and(|pass| pass.head.is_none());
        if !self.is_head_sent && (has_body || is_last) {
            self.is_head_sent = true;
            take(PageEvent::Head(&self.head_extractor.extract(html, context)));
        }
    }
}

impl fmt::Debug for PageStream<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("PageStream").field("bytes", &self.html.len()).finish_non_exhaustive()
    }
}

/// A pass over the chunks, in one encoding.
struct Pass {
    decision: Decision<'static>,
    decoder: Decoder,
    /// The number of bytes of the page that are decoded.
    decoded: usize,
    /// The text of a chunk.
    text: String,
    stream: Stream,
    links: EarlyLinks,
    /// Looks for the start of the body; `None` after it was found.
    head: Option<HeadOnly<NoTokens>>,
}

impl Pass {
    fn new(decision: &Decision<'_>, extractor: &Extractor, context: &Context<'_>) -> Self {
        let options = extractor.token_options(context);
        let mut owned = Decision::default();
        (owned.encoding, owned.source) = (decision.encoding, decision.source);
        (owned.confidence, owned.bom_len) = (decision.confidence, decision.bom_len);
        Self {
            decoder: owned.encoding.inner().new_decoder_without_bom_handling(),
            decoded: owned.bom_len,
            decision: owned,
            text: String::new(),
            stream: Stream::new(&options),
            links: EarlyLinks::new(extractor.options()),
            head: Some(HeadOnly::new(NoTokens, &options)),
        }
    }

    /// Reads the bytes of the page that are not read yet. Returns true if a `meta` has changed the encoding.
    fn read(
        &mut self,
        html: &[u8],
        extractor: &Extractor,
        context: &Context<'_>,
        is_last: bool,
        take: &mut dyn FnMut(PageEvent<'_>),
    ) -> bool {
        let Self { decision, decoder, decoded, text, stream, links, head } = self;
        let bytes = html.get(*decoded..).unwrap_or_default();
        *decoded = html.len().max(*decoded);
        text.clear();
        text.reserve(decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(bytes.len()));
        let _ = decoder.decode_to_string(bytes, text, is_last);
        let (options, encoding) = (extractor.options(), decision.encoding.inner());
        let source = LinkSource { options, url: context.url, encoding };
        let mut is_changed = false;
        let mut sink = EarlySink { links, head, decision, is_changed: &mut is_changed, source, take };
        stream.feed(text.as_bytes(), &mut sink);
        if is_last && !*sink.is_changed {
            stream.finish(&mut sink);
            sink.links.finish(source, &mut |link, is_final| (sink.take)(PageEvent::Link { link, is_final }));
        }
        is_changed
    }
}

/// Ignores all tokens.
struct NoTokens;

impl Sink<'_> for NoTokens {}

/// Passes each token to the search for links, and to the search for the body.
struct EarlySink<'s> {
    links: &'s mut EarlyLinks,
    head: &'s mut Option<HeadOnly<NoTokens>>,
    decision: &'s mut Decision<'static>,
    is_changed: &'s mut bool,
    source: LinkSource<'s>,
    take: &'s mut dyn FnMut(PageEvent<'_>),
}

impl EarlySink<'_> {
    /// Passes a token to the search for the body.
    fn read_head<'a>(&mut self, token: Token<'a>) {
        if let Some(head) = self.head {
            token.send_to(head);
            if Sink::<'a>::is_done(head) {
                *self.head = None;
            }
        }
    }
}

impl<'a> Sink<'a> for EarlySink<'_> {
    fn token(&mut self, token: Token<'a>) {
        self.read_head(token);
        let Self { links, source, take, .. } = self;
        let take = &mut |link: &Link<'_>, is_final| take(PageEvent::Link { link, is_final });
        match &token {
            Token::StartTag(tag) => links.start_tag(tag, *source, take),
            Token::EndTag(tag) => links.end_tag(tag, *source, take),
            Token::Text(text) => links.text(text, *source, take),
            Token::Comment(comment) => links.comment(comment, *source, take),
            _ => {}
        }
        if let Token::StartTag(tag) = token
            && let Some(declared) = MetaDeclaration::of_tag(&tag)
        {
            *self.is_changed |= self.decision.change(declared.encoding);
        }
    }

    fn is_done(&self) -> bool {
        *self.is_changed
    }
}
