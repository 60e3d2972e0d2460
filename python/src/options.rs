//! Extraction options, parsed from the keywords that all functions share.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tagrake::encoding::Encoding;
use tagrake::extract::LinkKind;
use tagrake_bulk::schema::{Field, RAW, Table};
use tagrake_bulk::{Fields, Profile, ReaderOptions};

/// The keywords as passed.
#[derive(Default)]
pub(crate) struct PageKeywords {
    pub(crate) fields: Option<Vec<String>>,
    pub(crate) kinds: Option<Vec<String>>,
    pub(crate) text: bool,
    pub(crate) max_links: usize,
    pub(crate) max_arena_bytes: usize,
    pub(crate) scripting: bool,
    pub(crate) hidden_text: bool,
    pub(crate) profile: Option<String>,
    pub(crate) encoding: Option<String>,
}

/// The parsed extraction options.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PageOptions {
    pub(crate) fields: Fields,
    pub(crate) kinds: Vec<LinkKind>,
    table: Table,
    /// Whether to extract the text; None if the fields decide.
    text: Option<bool>,
    max_links: usize,
    max_arena_bytes: usize,
    scripting: bool,
    hidden_text: bool,
    profile: Profile,
    encoding: Option<&'static Encoding>,
}

impl PageOptions {
    /// Parses the keywords, for rows of `table`.
    pub(crate) fn new(table: Table, keywords: PageKeywords) -> PyResult<Self> {
        let PageKeywords { fields, kinds, text, max_links, max_arena_bytes, scripting, hidden_text, profile, encoding } =
            keywords;
        let fields = match fields {
            None => Fields::default(),
            Some(names) => fields_of(table, &names)?,
        };
        Ok(Self {
            kinds: kinds.map_or_else(|| Ok(LinkKind::ALL.to_vec()), |names| kinds_of(&names))?,
            table,
            text: text.then_some(true),
            max_links,
            max_arena_bytes,
            scripting,
            hidden_text,
            profile: profile_of(profile.as_deref())?,
            encoding: encoding.map(|label| encoding_of(&label)).transpose()?,
            fields,
        })
    }

    /// Sets whether to extract the text, whatever the fields are.
    pub(crate) fn with_text(mut self, text: bool) -> Self {
        self.text = Some(text);
        self
    }

    /// Returns the options of a reader for pages that are str (`is_text`) or bytes.
    pub(crate) fn reader(&self, is_text: bool) -> ReaderOptions {
        let encoding = if is_text { Encoding::for_label(b"utf-8") } else { self.encoding };
        let mut extract =
            self.fields.extract_options(self.table).with_max_links(self.max_links).with_encoding(encoding);
        extract = extract.with_arena_bytes(self.max_arena_bytes).with_hidden_text(self.hidden_text);
        if let Some(text) = self.text {
            extract = extract.with_text(text);
        }
        ReaderOptions::default().with_extract(extract).with_scripting(self.scripting).with_profile(self.profile)
    }
}

/// Returns the profile with this name; "crawl" by default.
pub(crate) fn profile_of(name: Option<&str>) -> PyResult<Profile> {
    match name {
        None | Some("crawl") => Ok(Profile::Crawl),
        Some("standard") => Ok(Profile::Standard),
        Some(name) => {
            Err(PyValueError::new_err(format!("unknown profile {name:?}: expected \"crawl\" or \"standard\"")))
        }
    }
}

/// Parses names of fields of `table`.
pub(crate) fn fields_of(table: Table, names: &[String]) -> PyResult<Fields> {
    fields_among(table, &[], names)
}

/// Parses names of fields of WARC rows, including the fields that are written only on request.
pub(crate) fn warc_fields_of(table: Table, names: &[String]) -> PyResult<Fields> {
    let raw = if table == Table::Pages { RAW } else { &[] };
    let is_raw = |name: &&String| raw.iter().any(|field| field.name == name.as_str());
    let (raw_names, others): (Vec<_>, Vec<_>) = names.iter().partition(is_raw);
    let others: Vec<_> = others.into_iter().cloned().collect();
    let fields = match others.is_empty() && !raw_names.is_empty() {
        true => Fields::none(),
        false => fields_among(table, raw, &others)?,
    };
    Ok(raw_names.into_iter().fold(fields, |fields, name| fields.clone().with_raw(name).unwrap_or(fields)))
}

fn fields_among(table: Table, raw: &'static [Field], names: &[String]) -> PyResult<Fields> {
    let unknown = |name: &str| {
        let names = table.fields().chain(raw).map(|field| field.name).collect::<Vec<_>>().join(", ");
        PyValueError::new_err(format!("no column {name:?} in the table {:?}, which has {names}", table.name()))
    };
    if names.is_empty() {
        return Err(PyValueError::new_err("no columns requested"));
    }
    if let Some(name) = names.iter().find(|name| name.contains(',')) {
        return Err(unknown(name));
    }
    Fields::only_of(table, &names.join(",")).map_err(unknown)
}

fn kinds_of(names: &[String]) -> PyResult<Vec<LinkKind>> {
    let kind = |name| LinkKind::ALL.iter().copied().find(|kind| kind.as_str() == name);
    names.iter().map(|name| kind(name).ok_or(name)).collect::<Result<_, _>>().map_err(|name| {
        let kinds = LinkKind::ALL.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(", ");
        PyValueError::new_err(format!("unknown link kind {name:?}: expected one of {kinds}"))
    })
}

/// Returns the encoding with a label of the Encoding Standard, or with the name of a Python codec.
pub(crate) fn encoding_of(label: &str) -> PyResult<&'static Encoding> {
    let of_python = || {
        let name = Python::attach(|py| {
            let codec = py.import("codecs")?.call_method1("lookup", (label,))?;
            codec.getattr("name")?.extract::<String>()
        });
        label_of(&name.ok()?)
    };
    Encoding::for_label(label.as_bytes())
        .or_else(of_python)
        .ok_or_else(|| PyValueError::new_err(format!("unknown encoding {label:?}")))
}

/// Returns the encoding of the Python codec with this normalized name.
fn label_of(name: &str) -> Option<&'static Encoding> {
    let name = name.replace('_', "-");
    let label = match name.as_str() {
        "utf-8-sig" => "utf-8".to_owned(),
        "utf-16-le" => "utf-16le".to_owned(),
        "utf-16-be" => "utf-16be".to_owned(),
        "cp932" => "shift_jis".to_owned(),
        "cp949" => "euc-kr".to_owned(),
        "cp950" | "big5hkscs" => "big5".to_owned(),
        "iso2022-jp" => "iso-2022-jp".to_owned(),
        _ if name.starts_with("cp") => name.replacen("cp", "windows-", 1),
        _ if name.starts_with("iso8859-") => name.replacen("iso8859", "iso-8859", 1),
        _ if name.starts_with("mac-") => format!("x-{name}"),
        _ => name,
    };
    Encoding::for_label(label.as_bytes())
}
