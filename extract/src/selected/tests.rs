use crate::{Context, ExtractOptions, Extractor, Flag, Page, SelectColumns, SelectedValue};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use std::println;
use tagrake_testsupport::random::Random;
use tagrake_testsupport::{pages, random_page, variable};

/// Returns the values of the columns in a page, as text.
fn values(definitions: &[&str], html: &str) -> Vec<String> {
    let columns = SelectColumns::compile(definitions).expect("columns");
    let mut extractor = Extractor::new(ExtractOptions::default().with_columns(Some(Arc::new(columns))));
    let page = extractor.extract(html.as_bytes(), &Context::default().with_url(Some("https://e.org/a/b")));
    assert!(!page.flags.has(Flag::LimitSelect));
    page.selected.iter().map(written).collect()
}

fn written(value: &SelectedValue<'_>) -> String {
    match value {
        SelectedValue::Null => "-".into(),
        SelectedValue::Text(text) => (*text).into(),
        SelectedValue::Texts(texts) => format!("{texts:?}"),
        SelectedValue::Records(records) => {
            let records = records.iter().map(|record| record.iter().map(written).collect::<Vec<_>>().join("|"));
            format!("[{}]", records.collect::<Vec<_>>().join("; "))
        }
    }
}

fn value(definition: &str, html: &str) -> String {
    values(&[definition], html).remove(0)
}

#[test]
fn a_column_has_the_first_value_or_all() {
    let html = "<p class=a>1<p class=a title=t>2<p>3";
    assert_eq!(values(&["a=.a", "b[]=.a", "c=.x", "d[]=.x"], html), ["1", r#"["1", "2"]"#, "-", "[]"]);
    assert_eq!(values(&["a=p::attr(title)", "b[]=p::attr(TITLE)", "c=h1, p + p"], html), ["t", r#"["t"]"#, "2"]);
}

#[test]
fn text_is_collapsed_at_the_edges_of_boxes() {
    let html = "<div> a <b>b</b>c<br>d<ul><li>e<li>f</ul><style>x</style><script>y</script>&nbsp;g\n</div>";
    assert_eq!(value("a=div", html), "a bc d e f g");
    assert_eq!(value("a=div::text-content", html), " a bcdefxy\u{A0}g\n");
    assert_eq!(value("a=script", "<script> 1  <!--</script>"), " 1  <!--");
    assert_eq!(value("a=div", "<div><template>x</template>y</div>"), "y");
    assert_eq!(value("a=textarea", "<textarea>&lt;p> x</textarea>"), "<p> x");
    assert_eq!(value("a=p", "<p></p>"), "");
    assert_eq!(
        value("a=div", "<div><legend>a</legend>b<audio>c</audio>d<x-y>e</x-y>f<svg><p-q>g</svg>h"),
        "a b c defgh"
    );
}

#[test]
fn urls_are_resolved() {
    let html = "<base href=/base/><a href='  x y '>1</a><a>2</a><img src=i.png srcset='s 2x'><form action=''></form><i data-u=v></i>";
    let columns = ["a=a::url", "b=a::url(href)", "c[]=img::url", "d=form::url(action)", "e=i::url(data-u)", "f=i::url"];
    let expected = [
        "https://e.org/base/x%20y",
        "https://e.org/base/x%20y",
        r#"["https://e.org/base/i.png"]"#,
        "https://e.org/a/b",
        "https://e.org/base/v",
        "-",
    ];
    assert_eq!(values(&columns, html), expected);
}

/// The columns do not take text, so the table of nodes has no names of elements such as `video`.
#[test]
fn urls_have_the_base_of_their_attribute() {
    let html = "<html manifest=m><base href=b/><video src=v></video><iframe src=f></iframe><object codebase=c/ classid=d></object>\
                <svg><a href=s>x</a><use xlink:href='#u' /></svg>";
    let columns = [
        "a=html::url(manifest)",
        "b=base::url",
        "c=video::url",
        "d=iframe::url",
        "e=object::url(classid)",
        "f=svg a::url",
        "g=use::url",
    ];
    let expected = ["a/m", "a/b/", "a/b/v", "a/b/f", "a/b/c/d", "a/b/s", "a/b#u"];
    assert_eq!(values(&columns, html), expected.map(|path| format!("https://e.org/{path}")));
}

/// The range of an element is where its tags are, whatever tree construction does with it.
#[test]
fn html_is_the_range_of_the_source() {
    let cases = [
        ("p", "<p>1<p>2", "<p>1"),
        ("p + p", "<p>1<p>2", "<p>2"),
        ("b", "<b>1</b>2", "<b>1</b>"),
        ("b", "<b>1<p>2</b>3", "<b>1<p>2"),
        ("p > b", "<b>1<p>2</b>3", "</b>"),
        ("p > b", "<p><b>1<p>2</b>3", "<b>1"),
        ("p + p > b", "<p><b>1<p>2</b>3", "2</b>"),
        ("br", "a<br/>b", "<br/>"),
        ("hr", "<p>a<hr>b", "<hr>"),
        ("svg", "<svg/>b", "<svg/>"),
        ("svg", "<svg><g><circle></svg>b", "<svg><g><circle></svg>"),
        ("circle", "<svg><g><circle></svg>b", "<circle>"),
        ("li", "<ul><li>1</ul>", "<li>1"),
        ("td", "<table><tr><td>1</table>2", "<td>1"),
        ("table", "<table>x<tr><td>1</table>2", "<table>x<tr><td>1</table>"),
        ("h1", "<h1>1</h2>2", "<h1>1"),
        ("x-y", "<x-y><z-z>1</x-y>2", "<x-y><z-z>1</x-y>"),
        ("z-z", "<x-y><z-z>1</x-y>2", "<z-z>1"),
        ("title", "<title>1</title>2", "<title>1</title>"),
        ("body", "<body>1</body>2<!--3-->", "<body>1</body>2<!--3-->"),
        ("p", "<p>1<!--2", "<p>1<!--2"),
        ("head", "<p>1", ""),
        ("tbody", "<table><tr><td>1</table>", "<tr><td>1"),
    ];
    for (selector, html, expected) in cases {
        assert_eq!(value(&format!("a={selector}::html"), html), expected, "{selector} in {html}");
    }
}

#[test]
fn markdown_has_the_blocks_of_the_element() {
    let html = "<h1>T</h1><article><h2>A <em>b</em></h2><ul><li>1<li>2</ul></article><p>after";
    assert_eq!(value("a=article::markdown", html), "## A b\n\n- 1\n- 2");
    assert_eq!(value("a[]=li::markdown", html), r#"["- 1", "- 2"]"#);
    assert_eq!(value("a=article::markdown", "<article></article><p>x"), "");
    let inline = "<p>1 <b>*2*</b> 3<p><b>4 <i>5</i></b> 6<p>7 <b>8</b>";
    assert_eq!(value("a[]=b::markdown", inline), r#"["\\*2\\*", "4 5", "8"]"#);
}

#[test]
fn records_look_at_descendants() {
    let html = "<h2>0</h2><div class=p><h2>1</h2><b>x</b><b>y</b></div><div class=p id=i><i>z</i></div><h2>3</h2>";
    assert_eq!(value("a{.p|n=h2,b[]=b::text,c=::attr(id)}", html), r#"[1|["x", "y"]|-; -|[]|i]"#);
    assert_eq!(value("a{ .p | n = h2, b , i, c=body h2 }", html), "[1|1; z|-]");
    assert_eq!(value("a{div|b{b|t=::text}}", html), "[[x; y]; []]");
    assert_eq!(value("a{.x|b=c}", html), "[]");
    let nested = "<div class=p>1<div class=p>2<h2>a</h2></div><h2>b</h2></div>";
    assert_eq!(value("a{.p|n[]=h2}", nested), r#"[["a", "b"]; ["a"]]"#);
    let fostered = "<table class=p><div><h2>a</h2></div><tr><td><h2>b</h2></table>";
    assert_eq!(value("a{.p|n[]=h2}", fostered), r#"[["b"]]"#);
}

#[test]
fn punctuation_in_strings_and_brackets_is_part_of_the_selector() {
    let html = "<a title='x,b=|}::y'>1</a><i>2</i>";
    assert_eq!(value("a=a[title='x,b=|}::y']::text", html), "1");
    assert_eq!(value("a{body|t=a[title='x,b=|}::y'], i}", html), "[1]");
}

/// By the standard, a comment after the `body` element is no child of it, so the text after the comment continues the text before.
#[test]
fn comments_divide_texts_where_they_are_inserted() {
    let cases = [
        ("<body>a</body><!--x-->b", r#"["ab"]"#),
        ("<body>a</body></html><!--x-->b", r#"["ab"]"#),
        ("<body>a<!--x-->b", r#"["a", "b"]"#),
    ];
    for (html, expected) in cases {
        assert_eq!(value("a[]=//body/text()", html), expected, "{html}");
    }
}

#[test]
fn paths_select_elements_attributes_and_texts() {
    let html = "<h2 id=x>A</h2><p>1 <b>2</b> 3<p>4<div class=p><a href=/u>5</a><ul><li>6<li>7</ul></div>";
    let columns = [
        "a=//h2/following-sibling::p[1]",
        "b[]=//p/text()",
        "c=//p/text()",
        "d=//h2/@id",
        "e=//a/@href::url",
        "f=//a::url",
        "g[]=//li[position()>1] | //h2",
        "h=//div[@class=\"p\"]/child::ul/li[1]::html",
        "i=(//p)[2]",
        "j{ .p | k=.//a/@href, l[]=.//li/text() }",
        "m{ //div | n=a, o[]=//li }",
    ];
    let expected = [
        "1 2 3",
        r#"["1", "3", "4"]"#,
        "1",
        "x",
        "https://e.org/u",
        "https://e.org/u",
        r#"["A", "7"]"#,
        "<li>6",
        "4",
        r#"[/u|["6", "7"]]"#,
        r#"[5|["6", "7"]]"#,
    ];
    assert_eq!(values(&columns, html), expected);
}

#[test]
fn errors_name_the_place() {
    let cases = [
        ("price", 0, "expected `name=selector::output`, `name[]=selector::output` or `name{ selector | columns }`"),
        ("a=", 2, "the column `a` has no selector"),
        ("a=::text", 2, "the column `a` has no selector, and is in no record"),
        ("a[]= ::attr(id)", 5, "the column `a` has no selector, and is in no record"),
        ("a=b::", 3, "`::` is no output"),
        ("a=b::attr", 3, "`::attr` needs the name of an attribute"),
        ("a=b::attr(x y)", 3, "`::attr(x y)` needs the name of one attribute"),
        ("a=b::attr(x", 3, "needs the name of one attribute"),
        ("a=b::before", 3, "`::before` is no output"),
        ("a=b >", 5, "expected a selector"),
        ("a{ .p | b=.c:hover }", 12, "`:hover` depends on what a user does"),
        ("a{ .p | b=c, b[]=d }", 13, "the column `b` is there twice"),
        ("a=//b/@c::text", 2, "the path selects no elements"),
        ("a=//b/text()::url", 2, "the path selects no elements"),
        ("a{ //b/@c | d=e }", 3, "the path selects no elements"),
        ("a{ .b | c=./d }", 10, "a path in a record starts at descendants of its element: use `.//`"),
        ("a{ .b | c=(//d)[1] }", 10, "use `.//`"),
        ("a{ .p }", 2, "the record `a` needs a selector"),
        ("a{ | b=c }", 3, "the record `a` has no selector"),
        ("a{ .p | b=c", 11, "the record `a` does not end with `}`"),
    ];
    for (definition, offset, message) in cases {
        let error = SelectColumns::compile(&[definition]).expect_err(definition);
        println!("{error}");
        assert!(error.message().contains(message), "{definition}: {error}");
        assert_eq!(error.offset(), offset, "{definition}: {error}");
    }
    let error = SelectColumns::compile(&["a=b", "A=c"]).expect_err("twice");
    assert_eq!(error.to_string(), "`A=c`, offset 0: the column `A` is there twice");
    let deep = "a{b|".repeat(9) + "c=d" + &"}".repeat(9);
    assert!(SelectColumns::compile(&[deep]).is_err());
}

/// Nested elements repeat the text of a page, up to the limit.
#[test]
fn values_are_limited() {
    let html = "<div>".repeat(400) + &"text ".repeat(1 << 16);
    let columns = SelectColumns::compile(&["a[]=div", "b=div"]).expect("columns");
    let mut extractor = Extractor::new(ExtractOptions::default().with_columns(Some(Arc::new(columns))));
    let page = extractor.extract(html.as_bytes(), &Context::default());
    assert!(page.flags.has(Flag::LimitSelect));
    let SelectedValue::Texts(texts) = page.selected[0] else { panic!("a list") };
    let bytes: usize = texts.iter().map(|text| text.len()).sum();
    let most = 64 * html.len() + (1 << 20);
    assert!((most / 2..=most).contains(&bytes), "{bytes}");
}

/// In XHTML, `<p/>` is an empty element, in a page of columns only and beside other parts.
#[test]
fn empty_element_tags_of_xhtml_end_their_elements() {
    let columns = Arc::new(SelectColumns::compile(&["a=p", "b[]=div > b", "c=script"]).expect("columns"));
    let html = br#"<html xmlns="http://www.w3.org/1999/xhtml"><script/><div><p/>x<b/><b>y</b></div></html>"#;
    for metadata in [false, true] {
        let options = ExtractOptions::default().with_links(metadata).with_metadata(metadata);
        let mut extractor = Extractor::new(options.with_columns(Some(columns.clone())));
        let context = Context::default().with_xhtml(true);
        let page = extractor.extract(html, &context);
        assert_eq!(page.selected.iter().map(written).collect::<Vec<_>>(), ["", r#"["", "y"]"#, ""]);
    }
}

/// Columns have the same values whether they are all that is requested or not, and the page has the same base URL, encoding and flags.
#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn a_page_of_columns_only_is_the_same_page() {
    let definitions =
        ["a[]=a::url", "t=title", "b[]=body *::html", "n[]=noscript", "m{ div, p | t=::text-content, u[]=*::url }"];
    let columns = Arc::new(SelectColumns::compile(&definitions).expect("columns"));
    let options = ExtractOptions::default().with_columns(Some(columns));
    let mut only = Extractor::new(options.clone().with_links(false).with_metadata(false));
    let mut with_more = Extractor::new(options);
    let documents = [
        "<base href=/b/><a href=x>1</a><base href=/c/>",
        "<template><base href=/b/></template><svg><base href=/c/></svg><a href=x>",
        "<svg><foreignObject><base href=/b/></foreignObject></svg><a href=x>",
        "<div><template shadowrootmode=open><base href=/b/><p>x</template><a href=x>",
        "<frameset><frame src=x></frameset>",
        "<svg><frameset></svg><p>x",
        "<!DOCTYPE html SYSTEM 'about:legacy-compat'><p>x<p>y",
        "\0\x01\x02<p>x",
        "<p a a a>x<a href='x",
        "<noscript><base href=/b/><a href=x>1</a></noscript>",
    ];
    let late = |label: &str| format!("<p>\u{E9}</p>{}<meta charset={label}><a href='?\u{E9}'>", " ".repeat(1100));
    let documents = documents.iter().map(ToString::to_string).chain(["koi8-r", "utf-8", "x-user-defined"].map(late));
    let mut random = Random::new(variable("TAGRAKE_SEED", 1));
    let random_pages = (0..variable("TAGRAKE_DOCUMENTS", 2_000)).map(|_| {
        let mut html = Vec::new();
        (0..3).for_each(|_| random_page::push(&mut random, &mut html));
        html
    });
    let real_pages = pages::all().into_iter().map(|page| page.html);
    for html in documents.map(String::into_bytes).chain(real_pages).chain(random_pages) {
        let context = Context::default().with_url(Some("https://e.org/a/b"));
        let (page, expected) = (only.extract(&html, &context), with_more.extract(&html, &context));
        let name = String::from_utf8_lossy(&html[..html.len().min(2_000)]);
        assert_eq!(page.selected, expected.selected, "{name}");
        assert_eq!(
            (page.url, page.base_url, page.base_href, page.doctype),
            (expected.url, expected.base_url, expected.base_href, expected.doctype),
            "{name}"
        );
        assert_eq!(page.encoding.encoding, expected.encoding.encoding, "{name}");
        // Without the pass of the extractor, nothing is ambiguous.
        let flags = |page: &Page<'_>| {
            page.flags.iter().filter(|flag| *flag != Flag::AmbiguousReplayed).map(Flag::as_str).collect::<Vec<_>>()
        };
        assert_eq!(flags(&page), flags(&expected), "{name}");
    }
}
