//! The groups of options in the help, the commonest options first, and the parts of the short help.

use clap::builder::Resettable;
use clap::{Arg, Command};

/// Options with a heading in the help, by identifier. Options of no group, such as `--help`, come first.
struct Group {
    heading: &'static str,
    /// The options in the short help, in this order.
    common: &'static [&'static str],
    /// The options that only the long help has, after the others.
    rare: &'static [&'static str],
}

const GROUPS: [Group; 6] = [
    Group {
        heading: "What to extract",
        common: &["types", "fields", "columns", "text", "main", "markdown", "kinds", "external", "internal"],
        rare: &[
            "view",
            "markdown_with",
            "select_file",
            "max_links",
            "link_attributes",
            "no_links",
            "head_only",
            "agent",
            "check",
        ],
    },
    Group {
        heading: "Input",
        common: &["manifest", "index", "record", "errors"],
        rare: &["input", "base", "anonymous", "all_files", "keep", "max_record_bytes"],
    },
    Group {
        heading: "Selection",
        common: &["mime", "status", "host", "url_prefix", "sample", "from", "to", "min_words", "lang"],
        rare: &["exclude_host", "dedup"],
    },
    Group {
        heading: "Pages",
        common: &["url"],
        rare: &["headers", "content_type", "charset", "name", "hidden_text", "scripting", "max_arena_bytes"],
    },
    Group {
        heading: "Output",
        common: &["output", "output_dir", "format", "limit", "skip_existing"],
        rare: &["partition_by", "rows_per_file", "bytes_per_file", "file_name", "compression"],
    },
    Group { heading: "Run", common: &["jobs", "stats", "quiet", "verbose"], rare: &["progress"] },
];

/// Groups the options of a verb. The short help leaves out rare options and the examples.
pub(super) fn grouped(verb: Command) -> Command {
    let examples = verb.get_after_help().cloned();
    let verb = verb.after_help(Resettable::Reset).mut_args(|arg| {
        let Some((group, place)) = group_of(&arg) else { return arg };
        let is_rare = place >= group.common.len();
        // An option that is hidden in the long help stays hidden.
        arg.help_heading(group.heading).display_order(place).hide_short_help(is_rare)
    });
    match examples {
        Some(examples) => verb.after_long_help(examples),
        None => verb,
    }
}

/// Returns the group of an option, and its place in the group.
fn group_of(arg: &Arg) -> Option<(&'static Group, usize)> {
    let id = arg.get_id().as_str();
    let place = |group: &Group| group.common.iter().chain(group.rare).position(|name| *name == id);
    GROUPS.iter().filter(|_| !arg.is_positional()).find_map(|group| Some((group, place(group)?)))
}

#[cfg(test)]
mod tests {
    use super::GROUPS;
    use crate::command::command;
    use std::collections::BTreeSet;

    #[test]
    fn each_option_of_a_verb_for_many_pages_is_in_a_group() {
        let command = command();
        let mut known: BTreeSet<&str> = BTreeSet::new();
        for verb in command.get_subcommands() {
            let options = || verb.get_arguments().filter(|arg| !arg.is_positional() && !arg.is_hide_set());
            let in_group = options().filter(|arg| arg.get_help_heading().is_some());
            known.extend(in_group.map(|arg| arg.get_id().as_str()));
            if ["extract", "links", "text", "blocks", "tables", "items", "select", "records", "wat"]
                .contains(&verb.get_name())
            {
                let missing = options().find(|arg| arg.get_help_heading().is_none());
                assert!(missing.is_none(), "{}: {missing:?}", verb.get_name());
            }
        }
        let listed: Vec<&str> =
            GROUPS.iter().flat_map(|group| group.common.iter().chain(group.rare)).copied().collect();
        assert_eq!(BTreeSet::from_iter(listed.iter().copied()), known);
        assert_eq!(listed.len(), known.len(), "an option is in two groups");
    }

    /// `docs/options.md` has the table of options and verbs.
    #[cfg(feature = "columns")]
    #[test]
    fn the_options_of_the_verbs_are_documented() {
        let command = command();
        let verbs = [
            "extract", "select", "links", "text", "blocks", "tables", "items", "wat", "records", "warc", "index",
            "check",
        ];
        let of = |verb: &str, id: &str| {
            let verb = command.find_subcommand(verb).expect("a verb");
            verb.get_arguments().find(|arg| arg.get_id() == id && !arg.is_hide_set())
        };
        let mut table = format!("| | {} |\n|---|{}\n", verbs.join(" | "), ":-:|".repeat(verbs.len()));
        for group in &GROUPS {
            table += &format!("| **{}** |{}\n", group.heading, " |".repeat(verbs.len()));
            for id in group.common.iter().chain(group.rare) {
                let arg = verbs.iter().find_map(|verb| of(verb, id)).expect("an option");
                let marks = verbs.map(|verb| if of(verb, id).is_some() { "x" } else { "" }).join(" | ");
                table += &format!("| `--{}` | {marks} |\n", arg.get_long().expect("a long name"));
            }
        }
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/options.md");
        let document = std::fs::read_to_string(path).expect("a document");
        assert!(document.contains(&table), "docs/options.md lacks\n{table}");
    }

    #[test]
    fn the_short_help_of_a_verb_has_at_most_60_lines() {
        let mut command = command().term_width(100);
        command.build();
        for verb in command.get_subcommands_mut() {
            let help = verb.render_help().to_string();
            let lines = help.lines().count();
            assert!(lines <= 60, "{}: {lines} lines:\n{help}", verb.get_name());
            assert!(help.contains("(see more with '--help')") || lines < 30, "{help}");
        }
    }
}
