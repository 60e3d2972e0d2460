//! Encodings: html5lib-tests, complete cases from bytes to text, and a comparison of decoding with `encoding_rs`.

use encoding_rs::Encoding;
use tagrake::encoding::{self, Decision, Hints, Source, decode, decode_page, detect};
use tagrake_testsupport::html5lib::encoding_tests;
use tagrake_testsupport::pages;
use tagrake_testsupport::random::Random;

#[test]
fn passes_html5lib_tests() {
    for (file, count) in [("tests1.dat", 59), ("tests2.dat", 22), ("test-yahoo-jp.dat", 1)] {
        let tests = encoding_tests(file);
        assert_eq!(tests.len(), count, "tests of {file}");
        for (number, test) in tests.iter().enumerate() {
            let is_expected = |decision: &Decision<'_>| decision.encoding.name().eq_ignore_ascii_case(&test.encoding);
            let found = detect(&test.data, &Hints::default());
            assert_eq!(is_expected(&found), !test.has_late_meta, "{file}, {number}");
            let with_tokens = decode_page(&test.data, None).decision;
            assert!(is_expected(&with_tokens), "{file}, {number}");
            assert_eq!(with_tokens.source == Source::LateMeta, test.has_late_meta, "{file}, {number}");
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
