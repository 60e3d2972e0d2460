//! `tagrake man`: the man pages.

use crate::support::command::{Folder, run};
use std::collections::BTreeSet;

/// Runs the command, which must succeed without messages, and returns its standard output.
#[track_caller]
fn printed(arguments: &str) -> String {
    let output = run(arguments).exits(0);
    assert_eq!(output.stderr, "", "{arguments}");
    output.text().to_owned()
}

/// Returns the verbs that `--help` lists.
fn verbs() -> BTreeSet<String> {
    let help = printed("--help");
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = list.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn the_main_page_lists_every_verb() {
    let page = printed("man");
    assert!(page.contains(".TH tagrake 1"), "{page}");
    assert!(!verbs().is_empty());
    for verb in verbs() {
        assert!(page.contains(&format!("tagrake\\-{verb}(1)")), "{verb}");
    }
    assert!(page.contains(".SH \"EXIT STATUS\"\n0 all input was read; 1 "), "{page}");
}

#[test]
fn every_verb_has_a_page_with_its_arguments() {
    let folder = Folder::new(&[]);
    assert_eq!(folder.run("man --output-dir share/man1").exits(0).stderr, "");
    let mut expected: Vec<_> = verbs().iter().map(|verb| format!("tagrake-{verb}.1")).collect();
    expected.push("tagrake.1".to_owned());
    assert_eq!(folder.names("share/man1"), expected);
    assert_eq!(folder.text("share/man1/tagrake.1"), printed("man"));
    for (page, argument) in
        [("tagrake-links.1", "\\-\\-skip\\-existing"), ("tagrake-tokens.1", "\\-\\-last\\-start\\-tag")]
    {
        let text = folder.text(&format!("share/man1/{page}"));
        for part in [argument, ".SH EXAMPLES\n.nf\n", ".SH \"EXIT STATUS\"\n0 all input was read; 1 "] {
            assert!(text.contains(part), "{page}: {part}");
        }
        assert!(!text.contains("Examples:") && !text.contains(".SH EXTRA"), "{page}");
    }
}

#[test]
fn reports_a_folder_that_cannot_be_created() {
    let messages = Folder::new(&[("file", b"")]).run("man --output-dir file/man1").exits(3).stderr;
    assert!(messages.starts_with("tagrake: the output failed: "), "{messages}");
}
