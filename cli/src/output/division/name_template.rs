//! The names of files of single pages, from a template: `{host}/{n}.txt`.

use crate::output::short_names::{MAX_BYTES, hash, shortened_text};
use std::path::{Path, PathBuf};
use tagrake_bulk::row::{RowKey, RowValues};

/// The text for a value that a page does not have.
const NULL: &str = "_";
/// Bytes that a name leaves for what makes it unique.
const SUFFIX_BYTES: usize = 12;

/// A path below the output folder, with placeholders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NameTemplate {
    text: String,
    /// The names of folders and of the file, each in parts.
    names: Vec<Vec<Part>>,
    /// The keys whose values the names have.
    keys: Vec<RowKey>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Literal(String),
    /// The value of a key.
    Value(RowKey),
    /// The index of the page in its input.
    Index,
    /// A hash of the URL.
    Hash,
    /// The name of the input.
    Input,
}

const PLACEHOLDERS: &[(&str, Part)] = &[
    ("host", Part::Value(RowKey::Host)),
    ("domain", Part::Value(RowKey::Domain)),
    ("lang", Part::Value(RowKey::Lang)),
    ("date", Part::Value(RowKey::Date)),
    ("n", Part::Index),
    ("hash", Part::Hash),
    ("input", Part::Input),
];

/// The keys that templates need of each row, in this order.
const KEYS: [RowKey; 5] = [RowKey::Host, RowKey::Domain, RowKey::Lang, RowKey::Date, RowKey::Url];

impl NameTemplate {
    /// Parses a template.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let names: Vec<_> = text.split('/').map(parts).collect::<Result<_, _>>()?;
        let is_literal = |name: &[Part], text: &str| matches!(name, [Part::Literal(literal)] if literal == text);
        if names.iter().any(|name| name.is_empty() || is_literal(name, ".") || is_literal(name, "..")) {
            return Err("it is a path below '--output-dir', without empty names, . and ..".to_owned());
        }
        if !names.iter().flatten().any(|part| matches!(part, Part::Index | Part::Hash)) {
            return Err(
                "each page needs a name of its own: add {n}, the number of the page, or {hash}, of its URL".to_owned()
            );
        }
        let has = |part: &Part| names.iter().flatten().any(|known| known == part);
        let is_used = |key: &RowKey| has(&Part::Value(*key)) || *key == RowKey::Url && has(&Part::Hash);
        let keys = KEYS.into_iter().filter(is_used).collect();
        Ok(Self { text: text.to_owned(), names, keys })
    }

    /// Returns the template as it was given.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the keys whose values rows must have.
    pub(crate) fn keys(&self) -> &[RowKey] {
        &self.keys
    }

    /// Returns the path of the file of a page: the page with this index of the input `input`, with these values of the
    /// [keys](Self::keys).
    pub(super) fn path(&self, values: &RowValues, index: u64, input: &str) -> PathBuf {
        let value = |key: RowKey| self.keys.iter().position(|known| *known == key).and_then(|index| values.get(index));
        let text = |part: &Part| match part {
            Part::Literal(text) => text.clone(),
            Part::Value(key) => value(*key).filter(|value| !value.is_empty()).map_or(NULL.to_owned(), escaped),
            Part::Index => index.to_string(),
            Part::Hash => value(RowKey::Url).map_or(NULL.to_owned(), |url| hash(url.as_bytes())),
            Part::Input => escaped(input),
        };
        self.names.iter().map(|parts| safe_name(&parts.iter().map(text).collect::<String>())).collect()
    }
}

/// Returns the path with a number before its extension, for the second and later pages of the same name.
pub(crate) fn repeated(path: &Path, number: u64) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let (stem, extension) = split_extension(&name);
    path.with_file_name(format!("{stem}~{number}{extension}"))
}

fn parts(name: &str) -> Result<Vec<Part>, String> {
    let (mut parts, mut rest) = (Vec::new(), name);
    while let Some(at) = rest.find(['{', '}']) {
        let (literal, after) = rest.split_at(at);
        if !literal.is_empty() {
            parts.push(Part::Literal(literal.to_owned()));
        }
        let placeholder = after.strip_prefix('{').and_then(|after| after.split_once('}'));
        let (name, after) = placeholder.ok_or("a brace has no counterpart")?;
        let part = PLACEHOLDERS.iter().find(|(known, _)| *known == name).map(|(_, part)| part.clone());
        parts.push(part.ok_or_else(|| {
            let known: Vec<_> = PLACEHOLDERS.iter().map(|(name, _)| format!("{{{name}}}")).collect();
            format!("there is no {{{name}}}; use {}", known.join(", "))
        })?);
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(Part::Literal(rest.to_owned()));
    }
    Ok(parts)
}

/// Returns a value without characters that file systems or shells treat specially: they are percent-encoded.
fn escaped(value: &str) -> String {
    let is_special = |character: char| character.is_control() || "\"#%'*/:=?\\{}[]^<>|~".contains(character);
    let mut text = String::new();
    for character in value.chars() {
        if is_special(character) {
            let mut bytes = [0; 4];
            text.extend(character.encode_utf8(&mut bytes).bytes().map(|byte| format!("%{byte:02X}")));
        } else {
            text.push(character);
        }
    }
    text
}

/// Returns a name that is neither hidden nor a relative folder, does not end in a dot or space, and leaves room for a number.
fn safe_name(name: &str) -> String {
    let name = match name.strip_prefix('.') {
        Some(rest) => format!("%2E{rest}"),
        None => name.to_owned(),
    };
    let name = match name.char_indices().last() {
        Some((at, '.')) => format!("{}%2E", &name[..at]),
        Some((at, ' ')) => format!("{}%20", &name[..at]),
        _ => name,
    };
    let (stem, extension) = split_extension(&name);
    shortened_text(stem, MAX_BYTES - SUFFIX_BYTES - extension.len(), true) + extension
}

/// Splits a name before its extension: the last one, with `.gz` or `.zst` after it.
fn split_extension(name: &str) -> (&str, &str) {
    let is_short = |at: &usize| *at > 0 && name.len() - at <= 16;
    let last = name.rfind('.').filter(is_short);
    let before =
        last.filter(|at| [".gz", ".zst"].contains(&&name[*at..])).and_then(|at| name[..at].rfind('.')).filter(is_short);
    name.split_at(before.or(last).unwrap_or(name.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(template: &str, values: &[(RowKey, &str)]) -> String {
        let template = NameTemplate::parse(template).expect(template);
        let value = |key: &RowKey| values.iter().find(|(named, _)| named == key).map(|(_, value)| (*value).to_owned());
        let values = template.keys().iter().map(value);
        template.path(&RowValues::new(values), 7, "a/b.warc.gz").to_string_lossy().into_owned()
    }

    #[test]
    fn placeholders_are_replaced() {
        let values = [(RowKey::Host, "e.org"), (RowKey::Date, "2026-11-21"), (RowKey::Url, "http://e.org/")];
        assert_eq!(path("{host}/{date}/{n}.txt", &values), "e.org/2026-11-21/7.txt");
        assert_eq!(path("{input}-{n}.{lang}.md", &values), "a%2Fb.warc.gz-7._.md");
        let hashed = path("x/{hash}.txt", &values);
        assert!(
            hashed.len() == 2 + 16 + 4 && hashed != path("x/{hash}.txt", &[(RowKey::Url, "http://e.org/a")]),
            "{hashed}"
        );
    }

    #[test]
    fn strangers_cannot_choose_a_folder() {
        for (lang, expected) in [
            ("..", "%2E%2E/7"),
            (".", "%2E/7"),
            (".hidden", "%2Ehidden/7"),
            ("../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd/7"),
            ("/etc", "%2Fetc/7"),
            ("C:\\x\0\n", "C%3A%5Cx%00%0A/7"),
            ("a. ", "a.%20/7"),
            ("", "_/7"),
        ] {
            assert_eq!(path("{lang}/{n}", &[(RowKey::Lang, lang)]), expected, "{lang}");
        }
        let long = path("{lang}{n}.txt.gz", &[(RowKey::Lang, &"é".repeat(300))]);
        assert!(long.len() <= 243 && long.ends_with(".txt.gz") && long.contains('~'), "{long}");
        assert_eq!(repeated(Path::new("a/b.txt.gz"), 2), Path::new("a/b~2.txt.gz"));
        assert_eq!(repeated(Path::new("a/b"), 3), Path::new("a/b~3"));
    }

    #[test]
    fn impossible_templates_are_refused() {
        for (template, message) in [
            ("/{n}", "below '--output-dir'"),
            ("../{n}", "below '--output-dir'"),
            ("a//{n}", "below '--output-dir'"),
            ("{host}/", "below '--output-dir'"),
            ("{host}.txt", "a name of its own"),
            ("{n}{sha}", "there is no {sha}; use {host}, "),
            ("{n}}", "no counterpart"),
            ("{n", "no counterpart"),
        ] {
            let error = NameTemplate::parse(template).expect_err(template);
            assert!(error.contains(message), "{template}: {error}");
        }
    }
}
