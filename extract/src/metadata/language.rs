//! The language of a page ([HTML](https://html.spec.whatwg.org/multipage/dom.html#language)).

use crate::fact_source::FactSource;
use crate::metadata::collector::Document;
use crate::options::Context;
use crate::text::strings::{Pairs, find_value};

/// A language, if there is one, with its source.
pub(super) type Language<'a> = Option<(&'a str, FactSource)>;

/// Returns the language of the `html` element, which is `default` without an attribute.
pub(super) fn of_page<'a>(document: &Document<'a>, default: Language<'a>, context: &Context<'a>) -> Language<'a> {
    let xml_lang = document.xml_lang.filter(|_| context.is_xhtml());
    xml_lang.or(document.lang).map(|lang| (lang, FactSource::Html)).or(default)
}

/// Returns the language of elements without `lang`: of the last valid pragma in `metas`, otherwise the only tag of the header. A
/// pragma in `noscript` is for browsers without scripts, and comes last.
pub(super) fn default_of<'a>(metas: &[Pairs<'a>], sources: &[FactSource], context: &Context<'a>) -> Language<'a> {
    let last_pragma = |in_noscript: bool| {
        let mut metas = metas.iter().zip(sources).rev();
        metas.find_map(|(meta, &source)| {
            let is_wanted = (source == FactSource::Noscript) == in_noscript;
            pragma(meta).filter(|_| is_wanted).map(|language| (language, source))
        })
    };
    last_pragma(false).or_else(|| of_header(context)).or_else(|| last_pragma(true))
}

/// Returns the language of a `meta`, if it is a valid pragma.
fn pragma<'a>(meta: Pairs<'a>) -> Option<&'a str> {
    find_value(meta, "http-equiv").filter(|value| value.eq_ignore_ascii_case("content-language"))?;
    let content = find_value(meta, "content")?;
    content.split_ascii_whitespace().next().filter(|_| !content.contains(','))
}

fn of_header<'a>(context: &Context<'a>) -> Language<'a> {
    let mut tags = context
        .header_values("content-language")
        .flat_map(|value| value.split(','))
        .map(str::trim_ascii)
        .filter(|tag| !tag.is_empty());
    let tag = tags.next().filter(|tag| !tag.contains(char::is_whitespace) && tags.next().is_none())?;
    Some((tag, FactSource::Header))
}
