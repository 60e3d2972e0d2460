//! `tagrake links`: one line per link, and messages about unreadable pages.

use crate::support::command::{Folder, Printed, pipe, run};
use serde_json::{Value, json};
use std::fs;

/// Runs `tagrake links` on `html`.
fn links(arguments: &str, html: &[u8]) -> Printed {
    pipe(&format!("links {arguments}"), html)
}

#[test]
fn a_line_has_all_fields_of_a_link() {
    let html = b"<a rel='NoFollow me' href='?a&amp;b'>One\n <b>two</b></a>";
    let folder = Folder::new(&[("page.html", html)]);
    let output = folder.run("links --url https://e.org/p?q#f page.html").exits(0);
    assert_eq!(
        output.text(),
        "{\"source\":\"page.html\",\"page_url\":\"https://e.org/p?q#f\",\"element\":\"a\",\"attr\":\"href\",\
         \"raw\":\"?a&b\",\"url\":\"https://e.org/p?a&b\",\"class\":\"http\",\"kind\":\"nav\",\
         \"rel\":[\"nofollow\",\"me\"],\"nofollow\":true,\"ugc\":false,\"sponsored\":false,\
         \"text\":\"One two\",\"alt\":\"\",\"offset\":27}\n"
    );
    assert_eq!(output.stderr, "tagrake: 1 link from 1 page\n");
}

#[test]
fn finds_links_in_every_element_that_has_them() {
    let html = b"<link rel=stylesheet href=1><link rel=next href=2><link rel=preconnect href=3><script src=4></script>\
        <form action=5><input type=image src=6 formaction=7><input src=no><button formaction=8></form>\
        <img src=9><image src=10><iframe src=11></iframe><video src=12 poster=13><source src=14><track src=15></video>\
        <audio src=16></audio><embed src=17><object data=18></object><area href=19><a href=20></a>\
        <a name=no></a><p href=no><!-- <a href=no> --><script><a href=no></script>";
    let output = links("--url https://e.org/ -q", html);
    let found: Vec<_> = output
        .rows()
        .iter()
        .map(|row| ["url", "kind", "element", "attr"].map(|key| row[key].as_str().expect("text").to_owned()).join(" "))
        .collect();
    assert_eq!(
        found,
        [
            "https://e.org/1 embed link href",
            "https://e.org/2 link link href",
            "https://e.org/3 hint link href",
            "https://e.org/4 embed script src",
            "https://e.org/5 form form action",
            "https://e.org/6 embed input src",
            "https://e.org/7 form input formaction",
            "https://e.org/8 form button formaction",
            "https://e.org/9 embed img src",
            "https://e.org/10 embed img src",
            "https://e.org/11 frame iframe src",
            "https://e.org/12 embed video src",
            "https://e.org/13 embed video poster",
            "https://e.org/14 embed source src",
            "https://e.org/15 embed track src",
            "https://e.org/16 embed audio src",
            "https://e.org/17 embed embed src",
            "https://e.org/18 embed object data",
            "https://e.org/19 nav area href",
            "https://e.org/20 nav a href",
        ]
    );
    assert_eq!(output.stderr, "");
}

#[test]
fn the_first_base_element_applies_to_the_entire_page() {
    let html = b"<a href=x></a><base target=y><base href=https://o.org/z/><base href=https://no.org/><a href=y></a>";
    let urls = |arguments: &str| {
        let rows = links(&format!("{arguments} --kinds nav"), html).rows();
        rows.iter().map(|row| row["url"].as_str().unwrap_or("none").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(urls(""), ["https://o.org/z/x", "https://o.org/z/y"]);
    assert_eq!(urls("- --url https://e.org/"), ["https://o.org/z/x", "https://o.org/z/y"]);
    assert_eq!(links("", b"<a href=x></a>").rows()[0]["url"], Value::Null);
}

/// Regression: relative links of pages without a URL had the class `invalid`, without a message.
#[test]
fn links_without_a_base_are_relative_and_counted() {
    let html = b"<a href=/a></a><img src=b><a href='http://['></a><a href=#c></a><a href=http://e.org/></a>";
    let classes = ["relative", "relative", "invalid", "fragment", "http"];
    let hint = "relative and have no URL: name the page's URL with --url, or with the key \"url\" of JSON lines\n";
    for arguments in ["", "--fields class"] {
        let output = links(arguments, html);
        let found: Vec<_> = output.rows().iter().map(|row| row["class"].clone()).collect();
        assert_eq!(found, classes);
        assert_eq!(output.stderr, format!("tagrake: 2 links are {hint}tagrake: 5 links from 1 page\n"));
    }
    for arguments in ["-q", "--fields raw", "--kinds form", "--url http://e.org/"] {
        let messages = links(arguments, html).stderr;
        assert!(!messages.contains("relative"), "{arguments}: {messages}");
    }
    let line = b"{\"html\":\"<a href=a><a href=b>\"}\n{\"html\":\"<a href=a>\",\"url\":\"http://e.org/\"}\n";
    let messages = pipe("extract --input jsonl", line).stderr;
    assert_eq!(messages, format!("tagrake: 2 links are {hint}tagrake: 2 pages\n"));
}

/// Regression: only `--stats` reported that a limit was reached.
#[test]
fn limits_are_reported_and_flag_the_rows() {
    let html = "<a href=http://e.org/>".repeat(3);
    let output = links("--max-links 2 --fields flags,url", html.as_bytes());
    let row = "{\"flags\":[\"limit-links\"],\"url\":\"http://e.org/\"}\n";
    assert_eq!(output.text(), row.repeat(2));
    assert_eq!(output.stderr, "tagrake: 2 links from 1 page; 1 page over a limit (links)\n");
    let output = links("--max-links 2 --fields flags,url --format csv", format!("{html}<!--").as_bytes());
    let row = "truncated-input limit-links,http://e.org/\r\n";
    assert_eq!(output.text(), format!("flags,url\r\n{}", row.repeat(2)));
}

/// By the rules of HTML, the rest of the page is the content of the script. A flag reports that.
#[test]
fn rows_of_an_xhtml_page_with_an_empty_script_that_is_served_as_html_are_flagged() {
    let html = br#"<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="icon" href="http://e.org/"/>
        <script src="http://e.org/"/></head><body><a href="http://e.org/lost">x</a></body></html>"#;
    for (format, begin, row) in [
        ("jsonl", "", "{\"flags\":[\"truncated-input\"],\"url\":\"http://e.org/\"}\n"),
        ("csv", "flags,url\r\n", "truncated-input,http://e.org/\r\n"),
    ] {
        let arguments = format!("--content-type text/html --fields flags,url --format {format}");
        let output = links(&arguments, html);
        assert_eq!(output.text(), begin.to_owned() + &row.repeat(2));
    }
}

/// Regression: a file name could recolor the terminal and forge lines.
#[test]
#[cfg(unix)]
fn escapes_control_characters_in_messages() {
    let name = "\u{1b}[31m\ntagrake: 9 links\u{202e}\u{85}";
    let shown = "\\u{1b}[31m\\ntagrake: 9 links\\u{202e}\\u{85}";
    let folder = Folder::new(&[(&format!("{name}.html"), b"<p>")]);
    assert_eq!(
        folder.run(&format!("links -v . '{name}'")).stderr,
        format!(
            "tagrake: ./{shown}.html: 1 page, 0 links\n\
             tagrake: {shown}: No such file or directory\n\
             tagrake: {shown}: 0 pages, 0 links; 1 file not read (missing or unreadable)\n\
             tagrake: 0 links from 1 page; 1 file not read (missing or unreadable)\n"
        )
    );
    for arguments in [
        "check . NAME",
        "tokens NAME",
        "inspect NAME",
        "links -o no/NAME .",
        "links --header NAME .",
        "links NAME --manifest NAME",
    ] {
        let output = folder.run(&arguments.replace("NAME", &format!("'{name}'")));
        let printed = output.text().to_owned() + &output.stderr;
        assert!(!printed.contains(['\u{1b}', '\u{202e}', '\u{85}']), "{arguments}: {printed:?}");
        assert!(!printed.contains("\ntagrake: 9"), "{arguments}: {printed:?}");
    }
}

#[test]
fn noscript_is_markup_unless_scripting_is_on() {
    let html = b"<noscript><img src=x></noscript>";
    assert_eq!(links("", html).rows().len(), 1);
    assert_eq!(links("--scripting on", html).rows().len(), 0);
}

#[test]
fn reads_folders_in_name_order() {
    let page = |name: &str| format!("<a href=https://e.org/{name}></a>").into_bytes();
    let folder = Folder::new(&[
        ("site/b.HTM", &page("b")),
        ("site/a/2.html", &page("2")),
        ("site/a/10.html", &page("10")),
        ("site/a/notes.txt", &page("no")),
        ("alone.txt", &page("alone")),
    ]);
    let output = folder.run("links site alone.txt");
    let urls: Vec<_> = output.rows().iter().map(|row| row["url"].as_str().expect("a URL").to_owned()).collect();
    assert_eq!(urls, ["10", "2", "b", "alone"].map(|name| format!("https://e.org/{name}")));
    assert_eq!(output.stderr, "tagrake: 4 links from 4 pages; 1 file skipped (type)\n");
}

#[test]
fn selects_links_by_kind_and_number() {
    let html = b"<a href=1></a><img src=2><a href=3></a><style>@import 'x'</style>";
    let count = |arguments| links(arguments, html).rows().len();
    assert_eq!([count(""), count("--kinds nav"), count("--kinds nav,css")], [4, 2, 3]);
    assert_eq!(count("--max-links 1"), 1);
}

#[test]
fn reports_unreadable_inputs_and_reads_the_others() {
    let folder = Folder::new(&[("good.html", b"<a href=https://e.org/>x</a>"), ("empty/notes.txt", b"")]);
    let output = folder.run("links missing.html empty good.html ftp://example.com/").exits(1);
    assert_eq!(output.rows().len(), 1);
    assert_eq!(
        output.stderr,
        "tagrake: missing.html: No such file or directory\n\
         tagrake: empty: the folder contains no HTML, WARC or JSON lines file\n\
         tagrake: ftp://example.com/: No such file or directory; only URLs with s3, gs, az, http and https are read\n\
         tagrake: 1 link from 1 page; 1 file skipped (type); 3 files not read (1 folder without pages, 2 missing or unreadable)\n"
    );
}

#[test]
fn a_byte_order_mark_is_not_text_but_counts_in_offsets() {
    assert_eq!(links("", b"\xEF\xBB\xBF<a href=x></a>").rows()[0]["offset"], 11);
}

#[test]
fn writes_a_file_or_fails_with_status_3() {
    let folder = Folder::new(&[("page.html", b"<a href=https://e.org/>x</a>")]);
    assert!(folder.run("links -q -o out.jsonl page.html").exits(0).stdout.is_empty());
    let written = folder.text("out.jsonl");
    assert!(written.starts_with("{\"source\":\"page.html\"") && written.ends_with("}\n"), "{written}");

    let messages = folder.run("links -o no/such/folder page.html").exits(3).stderr;
    assert!(messages.contains("no/such/folder"), "{messages}");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let html = "<a href=https://e.org/>x</a>".repeat(50_000);
    let folder = Folder::new(&[("page.html", html.as_bytes())]);
    assert_eq!(folder.run_for_a_line("links page.html").exits(0).stderr, "");
}

#[test]
fn a_full_disk_fails_with_status_3() {
    let Ok(full) = fs::File::options().write(true).open("/dev/full") else { return };
    let folder = Folder::new(&[("page.html", b"<a href=https://e.org/>x</a>")]);
    let output = Printed::new("links", folder.command("links page.html").stdout(full).output()).exits(3);
    assert_eq!(output.stderr, "tagrake: the output failed: No space left on device\n");
}

#[test]
fn help_and_version_exit_with_status_0() {
    for arguments in [
        "check --help",
        "completions --help",
        "--help",
        "--version",
        "extract --help",
        "inspect --help",
        "links --help",
        "man --help",
        "schema --help",
        "text --help",
        "tokens --help",
        "help links",
    ] {
        let output = run(arguments).exits(0);
        let version = concat!("tagrake ", env!("CARGO_PKG_VERSION"));
        let expected = if arguments == "--version" { version } else { "Example" };
        assert_eq!(output.stderr, "", "{arguments}");
        assert!(output.text().contains(expected), "{arguments}: {}", output.text());
    }
}

#[test]
fn wrong_usage_exits_with_status_2() {
    for arguments in [
        "--no-such-flag",
        "--url 'no url'",
        "--scripting maybe",
        "--header 'no header'",
        "--charset utf-7",
        "--kinds nav,no",
        "--max-links -1",
        "--format csv --compression snappy",
    ] {
        run(&format!("links {arguments}")).exits(2);
    }
}

#[test]
fn columns_on_request_say_where_a_link_is_and_leads() {
    let html = b"<!DOCTYPE html><html manifest=m><head><link rel=icon href=//cdn.e.co.uk/i>\
        <body><header><nav><ul><li><a href=/ aria-label=' Home  page '><img src=i alt=I></a></ul></nav></header>\
        <div role='x Main'><p><a href=https://other.e.co.uk:8080/>Other</a> <span><a href=http://10.0.0.1/ title=T></a></span></div>\
        <footer role=presentation><a href=mailto:a@b>Mail</a></footer>\
        <svg><a href=https://e.org./></a></svg><template><a href=t></a></template>\
        <noscript><script src=s integrity=sha256-x loading=lazy fetchpriority=high></script></noscript>";
    let fields = "raw,host,domain,same_host,same_domain,place,region,path,label,integrity,loading,fetchpriority";
    let header = "-q --url https://www.e.co.uk/d --header 'Link: <h>'";
    let rows = links(&format!("{header} --fields {fields}"), html).exits(0).rows();
    let expected = json!([
        {"raw": "m", "host": "www.e.co.uk", "domain": "e.co.uk", "same_host": true, "same_domain": true, "place": "html", "path": "head"},
        {"raw": "//cdn.e.co.uk/i", "host": "cdn.e.co.uk", "domain": "e.co.uk", "same_host": false, "same_domain": true,
            "place": "head", "path": "head"},
        {"raw": "/", "host": "www.e.co.uk", "domain": "e.co.uk", "same_host": true, "same_domain": true, "place": "body",
            "region": "nav", "path": "body/header/nav/ul/li", "label": "Home page"},
        {"raw": "i", "host": "www.e.co.uk", "domain": "e.co.uk", "same_host": true, "same_domain": true, "place": "body",
            "region": "nav", "path": "body/header/nav/ul/li", "label": "I"},
        {"raw": "https://other.e.co.uk:8080/", "host": "other.e.co.uk", "domain": "e.co.uk", "same_host": false,
            "same_domain": true, "place": "body", "region": "main", "path": "body/div/p"},
        {"raw": "http://10.0.0.1/", "host": "10.0.0.1", "same_host": false, "same_domain": false, "place": "body",
            "region": "main", "path": "body/div/p", "label": "T"},
        {"raw": "mailto:a@b", "place": "body", "region": "footer", "path": "body/footer"},
        {"raw": "https://e.org./", "host": "e.org", "domain": "e.org", "same_host": false, "same_domain": false,
            "place": "svg", "path": "body/svg"},
        {"raw": "t", "host": "www.e.co.uk", "domain": "e.co.uk", "same_host": true, "same_domain": true,
            "place": "template", "path": "body/template"},
        {"raw": "s", "host": "www.e.co.uk", "domain": "e.co.uk", "same_host": true, "same_domain": true,
            "place": "noscript", "path": "body", "integrity": "sha256-x", "loading": "lazy", "fetchpriority": "high"},
        {"raw": "h", "host": "www.e.co.uk", "domain": "e.co.uk", "same_host": true, "same_domain": true, "place": "header"},
    ]);
    assert_eq!(json!(rows), expected);
}

#[test]
fn the_graph_of_hosts_needs_three_columns() {
    let html = b"<a href=/a>A</a><a href=https://f.org/>F</a><a href=mailto:a@b>M</a>";
    let fields = "--kinds nav --fields page_host,page_domain,host,same_host";
    let rows = links(&format!("-q --url http://www.e.co.uk/ {fields}"), html).exits(0).rows();
    let page = json!({"page_host": "www.e.co.uk", "page_domain": "e.co.uk"});
    let with = |more: Value| {
        let mut row = page.clone();
        row.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        row
    };
    let expected = [
        with(json!({"host": "www.e.co.uk", "same_host": true})),
        with(json!({"host": "f.org", "same_host": false})),
        with(json!({})),
    ];
    assert_eq!(rows, expected);
}

#[test]
fn links_are_selected_by_their_registered_domain() {
    let html =
        b"<a href=/a></a><a href=https://cdn.e.co.uk/></a><a href=https://f.co.uk/></a><a href=http://10.0.0.1/></a>\
        <a href=mailto:a@b.org></a><a href=javascript:x></a><a href=#f></a><img src=data:,>";
    let raw = |arguments: &str| {
        let rows = links(&format!("-q --fields raw {arguments}"), html).exits(0).rows();
        rows.iter().map(|row| row["raw"].as_str().expect("text").to_owned()).collect::<Vec<_>>()
    };
    let url = "--url http://www.e.co.uk/";
    assert_eq!(raw(&format!("{url} --external")), ["https://f.co.uk/", "http://10.0.0.1/"]);
    assert_eq!(raw(&format!("{url} --internal")), ["/a", "https://cdn.e.co.uk/", "#f"]);
    assert_eq!(raw(&format!("{url} --kinds embed --internal")), [""; 0]);
    assert_eq!(raw("--url http://10.0.0.1:8080/ --internal"), ["/a", "http://10.0.0.1/", "#f"]);
    // The page has no URL, so the domain of none of its links is known to be another one.
    let output = links("--external", html).exits(0);
    assert_eq!(output.text(), "");
    assert!(output.stderr.contains("1 link is relative and has no URL"), "{}", output.stderr);
    assert!(output.stderr.ends_with("tagrake: 0 links from 1 page\n"), "{}", output.stderr);
    let record = pipe(&format!("extract --fields links {url} --internal"), html).exits(0).rows();
    assert_eq!(record[0]["links"].as_array().map(Vec::len), Some(3));
    for arguments in ["links --external --internal", "extract --no-links --external"] {
        let refused = run(&format!("{arguments} corpora/small/links.html")).exits(2);
        assert!(refused.stderr.contains("cannot be used with"), "{}", refused.stderr);
    }
}

/// Tags that end an element with a role must not pass its region on to the next element.
#[test]
fn a_region_ends_with_its_element() {
    let html = b"<div role=navigation><a href=1></a></div><div><a href=2></a></div><p role=main><a href=3></a><p><a href=4></a>\
        <ul role=banner><li><a href=5></a></ul><ul><li><a href=6></a></ul><form role=main><a href=7></a></form><a href=8></a>\
        <div role=none><section><a href=9></a></section></div>";
    let rows = links("--url http://e.org/ --fields raw,region", html).exits(0).rows();
    let regions: Vec<_> = rows.iter().map(|row| row["region"].as_str().unwrap_or("-")).collect();
    assert_eq!(regions, ["nav", "-", "main", "-", "header", "-", "main", "-", "-"]);
}

#[test]
fn a_link_is_in_the_main_content_by_its_block() {
    let paragraph = "<p>A paragraph of the article that is long enough to be the main content of the page, with a \
        <a href=inside>link</a> and more words after it.</p>";
    let html = format!(
        "<title>T</title><nav><ul><li><a href=n1>One</a><li><a href=n2>Two</a></ul></nav><article><h1>T</h1>{paragraph}\
        <p><a href=start>A link</a> begins this paragraph, which is as long as the others and belongs to the article too.</p>\
        <img src=between><p>The last paragraph closes the article with other words, and it has \
        <a href=end>one more link</a> for those who read to the end.</p></article><footer><a href=f>Imprint</a></footer>"
    );
    let rows = links("--url http://e.org/ --fields raw,in_main", html.as_bytes()).exits(0).rows();
    let main = rows.iter().filter(|row| row["in_main"] == true).map(|row| row["raw"].as_str().expect("text"));
    assert_eq!(main.collect::<Vec<_>>(), ["inside", "start", "between", "end"]);
}

#[test]
fn attributes_can_be_named() {
    let html = b"<img src=a data-full=b><p data-set='c 1x, d 2x' data-late='<a href=e>'>";
    let named =
        "--link-attributes img@data-full --link-attributes '*@data-s*:srcset' --link-attributes p@data-late:html";
    let rows = links(&format!("-q --url http://e.org/ --fields raw,kind {named}"), html).exits(0).rows();
    let expected = ["embed a", "lazy b", "lazy c", "lazy d", "nav e"];
    let text = |row: &Value| format!("{} {}", row["kind"].as_str().expect("text"), row["raw"].as_str().expect("text"));
    assert_eq!(rows.iter().map(text).collect::<Vec<_>>(), expected);
    let html = b"<div class=item data-product-url=/7>";
    let fields = "--fields url,element,attr,kind --link-attributes div@data-product-url";
    let rows = links(&format!("-q --url http://e.org/ {fields}"), html).exits(0).rows();
    let row = ["url", "element", "attr", "kind"].map(|field| rows[0][field].as_str().expect("text"));
    assert_eq!((row, rows.len()), (["http://e.org/7", "div", "data-product-url", "lazy"], 1));
    for (name, message) in [
        ("data-full", "expected element@attribute"),
        ("p@x:css3", "after the last colon, expected srcset, css or html"),
        ("img@data-src", "read without being asked for"),
    ] {
        let output = links(&format!("--link-attributes {name}"), html).exits(2);
        assert!(output.stderr.contains(message) && output.stderr.contains(name), "{}", output.stderr);
    }
    let refused = run("extract --no-links --link-attributes img@x corpora/small/links.html").exits(2);
    assert!(refused.stderr.contains("cannot be used with"), "{}", refused.stderr);
}

#[test]
fn some_kinds_are_on_request() {
    let html = b"<base href=/b/><meta property=OG:Image content=i><meta name='twitter:image' content=t><meta name=og:title content=x>\
        <!--[if lt IE 9]><script src=c></script><style>@import 's'</style><![endif]--><!-- <a href=no> -->\
        <!--[if !IE]><!--><a href=a></a><!--<![endif]--><svg onclick=\"location='svg'\"/>";
    let kinds = |arguments: &str| {
        let rows = links(&format!("-q --url http://e.org/ {arguments}"), html).exits(0).rows();
        let text =
            |row: &Value| format!("{} {}", row["kind"].as_str().expect("text"), row["url"].as_str().expect("text"));
        rows.iter().map(text).collect::<Vec<_>>()
    };
    let usual = ["base http://e.org/b/", "nav http://e.org/b/a", "script http://e.org/b/svg"];
    assert_eq!(kinds(""), usual);
    let requested =
        ["social http://e.org/b/i", "social http://e.org/b/t", "comment http://e.org/b/c", "comment http://e.org/b/s"];
    assert_eq!(kinds("--kinds social,comment"), requested);
    assert_eq!(kinds("--kinds script"), [usual[2]]);
    let offset = links("--kinds comment --fields offset", html).exits(0).rows();
    assert_eq!(html[offset[0]["offset"].as_u64().expect("a number") as usize..][..7], *b"<!--[if");
}
