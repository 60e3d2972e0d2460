//! What is taken from a page.

use super::flags::Flags;
use super::link::Link;
use crate::encoding::Decision;
use crate::summary::Summary;

/// What [`Extractor`](super::Extractor) takes from a page. It borrows from the page and from the extractor.
///
/// ```
/// use tagrake::extract::{Context, Extractor};
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
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Page<'a> {
    /// The page's own URL, as the parser writes it; `None` if it is unknown or no URL.
    pub url: Option<&'a str>,
    /// The [document base URL](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url).
    pub base_url: Option<&'a str>,
    /// The value of the first `<base href>`.
    pub base_href: Option<&'a str>,
    /// The `Content-Type` header.
    pub content_type: Option<&'a str>,
    /// The encoding, and how it was decided.
    pub encoding: Decision<'a>,
    /// Whether the page was read as it is; else its decoding was.
    pub is_borrowed: bool,
    /// Whether U+FFFD was put for bytes that are wrong in the encoding.
    pub had_decoding_errors: bool,
    /// The first DOCTYPE.
    pub doctype: Option<PageDoctype<'a>>,
    /// `lang` of `html`.
    pub lang: Option<&'a str>,
    /// `dir` of `html`.
    pub dir: Option<&'a str>,
    /// The text of the first `title`, white space collapsed.
    pub title: Option<&'a str>,
    /// `content` of the first `meta` with the name `description`, white space collapsed.
    pub description: Option<&'a str>,
    /// The same of `keywords`.
    pub keywords: Option<&'a str>,
    /// The same of `author`.
    pub author: Option<&'a str>,
    /// The same of `generator`.
    pub generator: Option<&'a str>,
    /// The same of `viewport`.
    pub viewport: Option<&'a str>,
    /// Every `meta` with the name `theme-color`.
    pub theme_colors: &'a [ThemeColor<'a>],
    /// Every `meta`: the names and values of its attributes.
    pub metas: &'a [&'a [(&'a str, &'a str)]],
    /// What `meta` elements ask of crawlers, by crawler; `*` is all of them.
    pub robots: &'a [RobotsRules<'a>],
    /// What `X-Robots-Tag` headers ask of crawlers.
    pub x_robots: &'a [RobotsRules<'a>],
    /// Where the page sends its reader on to.
    pub refresh: Option<Refresh<'a>>,
    /// The URL of the first `link` with `rel` `canonical`.
    pub canonical: Option<&'a str>,
    /// The same of `amphtml`.
    pub amphtml: Option<&'a str>,
    /// The same of `next`.
    pub next: Option<&'a str>,
    /// The same of `prev` or `previous`.
    pub prev: Option<&'a str>,
    /// The same of `manifest`.
    pub manifest: Option<&'a str>,
    /// The page in other languages: `link` with `rel` `alternate` and `hreflang`.
    pub alternates: &'a [Alternate<'a>],
    /// Feeds: `link` with `rel` `alternate` and the type of one.
    pub feeds: &'a [Feed<'a>],
    /// Icons.
    pub icons: &'a [Icon<'a>],
    /// Properties of Open Graph and its kin (`og:`, `article:`, `book:`, `profile:`, `video:`, `music:`, `product:`, `fb:`):
    /// key and value, in order.
    pub og: &'a [(&'a str, &'a str)],
    /// The images, videos and audios of Open Graph.
    pub og_media: &'a [OgMedia<'a>],
    /// `twitter:`.
    pub twitter: &'a [(&'a str, &'a str)],
    /// Dublin Core: `dc.`, `dcterms.`.
    pub dc: &'a [(&'a str, &'a str)],
    /// `citation_`.
    pub citation: &'a [(&'a str, &'a str)],
    /// Blocks of JSON-LD.
    pub json_ld: &'a [JsonLd<'a>],
    /// Attributes of microdata and RDFa, in order.
    pub items: &'a [ItemAttribute<'a>],
    /// Headings.
    pub headings: &'a [Heading<'a>],
    /// The visible text, a line for each block; `None` if it was not asked for.
    pub text: Option<&'a str>,
    /// How many words the text has: what stands between white space.
    pub word_count: usize,
    /// The links in document order, those of headers last.
    pub links: &'a [Link<'a>],
    /// What was out of the ordinary.
    pub flags: Flags,
    /// How the page was read.
    pub summary: Summary,
}

/// A DOCTYPE.
///
/// ```
/// use tagrake::extract::{Context, Extractor};
///
/// let mut extractor = Extractor::default();
/// let page = extractor.extract(b"<!doctype HTML>", &Context::default());
/// assert_eq!(page.doctype.unwrap().name, Some("html"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageDoctype<'a> {
    /// The name, in ASCII lower case.
    pub name: Option<&'a str>,
    /// The public identifier.
    pub public_id: Option<&'a str>,
    /// The system identifier.
    pub system_id: Option<&'a str>,
}

macro_rules! parts {
    ($($(#[$meta:meta])* $Name:ident { $($(#[$doc:meta])* $field:ident: $Type:ty,)* })*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            #[non_exhaustive]
            pub struct $Name<'a> {
                $($(#[$doc])* pub $field: $Type,)*
            }
        )*
    };
}

parts! {
    /// A colour that the page asks of its surroundings.
    ///
    /// ```
    /// # use tagrake::extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<meta name=theme-color content=#fff>", &Context::default());
    /// assert_eq!((page.theme_colors[0].color, page.theme_colors[0].media), ("#fff", None));
    /// ```
    ThemeColor {
        /// The colour, as it is written.
        color: &'a str,
        /// The media query that it is for.
        media: Option<&'a str>,
    }

    /// What is asked of a crawler.
    ///
    /// ```
    /// # use tagrake::extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<meta name=robots content='NOINDEX, nofollow'>", &Context::default());
    /// assert_eq!((page.robots[0].agent, page.robots[0].directives), ("*", &["noindex", "nofollow"][..]));
    /// ```
    RobotsRules {
        /// The crawler, in ASCII lower case, or `*`.
        agent: &'a str,
        /// The directives, in ASCII lower case.
        directives: &'a [&'a str],
    }

    /// Where a page sends its reader on to.
    ///
    /// ```
    /// # use tagrake::extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<meta http-equiv=refresh content='5; http://e.org/'>", &Context::default());
    /// assert_eq!((page.refresh.unwrap().seconds, page.refresh.unwrap().url), (5, "http://e.org/"));
    /// ```
    Refresh {
        /// After how many seconds.
        seconds: u64,
        /// Where to.
        url: &'a str,
    }

    /// The page in another language.
    ///
    /// ```
    /// # use tagrake::extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<link rel=alternate hreflang=de href=http://e.org/de>", &Context::default());
    /// assert_eq!((page.alternates[0].hreflang, page.alternates[0].url), ("de", "http://e.org/de"));
    /// ```
    Alternate {
        /// The language.
        hreflang: &'a str,
        /// Where it is.
        url: &'a str,
    }

    /// A feed.
    ///
    /// ```
    /// # use tagrake::extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let html = b"<link rel=alternate type=application/atom+xml href=http://e.org/f>";
    /// assert_eq!(extractor.extract(html, &Context::default()).feeds[0].mime_type, "application/atom+xml");
    /// ```
    Feed {
        /// The MIME type, as it is written.
        mime_type: &'a str,
        /// Where it is.
        url: &'a str,
        /// Its title.
        title: Option<&'a str>,
    }

    /// An icon.
    ///
    /// ```
    /// # use tagrake::extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<link rel='shortcut icon' href=http://e.org/i>", &Context::default());
    /// assert_eq!((page.icons[0].rel, page.icons[0].url), ("shortcut icon", "http://e.org/i"));
    /// ```
    Icon {
        /// The relation, in ASCII lower case.
        rel: &'a str,
        /// Where it is.
        url: &'a str,
        /// Its sizes.
        sizes: Option<&'a str>,
        /// Its MIME type.
        mime_type: Option<&'a str>,
    }

    /// The items of one kind of Open Graph media.
    ///
    /// ```
    /// # use tagrake::extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<meta property=og:image content=a.png>", &Context::default());
    /// assert_eq!((page.og_media[0].kind, page.og_media[0].items[0]), ("image", &[("url", "a.png")][..]));
    /// ```
    OgMedia {
        /// `image`, `video` or `audio`.
        kind: &'a str,
        /// The items: each with its properties, `url` among them. URLs are as they are written.
        items: &'a [&'a [(&'a str, &'a str)]],
    }

    /// A block of JSON-LD.
    ///
    /// ```
    /// # use tagrake::extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<script type=application/ld+json>{\"a\": 1}</script>", &Context::default());
    /// assert_eq!((page.json_ld[0].text, page.json_ld[0].error), ("{\"a\": 1}", None));
    /// ```
    JsonLd {
        /// The text of the script.
        raw: &'a str,
        /// The text without white space, comment marks and CDATA marks around it.
        text: &'a str,
        /// The offset of the first byte of `text` that is no JSON, or its length if it ends too early. Control characters
        /// in strings are no error, though a strict parser rejects them.
        error: Option<usize>,
    }

    /// An attribute of microdata or RDFa. Which element holds which is not told: that takes a tree.
    ///
    /// ```
    /// # use tagrake::extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<p itemscope itemtype=https://schema.org/Person>", &Context::default());
    /// assert_eq!((page.items[1].element, page.items[1].attr), ("p", "itemtype"));
    /// ```
    ItemAttribute {
        /// The element's name.
        element: &'a str,
        /// The attribute's name: `itemprop`, `itemscope`, `itemtype`, `itemid`, `itemref`, `property`, `typeof`,
        /// `resource`, `vocab`, `prefix` or `about`.
        attr: &'a str,
        /// Its value.
        value: &'a str,
    }

    /// A heading.
    ///
    /// ```
    /// # use tagrake::extract::{Context, Extractor};
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<h2 id=i>A <em>b</em></h2>", &Context::default());
    /// let heading = page.headings[0];
    /// assert_eq!((heading.level, heading.text, heading.id), (2, "A b", Some("i")));
    /// ```
    Heading {
        /// 1 to 6.
        level: u8,
        /// The text, white space collapsed; of a heading without text what stands for its images.
        text: &'a str,
        /// Its `id`.
        id: Option<&'a str>,
    }
}
