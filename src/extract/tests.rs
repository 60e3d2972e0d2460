//! What pages give: whole rows, from markup to URL.

use super::{Link, LinkKind, LinkOptions, Url, for_each_link, links};
use crate::Arena;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};

const PAGE: &str = "https://e.org/dir/page.html";

fn options() -> LinkOptions {
    LinkOptions::default().with_document_url(Url::parse(PAGE).expect("a URL"))
}

/// Checks what each link of each page is, by `describe`, in both forms.
#[track_caller]
fn check(describe: fn(&Link<'_>) -> String, cases: &[(&str, &[&str])]) {
    let mut arena = Arena::new();
    for (html, expected) in cases {
        let found: Vec<String> = links(html.as_bytes(), &options(), &mut arena).iter().map(describe).collect();
        assert_eq!(found, *expected, "{html}");
        let mut visited = Vec::new();
        for_each_link(html.as_bytes(), &options(), &mut arena, |link| visited.push(describe(&link)));
        assert_eq!(visited, found, "{html}");
    }
}

#[test]
fn every_row_of_the_table_gives_links() {
    let describe = |link: &Link<'_>| format!("{} {} {} {}", link.kind, link.element, link.attr, link.raw);
    check(
        describe,
        &[
            ("<a href=1>x</a><area href=2>", &["nav a href 1", "nav area href 2"]),
            ("<img src=1><IMAGE SRC=2>", &["embed img src 1", "embed img src 2"]),
            ("<script src=1></script><iframe src=2>", &["embed script src 1", "frame iframe src 2"]),
            (
                "<video poster=1 src=2><source src=3>",
                &["embed video poster 1", "embed video src 2", "embed source src 3"],
            ),
            (
                "<audio src=1><track src=2><embed src=3>",
                &["embed audio src 1", "embed track src 2", "embed embed src 3"],
            ),
            ("<object data=1 src=no>", &["embed object data 1"]),
            ("<form action=1><button formaction=2 src=no>", &["form form action 1", "form button formaction 2"]),
            ("<input type=IMAGE formaction=1 src=2>", &["form input formaction 1", "embed input src 2"]),
            ("<input src=no type=text><input src=no>", &[]),
            ("<link href=1>", &["link link href 1"]),
            ("<link rel='Shortcut ICON' href=1><link rel=preload href=2>", &["embed link href 1", "embed link href 2"]),
            ("<link rel='preconnect x' href=1><link rel=license href=2>", &["hint link href 1", "link link href 2"]),
            ("<a name=n><img alt=a><form><p href=no>", &[]),
        ],
    );
}

#[test]
fn rows_come_from_markup_alone() {
    let describe = |link: &Link<'_>| link.raw.to_owned();
    check(
        describe,
        &[
            ("<title><a href=1></a></title><textarea><a href=2></textarea><style><a href=3></style><a href=4>", &["4"]),
            ("<script>'<a href=1>'</script><!-- <a href=2> --><xmp><a href=3></xmp><a href=4>", &["4"]),
            ("<!--[if IE]><a href=1><![endif]--><!--[if !IE]><!--><a href=2></a><!--<![endif]-->", &["2"]),
            ("<iframe src=1><a href=2></a></iframe><noscript><a href=3></noscript>", &["1", "3"]),
            ("<template><a href=1></a></template>", &["1"]),
            ("<a/href=1><a href = 2 ><a\nhref='3'/><a HREF=4/><a href=\"5\"title=x>", &["1", "2", "3", "4/", "5"]),
            ("<a href=1 HREF=2>", &["1"]),
            ("<a href='?a&amp;b&copy=c &lt;'>", &["?a&b&copy=c <"]),
            ("<a href='a\r\nb'>", &["a\nb"]),
            ("<a href><a href=''>", &["", ""]),
            ("<a href=1>x</a><a href=\"2", &["1"]),
        ],
    );
}

#[test]
fn urls_resolve_against_the_first_base() {
    let describe = |link: &Link<'_>| link.url.unwrap_or("none").to_owned();
    check(
        describe,
        &[
            ("<a href=x><a href=/x><a href='?q'>", &["https://e.org/dir/x", "https://e.org/x", &format!("{PAGE}?q")]),
            ("<base href=/b/><base href=/c/><a href=x>", &["https://e.org/b/x"]),
            ("<a href=x><base href=http://h/q/>", &["http://h/q/x"]),
            ("<base target=_top><base href=b/c/><a href=x>", &["https://e.org/dir/b/c/x"]),
            ("<base href='http://[bad'><base href=/c/><a href=x>", &["https://e.org/dir/x"]),
            ("<base href='data:,'><a href=x>", &["https://e.org/dir/x"]),
            ("<template><base href=/b/></template><a href=x>", &["https://e.org/dir/x"]),
            ("</template><base href=/b/><a href=x>", &["https://e.org/b/x"]),
            ("<title><base href=/b/></title><a href=x>", &["https://e.org/dir/x"]),
            ("<a href='http://[::1'><a href='http://a b/'><a href=http://e.org:99999/>", &["none", "none", "none"]),
            (
                "<a href=' \n x\ty\n.html \u{1}'><a href='\\a\\b?c\\d'>",
                &["https://e.org/dir/xy.html", "https://e.org/a/b?c\\d"],
            ),
            ("<a href='http://BÜCHER.de:80/ä b?ä#ä'>", &["http://xn--bcher-kva.de/%C3%A4%20b?%C3%A4#%C3%A4"]),
            ("<base href=/b/><a href=''><area href=''>", &["https://e.org/b/", "https://e.org/b/"]),
            ("<base href=/b/><form action=''><input formaction=''>", &[PAGE, PAGE]),
            ("<img src=''><link href=' '><script src></script>", &["none", "none", "none"]),
            ("<img src='data:image/png;base64,iVBORw0KGgo='>", &["data:image/png;base64,"]),
        ],
    );
}

#[test]
fn without_an_address_only_absolute_urls_resolve() {
    let mut arena = Arena::new();
    let mut urls = |html: &str| -> Vec<Option<String>> {
        let links = links(html.as_bytes(), &LinkOptions::default(), &mut arena);
        links.iter().map(|link| link.url.map(str::to_owned)).collect()
    };
    assert_eq!(urls("<a href=x><a href=//h/x><a href=''><form action=''>"), vec![None; 4]);
    assert_eq!(urls("<a href=http://h/x>"), [Some("http://h/x".to_owned())]);
    assert_eq!(urls("<base href=/b/><a href=x>"), [None]);
    assert_eq!(urls("<a href=x><base href=http://h/b/>"), [Some("http://h/b/x".to_owned())]);
}

#[test]
fn anchors_have_text() {
    let describe = |link: &Link<'_>| format!("{}|{}", link.raw, link.text);
    check(
        describe,
        &[
            ("<a href=1>  a <b>b</b>\n<i>c</i><br>d </a>", &["1|a b c d"]),
            ("<a href=1>x<a href=2>y</a>z", &["1|x", "2|y"]),
            ("<a name=n>x</a><a href=1>y</a>", &["1|y"]),
            ("<a href=1>x<a name=n>y</a>", &["1|x"]),
            ("<a href=1>a&amp;b&nbsp;<p>c</p>d<b>e</b></a>", &["1|a&b c de"]),
            ("<a href=1>x<img src=2 alt=no>y</a>", &["1|x y", "2|"]),
            ("<a href=1>x<script>no</script><style>no</style><textarea>no</textarea>y</a>", &["1|x y"]),
            ("<a href=1>x<plaintext>y</a>", &["1|x y</a>"]),
            ("<a href=1>open to the end", &["1|open to the end"]),
            ("<a href=1></a><a href=2> </a>z", &["1|", "2|"]),
            ("<area href=1>x<link href=2>y", &["1|", "2|"]),
        ],
    );
}

#[test]
fn rel_is_for_elements_that_have_it() {
    let describe = |link: &Link<'_>| format!("{} {}", link.element, link.rel.join("+"));
    check(
        describe,
        &[
            ("<a href=1 rel='NoFollow  UGC'>", &["a nofollow+ugc"]),
            ("<a href=1 rel=nofollow,noopener>", &["a nofollow,noopener"]),
            ("<area rel=Next href=1><form rel=search action=2>", &["area next", "form search"]),
            ("<img rel=next src=1><a href=1>", &["img ", "a "]),
        ],
    );
}

#[test]
fn spans_are_those_of_the_values() {
    let html = "<a title=é href = '1&amp;2'>x</a><img src=3><a href>";
    let mut arena = Arena::new();
    let links = links(html.as_bytes(), &options(), &mut arena);
    let values: Vec<&str> = links.iter().map(|link| &html[link.span.clone()]).collect();
    assert_eq!(values, ["1&amp;2", "3", ""]);
    assert_eq!((links[0].kind, links[2].span.start), (LinkKind::Nav, html.len() - 1));
}

#[test]
fn bytes_that_are_not_utf_8_become_replacement_characters() {
    let mut arena = Arena::new();
    let links = links(b"<a href='/\xFF' rel='\xFE'>\xFD</a>", &options(), &mut arena);
    assert_eq!((links[0].raw, links[0].rel, links[0].text), ("/\u{FFFD}", &["\u{FFFD}"][..], "\u{FFFD}"));
    assert_eq!(links[0].url, Some("https://e.org/%EF%BF%BD"));
}

/// Each `input` once went through all rows before it.
#[test]
fn many_rows_take_no_longer_than_the_page() {
    let html = "<a href=1><input type=text src=2>".repeat(50_000);
    let mut count = 0;
    for_each_link(html.as_bytes(), &LinkOptions::default(), &mut Arena::new(), |_| count += 1);
    assert_eq!(count, 50_000);
}
