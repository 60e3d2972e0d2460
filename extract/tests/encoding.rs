//! Encodings: the extractor, which reads the tokens too, decides as the tokenizer's package does.

use encoding_rs::Encoding;
use tagrake::Options;
use tagrake::encoding::{self, Hints, OffsetMap, Source, decode_page};
use tagrake_extract::{Context, Extractor, Flag};
use tagrake_testsupport::html5lib::encoding_tests;
use tagrake_testsupport::pages;

#[test]
fn passes_html5lib_tests() {
    let (mut extractor, mut late) = (Extractor::default(), 0);
    for file in ["tests1.dat", "tests2.dat", "test-yahoo-jp.dat"] {
        for (number, test) in encoding_tests(file).iter().enumerate() {
            let page = extractor.extract(&test.data, &Context::default());
            assert!(page.encoding.encoding.name().eq_ignore_ascii_case(&test.encoding), "{file}, {number}");
            let is_late = page.encoding.source == Source::LateMeta;
            assert_eq!((is_late, page.flags.has(Flag::EncodingRestart)), (test.has_late_meta, is_late));
            let labelled = page.encoding.meta_label.as_deref().and_then(Encoding::for_label);
            assert!(!is_late || labelled == Encoding::for_label(test.encoding.as_bytes()), "{file}, {number}");
            late += usize::from(is_late);
        }
    }
    assert_eq!(late, 7);
}

/// `decode_page` decides as the extractor does, and gives the same text.
#[test]
fn decode_page_agrees_with_the_extractor() {
    let filler = format!("<!--{}-->", "x".repeat(1100));
    let heads = [
        "",
        "\u{EF}\u{BB}\u{BF}",
        "\u{FE}\u{FF}",
        "<title>\u{E9}</title>",
        "<p>\u{E9}<b>",
        "<svg>",
        "<noscript>",
        "<script>",
        "<template>",
    ];
    let metas = [
        "",
        "<meta charset=koi8-r>",
        "<META CHARSET='&#x6B;oi8'>",
        "<meta http-equiv=content-type content='text/html; charset=gbk'>",
        "<meta charset=unheard-of><meta charset=utf-16><meta charset=gbk>",
        "<meta charset=windows-1252>",
        "<meta charset=iso-2022-jp>",
        "</template><meta charset=x-user-defined>",
    ];
    let mut pages: Vec<Vec<u8>> = pages::all().into_iter().map(|page| page.html.to_vec()).collect();
    for head in heads {
        for filler in ["", &filler] {
            for meta in metas {
                for second in ["", "<meta charset=shift_jis>"] {
                    let page = format!("{head}{filler}{meta}{second}<p>\u{83}A\u{E9}</p>");
                    pages.push(page.chars().map(|character| character as u8).collect());
                }
            }
        }
    }
    let (mut extractor, mut late) = (Extractor::default(), 0);
    for page in &pages {
        for content_type in
            [None, Some("text/html; charset=euc-jp"), Some("application/xhtml+xml"), Some("text/html;charset=x")]
        {
            let document = decode_page(page, content_type);
            let extracted = extractor.extract(page, &Context::default().with_content_type(content_type));
            assert_eq!(document.decision, extracted.encoding, "{}", page.escape_ascii());
            assert!(document.text == extracted.html, "{}", page.escape_ascii());
            late += usize::from(extracted.flags.has(Flag::EncodingRestart));
            let hints = Hints::default().with_content_type(content_type);
            let options = Options::default().with_empty_element_tags(hints.is_xhtml());
            assert_eq!(encoding::decide(page, &hints, &options), document.decision);
        }
    }
    assert!(late > 100, "only {late} pages were read again");
}

#[test]
fn links_have_bytes() {
    let page = b"<!--\x83A--><p/title=\x83B>\x83C<a href='\x83D'>\xFFx</a><meta charset=shift_jis>";
    let mut extractor = Extractor::default();
    let extracted = extractor.extract(page, &Context::default());
    assert_eq!(extracted.encoding, decode_page(page, None).decision);
    assert_eq!(&page[OffsetMap::new(page, &extracted.encoding).byte_range(extracted.links[0].span.clone())], b"\x83D");
}
