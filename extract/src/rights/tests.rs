//! Declarations of metas, elements and headers, and their limits.

use super::*;
use crate::{Context, ExtractOptions, Extractor};
use alloc::format;
use alloc::string::String;

const URL: &str = "https://example.com/dir/page";

/// Passes what the page declares to `check`, and returns its result.
fn rights<R>(html: &str, headers: &[(&str, &str)], check: impl FnOnce(Rights<'_>, Flags) -> R) -> R {
    let options = ExtractOptions::default().with_links(false).with_metadata(false).with_rights(true);
    let context = Context::default().with_url(Some(URL)).with_headers(headers);
    Extractor::new(options)
        .extract_with(html.as_bytes(), &context, |page| check(page.rights.expect("they are requested"), page.flags))
}

fn meta(name: &str, content: &str) -> String {
    format!("<meta name='{name}' content='{content}'>")
}

/// The rules and examples of Google's
/// [specification](https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag).
#[test]
fn the_most_restrictive_directives_decide() {
    /// The names and contents of `meta` elements, the headers, the crawler, and whether it may index and follow.
    type Row<'a> = (&'a [(&'a str, &'a str)], &'a [&'a str], Option<&'a str>, bool, bool);
    let table: [Row<'_>; 27] = [
        (&[], &[], None, true, true),
        (&[("robots", "all, index, follow")], &["all"], Some("googlebot"), true, true),
        (&[("ROBOTS", "NoIndex")], &[], None, false, true),
        (&[("robots", "noindex,nofollow")], &[], None, false, false),
        (&[("robots", " NONE ")], &[], None, false, false),
        (&[], &["noindex"], None, false, true),
        (&[], &["noindex, nofollow"], None, false, false),
        // Permissions do not lift what another directive forbids.
        (&[("robots", "noindex, index"), ("robots", "index, follow")], &[], None, false, true),
        (&[("robots", "index")], &["noindex"], None, false, true),
        (&[("robots", "noindex"), ("googlebot", "index")], &[], Some("googlebot"), false, true),
        // The rules of a crawler and the rules of all crawlers add up.
        (&[("robots", "nofollow"), ("googlebot", "noindex")], &[], Some("googlebot"), false, false),
        (&[("robots", "nofollow"), ("googlebot", "noindex")], &[], None, true, false),
        (&[("robots", "nofollow"), ("googlebot", "noindex")], &[], Some("bingbot"), true, false),
        (&[("robots", "nofollow")], &["googlebot: noindex"], Some("GoogleBot"), false, false),
        (&[("googlebot", "noindex")], &["googlebot: nofollow", "otherbot: none"], Some("googlebot"), false, false),
        (&[], &["BadBot: noindex, nofollow, googlebot: nofollow"], Some("googlebot"), true, false),
        (&[], &["BadBot: noindex, nofollow, googlebot: nofollow"], Some("badbot"), false, false),
        (&[], &["BadBot: noindex, nofollow, googlebot: nofollow"], None, true, true),
        (&[("googlebot-news", "noindex")], &[], Some("googlebot"), true, true),
        // A crawler may have any name.
        (&[("examiner", "none")], &["examiner 2: none"], Some(" Examiner "), false, false),
        (&[("examiner", "none")], &[], None, true, true),
        (&[("viewport", "noindex")], &[], Some("googlebot"), true, true),
        (&[("", "noindex")], &[": noindex"], Some(" "), true, true),
        // Dates have no effect, and neither has text that is no directive.
        (
            &[("robots", "unavailable_after: 2010-01-01")],
            &["unavailable_after: 25 Jun 2010 15:00:00 PST"],
            None,
            true,
            true,
        ),
        (&[("robots", "unavailable_after: Friday, 25-Jun-10, noindex")], &[], None, false, true),
        (&[("robots", "noindex nofollow")], &[], None, true, true),
        (&[("robots", "max-snippet:0, noarchive, nosnippet, noimageindex")], &["*: nofollow"], None, true, false),
    ];
    for (metas, headers, crawler, index, follow) in table {
        let html: String = metas.iter().map(|(name, content)| meta(name, content)).collect();
        let headers: alloc::vec::Vec<_> = headers.iter().map(|value| ("X-Robots-Tag", *value)).collect();
        let options = ExtractOptions::default().with_rights(true).with_crawler(crawler);
        let context = Context::default().with_headers(&headers);
        Extractor::new(options).extract_with(html.as_bytes(), &context, |page| {
            let rights = page.rights.expect("they are requested");
            assert_eq!((!rights.noindex, !rights.nofollow), (index, follow), "{html} {headers:?} {crawler:?}");
        });
    }
}

#[test]
fn a_valid_meta_supersedes_the_header() {
    /// The `meta` elements, the headers, and the reservation with its error.
    type Row<'a> = (&'a [&'a str], &'a [&'a str], Option<u8>, bool);
    let table: [Row<'_>; 16] = [
        (&[], &[], None, false),
        (&["1"], &[], Some(1), false),
        (&[], &["1"], Some(1), false),
        (&[" 0\n"], &[" 0 "], Some(0), false),
        (&["0"], &["1"], Some(0), false),
        (&["1"], &["0"], Some(1), false),
        // Other values count as not declared.
        (&["2"], &[], None, true),
        (&[""], &["1"], Some(1), true),
        (&["true"], &["0"], Some(0), true),
        (&[], &["01"], None, true),
        (&["1"], &["x"], Some(1), false),
        (&["1", "x"], &[], Some(1), true),
        // Contradictions have no value.
        (&["1", "0"], &["1"], None, true),
        (&[], &["0", "1", "1"], None, true),
        (&["1", "1"], &["0", "1"], Some(1), false),
        (&[], &["1, 1"], None, true),
    ];
    for (metas, headers, reservation, is_error) in table {
        let html: String = metas.iter().map(|value| meta("TDM-Reservation", value)).collect();
        let headers: alloc::vec::Vec<_> = headers.iter().map(|value| ("TDM-reservation", *value)).collect();
        rights(&html, &headers, |rights, _| {
            assert_eq!((rights.tdm_reservation, rights.tdm_error), (reservation, is_error), "{html} {headers:?}");
            assert_eq!(rights.declared.len(), metas.len() + headers.len());
        });
    }
}

#[test]
fn a_policy_is_a_resolved_url() {
    let table: [(&[&str], &[&str], Option<&str>); 7] = [
        (&["p.json"], &[], Some("https://example.com/base/p.json")),
        (&[], &["p.json"], Some("https://example.com/dir/p.json")),
        (&["https://e.org/a"], &["https://e.org/b"], Some("https://e.org/a")),
        (&["a", " a "], &[], Some("https://example.com/base/a")),
        (&["a", "b"], &["c"], None),
        (&["http://["], &["c"], None),
        (&[""], &[], None),
    ];
    for (metas, headers, policy) in table {
        let html: String = metas.iter().map(|value| meta("tdm-policy", value)).collect();
        let headers: alloc::vec::Vec<_> = headers.iter().map(|value| ("tdm-policy", *value)).collect();
        rights(&format!("<base href=/base/>{html}"), &headers, |rights, _| {
            assert_eq!((rights.tdm_policy, rights.tdm_error), (policy, false), "{html} {headers:?}");
        });
    }
}

#[test]
fn finds_licenses_in_elements_and_headers() {
    let html = "<base href=/b/><link rel='stylesheet LICENSE' href=l><a rel=license href=''>x</a><area rel=copyright href=l>\
        <form rel=license action=f></form><a rel=licence href=no><a rel=license><p rel=license href=no>\
        <template><a rel=license href=no></a></template><a rel=license href='http://['><svg><a rel=license href=no></svg>";
    let link = "<h>; rel=\"next license\", <no>; rel=next, <no>;rel=license;anchor=\"https://e.org/\", \
        <own>;rel=license;anchor=page, <own2>;rel=license;anchor=\"\", <no>;rel=copyright, <no>;rel=license;anchor=\"#x\"";
    rights(html, &[("LINK", link), ("Link", "<no>; rel=next")], |rights, flags| {
        assert_eq!(
            rights.licenses,
            ["l", "", "f"]
                .map(|path| format!("https://example.com/b/{path}"))
                .into_iter()
                .chain(["h", "own", "own2"].map(|path| format!("https://example.com/dir/{path}")))
                .collect::<alloc::vec::Vec<_>>()
        );
        let declared = rights.declared.iter().map(|declared| (declared.source.as_str(), declared.name, declared.value));
        let expected = [
            ("link", "stylesheet LICENSE", "l"),
            ("link", "license", ""),
            ("link", "copyright", "l"),
            ("link", "license", "f"),
            ("link", "license", "http://["),
            ("header", "link", link),
        ];
        assert_eq!(declared.collect::<alloc::vec::Vec<_>>(), expected);
        assert!(flags.is_empty());
    });
}

#[test]
fn reports_every_limit() {
    let links = |count: usize| (0..count).map(|n| format!("<a rel=license href={n}></a>")).collect::<String>();
    let headers = |count: usize| (0..count).map(|n| format!("<h{n}>;rel=license,")).collect::<String>();
    for (elements, in_headers, count, is_limited) in
        [(64, 0, 64, false), (65, 0, 64, true), (60, 4, 64, false), (60, 5, 64, true), (0, 200, 64, true)]
    {
        rights(&links(elements), &[("link", &headers(in_headers))], |rights, flags| {
            assert_eq!((rights.licenses.len(), flags.has(Flag::LimitLinks)), (count, is_limited));
        });
    }
    for (count, is_limited) in [(MAX_DIRECTIVES, false), (MAX_DIRECTIVES + 1, true)] {
        rights(&meta("robots", &"a,".repeat(count)), &[], |rights, flags| {
            assert_eq!((rights.directives.len(), flags.has(Flag::LimitArena)), (MAX_DIRECTIVES, is_limited));
        });
    }
}
