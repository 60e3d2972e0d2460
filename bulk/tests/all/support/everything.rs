//! A page with every feature, for the tests of records in all formats.

use tagrake_bulk::input::{Capture, FetchTime, InputPage};

/// A page whose record has most keys, and whose nested objects and links together have every key.
const EVERYTHING: &[u8] = br#"<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd"><html lang=en dir=ltr>
<meta charset=utf-8><title>T</title><base href=/b/>
<meta name=description content=D><meta name=keywords content=K><meta name=author content=A>
<meta name=generator content=G><meta name=viewport content=V><meta name=robots content=noindex>
<meta name=theme-color content=red media=print><meta http-equiv=refresh content="1;r">
<link rel=canonical href=c><link rel=amphtml href=a><link rel=next href=n><link rel=prev href=p>
<link rel=manifest href=m><link rel=alternate hreflang=de href=d title=X>
<link rel=alternate type=application/rss+xml title=F href=f><link rel="icon mask-icon" sizes=any type=image/png href=i color=red>
<meta name=tdm-reservation content=1><meta name=date content=2026-01-02><link rel=license href=y>
<link rel=preload as=font media=print href=w><meta property=og:image content=o><meta name=twitter:card content=s>
<meta name=dc.title content=T><meta name=citation_title content=T>
<script type=application/ld+json>{"a": 1}</script><script type=application/ld+json>{</script><script type=application/ld+json>[1,]</script>
<body><h1 id=h>H</h1><noscript><a href=n target=_top rel="nofollow ugc sponsored" download=f hreflang=de type=t>x</a></noscript>
<p itemscope itemtype=https://schema.org/Book itemid=b><b itemprop=name>N</b><i itemprop=author itemscope></i></p>
<p vocab=https://schema.org/ typeof=Book><b property=name>N</b></p><template><a href=t></a></template><iframe srcdoc='<img src=e>'></iframe><form method=post action=f></form><table><caption>C</caption><tr><td colspan=2><table><td>c</table><tr><td>d<th>e</table><img srcset="a 1x, b 2w" alt=A>"#;

/// Returns the page with every feature, and with a long anchor.
pub(crate) fn everything() -> InputPage {
    let long = format!("<a href=l>{}</a>", "x".repeat(2000));
    let mut input = InputPage::new("all.html", [EVERYTHING, long.as_bytes()].concat());
    input.url = Some("https://example.com/".to_owned());
    input.content_type = Some("text/html; charset=x".to_owned());
    let headers = [("X-Robots-Tag", "nofollow"), ("Link", "<h>"), ("tdm-policy", "z"), ("Location", "/r")];
    input.headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let mut capture = Capture::default();
    capture.warc_filename = Some("crawl.warc.gz".into());
    capture.warc_record_offset = Some(1 << 40);
    capture.warc_record_length = Some(2000);
    capture.fetch_time = FetchTime::of_warc_date("2026-11-21T13:17:05.25Z");
    capture.fetch_status = Some(301);
    capture.content_mime_type = Some("text/html".to_owned());
    capture.content_charset = Some("UTF-8".to_owned());
    capture.content_truncated = Some("length".to_owned());
    input.capture = Some(Box::new(capture));
    input
}
