//! Pairs of options that change the output: both take effect, or the pair is refused by a message that names one of the two.

use crate::support::command::{Folder, Printed};
use std::thread;
use tagrake_testsupport::warc_files::{html_response, with_fields};

/// Each option changes the output of its verb on [`crawl`].
const VERBS: [(&str, &[&str]); 13] = [
    (
        "extract --text",
        &[
            "--mime all",
            "--status all",
            "--host e.org,f.org",
            "--exclude-host f.org",
            "--url-prefix http:",
            "--dedup digest",
            "--dedup text",
            "--min-words 40",
            "--lang en",
            "--limit 6",
            "--hidden-text",
            "--scripting on",
            "--charset koi8-r",
            "--profile standard",
            "--max-record-bytes 1k",
            "--max-links 3",
            "--kinds nav,lazy",
            "--link-attributes img@data-z",
            "--no-links",
            "--main",
            "--markdown",
            "--fields url,title,text,links,encoding",
            "--select x=p",
            "--format csv",
            "--errors record",
        ],
    ),
    (
        "links",
        &[
            "--mime all",
            "--status all",
            "--host *.e.org",
            "--url-prefix http:",
            "--dedup digest",
            "--limit 17",
            "--hidden-text",
            "--scripting on",
            "--charset koi8-r",
            "--profile standard",
            "--max-record-bytes 1k",
            "--max-links 3",
            "--kinds nav,lazy",
            "--link-attributes img@data-z",
            "--fields page_url,url,text,source",
            "--format csv",
            "--errors record",
        ],
    ),
    (
        "text",
        &[
            "--mime all",
            "--status all",
            "--host *.e.org",
            "--url-prefix http:",
            "--dedup digest",
            "--limit 4",
            "--hidden-text",
            "--scripting on",
            "--charset koi8-r",
            "--profile standard",
            "--max-record-bytes 1k",
            "--main",
            "--markdown",
            "--format jsonl",
            "--errors record",
        ],
    ),
    (
        "blocks",
        &[
            "--mime all",
            "--host *.e.org",
            "--dedup digest",
            "--limit 44",
            "--hidden-text",
            "--charset koi8-r",
            "--profile standard",
            "--max-record-bytes 1k",
            "--main",
            "--fields page_url,text,path,hidden",
            "--format csv",
            "--errors record",
        ],
    ),
    (
        "tables",
        &[
            "--mime all",
            "--host *.e.org",
            "--dedup digest",
            "--min-words 40",
            "--limit 27",
            "--charset koi8-r",
            "--profile standard",
            "--max-record-bytes 1k",
            "--fields page_url,text,row",
            "--format csv",
            "--errors record",
        ],
    ),
    (
        "select --select x=main",
        &[
            "--mime all",
            "--host *.e.org",
            "--dedup digest",
            "--limit 4",
            "--charset koi8-r",
            "--profile standard",
            "--fields title,encoding",
            "--select y=a",
            "--format csv",
            "--check",
        ],
    ),
    (
        "wat",
        &[
            "--mime all",
            "--status all",
            "--host *.e.org",
            "--limit 4",
            "--hidden-text",
            "--scripting on",
            "--charset koi8-r",
            "--profile standard",
            "--max-record-bytes 1k",
            "--errors record",
        ],
    ),
    (
        "records",
        &[
            "--mime html",
            "--status 200",
            "--host *.e.org",
            "--url-prefix http:",
            "--dedup digest",
            "--limit 7",
            "--fields url,fetch_status,warc_record_offset",
        ],
    ),
    (
        "warc --compression none",
        &["--mime html", "--status 200", "--host *.e.org", "--url-prefix http:", "--dedup digest", "--limit 7"],
    ),
    ("check", &["--format json", "--profile standard", "--max-record-bytes 1k"]),
    (
        "inspect -o -",
        &[
            "--declined",
            "--processing-instructions",
            "--max-source-bytes 100",
            "--url http://e.org/",
            "--header 'X-Robots-Tag: noindex'",
            "--charset koi8-r",
            "--profile standard",
            "--hidden-text",
            "--scripting on",
            "--max-links 2",
        ],
    ),
    ("index", &["--sort", "--limit 4", "--format csv"]),
    (
        "tokens",
        &[
            "--charset koi8-r",
            "--profile standard",
            "--errors",
            "--spans",
            "--initial-state 'CDATA section state'",
            "--feedback off",
            "--scripting on",
            "--cdata on",
            "--processing-instructions",
            "--format html5lib",
            "--edition 2007-10-27",
            "--max-record-bytes 1k",
            "--simd scalar --engine machine",
            "--positions",
            "--explain",
            "--unclosed",
        ],
    ),
];

/// Pairs that are right although the output has only one of the effects, and why.
const INDEPENDENT: &[((&str, &str), &str)] = &[
    (("--dedup digest", "--max-record-bytes 1k"), "incomplete pages are always read"),
    (("--scripting on", "--main"), "text blocks have the content of noscript in any case"),
    (("--scripting on", "--markdown"), "text blocks have the content of noscript in any case"),
    (("--cdata on", "--edition 2007-10-27"), "the draft of 2007 has no CDATA sections"),
];

/// Returns a page in which each option changes something. `--max-record-bytes` cuts it in the comment.
fn page(number: usize) -> String {
    format!(
        "<title>K\u{e4}se <i>{number}</title><noscript><p>no script <a href=/n>n</a></noscript>\
         <img src=i.png data-z=z.png><?pi x?><b =><![CDATA[c]]>\
         <main><h2>K\u{e4}se {number}</h2>\
         <p>Text {number}, <a href=/a{number}>k\u{e4}se <span hidden>hidden</span></a> and <a href=/b>two</a>. {WORDS}</p>\
         <p hidden>hidden</p>\
         <table><tr><td>k\u{e4}se {number}<td>x<tr><td>y<td>z</table>\
         <!-- {} --><p>At the end: {WORDS} <a href=/end>end</a></p></main><table><tr><td>end</table>",
        "x".repeat(600),
    )
}

const WORDS: &str = "These are the words of the main content. It has two sentences, so it is no title. Then there is a third one, \
    which is longer than the other two of them.";

const GERMAN: &str = "Das sind die Worte des Inhalts. Der Text hat zwei Sätze, also ist er keine Überschrift. Dann gibt es noch einen \
    dritten, der länger ist als die beiden anderen zusammen, und einen vierten, damit es genug Worte sind.";

/// Returns a crawl. Without options, a run skips two of its pages.
fn crawl() -> Vec<u8> {
    let response = |url: &str, head: &str, number| {
        let fields = format!(
            "WARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Type: application/http; msgtype=response\r\n"
        );
        with_fields(&fields, format!("HTTP/1.1 {head}\r\n\r\n{}", page(number)).as_bytes())
    };
    let html = |url: &str, number| html_response(url, page(number).as_bytes());
    [
        response("http://e.org/other", "200 OK\r\nContent-Type: application/x-other", 1),
        response("http://e.org/missing", "404 Not Found\r\nContent-Type: text/html", 2),
        html("https://e.org/", 3),
        html("http://www.e.org/", 9),
        html("http://f.org/", 4),
        html("http://e.org/copy", 3),
        html_response("http://e.org/de", page(10).replace(WORDS, GERMAN).as_bytes()),
        html_response("http://e.org/short", page(11).replace(WORDS, "These are a few words.").as_bytes()),
        html("http://e.org/5", 5),
        html("http://www.e.org/copy", 5),
        html("http://e.org/6", 6),
        html("http://e.org/7", 7),
        html("http://e.org/8", 8),
    ]
    .concat()
}

/// Returns the first words of options: their names.
fn names(option: &str) -> impl Iterator<Item = &str> {
    option.split(' ').filter(|word| word.starts_with("--"))
}

/// Returns true if a run was refused by a message that names one of the options.
fn is_refused(printed: &Printed, options: &[&str]) -> bool {
    let is_named = options.iter().copied().flat_map(names).any(|name| printed.stderr.contains(name));
    printed.status == Some(2) && is_named
}

#[test]
fn both_options_of_a_pair_take_effect_or_the_pair_is_refused() {
    let folder = Folder::new(&[
        ("a.warc", &crawl()),
        ("p.html", format!("x&nosuch;]]><br/><title></></title><noscript></></noscript>{}", page(1)).as_bytes()),
    ]);
    let wrong: Vec<String> = thread::scope(|scope| {
        let folder = &folder;
        let threads = VERBS.map(|(verb, options)| scope.spawn(move || wrong_pairs(folder, verb, options)));
        threads.into_iter().flat_map(|thread| thread.join().expect("a list")).collect()
    });
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Removes the first record, which has the date of the run and names its options.
fn without_warcinfo(warc: &mut Vec<u8>) {
    let second = warc.windows(5).enumerate().skip(1).find(|(_, bytes)| *bytes == b"WARC/");
    if let Some((start, _)) = second {
        warc.drain(..start);
    }
}

/// Returns the pairs of options of a verb in which one has no effect.
fn wrong_pairs(folder: &Folder, verb: &str, options: &[&str]) -> Vec<String> {
    // An error gives a record, and the other records remain.
    let input = if verb == "tokens" || verb.starts_with("inspect") { "p.html" } else { "missing.warc a.warc" };
    let run = |options: &str| {
        let mut printed = folder.run(&format!("{verb} {options} {input}"));
        if verb.starts_with("warc") {
            without_warcinfo(&mut printed.stdout);
        }
        printed
    };
    let alone: Vec<_> = options.iter().map(|option| run(option)).collect();
    let (without, mut wrong) = (run(""), Vec::new());
    for (printed, option) in alone.iter().zip(options) {
        if !is_refused(printed, &[option]) && printed.stdout == without.stdout {
            wrong.push(format!("{verb} {option}: no effect: {}", printed.stderr));
        }
    }
    for (index, first) in options.iter().enumerate() {
        for (other, second) in options.iter().enumerate().skip(index + 1) {
            let is_known =
                |(one, another): &(&str, &str)| [one, another] == [first, second] || [one, another] == [second, first];
            if INDEPENDENT.iter().any(|(pair, _)| is_known(pair)) {
                continue;
            }
            let printed = run(&format!("{first} {second}"));
            if is_refused(&printed, &[first, second]) {
                continue;
            }
            for (one, option) in [(index, second), (other, first)] {
                if printed.stdout == alone[one].stdout {
                    wrong.push(format!("{verb} {first} {second}: {option} has no effect: {}", printed.stderr));
                }
            }
        }
    }
    wrong
}
