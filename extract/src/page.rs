//! The public result types of an extraction.

use super::content::Blocks;
use super::fact_source::{FactSource, FactSources};
use super::flags::Flags;
use super::rights::Rights;
use crate::copy_into::copy_fields;
use crate::item_attributes::ItemAttribute;
use crate::items::Item;
use crate::links::Link;
use crate::part::Parts;
use crate::selected::SelectedValue;
use tagrake::encoding::Decision;
use tagrake::{ErrorCode, Summary};

/// The result of [`Extractor::extract`](super::Extractor::extract). It borrows from the input and from the extractor.
///
/// ```
/// use tagrake_extract::{Context, Extractor};
///
/// let html = b"<html lang=en><title>Fish &amp;\n chips</title><meta name=description content='Fried'>\
///     <link rel=canonical href=/fish><h1 id=top>Fish</h1><a href=chips>Chips</a>";
/// let mut extractor = Extractor::default();
/// let page = extractor.extract(html, &Context::default().with_url(Some("https://example.com/menu/fish?a=1")));
/// assert_eq!((page.title, page.lang, page.description), (Some("Fish & chips"), Some("en"), Some("Fried")));
/// assert_eq!(page.canonical, Some("https://example.com/fish"));
/// assert_eq!((page.headings[0].level, page.headings[0].text), (1, "Fish"));
/// assert_eq!(page.links[1].url, Some("https://example.com/menu/chips"));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Page<'a> {
    /// The page's own URL, as serialised by the URL parser, or `None` if none was given or it is not valid.
    pub url: Option<&'a str>,
    /// The target of the redirect that the response is, resolved against the page's own URL.
    pub redirect: Option<&'a str>,
    /// The [document base URL](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url).
    pub base_url: Option<&'a str>,
    /// The value of the first `<base href>`, as written.
    pub base_href: Option<&'a str>,
    /// The value of the `Content-Type` header.
    pub content_type: Option<&'a str>,
    /// The encoding, and how it was decided.
    pub encoding: Decision<'a>,
    /// The page in UTF-8: the input without its byte order mark, or what it was decoded to. Empty if only the head was read, and for
    /// plain text.
    pub html: &'a str,
    /// True if the page is XHTML, so that `<x/>` is an empty element: its `Content-Type` is `application/xhtml+xml`, or
    /// [`Context::with_xhtml`](super::Context::with_xhtml) says so.
    pub is_xhtml: bool,
    /// True if the input was already UTF-8 and is borrowed. False if it was decoded into a buffer.
    pub is_borrowed: bool,
    /// True if invalid bytes were replaced with U+FFFD.
    pub had_decoding_errors: bool,
    /// True if the input is valid UTF-8, whatever its encoding is.
    pub is_valid_utf8: bool,
    /// The codes of the tokenizer's parse errors, each with the number of errors, or `None` if they were not requested.
    pub parse_errors: Option<&'a [(ErrorCode, usize)]>,
    /// The first DOCTYPE.
    pub doctype: Option<PageDoctype<'a>>,
    /// The language: the `lang` attribute of `html`, which `xml:lang` precedes in XHTML; without one,
    /// [`content_language`](Self::content_language).
    pub lang: Option<&'a str>,
    /// The `dir` attribute of `html`.
    pub dir: Option<&'a str>,
    /// The text of the first `title`, with white space collapsed.
    pub title: Option<&'a str>,
    /// The `content` of the first `meta` with the name `description`, with white space collapsed. One in `noscript` counts if there
    /// is no other.
    pub description: Option<&'a str>,
    /// The same for `keywords`.
    pub keywords: Option<&'a str>,
    /// The same for `author`.
    pub author: Option<&'a str>,
    /// The same for `generator`.
    pub generator: Option<&'a str>,
    /// The same for `viewport`.
    pub viewport: Option<&'a str>,
    /// The language that the last valid `meta` with `http-equiv` `content-language` declares for elements without `lang` ([content
    /// language state](https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-content-language)); without
    /// one, the only tag of the `Content-Language` header.
    pub content_language: Option<&'a str>,
    /// All `meta` elements with the name `theme-color`.
    pub theme_colors: &'a [ThemeColor<'a>],
    /// All `meta` elements outside of `template`, each as the names and values of its attributes.
    pub metas: &'a [&'a [(&'a str, &'a str)]],
    /// The directives of `meta` elements, grouped by crawler and sorted by its name. `*` means all crawlers.
    pub robots: &'a [RobotsRules<'a>],
    /// The directives of `X-Robots-Tag` headers, in the same form.
    pub x_robots: &'a [RobotsRules<'a>],
    /// The declarations about the use of the page, or `None` if that was not requested.
    pub rights: Option<Rights<'a>>,
    /// The first valid `Refresh` header, or else the first valid `meta` with `http-equiv` `refresh` outside of `template` and
    /// `noscript`.
    pub refresh: Option<Refresh<'a>>,
    /// The URL of the first `link` with `rel` `canonical`, or else of the first link of a `Link` header.
    pub canonical: Option<&'a str>,
    /// The same for `amphtml`.
    pub amphtml: Option<&'a str>,
    /// The same for `next`.
    pub next: Option<&'a str>,
    /// The same for `prev` or `previous`.
    pub prev: Option<&'a str>,
    /// The same for `manifest`.
    pub manifest: Option<&'a str>,
    /// Translations of the page: `link` elements with `rel` `alternate` and `hreflang`, then links of `Link` headers. So are feeds
    /// and icons.
    pub alternates: &'a [Alternate<'a>],
    /// Feeds: `link` elements with `rel` `alternate` and the MIME type of a feed.
    pub feeds: &'a [Feed<'a>],
    /// Icons: `link` elements with `rel` `icon`, `apple-touch-icon` or `mask-icon`.
    pub icons: &'a [Icon<'a>],
    /// Open Graph and related properties (`og:`, `article:`, `book:`, `profile:`, `video:`, `music:`, `product:`,
    /// `fb:`), as key and value, in document order.
    pub og: &'a [(&'a str, &'a str)],
    /// The images, videos and audio files of Open Graph.
    pub og_media: &'a [OgMedia<'a>],
    /// The first `og:title`, with white space collapsed. One in `noscript` counts if there is no other.
    pub og_title: Option<&'a str>,
    /// The same for `og:type`.
    pub og_type: Option<&'a str>,
    /// The URL of the first `og:image` or `og:image:url` that is a URL, resolved against the document base URL. Without one, the same
    /// for `og:image:secure_url`.
    pub og_image: Option<&'a str>,
    /// Properties with the prefix `twitter:`.
    pub twitter: &'a [(&'a str, &'a str)],
    /// Dublin Core properties, with the prefix `dc.` or `dcterms.`.
    pub dc: &'a [(&'a str, &'a str)],
    /// Properties with the prefix `citation_`.
    pub citation: &'a [(&'a str, &'a str)],
    /// Blocks of JSON-LD, outside of `template`.
    pub json_ld: &'a [JsonLd<'a>],
    /// Attributes of microdata and RDFa outside of `template`, in document order.
    pub item_attributes: &'a [ItemAttribute<'a>],
    /// The items of microdata, then the items of RDFa, each in document order. Empty if they were not requested.
    pub items: &'a [Item<'a>],
    /// The `time` elements with `datetime`, in document order.
    pub times: &'a [Time<'a>],
    /// The headings, in document order.
    pub headings: &'a [Heading<'a>],
    /// The visible text, one line per block, or `None` if it was not requested.
    pub text: Option<&'a str>,
    /// The text blocks, or `None` if they were not requested.
    pub blocks: Option<Blocks<'a>>,
    /// The number of words in the text, separated by Unicode white space.
    pub word_count: usize,
    /// The values of the [columns](super::ExtractOptions::with_columns), one for each. Empty if there are none.
    pub selected: &'a [SelectedValue<'a>],
    /// The links in document order, followed by the links of `Link` headers.
    pub links: &'a [Link<'a>],
    /// Where the facts come from that are plain text.
    pub sources: FactSources<'a>,
    /// The unusual properties of the page.
    pub flags: Flags,
    /// The tokenizer's summary of the page.
    pub summary: Summary,
    /// The parts of the extraction that the page has. Values of other parts are empty or `None`, whatever the page has.
    pub parts: Parts,
}

impl Page<'_> {
    /// Returns the number of bytes to add to an offset in the text of the page to get the offset in the page: the length of the byte
    /// order mark, or 0 if the text was decoded, so that offsets in it have no simple relation to those in the page.
    ///
    /// ```
    /// # use tagrake_extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// assert_eq!(extractor.extract(b"\xEF\xBB\xBF<p>", &Context::default()).text_offset(), 3);
    /// ```
    pub fn text_offset(&self) -> usize {
        if self.is_borrowed { self.encoding.bom_len } else { 0 }
    }
}

/// Defines the structs of metadata, which have the same derives.
macro_rules! metadata_structs {
    ($($(#[$meta:meta])* $Name:ident { $($(#[$doc:meta])* $field:ident: $Type:ty,)* })*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            #[non_exhaustive]
            pub struct $Name<'a> {
                $($(#[$doc])* pub $field: $Type,)*
            }
        )*
    };
}

metadata_structs! {
    /// A DOCTYPE.
    ///
    /// ```
    /// use tagrake_extract::{Context, Extractor};
    ///
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<!doctype HTML>", &Context::default());
    /// assert_eq!(page.doctype.unwrap().name, Some("html"));
    /// ```
    PageDoctype {
        /// The name, in ASCII lower case.
        name: Option<&'a str>,
        /// The public identifier.
        public_id: Option<&'a str>,
        /// The system identifier.
        system_id: Option<&'a str>,
    }

    /// A colour for the browser's user interface around the page: `meta` with the name `theme-color`.
    ///
    /// ```
    /// # use tagrake_extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<meta name=theme-color content=#fff>", &Context::default());
    /// assert_eq!((page.theme_colors[0].color, page.theme_colors[0].media), ("#fff", None));
    /// ```
    ThemeColor {
        /// The colour, as written.
        color: &'a str,
        /// The media query for which it applies.
        media: Option<&'a str>,
        /// Where it comes from.
        source: FactSource,
    }

    /// The directives for one crawler.
    ///
    /// ```
    /// # use tagrake_extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<meta name=robots content='NOINDEX, nofollow'>", &Context::default());
    /// assert_eq!((page.robots[0].agent, page.robots[0].directives), ("*", &["noindex", "nofollow"][..]));
    /// ```
    RobotsRules {
        /// The crawler, in ASCII lower case, or `*`.
        agent: &'a str,
        /// The directives, in ASCII lower case.
        directives: &'a [&'a str],
        /// The source of each directive.
        sources: &'a [FactSource],
    }

    /// A redirect or reload after a delay.
    ///
    /// ```
    /// # use tagrake_extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<meta http-equiv=refresh content='5; http://e.org/'>", &Context::default());
    /// assert_eq!((page.refresh.unwrap().seconds, page.refresh.unwrap().url), (5, "http://e.org/"));
    /// ```
    Refresh {
        /// The delay in seconds.
        seconds: u64,
        /// The target URL: the page's own URL for a reload.
        url: &'a str,
        /// Where it comes from.
        source: FactSource,
    }

    /// The page in another language.
    ///
    /// ```
    /// # use tagrake_extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<link rel=alternate hreflang=de href=http://e.org/de>", &Context::default());
    /// assert_eq!((page.alternates[0].hreflang, page.alternates[0].url), ("de", "http://e.org/de"));
    /// ```
    Alternate {
        /// The language.
        hreflang: &'a str,
        /// The URL.
        url: &'a str,
        /// Where it comes from.
        source: FactSource,
    }

    /// A feed.
    ///
    /// ```
    /// # use tagrake_extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let html = b"<link rel=alternate type=application/atom+xml href=http://e.org/f>";
    /// assert_eq!(extractor.extract(html, &Context::default()).feeds[0].mime_type, "application/atom+xml");
    /// ```
    Feed {
        /// The MIME type, in lower case and without parameters.
        mime_type: &'a str,
        /// The URL.
        url: &'a str,
        /// The title.
        title: Option<&'a str>,
        /// Where it comes from.
        source: FactSource,
    }

    /// An icon.
    ///
    /// ```
    /// # use tagrake_extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<link rel='shortcut icon' href=http://e.org/i>", &Context::default());
    /// assert_eq!((page.icons[0].rel, page.icons[0].url), ("shortcut icon", "http://e.org/i"));
    /// ```
    Icon {
        /// The `rel` attribute, with white space collapsed and in ASCII lower case.
        rel: &'a str,
        /// The URL.
        url: &'a str,
        /// The `sizes` attribute.
        sizes: Option<&'a str>,
        /// The `type` attribute.
        mime_type: Option<&'a str>,
        /// Where it comes from.
        source: FactSource,
    }

    /// The Open Graph media of one kind.
    ///
    /// ```
    /// # use tagrake_extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<meta property=og:image content=a.png>", &Context::default());
    /// assert_eq!((page.og_media[0].kind, page.og_media[0].items[0]), ("image", &[("url", "a.png")][..]));
    /// ```
    OgMedia {
        /// `image`, `video` or `audio`.
        kind: &'a str,
        /// The media, each as a list of properties that includes `url`. URLs are not resolved.
        items: &'a [&'a [(&'a str, &'a str)]],
    }

    /// A block of JSON-LD.
    ///
    /// ```
    /// # use tagrake_extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<script type=application/ld+json>{\"a\": 1}</script>", &Context::default());
    /// assert_eq!((page.json_ld[0].text, page.json_ld[0].error), ("{\"a\": 1}", None));
    /// ```
    JsonLd {
        /// The text of the script.
        raw: &'a str,
        /// The text without surrounding white space, comment delimiters and CDATA delimiters.
        text: &'a str,
        /// The offset of `text` in `raw`.
        start: usize,
        /// `None` if `text` is JSON. Otherwise the offset of its first invalid byte, or its length if it ends too
        /// early. Control characters in strings are accepted, although a strict parser rejects them.
        error: Option<usize>,
        /// If `text` is not JSON, the JSON that is left without comments, delimiters of CDATA sections, trailing commas, and
        /// semicolons after the value. `None` if that is no JSON either.
        repaired: Option<&'a str>,
        /// Where it comes from.
        source: FactSource,
    }

    /// A `time` element with `datetime`.
    ///
    /// ```
    /// # use tagrake_extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<time class=published datetime=2026-05-01>May 1</time>", &Context::default());
    /// assert_eq!((page.times[0].datetime, page.times[0].class), ("2026-05-01", Some("published")));
    /// ```
    Time {
        /// The value of `datetime`.
        datetime: &'a str,
        /// The value of `itemprop`.
        itemprop: Option<&'a str>,
        /// The value of `class`.
        class: Option<&'a str>,
        /// True if it has `pubdate`, an attribute of drafts of HTML 5.
        is_pubdate: bool,
        /// The offset of its start tag in [`Page::html`].
        offset: usize,
    }

    /// A heading.
    ///
    /// ```
    /// # use tagrake_extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<h2 id=i>A <em>b</em></h2>", &Context::default());
    /// let heading = page.headings[0];
    /// assert_eq!((heading.level, heading.text, heading.id, heading.offset), (2, "A b", Some("i"), 0));
    /// ```
    Heading {
        /// The level, 1 to 6.
        level: u8,
        /// The text, with white space collapsed, or the `alt` texts of its images if it has no text. Truncated to 1
        /// KiB.
        text: &'a str,
        /// The `id` attribute.
        id: Option<&'a str>,
        /// The offset of its start tag in [`Page::html`].
        offset: usize,
    }
}

copy_fields! {
    PageDoctype { name, public_id, system_id }
    ThemeColor { color, media } { source }
    RobotsRules { agent, directives, sources }
    Refresh { url } { seconds, source }
    Alternate { hreflang, url } { source }
    Feed { mime_type, url, title } { source }
    Icon { rel, url, sizes, mime_type } { source }
    OgMedia { kind, items }
    JsonLd { raw, text, repaired } { start, error, source }
    Time { datetime, itemprop, class } { is_pubdate, offset }
    Heading { text, id } { level, offset }
    Page {
        url, redirect, base_url, base_href, content_type, encoding, html, parse_errors, doctype, lang, dir, title, description, keywords,
        author, generator, viewport, content_language, theme_colors, metas, robots, x_robots, rights, refresh, canonical, amphtml, next,
        prev, manifest, alternates, feeds, icons, og, og_media, og_title, og_type, og_image, twitter, dc, citation, json_ld, items,
        item_attributes, times, headings, text, blocks, selected, links, sources
    } { is_xhtml, is_borrowed, had_decoding_errors, is_valid_utf8, word_count, flags, parts, summary }
}

impl<'a> JsonLd<'a> {
    /// Returns the JSON: the text, or the repaired text if it is not JSON.
    ///
    /// ```
    /// # use tagrake_extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<script type=application/ld+json>[1, // one\n];</script>", &Context::default());
    /// assert_eq!((page.json_ld[0].error, page.json_ld[0].json()), (Some(4), Some("[1]")));
    /// ```
    pub fn json(&self) -> Option<&'a str> {
        if self.error.is_none() { Some(self.text) } else { self.repaired }
    }
}
