//! The links that a crawler follows: of a complete page, and of a page that arrives in chunks.

use crate::link_kind::LinkKind;
use crate::links::{Link, LinkClass};
use crate::page::Page;
use crate::page_stream::PageEvent;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

impl Link<'_> {
    /// Returns true if a crawler follows the link: it leads to another page on a web server, by a link ([`LinkKind::Nav`]), a frame, a
    /// redirect or a refresh, it is not in a `template`, and its `rel` does not have `nofollow`.
    ///
    /// ```
    /// use tagrake_extract::{Context, Extractor};
    ///
    /// let mut extractor = Extractor::default();
    /// let html = b"<a href=a><a href=b rel=NoFollow><img src=c><iframe src=d></iframe><a href=mailto:e>";
    /// let page = extractor.extract(html, &Context::default().with_url(Some("https://e.org/")));
    /// assert!(page.links.iter().map(|link| link.is_followed()).eq([true, false, false, true, false]));
    /// ```
    pub fn is_followed(&self) -> bool {
        let leads_to_page =
            matches!(self.kind, LinkKind::Nav | LinkKind::Frame | LinkKind::Redirect | LinkKind::Refresh);
        leads_to_page && self.class == LinkClass::Http && !self.in_template && !self.rel.contains(&"nofollow")
    }
}

impl<'a> Page<'a> {
    /// Returns the links that a crawler [follows](Link::is_followed), in the order of [`links`](Self::links). There are none if the page
    /// or its response declares `nofollow` ([`Rights::nofollow`](crate::Rights::nofollow)), which counts only with
    /// [`ExtractOptions::with_rights`](crate::ExtractOptions::with_rights).
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor};
    ///
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_rights(true));
    /// let context = Context::default().with_url(Some("https://e.org/"));
    /// let page = extractor.extract(b"<a href=a><a href=b rel=nofollow><img src=c>", &context);
    /// assert!(page.followed_links().map(|link| link.raw).eq(["a"]));
    /// let page = extractor.extract(b"<meta name=robots content=nofollow><a href=a>", &context);
    /// assert_eq!(page.followed_links().count(), 0);
    /// ```
    pub fn followed_links(&self) -> impl Iterator<Item = &Link<'a>> {
        let is_allowed = !self.rights.is_some_and(|rights| rights.nofollow);
        self.links.iter().filter(move |link| is_allowed && link.is_followed())
    }
}

/// The links that a crawler follows among the events of a [`PageStream`](crate::PageStream), each as soon as it is certain: its URL is
/// [final](PageEvent::Link), the head of the page is known and allows it, and the same holds for all before it. So they come in document
/// order. At the end, [`Page::followed_links`] has all of them.
///
/// ```
/// use tagrake_extract::{Context, ExtractOptions, FollowedLinks, PageStream};
///
/// let context = Context::default().with_url(Some("https://e.org/"));
/// let mut stream = PageStream::new(ExtractOptions::default().with_rights(true), context);
/// let (mut links, mut early) = (FollowedLinks::default(), Vec::new());
/// let padding = " ".repeat(1024);
/// for chunk in ["<title>T</title><a href=http://a.org>", &padding, "<a href=b>", "<a href=http://c.org>"] {
///     stream.feed(chunk.as_bytes(), |event| links.read(&event, |url| early.push(url.to_owned())));
/// }
/// // A `base` could follow, so the second URL is not certain yet.
/// assert_eq!(early, ["http://a.org/"]);
/// let page = stream.finish(|_| ());
/// assert!(page.followed_links().filter_map(|link| link.url).eq(["http://a.org/", "https://e.org/b", "http://c.org/"]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct FollowedLinks {
    /// True if the page allows it; `None` before its head is known.
    is_allowed: Option<bool>,
    /// True if a link before is not certain.
    is_waiting: bool,
    /// The links before the head is known.
    held: Vec<String>,
}

impl FollowedLinks {
    /// Reads an event, and passes to `take` the URLs that are certain now. After [`PageEvent::Restart`], some come again.
    pub fn read(&mut self, event: &PageEvent<'_>, mut take: impl FnMut(&str)) {
        match event {
            PageEvent::Link { link, is_final } if link.is_followed() => {
                self.is_waiting |= !is_final;
                let Some(url) = link.url.filter(|_| !self.is_waiting) else { return };
                match self.is_allowed {
                    None => self.held.push(url.to_owned()),
                    Some(true) => take(url),
                    Some(false) => {}
                }
            }
            PageEvent::Head(page) => {
                let is_allowed = !page.rights.is_some_and(|rights| rights.nofollow);
                self.is_allowed = Some(is_allowed);
                self.held.drain(..).filter(|_| is_allowed).for_each(|url| take(&url));
            }
            PageEvent::Restart => *self = Self::default(),
            PageEvent::Link { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, ExtractOptions, PageStream};
    use alloc::string::ToString;

    /// Returns the links that come before the end of a page, and all in the end.
    fn followed(chunks: &[&str], headers: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
        let options = ExtractOptions::default().with_rights(true);
        let context = Context::default().with_url(Some("https://e.org/")).with_headers(headers);
        let mut stream = PageStream::new(options, context);
        let (mut links, mut early) = (FollowedLinks::default(), Vec::new());
        for chunk in chunks {
            stream.feed(chunk.as_bytes(), |event| links.read(&event, |url| early.push(url.to_string())));
        }
        let all = stream.finish(|_| ()).followed_links().filter_map(|link| link.url.map(ToString::to_string)).collect();
        (early, all)
    }

    #[test]
    fn certain_links_come_early_and_in_order() {
        let padding = " ".repeat(1024);
        let (a, b, c) = ("<a href=http://a.org/>", "<a href=b>", "<a href=http://c.org/>");
        let (url_a, url_b, url_c) = ("http://a.org/", "https://e.org/b", "http://c.org/");
        let nofollow = "<meta name=robots content=nofollow>";
        /// The chunks before and after the padding, a header, and the early and all links.
        type Case<'a> = (&'a [&'a str], &'a [(&'a str, &'a str)], &'a [&'a str], &'a [&'a str]);
        let cases: [Case<'_>; 9] = [
            (&["<p>", &padding, a, c], &[], &[url_a, url_c], &[url_a, url_c]),
            (&["<p>", &padding, a, b, c], &[], &[url_a], &[url_a, url_b, url_c]),
            (&["<base href=/>", a, b, &padding, c], &[], &[url_a, url_b, url_c], &[url_a, url_b, url_c]),
            (
                &["<a href=x rel=nofollow><img src=x><template><a href=x></template>", &padding, a],
                &[],
                &[url_a],
                &[url_a],
            ),
            (&[nofollow, a, &padding, c], &[], &[], &[]),
            (&[a, &padding, c], &[("X-Robots-Tag", "none")], &[], &[]),
            (&[a, &padding, c], &[("X-Robots-Tag", "otherbot: none")], &[url_a, url_c], &[url_a, url_c]),
            (&["<meta http-equiv=refresh content='1;url=b'>", &padding, a], &[], &[], &[url_b, url_a]),
            (&[a, c], &[], &[], &[url_a, url_c]),
        ];
        for (chunks, headers, early, all) in cases {
            let found = followed(chunks, headers);
            assert_eq!(
                found,
                (early.iter().map(ToString::to_string).collect(), all.iter().map(ToString::to_string).collect()),
                "{chunks:?}"
            );
        }
    }

    #[test]
    fn a_restart_begins_anew() {
        let padding = " ".repeat(1024);
        let late = [
            "<p><a href=http://a.org/>",
            &padding,
            "<a href=http://c.org/>",
            "<meta charset=koi8-r>",
            "<a href=http://d.org/>",
        ];
        let (early, all) = followed(&late, &[]);
        assert_eq!(early, ["http://a.org/", "http://c.org/", "http://a.org/", "http://c.org/", "http://d.org/"]);
        assert_eq!(all, ["http://a.org/", "http://c.org/", "http://d.org/"]);
    }
}
