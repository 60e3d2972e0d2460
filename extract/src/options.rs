//! The options of an extraction, and the context of a page.

use crate::link_attribute::LinkAttribute;
use crate::link_kind::LinkKind;
use crate::select_columns::SelectColumns;
use crate::setters::{setters, switches};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use tagrake::encoding::{Encoding, is_xhtml};

/// Guesses the encoding of a page that is not UTF-8, from its bytes and its URL.
pub type Detector = fn(&[u8], Option<&str>) -> &'static Encoding;

/// Selects what [`Extractor`](super::Extractor) extracts: by default, links and metadata. Nothing else is computed.
///
/// ```
/// use tagrake_extract::{Context, ExtractOptions, Extractor};
///
/// let options = ExtractOptions::default().with_text(true).with_links(false);
/// let mut extractor = Extractor::new(options);
/// let page = extractor.extract(b"<title>T</title><p>one<p><a href=x>two</a>", &Context::default());
/// assert_eq!((page.title, page.text, page.links.len()), (Some("T"), Some("one\ntwo"), 0));
/// ```
#[derive(Clone)]
pub struct ExtractOptions {
    pub(super) links: bool,
    pub(super) metadata: bool,
    pub(super) rights: bool,
    pub(super) text: bool,
    pub(super) blocks: bool,
    pub(super) main: bool,
    pub(super) inlines: bool,
    pub(super) tables: bool,
    pub(super) items: bool,
    pub(super) hidden_text: bool,
    pub(super) css: bool,
    pub(super) lazy: bool,
    pub(super) scripting: bool,
    pub(super) noscript_markup: bool,
    pub(super) head_only: bool,
    pub(super) link_context: bool,
    /// Whether links of the kind `Comment` are collected, and of the kind `Social`.
    pub(super) comment_links: bool,
    pub(super) social_links: bool,
    pub(super) link_attributes: Vec<LinkAttribute>,
    pub(super) max_links: usize,
    pub(super) arena_bytes: usize,
    pub(super) encoding: Option<&'static Encoding>,
    pub(super) detector: Option<Detector>,
    pub(super) columns: Option<Arc<SelectColumns>>,
}

impl Default for ExtractOptions {
    fn default() -> Self {
        Self {
            links: true,
            metadata: true,
            rights: false,
            text: false,
            blocks: false,
            main: false,
            inlines: false,
            tables: false,
            items: false,
            hidden_text: false,
            css: true,
            lazy: true,
            scripting: false,
            noscript_markup: false,
            head_only: false,
            link_context: false,
            comment_links: false,
            social_links: false,
            link_attributes: Vec::new(),
            max_links: 100_000,
            arena_bytes: 128 << 20,
            encoding: None,
            detector: None,
            columns: None,
        }
    }
}

switches! {
    /// Switches.
    impl ExtractOptions {
        /// Sets whether links are collected. Default: true.
        with_links(links);
        /// Sets whether metadata is collected: title, `meta` and `link` elements, JSON-LD, headings. Default: true.
        with_metadata(metadata);
        /// Sets whether the declarations about the use of the page are collected: [`Page::rights`](super::Page::rights).
        /// Default: false.
        with_rights(rights);
        /// Sets whether the visible text is collected. Default: false.
        with_text(text);
        /// Sets whether the text blocks are collected: [`Page::blocks`](super::Page::blocks). Default: false. The content of
        /// `noscript` is then markup, whatever [`with_scripting`](Self::with_scripting) says.
        with_blocks(blocks);
        /// Sets whether the blocks are scored, so that [`Blocks::view`](super::Blocks::view) returns the main content. Default:
        /// false. The blocks are then collected whatever [`with_blocks`](Self::with_blocks) says.
        with_main(main);
        /// Sets whether blocks have [inline elements](super::Block::inlines): links, code, emphasis, images. Default: false.
        with_inlines(inlines);
        /// Sets whether the tables are collected: [`Blocks::tables`](super::Blocks::tables). Default: false. The blocks are then
        /// collected whatever [`with_blocks`](Self::with_blocks) says.
        with_tables(tables);
        /// Sets whether the items of microdata and RDFa are collected: [`Page::item_list`](super::Page::item_list). Default:
        /// false. It makes a few small heap allocations for each page.
        with_items(items);
        /// Sets whether text that HTML hides is part of the visible text, of headings and of link texts. Default: false.
        ///
        /// Hidden text is the content of elements with a `hidden` attribute or an inline style of `display: none` or
        /// `visibility: hidden`, of `datalist`, of a closed `dialog`, and the fallback content of `meter` and `progress`.
        with_hidden_text(hidden_text);
        /// Sets whether links in style sheets and `style` attributes are collected. Default: true.
        with_css(css);
        /// Sets whether links in attributes of lazy-loading libraries, such as `data-src`, are collected. Default: true.
        with_lazy(lazy);
        /// Sets the [scripting flag](https://html.spec.whatwg.org/multipage/parsing.html#scripting-flag). Default: false,
        /// which makes the content of `noscript` markup.
        with_scripting(scripting);
        /// Sets whether links are also collected from the raw text of `noscript` if the scripting flag is set. They are
        /// marked [`in_noscript`](super::Link::in_noscript). Default: false.
        with_noscript_markup(noscript_markup);
        /// Sets whether links have their region, their path and further attributes: [`Link::context`](super::Link::context). Default:
        /// false.
        with_link_context(link_context);
        /// Sets whether reading stops at the start of the body, as with [`HeadOnly`](tagrake::HeadOnly). Default: false.
        with_head_only(head_only);
    }
}

impl ExtractOptions {
    /// Returns true if the table of blocks is filled.
    pub(super) fn wants_blocks(&self) -> bool {
        self.blocks || self.main || self.tables || self.columns_need_blocks()
    }

    /// Returns true if blocks have inline elements.
    pub(super) fn wants_inlines(&self) -> bool {
        self.inlines || self.columns_need_blocks()
    }

    fn columns_need_blocks(&self) -> bool {
        self.columns.as_ref().is_some_and(|columns| columns.needs_blocks())
    }

    /// Returns true if the title and JSON-LD are read, as metadata or for the features of blocks.
    pub(super) fn reads_facts(&self) -> bool {
        self.metadata || self.wants_blocks()
    }

    /// Returns true if the content of `noscript` is raw text. For blocks, it is always markup.
    pub(super) fn reads_raw_noscript(&self) -> bool {
        self.scripting && !self.wants_blocks()
    }
}

setters! {
    /// Limits and encodings.
    impl ExtractOptions {
        /// Sets the maximum number of links of a page. Default: 100,000. A page with more links gets
        /// [`Flag::LimitLinks`](super::Flag::LimitLinks).
        ///
        /// ```
        /// use tagrake_extract::{Context, ExtractOptions, Extractor, Flag};
        ///
        /// let mut extractor = Extractor::new(ExtractOptions::default().with_max_links(1));

        /// let page = extractor.extract(b"<a href=1>1</a><a href=2>2</a>", &Context::default());

        /// assert_eq!(page.links.len(), 1);

        /// assert!(page.flags.has(Flag::LimitLinks));

        /// ```
        with_max_links(max_links: usize);

        /// Sets the maximum memory for one page, in bytes. Default: 128 MiB; none of 1,239 real pages needs more than 0.5
        /// MB. It includes the decoded text of a page that is not UTF-8.
        ///
        /// Reading stops before the token that would exceed the limit, and the page gets
        /// [`Flag::LimitArena`](super::Flag::LimitArena).
        ///
        /// ```
        /// use tagrake_extract::{Context, ExtractOptions, Extractor, Flag};
        ///
        /// let mut extractor = Extractor::new(ExtractOptions::default().with_arena_bytes(64 << 10));

        /// let page = "<p a b c d e f g h i j k l m n o p>".repeat(10_000);

        /// assert!(extractor.extract(page.as_bytes(), &Context::default()).flags.has(Flag::LimitArena));

        /// ```
        with_arena_bytes(arena_bytes: usize);

        /// Sets the encoding of all pages, overriding their declarations. Default: `None`.
        ///
        /// ```
        /// use tagrake::encoding::Encoding;
        /// use tagrake_extract::{Context, ExtractOptions, Extractor};
        ///
        /// let options = ExtractOptions::default().with_encoding(Encoding::for_label(b"koi8-r"));

        /// let mut extractor = Extractor::new(options);

        /// let page = extractor.extract(b"<title>\xCD\xC9\xD2</title>", &Context::default());

        /// assert_eq!(page.title, Some("мир"));

        /// ```
        with_encoding(encoding: Option<&'static Encoding>);

        /// Sets the function that guesses the encoding of pages that declare none and are not UTF-8. Default: `None`, which
        /// decodes these pages as windows-1252, as the standard does.
        ///
        /// ```
        /// use tagrake::encoding::Encoding;
        /// use tagrake_extract::{Context, ExtractOptions, Extractor};
        ///
        /// let detector = |_: &[u8], _: Option<&str>| Encoding::for_label(b"windows-1251").unwrap();

        /// let mut extractor = Extractor::new(ExtractOptions::default().with_detector(Some(detector)));

        /// let page = extractor.extract(b"<title>\xEC\xE8\xF0</title>", &Context::default());

        /// assert_eq!(page.title, Some("мир"));

        /// ```
        with_detector(detector: Option<Detector>);

        /// Sets the columns whose values selectors find: [`Page::selected`](super::Page::selected). Default: `None`. The page is
        /// read a second time for them, and completely, whatever [`with_head_only`](Self::with_head_only) says. For
        /// `::markdown`, the blocks are collected whatever [`with_blocks`](Self::with_blocks) says.
        ///
        /// ```
        /// use std::sync::Arc;
        /// use tagrake_extract::{Context, ExtractOptions, Extractor, SelectColumns, SelectedValue};
        ///
        /// let columns = SelectColumns::compile(&["price=.price"])?;

        /// let mut extractor = Extractor::new(ExtractOptions::default().with_columns(Some(Arc::new(columns))));

        /// let page = extractor.extract(b"<b class=price> 5\n EUR", &Context::default());

        /// assert_eq!(page.selected, [SelectedValue::Text("5 EUR")]);
        /// # Ok::<(), tagrake_extract::SelectColumnError>(())

        /// ```
        with_columns(columns: Option<Arc<SelectColumns>>);
    }
}

impl ExtractOptions {
    /// Sets which kinds of links are wanted: those on request, [`LinkKind::Comment`] and [`LinkKind::Social`], are collected if `kinds`
    /// has them. All others are collected in any case.
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor, LinkKind};
    ///
    /// let html = b"<meta property=og:image content=http://e.org/i.png><!--[if IE]><a href=http://e.org/ie></a><![endif]-->";
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_kinds(&[LinkKind::Comment, LinkKind::Social]));
    /// let page = extractor.extract(html, &Context::default());
    /// assert_eq!((page.links[0].url, page.links[0].kind), (Some("http://e.org/i.png"), LinkKind::Social));
    /// assert_eq!((page.links[1].url, page.links[1].kind), (Some("http://e.org/ie"), LinkKind::Comment));
    /// ```
    #[must_use]
    pub fn with_kinds(mut self, kinds: &[LinkKind]) -> Self {
        self.comment_links = kinds.contains(&LinkKind::Comment);
        self.social_links = kinds.contains(&LinkKind::Social);
        self
    }

    /// Sets attributes whose links are collected although the standard says nothing of them. Default: none. The attributes of the
    /// standard and of many lazy-loading libraries are read in any case.
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor, LinkKind};
    ///
    /// let options = ExtractOptions::default().with_link_attributes(["span@data-full".parse()?]);
    /// let mut extractor = Extractor::new(options);
    /// let page = extractor.extract(b"<span data-full=http://e.org/i.png>", &Context::default());
    /// assert_eq!((page.links[0].url, page.links[0].kind), (Some("http://e.org/i.png"), LinkKind::Lazy));
    /// # Ok::<(), tagrake_extract::LinkAttributeError>(())
    /// ```
    #[must_use]
    pub fn with_link_attributes(mut self, attributes: impl IntoIterator<Item = LinkAttribute>) -> Self {
        self.link_attributes = attributes.into_iter().collect();
        self
    }

    /// Returns the maximum memory for one page, in bytes.
    ///
    /// ```
    /// assert_eq!(tagrake_extract::ExtractOptions::default().arena_bytes(), 128 << 20);
    /// ```
    pub fn arena_bytes(&self) -> usize {
        self.arena_bytes
    }

    /// Returns the encoding of all pages, if it is set.
    ///
    /// ```
    /// assert!(tagrake_extract::ExtractOptions::default().encoding().is_none());
    /// ```
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.encoding
    }
}

impl fmt::Debug for ExtractOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ExtractOptions")
            .field("links", &self.links)
            .field("text", &self.text)
            .finish_non_exhaustive()
    }
}

/// Facts known about a page besides its bytes. Empty by default.
///
/// ```
/// use tagrake_extract::{Context, Extractor};
///
/// let context = Context::default()
///     .with_url(Some("https://example.com/dir/"))
///     .with_content_type(Some("text/html; charset=utf-8"))
///     .with_headers(&[("Link", "</next>; rel=next")]);
/// let mut extractor = Extractor::default();
/// let page = extractor.extract(b"<a href=x>", &context);
/// assert_eq!(page.links[0].url, Some("https://example.com/dir/x"));
/// assert_eq!(page.links[1].url, Some("https://example.com/next"));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Context<'c> {
    pub(super) url: Option<&'c str>,
    pub(super) content_type: Option<&'c str>,
    pub(super) headers: &'c [(&'c str, &'c str)],
    pub(super) encoding: Option<&'static Encoding>,
    pub(super) is_plain_text: bool,
    pub(super) redirect: Option<&'c str>,
    pub(super) is_xhtml: bool,
}

impl<'c> Context<'c> {
    /// Returns the values of the headers with this name, in lower case.
    pub(super) fn header_values(&self, name: &'static str) -> impl Iterator<Item = &'c str> + use<'c> {
        self.headers.iter().filter(move |(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| *value)
    }

    /// Returns true if browsers parse the page as XML: its `Content-Type` is `application/xhtml+xml`, or the caller knows that the
    /// page is XHTML.
    pub(crate) fn is_xhtml(&self) -> bool {
        self.is_xhtml || self.content_type.is_some_and(is_xhtml)
    }
}

setters! {
    impl Context<'c> {
        /// Sets the page's own URL, after redirects. Without it, relative links resolve only if the page has an absolute
        /// `<base href>`.
        ///
        /// ```
        /// use tagrake_extract::{Context, Extractor};
        ///
        /// let mut extractor = Extractor::default();

        /// let page = extractor.extract(b"", &Context::default().with_url(Some("HTTP://Example.com")));

        /// assert_eq!(page.url, Some("http://example.com/"));

        /// ```
        with_url(url: Option<&'c str>);

        /// Sets the value of the `Content-Type` header, which may declare the encoding, and that the page is XHTML: in
        /// `application/xhtml+xml`, `<x/>` is an empty element.
        ///
        /// ```
        /// use tagrake_extract::{Context, Extractor};
        ///
        /// let context = Context::default().with_content_type(Some("text/html; charset=windows-1253"));

        /// let mut extractor = Extractor::default();

        /// assert_eq!(extractor.extract(b"<title>\xE1</title>", &context).title, Some("α"));

        /// ```
        with_content_type(content_type: Option<&'c str>);

        /// Sets the response headers. `Link`, `Refresh`, `X-Robots-Tag` and `Content-Language` are used; [`Rights`](super::Rights) also needs
        /// `tdm-reservation`, `tdm-policy` and `Content-Usage`.
        ///
        /// ```
        /// use tagrake_extract::{Context, Extractor};
        ///
        /// let context = Context::default().with_headers(&[("x-robots-tag", "noindex")]);

        /// let mut extractor = Extractor::default();

        /// assert_eq!(extractor.extract(b"", &context).x_robots[0].directives, ["noindex"]);

        /// ```
        with_headers(headers: &'c [(&'c str, &'c str)]);

        /// Sets the encoding of this page. It overrides [`ExtractOptions::with_encoding`] and everything but a byte order
        /// mark.
        ///
        /// Use it for a page that is already decoded text: that is UTF-8 whatever the page declares.
        ///
        /// ```
        /// use tagrake::encoding::Encoding;
        /// use tagrake_extract::{Context, Extractor};
        ///
        /// let context = Context::default().with_encoding(Encoding::for_label(b"utf-8"));

        /// let mut extractor = Extractor::default();

        /// let page = extractor.extract("<meta charset=koi8-r><title>α</title>".as_bytes(), &context);

        /// assert_eq!((page.title, page.encoding.source.as_str()), (Some("α"), "override"));

        /// ```
        with_encoding(encoding: Option<&'static Encoding>);

        /// Sets whether the page is XHTML although no `Content-Type` says so, such as a file whose name ends in `.xhtml`.
        /// Default: false.
        ///
        /// ```
        /// use tagrake_extract::{Context, Extractor};
        ///
        /// let mut extractor = Extractor::default();

        /// let page = extractor.extract(b"<title/><a href='x'/>", &Context::default().with_xhtml(true));

        /// assert_eq!((page.title, page.links.len()), (Some(""), 1));

        /// ```
        with_xhtml(is_xhtml: bool);

        /// Sets whether the page is plain text, not HTML. Each line is then a paragraph of its text, and there is no markup.
        /// Default: false.
        ///
        /// ```
        /// use tagrake_extract::{Context, ExtractOptions, Extractor};
        ///
        /// let mut extractor = Extractor::new(ExtractOptions::default().with_text(true));

        /// let page = extractor.extract(b"a <b>\n\n  c  d", &Context::default().with_plain_text(true));

        /// assert_eq!((page.text, page.word_count, page.links.len()), (Some("a <b>\nc d"), 4, 0));

        /// ```
        with_plain_text(is_plain_text: bool);

        /// Sets the target of the redirect that the response is: the value of its `Location` header, if its status is 3xx.
        ///
        /// ```
        /// use tagrake_extract::{Context, Extractor, LinkKind};
        ///
        /// let context = Context::default().with_url(Some("https://e.org/a/b")).with_redirect(Some("c"));
        /// let mut extractor = Extractor::default();
        /// let page = extractor.extract(b"", &context);
        /// assert_eq!(page.redirect, Some("https://e.org/a/c"));
        /// assert_eq!((page.links[0].url, page.links[0].kind), (page.redirect, LinkKind::Redirect));
        /// ```
        with_redirect(redirect: Option<&'c str>);
    }
}
