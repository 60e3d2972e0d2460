//! The views of the main content: the rules, and identical scores on every machine.

use tagrake_extract::{Blocks, Context, ExtractOptions, Extractor, Influence, MarkdownOptions, View};
use tagrake_testsupport::pages;
use tagrake_testsupport::repository_file;

/// An article with navigation, a cookie dialog, comments and a footer.
const ARTICLE: &str = "<title>Bridge closed after the storm</title><body><header><nav class=menu><ul><li><a href=/>Home</a>\
    <li><a href=/news>News</a><li><a href=/sport>Sport</a></ul></nav></header>\
    <div class=cookie-banner><p>We and our partners use cookies. <a href=/privacy>Privacy policy</a></div>\
    <main><article class=post-content><h1>Bridge closed after the storm</h1>\
    <p>The old bridge was closed on Monday, after the storm had damaged two of its five pillars, the city said.</p>\
    <p>Engineers will examine the pillars this week. \u{201c}We expect to open it again in May,\u{201d} the mayor told reporters.\
    <p>The bridge, which was built in 1931, carries 12,000 cars a day. Drivers have to take a detour of nine miles.</p>\
    <p>Engineers will examine the pillars this week. \u{201c}We expect to open it again in May,\u{201d} the mayor told reporters.\
    </article></main><aside class=related><h2>Related stories</h2><ul><li><a href=/a>Storm leaves thousands without power</a>\
    <li><a href=/b>Ten photos of the flood</a></ul></aside><footer class=footer><p>Copyright 2026 The Paper. All rights reserved.\
    <a href=/imprint>Imprint</a></footer>";

fn with_main<R>(html: &[u8], check: impl FnOnce(&Blocks<'_>) -> R) -> R {
    let mut extractor = Extractor::new(ExtractOptions::default().with_main(true));
    check(&extractor.extract(html, &Context::default()).blocks.expect("requested"))
}

/// Returns the texts that a view keeps.
fn texts(blocks: &Blocks<'_>, view: View) -> Vec<String> {
    blocks.view(view).expect("scored").iter().map(|block| block.text().to_owned()).collect()
}

#[test]
fn the_main_content_of_an_article_is_its_paragraphs() {
    with_main(ARTICLE.as_bytes(), |blocks| {
        let main = texts(blocks, View::Main);
        assert_eq!(main.len(), 4, "the h1 is left out: {main:#?}");
        assert!(main[0].starts_with("The old bridge") && main[2].starts_with("The bridge, which"));
        let selection = blocks.view(View::Main).expect("scored");
        assert!(selection.expected_precision() > 0.7 && selection.expected_recall() > 0.7, "{selection:?}");
    });
}

/// Pages with two layouts have their text twice. A question that occurs twice is part of both answers.
#[test]
fn only_repeated_runs_are_left_out() {
    let paragraphs: Vec<String> =
        (0..8).map(|number| format!("<p>{} That was night {number}.", sentence(number))).collect();
    let story = paragraphs.concat();
    let keeps = |html: &str| with_main(html.as_bytes(), |blocks| texts(blocks, View::Main).len());
    assert_eq!(keeps(&format!("<article>{story}</article>")), 8);
    assert_eq!(keeps(&format!("<article class=desktop>{story}</article><article class=phone>{story}</article>")), 8);
    let question = &paragraphs[0];
    assert_eq!(keeps(&format!("<article>{}</article>", paragraphs[1..].join(question))), 7 + 6);
}

/// The names of the elements around notes are often the names of footers.
#[test]
fn repeated_text_in_one_container_stays() {
    let text = format!("<p>{}", sentence(1).repeat(9));
    let of = |html: String| with_main(html.as_bytes(), |blocks| texts(blocks, View::Generous).len());
    assert_eq!(of(format!("<main>{text}{text}{text}")), 3);
    assert_eq!(of(format!("<main><div>{0}</div><div>{0}</div>", &text[3..])), 2);
    assert_eq!(of(format!("<main><div class=small>{text}</div><div class=large>{text}</div>")), 1);
}

#[test]
fn notes_are_part_of_the_main_content() {
    let story: String = (0..8)
        .map(|number| {
            format!("<p>{}<sup><a href='#x{number}'>{number}</a></sup> That was night {number}.", sentence(number))
        })
        .collect();
    let notes =
        |id: &str| (0..8).map(|number| format!("<li id={id}{number}>Letters, page {number}.</li>")).collect::<String>();
    let count = |html: &str| {
        with_main(html.as_bytes(), |blocks| {
            texts(blocks, View::Main).iter().filter(|text| text.starts_with("Letters")).count()
        })
    };
    assert_eq!(count(&format!("<article>{story}</article><ol class=footnotes>{}</ol>", notes("x"))), 8);
    assert_eq!(count(&format!("<article>{story}</article><ol class=footnotes>{}</ol>", notes("fn:"))), 8);
    let long = notes("x").replace("Letters", &sentence(3).repeat(40));
    assert_eq!(count(&format!("<article>{story}</article><div class=footer-links>{long}</div>")), 0);
    assert_eq!(count(&format!("<article>{story}</article><footer><ol>{}</ol></footer>", notes("x"))), 0);
}

#[test]
fn views_are_nested() {
    let mut kept = [0; 3];
    for page in pages::all() {
        with_main(&page.html, |blocks| {
            let views = [View::Precise, View::Main, View::Generous].map(|view| blocks.view(view).expect("scored"));
            let words = views.map(|view| view.iter().map(|block| block.words()).sum::<usize>());
            assert!(words.is_sorted(), "{}: {words:?}", page.name);
            let expected = views.map(|view| (view.expected_precision(), view.expected_recall()));
            assert!(expected.iter().all(|(p, r)| (0.0..=1.0).contains(p) && (0.0..=1.0).contains(r)), "{expected:?}");
            assert!(expected.is_sorted_by(|(p, r), (other_p, other_r)| p >= other_p && r <= other_r), "{expected:?}");
            kept.iter_mut().zip(words).for_each(|(sum, words)| *sum += words);
        });
    }
    assert!(kept[0] > 10_000 && kept[0] < kept[2], "{kept:?}");
}

/// A sentence of made-up prose, different for each number.
fn sentence(number: usize) -> String {
    const SUBJECTS: [&str; 5] =
        ["The old captain", "A woman from the village", "My brother", "The doctor", "Nobody here"];
    const VERBS: [&str; 7] = [
        "had seen the storm from the hill",
        "did not want to speak of the journey",
        "walked slowly along the quiet shore",
        "remembered the words of the letter",
        "asked for bread and a little salt",
        "could not find the key of the chest",
        "waited until the bells were silent",
    ];
    const ENDS: [&str; 4] =
        ["before winter came", "because the road was closed", "while the rain fell", "late at night"];
    format!("{} {} {}.", SUBJECTS[number % 5], VERBS[number / 5 % 7], ENDS[number / 3 % 4])
}

/// The scores fell with the place of a paragraph: a story of 200 paragraphs lost 61 % of them, one of 1,000 70 %.
#[test]
fn a_long_story_keeps_all_of_its_paragraphs() {
    const MENU: &str = "<nav class=menu><ul><li><a href=/>Home</a><li><a href=/about>About</a></ul></nav>";
    let comments: String = (0..40)
        .map(|number| {
            format!(
                "<div class=comment><p><a href=/u>reader{number}</a><p>I liked this a lot. {}</div>",
                sentence(number)
            )
        })
        .collect();
    let comments = format!("<section id=comments class=comments><h2>Comments</h2>{comments}</section>");
    let footer = "<footer><p>Copyright 2026 The Stories. All rights reserved. <a href=/i>Imprint</a></footer>";
    for count in [200, 1000] {
        let text = |number: usize| {
            format!(
                "{} {} {} That was night {number}.",
                sentence(number),
                sentence(number * 3 + 1),
                sentence(number * 7 + 2)
            )
        };
        let marked = |start: &str, end: &str| {
            (1..=count).map(|number| format!("{start}{}{end}\n", text(number))).collect::<String>()
        };
        let (paragraphs, lines) = (marked("<p>", "</p>"), marked("<br><br>", ""));
        for (name, story) in [
            ("body", format!("<h1>The nights</h1>{paragraphs}")),
            (
                "article",
                format!(
                    "{MENU}<article class=post><h1>The nights</h1><div class=entry>{paragraphs}</div></article>{comments}{footer}"
                ),
            ),
            ("div", format!("{MENU}<div id=content><h1>The nights</h1>{paragraphs}</div>{comments}{footer}")),
            ("lines", format!("{MENU}<div id=content><h1>The nights</h1>{lines}</div>{comments}{footer}")),
            (
                "divs",
                format!(
                    "{MENU}<div id=content><h1>The nights</h1>{}</div>{comments}{footer}",
                    marked("<div class=para>", "</div>")
                ),
            ),
        ] {
            let html = format!("<!DOCTYPE html><html lang=en><title>The nights</title><body>{story}");
            with_main(html.as_bytes(), |blocks| {
                for view in [View::Precise, View::Main, View::Generous] {
                    let kept = texts(blocks, view);
                    let nights = kept.iter().filter(|text| text.contains("That was night")).count();
                    assert_eq!(nights, count, "{name}, {view:?}");
                    let others = kept.len() - nights;
                    assert!(others <= 3, "{name}, {view:?}: {others} blocks of comments, menus and footers");
                }
            });
        }
    }
}

#[test]
fn an_empty_page_has_no_main_content() {
    for html in ["", "<p>404", "<title>Not found</title><h1>Not found</h1>", "<nav><a href=/>Home</a></nav>"] {
        with_main(html.as_bytes(), |blocks| {
            assert!(blocks.view(View::Main).expect("scored").is_empty(), "{html}");
        });
    }
}

#[test]
fn views_need_scores() {
    let mut extractor = Extractor::new(ExtractOptions::default().with_blocks(true));
    let page = extractor.extract(b"<p>x", &Context::default());
    let blocks = page.blocks.expect("requested");
    assert!(blocks.view(View::Main).is_none() && blocks.get(0).expect("one").score().is_none());
}

#[test]
fn scores_do_not_depend_on_other_options() {
    let all = ExtractOptions::default().with_main(true).with_inlines(true).with_text(true);
    let few = ExtractOptions::default().with_main(true).with_links(false).with_metadata(false);
    let (mut all, mut few) = (Extractor::new(all), Extractor::new(few));
    for page in pages::all() {
        let scores = [&mut all, &mut few].map(|extractor| {
            let extracted = extractor.extract(&page.html, &Context::default());
            extracted.blocks.expect("requested").iter().map(|block| block.score()).collect::<Vec<_>>()
        });
        assert_eq!(scores[0].len(), scores[1].len(), "{}", page.name);
        assert!(scores[0] == scores[1], "{}", page.name);
    }
}

/// A link of the menu has few words, and is in a header: elsewhere its score would be higher.
#[test]
fn scores_are_explained_by_features() {
    with_main(ARTICLE.as_bytes(), |blocks| {
        let explanations = blocks.explain(usize::MAX, 5);
        assert!(explanations == blocks.explain(usize::MAX, 5), "deterministic");
        let mut rows = Vec::new();
        blocks.for_each_feature_row(|row| rows.push(row.to_vec()));
        assert_eq!(explanations.len(), rows.len());
        for ((block, row), explanation) in blocks.iter().zip(rows).zip(&explanations) {
            let score = block.score().expect("scored");
            assert!(score >= explanation.tree_score, "{block:?}");
            let may_be_raised = matches!(block.element().name(), "h1" | "p");
            assert!(
                may_be_raised || score == explanation.tree_score,
                "no rule raises other blocks of this page: {block:?}"
            );
            let influences = &explanation.influences;
            let changes: Vec<f64> = influences.iter().map(|influence| influence.change.abs()).collect();
            assert!(changes.len() == 5 && changes.is_sorted_by(|one, next| one >= next && *next > 0.0), "{changes:?}");
            assert!(influences.iter().all(|influence| influence.value == row[influence.feature]), "{influences:?}");
        }
        let news = blocks.iter().position(|block| block.text() == "News").expect("a link of the menu");
        let influences = &explanations[news].influences;
        let names: Vec<_> = influences.iter().map(Influence::name).collect();
        assert!(["Words", "Chars", "InHeader"].iter().all(|name| names.iter().any(|n| n == name)), "{names:?}");
        assert!(influences[0].change.abs() > 0.2, "{influences:?}");
        let header = &influences[names.iter().position(|name| name == "InHeader").expect("found")];
        assert!(header.value > header.median && header.change > 0.15, "{header:?}");
    });
}

#[test]
fn explanations_are_limited() {
    with_main(ARTICLE.as_bytes(), |blocks| {
        assert!(blocks.explain(0, 5).is_empty());
        let few = blocks.explain(3, 2);
        assert!(few.len() == 3 && few.iter().all(|explanation| explanation.influences.len() <= 2), "{few:?}");
    });
    with_main(b"", |blocks| assert!(blocks.explain(9, 9).is_empty()));
}

/// The order of the features is part of the model.
#[test]
fn the_model_was_trained_on_these_features() {
    let file = repository_file("tools/main-content/features.txt");
    let names = std::fs::read_to_string(file).expect("features.txt");
    assert!(names.lines().eq(Blocks::feature_names()), "train the model again: see tools/main-content/README.md");
}

/// The scores of this repository's pages are the same on every machine. The hash changes with the features and the
/// model.
#[test]
fn scores_are_the_same_on_every_machine() {
    let folder = repository_file("corpora/small");
    let (mut hash, mut count) = (0xCBF2_9CE4_8422_2325_u64, 0);
    for page in pages::below(&folder) {
        with_main(&page.html, |blocks| {
            for block in blocks {
                let score = (block.score().expect("scored") * 65536.0) as u64;
                hash = (hash ^ score).wrapping_mul(0x0100_0000_01B3);
                count += 1;
            }
        });
    }
    assert_eq!((count, format!("{hash:016x}")), (492, "f35ff2e96fda2e15".to_owned()));
}

const POST: &str = "<article><h1>Bridge</h1><p>The bridge is closed again, the city said on Monday.</article>";

fn comments(blocks: &Blocks<'_>) -> Vec<String> {
    blocks.comments().expect("scores").iter().map(|block| block.text().to_owned()).collect()
}

#[test]
fn comments_do_not_replace_a_short_post() {
    let comment = |number: usize| {
        let text = format!(
            "I crossed the bridge {number} times last week, and each time the signs at both ends were different. {}",
            sentence(number)
        );
        format!(
            "<li class='comment depth-1' id=comment-{number}><cite>Reader {number}</cite> <a href=#c>May {number}, 2024</a><p>{text}"
        )
    };
    let list: String = (1..20).map(comment).collect();
    for section in [
        format!(
            "<div id=comments><h3>19 comments</h3><ol class=comment-list>{list}<li><cite>Z</cite><p>Thank you!</ol></div>"
        ),
        format!("<section class='blog commentsArea'><ul>{list}<li><cite>Z</cite><p>Thank you!</ul></section>"),
        format!("<ul>{list}<li class=comment><cite>Z</cite><p>Thank you!</ul>"),
    ] {
        let form = "<form><p>Leave a comment. All comments are read by a moderator first.</form>";
        with_main(format!("{POST}{}", section.replace("</div>", &format!("{form}</div>"))).as_bytes(), |blocks| {
            for view in [View::Precise, View::Main, View::Generous] {
                assert_eq!(texts(blocks, view), ["The bridge is closed again, the city said on Monday."], "{view:?}");
            }
            let comments = comments(blocks);
            assert_eq!((comments.len(), comments.last().map(String::as_str)), (20, Some("Thank you!")));
            assert!(comments[0].starts_with("I crossed the bridge 1 times"), "{}", comments[0]);
            let is_first = |text: &str| text.starts_with("I crossed the bridge 1 times");
            let records: Vec<_> =
                blocks.iter().filter(|block| is_first(block.text())).map(|block| block.record()).collect();
            assert_eq!(records.len(), 1);
        });
    }
}

#[test]
fn posts_of_a_discussion_are_main_content() {
    let post = |number: usize| format!("<div class=comment><b>Ann</b><p>{}</div>", sentence(number));
    let posts: String = (1..10).map(post).collect();
    for page in [
        format!(
            "<html itemscope itemtype=https://schema.org/QAPage><h1>How?</h1><div class=question><p>{}</div>{posts}",
            sentence(0)
        ),
        format!("<div itemscope itemtype=http://schema.org/DiscussionForumPosting><p>{}</p>{posts}</div>", sentence(0)),
        format!(
            "<script type=application/ld+json>{{\"@type\":\"DiscussionForumPosting\"}}</script><p>{}</p>{posts}",
            sentence(0)
        ),
        format!("<h1>How?</h1><div id=comments>{posts}</div>"),
    ] {
        with_main(page.as_bytes(), |blocks| {
            assert!(blocks.comments().is_some_and(|comments| comments.is_empty()), "{page}");
            assert!(texts(blocks, View::Generous).len() >= 9, "{page}");
        });
    }
}

#[test]
fn records_have_numbers() {
    let table: [(&str, &[u32]); 7] = [
        ("<p>one<div class=post>two</div><p>three", &[0, 0, 0]),
        ("<p>one<div class=post>two<p>three</div><div class=post>four</div><p>five", &[0, 1, 1, 2, 0]),
        ("<article>one</article><aside>two</aside><article>three</article>", &[1, 0, 2]),
        // Replies.
        ("<ul><li class=comment>one<ul><li class=comment>two<li class=comment>three</ul>four</ul>", &[1, 2, 3, 1]),
        // The comments of a single article, and an element with another name in a record.
        (
            "<article>one<div class=comment>two</div><div class=comment>three<p class=post>four</div></article>",
            &[1, 2, 3, 3],
        ),
        ("<div id=question>one</div><div id=answer-1>two</div><div id=answer-2>three</div>", &[1, 2, 3]),
        ("<div class=post></div><div class=post>one</div>", &[0]),
    ];
    for (html, expected) in table {
        let numbers = with_main(html.as_bytes(), |blocks| {
            blocks.iter().map(|block| block.record().map_or(0, |record| record as u32)).collect::<Vec<_>>()
        });
        assert_eq!(numbers, expected, "{html}");
    }
}

#[test]
fn navigation_lists_do_not_open_the_main_content() {
    let text: String = (0..9).map(|number| format!("<p>{}", sentence(number))).collect();
    let menu = "<ul><li><a href=/>The paper</a><li><a href=/news>All of the news</a><ul><li><a href=/sport>Sport today</a></ul></ul>";
    let first = |html: &str| {
        with_main(html.as_bytes(), |blocks| texts(blocks, View::Generous).into_iter().next().expect("main content"))
    };
    assert_eq!(first(&format!("<main>{menu}{text}{menu}")), sentence(0));
    // The title of a card, and an item with other text.
    let cards: String =
        (0..9).map(|number| format!("<li><a href=/{number}>Title {number}</a><p>{}</li>", sentence(number))).collect();
    assert_eq!(first(&format!("<main><ul>{cards}</ul>")), "Title 0");
    let items: String = (0..9).map(|number| format!("<li><a href=/x>One</a> {}</li>", sentence(number))).collect();
    assert_eq!(first(&format!("<main><ul>{items}</ul>")), format!("One {}", sentence(0)));
}

#[test]
fn an_item_that_begins_with_an_item_has_no_bullet() {
    let lists = format!(
        "<ul><li><ul><li>{0}<li>{1}</ul><li>{2}<ol><li>{3}</ol></ul>",
        sentence(0),
        sentence(1),
        sentence(2),
        sentence(3)
    );
    let numbered = format!("<ol><li><ul><li>{}</ul></ol>", sentence(4));
    let expected = format!(
        "- {}\n- {}\n- {}\n  1. {}\n\n1. - {}",
        sentence(0),
        sentence(1),
        sentence(2),
        sentence(3),
        sentence(4)
    );
    with_main(format!("<main>{lists}{numbered}").as_bytes(), |blocks| {
        let (view, mut texts) =
            (blocks.view(View::Generous).expect("scores"), [String::new(), String::new(), String::new()]);
        view.write_text(&mut texts[0]);
        blocks.write_text(&mut texts[1]);
        view.write_markdown(&MarkdownOptions::default(), &mut texts[2]);
        assert_eq!(texts, [&*expected; 3]);
        let mut markdown = String::new();
        blocks.write_markdown(&MarkdownOptions::default(), &mut markdown);
        assert!(markdown.starts_with("- - "), "{markdown}");
    });
}
