//! The values of a page record that are objects.

use super::json_ld;
use crate::input::{FetchTime, Id};
use crate::row::{Json, List, Map, Object, ObjectSink, Value, ValueSink};
use crate::schema::table::RowError;
use tagrake::Unfinished;
use tagrake::names::Element;
use tagrake_extract::{
    Alternate, FactSource, Feed, Heading, Icon, JsonLd, Link, LinkKind, Page, PageDoctype, Refresh, Rights,
    RightsDeclaration, RobotsDirective, ThemeColor,
};

/// The encoding of a page.
#[derive(Clone, Copy)]
pub(super) struct PageEncoding<'r>(pub(super) &'r Page<'r>);

impl Object for PageEncoding<'_> {
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        let Page { encoding, had_decoding_errors, is_borrowed, .. } = self.0;
        object.put("name", encoding.encoding.name())?;
        object.put("source", encoding.source.as_str())?;
        object.put("confidence", encoding.confidence.as_str())?;
        object.put("bom_len", encoding.bom_len)?;
        object.put("had_errors", *had_decoding_errors)?;
        object.put("zero_copy", *is_borrowed)?;
        object.put_option("http_label", encoding.http_label.as_deref())?;
        object.put_option("meta_label", encoding.meta_label.as_deref().map(String::from_utf8_lossy).as_deref())
    }
}

/// The sources of the facts of a page.
#[derive(Clone, Copy)]
pub(super) struct PageSources<'r> {
    pub(super) page: &'r Page<'r>,
    /// The source of the URL, if the page has one.
    pub(super) url: Option<&'static str>,
}

/// Returns a value for the source of each fact of a list.
fn each(sources: &[FactSource]) -> impl Value {
    List(sources.iter().map(|source| source.as_str()))
}

impl Object for PageSources<'_> {
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        let Self { page, url } = self;
        let one = |source: Option<FactSource>| source.map(FactSource::as_str);
        let facts = &page.sources;
        object.put_option("url", url)?;
        object.put_option("lang", one(facts.lang))?;
        object.put_option("description", one(facts.description))?;
        object.put_option("keywords", one(facts.keywords))?;
        object.put_option("author", one(facts.author))?;
        object.put_option("generator", one(facts.generator))?;
        object.put_option("viewport", one(facts.viewport))?;
        object.put_option("content_language", one(facts.content_language))?;
        object.put("theme_color", List(page.theme_colors.iter().map(|color| color.source.as_str())))?;
        object.put("metas", each(facts.metas))?;
        object.put("robots", Map(page.robots.iter().map(|rules| (rules.agent, each(rules.sources)))))?;
        object.put_option("refresh", one(page.refresh.map(|refresh| refresh.source)))?;
        object.put_option("canonical", one(facts.canonical))?;
        object.put_option("amphtml", one(facts.amphtml))?;
        object.put_option("next", one(facts.next))?;
        object.put_option("prev", one(facts.prev))?;
        object.put_option("manifest", one(facts.manifest))?;
        object.put("alternates", List(page.alternates.iter().map(|alternate| alternate.source.as_str())))?;
        object.put("feeds", List(page.feeds.iter().map(|feed| feed.source.as_str())))?;
        object.put("icons", List(page.icons.iter().map(|icon| icon.source.as_str())))?;
        object.put("og", each(facts.og))?;
        object.put("twitter", each(facts.twitter))?;
        object.put("dc", each(facts.dc))?;
        object.put("citation", each(facts.citation))?;
        object.put("jsonld", List(page.json_ld.iter().map(|block| block.source.as_str())))
    }
}

impl Object for &PageDoctype<'_> {
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        object.put_option("name", self.name)?;
        object.put_option("public_id", self.public_id)?;
        object.put_option("system_id", self.system_id)
    }
}

impl Object for &ThemeColor<'_> {
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        object.put("color", self.color)?;
        object.put_option("media", self.media)
    }
}

impl Object for &Refresh<'_> {
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        object.put("seconds", self.seconds)?;
        object.put("url", self.url)
    }
}

impl Object for &Alternate<'_> {
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        object.put("hreflang", self.hreflang)?;
        object.put("url", self.url)
    }
}

impl Object for &Feed<'_> {
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        object.put("type", self.mime_type)?;
        object.put("url", self.url)?;
        object.put_option("title", self.title)
    }
}

impl Object for &Icon<'_> {
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        object.put("rel", self.rel)?;
        object.put("url", self.url)?;
        object.put_option("sizes", self.sizes)?;
        object.put_option("type", self.mime_type)
    }
}

/// The construct that the end of a page truncates.
#[derive(Clone, Copy)]
pub(super) struct PageEnd<'r> {
    pub(super) unfinished: Unfinished,
    pub(super) page: &'r Page<'r>,
}

impl Object for PageEnd<'_> {
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        let Self { unfinished, page } = self;
        object.put("kind", unfinished.kind().as_str())?;
        object.put_option("element", unfinished.element().map(Element::as_str))?;
        object.put("offset", page.text_offset() + unfinished.span().start)
    }
}

impl Object for &Heading<'_> {
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        object.put("level", self.level)?;
        object.put("text", self.text)?;
        object.put_option("id", self.id)
    }
}

impl Object for &JsonLd<'_> {
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        let JsonLd { raw, text, start, error, repaired, .. } = *self;
        object.put("valid", error.is_none())?;
        let Some(offset) = error else {
            let value = json_ld::minify(text);
            object.put_option("value", value.as_deref().map(|value| Json(value.get())))?;
            return object.put_option("raw", value.is_none().then_some(raw));
        };
        object.skip_to("raw");
        object.put("raw", raw)?;
        let found = text.get(offset..).and_then(|rest| rest.chars().next());
        object.put(
            "error",
            &*found.map_or_else(|| "unexpected end".to_owned(), |found| format!("unexpected {found:?}")),
        )?;
        object.put("offset", start + offset)?;
        let repaired = repaired.and_then(json_ld::minify);
        object.put_option("repaired", repaired.as_deref().map(|value| Json(value.get())))
    }
}

impl Object for &Rights<'_> {
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        object.put("directives", List(self.directives))?;
        object.put_option("tdm_reservation", self.tdm_reservation)?;
        object.put_option("tdm_policy", self.tdm_policy)?;
        object.put("tdm_error", self.tdm_error)?;
        object.put("licenses", List(self.licenses.iter().copied()))?;
        object.put("declared", List(self.declared))
    }
}

impl Object for &RobotsDirective<'_> {
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        object.put("agent", self.agent)?;
        object.put("directive", self.directive)?;
        object.put("source", self.source.as_str())
    }
}

impl Object for &RightsDeclaration<'_> {
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        object.put("source", self.source.as_str())?;
        object.put("name", self.name)?;
        object.put("value", self.value)
    }
}

/// A link of a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct PageLink<'r> {
    pub(super) page: &'r Page<'r>,
    pub(super) link: &'r Link<'r>,
}

impl Object for PageLink<'_> {
    #[inline(always)] // so that the sink can know each field when it is compiled
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        let Self { link, page } = self;
        let details = link.details;
        // The link that has its element's text.
        let has_texts = matches!(link.element, "a" | "svg:a") && link.kind == LinkKind::Nav;
        let is_followed = matches!(link.element, "a" | "area" | "form" | "svg:a");
        let has_rel = is_followed || matches!(link.element, "link" | "header");
        let asks = |token: &str| is_followed.then(|| link.rel.contains(&token));
        let when = |flag: bool| flag.then_some(true);
        object.put("element", link.element)?;
        object.put("attr", link.attr)?;
        object.put("raw", link.raw)?;
        object.put_option("url", link.url)?;
        object.put("class", link.class.as_str())?;
        object.put("kind", link.kind.as_str())?;
        object.put_option("rel", has_rel.then(|| List(link.rel.iter().copied())))?;
        object.put_option("nofollow", asks("nofollow"))?;
        object.put_option("ugc", asks("ugc"))?;
        object.put_option("sponsored", asks("sponsored"))?;
        object.put_option("text", (has_texts || !link.text.is_empty()).then_some(link.text))?;
        object.put_option("alt", (has_texts || !link.alt.is_empty()).then_some(link.alt))?;
        object.put_option("title", details.title)?;
        object.put_option("hreflang", details.hreflang)?;
        object.put_option("type", details.mime_type)?;
        object.put_option("media", details.media)?;
        object.put_option("sizes", details.sizes)?;
        object.put_option("as", details.preload_as)?;
        object.put_option("color", details.color)?;
        object.put_option("target", details.target)?;
        object.put_option("download", details.download)?;
        object.put_option("method", details.method)?;
        object.put_option("width", link.width)?;
        object.put_option("density", link.density)?;
        object.put_option("in_noscript", when(link.in_noscript))?;
        object.put_option("in_template", when(link.in_template))?;
        object.put_option("in_srcdoc", when(link.in_srcdoc))?;
        object.put_option("in_head", when(link.in_head))?;
        object.put_option("offset", offset_in_page(link, page))?;
        object.put_option("text_len", (link.text_len > link.text.len()).then_some(link.text_len))
    }
}

/// Returns the offset of the attribute's value in the page, or in the decoded page if it is not UTF-8.
fn offset_in_page(link: &Link<'_>, page: &Page<'_>) -> Option<usize> {
    (link.source() != FactSource::Header).then_some(page.text_offset() + link.span.start)
}

impl Value for &Id {
    fn write(self, sink: impl ValueSink) -> Result<(), RowError> {
        match self {
            Id::Text(text) => sink.text(text),
            Id::Number(number) => sink.json(number.get()),
        }
    }
}

impl Value for FetchTime {
    fn write(self, sink: impl ValueSink) -> Result<(), RowError> {
        sink.timestamp(self.as_microsecond(), &self.to_string())
    }
}
