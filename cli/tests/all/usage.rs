//! Usage errors and missing inputs: the messages say what to do.

use crate::support::command::{Folder, run};

const PAGE: &[u8] = b"<title>x</title>";

#[test]
fn usage_errors_refer_to_the_help_of_the_verb() {
    let folder = Folder::new(&[("a.html", PAGE)]);
    for (arguments, verb, usage) in [
        ("links -j abc a.html", "links --help", None),
        ("links --nothing a.html", "links --help", Some("links [OPTIONS]")),
        ("blocks --view precise a.html", "blocks --help", Some("blocks [OPTIONS] [FILE|FOLDER|URL]...")),
        ("tokens --diff a.html", "tokens --help", Some("tokens [OPTIONS] [FILE]")),
        ("links -o a.xml a.html", "links --help", Some("links [OPTIONS] [FILE|FOLDER|URL]...")),
        ("nothing", "--help", Some("<COMMAND>")),
        ("--nothing", "--help", Some("<COMMAND>")),
    ] {
        let messages = folder.run(arguments).exits(2).stderr;
        assert!(messages.ends_with(&format!("\n\nFor more information, try 'tagrake {verb}'.\n")), "{messages}");
        if let Some(usage) = usage {
            assert!(messages.contains(&format!("\nUsage: tagrake {usage}")), "{messages}");
        }
    }
}

#[test]
fn an_input_in_place_of_a_verb_names_the_verbs() {
    let folder = Folder::new(&[("a.warc.gz", b""), ("a b.html", PAGE), ("folder/a.html", PAGE)]);
    for (input, example, is_file) in [
        ("a.warc.gz", "tagrake links a.warc.gz\n", true),
        ("'a b.html' -o x", "tagrake links 'a b.html'\n", true),
        ("folder", "tagrake links folder\n", false),
        ("https://e.org/", "tagrake links https://e.org/\n", true),
    ] {
        let messages = folder.run(input).exits(2).stderr;
        assert!(messages.contains("the verb before it is missing") && messages.contains(example), "{messages}");
        assert_eq!(messages.contains("tokens"), is_file, "{messages}");
        assert!(
            messages.contains("extract") && messages.contains("check") && !messages.contains("schema"),
            "{messages}"
        );
    }
    assert!(run("no-such-file").exits(2).stderr.contains("unrecognized subcommand 'no-such-file'"));
}

#[test]
fn a_missing_input_that_is_a_host_or_a_pattern_has_advice() {
    for (input, message) in [
        (
            "www.example.com",
            "www.example.com: No such file or directory; the page on the web is https://www.example.com\n",
        ),
        ("e.org/a.html", "e.org/a.html: No such file or directory; the page on the web is https://e.org/a.html\n"),
        ("a.html", "a.html: No such file or directory\n"),
        (
            "*.warc.zst",
            "*.warc.zst: No such file or directory; no file matches the pattern, or it is quoted, so that \
             the shell did not expand it\n",
        ),
    ] {
        for verb in ["links", "tokens", "inspect"] {
            let folder = Folder::new(&[]);
            let messages = folder.run(&format!("{verb} {input}")).exits(1).stderr;
            assert_eq!(messages.lines().next().map(|line| format!("{line}\n")), Some(format!("tagrake: {message}")));
        }
    }
}

/// The options were ignored.
#[test]
fn options_without_an_effect_are_refused() {
    let folder = Folder::new(&[("a.html", PAGE), ("a.warc", b"")]);
    for (arguments, message) in [
        ("links --errors record a.html", "'--errors record' needs records of pages"),
        ("blocks --errors record a.html", "'--errors record' needs records of pages"),
        ("tables --errors record a.html", "'--errors record' needs records of pages"),
        ("text --errors record a.html", "'--errors record' needs records of pages"),
        ("wat --errors record a.html", "'--errors record' needs records of pages"),
        ("wat --hidden-text a.html", "'--hidden-text' cannot be used with 'wat'"),
        ("extract --record a.warc:0 --input html", "'--input <FORMAT>'"),
        ("extract --record a.warc:0 --all-files", "'--all-files'"),
        ("extract --record a.warc:0 --base x", "'--base' requires a list of paths: '--manifest' or '--index'"),
        ("select --check --select a=b --limit 3", "'--check' cannot be used with"),
        ("extract --profile standard --charset utf-8 a.html", "cannot be used with"),
        ("tokens --simd scalar --engine machine a.html", "'--simd' cannot be used with '--engine machine'"),
        (
            "tokens --edition 2007-10-27 --initial-state 'CDATA section state' a.html",
            "'--initial-state' names a state that",
        ),
        ("tokens --scripting on --feedback off a.html", "'--scripting on' cannot be used with '--feedback off'"),
        ("extract --no-links --format csv a.html", "'--no-links' cannot be used with CSV and TSV"),
        ("extract --kinds nav --format csv a.html", "'--kinds' needs the key 'links'"),
        ("extract --max-links 3 --fields title a.html", "'--max-links' needs the key 'links'"),
        ("extract --max-links 3 --head-only a.html", "'--max-links' needs the key 'links'"),
        (
            "extract --head-only --fields title,headings a.html",
            "the key 'headings' needs the body of the page, and only the head is read: leave out '--head-only'",
        ),
        (
            "extract --head-only --dedup text a.html",
            "a selection by the main content needs the body of the page, and only the head is read",
        ),
        ("extract --head-only --text a.html", "cannot be used with"),
        ("extract --head-only --select x=p a.html", "cannot be used with"),
    ] {
        let messages = folder.run(arguments).exits(2).stderr;
        assert!(messages.contains(message), "{arguments}: {messages}");
    }
    folder.run("text --errors record --format jsonl a.html").exits(0);
    folder.run("select --check --select a=b").exits(0);
}
