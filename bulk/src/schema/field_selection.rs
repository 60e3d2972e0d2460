//! The keys of a row that are requested, and the extraction that they need.

use crate::schema::{Field, OF_CAPTURE, RAW, Table};
use tagrake::extract::ExtractOptions;

/// Keys that need no metadata from the page, besides the keys of the capture.
const WITHOUT_METADATA: &[&str] =
    &["v", "url", "content_type", "base_url", "base_href", "encoding", "text", "word_count", "links", "error"];

/// The requested keys of a row. The default is all keys.
///
/// ```
/// use tagrake_bulk::Fields;
///
/// let fields = Fields::only("url,title")?;
/// assert!(fields.has("title") && !fields.has("links"));
/// assert_eq!(Fields::only("url,ttile").unwrap_err(), "ttile");
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    choice: Choice,
    /// The requested keys of [`RAW`], which are not part of `All`.
    raw: Vec<&'static str>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Choice {
    #[default]
    All,
    AllBut(&'static str),
    Only(Vec<&'static str>),
}

impl Fields {
    /// Every key.
    pub(crate) const ALL: &'static Self = &Self { choice: Choice::All, raw: Vec::new() };

    /// Selects the keys of page records in `names`, separated by commas. They stay in the order of the record.
    ///
    /// # Errors
    ///
    /// Returns the first name that is not a key.
    pub fn only(names: &str) -> Result<Self, &str> {
        Self::only_of(Table::Pages, names)
    }

    /// Selects the keys of rows of `table` in `names`, separated by commas.
    ///
    /// # Errors
    ///
    /// Returns the first name that is not a key.
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    /// use tagrake_bulk::schema::Table;
    ///
    /// assert!(Fields::only_of(Table::Links, "page_url,url").is_ok());
    /// assert_eq!(Fields::only_of(Table::Links, "page_url,links"), Err("links"));
    /// ```
    pub fn only_of(table: Table, names: &str) -> Result<Self, &str> {
        let known = |name| table.fields().map(|field| field.name).find(|&known| known == name).ok_or(name);
        let names = names.split(',').map(|name| known(name.trim())).collect::<Result<_, _>>()?;
        Ok(Self { choice: Choice::Only(names), raw: Vec::new() })
    }

    /// Selects all keys but one.
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    ///
    /// let fields = Fields::all_but("links");
    /// assert!(fields.has("title") && !fields.has("links"));
    /// ```
    pub fn all_but(name: &'static str) -> Self {
        Self { choice: Choice::AllBut(name), raw: Vec::new() }
    }

    /// Adds a key of [`RAW`] to page records. Returns `None` if [`RAW`] does not have the key.
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    ///
    /// assert!(!Fields::default().has("payload"));
    /// assert!(Fields::default().with_raw("payload").is_some_and(|fields| fields.has("payload")));
    /// assert!(Fields::default().with_raw("title").is_none());
    /// ```
    #[must_use]
    pub fn with_raw(mut self, name: &str) -> Option<Self> {
        self.raw.push(RAW.iter().map(|field| field.name).find(|&known| known == name)?);
        Some(self)
    }

    /// Selects no key. [`with_raw`](Self::with_raw) adds keys of [`RAW`].
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    ///
    /// assert!(!Fields::none().has("title"));
    /// ```
    pub fn none() -> Self {
        Self { choice: Choice::Only(Vec::new()), raw: Vec::new() }
    }

    /// Returns the requested fields of `table`.
    pub(crate) fn of(&self, table: Table) -> impl Iterator<Item = &'static Field> {
        let raw = if table == Table::Pages { RAW } else { &[] };
        table.fields().chain(raw).filter(|field| self.has(field.name))
    }

    /// Returns true if the key is requested.
    ///
    /// ```
    /// assert!(tagrake_bulk::Fields::default().has("title"));
    /// ```
    pub fn has(&self, name: &str) -> bool {
        match &self.choice {
            _ if RAW.iter().any(|field| field.name == name) => self.raw.contains(&name),
            Choice::All => true,
            Choice::AllBut(excepted) => name != *excepted,
            Choice::Only(names) => names.contains(&name),
        }
    }

    /// Returns true if the key is requested by name, not as one of all keys.
    fn has_by_name(&self, name: &str) -> bool {
        matches!(self.choice, Choice::Only(_)) && self.has(name)
    }

    /// Returns the extraction that rows of `table` need: anything that no requested key uses is skipped. Text is
    /// extracted only if a key requests it by name.
    ///
    /// ```
    /// use tagrake::extract::{Context, Extractor};
    /// use tagrake_bulk::Fields;
    /// use tagrake_bulk::schema::Table;
    ///
    /// let options = Fields::only("url,links")?.extract_options(Table::Pages);
    /// let mut extractor = Extractor::new(options);
    /// let page = extractor.extract(b"<title>T</title><a href=x>one</a>", &Context::default());
    /// assert_eq!((page.links.len(), page.title, page.text), (1, None, None));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn extract_options(&self, table: Table) -> ExtractOptions {
        let is_pages = table == Table::Pages;
        let needs_metadata = |name| !OF_CAPTURE.contains(&name) && !WITHOUT_METADATA.contains(&name);
        ExtractOptions::default()
            .with_links(!is_pages || self.has("links"))
            .with_metadata(is_pages && table.fields().any(|field| needs_metadata(field.name) && self.has(field.name)))
            .with_text(is_pages && ["text", "word_count"].iter().any(|name| self.has_by_name(name)))
    }
}
