//! Folders of crawls, as Browsertrix writes them.

use crate::support::command::Folder;
use tagrake_testsupport::warc_files::{gzip, gzip_each, html_response};

/// The number of pages of the archive.
const PAGES: usize = 5;

/// The list of pages of a crawl has no page. It is counted as any other file of a folder.
#[test]
fn json_lines_without_pages_are_another_type_in_a_folder() {
    let list = "{\"format\":\"json-pages-1.0\",\"id\":\"pages\",\"title\":\"All Pages\"}\n\
        {\"id\":\"1\",\"url\":\"http://e.org/0\",\"title\":\"T0\",\"text\":\"\\\"html\\\": x\",\"html\":null}\n";
    let archive: Vec<_> = (0..PAGES).map(|page| html_response(&format!("http://e.org/{page}"), b"<title>T")).collect();
    let folder = Folder::new(&[("crawl/archive/a.warc.gz", &gzip_each(&archive))]);
    folder.write("crawl/pages/pages.jsonl", list);
    folder.write("crawl/pages/extraPages.jsonl.gz", gzip(list.repeat(900).as_bytes()));
    folder.write("crawl/logs/crawl.log", "{\"logLevel\":\"info\"}\n");
    for verb in ["extract --fields title", "links", "text", "check"] {
        let printed = folder.run(&format!("{verb} crawl")).exits(0);
        assert!(verb == "check" || printed.stderr.contains("3 files skipped"), "{verb}: {}", printed.stderr);
        assert!(!printed.stderr.contains("pages.jsonl"), "{verb}: {}", printed.stderr);
    }
    assert_eq!(folder.run("extract crawl").exits(0).rows().len(), PAGES);
    // A page on any of the first lines, also on one that is longer than what is searched.
    let long = format!("{{\"html\":\"{}\"}}\n", "x".repeat(100_000));
    folder.write("more/long.jsonl", &long);
    folder.write("more/late.jsonl", format!("{{\"id\":1}}\n{long}"));
    folder.write("more/base64.jsonl", "{\"id\":1}\n{\"html_base64\":\"PHA+\"}\n");
    let printed = folder.run("extract --fields source,error more").exits(1);
    assert_eq!(printed.rows().iter().filter(|row| row["error"].is_null()).count(), 3, "{}", printed.text());
    // A file that is named is read, and each of its lines is reported.
    let printed = folder.run("extract crawl/pages/pages.jsonl").exits(1);
    assert!(printed.stderr.contains("pages.jsonl:1: neither html nor html_base64"), "{}", printed.stderr);
}
