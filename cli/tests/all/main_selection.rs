//! Pages that are selected by their main content: `--min-words`, `--lang` and `--dedup text`.

use crate::support::command::{Folder, pipe};
use serde_json::{Value, json};
use tagrake_testsupport::warc_files::html_response;

const ENGLISH: &str = "The fog lifted in the morning, and the boats left the harbour one after another. Nobody had expected that \
    the ferry would sail on the same day, because its engine had failed twice in the week before.";
const GERMAN: &str = "Der Nebel hob sich am Morgen, und die Boote verließen nacheinander den Hafen. Niemand hatte erwartet, dass \
    die Fähre am selben Tag fahren würde, denn ihre Maschine war in der Woche zuvor zweimal ausgefallen.";

fn page(title: &str, text: &str) -> String {
    format!(
        "<meta charset=utf-8><title>{title}</title><nav><a href=/>Home</a> <a href=/{title}>{title}</a></nav>\
         <main><h1>The harbour</h1><p>{text}</p><p>{text}</p></main><footer>Printed for {title}</footer>"
    )
}

/// Five pages: two with the same English text, a German one, a short one, and one without text.
fn crawl() -> Vec<u8> {
    let html = |name: &str, text: &str| html_response(&format!("http://e.org/{name}"), page(name, text).as_bytes());
    let empty = html_response("http://e.org/empty", b"<title>empty</title><nav><a href=/>Home</a></nav>");
    [
        html("en", ENGLISH),
        html("de", GERMAN),
        html("copy", ENGLISH),
        html("short", "These are the few words of a short page about the ferry."),
        empty,
    ]
    .concat()
}

/// Returns the titles of the pages that a run of `arguments` selects, and its closing line.
fn titles(arguments: &str) -> (Vec<String>, String) {
    let folder = Folder::new(&[("a.warc", &crawl())]);
    let printed = folder.run(&format!("extract --fields title {arguments} a.warc")).exits(0);
    let titles = printed.rows().iter().map(|row| row["title"].as_str().expect("a title").to_owned()).collect();
    (titles, printed.stderr.lines().last().unwrap_or_default().to_owned())
}

#[test]
fn pages_are_selected_by_their_main_content() {
    let cases: [(&str, &[&str], &str); 7] = [
        ("", &["en", "de", "copy", "short", "empty"], "5 pages"),
        ("--min-words 40", &["en", "de", "copy"], "3 pages; 2 records skipped (main text under --min-words)"),
        ("--lang en", &["en", "copy", "short"], "3 pages; 2 records skipped (language not in --lang)"),
        ("--lang DE,fr", &["de"], "1 page; 4 records skipped (language not in --lang)"),
        ("--dedup text", &["en", "de", "short", "empty"], "4 pages; 1 record skipped (duplicate main text)"),
        ("--dedup digest", &["en", "de", "copy", "short", "empty"], "5 pages"),
        (
            "--dedup text --lang en --min-words 40",
            &["en"],
            "1 page; 4 records skipped (1 duplicate main text, 2 main text under --min-words, 1 language not in --lang)",
        ),
    ];
    for (arguments, expected, closing) in cases {
        let (titles, line) = titles(arguments);
        assert_eq!(titles, expected, "{arguments}");
        assert_eq!(line, format!("tagrake: {closing}"), "{arguments}");
    }
}

#[test]
fn each_verb_of_pages_selects_them() {
    let folder = Folder::new(&[("a.warc", &crawl())]);
    let verbs = [
        "extract",
        "select --select x=h1",
        "links",
        "text --format jsonl",
        "text",
        "text --main --markdown",
        "text --format wet",
        "blocks",
        "blocks --main",
    ];
    for verb in verbs {
        let all = folder.run(&format!("{verb} --host e.org a.warc")).exits(0);
        let some = folder.run(&format!("{verb} --lang de --min-words 40 a.warc")).exits(0);
        assert!(
            some.stderr.contains(" 1 page") && some.stderr.contains("language not in --lang"),
            "{verb}: {}",
            some.stderr
        );
        assert!(!some.stdout.is_empty() && some.stdout.len() < all.stdout.len() / 2, "{verb}");
        assert!(
            String::from_utf8_lossy(&all.stdout).contains(&*String::from_utf8_lossy(&some.stdout))
                || verb.contains("wet")
        );
    }
    for verb in ["records", "warc", "wat"] {
        folder.run(&format!("{verb} --dedup text a.warc")).exits(2);
        folder.run(&format!("{verb} --min-words 1 a.warc")).exits(2);
    }
    let wrong = folder.run("extract --lang en-US a.warc").exits(2);
    assert!(
        wrong.stderr.contains("'en-US' is no language that can be detected: expected one of af, ak, am"),
        "{}",
        wrong.stderr
    );
}

#[test]
fn records_have_words_and_language_of_the_main_text() {
    let record = |html: &str| {
        let fields = "main_text,main_word_count,lang_detected,lang_confidence";
        let printed = pipe(&format!("extract --fields {fields}"), html.as_bytes()).exits(0);
        serde_json::from_str::<Value>(printed.text()).expect("JSON")
    };
    let german = record(&page("de", GERMAN));
    let words = german["main_text"].as_str().expect("a text").split_whitespace().count();
    assert_eq!((&german["main_word_count"], &german["lang_detected"]), (&json!(words), &json!("de")));
    assert!(german["lang_confidence"].as_f64().expect("a number") > 0.9, "{german}");
    let empty = record("<title>x</title>");
    assert_eq!(empty, json!({"main_text": "", "main_word_count": 0}));
}

/// One thread decides which of two pages is the duplicate, so the output does not depend on `--jobs`.
#[test]
fn duplicates_of_texts_do_not_depend_on_jobs() {
    let crawl = crawl().repeat(50);
    let folder = Folder::new(&[("a.warc", &crawl)]);
    let one = folder.run("extract --dedup text --jobs 1 a.warc").exits(0);
    let four = folder.run("extract --dedup text --jobs 4 a.warc").exits(0);
    assert_eq!(one.stdout, four.stdout);
    // Pages without main text are not compared.
    assert_eq!(one.rows().len(), 3 + 50);
}
