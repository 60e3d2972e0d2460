//! Encodings: html5lib-tests, complete cases from bytes to text, and a comparison of decoding with `encoding_rs`.

use encoding_rs::Encoding;
use std::fs;
use tagrake::Options;
use tagrake::encoding::{self, Decision, Hints, Source, decode, decode_page, detect};
use tagrake_extract::{Context, Extractor, Flag};
use tagrake_testsupport::random::Random;
use tagrake_testsupport::{package_dir, pages};

/// A test of html5lib-tests: bytes, and the name of their encoding, in any case.
struct Test {
    data: Vec<u8>,
    encoding: String,
}

/// Reads the tests of a file.
fn html5lib_tests(file: &str) -> Vec<Test> {
    let path = package_dir("markup5ever_rcdom").join("html5lib-tests/encoding").join(file);
    let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let find = |rest: &[u8], text: &[u8]| rest.windows(text.len()).position(|window| window == text);
    let (mut tests, mut rest) = (Vec::new(), &bytes[..]);
    while let Some(start) = find(rest, b"#data\n") {
        rest = &rest[start + b"#data\n".len()..];
        let end = find(rest, b"\n#encoding\n").expect("a test has an encoding");
        let data = rest[..end].to_vec();
        rest = &rest[end + b"\n#encoding\n".len()..];
        let line = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
        tests.push(Test { data, encoding: String::from_utf8_lossy(line).into_owned() });
    }
    tests
}

/// The tests whose `meta` comes after the first 1024 bytes, numbered from 0. A prescan of the complete page would find
/// it, but by the standard the tree builder does.
const LATE_METAS: (&str, [usize; 7]) = ("tests1.dat", [47, 48, 49, 50, 51, 52, 53]);

#[test]
fn passes_html5lib_tests() {
    for (file, count) in [("tests1.dat", 59), ("tests2.dat", 22), ("test-yahoo-jp.dat", 1)] {
        let tests = html5lib_tests(file);
        assert_eq!(tests.len(), count, "tests of {file}");
        let is_right = |test: &Test| {
            let decision = detect(&test.data, &Hints::default());
            decision.encoding.name().eq_ignore_ascii_case(&test.encoding)
        };
        let wrong: Vec<_> = (0..count).filter(|&number| !is_right(&tests[number])).collect();
        let expected: &[usize] = if file == LATE_METAS.0 { &LATE_METAS.1 } else { &[] };
        assert_eq!(wrong, expected, "{file}");
        // The extractor, which also reads the tokens, finds the late ones too.
        let mut extractor = Extractor::default();
        for (number, test) in tests.iter().enumerate() {
            let page = extractor.extract(&test.data, &Context::default());
            assert!(page.encoding.encoding.name().eq_ignore_ascii_case(&test.encoding), "{file}, {number}");
            let is_late = page.encoding.source == Source::LateMeta;
            assert_eq!((is_late, page.flags.has(Flag::EncodingRestart)), (expected.contains(&number), is_late));
            let labelled = page.encoding.meta_label.as_deref().and_then(Encoding::for_label);
            assert!(!is_late || labelled == Encoding::for_label(test.encoding.as_bytes()), "{file}, {number}");
        }
    }
}

/// A page with its header, and the expected decision and text.
struct Case {
    name: &'static str,
    content_type: Option<&'static str>,
    page: &'static [u8],
    /// Encoding, source and confidence.
    decision: [&'static str; 3],
    is_borrowed: bool,
    /// The end of the text.
    text: &'static str,
}

#[test]
#[rustfmt::skip] // one line for the input, one for the expected result
fn decodes_complete_pages() {
    let html = Some("text/html");
    for Case { name, content_type, page, decision, is_borrowed, text } in [
        Case { name: "default", content_type: html, page: b"<!DOCTYPE html><p>abc",
            decision: ["windows-1252", "default", "tentative"], is_borrowed: true, text: "<p>abc" },
        Case { name: "no detector", content_type: html, page: "<title>café".as_bytes(),
            decision: ["windows-1252", "default", "tentative"], is_borrowed: false, text: "<title>cafÃ©" },
        Case { name: "UTF-8 mark beats transport", content_type: Some("text/html; charset=windows-1251"),
            page: b"\xEF\xBB\xBF<meta charset=iso-8859-2><title>\xC3\xA9",
            decision: ["UTF-8", "bom", "certain"], is_borrowed: true, text: "<meta charset=iso-8859-2><title>é" },
        Case { name: "UTF-16 mark beats meta", content_type: None,
            page: b"\xFE\xFF\0<\0m\0e\0t\0a\0 \0c\0h\0a\0r\0s\0e\0t\0=\0u\0t\0f\0-\x008\0>\0a",
            decision: ["UTF-16BE", "bom", "certain"], is_borrowed: false, text: "<meta charset=utf-8>a" },
        Case { name: "transport beats meta", content_type: Some("text/html; charset=\"ISO-8859-1\""),
            page: b"<meta charset=utf-8><title>\xE9",
            decision: ["windows-1252", "transport", "certain"], is_borrowed: false, text: "<title>é" },
        Case { name: "transport with an unknown label", content_type: Some("text/html; charset=foo"),
            page: "<meta charset=utf-8><title>é".as_bytes(),
            decision: ["UTF-8", "meta", "tentative"], is_borrowed: true, text: "<title>é" },
        Case { name: "transport with apostrophes", content_type: Some("text/html; charset='utf-8'"), page: b"<p>x",
            decision: ["windows-1252", "default", "tentative"], is_borrowed: true, text: "<p>x" },
        Case { name: "transport with two labels", content_type: Some("text/html;charset=shift_jis;charset=utf-8"),
            page: b"<p>\x83A",
            decision: ["Shift_JIS", "transport", "certain"], is_borrowed: false, text: "<p>ア" },
        Case { name: "latin1 is windows-1252", content_type: html, page: b"<meta charset=latin1><title>\x93x\x94",
            decision: ["windows-1252", "meta", "tentative"], is_borrowed: false, text: "<title>“x”" },
        Case { name: "UTF-16 in ASCII is UTF-8", content_type: html, page: "<meta charset=utf-16le><title>é".as_bytes(),
            decision: ["UTF-8", "meta", "tentative"], is_borrowed: true, text: "<title>é" },
        Case { name: "x-user-defined is windows-1252", content_type: html,
            page: b"<meta charset=x-user-defined><title>\x80",
            decision: ["windows-1252", "meta", "tentative"], is_borrowed: false, text: "<title>€" },
        Case { name: "content without a pragma", content_type: html,
            page: b"<meta name=x content=\"text/html; charset=iso-8859-2\">",
            decision: ["windows-1252", "default", "tentative"], is_borrowed: true, text: ">" },
        Case { name: "pragma with a space", content_type: html,
            page: b"<meta http-equiv=\"Content-Type \" content=\"text/html; charset=iso-8859-2\">",
            decision: ["windows-1252", "default", "tentative"], is_borrowed: true, text: ">" },
        Case { name: "empty comment", content_type: html, page: b"<!--><meta charset=utf-8>",
            decision: ["UTF-8", "meta", "tentative"], is_borrowed: true, text: ">" },
        Case { name: "meta in a value", content_type: html,
            page: b"<p title=\"<meta charset=utf-8>\"><meta charset=iso-8859-2>\xB1",
            decision: ["ISO-8859-2", "meta", "tentative"], is_borrowed: false, text: ">ą" },
        Case { name: "meta in a script", content_type: html, page: b"<script>\"<meta charset=euc-jp>\"</script>\xA4\xA2",
            decision: ["EUC-JP", "meta", "tentative"], is_borrowed: false, text: "</script>あ" },
        Case { name: "XML declaration", content_type: html,
            page: b"<?xml version=\"1.0\" encoding='windows-1251'?><title>\xCF",
            decision: ["windows-1251", "xml", "tentative"], is_borrowed: false, text: "<title>П" },
        Case { name: "meta beats the XML declaration", content_type: html,
            page: "<?xml version=\"1.0\" encoding='windows-1251'?><meta charset=utf-8><title>é".as_bytes(),
            decision: ["UTF-8", "meta", "tentative"], is_borrowed: true, text: "<title>é" },
        Case { name: "wrong UTF-8", content_type: html, page: b"<meta charset=utf-8><title>a\xC3<b>\xFF",
            decision: ["UTF-8", "meta", "tentative"], is_borrowed: false, text: "<title>a\u{FFFD}<b>\u{FFFD}" },
        Case { name: "letters inside of characters", content_type: html,
            page: b"<meta charset=shift_jis><title>\x83A\x83B",
            decision: ["Shift_JIS", "meta", "tentative"], is_borrowed: false, text: "<title>アィ" },
        Case { name: "ISO-2022-JP in ASCII", content_type: html, page: b"<meta charset=iso-2022-jp>",
            decision: ["ISO-2022-JP", "meta", "tentative"], is_borrowed: true, text: ">" },
        Case { name: "ISO-2022-JP", content_type: html, page: b"<meta charset=iso-2022-jp>\x1B$B$\"",
            decision: ["ISO-2022-JP", "meta", "tentative"], is_borrowed: false, text: ">あ" },
        Case { name: "replacement", content_type: Some("text/html;charset=hz-gb-2312"), page: b"<p>x",
            decision: ["replacement", "transport", "certain"], is_borrowed: false, text: "\u{FFFD}" },
    ] {
        let mut buffer = String::new();
        let decided = detect(page, &Hints::default().with_content_type(content_type));
        let decoded = decode(page, &decided, &mut buffer);
        let found = [decided.encoding.name(), decided.source.as_str(), decided.confidence.as_str()];
        assert_eq!((found, decoded.is_borrowed), (decision, is_borrowed), "{name}");
        let decoded_text = decoded.text;
        assert!(decoded_text.ends_with(text), "{name}: {decoded_text}");
        assert_eq!(decoded.had_errors, text.contains('\u{FFFD}'), "{name}");

        let document = decode_page(page, content_type);
        assert_eq!((&*document.text, document.had_errors), (decoded.text, decoded.had_errors), "{name}");
        let Decision { encoding, source, bom_len, http_label, meta_label, .. } = document.decision;
        assert_eq!((encoding, source, bom_len), (decided.encoding, decided.source, decided.bom_len), "{name}");
        assert_eq!((http_label, meta_label), (decided.http_label, decided.meta_label), "{name}");
    }
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
    let mut pages: Vec<Vec<u8>> =
        tagrake_testsupport::pages::all().into_iter().map(|page| page.html.to_vec()).collect();
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
fn calls_the_detector_for_pages_that_are_not_utf_8() {
    let gbk = |_: &[u8], _: Option<&str>| encoding::Encoding::for_label(b"gbk").expect("a label");
    let hints = Hints::default().with_detector(&gbk);
    for (page, name, text) in [(&b"caf\xC3\xA9"[..], "UTF-8", "café"), (b"\xC4\xE3", "GBK", "你")] {
        let decision = detect(page, &hints);
        let found = [decision.encoding.name(), decision.source.as_str(), decision.confidence.as_str()];
        assert_eq!(found, [name, "detector", "tentative"]);
        let mut buffer = String::new();
        assert_eq!(decode(page, &decision, &mut buffer).text, text);
    }
}

/// The names of all encodings.
#[rustfmt::skip]
const ENCODINGS: [&str; 40] = [
    "Big5", "EUC-JP", "EUC-KR", "GBK", "IBM866", "ISO-2022-JP", "ISO-8859-2", "ISO-8859-3", "ISO-8859-4",
    "ISO-8859-5", "ISO-8859-6", "ISO-8859-7", "ISO-8859-8", "ISO-8859-8-I", "ISO-8859-10", "ISO-8859-13",
    "ISO-8859-14", "ISO-8859-15", "ISO-8859-16", "KOI8-R", "KOI8-U", "Shift_JIS", "UTF-16BE", "UTF-16LE", "UTF-8",
    "gb18030", "hz-gb-2312", "macintosh", "windows-874", "windows-1250", "windows-1251", "windows-1252", "windows-1253",
    "windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic", "x-user-defined",
];

/// Checks that `decode` agrees with `encoding_rs`, in a buffer that is not empty.
#[track_caller]
fn check_decode(bytes: &[u8], encoding: &'static Encoding, buffer: &mut String) {
    let same = encoding::Encoding::for_label(encoding.name().as_bytes());
    let decision = detect(bytes, &Hints::default().with_override(same));
    let bytes_of_text = &bytes[decision.bom_len..];
    let encoding = Encoding::for_label(decision.encoding.name().as_bytes()).expect("a name is a label");
    let (expected, had_errors) = encoding.decode_without_bom_handling(bytes_of_text);
    let decoded = decode(bytes, &decision, buffer);
    let name = encoding.name();
    assert!(decoded.text == &*expected, "{name} \"{}\"", bytes.escape_ascii());
    assert_eq!(decoded.had_errors, had_errors, "{name} \"{}\"", bytes.escape_ascii());
    if !bytes_of_text.is_empty() {
        let is_borrowed = matches!(expected, std::borrow::Cow::Borrowed(_));
        assert_eq!(decoded.is_borrowed, is_borrowed, "{name} \"{}\"", bytes.escape_ascii());
    }
}

#[test]
fn decodes_random_bytes_like_encoding_rs() {
    let mut random = Random::new(7);
    let mut buffer = String::new();
    for name in ENCODINGS {
        let encoding = Encoding::for_label(name.as_bytes()).expect("a name is a label");
        for _ in 0..300 {
            let (len, rare) = (random.below(200), random.below(100) + 1);
            let bytes: Vec<u8> = (0..len)
                .map(|_| {
                    if random.one_in(rare) {
                        random.next_u64() as u8
                    } else {
                        b" <a>=\x1B$B(J\0\r\n~{"[random.below(15)]
                    }
                })
                .collect();
            check_decode(&bytes, encoding, &mut buffer);
        }
        // Valid text, and text in another encoding.
        for text in ["Ąę Ŭ é à ł", "Привет, мир", "ア日本語 漢字", "한국어 <b>", "العربية עברית ไทย Ελλάδα"]
        {
            check_decode(&encoding.encode(text).0, encoding, &mut buffer);
            check_decode(text.as_bytes(), encoding, &mut buffer);
        }
    }
}

#[test]
fn decodes_pages_like_encoding_rs() {
    let mut buffer = String::new();
    let mut borrowed = 0;
    for page in pages::all() {
        for name in ["UTF-8", "windows-1252", "windows-1251", "Shift_JIS", "ISO-2022-JP", "UTF-16LE"] {
            let encoding = Encoding::for_label(name.as_bytes()).expect("a name is a label");
            check_decode(&page.html, encoding, &mut buffer);
        }
        borrowed += usize::from(decode_page(&page.html, Some("text/html;charset=utf-8")).text.as_bytes() == page.html);
    }
    assert!(borrowed > 20, "only {borrowed} pages are UTF-8");
}
