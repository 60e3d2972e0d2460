//! Inputs in which every field of every table has a value.

use crate::repository_file;
use crate::warc_files::with_fields;
use std::fs;
use std::path::Path;

/// A page whose record has most keys, and whose nested objects and links together have every key.
pub const EVERYTHING: &[u8] = br#"<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd"><html lang=en dir=ltr>
<meta charset=utf-8><title>T</title><base href=/b/>
<meta name=description content=D><meta name=keywords content=K><meta name=author content=A>
<meta name=generator content=G><meta name=viewport content=V><meta name=robots content=noindex>
<meta name=theme-color content=red media=print><meta http-equiv=refresh content="1;r">
<link rel=canonical href=c><link rel=amphtml href=a><link rel=next href=n><link rel=prev href=p>
<link rel=manifest href=m><link rel=alternate hreflang=de href=d title=X>
<link rel=alternate type=application/rss+xml title=F href=f><link rel="icon mask-icon" sizes=any type=image/png href=i color=red>
<meta name=tdm-reservation content=1><meta name=date content=2026-01-02><link rel=license href=y>
<link rel=preload as=font media=print href=w><meta property=og:image content=o><meta property=og:title content=T><meta property=og:type content=article><meta name=twitter:card content=s>
<meta name=dc.title content=T><meta name=citation_title content=T>
<script type=application/ld+json>{"a": 1}</script><script type=application/ld+json>{</script><script type=application/ld+json>[1,]</script>
<body><h1 id=h>H</h1><noscript><a href=n target=_top rel="nofollow ugc sponsored" download=f hreflang=de type=t>x</a></noscript>
<p itemscope itemtype=https://schema.org/Book itemid=b><b itemprop=name>N</b><i itemprop=author itemscope></i></p>
<p vocab=https://schema.org/ typeof=Book><b property=name>N</b></p><template><a href=t></a></template><iframe srcdoc='<img src=e>'></iframe><form method=post action=f></form><table><caption>C</caption><tr><td colspan=2><table><td>c</table><tr><td>d<th>e</table><img srcset="a 1x, b 2w" alt=A>"#;

/// Elements whose links have each field on request.
pub const LINKS: &str = "<nav><a href=//example.org/x aria-label=L>x</a></nav>\
    <img src=i integrity=sha256-x loading=lazy fetchpriority=high alt=A>";

/// Posts with comments, a table of data and a `main` element.
pub const POST: &str = "<html lang=en><title>On ferries</title><main><article><h1>On ferries</h1>\
    <p>The ferry that would not leave stayed in the harbour for three days, and its captain said nothing to anybody.</p>\
    <p>On the fourth day, when the wind had turned, it left without a sound, and nobody on the quay had seen it go. \
    See <a href=/quay>the page about the quay</a> for more.</p>\
    <pre>a  b</pre><p>one<br><br>two</p><ul><li>three</ul><p lang=fr>quatre<p hidden>five</article></main>\
    <div id=comments class=comments><h2>Comments</h2>\
    <div class=comment><p>Ann</p><p>I have seen it leave, and it was as quiet as you say that it was on that day.</p></div>\
    <div class=comment><p>Ben</p><p>I have not seen it, but I have heard it, so it cannot have been that quiet.</p></div></div>\
    <noscript><p>six</noscript>";

/// Writes three inputs into `folder`: an archive, a file of JSON lines with an invalid page, and an HTML file.
pub fn write(folder: &Path) {
    let head = |status: &str| {
        format!(
            "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=x\r\nLink: <h>\r\nX-Robots-Tag: nofollow\r\n\
             Location: /r\r\ntdm-policy: z\r\nContent-Language: de\r\n\r\n"
        )
    };
    let record = |url: &str, status: &str, html: &[u8]| {
        let fields = format!(
            "WARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Record-ID: <urn:uuid:1>\r\n\
             WARC-Date: 2026-11-01T00:00:00Z\r\nWARC-Truncated: length\r\nWARC-Payload-Digest: sha1:x\r\n\
             WARC-Block-Digest: sha1:x\r\nWARC-Refers-To: <urn:uuid:2>\r\nWARC-Concurrent-To: <urn:uuid:3>\r\n\
             WARC-IP-Address: 192.0.2.1\r\nWARC-Identified-Payload-Type: text/html\r\n\
             Content-Type: application/http; msgtype=response\r\n"
        );
        with_fields(&fields, &[head(status).as_bytes(), html].concat())
    };
    let long = format!("{LINKS}<a href=l>{}</a>", "x".repeat(2000));
    let mut archive = record("https://example.com/", "301 Moved", &[EVERYTHING, long.as_bytes()].concat());
    archive.extend(record("https://blog.example.com/2026/11/01/ferries", "200 OK", POST.as_bytes()));
    for name in ["article", "shop", "forum", "tables", "tricky"] {
        let page = fs::read(repository_file(&format!("corpora/small/{name}.html"))).expect("a page of the repository");
        archive.extend(record(&format!("https://gazette.example.com:81/a/{name}?b"), "200 OK", &page));
    }
    let lines = "{\"id\": 7, \"html\": \"<title>T</title><a href=/l>x</a><table><tr><td>1</table><p itemscope itemtype=https://schema.org/Book>\"}\n{\"id\": 8}\n";
    for (name, bytes) in [
        ("a.warc", &archive[..]),
        ("b.jsonl", lines.as_bytes()),
        (
            "c.html",
            b"<a href=/l>x</a><table><tr><td>1</table><p itemscope itemtype=https://schema.org/Book>one<!-- two",
        ),
    ] {
        fs::write(folder.join(name), bytes).expect("a file in the folder");
    }
}
