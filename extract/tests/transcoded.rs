//! Pages in other encodings give the same results as in UTF-8, in a single slice and in chunks.

use encoding_rs::{
    BIG5, EUC_KR, Encoding, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1251, WINDOWS_1252,
};
use tagrake::encoding::{Hints, Source, decode, detect};
use tagrake::{Arena, Options, Token};
use tagrake_extract::{Context, ExtractOptions, Extractor, Page};
use tagrake_testsupport::any_sink::{Stream, tokenize};
use tagrake_testsupport::pages;
use tagrake_testsupport::tokenizer_runs::{TokenSink, describe as describe_token};

const ENCODINGS: [&Encoding; 8] = [WINDOWS_1252, WINDOWS_1251, SHIFT_JIS, EUC_KR, GBK, BIG5, UTF_16LE, UTF_16BE];

/// Replaces each character that `encoding` lacks with `?`. Returns the result as text, and as bytes in `encoding`.
fn transcode(page: &str, encoding: &'static Encoding) -> (String, Vec<u8>) {
    if encoding == UTF_16LE || encoding == UTF_16BE {
        let unit = if encoding == UTF_16LE { u16::to_le_bytes } else { u16::to_be_bytes };
        let bytes = page.encode_utf16().flat_map(unit).collect();
        return (page.to_owned(), bytes);
    }
    // A character that decodes to another one is replaced too: 0x5C is a yen sign in some encodings.
    let survives = |character: char| {
        let mut buffer = [0; 4];
        let text = character.encode_utf8(&mut buffer);
        let (bytes, _, is_lossy) = encoding.encode(text);
        !is_lossy && encoding.decode_without_bom_handling(&bytes).0 == *text
    };
    let original: String = page.chars().map(|c| if c.is_ascii() || survives(c) { c } else { '?' }).collect();
    let bytes = encoding.encode(&original).0.into_owned();
    (original, bytes)
}

/// Describes the parts of a page that do not depend on its encoding. Offsets and queries do.
fn describe(page: &Page<'_>) -> String {
    let mut text = format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        page.base_href,
        page.doctype,
        page.lang,
        page.title,
        page.description,
        page.og,
        page.twitter,
        page.headings,
        page.text,
        page.word_count,
        page.robots,
        page.json_ld,
        page.item_attributes
    );
    for link in page.links {
        let url = if link.raw.is_ascii() { link.url } else { None };
        text += &format!("\n{:?}", (link.element, link.attr, link.raw, url, link.kind, link.rel, link.text, link.alt));
    }
    text
}

#[test]
fn transcoded_pages_give_the_same_results() {
    let options = || ExtractOptions::default().with_text(true);
    let (mut ours, mut theirs) = (Extractor::new(options()), Extractor::new(options()));
    let (mut pages_read, mut differ) = (0, 0);
    for page in pages::all() {
        let Ok(html) = String::from_utf8(page.html) else { continue };
        pages_read += 1;
        for encoding in ENCODINGS {
            let (original, bytes) = transcode(&html, encoding);
            differ += usize::from(bytes != original.as_bytes());
            let url = Some("https://example.com/dir/page");
            let utf_8 = Context::default().with_url(url).with_content_type(Some("text/html; charset=utf-8"));
            let declared = format!("text/html; charset={}", encoding.name());
            let other = Context::default().with_url(url).with_content_type(Some(&declared));
            let (expected, found) = (ours.extract(original.as_bytes(), &utf_8), theirs.extract(&bytes, &other));
            assert_eq!((found.encoding.encoding.name(), found.encoding.source), (encoding.name(), Source::Transport));
            assert!(!found.had_decoding_errors, "{} in {}", page.name, encoding.name());
            assert!(describe(&found) == describe(&expected), "{} in {}", page.name, encoding.name());
        }
    }
    assert!(pages_read >= 20, "{pages_read} pages");
    assert!(differ > 6 * pages_read, "only {differ} of the transcoded pages differ from the original");
}

/// Decodes `bytes` in chunks of `size`, dropping a byte order mark, and describes the tokens of the resulting stream.
fn in_chunks(bytes: &[u8], encoding: &'static Encoding, size: usize, stream: &mut Stream) -> Vec<u8> {
    let (mut decoder, mut text, mut tokens) = (encoding.new_decoder(), String::new(), Vec::new());
    let mut sink = TokenSink::new(|token: Token<'_>| describe_token(&token, None, &mut tokens));
    let mut rest = bytes;
    loop {
        let (chunk, after) = rest.split_at(size.min(rest.len()));
        text.clear();
        text.reserve(decoder.max_utf8_buffer_length(chunk.len()).expect("a small chunk"));
        let (_, read, _) = decoder.decode_to_string(chunk, &mut text, after.is_empty());
        assert_eq!(read, chunk.len());
        stream.feed(text.as_bytes(), &mut sink);
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    stream.finish(&mut sink);
    tokens
}

#[test]
fn decoding_in_chunks_gives_the_same_tokens() {
    let pages = [
        "<p title='é à'>naïve &am\u{FEFF}p; r\u{E9}sum\u{E9} &amp; caf\u{E9}\r\n<br>\rЖ表能ソ</p><A 表=能>한글&lt",
        "\u{FEFF}\u{FEFF}<!-- é表 -->x\u{FEFF}<svg><![CDATA[\u{1F600}]]></svg>\u{1F600}",
    ];
    let options = Options::default();
    let (mut stream, mut arena, mut buffer) = (Stream::new(&options), Arena::new(), String::new());
    for page in pages {
        for encoding in ENCODINGS.into_iter().chain([UTF_8, ISO_2022_JP]) {
            let (_, bytes) = transcode(page, encoding);
            let hints =
                Hints::default().with_override(tagrake::encoding::Encoding::for_label(encoding.name().as_bytes()));
            let decision = detect(&bytes, &hints);
            let mut expected = Vec::new();
            let mut sink = TokenSink::new(|token: Token<'_>| describe_token(&token, None, &mut expected));
            tokenize(decode(&bytes, &decision, &mut buffer).text.as_bytes(), &options, &mut arena, &mut sink);
            for size in 1..=bytes.len() {
                let found = in_chunks(&bytes, encoding, size, &mut stream);
                assert!(found == expected, "{} in chunks of {size}: {page}", encoding.name());
            }
        }
    }
}
