//! The record of a run of `compare`, for `benches/record`: date, commit, machine and all results.

use crate::measure::Measurement;
use crate::promised_ratios::{PROMISED_RATIOS, RatioOutcome};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A run of `compare`.
#[derive(Serialize, Deserialize)]
pub struct CompareRecord {
    #[serde(flatten)]
    pub run: RunInfo,
    pub sets: Vec<SetRecord>,
    pub rows: Vec<RatioRecord>,
}

/// The date, commit and machine of a run.
#[derive(Serialize, Deserialize)]
pub struct RunInfo {
    pub date: String,
    pub commit: String,
    /// True if the working tree had uncommitted changes.
    pub modified: bool,
    pub cpu: String,
    pub cores: usize,
    pub rustc: String,
}

impl RunInfo {
    /// Returns the current date, commit and machine, which has `cores` cores.
    pub(crate) fn now(cores: usize) -> Self {
        Self {
            date: jiff::Timestamp::now().strftime("%Y-%m-%d").to_string(),
            commit: output_of("git", &["rev-parse", "--short", "HEAD"]),
            modified: !output_of("git", &["status", "--porcelain", "--untracked-files=no"]).is_empty(),
            cpu: cpu_model(),
            cores,
            rustc: output_of("rustc", &["--version"]),
        }
    }

    /// Returns a line for pictures.
    pub(crate) fn caption(&self) -> String {
        format!("{}, {}, commit {}", self.date, tidy_cpu(&self.cpu), self.commit)
    }
}

/// The machine of a record that a Python script wrote.
#[derive(Deserialize)]
pub(crate) struct Machine {
    pub(crate) cpu: String,
    pub(crate) cores: usize,
}

/// The results of a set of pages.
#[derive(Serialize, Deserialize)]
pub struct SetRecord {
    pub name: String,
    pub documents: usize,
    pub bytes: u64,
    pub tokens: u64,
    pub contenders: Vec<ContenderRecord>,
}

/// The results and counts of a contender.
#[derive(Serialize, Deserialize)]
pub struct ContenderRecord {
    pub name: String,
    bytes: u64,
    passes: usize,
    median_seconds: f64,
    min_seconds: f64,
    pub gigabytes_per_second: f64,
    pub ratio_to_html5ever: f64,
    machine_bytes: Option<u64>,
    start_tags: u64,
    end_tags: u64,
    attributes: u64,
    comments: u64,
    name_bytes: u64,
    value_bytes: u64,
    text_bytes: u64,
    comment_bytes: u64,
    links: u64,
    link_bytes: u64,
    failed_documents: u64,
    difference: String,
}

/// A promised ratio, and whether the run reached it.
#[derive(Serialize, Deserialize)]
pub struct RatioRecord {
    row: String,
    outcome: String,
    pub ratio: Option<f64>,
    must: f64,
    reach_for: Option<f64>,
}

/// Writes the record of a run on a machine with `cores` cores. Returns its path, whose file name starts with `prefix`.
pub fn write(measurements: &[Measurement], cores: usize, prefix: &str) -> PathBuf {
    let run = RunInfo::now(cores);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("record/{prefix}{}-{}.json", run.date, run.commit));
    let record = CompareRecord { run, sets: measurements.iter().map(set).collect(), rows: rows(measurements) };
    write_json(&record, &path);
    path
}

/// Writes a record of any kind as JSON, with a line for each measurement.
pub(crate) fn write_json(record: &impl Serialize, path: &Path) {
    let mut text = String::new();
    push_lines(&serde_json::to_value(record).expect("a record can be serialized"), &mut text);
    fs::write(path, text + "\n").expect("the record can be written");
}

/// Appends JSON: a line for each member or item of objects and lists that contain objects, and one line for all others.
fn push_lines(json: &Value, text: &mut String) {
    let members: Vec<(Option<&String>, &Value)> = match json {
        Value::Object(members) => members.iter().map(|(key, value)| (Some(key), value)).collect(),
        Value::Array(items) => items.iter().map(|item| (None, item)).collect(),
        _ => Vec::new(),
    };
    if !members.iter().any(|(_, member)| contains_object(member)) {
        *text += &json.to_string();
        return;
    }
    let (open, close) = if json.is_object() { ("{", "}") } else { ("[", "]") };
    let mut before = open;
    for (key, member) in members {
        *text += before;
        text.push('\n');
        if let Some(key) = key {
            *text += &format!("{}:", Value::from(&**key));
        }
        push_lines(member, text);
        before = ",";
    }
    text.push('\n');
    *text += close;
}

/// Returns true if `json` is an object or a list that contains one.
fn contains_object(json: &Value) -> bool {
    json.is_object() || json.as_array().is_some_and(|items| items.iter().any(contains_object))
}

/// Reads a record of any kind.
pub fn read<T: DeserializeOwned>(path: &Path) -> T {
    let json = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_slice(&json).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn set(measurement: &Measurement) -> SetRecord {
    let contenders = measurement.entries.iter().map(|entry| {
        let visit = &entry.verdict.visit;
        ContenderRecord {
            name: entry.name.to_string(),
            bytes: entry.bytes,
            passes: entry.seconds.len(),
            median_seconds: entry.median(),
            min_seconds: entry.min(),
            gigabytes_per_second: entry.speed() / 1e9,
            ratio_to_html5ever: measurement.ratio(entry),
            machine_bytes: entry.machine_bytes,
            start_tags: visit.counts.start_tags,
            end_tags: visit.counts.end_tags,
            attributes: visit.counts.attributes,
            comments: visit.counts.comments,
            name_bytes: visit.counts.name_bytes,
            value_bytes: visit.counts.value_bytes,
            text_bytes: visit.counts.text_bytes,
            comment_bytes: visit.counts.comment_bytes,
            links: visit.links.links,
            link_bytes: visit.links.link_bytes,
            failed_documents: visit.failed,
            difference: entry.verdict.difference.clone(),
        }
    });
    SetRecord {
        name: measurement.set.clone(),
        documents: measurement.documents,
        bytes: measurement.bytes,
        tokens: measurement.tokens,
        contenders: contenders.collect(),
    }
}

fn rows(measurements: &[Measurement]) -> Vec<RatioRecord> {
    let judge = |row: &crate::promised_ratios::PromisedRatio| {
        let (outcome, ratio) = match row.judge(measurements) {
            RatioOutcome::Reached { ratio } => ("ok", Some(ratio)),
            RatioOutcome::Short { ratio } => ("SHORT", Some(ratio)),
            RatioOutcome::NotMeasured(_) => ("not measured", None),
        };
        RatioRecord {
            row: row.text.to_owned(),
            outcome: outcome.to_owned(),
            ratio,
            must: row.bound,
            reach_for: row.reach_for,
        }
    };
    PROMISED_RATIOS.iter().map(judge).collect()
}

/// Returns the name of the CPU from `/proc/cpuinfo`, or the name of the architecture.
fn cpu_model() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

/// Returns the name of a CPU without trademark signs.
pub(crate) fn tidy_cpu(name: &str) -> String {
    name.replace("(R)", "").replace("(TM)", "")
}

fn output_of(program: &str, arguments: &[&str]) -> String {
    let command = Command::new(program).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let output = command.unwrap_or_else(|error| panic!("{program} cannot be run: {error}"));
    assert!(output.status.success(), "{program} {arguments:?} fails");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::push_lines;

    #[test]
    fn innermost_objects_stay_on_one_line() {
        let json = r#"{"a":[1,2],"b":[{"c":"{,\"[","d":[3]},{}],"e":[]}"#;
        let lines = ["{", r#""a":[1,2],"#, r#""b":["#, r#"{"c":"{,\"[","d":[3]},"#, "{}", "],", r#""e":[]"#, "}"];
        let mut text = String::new();
        push_lines(&serde_json::from_str(json).expect("JSON"), &mut text);
        assert_eq!(text, lines.join("\n"));
    }
}
