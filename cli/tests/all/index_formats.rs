//! Indexes as tools write them: CDX, tables in every format, and ZipNum clusters.

use crate::support::command::{Folder, Printed};
use std::fmt::Write;
use tagrake_testsupport::warc_files::{gzip, html_response, offsets};

/// The number of pages of the archive.
const PAGES: usize = 5;

/// Returns the records of the archive, compressed.
fn members() -> Vec<Vec<u8>> {
    let page =
        |number| html_response(&format!("http://e.org/{number}"), format!("<title>T{number}</title>").as_bytes());
    (0..PAGES).map(|number| gzip(&page(number))).collect()
}

fn folder() -> Folder {
    Folder::new(&[("a.warc.gz", &members().concat())])
}

/// Returns the offset and the length of each record.
fn addresses() -> Vec<(usize, usize)> {
    let members = members();
    offsets(&members).into_iter().zip(members.iter().map(Vec::len)).collect()
}

/// Returns the titles of the pages that an index names.
#[track_caller]
fn titles(folder: &Folder, index: &str) -> Vec<String> {
    let printed = folder.run(&format!("extract --fields title --index {index}")).exits(0);
    printed.rows().iter().map(|row| row["title"].as_str().expect("a title").to_owned()).collect()
}

fn all() -> Vec<String> {
    (0..PAGES).map(|number| format!("T{number}")).collect()
}

#[test]
fn every_format_of_an_index_is_read() {
    let folder = folder();
    folder.write("b.warc.gz", gzip(&html_response("http://e.org/", b"<title>L</title><a href=/x>x</a>")));
    let formats = [
        (
            "index",
            &["cdxj", "jsonl", "jsonl.gz", "csv", "csv.zst", "tsv", "tsv.gz"][..],
            &["parquet", "arrow", "arrows"][..],
        ),
        ("extract", &["jsonl"], &["parquet", "arrows"]),
        ("links", &["jsonl", "csv", "tsv"], &["parquet", "arrows"]),
    ];
    for (verb, lines, tables) in formats {
        let tables = if cfg!(feature = "columns") { tables } else { &[] };
        for format in lines.iter().chain(tables) {
            folder.run(&format!("{verb} -o {verb}.{format} b.warc.gz")).exits(0);
            assert_eq!(titles(&folder, &format!("{verb}.{format}")), ["L"], "{verb} {format}");
        }
    }
}

#[test]
fn cdx_is_read_by_its_header_line() {
    let folder = folder();
    let cdx = |header: &str, fields: &dyn Fn(usize, usize, usize) -> String| {
        let lines = addresses().into_iter().enumerate().map(|(page, (offset, length))| fields(page, offset, length));
        lines.fold(header.to_owned(), |text, line| text + &line + "\n")
    };
    let url = |page: usize| format!("http://e.org/{page}");
    let eleven = |page, offset, length| {
        format!("org,e)/{page} 20261121000000 {} text/html 200 ABC - - {length} {offset} a.warc.gz", url(page))
    };
    let nine =
        |page, offset, _| format!("org,e)/{page} 20261121000000 {} text/html 200 ABC - {offset} a.warc.gz", url(page));
    let wget = |page, offset, _| {
        let url = url(page);
        format!("{url} 20261121000000 {url} text/html 200 ABC - - {offset} a.warc.gz <urn:uuid:{page}>")
    };
    let files = [
        ("eleven", cdx(" CDX N b a m s k r M S V g\n", &eleven)),
        ("nine", cdx(" CDX N b a m s k r V g\n", &nine)),
        ("wget", cdx(" CDX a b a m s k r M V g u\n", &wget)),
        ("tabs", cdx("\tCDX\tN\tb\ta\tm\ts\tk\tr\tM\tS\tV\tg\n", &|a, b, c| eleven(a, b, c).replace(' ', "\t"))),
        ("commas", cdx(",CDX,g,V,S\r\n", &|_, offset, length| format!("a.warc.gz,{offset},{length}\r"))),
        ("no-header-11", cdx("", &eleven)),
        ("no-header-9", cdx("", &nine)),
    ];
    for (name, text) in &files {
        folder.write(name, text);
        assert_eq!(titles(&folder, name), all(), "{name}");
    }
    folder.write("joined.gz", gzip([files[0].1.as_str(), files[1].1.as_str()].concat().as_bytes()));
    assert_eq!(titles(&folder, "joined.gz"), [all(), all()].concat());
    folder.write("public", " CDX N b a m s k S\norg,e)/ 20261121000000 http://e.org/ text/html 200 ABC 31\n");
    let printed = folder.run("extract --index public").exits(1);
    assert!(printed.stderr.starts_with("tagrake: public:1: no column is named 'g'\n"), "{}", printed.stderr);
    folder.write("dashes", " CDX g V S\na.warc.gz - -\n");
    let printed = folder.run("extract --index dashes").exits(1);
    assert!(printed.stderr.starts_with("tagrake: dashes:2: the value of 'V' is missing\n"), "{}", printed.stderr);
}

#[test]
fn numbers_of_other_programs_and_other_delimiters_are_read() {
    let folder = folder();
    let (offset, length) = addresses()[1];
    for (name, text) in [
        ("floats.csv", format!("filename,offset,length\na.warc.gz,{offset}.0,{length}.0\n")),
        ("semicolons.csv", format!("filename;offset;length;title\na.warc.gz;{offset};{length};\"a;b\nc\"\n")),
        ("bars.csv", format!("title|filename|offset\na|a.warc.gz|{offset}.00\n")),
        ("floats.jsonl", format!("{{\"filename\":\"a.warc.gz\",\"offset\":{offset}.0,\"length\":\"{length}\"}}\n")),
        ("floats.tsv", format!("title\tfilename\toffset\na \"quote\\tand tab\ta.warc.gz\t{offset}\n")),
        ("exponent.csv", format!("filename,offset\na.warc.gz,{:e}\n", offset as f64)),
    ] {
        folder.write(name, text);
        assert_eq!(titles(&folder, name), ["T1"], "{name}");
    }
    for number in ["1.5", "-1", "1e30", "nan", "", "18446744073709551616"] {
        folder.write("bad.jsonl", format!("{{\"filename\":\"a.warc.gz\",\"offset\":\"{number}\"}}\n"));
        let printed = folder.run("extract --index bad.jsonl").exits(1);
        assert!(printed.stderr.contains("is not a number of bytes"), "{number}: {}", printed.stderr);
    }
}

/// Returns the lines of an index in CDXJ.
fn cdxj_lines() -> Vec<String> {
    let line = |(page, (offset, length))| {
        let json = format!("{{\"offset\":\"{offset}\",\"length\":\"{length}\",\"filename\":\"../a.warc.gz\"}}");
        format!("org,e)/{page} 20261121000000 {json}\n")
    };
    addresses().into_iter().enumerate().map(line).collect()
}

/// Returns the list of blocks of a cluster, and its two files: one with two blocks, one with one.
fn cluster() -> (String, [Vec<u8>; 2]) {
    let blocks: Vec<_> = cdxj_lines().chunks(2).map(|lines| gzip(lines.concat().as_bytes())).collect();
    let (first, second, third) = (blocks[0].len(), blocks[1].len(), blocks[2].len());
    let mut list = String::new();
    for (file, offset, length, id) in [(0, 0, first, 1), (0, first, second, 2), (1, 0, third, 3)] {
        writeln!(list, "org,e)/ 20261121000000\tcdx-0000{file}.gz\t{offset}\t{length}\t{id}").expect("memory");
    }
    (list, [blocks[..2].concat(), blocks[2].clone()])
}

#[test]
fn zipnum_clusters_are_read() {
    let folder = folder();
    let (list, files) = cluster();
    folder.write("cdx/cluster.idx", &list);
    folder.write("cdx/cdx-00000.gz", &files[0]);
    folder.write("cdx/cdx-00001.gz", &files[1]);
    assert_eq!(titles(&folder, "cdx/cluster.idx --base cdx"), all());
    // As in a WACZ file.
    let blocks = list.lines().take(2).map(|line| {
        let fields: Vec<_> = line.split('\t').collect();
        format!("{} {{\"offset\": {}, \"length\": {}, \"digest\": \"sha256:0\"}}\n", fields[0], fields[2], fields[3])
    });
    let header = "!meta 0 {\"format\": \"cdxj-gzip-1.0\", \"filename\": \"cdx-00000.gz\"}\n";
    folder.write("cdx/index.idx", header.to_owned() + &blocks.collect::<String>());
    assert_eq!(titles(&folder, "cdx/index.idx --base cdx"), all()[..4]);
    let moved = folder.text("cdx/index.idx").replace("\"cdx-00000.gz\"", "\"built/in/cdx-00000.gz\"");
    folder.write("cdx/moved.idx", moved);
    assert_eq!(titles(&folder, "cdx/moved.idx --base cdx"), all()[..4]);
    // A file that is missing, a block that is truncated, and a block of blocks.
    folder.write("cdx/cdx-00000.gz", &files[0][..files[0].len() - 9]);
    folder.write("cdx/cdx-00001.gz", gzip(list.as_bytes()));
    folder.write("cdx/cluster.idx", list.clone() + &list.replace("cdx-0000", "none-"));
    let printed = folder.run("extract --fields title --index cdx/cluster.idx --base cdx").exits(1);
    assert!(printed.rows().len() >= 2, "{}", printed.text());
    for expected in
        ["cdx/cdx-00000.gz:", "cdx/none-0.gz: No such file", "cdx/none-1.gz: No such file", "no JSON object"]
    {
        assert_eq!(printed.stderr.matches(expected).count().min(1), 1, "{expected}: {}", printed.stderr);
    }
}

#[test]
fn a_block_of_blocks_is_an_error() {
    let block = gzip(b"org,e)/ 20261121000000\tb.gz\t0\t30\t1\n");
    let list = format!("org,e)/ 20261121000000\tb.gz\t0\t{}\t1\n", block.len());
    let folder = Folder::new(&[("b.gz", &block), ("cluster.idx", list.as_bytes())]);
    let printed = folder.run("extract --index cluster.idx").exits(1);
    assert!(
        printed.stderr.starts_with("tagrake: b.gz:0: a block of the index names another block\n"),
        "{}",
        printed.stderr
    );
}

#[cfg(feature = "remote")]
#[test]
fn zipnum_clusters_are_read_by_ranges() {
    use tagrake_testsupport::http_server::{HttpServer, ServedFile};
    let server = HttpServer::start();
    let (list, files) = cluster();
    server.serve("/cdx/cluster.idx", ServedFile::new(list));
    for (number, file) in files.into_iter().enumerate() {
        server.serve(&format!("/cdx/cdx-0000{number}.gz"), ServedFile::new(file));
    }
    let folder = folder();
    folder.write("cdx/x", "");
    assert_eq!(titles(&folder, &format!("{} --base cdx", server.url("/cdx/cluster.idx"))), all());
}

/// Returns the number of messages that contain a text.
fn messages(printed: &Printed, text: &str) -> usize {
    printed.stderr.lines().filter(|line| line.contains(text)).count()
}

#[test]
fn a_fault_of_the_index_as_a_whole_is_one_message() {
    let folder = folder();
    folder.write("keys.jsonl", "{\"url\":\"http://e.org/\",\"offset\":0}\n".repeat(50));
    let printed = folder.run("extract --index keys.jsonl").exits(1);
    assert_eq!(printed.stderr.lines().count(), 3, "{}", printed.stderr);
    assert_eq!(messages(&printed, "keys.jsonl: 49 more places with the same error: the keys 'warc_filename'"), 1);
    assert_eq!(messages(&printed, "50 index entries not read"), 1, "{}", printed.stderr);
    let lines: String = (0..50).map(|offset| format!("{{\"filename\":\"no.warc\",\"offset\":{offset}}}\n")).collect();
    folder.write("files.jsonl", lines);
    let printed = folder.run("extract --index files.jsonl").exits(1);
    assert_eq!(messages(&printed, "no.warc"), 2, "{}", printed.stderr);
    assert_eq!(
        messages(&printed, "no.warc: 49 more places with the same error: No such file"),
        1,
        "{}",
        printed.stderr
    );
}
