//! How pages are read: the fields of rows, and the options of the extraction.

use crate::arguments::Arguments;
use tagrake::encoding::Encoding;
use tagrake_bulk::schema::Table;
use tagrake_bulk::{Fields, LinkScope, Profile, ReaderOptions, TextOptions};
use tagrake_extract::{ExtractOptions, LinkAttribute, LinkAttributeError, LinkKind, MarkdownOptions, View};

/// The arguments of `read_warc` that say how pages are read.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct PageOptions {
    pub(crate) kinds: Option<Vec<LinkKind>>,
    pub(crate) link_scope: Option<LinkScope>,
    pub(crate) texts: TextOptions,
    link_attributes: Vec<LinkAttribute>,
    max_links: Option<usize>,
    max_arena_bytes: Option<usize>,
    scripting: bool,
    hidden_text: bool,
    is_standard: bool,
    encoding: Option<&'static Encoding>,
    agent: Option<String>,
}

impl PageOptions {
    pub(crate) fn new(arguments: &Arguments<'_>) -> Result<Self, String> {
        let profile = arguments.text("profile");
        let is_standard = match &profile {
            None => false,
            Some(name) => choice("profile", name, &[("crawl", false), ("standard", true)])?,
        };
        let link_scope =
            arguments.text("link_scope").map(|name| choice("link_scope", &name, &LinkScope::NAMES)).transpose()?;
        let view = arguments.text("view");
        let views = [("main", View::Main), ("precise", View::Precise), ("generous", View::Generous)];
        let view = view.map_or(Ok(View::default()), |name| choice("view", &name, &views))?;
        let markdown = markdown(&arguments.texts("markdown_with")?.unwrap_or_default())?;
        Ok(Self {
            kinds: arguments.texts("kinds")?.map(|names| kinds(&names)).transpose()?,
            link_scope,
            texts: TextOptions { view, markdown, ..TextOptions::default() },
            link_attributes: link_attributes(&arguments.texts("link_attributes")?.unwrap_or_default())?,
            max_links: arguments.number("max_links")?,
            max_arena_bytes: arguments.number("max_arena_bytes")?,
            scripting: arguments.flag("scripting"),
            hidden_text: arguments.flag("hidden_text"),
            is_standard,
            encoding: arguments.text("encoding").map(|label| encoding(&label)).transpose()?,
            agent: arguments.text("agent"),
        })
    }

    /// Returns the options of a reader for rows of `table` with the keys of `fields`.
    pub(crate) fn reader(&self, table: Table, fields: &Fields) -> ReaderOptions {
        let extract = ExtractOptions::default().with_hidden_text(self.hidden_text).with_encoding(self.encoding);
        let extract = extract.with_link_attributes(self.link_attributes.iter().cloned());
        let extract = extract.with_crawler(self.agent.as_deref());
        let set = |extract, value: Option<usize>, set: fn(ExtractOptions, usize) -> ExtractOptions| match value {
            Some(value) => set(extract, value),
            None => extract,
        };
        let extract = set(extract, self.max_links, ExtractOptions::with_max_links);
        let extract = set(extract, self.max_arena_bytes, ExtractOptions::with_arena_bytes);
        let extract = match &self.kinds {
            Some(kinds) => extract.with_kinds(kinds),
            None => extract,
        };
        let profile = if self.is_standard { Profile::Standard } else { Profile::Crawl };
        let extract = extract.with_scripting(self.scripting).with_detector(profile.detector());
        ReaderOptions { extract, ..ReaderOptions::default() }.with_fields(table, fields)
    }
}

/// Returns the value with this name.
pub(crate) fn choice<T: Copy>(argument: &str, name: &str, choices: &[(&str, T)]) -> Result<T, String> {
    choices.iter().find(|(known, _)| *known == name).map(|(_, value)| *value).ok_or_else(|| {
        let names = choices.iter().map(|(name, _)| format!("'{name}'")).collect::<Vec<_>>().join(", ");
        format!("{argument} cannot be '{name}': expected one of {names}")
    })
}

/// Returns the fields of `table` with these names.
pub(crate) fn fields_of(table: Table, names: &[String]) -> Result<Fields, String> {
    let mut fields = Fields::none();
    for name in names {
        fields = match fields.with_raw(table, name) {
            Ok(fields) => fields,
            // A comma would separate two names.
            Err(_) if name.contains(',') => return Err(unknown_column(table, name)),
            Err(_) => fields.with(table, name).map_err(|error| unknown_column(table, error.name()))?,
        };
    }
    Ok(fields)
}

fn unknown_column(table: Table, name: &str) -> String {
    let fields = table.fields().iter().chain(table.fields_on_request()).chain(table.raw_fields());
    let names = fields.map(|field| field.name).collect::<Vec<_>>().join(", ");
    format!("columns: no '{name}' in the table '{}', which has {names}", table.as_str())
}

fn kinds(names: &[String]) -> Result<Vec<LinkKind>, String> {
    let choices: Vec<_> = LinkKind::ALL.iter().map(|kind| (kind.as_str(), *kind)).collect();
    names.iter().map(|name| choice("kinds", name, &choices)).collect()
}

fn link_attributes(names: &[String]) -> Result<Vec<LinkAttribute>, String> {
    let parse = |name: &String| {
        name.parse().map_err(|error: LinkAttributeError| format!("link_attributes: '{name}': {}", error.message()))
    };
    names.iter().map(parse).collect()
}

fn markdown(names: &[String]) -> Result<MarkdownOptions, String> {
    let known = ["links", "images", "emphasis"].map(|name| (name, name));
    let names = names.iter().map(|name| choice("markdown_with", name, &known)).collect::<Result<Vec<_>, _>>()?;
    let has = |name| names.contains(&name);
    let options = MarkdownOptions::default().with_links(has("links"));
    Ok(options.with_images(has("images")).with_emphasis(has("emphasis")))
}

fn encoding(label: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label(label.as_bytes()).ok_or_else(|| format!("encoding: no encoding has the label '{label}'"))
}
