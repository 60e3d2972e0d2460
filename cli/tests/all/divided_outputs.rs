//! Outputs that are divided into files: by rows, by bytes, by partition and by page. Together, the files of an input have the rows of
//! its undivided output, `--skip-existing` trusts only complete sets of files, and no name that a page chooses leaves its folder.

use crate::support::command::Folder;
use flate2::read::MultiGzDecoder;
use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;
use tagrake_testsupport::warc_files::{gzip_each, record};

const ROWS: usize = 90;

/// Returns a crawl of pages of three hosts.
fn crawl() -> Vec<u8> {
    let url = |index: usize| format!("http://{}.example.org/{index}", ["a", "b", "www"][index % 3]);
    gzip_each(&(0..ROWS).map(|index| record(&url(index), 400 + index)).collect::<Vec<_>>())
}

/// Returns the files in a folder, at any depth, with their contents.
fn files(folder: &Folder, name: &str) -> BTreeMap<String, Vec<u8>> {
    fn add(root: &Path, within: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
        for entry in fs::read_dir(within).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                add(root, &path, files);
            } else {
                let name = path.strip_prefix(root).expect("it is within").to_string_lossy().into_owned();
                files.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    let (root, mut found) = (folder.path().join(name), BTreeMap::new());
    add(&root, &root, &mut found);
    found
}

fn ungzip(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    MultiGzDecoder::new(bytes).read_to_end(&mut text).expect("it is gzip");
    text
}

fn lines(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte == b'\n').count()
}

#[test]
fn files_have_a_number_of_rows() {
    let folder = Folder::new(&[("in/c.warc.gz", &crawl())]);
    let run = |arguments: &str| folder.run(arguments).exits(0);
    let numbers =
        |extension: &str| (0..4).map(|number| format!("in/c.warc.gz-{number:05}.{extension}")).collect::<Vec<_>>();
    for jobs in ["-j1", "-j3 --work-bytes 3k"] {
        for (verb, extension, header) in [
            ("extract --fields url,title", "jsonl", 0),
            ("records --fields url", "jsonl", 0),
            ("extract --format csv --fields url,title", "csv", 1),
            ("select --format tsv --select p=p", "tsv", 1),
        ] {
            let expected = run(&format!("{verb} -q in/c.warc.gz")).stdout;
            let out = format!("out-{extension}-{}", verb.len() + jobs.len());
            run(&format!("{verb} -q {jobs} --output-dir {out} --rows-per-file 25 in/c.warc.gz"));
            let files = files(&folder, &out);
            assert_eq!(files.keys().cloned().collect::<Vec<_>>(), numbers(extension), "{verb}");
            let counts: Vec<_> = files.values().map(|file| lines(file) - header).collect();
            let all = lines(&expected) - header;
            assert_eq!(counts, [25, 25, 25, all - 75], "{verb}");
            let start = expected.split_inclusive(|&byte| byte == b'\n').take(header).map(<[u8]>::len).sum::<usize>();
            let rows: Vec<u8> = files.values().flat_map(|file| file[start..].to_vec()).collect();
            assert!(
                rows == expected[start..] && files.values().all(|file| file[..start] == expected[..start]),
                "{verb}"
            );
        }
        let expected = run("text -q in/c.warc.gz").stdout;
        let out = format!("text{}", jobs.len());
        run(&format!("text -q {jobs} --output-dir {out} --rows-per-file 25 --compression gzip in/c.warc.gz"));
        let files = files(&folder, &out);
        assert_eq!(files.keys().cloned().collect::<Vec<_>>(), numbers("txt.gz"));
        let texts: Vec<_> = files.values().map(|file| ungzip(file)).collect();
        assert!(texts.join(&0x0C) == expected, "a form feed is between two pages of a file only");
    }
    // Links are several rows for a page.
    let expected = run("links -q in/c.warc.gz").stdout;
    run("links -q --output-dir links --rows-per-file 7 --compression gzip in/c.warc.gz");
    let files = files(&folder, "links");
    let texts: Vec<_> = files.values().map(|file| ungzip(file)).collect();
    assert!(texts.concat() == expected && texts.iter().rev().skip(1).all(|text| lines(text) == 7));
}

#[test]
fn a_file_ends_with_the_row_with_which_it_is_full() {
    let folder = Folder::new(&[("c.warc.gz", &crawl())]);
    for verb in ["extract", "extract --format csv", "links --fields page_url,url"] {
        let expected = folder.run(&format!("{verb} -q c.warc.gz")).exits(0).stdout;
        for jobs in ["-j1", "-j3 --work-bytes 3k"] {
            let line = format!("{verb} -q {jobs} --output-dir out --bytes-per-file 4k c.warc.gz");
            folder.run(&line).exits(0);
            let files: Vec<_> = files(&folder, "out").into_values().collect();
            assert!(files.len() > 2, "{verb}");
            for file in &files[..files.len() - 1] {
                let last = file[..file.len() - 1].iter().rposition(|&byte| byte == b'\n').expect("several rows");
                assert!(file.len() >= 4096 && last + 1 < 4096, "{verb}: {}", file.len());
            }
            let header = if verb.contains("csv") {
                expected.iter().position(|&byte| byte == b'\n').map_or(0, |at| at + 1)
            } else {
                0
            };
            let rows: Vec<u8> = files.iter().flat_map(|file| file[header..].to_vec()).collect();
            assert!(rows == expected[header..], "{verb}");
            fs::remove_dir_all(folder.path().join("out")).expect("a folder");
        }
    }
    // Rows that are not compressed yet count in full.
    folder
        .run("extract -q --output-dir gz --compression gzip --bytes-per-file 20k --rows-per-file 8 c.warc.gz")
        .exits(0);
    let files = files(&folder, "gz");
    assert!(files.values().all(|file| lines(&ungzip(file)) <= 8) && files.len() >= ROWS / 8);
    #[cfg(feature = "columns")]
    {
        folder.run("extract -q --format parquet --output-dir parquet --bytes-per-file 8k c.warc.gz").exits(0);
        let files = self::files(&folder, "parquet");
        assert!(files.len() > 3 && files.values().all(|file| file.starts_with(b"PAR1") && file.ends_with(b"PAR1")));
    }
}

#[test]
fn partitions_have_the_rows_of_a_value_in_order() {
    let folder = Folder::new(&[("in/c.warc.gz", &crawl()), ("p.html", b"<html lang=en><p>no URL")]);
    let expected = folder.run("extract -q --fields url,lang in/c.warc.gz").exits(0).rows();
    for jobs in ["-j1", "-j3 --work-bytes 3k"] {
        folder
            .run(&format!(
                "extract -q {jobs} --fields url,lang --partition-by host --output-dir out in/c.warc.gz p.html"
            ))
            .exits(0);
        let files = files(&folder, "out");
        let names = ["a.example.org", "b.example.org", "www.example.org"]
            .map(|host| format!("host={host}/in%2Fc.warc.gz-00000.jsonl"));
        let null = "host=__HIVE_DEFAULT_PARTITION__/p.html-00000.jsonl".to_owned();
        assert_eq!(files.keys().cloned().collect::<Vec<_>>(), [std::slice::from_ref(&null), &names].concat());
        assert_eq!(
            files[&null],
            b"{\"url\":null,\"lang\":\"en\"}\n".to_vec(),
            "{}",
            String::from_utf8_lossy(&files[&null])
        );
        for (index, name) in names.iter().enumerate() {
            let rows = String::from_utf8_lossy(&files[name])
                .lines()
                .map(|line| serde_json::from_str(line).expect("JSON"))
                .collect::<Vec<serde_json::Value>>();
            let of_host: Vec<_> = expected.iter().skip(index).step_by(3).cloned().collect();
            assert_eq!(rows, of_host, "{name}");
        }
    }
    // The keys are left out of the files, and values are escaped.
    let page = |lang: &str| format!("{{\"url\":\"http://[::1]/\",\"html\":\"<html lang='{lang}'>\"}}\n");
    folder.write("pages.jsonl", ["en-US", "../..", "a/b=c", ".", ""].map(page).concat() + &page(&"x".repeat(999)));
    folder.run("extract -q --fields url,lang,title --partition-by host,lang --rows-per-file 1 --output-dir lang pages.jsonl").exits(0);
    let files = files(&folder, "lang");
    let folders: Vec<_> = files.keys().map(|name| name.strip_prefix("host=%5B%3A%3A1%5D/lang=").expect(name)).collect();
    let long = format!("{}~", "x".repeat(233));
    let expected = ["..%2F..", ".", "__HIVE_DEFAULT_PARTITION__", "a%2Fb%3Dc", "en-US", &long];
    for (name, expected) in folders.iter().zip(expected) {
        let (value, file) = name.split_once('/').expect("a file");
        assert!(file == "pages.jsonl-00000.jsonl" && value.starts_with(expected) && value.len() <= 250, "{name}");
    }
    assert_eq!(folders.len(), 6);
    assert!(files.values().all(|file| file.starts_with(b"{\"url\":\"http://[::1]/\",\"title\":")));
    // Links: the host of the link, or of the page.
    folder.run("links -q --fields url --partition-by page_host,date --output-dir by-page in/c.warc.gz").exits(0);
    let files = self::files(&folder, "by-page");
    assert!(files.keys().all(|name| name.starts_with("page_host=") && name.contains("/date=2")), "{:?}", files.keys());
}

#[test]
fn options_that_cannot_divide_an_output_are_refused() {
    let folder = Folder::new(&[("c.warc.gz", &crawl()), ("p.html", b"<p>")]);
    for (arguments, message) in [
        (
            "extract --rows-per-file 5",
            "'--rows-per-file' requires '--output-dir' with a folder for the files: standard output is one stream",
        ),
        (
            "extract --bytes-per-file 5k -o o.jsonl",
            "requires '--output-dir' with a folder for the files: '--output' is a single file",
        ),
        ("extract --partition-by host -o o.jsonl", "'--partition-by' requires '--output-dir'"),
        ("extract --partition-by host,host --output-dir o", "names 'host' twice"),
        ("extract --partition-by page_host --output-dir o", "pages are divided by host, domain, lang, date"),
        ("records --partition-by lang --output-dir o", "records are divided by host, domain, date"),
        ("extract --partition-by title --output-dir o", "invalid value 'title'"),
        ("extract --partition-by lang --fields lang --output-dir o", "no key is left"),
        ("extract --partition-by host --select host=h1 --output-dir o", "a column 'host' besides the folders"),
        ("extract --rows-per-file 0 --output-dir o", "invalid value '0'"),
        ("extract --bytes-per-file 0 --output-dir o", "at least 1 byte"),
        ("text --format wet --rows-per-file 5 --output-dir o", "divides rows and text, and not WARC"),
        ("wat --rows-per-file 5 --output-dir o", "cannot be used with 'wat'"),
        ("text --file-name {n}.txt", "'--file-name' requires '--output-dir'"),
        ("text --file-name {host}.txt --output-dir o", "each page needs a name of its own"),
        ("text --file-name ../{n} --output-dir o", "below '--output-dir'"),
        ("text --file-name {n}.txt.gz --output-dir o", "contradict '--compression none'"),
        ("text --file-name {n}.txt --format jsonl --output-dir o", "writes texts"),
        ("text --file-name {n}.txt --rows-per-file 2 --output-dir o", "cannot be used with"),
    ] {
        let printed = folder.run(&format!("{arguments} c.warc.gz")).exits(2);
        assert!(printed.stderr.contains(message), "{arguments}: {}", printed.stderr);
    }
    assert_eq!(folder.names("."), ["c.warc.gz", "p.html"]);
}

#[test]
fn an_input_that_is_read_again_replaces_all_its_files() {
    let folder = Folder::new(&[("in/c.warc.gz", &crawl()), ("p.html", b"<a href=http://e.org/>x</a>")]);
    let resume = |more: &str| {
        folder.run(&format!("extract --fields url --skip-existing --output-dir out {more}")).exits(0).stderr
    };
    let rows = || files(&folder, "out").values().map(|file| lines(file)).sum::<usize>();
    let names = || files(&folder, "out").into_keys().collect::<Vec<_>>();
    assert!(!resume("--rows-per-file 10 in/c.warc.gz p.html").contains("up to date"));
    assert_eq!((names().len(), rows()), (10, ROWS + 1));
    assert!(resume("--rows-per-file 10 in/c.warc.gz p.html").contains("; 2 outputs up to date"));
    // Larger files are fewer files.
    assert!(resume("--rows-per-file 40 in/c.warc.gz p.html").contains("2 outputs made again (2 other options)"));
    assert_eq!((names().len(), rows()), (4, ROWS + 1));
    // Partition folders replace files of another division, in other folders.
    resume("--partition-by host in/c.warc.gz p.html");
    assert_eq!(names().len(), 4);
    assert!(names().iter().all(|name| name.starts_with("host=")) && rows() == ROWS + 1, "{:?}", names());
    assert!(resume("--partition-by host in/c.warc.gz p.html").contains("; 2 outputs up to date"));
    // One of the files is missing.
    fs::remove_file(folder.path().join("out").join(&names()[1])).expect("a file");
    assert!(
        resume("--partition-by host in/c.warc.gz p.html")
            .contains("1 output up to date; 1 output made again (1 changed since)")
    );
    assert_eq!(rows(), ROWS + 1);
    // Undivided again.
    resume("in/c.warc.gz p.html");
    assert_eq!((names(), rows()), (vec!["in/c.warc.gz.jsonl".to_owned(), "p.html.jsonl".to_owned()], ROWS + 1));
    assert!(!folder.path().join("out/host=a.example.org").exists(), "the folder is empty");
    assert_eq!(folder.names(".out.tagrake"), ["in", "p.html.jsonl.json"]);

    // A file that is not from an earlier run is not replaced.
    folder.write("mine/p.html-00000.jsonl", "mine");
    let printed = folder.run("extract --rows-per-file 10 --output-dir mine p.html").exits(1);
    assert!(printed.stderr.contains("not from an earlier run with this input; remove it"), "{}", printed.stderr);
    assert_eq!(folder.read("mine/p.html-00000.jsonl"), b"mine");
    assert_eq!(folder.names("mine"), ["p.html-00000.jsonl"]);
}

/// Another input whose name is the name of a flattened path.
#[test]
fn the_output_of_another_input_is_not_replaced() {
    let folder = Folder::new(&[("a/b.html", b"<a href=x>"), ("a%2Fb.html", b"<a href=y>")]);
    folder.run("links -q --output-dir out a%2Fb.html").exits(0);
    folder.run("links -q --output-dir out a/b.html").exits(0);
    assert_eq!(files(&folder, "out").into_keys().collect::<Vec<_>>(), ["a%2Fb.html.jsonl", "a/b.html.jsonl"]);
    let printed = folder.run("links -q --output-dir out --partition-by page_host a%2Fb.html a/b.html").exits(0);
    assert_eq!(printed.stderr, "");
    let names: Vec<_> = files(&folder, "out").into_keys().collect();
    let null = "page_host=__HIVE_DEFAULT_PARTITION__";
    assert_eq!(names, [format!("{null}/a%252Fb.html-00000.jsonl"), format!("{null}/a%2Fb.html-00000.jsonl")]);
}

#[test]
fn divided_outputs_in_an_input_folder_are_not_inputs() {
    let folder = Folder::new(&[("a.html", b"<p>one"), ("b/a.html", b"<p>two")]);
    for options in ["--rows-per-file 1", "--partition-by host", "--rows-per-file 1"] {
        for _ in 0..2 {
            let printed = folder.run(&format!("extract {options} --output-dir . .")).exits(0);
            assert!(printed.stderr.starts_with("tagrake: 2 pages"), "{}", printed.stderr);
        }
    }
}

#[test]
#[cfg(unix)]
fn a_killed_run_is_resumed() {
    let crawl = crawl();
    let folder = Folder::new(&[("a.warc.gz", &crawl), ("b.warc.gz", &crawl)]);
    for (option, name) in [
        ("--rows-per-file 7", "a.warc.gz-00000.jsonl"),
        ("--partition-by host", "host=a.example.org/a.warc.gz-00000.jsonl"),
    ] {
        let arguments = format!("extract --fields url {option} --output-dir out --skip-existing");
        let mut command = folder.command(&format!("{arguments} -j 2 --work-bytes 2k --input warc a.warc.gz -"));
        let mut child = command.stdin(Stdio::piped()).spawn().expect("it runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(&crawl.repeat(20)).expect("it is read");
        let staged =
            || folder.names(".out.tagrake").into_iter().filter(|name| name.starts_with(".tagrake-files-")).count();
        while !folder.path().join("out").join(name).exists() || staged() == 0 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        child.kill().expect("it is killed");
        child.wait().expect("it ends");
        // The first input is complete, and nothing of the second one is there.
        let rows = || files(&folder, "out").values().map(|file| lines(file)).sum::<usize>();
        assert_eq!((rows(), staged()), (ROWS, 1), "{option}");
        let printed = folder.run(&format!("{arguments} --input warc a.warc.gz b.warc.gz")).exits(0);
        assert!(printed.stderr.contains("; 1 output up to date"), "{}", printed.stderr);
        assert_eq!((rows(), staged()), (2 * ROWS, 0), "{option}");
        fs::remove_dir_all(folder.path().join("out")).expect("a folder");
        fs::remove_dir_all(folder.path().join(".out.tagrake")).expect("a folder");
    }
}

#[test]
fn each_page_has_a_file_of_its_own() {
    let page = |lang: &str, text: &str| {
        format!("{{\"url\":\"http://e.org/{text}\",\"html\":\"<html lang='{lang}'><h1>{text}</h1>\"}}\n")
    };
    let pages = [page("..", "one"), page("../../x", "two"), page("en", "three"), page("en", "four")].concat();
    let folder = Folder::new(&[("a.jsonl", pages.as_bytes()), ("b.jsonl", page("en", "five").as_bytes())]);
    folder.run("text -q --output-dir out --file-name {host}/{lang}/{n}.txt a.jsonl").exits(0);
    let texts: Vec<_> = files(&folder, "out")
        .into_iter()
        .map(|(name, text)| (name, String::from_utf8_lossy(&text).into_owned()))
        .collect();
    let expected = [("%2E%2E/0", "one"), ("%2E.%2F..%2Fx/1", "two"), ("en/2", "three"), ("en/3", "four")];
    assert_eq!(texts, expected.map(|(name, text)| (format!("e.org/{name}.txt"), format!("{text}\n"))));

    // Two inputs with files of one name, and pages of one name in an input.
    let line = "text -q --markdown --compression gzip --output-dir md --file-name {lang}{hash}.md.gz";
    folder.write("a.jsonl", page("en", "five").repeat(2));
    for _ in 0..2 {
        folder.run(&format!("{line} a.jsonl b.jsonl")).exits(0);
        let files = files(&folder, "md");
        assert_eq!(files.len(), 3, "{:?}", files.keys());
        assert!(files.values().all(|file| ungzip(file) == b"# five\n"));
        let suffixes: Vec<_> = files.keys().map(|name| &name["en".len() + 16..]).collect();
        assert_eq!(suffixes, [".md.gz", "~2.md.gz", "~3.md.gz"]);
    }
    assert!(
        folder
            .run(&format!("{line} --skip-existing a.jsonl b.jsonl").replace("-q ", ""))
            .exits(0)
            .stderr
            .contains("2 outputs up to date")
    );
}
