//! Each pair of options of a verb is accepted, or refused by a message that names one of the two.

use super::command;
use clap::{Arg, ArgAction, Command};

/// Values of the options that have no list of values.
const SAMPLES: &[(&str, &str)] = &[
    ("agent", "googlebot"),
    ("base", "s3://bucket/"),
    ("bytes_per_file", "1M"),
    ("charset", "utf-8"),
    ("chunk", "1"),
    ("columns", "x=p"),
    ("content_type", "text/html"),
    ("edition", "living"),
    ("exclude_host", "e.org"),
    ("file_name", "{n}.txt"),
    ("from", "2024"),
    ("headers", "A: b"),
    ("host", "e.org"),
    ("index", "i.cdxj"),
    ("initial_state", "Data state"),
    ("jobs", "1"),
    ("keep", "rank"),
    ("lang", "en"),
    ("last_start_tag", "p"),
    ("limit", "1"),
    ("link_attributes", "img@x"),
    ("manifest", "list"),
    ("max_arena_bytes", "1M"),
    ("max_links", "1"),
    ("max_record_bytes", "1M"),
    ("max_source_bytes", "1M"),
    ("mime", "html"),
    ("min_words", "1"),
    ("output", "o"),
    ("output_dir", "out"),
    ("record", "a.warc:0"),
    ("records", "all"),
    ("report", "r.html"),
    ("retry_delay", "1"),
    ("rows_per_file", "9"),
    ("sample", "1/2"),
    ("select_file", "columns.txt"),
    ("stall_time", "1"),
    ("stats", "s.json"),
    ("status", "200"),
    ("to", "2024"),
    ("types", "Product"),
    ("url", "http://e.org/"),
    ("url_prefix", "http://e.org/"),
    ("work_bytes", "1k"),
    ("write_index", "i.cdxj"),
];

/// The values of `--fields` of the verbs, whose rows have different keys.
const FIELDS: [&str; 2] = ["url", "text"];

/// Pairs whose second option has no effect, so the pair is refused.
const REFUSED: &[(&str, &str, &str)] = &[
    ("extract", "record", "input"),
    ("extract", "record", "all_files"),
    ("extract", "index", "input"),
    ("links", "charset", "name"),
    ("links", "external", "internal"),
    ("tokens", "charset", "name"),
    ("select", "check", "limit"),
    ("select", "check", "fields"),
    ("extract", "no_links", "kinds"),
    ("extract", "no_links", "max_links"),
    ("warc", "record", "manifest"),
];

/// An option of a verb, with a value.
struct SampleOption {
    id: String,
    /// The option in messages, such as `--jobs`.
    flag: String,
    words: Vec<String>,
}

impl SampleOption {
    fn of(option: &Arg, verb: &str) -> Self {
        let flag = format!("--{}", option.get_long().expect("a long name"));
        let mut words = vec![flag.clone()];
        if matches!(option.get_action(), ArgAction::Set | ArgAction::Append) {
            let id = option.get_id().as_str();
            let listed = option.get_possible_values().last().map(|value| value.get_name().to_owned());
            let sample = SAMPLES.iter().find(|(name, _)| *name == id).map(|(_, value)| (*value).to_owned());
            let key = (id == "fields").then(|| FIELDS[usize::from(matches!(verb, "blocks" | "tables"))].to_owned());
            words.push(listed.or(key).or(sample).unwrap_or_else(|| panic!("'{flag}' has no sample value")));
        }
        Self { id: option.get_id().to_string(), flag, words }
    }
}

/// Returns the options of a verb.
fn options(verb: &Command) -> Vec<SampleOption> {
    let is_option = |option: &&Arg| !option.is_positional() && option.get_id() != "help";
    verb.get_arguments().filter(is_option).map(|option| SampleOption::of(option, verb.get_name())).collect()
}

/// Returns the message of the parser, if it refuses the options.
fn refusal(verb: &mut Command, options: &[&SampleOption]) -> Option<String> {
    let words = options.iter().flat_map(|option| option.words.iter().map(String::as_str));
    let words: Vec<_> = [verb.get_name().to_owned()].into_iter().chain(words.map(str::to_owned)).collect();
    verb.try_get_matches_from_mut(words).err().map(|error| error.to_string())
}

#[test]
fn each_pair_is_accepted_or_refused_by_name() {
    let mut command = command();
    command.build();
    let (mut pairs, mut refused) = (0, Vec::new());
    for verb in command.get_subcommands_mut() {
        let (name, options) = (verb.get_name().to_owned(), options(verb));
        if name == "help" {
            continue;
        }
        for (index, first) in options.iter().enumerate() {
            if let Some(message) = refusal(verb, &[first]).filter(|message| !message.contains("were not provided")) {
                panic!("{name} {:?}: {message}", first.words);
            }
            for second in &options[index + 1..] {
                pairs += 1;
                let Some(message) = refusal(verb, &[first, second]) else { continue };
                let is_named = message.contains(&first.flag) || message.contains(&second.flag);
                assert!(
                    is_named || message.contains("were not provided"),
                    "{name} {} {}: {message}",
                    first.flag,
                    second.flag
                );
                refused.push((name.clone(), first.id.clone(), second.id.clone()));
            }
        }
    }
    assert!(pairs > 4000, "{pairs}");
    for &(verb, one, other) in REFUSED {
        let is_pair = |(name, first, second): &(String, String, String)| {
            name == verb && ((first == one && second == other) || (first == other && second == one))
        };
        assert!(refused.iter().any(is_pair), "{verb}: {one} and {other} are accepted");
    }
}
