//! No output replaces an input: every way to name an input, with every output.
use crate::support::command::{Folder, Printed};
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::process::Stdio;
use tagrake_testsupport::warc_files::{gzip_each, record};

/// A way to name the input `{}`.
struct Way {
    arguments: &'static str,
    stdin: Stdin,
}

/// The standard input of a run.
#[derive(Clone, Copy)]
enum Stdin {
    Nothing,
    /// Redirected from the input.
    Input,
    /// This text, on a pipe.
    Pipe(&'static str),
    /// As `Pipe`, with another file before the input: its rows are written before the input is known.
    Late(&'static str),
}

const fn way(arguments: &'static str) -> Way {
    Way { arguments, stdin: Stdin::Nothing }
}

/// The ways to name the input. `{}` is its name.
const WAYS: &[Way] = &[
    way("{}"),
    way("./{}"),
    way("{folder}/{}"),
    way("sub/../{}"),
    way("other.warc.gz link-{}"),
    way("hard-{}"),
    way("/dev/stdin {}"),
    way("--manifest list-{}"),
    way("--manifest absolute-{}"),
    way("--record {}:0"),
    way("--record other.warc.gz:0 --record ./{}:0"),
    way("--record link-{}:0"),
    way("--index index-{}"),
    way("--index index-{} --base {folder}"),
    way("--index wacz-{}"),
    way("--index cdxj-{}"),
    way("--index cluster-{}"),
    Way { arguments: "--manifest -", stdin: Stdin::Late("other.warc.gz\n{}\n") },
    Way { arguments: "--index -", stdin: Stdin::Pipe("{\"filename\":\"hard-{}\",\"offset\":0}\n") },
    Way {
        arguments: "--index -",
        stdin: Stdin::Late("{\"filename\":\"other.warc.gz\",\"offset\":0}\n{\"filename\":\"{}\",\"offset\":0}\n"),
    },
    Way { arguments: "--index -", stdin: Stdin::Pipe("org,e)/1 20240518015810\t./{}\t0\t9\t1\n") },
    Way { arguments: "--index /dev/stdin", stdin: Stdin::Pipe("{\"filename\":\"./{}\",\"offset\":0}\n") },
    Way { arguments: "-", stdin: Stdin::Input },
    Way { arguments: "", stdin: Stdin::Input },
    Way { arguments: "--manifest dash", stdin: Stdin::Input },
];

/// The outputs that would replace or change the input, and the name that the input needs for them.
const OUTPUTS: &[(&str, &str)] = &[
    ("-o {}", "in.jsonl"),
    ("-o ./{}", "in.jsonl"),
    ("-o {folder}/{}", "in.jsonl"),
    ("-o link-{}", "in.jsonl"),
    ("-o far", "in.jsonl"),
    ("-o hard-{}", "in.jsonl"),
    ("--format jsonl -o hard-{}", "in.data"),
    ("--stats {}", "in.json"),
    ("-o rows.jsonl --stats link-{}", "in.json"),
    ("--output-dir out --stats ./{}", "in.json"),
    (">>", "in.jsonl"),
];

/// Creates a folder with the input under this name.
fn folder(name: &str) -> Folder {
    let archive = gzip_each(&[record("http://e.org/1", 400)]);
    let folder = Folder::new(&[(name, &archive), ("other.warc.gz", &archive), ("sub/x", b""), ("dash", b"-\n")]);
    let path = |name: &str| folder.path().join(name);
    symlink(name, path(&format!("link-{name}"))).expect("a link");
    symlink(format!("link-{name}"), path("far")).expect("a link");
    fs::hard_link(path(name), path(&format!("hard-{name}"))).expect("a link");
    folder.write(&format!("list-{name}"), format!("other.warc.gz\n{name}\n"));
    folder.write(&format!("absolute-{name}"), format!("{}\n", path(name).display()));
    let row = |file: &str| format!("{{\"filename\":\"{file}\",\"offset\":0}}\n");
    folder.write(&format!("index-{name}"), row("other.warc.gz") + &row(name));
    folder.write(&format!("wacz-{name}"), row(&format!("{name}!/archive/data.warc.gz")));
    folder.write(&format!("cluster-{name}"), format!("org,e)/1 20240518015810\t{name}\t0\t9\t1\n"));
    folder.write(&format!("cdxj-{name}"), format!("org,e)/1 20240518015810 {}", row(name)));
    folder
}

fn run(folder: &Folder, arguments: &str, name: &str, stdin: Stdin, appends_to: Option<&str>) -> Printed {
    let mut command = folder.command(arguments);
    if let Some(output) = appends_to {
        command.stdout(fs::File::options().append(true).open(folder.path().join(output)).expect("a file"));
    }
    let text = match stdin {
        Stdin::Nothing => String::new(),
        Stdin::Input => {
            command.stdin(folder.open(name));
            String::new()
        }
        Stdin::Pipe(text) | Stdin::Late(text) => {
            command.stdin(Stdio::piped());
            text.replace("{}", name)
        }
    };
    let mut child = command.spawn().expect("the command runs");
    if let Some(mut stdin) = child.stdin.take() {
        let _ = stdin.write_all(text.as_bytes()); // the command may have ended
    }
    Printed::new(arguments, child.wait_with_output())
}

#[test]
fn an_output_never_replaces_an_input() {
    for (output, name) in OUTPUTS {
        for Way { arguments, stdin } in WAYS {
            let has_records = arguments.contains("--index") || arguments.contains("--record");
            if output.contains("--output-dir") && has_records {
                continue; // usage errors
            }
            if *output == ">>" && matches!(stdin, Stdin::Late(_)) {
                continue; // rows were appended
            }
            let folder = folder(name);
            let before = folder.read(name);
            let root = folder.path().display().to_string();
            let appends_to = (*output == ">>").then_some(*name);
            let output = output.replace(">>", "");
            let line = format!("extract {output} {arguments}").replace("{folder}", &root).replace("{}", name);
            let printed = run(&folder, &line, name, *stdin, appends_to);
            assert!(folder.read(name) == before, "{line}: the input has changed: {}", printed.stderr);
            let printed = printed.exits(2);
            // A list in a pipe is read later than the file that the output would replace.
            let is_listed_late = matches!(stdin, Stdin::Pipe(_) | Stdin::Late(_));
            let is_refused = printed.stderr.contains("would replace")
                || is_listed_late && printed.stderr.contains("does not look like an output");
            assert!(is_refused, "{line}: {}", printed.stderr);
        }
    }
}

/// A record of an output, and an output of an earlier input, are files of inputs too.
#[test]
fn the_files_of_an_output_folder_replace_no_input() {
    let page: &[u8] = b"<a href=http://e.org/1>x</a>";
    for input in ["out/a.html.jsonl", ".out.tagrake/a.html.jsonl.json"] {
        for arguments in ["a.html {}", "{} a.html", "--manifest list", "--manifest -"] {
            let folder = Folder::new(&[("a.html", page), (input, page)]);
            folder.write("list", format!("a.html\n{input}\n"));
            let line = format!("links --output-dir out {}", arguments.replace("{}", input));
            let text = "out/../a.html\n";
            let stdin = if arguments.ends_with('-') { Stdin::Pipe(text) } else { Stdin::Nothing };
            let printed = run(&folder, &line, "a.html", stdin, None);
            let is_listed = !arguments.ends_with('-');
            assert!(
                !is_listed || printed.status == Some(2) && folder.read(input) == page,
                "{line}: {}",
                printed.stderr
            );
        }
    }
    // A file that is no record has the name of one.
    let folder = Folder::new(&[("a.html", page), (".out.tagrake/a.html.jsonl.json", page)]);
    let printed = folder.run("links --output-dir out a.html").exits(1);
    assert!(
        printed.stderr.contains("it exists and does not look like an output of this command"),
        "{}",
        printed.stderr
    );
    assert_eq!(folder.read(".out.tagrake/a.html.jsonl.json"), page);
}

#[test]
fn a_dangling_link_is_written_through_and_is_one_file_with_its_target() {
    let folder = Folder::new(&[("a.html", b"<a href=http://e.org/1>x</a>")]);
    symlink("target.json", folder.path().join("link")).expect("a link");
    for outputs in ["-o link --stats target.json", "-o target.json --format jsonl --stats link"] {
        let printed = folder.run(&format!("links {outputs} a.html")).exits(2);
        assert!(printed.stderr.contains("two outputs would be written"), "{}", printed.stderr);
    }
    folder.run("links -o link a.html").exits(0);
    assert!(folder.path().join("link").is_symlink() && folder.text("target.json").starts_with('{'));
    assert_eq!(folder.names("."), ["a.html", "link", "target.json"]);
}

#[test]
fn a_named_input_is_not_removed_as_a_temporary_file() {
    let page: &[u8] = b"<a href=http://e.org/1>x</a>";
    let folder = Folder::new(&[(".tagrake-abcdef", page), (".tagrake-orphan", page), ("list", b".tagrake-abcdef\n")]);
    folder.run("links -o rows.jsonl --input html --manifest list").exits(0);
    assert_eq!(folder.names("."), [".tagrake-abcdef", "list", "rows.jsonl"]);
}

#[test]
fn reports_and_tokens_are_not_appended_to_their_input() {
    for verb in ["tokens", "check", "inspect"] {
        let folder = Folder::new(&[("a.html", b"<p>")]);
        run(&folder, &format!("{verb} a.html"), "a.html", Stdin::Nothing, Some("a.html")).exits(2);
        assert_eq!(folder.text("a.html"), "<p>", "{verb}");
    }
}

/// The value of `--stats` or `-o` was forgotten, so that it took the name of the input.
#[test]
fn an_output_replaces_no_file_of_another_kind() {
    let archive = gzip_each(&[record("http://e.org/1", 400)]);
    let files: [(&str, &[u8]); 6] = [
        ("a.warc.gz", &archive),
        ("a.html", b"<p>x"),
        ("a.jsonl", b"{\"html\":\"<p>\"}\n"),
        ("page", b"<p>"),
        ("page.gz", &archive),
        ("a.png", b"\x89PNG\r\n\x1a\n\0\0"),
    ];
    let folder = Folder::new(&files);
    for arguments in [
        "links --stats a.warc.gz",
        "links --stats a.html",
        "check --stats a.jsonl",
        "extract --stats page",
        "links --format jsonl -o a.html",
        "links -o page",
        "links --format csv -o page",
        "links --compression gzip -o page.gz",
        "links --format jsonl -o a.png",
        "inspect -o a.html",
        "inspect -o page",
    ] {
        let printed = folder.run(&format!("{arguments} -")).exits(2);
        assert!(printed.stderr.contains("cannot be written"), "{arguments}: {}", printed.stderr);
    }
    assert!(files.iter().all(|(name, bytes)| folder.read(name) == *bytes));
    // Outputs of the same kind are replaced.
    for _ in 0..2 {
        folder.run("links --stats counts -o rows a.html").exits(0);
        folder.run("inspect -o report a.html").exits(0);
        for options in ["-o text", "--compression gzip -o rows2", "-o rows.gz", "--format csv -o rows.data"] {
            let verb = if options == "-o text" { "text" } else { "links" };
            folder.run(&format!("{verb} {options} a.html")).exits(0);
        }
        if cfg!(feature = "columns") {
            folder.run("links --format parquet -o table a.html").exits(0);
            folder.run("links --format arrow -o stream a.html").exits(0);
        }
        folder.run("wat --format warc -o records.gz a.html").exits(0);
    }
    folder.write("s.json", "old");
    folder.run("links --stats s.json -o rows a.html").exits(0);
    assert_eq!(folder.json("s.json")["pages"], 1);
}

/// Asserts that each of these commands is a usage error with this message and changes no file.
#[track_caller]
fn refuses(folder: &Folder, commands: &[&str], message: &str) {
    let contents =
        || folder.names(".").into_iter().map(|name| (fs::read(folder.path().join(&name)).ok(), name)).collect();
    let before: Vec<_> = contents();
    for command in commands {
        let printed = folder.run(command).exits(2);
        assert!(printed.stderr.contains(message), "{command}: {}", printed.stderr);
        let after: Vec<_> = contents();
        assert!(after == before, "{command}");
    }
}

/// The file of columns was replaced by the rows or the counts.
#[test]
fn a_file_of_columns_is_an_input() {
    let folder = Folder::new(&[("p.html", PAGE), ("cols.csv", b"t=h1\n"), ("cols.json", b"t=h1\n")]);
    symlink("cols.csv", folder.path().join("link.csv")).expect("a link");
    let commands = [
        "select --select-file cols.csv -o cols.csv p.html",
        "select --select-file cols.csv -o link.csv p.html",
        "extract --select-file link.csv -o ./cols.csv p.html",
        "select --select-file cols.json --stats cols.json p.html",
    ];
    refuses(&folder, &commands, "would replace the input");
}

const PAGE: &[u8] = b"<a href=http://e.org/1>x</a>";

/// The system reports a file with a slash after its name as no folder, which was taken for a file that does not exist.
#[test]
fn the_name_of_a_folder_is_no_output() {
    let archive = gzip_each(&[record("http://e.org/1", 400)]);
    let folder = Folder::new(&[("p.html", PAGE), ("c.jsonl", b"{\"html\":\"<p>\"}\n"), ("a.warc.gz", &archive)]);
    symlink("c.jsonl", folder.path().join("link")).expect("a link");
    let commands = [
        "links -o c.jsonl/ c.jsonl",
        "links -o c.jsonl/. c.jsonl",
        "links -o link/ p.html",
        "links -o . p.html",
        "links -o new.jsonl/ --stats new.jsonl p.html",
        "links --stats a.warc.gz/ p.html",
        "links --output-dir out --stats out/p.html.jsonl/ p.html",
        "check a.warc.gz --stats a.warc.gz/",
        "inspect p.html -o p.html/",
        "wat -o a.warc.gz/ a.warc.gz",
    ];
    refuses(&folder, &commands, "it is the name of a folder, not of a file");
}

/// The extension of a crawl is an extension of WAT and WET files too: `wat -o *.warc.gz` replaced the first crawl.
#[test]
fn records_replace_only_records_of_the_command() {
    let archive = gzip_each(&[record("http://e.org/1", 400)]);
    let files: &[(&str, &[u8])] = &[
        ("a.warc.gz", &archive),
        ("b.warc.gz", &archive),
        ("crawl.gz", &archive),
        ("p.html", PAGE),
        ("x.wat.gz", PAGE),
    ];
    let folder = Folder::new(files);
    let commands = [
        "wat -o a.warc.gz b.warc.gz",
        "text -o a.warc.gz b.warc.gz",
        "wat -o a.warc.gz",
        "wat --format warc -o crawl.gz p.html",
        "wat -o x.wat.gz p.html",
    ];
    refuses(&folder, &commands, "is not a WARC file that tagrake wrote; remove it, or name another file");
    for _ in 0..2 {
        folder.run("wat -o own.warc.gz p.html").exits(0);
        folder.run("text -o own.warc.wet.gz p.html").exits(0);
        folder.run("wat --format warc --output-dir out p.html").exits(0);
    }
}

#[test]
fn the_counts_are_not_written_to_an_output_in_a_folder() {
    for stats in ["out/p.html.jsonl", "./out/p.html.jsonl", ".out.tagrake/p.html.jsonl.json", "link/p.html.jsonl"] {
        for exists in [false, true] {
            let folder = Folder::new(&[("p.html", PAGE), ("q.html", PAGE)]);
            symlink("out", folder.path().join("link")).expect("a link");
            fs::create_dir(folder.path().join(".out.tagrake")).expect("a folder");
            if exists {
                folder.run("links --output-dir out q.html").exits(0);
            }
            let printed = folder.run(&format!("links --output-dir out --stats {stats} p.html q.html")).exits(1);
            assert!(printed.stderr.contains("p.html: two outputs would be written to"), "{}", printed.stderr);
            assert_eq!(folder.json(stats)["failed_inputs"][0]["file"], "p.html");
            assert_eq!(folder.text("out/q.html.jsonl").lines().count(), 1);
        }
    }
}

#[test]
fn a_symbolic_link_does_not_hide_the_kind_of_its_target() {
    let archive = gzip_each(&[record("http://e.org/1", 400)]);
    let folder =
        Folder::new(&[("p.html", PAGE), ("q.html", PAGE), ("a.warc.gz", &archive), ("out/x", b""), ("m/x", b"")]);
    let links = [
        ("s.json", "a.warc.gz"),
        ("r.jsonl", "p.html"),
        ("r.csv", "a.warc.gz"),
        ("w.warc.wat.gz", "a.warc.gz"),
        ("out/q.html.jsonl", "../p.html"),
        ("m/tagrake.1", "../p.html"),
    ];
    for (link, target) in links {
        symlink(target, folder.path().join(link)).expect("a link");
    }
    let commands = [
        "links --stats s.json q.html",
        "links -o r.jsonl q.html",
        "links -o r.csv q.html",
        "wat -o w.warc.wat.gz q.html",
    ];
    refuses(&folder, &commands, "cannot be written");
    folder.write("z.html", PAGE);
    let printed = folder.run("links --output-dir out q.html z.html").exits(1);
    assert!(printed.stderr.contains("q.html: the output failed: out/q.html.jsonl: it exists"), "{}", printed.stderr);
    assert_eq!(folder.text("out/z.html.jsonl").lines().count(), 1);
    let printed = folder.run("man --output-dir m").exits(3);
    assert!(
        printed.stderr.contains("m/tagrake.1: it exists and does not look like an output of this command"),
        "{}",
        printed.stderr
    );
    assert_eq!(folder.read("p.html"), PAGE);
    // A link to an output of the same kind is written through.
    symlink("rows.jsonl", folder.path().join("latest.jsonl")).expect("a link");
    for _ in 0..2 {
        folder.run("links -o latest.jsonl q.html").exits(0);
    }
    // A man page is replaced as a file of its own, so an interrupt does not truncate it.
    fs::remove_file(folder.path().join("m/tagrake.1")).expect("a link");
    for _ in 0..2 {
        folder.run("man --output-dir m").exits(0);
    }
}

/// The value of `-o` was forgotten, and its extension is one of an output.
#[test]
fn pages_as_json_lines_and_manifests_are_not_replaced() {
    let gzip = |text: &str| {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(text.as_bytes()).expect("memory");
        gzip.finish().expect("memory")
    };
    let pages = "{\"id\":1,\"html_base64\":\"PHA+\"}\n";
    let folder = Folder::new(&[
        ("p.html", PAGE),
        ("pages.jsonl", b"{\"url\":\"http://e.org/\",\"html\":\"<p>\"}\n"),
        ("pages.ndjson.gz", &gzip(pages)),
        ("list", b"p.html\n"),
        ("list.gz", &gzip("p.html\n")),
    ]);
    let commands = [
        "links -o pages.jsonl",
        "links -o pages.jsonl p.html",
        "links -o pages.ndjson.gz p.html",
        "wat -o pages.jsonl p.html",
        "links -o list p.html",
        "extract -o list.gz p.html",
    ];
    refuses(&folder, &commands, "cannot be written: it exists and ");
}

#[test]
fn a_run_that_reads_nothing_replaces_no_output() {
    let folder = Folder::new(&[("p.html", PAGE), ("empty.html", b"")]);
    folder.run("links -o rows.jsonl --stats s.json p.html").exits(0);
    for inputs in ["", "-", "missing.html"] {
        let arguments = format!("links -o rows.jsonl --stats s.json {inputs}");
        let printed = folder.run(&arguments).exits(1);
        assert!(printed.stderr.contains("nothing was read, so the output 'rows.jsonl' is not replaced"), "{arguments}");
        assert_eq!(folder.text("rows.jsonl").lines().count(), 1, "{arguments}");
        assert_eq!(folder.json("s.json")["complete"], false, "{arguments}");
    }
    folder.run("links -o rows.jsonl empty.html").exits(0);
    assert_eq!(folder.text("rows.jsonl"), "");
    folder.run("links -o new.jsonl missing.html").exits(1);
    assert_eq!(folder.text("new.jsonl"), "");
}

/// Each path below `/proc` was taken for an open file, and appended to.
#[test]
#[cfg(target_os = "linux")]
fn only_descriptors_are_written_directly() {
    let folder = Folder::new(&[("p.html", PAGE), ("q.html", PAGE)]);
    refuses(&folder, &["links --format jsonl -o /proc/self/cwd/p.html q.html"], "cannot be written");
    let run = |script: &str| Printed::new(script, crate::support::shell::bash(folder.path(), &["-c", script]).output());
    for output in ["/dev/fd/3", "/proc/self/fd/3", "/proc/thread-self/fd/3"] {
        let printed = run(&format!("tagrake links --format jsonl -o {output} q.html 3<p.html")).exits(2);
        assert!(printed.stderr.contains("it is not open for writing"), "{}", printed.stderr);
        run(&format!("tagrake links -o {output} q.html 3>>rows.jsonl")).exits(0);
    }
    assert_eq!((folder.read("p.html"), folder.text("rows.jsonl").lines().count()), (PAGE.to_vec(), 3));
}

/// One input that is an output of the run ended it, and the other inputs were not read.
#[test]
fn an_input_that_is_an_output_of_the_run_is_one_error() {
    let inputs = [
        "p.html out/p.html.jsonl q.html",
        "out/p.html.jsonl p.html q.html",
        "p.html q.html .out.tagrake/q.html.jsonl.json",
    ];
    for inputs in inputs {
        for way in ["-j1 {}", "-j4 {}", "-j1 --manifest list", "-j4 --manifest list", "--manifest -"] {
            for exists in [false, true] {
                let folder =
                    Folder::new(&[("p.html", PAGE), ("q.html", PAGE), ("list", inputs.replace(' ', "\n").as_bytes())]);
                if exists {
                    fs::create_dir(folder.path().join("out")).expect("a folder");
                }
                let line = format!("links --output-dir out {}", way.replace("{}", inputs));
                let stdin = inputs.replace(' ', "\n").leak();
                let stdin = if way.ends_with('-') { Stdin::Pipe(stdin) } else { Stdin::Nothing };
                let printed = run(&folder, &line, "", stdin, None).exits(1);
                assert!(
                    printed.stderr.ends_with("2 pages; 1 file not read (also an output)\n")
                        || inputs.starts_with("out"),
                    "{line}: {}",
                    printed.stderr
                );
                for output in ["out/p.html.jsonl", "out/q.html.jsonl"] {
                    assert_eq!(folder.text(output).lines().count(), 1, "{line}");
                }
            }
        }
    }
}

/// A tool that saves space had linked equal outputs of an earlier run.
#[test]
fn hard_linked_outputs_are_made_again() {
    let folder = Folder::new(&[("a.html", PAGE), ("b.html", PAGE)]);
    folder.run("links --output-dir out a.html b.html").exits(0);
    for [from, to] in
        [["out/a.html.jsonl", "out/b.html.jsonl"], [".out.tagrake/a.html.jsonl.json", ".out.tagrake/b.html.jsonl.json"]]
    {
        let [from, to] = [from, to].map(|name| folder.path().join(name));
        fs::remove_file(&to).expect("an output");
        fs::hard_link(from, to).expect("a link");
    }
    folder.run("links --output-dir out a.html b.html").exits(0);
    assert_eq!(folder.json("out/b.html.jsonl")["source"], "b.html");
}
