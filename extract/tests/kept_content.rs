//! Tests of the content that views keep: short pages, headings that do not repeat the title, headers of tables, and chapters.

use tagrake_extract::{Context, ExtractOptions, Extractor, View};

/// Two paragraphs of an article.
const TEXT: &str = "<p>The old bridge was closed on Monday, after the storm had damaged two of its pillars, the city said.</p>\
    <p>It will open again in May, when the engineers have repaired both of them, and the ferry runs until then.</p>";

/// Returns the texts of the blocks that the main view keeps.
fn kept(html: &str) -> Vec<String> {
    let mut extractor = Extractor::new(ExtractOptions::default().with_main(true));
    let page =
        extractor.extract(html.as_bytes(), &Context::default().with_content_type(Some("text/html; charset=utf-8")));
    let blocks = page.blocks.expect("requested");
    let view = blocks.view(View::Main).expect("scored");
    view.iter().map(|block| block.text().to_owned()).collect()
}

/// Returns a page with navigation and a footer.
fn page(main: &str) -> String {
    format!(
        "<header><a href=/>Gazette</a><nav><ul><li><a href=/n>News</a><li><a href=/s>Sport</a><li><a href=/c>Contact</a></ul></nav>\
        </header><main><article class=post>{main}</article></main><footer><p>Copyright 2026 The Gazette. All rights reserved. \
        <a href=/p>Privacy</a></p></footer>"
    )
}

/// Chinese, Japanese and Thai have no spaces between words: a sentence was a word or two.
#[test]
fn short_pages_without_spaces_between_words_have_main_content() {
    for text in [
        "港口的旧桥在星期一关闭了，因为暴风雨损坏了两根桥墩，市政府发言人说。修理工作预计需要三个月，费用约为两百万元。",
        "港の古い橋は、嵐で二本の橋脚が損傷したため、月曜日に閉鎖されたと市が発表した。修理には三か月かかる見込みだ。",
        "สะพานเก่าที่ท่าเรือถูกปิดเมื่อวันจันทร์ หลังจากพายุทำให้เสาสองต้นเสียหาย เทศบาลเมืองกล่าว",
    ] {
        assert_eq!(kept(&format!("<title>News</title>{}", page(&format!("<h1>News</h1><p>{text}")))), [text]);
    }
    for html in ["<p>新闻", "<nav><a href=/>首页</a><a href=/n>新闻</a><a href=/s>体育</a></nav><p>港口。"] {
        assert!(kept(html).is_empty(), "{html}");
    }
}

/// The title is beside the text. A heading with other words is part of it.
#[test]
fn the_first_heading_of_level_1_stays_if_it_does_not_repeat_the_title() {
    let first =
        |title: &str| kept(&format!("{title}<article><h1>The open harbour</h1>{TEXT}</article>")).swap_remove(0);
    for title in [
        "<title>The open harbour</title>",
        "<title>OPEN HARBOUR | The Gazette</title>",
        "<title>Gazette</title><meta property=og:title content='The open harbour'>",
    ] {
        assert!(first(title).starts_with("The old bridge"), "{title}");
    }
    for title in ["<title>User guide</title>", "<title></title>", ""] {
        assert_eq!(first(title), "The open harbour", "{title}");
    }
}

/// The headers of a table have few words, and are no sentences.
#[test]
fn headers_of_a_table_stay_with_its_rows() {
    let rows: String =
        (1..13).map(|row| format!("<tr><th>Stop {row}<td>{row}:10<td>{row}:40")).collect::<Vec<_>>().join("");
    let table =
        |head: &str| page(&format!("<h1>Timetable</h1><p>The ferry runs all year.</p><table>{head}{rows}</table>"));
    for head in [
        "<thead><tr><th>Stop<th>Monday<th>Tuesday</thead>",
        "<caption>Departures</caption><tr><th>Stop<th>Monday<th>Tuesday",
        "<thead><tr><td>Stop<td>Monday<td>Tuesday</thead>",
    ] {
        let texts = kept(&format!("<title>Timetable</title>{}", table(head)));
        let cells = texts.iter().filter(|text| text.contains(':') || text.starts_with("Stop ")).count();
        let headers =
            texts.iter().filter(|text| ["Stop", "Monday", "Tuesday", "Departures"].contains(&text.as_str())).count();
        let expected = if head.contains("caption") { 4 } else { 3 };
        assert!(cells == 0 || headers == expected, "{cells} {headers} {head} {texts:?}");
        assert!(cells > 30, "{cells} {texts:?}");
    }
}

/// Generators of documentation make the `id` of a section from its heading.
#[test]
fn a_chapter_about_comments_is_no_section_of_comments() {
    let chapter = "<p>A comment starts with a number sign, and ends with the line, as in many other languages of this kind.</p>\
        <p>The parser ignores comments, so they may have any text, except in strings, where the sign has no meaning.</p>";
    let has_chapter = |section: &str| {
        let html = format!("<title>Syntax</title><main><h1>Syntax</h1>{TEXT}{section}</main>");
        kept(&html).iter().any(|text| text.starts_with("A comment starts"))
    };
    for section in [
        "<section id=comments><h2>Comments</h2>C</section>",
        "<section id=comments><h2>2.1. Comments<a href=#comments>\u{B6}</a></h2>C</section>",
        "<div class=section id=comments-and-strings><h2>Comments and strings</h2>C</div>",
    ] {
        assert!(has_chapter(&section.replace(">C<", &format!(">{chapter}<"))), "{section}");
    }
    for section in [
        "<section id=comments><h2>2 comments</h2>C</section>",
        "<section id=comments class=comments><h2>Comments</h2>C</section>",
        "<section id=comments><h2>Comments</h2><div class=comment>C</div></section>",
        "<section id=comments><h2>Comments</h2><div class=comment-list>C</div></section>",
        "<section id=comments><h2>Comments</h2><div>C</div><form><textarea></textarea><button>Send</button></form></section>",
        "<section id=kommentare><h2>2 Kommentare</h2>C</section>",
        "<section class=commentaires>C</section>",
        "<section class=post-comentarios>C</section>",
        "<section class=reacties>C</section>",
    ] {
        assert!(!has_chapter(&section.replace(">C<", &format!(">{chapter}<"))), "{section}");
    }
}
