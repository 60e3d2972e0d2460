//! The examples give the output that they describe.

#[expect(dead_code, reason = "`main`")]
#[path = "../examples/byte_offsets.rs"]
mod byte_offsets;
#[expect(dead_code, reason = "`main`")]
#[path = "../examples/count_tags.rs"]
mod count_tags;
#[expect(dead_code, reason = "`main`")]
#[path = "../examples/draw_errors.rs"]
mod draw_errors;
#[expect(dead_code, reason = "`main`")]
#[path = "../examples/prefix_links.rs"]
mod prefix_links;
#[expect(dead_code, reason = "`main`")]
#[path = "../examples/read_limited.rs"]
mod read_limited;
#[expect(dead_code, reason = "`main`")]
#[path = "../examples/remove_scripts.rs"]
mod remove_scripts;

use tagrake::{Arena, Limits};
use tagrake_testsupport::pages;

#[test]
fn tags_are_counted_pushed_and_pulled() {
    let mut arena = Arena::new();
    let counts = count_tags::count_pushed(b"<p>a<P><br><script><p></script>", &mut arena);
    let counts: Vec<_> = counts.0.iter().map(|(name, count)| (&**name, *count)).collect();
    assert_eq!(counts, [("br", 1), ("p", 2), ("script", 1)]);
    for page in pages::all() {
        let pushed = count_tags::count_pushed(&page.html, &mut arena);
        assert_eq!(pushed, count_tags::count_pulled(&page.html, &mut arena));
    }
}

#[test]
fn errors_are_drawn_under_their_lines() {
    let drawn = draw_errors::draw_errors("a.html", "<p>\n😀é<a b=''c>&x;</a d>\r\n<!-- e");
    let expected = "\
a.html:2:10: missing-whitespace-between-attributes
    😀é<a b=''c>&x;</a d>
             ^ No white space comes between two attributes.
a.html:2:14: unknown-named-character-reference
    😀é<a b=''c>&x;</a d>
                 ^ An ampersand, a name and a semicolon are no character reference of the standard, so they are text.
a.html:2:20: end-tag-with-attributes
    😀é<a b=''c>&x;</a d>
                       ^ An end tag has attributes, which are dropped.
a.html:3:7: eof-in-comment
    <!-- e
          ^ The page ends inside of a comment. The comment ends there.
";
    assert_eq!(drawn.lines().map(str::trim_end).collect::<Vec<_>>(), expected.lines().collect::<Vec<_>>());
}

#[test]
fn links_get_a_prefix() {
    let html = b"<A HREF=x><a href='&amp;'><a href><a href=><link href=\"\xFF\">href=x<!--<a href=x>--><a id=y>";
    let changed = prefix_links::prefix_links(html, "/?");
    let expected =
        b"<A HREF=/?x><a href='/?&amp;'><a href><a href=/?><link href=\"/?\xFF\">href=x<!--<a href=x>--><a id=y>";
    assert_eq!(changed.escape_ascii().to_string(), expected.escape_ascii().to_string());
    for page in pages::all() {
        assert_eq!(prefix_links::prefix_links(&page.html, ""), *page.html);
    }
}

#[test]
fn scripts_are_removed() {
    for (html, expected) in [
        ("<p>a<script>if (a < b) '</p>'</script>b", "<p>ab"),
        ("<SCRIPT src=x></SCRIPT\n><title><script></title>", "<title><script></title>"),
        ("a<script><!--<script></script>--></script>b<script>c", "ab"),
        ("<svg><script/>a<script>b</script></svg>c", "<svg>a</svg>c"),
        ("</script>a", "</script>a"),
        ("", ""),
    ] {
        assert_eq!(remove_scripts::remove_scripts(html.as_bytes()), expected.as_bytes(), "{html}");
    }
}

#[test]
fn limits_are_reported() {
    let html = b"<p a b>text<br>";
    let limits = Limits::default();
    assert_eq!(read_limited::read_limited("a", html, limits), ["a: 3 tokens"]);
    assert_eq!(
        read_limited::read_limited("a", html, limits.with_attributes(1).with_input_bytes(12)),
        [
            "a: 1 tokens",
            "a: a tag has too many attributes, and the rest are dropped (offset 0)",
            "a: the input is too long, and reading stopped (offset 7)",
            "a: read 7 of 15 bytes",
        ]
    );
    assert_eq!(
        read_limited::read_limited("a", html, limits.with_tokens(2)),
        ["a: 2 tokens", "a: there are too many tokens, and reading stopped (offset 11)", "a: refused"]
    );
}

#[test]
fn texts_have_their_bytes() {
    let page = [&b"<p>\x83A\x83B<!--"[..], &b"x".repeat(1024), b"--><meta charset=shift_jis>a\x83C"].concat();
    assert_eq!(byte_offsets::texts(&page), ["Shift_JIS (late-meta)", "3..7: アィ", "1062..1065: aイ"]);
    assert_eq!(byte_offsets::texts(b"\xEF\xBB\xBF\xC3\xA9"), ["UTF-8 (bom)", "3..5: é"]);
}
