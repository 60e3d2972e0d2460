//! What a page says to a crawler, taken from the token stream alone: no DOM is built.
//!
//! [`links`] gives the links of a page as a list, [`for_each_link`] hands them to a function one by one.
//!
//! ```
//! use tagrake::Arena;
//! use tagrake::extract::{LinkOptions, Url, links};
//!
//! let html = b"<a href=/about>About <b>us</b></a> <img src=logo.png>";
//! let options = LinkOptions::default().with_document_url(Url::parse("https://example.com/dir/")?);
//! let mut arena = Arena::new();
//! let links = links(html, &options, &mut arena);
//! assert_eq!(links[0].url, Some("https://example.com/about"));
//! assert_eq!(links[0].text, "About us");
//! assert_eq!(links[1].url, Some("https://example.com/dir/logo.png"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! How it goes: the tokens give rows (`collect`), each with the attribute's value as it stands; the first
//! `<base href>` is remembered on the way. It may come after the links that it applies to, so the URLs are resolved
//! (`resolve`) when the last token is read. The work is linear in the length of the page.

mod anchor_text;
#[allow(dead_code)]
mod collapse;
mod collect;
#[allow(dead_code)]
mod css;
#[allow(dead_code)]
mod json_ld;
mod link;
#[allow(dead_code)]
mod link_header;
#[allow(dead_code)]
mod refresh;
mod rel;
mod resolve;
#[allow(dead_code)]
mod robots;
#[allow(dead_code)]
mod srcset;
mod table;
#[cfg(test)]
mod tests;

pub use link::{Link, LinkKind, LinkOptions};
pub use url::Url;

use crate::arena::Arena;
use alloc::vec::Vec;
use collect::{Collector, Row};
use resolve::Resolver;

/// Returns the links of a page in document order; the arena is reset first and holds what the links borrow.
///
/// ```
/// use tagrake::Arena;
/// use tagrake::extract::{LinkKind, LinkOptions, links};
///
/// let mut arena = Arena::new();
/// let html = b"<link rel=Stylesheet href=s.css><a href='x?a&amp;b'>X</a><base href=https://example.com/y/>";
/// let links = links(html, &LinkOptions::default(), &mut arena);
/// assert_eq!((links[0].kind, links[0].rel), (LinkKind::Embed, &["stylesheet"][..]));
/// assert_eq!((links[1].raw, links[1].url), ("x?a&b", Some("https://example.com/y/x?a&b")));
/// ```
pub fn links<'a>(html: &'a [u8], options: &LinkOptions, arena: &'a mut Arena) -> Vec<Link<'a>> {
    arena.reset();
    let arena = &*arena;
    let page = Collector::read(html, options, arena);
    let resolver = Resolver::new(options.document_url(), page.base_href());
    let (rows, texts) = page.into_parts();
    let link = |row: &Row<'a>| {
        let url = resolver.resolve(row.raw, row.attribute.empty);
        row.link(url.map(|url| &*arena.bump().alloc_str(resolve::stored(&url))), texts)
    };
    rows.iter().map(link).collect()
}

/// Calls `visit` with each link of a page in document order; the arena is reset first.
///
/// The resolved URL lives for the call alone, so the memory needed does not grow with the length of the base URL.
///
/// ```
/// use tagrake::Arena;
/// use tagrake::extract::{LinkKind, LinkOptions, for_each_link};
///
/// let mut pages = 0;
/// let html = b"<a href=1>one</a><a href=2>two</a><script src=3></script>";
/// for_each_link(html, &LinkOptions::default(), &mut Arena::new(), |link| {
///     pages += usize::from(link.kind == LinkKind::Nav);
/// });
/// assert_eq!(pages, 2);
/// ```
pub fn for_each_link(html: &[u8], options: &LinkOptions, arena: &mut Arena, mut visit: impl FnMut(Link<'_>)) {
    arena.reset();
    let page = Collector::read(html, options, arena);
    let resolver = Resolver::new(options.document_url(), page.base_href());
    let (rows, texts) = page.into_parts();
    for row in rows {
        let url = resolver.resolve(row.raw, row.attribute.empty);
        visit(row.link(url.as_ref().map(resolve::stored), texts));
    }
}
