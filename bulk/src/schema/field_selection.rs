//! The keys of a row that are requested, and the extraction that they need.

use crate::schema::table::RowError;
use crate::schema::unknown_field::UnknownField;
use crate::schema::{BLOCK, CELL, Field, INDEX, ITEM_ROW, LINK, LINK_PAGE, PAGE, RECORD, Table};
use std::str::FromStr;
use tagrake_extract::{ExtractOptions, Parts};

/// A bit for each field of a table.
pub(crate) type FieldBits = u128;

/// The requested keys of a row. The default is all keys but those [on request](Table::fields_on_request).
///
/// ```
/// use tagrake_bulk::Fields;
///
/// let fields = Fields::only("url,title")?;
/// assert!(fields.has("title") && !fields.has("links"));
/// assert_eq!(Fields::only("url,ttile").unwrap_err().name(), "ttile");
/// # Ok::<(), tagrake_bulk::schema::UnknownField>(())
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
            (1 << (LINK_PAGE.len() + ITEM_ROW.len())) - 1,
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
    /// Returns an error with the first name that is not a key.
    pub fn only(names: &str) -> Result<Self, UnknownField> {
        Self::only_of(Table::Pages, names)
    }

    /// Selects the keys of rows of `table` in `names`, separated by commas.
    ///
    /// # Errors
    ///
    /// Returns an error with the first name that is not a key.
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    /// use tagrake_bulk::schema::Table;
    ///
    /// assert!(Fields::only_of(Table::Links, "page_url,url").is_ok());
    /// assert!(Fields::only_of(Table::Links, "page_url,links").is_err_and(|error| error.name() == "links"));
    /// ```
    pub fn only_of(table: Table, names: &str) -> Result<Self, UnknownField> {
        let names: Vec<_> = names.split(',').map(str::trim).collect();
        match names.iter().find(|name| !table.named_fields().any(|field| field.name == **name)) {
            Some(unknown) => Err(UnknownField::new(table, unknown)),
            None => Ok(Self::of_names(|name| names.contains(&name))),
        }
    }

    /// Selects all keys but one, and but those on request.
    ///
    /// # Errors
    ///
    /// Returns an error if rows of no table have the key.
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    ///
    /// let fields = Fields::all_but("links")?;
    /// assert!(fields.has("title") && !fields.has("links"));
    /// assert!(Fields::all_but("nosuch").is_err());
    /// # Ok::<(), tagrake_bulk::schema::UnknownField>(())
    /// ```
    pub fn all_but(name: &str) -> Result<Self, UnknownField> {
        Self::default().without(name)
    }

    /// Adds keys of `table`, separated by commas.
    ///
    /// # Errors
    ///
    /// Returns an error with the first name that is not a key.
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    /// use tagrake_bulk::schema::Table;
    ///
    /// let fields = Fields::default().with(Table::Pages, "main_text")?;
    /// assert!(fields.has("main_text") && fields.has("links"));
    /// # Ok::<(), tagrake_bulk::schema::UnknownField>(())
    /// ```
    pub fn with(self, table: Table, names: &str) -> Result<Self, UnknownField> {
        Ok(self.combined(&Self::only_of(table, names)?, |old, more| old | more))
    }

    /// Adds a key of the [raw fields](Table::raw_fields) of `table`.
    ///
    /// # Errors
    ///
    /// Returns an error if they do not have the key.
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    /// use tagrake_bulk::schema::Table;
    ///
    /// assert!(!Fields::default().has("payload"));
    /// assert!(Fields::default().with_raw(Table::Pages, "payload").is_ok_and(|fields| fields.has("payload")));
    /// assert!(Fields::default().with_raw(Table::Pages, "title").is_err());
    /// ```
    pub fn with_raw(mut self, table: Table, name: &str) -> Result<Self, UnknownField> {
        let index = table.raw_fields().iter().position(|field| field.name == name);
        let index = index.ok_or_else(|| UnknownField::raw(table, name))?;
        self.by_table[table as usize] |= 1 << (table.named_fields().count() + index);
        Ok(self)
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

    /// Removes the keys of page records that need the body of the page: all but those that a run
    /// [reads from the head](crate::pipeline::Extraction::with_head_only).
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    ///
    /// let fields = Fields::default().of_head();
    /// assert!(fields.has("title") && fields.has("canonical"));
    /// assert!(!fields.has("headings") && !fields.has("encoding"));
    /// ```
    #[must_use]
    pub fn of_head(mut self) -> Self {
        let is_of_head = |(index, field): (usize, &Field)| FieldBits::from(field.is_of_head) << index;
        let of_head = Table::Pages.all_fields().iter().enumerate().map(is_of_head);
        self.by_table[Table::Pages as usize] &= of_head.fold(0, |bits, bit| bits | bit);
        self
    }

    /// Returns the first key of page records that needs the body of the page.
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    ///
    /// assert_eq!(Fields::only("title,text")?.first_of_body(), Some("text"));
    /// assert_eq!(Fields::only("url,title,canonical,robots,lang")?.first_of_body(), None);
    /// # Ok::<(), tagrake_bulk::schema::UnknownField>(())
    /// ```
    pub fn first_of_body(&self) -> Option<&'static str> {
        self.of(Table::Pages).find(|field| !field.is_of_head).map(|field| field.name)
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

    /// Removes a key, of rows of any table.
    ///
    /// # Errors
    ///
    /// Returns an error if rows of no table have the key.
    ///
    /// ```
    /// let fields = tagrake_bulk::Fields::default().without("title")?;
    /// assert!(!fields.has("title") && fields.has("url"));
    /// # Ok::<(), tagrake_bulk::schema::UnknownField>(())
    /// ```
    pub fn without(self, name: &str) -> Result<Self, UnknownField> {
        let removed = Self::of_names(|key| key == name);
        if removed == Self::none() {
            return Err(UnknownField::new(Table::Pages, name));
        }
        Ok(self.combined(&removed, |fields, removed| fields & !removed))
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
    /// # Ok::<(), tagrake_bulk::schema::UnknownField>(())
    /// ```
    pub fn extract_options(&self, table: Table) -> ExtractOptions {
        ExtractOptions::default().with_parts(self.parts(table))
    }

    /// Returns the parts of the extraction that rows of `table` need.
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    /// use tagrake_bulk::schema::Table;
    /// use tagrake_extract::Part;
    ///
    /// let parts = Fields::only("word_count")?.parts(Table::Pages);
    /// assert_eq!(parts.iter().collect::<Vec<_>>(), [Part::Text]);
    /// # Ok::<(), tagrake_bulk::schema::UnknownField>(())
    /// ```
    pub fn parts(&self, table: Table) -> Parts {
        self.of(table).fold(table.needs(), |parts, field| parts.union(field.needs))
    }

    /// Returns an error if rows of `table` need a part that is not in `read`: the parts that their page was read for.
    pub(crate) fn check_parts(&self, table: Table, read: Parts) -> Result<(), RowError> {
        let missing = |needs: Parts| needs.without(read).iter().next();
        if let Some(part) = missing(table.needs()) {
            return Err(RowError::NotRead { key: table.as_str(), part });
        }
        let mut fields = self.of(table).filter_map(|field| Some((field.name, missing(field.needs)?)));
        fields.next().map_or(Ok(()), |(key, part)| Err(RowError::NotRead { key, part }))
    }
}

impl FromStr for Fields {
    type Err = UnknownField;

    /// Selects keys of page records, as [`only`](Self::only) does.
    fn from_str(names: &str) -> Result<Self, UnknownField> {
        Self::only(names)
    }
}

impl Table {
    /// Returns the fields that can be requested by name, without raw ones.
    fn named_fields(self) -> impl Iterator<Item = &'static Field> {
        self.fields().iter().chain(self.fields_on_request())
    }
}
