//! The properties of Open Graph that are facts of a page, and its media.

use crate::fact_source::{Choice, FactSource};
use crate::page::{OgMedia, Page};
use crate::text::strings::{Pairs, collapse, find_value};
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// Maximum number of properties of one Open Graph image, video or audio file. Later ones are left out.
const OG_PROPERTIES: usize = 64;

/// Returns the text of the property `name`, with white space collapsed.
pub(super) fn text_of<'a>(page: &Page<'a>, name: &str, bump: &'a Bump) -> Option<&'a str> {
    let mut choice = Choice::default();
    for (&(key, content), &source) in page.og.iter().zip(page.sources.og) {
        if key == name {
            choice.offer(source, || collapse(content, bump));
        }
    }
    choice.chosen().0
}

/// Returns the URL of the first image, or else the first secure URL of an image. `resolve` returns the resolved URL of a property from
/// a source, or `None` if it is no URL.
pub(super) fn image_of<'a>(
    page: &Page<'a>,
    mut resolve: impl FnMut(&'a str, FactSource) -> Option<&'a str>,
) -> Option<&'a str> {
    ["url", "secure_url"].into_iter().find_map(|property| {
        let mut choice = Choice::default();
        for (&(key, content), &source) in page.og.iter().zip(page.sources.og) {
            if property_of(key, "image") == Some(property) {
                choice.offer_some(source, || resolve(content, source));
            }
        }
        choice.chosen().0
    })
}

/// Returns the name of a property of media of this kind: `width` of `og:image:width`, and `url` of `og:image` and `og:image:url`.
fn property_of<'k>(key: &'k str, kind: &str) -> Option<&'k str> {
    let property = key.strip_prefix("og:")?.strip_prefix(kind)?;
    if property.is_empty() { Some("url") } else { property.strip_prefix(':') }
}

/// Groups the Open Graph properties of images, videos and audio files. A new `url` starts a new item.
pub(super) fn media_of<'a>(og: Pairs<'a>, bump: &'a Bump) -> &'a [OgMedia<'a>] {
    let mut media = Vec::new_in(bump);
    for kind in ["image", "video", "audio"] {
        let mut items: Vec<'a, Pairs<'a>> = Vec::new_in(bump);
        let mut item: Vec<'a, (&'a str, &'a str)> = Vec::new_in(bump);
        for &(key, content) in og {
            let Some(property) = property_of(key, kind) else { continue };
            // `og:image:url` repeats the value of `og:image`.
            if key.ends_with(":url") && find_value(&item, "url") == Some(content) {
                continue;
            }
            if property == "url" && !item.is_empty() {
                items.push(core::mem::replace(&mut item, Vec::new_in(bump)).into_bump_slice());
            }
            if item.len() < OG_PROPERTIES && item.iter().all(|(known, _)| *known != property) {
                item.push((property, content));
            }
        }
        if !item.is_empty() {
            items.push(item.into_bump_slice());
        }
        if !items.is_empty() {
            media.push(OgMedia { kind, items: items.into_bump_slice() });
        }
    }
    media.into_bump_slice()
}
