//! `tagrake select`, and `--select` of `extract`: columns that selectors define.

use crate::support::command::{Folder, pipe};
use serde_json::{Value, json};
use tagrake_testsupport::warc_files::html_response;

const PAGE: &str = "<title>Shop</title><h1>Our  shop</h1>\
    <div class=product><h2>Tea</h2><b class=price>5 EUR</b><a href=/tea>x</a><i class=tag>green</i><i class=tag>new</i></div>\
    <div class=product><h2>Cup</h2><a href=cup>x</a></div>";

#[test]
fn columns_have_texts_lists_and_records() {
    let folder = Folder::new(&[("a.warc", &html_response("http://e.org/a/", PAGE.as_bytes()))]);
    folder.write(
        "columns.txt",
        "# the products\n\n  items{ .product | name=h2, price=.price, url=a::url, tags[]=.tag }\nid=.x::attr(id)\n",
    );
    let printed = folder
        .run("select --fields url --select title=h1 --select names[]=h2 --select-file columns.txt a.warc")
        .exits(0);
    let expected = json!({
        "url": "http://e.org/a/",
        "title": "Our shop",
        "names": ["Tea", "Cup"],
        "items": [
            {"name": "Tea", "price": "5 EUR", "url": "http://e.org/tea", "tags": ["green", "new"]},
            {"name": "Cup", "price": null, "url": "http://e.org/a/cup", "tags": []},
        ],
        "id": null,
    });
    assert_eq!(printed.rows(), [expected]);
    assert_eq!(printed.stderr, "tagrake: 1 page\n");
}

#[test]
fn columns_follow_the_keys_of_extract() {
    let printed = pipe("extract --fields title --select h=h1::html --select m=.product::markdown", PAGE.as_bytes());
    assert_eq!(
        printed.exits(0).rows(),
        [json!({"title": "Shop", "h": "<h1>Our  shop</h1>", "m": "## Tea\n\n5 EURxgreennew"})]
    );
    let folder = Folder::new(&[("p.html", PAGE.as_bytes())]);
    let printed = folder
        .run("select --markdown-with links --fields source --select m=.product::markdown --url http://e.org/ p.html")
        .exits(0);
    assert_eq!(printed.rows(), [json!({"source": "p.html", "m": "## Tea\n\n5 EUR[x](http://e.org/tea)greennew"})]);
}

/// The values are null if a page could not be read, in any format.
#[test]
fn a_page_that_cannot_be_read_has_no_values() {
    let lines = format!("{}\n{{}}\n", json!({"html": PAGE, "url": "http://e.org/"}));
    let rows = pipe("select --input jsonl --select t=h1 --select l[]=h2", lines.as_bytes()).exits(1).rows();
    assert_eq!((&rows[0]["t"], &rows[0]["l"]), (&json!("Our shop"), &json!(["Tea", "Cup"])));
    assert_eq!((&rows[1]["t"], &rows[1]["l"]), (&Value::Null, &Value::Null));
    let printed =
        pipe("select --input jsonl --fields url --select t=h1 --select n=.x --format csv", lines.as_bytes()).exits(1);
    assert_eq!(printed.text(), "url,t,n\r\nhttp://e.org/,Our shop,\r\n,,\r\n");
}

#[test]
fn check_prints_what_selectors_need() {
    let printed = pipe("select --check --select a=.b>p --select c[]=:nth-child(2) --select d=//e/@f", b"").exits(0);
    let lines: Vec<_> = printed.text().lines().collect();
    assert!(lines.len() == 3 && lines.iter().all(|line| line.contains(": exact")), "{lines:?}");
    assert_eq!(lines[0], ".b > p: exact");
    assert!(
        lines[1].contains("needs indexes of siblings") && lines[1].contains("tested at every start tag"),
        "{lines:?}"
    );
    pipe("select --check --select a=b page.html", b"").exits(2);
}

#[test]
fn what_cannot_be_done_is_refused_with_the_reason() {
    let folder = Folder::new(&[("p.html", PAGE.as_bytes()), ("bad.txt", b"a=b\nc=d:hover\n"), ("#", b"# a=b\n\n")]);
    for (arguments, reason) in [
        ("select p.html", "no column: use --select name=selector or --select-file"),
        (
            "select --select t=h1:hover p.html",
            "`t=h1:hover`, offset 4: `:hover` depends on what a user does; remove it",
        ),
        ("select --select-file bad.txt p.html", "`c=d:hover`, offset 3: `:hover` depends on what a user does"),
        (
            "select --select-file none.txt p.html",
            "the file of columns 'none.txt' cannot be read: No such file or directory",
        ),
        ("extract --select-file # p.html", "the file of columns '#' defines no column"),
        ("select --select a=b --select-file # p.html", "the file of columns '#' defines no column"),
        ("select --select a=b --select A=c p.html", "`A=c`, offset 0: the column `A` is there twice"),
        ("select --select url=a::url p.html", "rows of pages have a column 'url' already: choose another name"),
        (
            "select --select l[]=h2 -o l.csv p.html",
            "the column 'l' is a list, which CSV cannot hold: leave it out, or use '--format ",
        ),
        (
            "select --fields links --select t=h1 -o l.csv p.html",
            "the key 'links' is a list or an object, which CSV cannot hold",
        ),
        (
            "select --select l[]=h2 --format tsv p.html",
            "the column 'l' is a list, which TSV cannot hold: leave it out, or use '--format ",
        ),
        (
            "select --markdown-with links --select a=b p.html",
            "the argument '--markdown-with' needs a column that ends in ::markdown, or '--fields' with markdown",
        ),
        (
            "select --view precise --select a=b p.html",
            "the argument '--view' needs '--fields' with main_text or another key of main content",
        ),
        ("select --index i.jsonl --keep t --select t=h1", "rows of pages have a column 't' already"),
    ] {
        let printed = folder.run(arguments).exits(2);
        assert!(printed.stderr.contains(reason), "{arguments}: {}", printed.stderr);
    }
}

/// Only the path of the file was recorded, so rows of other columns were up to date.
#[test]
fn outputs_are_made_again_if_the_definitions_of_the_file_changed() {
    let folder = Folder::new(&[("p.html", PAGE.as_bytes()), ("columns.txt", b"t=h1\n")]);
    let resume = |options: &str| {
        folder.run(&format!("select --output-dir out --skip-existing {options} p.html")).exits(0).stderr
    };
    assert!(!resume("--select-file columns.txt").contains("up to date"));
    assert!(resume("--select-file columns.txt").contains("1 output up to date"));
    folder.write("other.txt", "# the same\n\n t=h1\n");
    assert!(resume("--select-file other.txt").contains("1 output up to date"));
    assert!(resume("--select t=h1").contains("1 output up to date"));
    folder.write("columns.txt", "t=h2\n");
    assert!(resume("--select-file columns.txt").contains("1 output made again (1 other options)"));
}
