//! The URL of an image: of the image that readers see, also if a script loads it late.

use crate::links::candidates;
use crate::names::{Attr, Element};
use crate::url_attributes::{UrlSyntax, find, replaces_src};
use tagrake::StartTag;

/// Returns the URL of the image of an `img`, as written, or an empty text.
///
/// 1. The attribute that a script copies to `src`, such as `data-src`.
/// 2. `src`, unless it is a placeholder: empty, or with the scheme `data` or `about`.
/// 3. Another attribute of late loading.
/// 4. The first image candidate of `srcset`, or of the attribute that a script copies to it.
/// 5. `src`.
pub(super) fn image_url<'a>(tag: &StartTag<'a>) -> &'a str {
    let mut found = [""; 4];
    for attribute in tag.attributes() {
        let attr = Attr::of_attribute(&attribute);
        let Some(place) = place_of(attr) else { continue };
        let value = attribute.value_str().trim_ascii();
        let is_srcset = find(Element::Img, attr).is_some_and(|row| row.syntax == UrlSyntax::Srcset);
        let url = if is_srcset { candidates(value).next().map_or("", |candidate| candidate.url) } else { value };
        if found[place].is_empty() && !is_placeholder(url) {
            found[place] = url;
        }
    }
    let first = found.into_iter().find(|url| !url.is_empty());
    first.unwrap_or_else(|| tag.attribute(b"src").map_or("", |src| src.value_str()))
}

/// Returns the place of an attribute in the order of the rules.
fn place_of(attr: Attr) -> Option<usize> {
    let row = find(Element::Img, attr)?;
    match (attr, row.syntax) {
        _ if replaces_src(attr) => Some(0),
        (Attr::Src, _) => Some(1),
        (_, UrlSyntax::Url) if row.is_lazy() => Some(2),
        (_, UrlSyntax::Srcset) => Some(3),
        _ => None,
    }
}

fn is_placeholder(url: &str) -> bool {
    let has_scheme = |scheme: &str| url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    has_scheme("data:") || has_scheme("about:")
}
