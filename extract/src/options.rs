//! The options of an extraction, and the context of a page.

use crate::link_attribute::{LinkAttribute, LinkAttributeError};
use crate::link_kind::LinkKind;
use crate::part::{Part, Parts};
use crate::select_columns::SelectColumns;
use crate::setters::{setters, switches};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use tagrake::Limits;
use tagrake::encoding::{Detector, Encoding, is_xhtml};

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
    pub(super) headings: bool,
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
    pub(super) parse_errors: bool,
    pub(super) link_context: bool,
    /// Whether links of the kind `Comment` are collected, and of the kind `Social`.
    pub(super) comment_links: bool,
    pub(super) social_links: bool,
    pub(super) link_attributes: Vec<LinkAttribute>,
    /// The crawler for which the robots directives decide, besides the ones for all crawlers.
    pub(super) crawler: Option<String>,
    pub(super) max_links: usize,
    pub(super) stop_at_max_links: bool,
    pub(super) input_bytes: usize,
    pub(super) tokens: usize,
    pub(super) arena_bytes: usize,
    pub(super) encoding: Option<&'static Encoding>,
    pub(super) detector: Option<Arc<Detector<'static>>>,
    pub(super) columns: Option<Arc<SelectColumns>>,
}

impl Default for ExtractOptions {
    fn default() -> Self {
        Self {
            links: true,
            metadata: true,
            headings: true,
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
            parse_errors: false,
            link_context: false,
            comment_links: false,
            social_links: false,
            link_attributes: Vec::new(),
            crawler: None,
            max_links: 100_000,
            stop_at_max_links: false,
            input_bytes: usize::MAX,
            tokens: usize::MAX,
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
        /// Sets whether metadata includes [`Page::headings`](super::Page::headings) and
        /// [`Page::item_attributes`](super::Page::item_attributes). Default: true. Without them, and if nothing besides metadata and
        /// rights is collected, [`extract_with`](super::Extractor::extract_with) skips most tags of the body: it does not track open
        /// elements, so a deeply nested page has no [`Flag::LimitDepth`](super::Flag::LimitDepth).
        with_headings(headings);
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
        /// Sets whether the items of microdata and RDFa are collected: [`Page::items`](super::Page::items). Default:
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
        /// Sets whether the parse errors of the tokenizer are counted: [`Page::parse_errors`](super::Page::parse_errors). Default:
        /// false. The page takes longer to read.
        with_parse_errors(parse_errors);
        /// Sets whether reading stops at the start of the body, as with [`HeadOnly`](tagrake::HeadOnly). Default: false.
        with_head_only(head_only);
    }
}

/// Expands to the switch of a part, as `&` or `&mut`.
macro_rules! switch {
    ($options:ident, $part:expr, $($reference:tt)+) => {
        match $part {
            Part::Metadata => $($reference)+ $options.metadata,
            Part::Headings => $($reference)+ $options.headings,
            Part::Links => $($reference)+ $options.links,
            Part::LinkContext => $($reference)+ $options.link_context,
            Part::Rights => $($reference)+ $options.rights,
            Part::Text => $($reference)+ $options.text,
            Part::Blocks => $($reference)+ $options.blocks,
            Part::Main => $($reference)+ $options.main,
            Part::Inlines => $($reference)+ $options.inlines,
            Part::Tables => $($reference)+ $options.tables,
            Part::Items => $($reference)+ $options.items,
            Part::ParseErrors => $($reference)+ $options.parse_errors,
        }
    };
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

    /// Returns true if the pass of the extractor is needed, besides the pass that evaluates the selectors of columns.
    pub(super) fn wants_more_than_columns(&self) -> bool {
        let Self { links, metadata, rights, text, items, head_only, parse_errors, .. } = *self;
        links || metadata || rights || text || items || head_only || parse_errors || self.wants_blocks()
    }

    /// Returns the parts that a page has: the requested ones, and those that they are made of.
    pub(super) fn extracted_parts(&self) -> Parts {
        let mut parts = self.parts();
        if self.wants_blocks() {
            parts = parts.with(Part::Blocks);
        }
        if self.wants_inlines() {
            parts = parts.with(Part::Inlines);
        }
        parts
    }

    fn columns_need_blocks(&self) -> bool {
        self.columns.as_ref().is_some_and(|columns| columns.needs_blocks())
    }

    /// Returns true if headings and item attributes are collected.
    pub(super) fn reads_headings(&self) -> bool {
        self.metadata && self.headings
    }

    /// Returns true if nothing is collected in the body but facts: tags that count wherever they are, outside of a `template`.
    pub(super) fn reads_facts_alone(&self) -> bool {
        !(self.links || self.text || self.items || self.reads_headings() || self.wants_blocks())
    }

    /// Returns true if the title and JSON-LD are read, as metadata or for the features of blocks.
    pub(super) fn reads_facts(&self) -> bool {
        self.metadata || self.wants_blocks()
    }

    /// Returns the limits of the tokenizer, with this limit of memory.
    pub(super) fn limits(&self, arena_bytes: usize) -> Limits {
        Limits::default().with_arena_bytes(arena_bytes).with_input_bytes(self.input_bytes).with_tokens(self.tokens)
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

        /// Sets whether reading stops at the first link over [the maximum](Self::with_max_links). Default: false, which leaves out
        /// further links and reads the rest of the page.
        ///
        /// ```
        /// use tagrake_extract::{Context, ExtractOptions, Extractor, Flag};
        ///
        /// let options = ExtractOptions::default().with_max_links(1).with_stop_at_max_links(true).with_text(true);
        /// let mut extractor = Extractor::new(options);
        /// let page = extractor.extract(b"<a href=1>1</a><a href=2>2</a>", &Context::default());
        /// assert_eq!((page.links.len(), page.text), (1, Some("1")));
        /// assert!(page.flags.has(Flag::LimitLinks));
        /// ```
        with_stop_at_max_links(stop_at_max_links: bool);

        /// Sets the maximum number of bytes of a page, in UTF-8, that are read: [`Limits::input_bytes`]. Default: no limit. A longer
        /// page gets [`Flag::LimitInput`](super::Flag::LimitInput).
        ///
        /// ```
        /// use tagrake_extract::{Context, ExtractOptions, Extractor, Flag};
        ///
        /// let mut extractor = Extractor::new(ExtractOptions::default().with_input_bytes(20));
        /// let page = extractor.extract(b"<a href=1>1</a><a href=2>2</a>", &Context::default());
        /// assert_eq!(page.links.len(), 1);
        /// assert!(page.flags.has(Flag::LimitInput));
        /// ```
        with_input_bytes(input_bytes: usize);

        /// Sets the maximum number of tokens of a page: [`Limits::tokens`]. Default: no limit. A page with more tokens gets
        /// [`Flag::LimitTokens`](super::Flag::LimitTokens). The limit slows down reading.
        ///
        /// ```
        /// use tagrake_extract::{Context, ExtractOptions, Extractor, Flag};
        ///
        /// let mut extractor = Extractor::new(ExtractOptions::default().with_tokens(3));
        /// let page = extractor.extract(b"<a href=1>1</a><a href=2>2</a>", &Context::default());
        /// assert_eq!(page.links.len(), 1);
        /// assert!(page.flags.has(Flag::LimitTokens));
        /// ```
        with_tokens(tokens: usize);

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
        /// use std::sync::Arc;
        /// use tagrake::encoding::Encoding;
        /// use tagrake_extract::{Context, ExtractOptions, Extractor};
        ///
        /// let guess = Encoding::for_label(b"windows-1251").unwrap();
        /// let detector = move |_: &[u8], _: Option<&str>| guess;
        /// let mut extractor = Extractor::new(ExtractOptions::default().with_detector(Some(Arc::new(detector))));

        /// let page = extractor.extract(b"<title>\xEC\xE8\xF0</title>", &Context::default());

        /// assert_eq!(page.title, Some("мир"));

        /// ```
        with_detector(detector: Option<Arc<Detector<'static>>>) -> Option<&Arc<Detector<'static>>>, as_ref;

        /// Sets the columns whose values selectors find: [`Page::selected`](super::Page::selected). Default: `None`. The page is
        /// read completely for them, whatever [`with_head_only`](Self::with_head_only) says, and a second time if anything else is
        /// requested. For
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
        with_columns(columns: Option<Arc<SelectColumns>>) -> Option<&Arc<SelectColumns>>, as_ref;
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

    /// Returns true if links of this kind are collected, when links are.
    ///
    /// ```
    /// use tagrake_extract::{ExtractOptions, LinkKind};
    ///
    /// let options = ExtractOptions::default();
    /// assert!(options.has_kind(LinkKind::Nav) && !options.has_kind(LinkKind::Social));
    /// ```
    pub fn has_kind(&self, kind: LinkKind) -> bool {
        match kind {
            LinkKind::Comment => self.comment_links,
            LinkKind::Social => self.social_links,
            _ => true,
        }
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

    /// Returns the attributes whose links are collected although the standard says nothing of them.
    ///
    /// ```
    /// let options = tagrake_extract::ExtractOptions::default().with_link_attribute("div", "data-product-url")?;
    /// assert_eq!(options.link_attributes()[0].to_string(), "div@data-product-url");
    /// # Ok::<(), tagrake_extract::LinkAttributeError>(())
    /// ```
    pub fn link_attributes(&self) -> &[LinkAttribute] {
        &self.link_attributes
    }

    /// Adds an attribute whose value is the URL of a link although the standard says nothing of it, in addition to those that are
    /// set. The link has the kind [`LinkKind::Lazy`]. [`LinkAttribute`] describes the names, and attributes that hold several URLs.
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor, LinkKind};
    ///
    /// let options = ExtractOptions::default().with_link_attribute("div", "data-product-url")?;
    /// let mut extractor = Extractor::new(options);
    /// let page = extractor.extract(b"<div data-product-url=http://e.org/7>", &Context::default());
    /// let link = &page.links[0];
    /// assert_eq!((link.element, link.attr, link.url), ("div", "data-product-url", Some("http://e.org/7")));
    /// assert_eq!(link.kind, LinkKind::Lazy);
    /// # Ok::<(), tagrake_extract::LinkAttributeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a name has characters that names in tags do not have, or if the links of the attribute are read without
    /// being asked for.
    pub fn with_link_attribute(mut self, element: &str, attribute: &str) -> Result<Self, LinkAttributeError> {
        self.link_attributes.push(LinkAttribute::new(element, attribute)?);
        Ok(self)
    }

    /// Sets the crawler for which [`Rights::noindex`](super::Rights::noindex) and [`Rights::nofollow`](super::Rights::nofollow)
    /// decide. A `meta` with its name is read, whatever the name is. Default: `None`, which obeys only the directives for all
    /// crawlers.
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor};
    ///
    /// let html = b"<meta name=robots content=nofollow><meta name=Examiner content=noindex>";
    /// for (crawler, noindex) in [(None, false), (Some("googlebot"), false), (Some("examiner"), true)] {
    ///     let options = ExtractOptions::default().with_rights(true).with_crawler(crawler);
    ///     let mut extractor = Extractor::new(options);
    ///     let rights = extractor.extract(html, &Context::default()).rights.unwrap();
    ///     assert_eq!((rights.noindex, rights.nofollow), (noindex, true));
    /// }
    /// ```
    #[must_use]
    pub fn with_crawler(mut self, name: Option<&str>) -> Self {
        self.crawler = name.map(|name| name.trim_ascii().to_ascii_lowercase()).filter(|name| !name.is_empty());
        self
    }

    /// Sets which parts are extracted: those in `parts`, and no others. Limits, encodings and the other options stay as they are.
    ///
    /// ```
    /// use tagrake_extract::{ExtractOptions, Part, Parts};
    ///
    /// let options = ExtractOptions::default().with_parts(Parts::default().with(Part::Text));
    /// assert_eq!(options.parts().iter().collect::<Vec<_>>(), [Part::Text]);
    /// ```
    #[must_use]
    pub fn with_parts(mut self, parts: Parts) -> Self {
        for &part in Part::ALL {
            *switch!(self, part, &mut) = parts.has(part);
        }
        self
    }

    /// Returns the parts that are extracted.
    ///
    /// ```
    /// use tagrake_extract::{ExtractOptions, Part};
    ///
    /// assert!(ExtractOptions::default().with_text(true).parts().has(Part::Text));
    /// ```
    pub fn parts(&self) -> Parts {
        Part::ALL.iter().copied().filter(|part| *switch!(self, part, &)).collect()
    }

    /// Returns the crawler for which robots directives decide, in lower case.
    ///
    /// ```
    /// let options = tagrake_extract::ExtractOptions::default().with_crawler(Some("ExampleBot"));
    /// assert_eq!(options.crawler(), Some("examplebot"));
    /// ```
    pub fn crawler(&self) -> Option<&str> {
        self.crawler.as_deref()
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
    pub(super) plain_text: bool,
    pub(super) redirect: Option<&'c str>,
    pub(super) xhtml: bool,
}

impl<'c> Context<'c> {
    /// Returns the values of the headers with this name, in lower case.
    pub(super) fn header_values(&self, name: &'static str) -> impl Iterator<Item = &'c str> + use<'c> {
        self.headers.iter().filter(move |(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| *value)
    }

    /// Returns true if browsers parse the page as XML: its `Content-Type` is `application/xhtml+xml`, or the caller knows that the
    /// page is XHTML.
    pub(crate) fn is_xhtml(&self) -> bool {
        self.xhtml || self.content_type.is_some_and(is_xhtml)
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
        with_xhtml(xhtml: bool);

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
        with_plain_text(plain_text: bool);

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
