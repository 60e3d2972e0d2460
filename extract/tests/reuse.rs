//! Reused extractors give the same results as new ones. Under Miri there are few pages, so that the test takes a minute.

use tagrake_extract::{Context, ExtractOptions, Extractor, Flag};
use tagrake_testsupport::random::Random;

const PAGES: usize = if cfg!(miri) { 2 } else { 2000 };

/// Fragments of random pages for extraction.
const PIECES: &[&[u8]] = &[
    b"<title>A  &amp; B</title>",
    b"<base href=/b/>",
    b"<a href='x?\xE9' rel='NoFollow next'>\xE9 c </a>",
    b"<a href=https://h.org/d><img src=e alt='f&#9;g'></a>",
    b"<img srcset='a 1x, b 2x'>",
    b"<link rel=icon href=\"\\i\n\">",
    b"<meta name=Robots content='NoIndex, max-snippet: 9'>",
    b"<meta http-equiv=refresh content='1;url=r'>",
    b"<meta charset=shift_jis>",
    b"<style>@import 'u\\72l'; a { background: url(v) }</style>",
    b"<script type=application/ld+json><!-- {\"a\": 1} --></script>",
    b"<table><tr><td><h2 id=h>\xD0\x96</h2><svg><a xlink:href=y>",
    b"</table><p>text",
    // Long enough that the encoding of the page is determined before the fragments that follow.
    &[b' '; 1024],
];

#[test]
#[cfg_attr(all(miri, not(target_feature = "avx2")), ignore = "encoding_rs uses CPU features that Miri lacks")]
fn reused_extractors_match_new_ones() {
    let options = ExtractOptions::default().with_text(true);
    let (mut random, mut old) = (Random::new(6), Extractor::new(options.clone()));
    let types = [Some("text/html;charset=windows-1251"), None, Some("text/html;charset=utf-8")];
    let (mut html, mut decoded, mut restarted) = (Vec::new(), 0, 0);
    for page in 0..PAGES {
        html.clear();
        for _ in 0..random.below(20) {
            html.extend(random.choose(PIECES));
        }
        let html = Box::<[u8]>::from(&html[..]);
        let context =
            Context::default().with_url(Some("https://e.org/a/")).with_content_type(types[page % types.len()]);
        let (found, mut new) = (old.extract(&html, &context), Extractor::new(options.clone()));
        assert_eq!(format!("{found:?}"), format!("{:?}", new.extract(&html, &context)), "\"{}\"", html.escape_ascii());
        decoded += usize::from(!found.is_borrowed);
        restarted += usize::from(found.flags.has(Flag::EncodingRestart));
    }
    assert!(decoded >= PAGES / 2 && restarted >= PAGES / 50, "{decoded} decoded, {restarted} restarted");
}
