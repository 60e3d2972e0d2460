//! The progress bar: shown if standard error is a terminal and the rows do not go to the same terminal.
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::{self, sleep};
use std::time::Duration;
use tagrake_testsupport::terminal;

/// Where standard output goes.
#[derive(Clone, Copy)]
enum Stdout {
    Terminal,
    Pipe,
}

/// Runs the command in a new folder with standard error on a terminal, feeds it `parts` of its input slowly, and returns
/// the output of the terminal.
fn shown_by(arguments: &[&str], stdout: Stdout, parts: &[&[u8]]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut screen, slave) = terminal::open().expect("a terminal");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tagrake"));
    command.args(arguments).current_dir(&folder).env("TERM", "xterm").stdin(Stdio::piped());
    command.stderr(slave.try_clone().expect("a terminal"));
    command.stdout(match stdout {
        Stdout::Terminal => Stdio::from(slave.try_clone().expect("a terminal")),
        Stdout::Pipe => Stdio::null(),
    });
    let mut child = command.spawn().expect("the command runs");
    drop(command);
    drop(slave);
    let reading = thread::spawn(move || {
        let (mut shown, mut buffer) = (Vec::new(), [0; 4096]);
        // On Linux, the end is an error.
        while let Ok(len @ 1..) = screen.read(&mut buffer) {
            shown.extend_from_slice(&buffer[..len]);
        }
        String::from_utf8_lossy(&shown).into_owned()
    });
    let mut input = child.stdin.take().expect("a pipe");
    for part in parts {
        input.write_all(part).expect("the command reads");
        sleep(Duration::from_millis(300));
    }
    drop(input);
    assert!(child.wait().expect("the command ends").success());
    reading.join().expect("the terminal is read")
}

/// Regression: with `-o` and with `check` there was no bar. The bar counted compressed bytes, and its rate inflated
/// bytes.
#[test]
fn shows_a_bar_unless_rows_go_to_the_same_terminal() {
    let line = b"{\"html\":\"<p>\"}\n";
    let parts = [&line[..]; 4];
    let jsonl = |arguments: &[&'static str]| [arguments, &["--input", "jsonl", "-"]].concat();
    let cases: [(&[&str], Stdout, bool); 7] = [
        (&["links", "-o", "links.jsonl"], Stdout::Terminal, true),
        (&["links", "-o", "links.jsonl"], Stdout::Pipe, true),
        (&["extract", "-q"], Stdout::Pipe, true),
        (&["extract", "-q"], Stdout::Terminal, false),
        (&["extract", "--progress", "never"], Stdout::Pipe, false),
        (&["check"], Stdout::Terminal, true),
        (&["check"], Stdout::Pipe, true),
    ];
    let crawl = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bulk/tests/data/warc-1.0.1/crawl.warc.gz");
    let crawl = fs::read(crawl).expect("a crawl of ours");
    let crawl_parts: Vec<_> = crawl.chunks(crawl.len().div_ceil(3)).collect();
    // The runs mostly wait, so they run at the same time.
    thread::scope(|scope| {
        for (arguments, stdout, is_shown) in cases {
            scope.spawn(move || {
                let shown = shown_by(&jsonl(arguments), stdout, &parts);
                let has_bar = shown.contains(" B read, ") && shown.contains(" B/s, ") && shown.contains(" pages/s");
                assert_eq!(has_bar, is_shown, "{arguments:?}: {shown:?}");
                if arguments == ["check"] && matches!(stdout, Stdout::Terminal) {
                    assert!(shown.contains("-: ok: 4 pages (4 "), "{shown:?}");
                }
            });
        }
        let shown = shown_by(&["links", "-o", "links.jsonl", "-"], Stdout::Terminal, &crawl_parts);
        assert!(shown.contains("iB compressed, ") || shown.contains(" B compressed, "), "{shown:?}");
    });
}
