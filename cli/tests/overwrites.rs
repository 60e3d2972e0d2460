//! No output replaces an input: every way to name an input, with every output.
#![cfg(unix)]

mod support;

use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::process::Stdio;
use support::command::{Folder, Printed};
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
    Way { arguments: "--manifest -", stdin: Stdin::Late("other.warc.gz\n{}\n") },
    Way { arguments: "--index -", stdin: Stdin::Pipe("{\"filename\":\"hard-{}\",\"offset\":0}\n") },
    Way {
        arguments: "--index -",
        stdin: Stdin::Late("{\"filename\":\"other.warc.gz\",\"offset\":0}\n{\"filename\":\"{}\",\"offset\":0}\n"),
    },
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
            assert!(printed.stderr.contains("would replace"), "{line}: {}", printed.stderr);
        }
    }
}

/// A record of an output, and an output of an earlier input, are files of inputs too.
#[test]
fn the_files_of_an_output_folder_replace_no_input() {
    let page: &[u8] = b"<a href=http://e.org/1>x</a>";
    for input in ["out/a.html.jsonl", "out/.a.html.jsonl.tagrake.json"] {
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
    let folder = Folder::new(&[("a.html", page), ("out/.a.html.jsonl.tagrake.json", page)]);
    let printed = folder.run("links --output-dir out a.html").exits(1);
    assert!(printed.stderr.contains("it exists and is of another kind"), "{}", printed.stderr);
    assert_eq!(folder.read("out/.a.html.jsonl.tagrake.json"), page);
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
        assert!(printed.stderr.contains("would replace another file"), "{arguments}: {}", printed.stderr);
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
