//! The precedence of encoding declarations, and changes by a late `meta`.

use super::*;
use Confidence::{Certain, Tentative};
use encoding_rs::{
    GBK, ISO_8859_2, KOI8_R, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1251, WINDOWS_1252,
    X_USER_DEFINED,
};

const META: &[u8] = b"<meta charset=koi8-r>";
const WITH_BOM: &[u8] = b"\xFE\xFF<meta charset=koi8-r>";
const CONTENT_TYPE: Option<&str> = Some("text/html; charset=gbk");
const UNKNOWN: Option<&str> = Some("text/html; charset=unheard-of");

#[test]
fn declarations_have_an_order_of_precedence() {
    let detector = |_: &[u8], _: Option<&str>| Encoding::of(WINDOWS_1251);
    for (bytes, by_caller, content_type, encoding, source) in [
        (WITH_BOM, Some(SHIFT_JIS), CONTENT_TYPE, UTF_16BE, Source::Bom),
        (META, Some(SHIFT_JIS), CONTENT_TYPE, SHIFT_JIS, Source::Override),
        (META, None, CONTENT_TYPE, GBK, Source::Transport),
        (META, None, UNKNOWN, KOI8_R, Source::Meta),
        (b"<?xml encoding='koi8-r'?>\xC3", None, UNKNOWN, KOI8_R, Source::Xml),
        (b"\xC3", None, UNKNOWN, WINDOWS_1251, Source::Detector),
        ("é".as_bytes(), None, UNKNOWN, UTF_8, Source::Detector),
        // The last character is truncated.
        (b"\xC3\xA9a\xE2\x82", None, UNKNOWN, UTF_8, Source::Detector),
        (b"\xC3\xA9\xE2\x82a", None, UNKNOWN, WINDOWS_1251, Source::Detector),
        (b"e", None, UNKNOWN, WINDOWS_1252, Source::Default),
        (b"", None, None, WINDOWS_1252, Source::Default),
    ] {
        let by_caller = by_caller.map(Encoding::of);
        let hints = Hints::default().with_override(by_caller).with_content_type(content_type).with_detector(&detector);
        let decision = detect(bytes, &hints);
        let text = bytes.escape_ascii();
        assert_eq!((decision.encoding.inner(), decision.source), (encoding, source), "{text}");
        assert_eq!(decision.confidence == Certain, source <= Source::Transport, "{text}");
        assert_eq!(decision.bom_len, if source == Source::Bom { 2 } else { 0 }, "{text}");
        let label = content_type.map(|_| if content_type == UNKNOWN { "unheard-of" } else { "gbk" });
        assert_eq!(decision.http_label.as_deref(), label, "{text}");
        let declares = matches!(source, Source::Meta | Source::Xml);
        assert_eq!(decision.meta_label.as_deref(), declares.then_some(&b"koi8-r"[..]), "{text}");
    }
}

#[test]
fn recognises_three_byte_order_marks() {
    for (bytes, encoding, bom_len) in [
        (&b"\xEF\xBB\xBF"[..], UTF_8, 3),
        (b"\xFE\xFF", UTF_16BE, 2),
        (b"\xFF\xFE", UTF_16LE, 2),
        // UTF-32 is not supported.
        (b"\xFF\xFE\0\0", UTF_16LE, 2),
        (b"\0\0\xFE\xFF", WINDOWS_1252, 0),
        (b"\xEF\xBB", WINDOWS_1252, 0),
        (b" \xEF\xBB\xBF", WINDOWS_1252, 0),
    ] {
        let decision = detect(bytes, &Hints::default());
        assert_eq!((decision.encoding.inner(), decision.bom_len), (encoding, bom_len), "{}", bytes.escape_ascii());
    }
}

#[test]
fn guesses_nothing_without_a_detector() {
    for bytes in ["é".as_bytes(), b"\xC3"] {
        assert_eq!(detect(bytes, &Hints::default()).source, Source::Default);
    }
}

#[test]
fn recognises_labels_of_the_replacement_encoding() {
    let decision = detect(b"<meta charset=iso-2022-kr>", &Hints::default());
    assert_eq!((decision.encoding.inner(), decision.source), (REPLACEMENT, Source::Meta));
}

/// The label was `None`, although the `meta` decided.
#[test]
fn a_late_meta_that_decides_sets_the_label() {
    for (bytes, label, source, expected) in [
        (&b""[..], &b" KOI8 "[..], Source::LateMeta, &b" KOI8 "[..]),
        (b"", b"latin1", Source::LateMeta, b"latin1"),
        (b"", b"utf-16", Source::LateMeta, b"utf-16"),
        (b"<meta charset=nonsense>", b"koi8", Source::LateMeta, b"koi8"),
        (META, b"latin2", Source::LateMeta, b"latin2"),
        (META, b"koi8", Source::Meta, b"koi8-r"),
    ] {
        let mut first = detect(bytes, &Hints::default());
        let declared = |label| MetaDeclaration::of(Some(label), None, None).expect("a label");
        let mut again = None;
        if first.change_by_meta(declared(label)) {
            let restart = Restart { encoding: first.encoding, used_bytes: 0 };
            let mut second = restart.read_again(detect(bytes, &Hints::default()), Ok::<_, Restart>);
            // Another declaration before it is not used.
            assert!(!second.change_by_meta(declared(b"gbk")));
            assert!(!second.change_by_meta(declared(label)));
            again = Some(second);
        }
        for mut decision in [Some(first), again].into_iter().flatten() {
            assert!(!decision.change_by_meta(declared(b"gbk")));
            assert_eq!(
                (decision.source, decision.meta_label.as_deref()),
                (source, Some(expected)),
                "{}",
                bytes.escape_ascii()
            );
        }
    }
}

#[test]
fn a_late_meta_changes_a_tentative_encoding() {
    // Only the start of an XML declaration gives a tentative UTF-16.
    let utf_16: &[u8] = b"<\0?\0x\0";
    for (bytes, content_type, named, encoding, source, read_again) in [
        (&b""[..], None, KOI8_R, KOI8_R, Source::LateMeta, true),
        (b"", None, UTF_16LE, UTF_8, Source::LateMeta, true),
        (b"", None, X_USER_DEFINED, WINDOWS_1252, Source::LateMeta, false),
        (b"", None, WINDOWS_1252, WINDOWS_1252, Source::LateMeta, false),
        (META, None, KOI8_R, KOI8_R, Source::Meta, false),
        (META, None, ISO_8859_2, ISO_8859_2, Source::LateMeta, true),
        (META, CONTENT_TYPE, KOI8_R, GBK, Source::Transport, false),
        (WITH_BOM, None, KOI8_R, UTF_16BE, Source::Bom, false),
        (utf_16, None, KOI8_R, UTF_16LE, Source::Xml, false),
    ] {
        let mut decision = detect(bytes, &Hints::default().with_content_type(content_type));
        let text = bytes.escape_ascii();
        assert_eq!(decision.confidence == Tentative, !matches!(source, Source::Transport | Source::Bom), "{text}");
        assert_eq!(decision.change(Encoding::of(named)), read_again, "{text} {named:?}");
        assert_eq!((decision.encoding.inner(), decision.source), (encoding, source), "{text} {named:?}");
        assert_eq!(decision.confidence, Certain, "{text} {named:?}");
        assert!(!decision.change(Encoding::of(WINDOWS_1251)), "{text} {named:?}");
        assert_eq!(decision.encoding.inner(), encoding, "{text} {named:?}");
    }
}
