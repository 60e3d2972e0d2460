//! `tagrake man`: the man pages.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs the command, which must succeed, and returns its standard output.
fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tagrake")).args(arguments).output().expect("the command runs");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{arguments:?}");
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

/// Returns the verbs that `--help` lists.
fn verbs() -> BTreeSet<String> {
    let help = printed(&["--help"]);
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = list.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn the_main_page_lists_every_verb() {
    let page = printed(&["man"]);
    assert!(page.contains(".TH tagrake 1"), "{page}");
    assert!(!verbs().is_empty());
    for verb in verbs() {
        assert!(page.contains(&format!("tagrake\\-{verb}(1)")), "{verb}");
    }
    assert!(page.contains("Exit status: 0"));
}

#[test]
fn every_verb_has_a_page_with_its_arguments() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("share/man1");
    printed(&["man", "--output-dir", pages.to_str().expect("its name is UTF-8")]);
    let read = |name: &Path| fs::read_to_string(pages.join(name)).expect("a page");
    let written: BTreeSet<_> =
        fs::read_dir(&pages).expect("a folder").map(|entry| entry.expect("a file").file_name()).collect();
    let expected = verbs().iter().map(|verb| format!("tagrake-{verb}.1").into()).chain(["tagrake.1".into()]).collect();
    assert_eq!(written, expected);
    assert_eq!(read("tagrake.1".as_ref()), printed(&["man"]));
    for (page, argument) in
        [("tagrake-links.1", "\\-\\-skip\\-existing"), ("tagrake-tokens.1", "\\-\\-last\\-start\\-tag")]
    {
        assert!(read(page.as_ref()).contains(argument), "{page}");
    }
}

#[test]
fn reports_a_folder_that_cannot_be_created() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("file"), "").expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_tagrake"))
        .current_dir(folder.path())
        .args(["man", "--output-dir", "file/man1"])
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("tagrake: the output failed: "));
}
