//! Tests of the HTML metadata, row by row of the attribute table.

use super::{HtmlMetadata, HtmlReader};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tagrake::encoding::Hints;

/// Returns the metadata of a page as JSON.
fn read(html: impl AsRef<[u8]>) -> Value {
    to_json(&HtmlReader::default().read(html.as_ref(), &Hints::default()))
}

/// Also checks that the metadata is written as serde_json writes it.
fn to_json(metadata: &HtmlMetadata<'_>) -> Value {
    let written = metadata.to_json();
    let json: Value = serde_json::from_str(&written).expect("metadata is JSON");
    assert_eq!(json.to_string(), written);
    json
}

/// Returns the values of `path`, `url` or `href`, and `text` of each link on a line.
fn lines(html: &str) -> String {
    let said = read(html);
    let links = said["Links"].as_array().map_or(&[][..], Vec::as_slice);
    let values = |link: &Value| -> Vec<String> {
        ["path", "url", "href", "text"].iter().filter_map(|&key| Some(link.get(key)?.as_str()?.to_owned())).collect()
    };
    links.iter().map(|link| values(link).join(" ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn each_element_has_its_rows() {
    let table = [
        (
            "<a type=t hreflang=h rel=r title=i alt=l target=g href=u ping=p download>x</a>",
            json!([{"path": "A@/href", "url": "u", "target": "g", "alt": "l", "title": "i", "rel": "r", "hreflang": "h",
                "type": "t", "text": "x"}]),
        ),
        ("<area href=u rel=r alt=l>", json!([{"path": "AREA@/href", "url": "u", "rel": "r"}])),
        (
            "<applet codebase=c cdata=d code=x></applet>",
            json!([{"path": "APPLET@/codebase", "url": "c"}, {"path": "APPLET@/cdata", "url": "d"}]),
        ),
        ("<audio src=u></audio>", json!([{"path": "AUDIO@/src", "url": "u"}])),
        ("<blockquote cite=u>", json!([{"path": "BLOCKQUOTE@/cite", "url": "u"}])),
        ("<button formaction=u>", json!([{"path": "BUTTON@/formaction", "url": "u"}])),
        ("<del cite=u>", json!([{"path": "DEL@/cite", "url": "u"}])),
        ("<div onclick=\"location='abc'\">", json!([{"path": "DIV@/onclick", "url": "abc"}])),
        ("<embed src=u>", json!([{"path": "EMBED@/src", "url": "u"}])),
        (
            "<form method=POST target=t action=u>",
            json!([{"path": "FORM@/action", "url": "u", "target": "t", "method": "POST"}]),
        ),
        ("<frameset><frame src=u longdesc=l>", json!([{"path": "FRAME@/src", "url": "u"}])),
        ("<iframe src=u></iframe>", json!([{"path": "IFRAME@/src", "url": "u"}])),
        (
            "<img longdesc=d title=t alt='' src=u srcset=s>",
            json!([{"path": "IMG@/src", "url": "u", "alt": "", "title": "t"}, {"path": "IMG@/longdesc", "url": "d"}]),
        ),
        ("<image src=u>", json!([{"path": "IMG@/src", "url": "u"}])),
        (
            "<input onclick=\"window.open('a&amp;b')\" formaction=f src=u>",
            json!([{"path": "INPUT@/src", "url": "u"}, {"path": "INPUT@/formaction", "url": "f"},
                {"path": "INPUT@/onclick", "url": "a&b"}]),
        ),
        ("<ins cite=u>", json!([{"path": "INS@/cite", "url": "u"}])),
        ("<menuitem icon=u>", json!([{"path": "MENUITEM@/icon", "url": "u"}])),
        (
            "<object data=u classid=x cdata=d codebase=c></object>",
            json!([{"path": "OBJECT@/codebase", "url": "c"}, {"path": "OBJECT@/cdata", "url": "d"},
                {"path": "OBJECT@/data", "url": "u"}]),
        ),
        ("<q cite=u>", json!([{"path": "Q@/cite", "url": "u"}])),
        ("<source src=u srcset=s>", json!([{"path": "SOURCE@/src", "url": "u"}])),
        ("<track src=u>", json!([{"path": "TRACK@/src", "url": "u"}])),
        ("<video poster=p src=u>", json!([{"path": "VIDEO@/src", "url": "u"}, {"path": "VIDEO@/poster", "url": "p"}])),
        (
            "<style>@import 'a';b{c:url(d&amp;)url()}</style>",
            json!([{"path": "STYLE/#text", "href": "a"}, {"path": "STYLE/#text", "href": "d&amp;"}]),
        ),
        (
            "<x-y data-uri=u data-href='&amp;' background=b data-src=s>",
            json!([{"path": "X-Y@/data-uri", "url": "u"}, {"path": "X-Y@/data-href", "url": "&"},
                {"path": "X-Y@/background", "url": "b"}]),
        ),
        ("<img src=u data-href=h>", json!([{"path": "IMG@/data-href", "url": "h"}, {"path": "IMG@/src", "url": "u"}])),
        ("<svg background=b></svg>", json!([{"path": "SVG@/background", "url": "b"}])),
        ("<img src=' data:a;b,c'>", json!([{"path": "IMG@/src", "url": " data:a;b,"}])),
        ("<img src>", json!([{"path": "IMG@/src", "url": ""}])),
    ];
    for (html, links) in table {
        assert_eq!(read(html), json!({ "Links": links }), "{html}");
    }
}

#[test]
fn the_head_has_its_rows() {
    let table = [
        ("<title> a\n &amp;b </title>", json!({"Title": "a &b"})),
        ("<title></title><title> </title><body><title>c</title><title>d</title>", json!({"Title": "c"})),
        ("<template><title>a</title></template><title>b</title>", json!({"Title": "b"})),
        ("<svg><title>a</title></svg><title>b", json!({"Title": "b"})),
        ("<base target=x><base href='a&amp;b'><base href=c>", json!({"Base": "a&b"})),
        ("<base href>", json!({"Base": ""})),
        (
            "<link type=t rel=r href=u hreflang=l>",
            json!({"Link": [{"path": "LINK@/href", "url": "u", "rel": "r", "type": "t"}]}),
        ),
        (
            "<script type=t src=u async></script>",
            json!({"Scripts": [{"path": "SCRIPT@/src", "url": "u", "type": "t"}]}),
        ),
        (
            "<meta property=p http-equiv=h content=c rel=r name=n itemprop=i>",
            json!({"Metas": [{"name": "n", "rel": "r", "content": "c", "http-equiv": "h", "property": "p"}]}),
        ),
        (
            "<meta name=n content=data:a,b><meta property=og:image content=data:a,b>",
            json!({"Metas": [{"name": "n", "content": "data:a,b"}, {"property": "og:image", "content": "data:a,"}]}),
        ),
        (
            "<html lang=a><html lang=b xml:lang=c>",
            json!({"Metas": [{"name": "HTML@/lang", "content": "a"}, {"name": "HTML@/xml:lang", "content": "c"}]}),
        ),
    ];
    for (html, head) in table {
        assert_eq!(read(html), json!({ "Head": head }), "{html}");
    }
}

#[test]
fn ignores_other_markup() {
    let table = [
        "",
        "text",
        "<title></title>",
        "<meta charset=utf-8>",
        "<meta itemprop=p content=c>",
        "<a name=x>y</a>",
        "<link rel=r>",
        "<script>location='abc'</script>",
        "<script type=t></script>",
        "<img srcset=u><p style='a:url(u)'><a ping=u><html manifest=u>",
        "<p onclick=\"location='abc'\">",
        "<svg><a href=u>x</a><image href=u src=u /><style>a{b:url(u)}</style><script src=u></script></svg>",
        "<math href=u>",
        "<iframe><img src=u></iframe><textarea><img src=u></textarea><!-- <img src=u> --><plaintext><img src=u>",
    ];
    for html in table {
        assert_eq!(read(html), json!({}), "{html}");
    }
}

#[test]
fn adds_an_anchor_when_it_ends() {
    let table = [
        ("<a href=1><img src=2></a><a href=3></a>", "IMG@/src 2\nA@/href 1\nA@/href 3"),
        ("<a href=1>x<a href=2>y", "A@/href 1 x\nA@/href 2 y"),
        ("<a href=1>x<a name=n>y</a>z", "A@/href 1 x"),
        ("<a href=1>x</a>y</a>", "A@/href 1 x"),
        ("<a href=1 />x</a>", "A@/href 1 x"),
        ("<table><td><a href=1>x<td><a href=2>y</table>z", "A@/href 1 x\nA@/href 2 y"),
        ("<a href=1>x<table><td><a href=2>y</a></a></table>z</a>", "A@/href 2 y\nA@/href 1 x y z"),
        ("<td><a href=1>x<td>y</a>", "A@/href 1 x y"),
        ("<object><a href=1>x</object>y</a>", "A@/href 1 x"),
        ("<template><a href=1>x</template>y", "A@/href 1 x"),
        ("<applet><a href=1>x</applet>y</a>", "A@/href 1 x"),
        ("<marquee><a href=1>x</marquee>y</a>", "A@/href 1 x"),
        ("<table><th><a href=1>x</th>y</a>", "A@/href 1 x"),
        ("<table><caption><a href=1>x</caption>y</a>", "A@/href 1 x"),
        ("<table><td><a href=1>x<tr>y</a>", "A@/href 1 x"),
        ("<table><td><a href=1>x<tbody>y</a>", "A@/href 1 x"),
        ("<table><td><a href=1>x<thead>y</a>", "A@/href 1 x"),
        ("<table><td><a href=1>x<tfoot>y</a>", "A@/href 1 x"),
        ("<table><tr><td></table><td><a href=1>x<td>y</a>", "A@/href 1 x y"),
        ("<TABLE><TD></TABLE><TD><A HREF=1>x<TD>y</A>", "A@/href 1 x y"),
        ("<svg><a></svg><a href=1>x</a>y", "A@/href 1 x"),
        ("<math><a></math><a href=1>x</a>y", "A@/href 1 x"),
        ("<a href=1 data-href=2>x</a>", "A@/data-href 2\nA@/href 1 x"),
        ("<svg><a href=1>x</a></svg><a href=2>y<svg><a>z</a></svg>!</a>", "A@/href 2 yz!"),
    ];
    for (html, links) in table {
        assert_eq!(lines(html), links, "{html}");
    }
}

#[test]
fn collapses_and_truncates_the_texts_of_anchors() {
    let long = "x".repeat(200);
    let table = [
        (" a\n<b> b</b>&amp;\u{A0} c ", "a b& c"),
        ("a<p>b</p>c<br>d<b>e</b>", "a b c de"),
        ("a<img src=i alt=j>b", "a b"),
        ("a<script>b</script><style>c</style><textarea>d</textarea><iframe>e</iframe>f", "a f"),
        ("a<svg><title>b</title><desc>c</desc><text>d</text></svg>e", "a de"),
        ("a<svg><title>b</svg>c", "ac"),
        ("a<!-- b -->c", "ac"),
        (&long, &long[..128]),
    ];
    for (html, text) in table {
        let links = lines(&format!("<meta charset=utf-8>before <a href=u>{html}</a> after"));
        assert_eq!(links.lines().last(), Some(&*format!("A@/href u {text}")), "{html}");
    }
    assert_eq!(lines("<a href=u> <b> </b></a>"), "A@/href u");
}

#[test]
fn decodes_pages_by_the_standard() {
    let filler = " ".repeat(1024);
    let late = [b"<title>\xCF".as_slice(), b"</title>", filler.as_bytes(), b"<meta charset=koi8-r>"].concat();
    assert_eq!(read(late), json!({"Head": {"Title": "о"}}));
    let mut reader = HtmlReader::default();
    let hints = Hints::default().with_content_type(Some("text/html; charset=koi8-r"));
    assert_eq!(to_json(&reader.read(b"<title>\xCF", &hints)), json!({"Head": {"Title": "о"}}));
    assert_eq!(to_json(&reader.read(b"\xEF\xBB\xBF<title>\xC3\xAF", &hints)), json!({"Head": {"Title": "ï"}}));
}

#[test]
fn noscript_holds_markup_or_text() {
    let page = b"<noscript><img src=u></noscript>";
    assert_eq!(read(page), json!({"Links": [{"path": "IMG@/src", "url": "u"}]}));
    let mut reader = HtmlReader::default().with_scripting(true);
    assert_eq!(to_json(&reader.read(page, &Hints::default())), json!({}));
}

#[test]
fn adversarial_pages_take_linear_time_and_space() {
    let pieces = [
        "<a href=x>",
        "<a href=x>a ",
        "<table><td><a href=x>a",
        "<template><a href=x>a",
        "<svg><a>",
        "<svg><title>",
        "<style>a{b:url(c)}</style>",
        "<img src=data:>",
        "<x data-href background data-uri>",
        "<div onclick=\"location='\">",
        "<title>a</title>",
        "<meta name content>",
        "<html lang=x>",
        "</a>",
    ];
    let mut reader = HtmlReader::default();
    for piece in pieces {
        for prefix in ["", "<a href=x>"] {
            let page = format!("{prefix}{}", piece.repeat((1 << 20) / piece.len()));
            let started = Instant::now();
            let metadata = reader.read(page.as_bytes(), &Hints::default());
            let json = metadata.to_json();
            assert!(metadata.head.metas.len() <= 100_000 && metadata.links.len() <= 100_000, "{piece}");
            assert!(json.len() <= 16 * page.len(), "{piece}: {} bytes", json.len());
            assert!(started.elapsed() < Duration::from_secs(10), "{piece}: {:?}", started.elapsed());
        }
    }
}

#[test]
fn time_grows_linearly_with_the_page() {
    let mut reader = HtmlReader::default();
    let mut time = |times: usize| {
        let page = "<a href=x>".repeat(times);
        (0..3)
            .map(|_| {
                let started = Instant::now();
                reader.read(page.as_bytes(), &Hints::default());
                started.elapsed()
            })
            .min()
            .unwrap_or_default()
    };
    let (short, long) = (time(100_000 / 8), time(100_000));
    assert!(long < 8 * 8 * short + Duration::from_millis(50), "{short:?}, {long:?}");
}
