//! The keys of a row that are requested, and the extraction that they need.

use super::field::Need;
use crate::schema::{BLOCK, BLOCK_SCORES, CELL, Field, INDEX, LINK, LINK_PAGE, PAGE, RECORD, Table};
use tagrake_extract::ExtractOptions;

/// A bit for each field of a table.
pub(crate) type FieldBits = u128;

/// The requested keys of a row. The default is all keys but those [on request](Table::fields_on_request).
///
/// ```
/// use tagrake_bulk::Fields;
///
/// let fields = Fields::only("url,title")?;
/// assert!(fields.has("title") && !fields.has("links"));
/// assert_eq!(Fields::only("url,ttile").unwrap_err(), "ttile");
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fields {
    /// The fields of each table, in the order of [`Table::ALL`], those on request and raw ones included. A name that several
    /// tables have is requested in all of them or in none.
    by_table: [FieldBits; Table::ALL.len()],
}

impl Default for Fields {
    fn default() -> Self {
        *Self::ALL
    }
}

impl Fields {
    /// Every key but those on request.
    pub(crate) const ALL: &'static Self = &Self {
        by_table: [
            (1 << PAGE.len()) - 1,
            (1 << (LINK_PAGE.len() + LINK.len())) - 1,
            (1 << (LINK_PAGE.len() + BLOCK.len())) - 1,
            (1 << (LINK_PAGE.len() + CELL.len())) - 1,
            (1 << RECORD.len()) - 1,
            (1 << INDEX.len()) - 1,
        ],
    };

    /// Selects the keys for which `is_requested` is true.
    fn of_names(is_requested: impl Fn(&str) -> bool) -> Self {
        let by_table = std::array::from_fn(|index| {
            let fields = Table::ALL[index].named_fields().enumerate();
            fields.fold(0, |bits, (index, field)| bits | FieldBits::from(is_requested(field.name)) << index)
        });
        Self { by_table }
    }

    /// Combines the bits of each table with the bits of the same table in `other`.
    fn combined(self, other: &Self, combine: impl Fn(FieldBits, FieldBits) -> FieldBits) -> Self {
        Self { by_table: std::array::from_fn(|table| combine(self.by_table[table], other.by_table[table])) }
    }

    /// Returns a bit for each field of [`Table::all_fields`].
    pub(crate) fn bits(&self, table: Table) -> FieldBits {
        self.by_table[table as usize]
    }

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
        let names: Vec<_> = names.split(',').map(str::trim).collect();
        match names.iter().find(|name| !table.named_fields().any(|field| field.name == **name)) {
            Some(unknown) => Err(unknown),
            None => Ok(Self::of_names(|name| names.contains(&name))),
        }
    }

    /// Selects all keys but one, and but those on request.
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    ///
    /// let fields = Fields::all_but("links");
    /// assert!(fields.has("title") && !fields.has("links"));
    /// ```
    pub fn all_but(name: &'static str) -> Self {
        Self::of_names(|key| key != name).combined(Self::ALL, |others, all| others & all)
    }

    /// Adds keys of `table`, separated by commas.
    ///
    /// # Errors
    ///
    /// Returns the first name that is not a key.
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    /// use tagrake_bulk::schema::Table;
    ///
    /// let fields = Fields::default().with(Table::Pages, "main_text")?;
    /// assert!(fields.has("main_text") && fields.has("links"));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn with(self, table: Table, names: &str) -> Result<Self, &str> {
        Ok(self.combined(&Self::only_of(table, names)?, |old, more| old | more))
    }

    /// Adds a key of the [raw fields](Table::raw_fields) of `table`. Returns `None` if they do not have the key.
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    /// use tagrake_bulk::schema::Table;
    ///
    /// assert!(!Fields::default().has("payload"));
    /// assert!(Fields::default().with_raw(Table::Pages, "payload").is_some_and(|fields| fields.has("payload")));
    /// assert!(Fields::default().with_raw(Table::Pages, "title").is_none());
    /// ```
    #[must_use]
    pub fn with_raw(mut self, table: Table, name: &str) -> Option<Self> {
        let index = table.raw_fields().iter().position(|field| field.name == name)?;
        self.by_table[table as usize] |= 1 << (table.named_fields().count() + index);
        Some(self)
    }

    /// Removes the keys of page records that CSV cannot hold: lists and objects. Rows of other tables have lists of tokens only, which
    /// are flat, as are `flags`.
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    ///
    /// let fields = Fields::default().flat();
    /// assert!(fields.has("title") && fields.has("flags"));
    /// assert!(!fields.has("links") && !fields.has("encoding"));
    /// ```
    #[must_use]
    pub fn flat(mut self) -> Self {
        let is_flat = |(index, field): (usize, &Field)| FieldBits::from(field.kind.is_flat()) << index;
        let flat = Table::Pages.all_fields().iter().enumerate().map(is_flat);
        self.by_table[Table::Pages as usize] &= flat.fold(0, |bits, bit| bits | bit);
        self
    }

    /// Returns the first key of `table` that [`flat`](Self::flat) removes.
    pub(crate) fn first_nested(&self, table: Table) -> Option<&'static str> {
        let nested = self.bits(table) & !self.flat().bits(table);
        table.all_fields().get(nested.trailing_zeros() as usize).map(|field| field.name)
    }

    /// Selects no key. [`with`](Self::with) and [`with_raw`](Self::with_raw) add keys.
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    ///
    /// assert!(!Fields::none().has("title"));
    /// ```
    pub fn none() -> Self {
        Self { by_table: [0; Table::ALL.len()] }
    }

    /// Returns the requested fields of `table`.
    pub(crate) fn of(&self, table: Table) -> impl Iterator<Item = &'static Field> {
        let bits = self.bits(table);
        let fields = table.all_fields().iter().enumerate();
        fields.filter(move |(index, _)| bits >> index & 1 == 1).map(|(_, field)| field)
    }

    /// Returns true if the key is requested of any table.
    ///
    /// ```
    /// assert!(tagrake_bulk::Fields::default().has("title"));
    /// ```
    pub fn has(&self, name: &str) -> bool {
        Table::ALL.iter().copied().any(|table| self.has_of(table, name))
    }

    /// Returns true if the key of rows of `table` is requested.
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    /// use tagrake_bulk::schema::Table;
    ///
    /// let fields = Fields::default();
    /// assert!(fields.has_of(Table::Links, "text") && !fields.has_of(Table::Pages, "text"));
    /// ```
    pub fn has_of(&self, table: Table, name: &str) -> bool {
        self.of(table).any(|field| field.name == name)
    }

    /// Returns the extraction that rows of `table` need: anything that no requested key uses is skipped.
    ///
    /// ```
    /// use tagrake_extract::{Context, Extractor};
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
        let needs = |need| self.of(table).any(|field| field.needs.contains(&need));
        let options = ExtractOptions::default().with_links(false).with_metadata(false);
        match table {
            Table::Pages => options
                .with_links(needs(Need::Links))
                .with_metadata(needs(Need::Metadata))
                .with_rights(needs(Need::Rights))
                .with_text(needs(Need::Text))
                .with_blocks(needs(Need::Blocks))
                .with_main(needs(Need::Main))
                .with_inlines(needs(Need::Inlines))
                .with_items(needs(Need::Items)),
            Table::Links => {
                options.with_links(true).with_link_context(needs(Need::LinkContext)).with_main(needs(Need::Main))
            }
            Table::Tables => options.with_tables(true),
            Table::Records | Table::Index => options,
            Table::Blocks => {
                options.with_blocks(true).with_main(BLOCK_SCORES.iter().any(|field| self.has_of(table, field.name)))
            }
        }
    }
}

impl Table {
    /// Returns the fields that can be requested by name, without raw ones.
    fn named_fields(self) -> impl Iterator<Item = &'static Field> {
        self.fields().iter().chain(self.fields_on_request())
    }
}
