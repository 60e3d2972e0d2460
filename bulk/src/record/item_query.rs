//! Rows of the items of pages: items of some types, with the values at paths of properties as columns.

use super::item_query_error::{ItemQueryError, MAX_STEPS};
use super::item_values::{Cell, ItemPath, ItemValues};
use super::schema_org::{self, short_name};
use crate::input::InputPage;
use crate::record::item_row::ItemRow;
use std::ops::ControlFlow;
use tagrake_extract::{Flag, Page, SelectColumn};

/// The path of the item itself.
const ITSELF: &str = ".";
/// The only column of a query without fields.
const DEFAULT_FIELD: &str = "item=.";

/// Which items of pages become rows, and the columns of these rows.
///
/// A type is a name of schema.org, such as `Product`, or a full URL. Case is ignored. Items of all types are rows if there is no type.
/// An item that is the value of another one is a row of its own.
///
/// A field is a path of names of properties with dots between them, such as `offers.price`. Its value is the first one at the path. A
/// field that ends in `[]` has a list of all values. `price=offers.price` names the column.
///
/// * Texts and numbers are as the page has them. A value that is an item is its JSON; `.` is the item itself.
/// * The last name may be `@id` or `@type`.
/// * The name of a text is the text, because schema.org allows a text in place of a thing: `brand.name` is `Acme` for `"brand":
///   "Acme"` too.
///
/// ```
/// use std::ops::ControlFlow;
/// use tagrake_bulk::input::InputPage;
/// use tagrake_bulk::schema::Table;
/// use tagrake_bulk::{Fields, ItemQuery, Reader, ReaderOptions};
/// use tagrake_extract::SelectedValue;
///
/// let query = ItemQuery::new(&["Product"], &["name", "price=offers.price"])?;
/// let html = br#"<script type=application/ld+json>{"@context": "https://schema.org", "@type": "Product", "name": "Tea",
///     "offers": [{"price": 4.50}, {"price": 5}]}</script>"#;
/// let extract = Fields::default().extract_options(Table::Items);
/// let input = InputPage::new("page.html", html.to_vec());
/// let mut rows = Vec::new();
/// Reader::new(ReaderOptions { extract, ..ReaderOptions::default() }).read(&input, |page| {
///     query.for_each_row(&input, page, |row| {
///         let [SelectedValue::Text(name), SelectedValue::Text(price)] = row.values() else { panic!("two texts") };
///         rows.push(format!("{} {name} {price}", row.syntax()));
///         ControlFlow::Continue(())
///     });
/// });
/// assert_eq!(rows, ["json-ld Tea 4.50"]);
/// # Ok::<(), tagrake_bulk::ItemQueryError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ItemQuery {
    /// Names of schema.org without a prefix, or full URLs. Empty for all types.
    types: Vec<String>,
    paths: Vec<ItemPath>,
    columns: Vec<SelectColumn>,
}

impl ItemQuery {
    /// Creates a query for items of these types with these fields. Without fields, the only column is `item`: the item as JSON.
    ///
    /// # Errors
    ///
    /// Returns an error if a type or a field is not valid, or if two columns have the same name.
    ///
    /// ```
    /// use tagrake_bulk::ItemQuery;
    ///
    /// let error = ItemQuery::new(&["a recipe"], &["name"]).unwrap_err();
    /// assert!(error.to_string().starts_with("'a recipe' is no type"));
    /// ```
    pub fn new<T: AsRef<str>, F: AsRef<str>>(types: &[T], fields: &[F]) -> Result<Self, ItemQueryError> {
        let types = types.iter().map(|name| checked_type(name.as_ref())).collect::<Result<_, _>>()?;
        let mut query = Self { types, paths: Vec::new(), columns: Vec::new() };
        for field in fields.iter().map(AsRef::as_ref) {
            query.add(field)?;
        }
        if query.columns.is_empty() {
            query.add(DEFAULT_FIELD)?;
        }
        Ok(query)
    }

    /// Checks a type, as the command reads it.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    ///
    /// ```
    /// assert!(tagrake_bulk::ItemQuery::check_type("Product").is_ok());
    /// assert!(tagrake_bulk::ItemQuery::check_type("a product").is_err());
    /// ```
    pub fn check_type(name: &str) -> Result<(), ItemQueryError> {
        checked_type(name).map(|_| ())
    }

    /// Adds the column of a field.
    fn add(&mut self, field: &str) -> Result<(), ItemQueryError> {
        let field = field.trim();
        let (name, path) = match field.split_once('=') {
            Some((name, path)) => (Some(name.trim()), path.trim()),
            None => (None, field),
        };
        let (path_text, is_list_path) = without_brackets(path);
        let (name, is_list_name) = without_brackets(name.unwrap_or(path_text));
        if name.is_empty() {
            return Err(ItemQueryError::Unnamed(field.to_owned()));
        }
        let names: Vec<String> = match path_text {
            ITSELF => Vec::new(),
            path => path.split('.').map(|name| name.trim().to_owned()).collect(),
        };
        if names.iter().any(String::is_empty) {
            return Err(ItemQueryError::EmptyName(field.to_owned()));
        }
        if names.len() > MAX_STEPS {
            return Err(ItemQueryError::TooLong(field.to_owned()));
        }
        if let Some(wrong) = names.iter().find(|name| name.contains(['[', ']'])) {
            return Err(ItemQueryError::Brackets { field: field.to_owned(), name: wrong.clone() });
        }
        if self.columns.iter().any(|column| column.name().eq_ignore_ascii_case(name)) {
            return Err(ItemQueryError::Repeated { column: name.to_owned(), path: path.to_owned() });
        }
        let is_list = is_list_path || is_list_name;
        self.columns.push(SelectColumn::without_selector(name, is_list));
        self.paths.push(ItemPath { names, is_list });
        Ok(())
    }

    /// Returns the columns of the fields.
    ///
    /// ```
    /// let query = tagrake_bulk::ItemQuery::new(&["Product"], &["name", "offers.price"])?;
    /// assert_eq!(query.columns()[1].name(), "offers.price");
    /// # Ok::<(), tagrake_bulk::ItemQueryError>(())
    /// ```
    pub fn columns(&self) -> &[SelectColumn] {
        &self.columns
    }

    /// Calls `take` with the row of each item of the types, until it breaks: of JSON-LD, then of microdata, then of RDFa, each in document
    /// order. The page must be read with the [extraction](crate::Fields::extract_options) of [`Table::Items`](crate::schema::Table::Items).
    ///
    /// The values of all rows of a page together have a limit that grows with its length, because each row may have the same value.
    /// The values over the limit are null, and the rows then have the flag [`LimitItems`](Flag::LimitItems). Returns true if the limit
    /// was reached.
    pub fn for_each_row(
        &self,
        input: &InputPage,
        page: &Page<'_>,
        mut take: impl FnMut(ItemRow<'_>) -> ControlFlow<()>,
    ) -> bool {
        let items = schema_org::items_with(page, &|name| self.names_other(name));
        let mut values = ItemValues::new(&items, page.html.len());
        let mut rows = Vec::new();
        for (item, of_item) in items.iter().enumerate() {
            if let Some(kind) = self.type_of(&of_item.types) {
                let cells: Vec<Cell<'_>> = self.paths.iter().map(|path| values.cell(item, path)).collect();
                rows.push((of_item.source, kind, cells));
            }
        }
        let is_limited = values.is_exceeded();
        let limited = is_limited.then(|| {
            let mut limited = page.clone();
            limited.flags = page.flags.with(Flag::LimitItems);
            limited
        });
        let page = limited.as_ref().unwrap_or(page);
        for (position, (syntax, kind, cells)) in rows.iter().enumerate() {
            let lists: Vec<Vec<&str>> = cells.iter().map(Cell::list).collect();
            let values: Vec<_> = cells.iter().zip(&lists).map(|(cell, list)| cell.value(list)).collect();
            if take(ItemRow::new(input, page, syntax, *kind, position, &values)).is_break() {
                break;
            }
        }
        is_limited
    }

    /// Returns true if `name` is a requested type that is not of schema.org.
    fn names_other(&self, name: &str) -> bool {
        name.contains(':') && self.types.iter().any(|wanted| wanted.eq_ignore_ascii_case(name))
    }

    /// Returns the type of the row of an item with these types: the first requested one. `Some(None)` if an item without a type is a
    /// row, and `None` if the item is no row.
    #[expect(clippy::option_option, reason = "an item without a type, and an item that is no row")]
    fn type_of<'t, S: AsRef<str>>(&self, types: &'t [S]) -> Option<Option<&'t str>> {
        let mut names = types.iter().map(AsRef::as_ref);
        if self.types.is_empty() {
            return Some(names.next());
        }
        names.find(|name| self.types.iter().any(|wanted| wanted.eq_ignore_ascii_case(name))).map(Some)
    }
}

impl Default for ItemQuery {
    /// All items, as JSON.
    fn default() -> Self {
        Self::new(&[""; 0], &[DEFAULT_FIELD]).expect("the default field is valid")
    }
}

/// Returns a type without the prefix of schema.org.
fn checked_type(name: &str) -> Result<String, ItemQueryError> {
    let name = name.trim();
    if name.is_empty() || name.contains(|character: char| character.is_whitespace()) {
        return Err(ItemQueryError::Type(name.to_owned()));
    }
    Ok(short_name(name).or_else(|| name.strip_prefix("schema:")).unwrap_or(name).to_owned())
}

/// Returns `text` without `[]` at its end, and true if it was there.
fn without_brackets(text: &str) -> (&str, bool) {
    match text.strip_suffix("[]") {
        Some(text) => (text.trim_end(), true),
        None => (text, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Table;
    use crate::{Fields, Reader, ReaderOptions};
    use std::fmt::Write;
    use tagrake_extract::SelectedValue;

    /// Returns the rows of a page, one per line: the values, separated by `|`.
    fn rows(html: &str, types: &[&str], fields: &[&str]) -> String {
        let query = ItemQuery::new(types, fields).expect("a query");
        let extract = Fields::default().extract_options(Table::Items);
        let input = InputPage::new("-", html.as_bytes().to_vec());
        let mut text = String::new();
        Reader::new(ReaderOptions { extract, ..ReaderOptions::default() }).read(&input, |page| {
            query.for_each_row(&input, page, |row| {
                let values = row.values().iter().map(|value| match value {
                    SelectedValue::Text(text) => (*text).to_owned(),
                    SelectedValue::Texts(texts) => format!("{texts:?}"),
                    _ => "-".to_owned(),
                });
                let values: Vec<_> = values.collect();
                let _ = writeln!(text, "{} {} {}", row.syntax(), row.kind().unwrap_or("?"), values.join("|"));
                ControlFlow::Continue(())
            });
        });
        text.trim_end().to_owned()
    }

    fn json_ld(json: &str) -> String {
        format!("<script type=application/ld+json>{json}</script>")
    }

    #[test]
    fn items_of_a_type_are_found_wherever_they_are() {
        let html = json_ld(
            r#"{"@context": "https://schema.org", "@graph": [
                {"@type": "WebPage", "mainEntity": {"@type": ["Thing", "Product"], "name": "A", "isRelatedTo": [
                    {"@type": "Product", "name": "B"}, {"@type": "schema:Product", "name": "C"}]}},
                {"@type": "http://schema.org/Product", "name": "D"}, {"@type": "Offer", "name": "no"}]}"#,
        ) + &json_ld(r#"{"@type": "Product", "name": "no context"}"#)
            + "<p itemscope itemtype=http://schema.org/Product><b itemprop=name>E</b></p>
            <p vocab=https://schema.org/ typeof=Product><b property=name>F</b></p>";
        let expected = "json-ld Product A\njson-ld Product B\njson-ld Product C\njson-ld Product D\n\
            microdata Product E\nrdfa Product F";
        for name in ["Product", "product", "https://schema.org/Product", "http://schema.org/Product", "schema:Product"]
        {
            assert_eq!(rows(&html, &[name], &["name"]), expected, "{name}");
        }
        assert_eq!(rows(&html, &["Offer", "WebPage"], &["name"]), "json-ld WebPage -\njson-ld Offer no");
        assert_eq!(rows(&html, &["Recipe"], &["name"]), "");
        assert_eq!(rows(&html, &[], &["name"]).lines().count(), 8);
    }

    #[test]
    fn types_of_other_vocabularies_are_full_urls() {
        let html = "<p itemscope itemtype=http://e.org/T><b itemprop=x>1</b></p>".to_owned()
            + &json_ld(r#"{"@type": "http://e.org/T", "x": 2}"#);
        assert_eq!(rows(&html, &["http://e.org/T"], &["x"]), "json-ld http://e.org/T 2\nmicrodata http://e.org/T 1");
        assert_eq!(rows(&html, &["T"], &["x"]), "");
    }

    #[test]
    fn paths_lead_through_items_and_lists() {
        let html = json_ld(
            r#"{"@context": "https://schema.org", "@type": "Product", "@id": "/p", "name": ["N", "M"], "size": 1.50, "big": 12345678901234567890123,
                "new": true, "none": null, "brand": "Acme", "maker": {"@type": "Organization", "name": "Org"},
                "offers": [{"sku": "x"}, {"price": "4.5"}, {"price": 5.00, "seller": {"name": "S"}}]}"#,
        );
        let fields = [
            ("name", "N"),
            ("name[]", "[\"N\", \"M\"]"),
            ("n[]=name", "[\"N\", \"M\"]"),
            ("size", "1.50"),
            ("big", "12345678901234567890123"),
            ("new", "true"),
            ("none", "-"),
            ("missing", "-"),
            ("missing[]", "[]"),
            ("brand.name", "Acme"),
            ("maker.name", "Org"),
            ("brand.url", "-"),
            ("offers.price", "4.5"),
            ("offers.price[]", "[\"4.5\", \"5.00\"]"),
            ("offers.seller.name", "S"),
            ("@id", "/p"),
            ("maker.@type", "Organization"),
            ("maker", r#"{"@type":"Organization","name":"Org"}"#),
            (
                "offers[]",
                r#"["{\"sku\":\"x\"}", "{\"price\":\"4.5\"}", "{\"price\":\"5.00\",\"seller\":{\"name\":\"S\"}}"]"#,
            ),
        ];
        for (field, expected) in fields {
            assert_eq!(rows(&html, &["Product"], &[field]), format!("json-ld Product {expected}"), "{field}");
        }
        let simple = json_ld(r#"{"@context": "https://schema.org", "@type": "A", "x": [1, {"@type": "B", "y": "z"}]}"#);
        let item = r#"{"@type":"A","x":["1",{"@type":"B","y":"z"}]}"#;
        assert_eq!(rows(&simple, &["A"], &[]), format!("json-ld A {item}"));
    }

    #[test]
    fn items_that_refer_to_each_other_end() {
        let html = json_ld(
            r##"{"@context": "https://schema.org", "@graph": [
                {"@type": "A", "@id": "#a", "b": {"@id": "#b"}}, {"@type": "B", "@id": "#b", "a": {"@id": "#a"}}]}"##,
        );
        let expected = r##"json-ld A {"@type":"A","@id":"#a","b":{"@type":"B","@id":"#b","a":{"@id":"#a"}}}"##;
        assert_eq!(rows(&html, &["A"], &["."]), expected);
        assert_eq!(rows(&html, &["A"], &["b.a.b.a.@id"]), "json-ld A #a");
    }

    /// The JSON of an item has each item of the page at most once.
    #[test]
    fn the_json_of_an_item_is_not_longer_than_the_page() {
        let item = |number: usize| {
            let others: Vec<_> = (0..8).map(|other| format!("{{\"@id\": \"#{}\"}}", (number + other) % 40)).collect();
            format!("{{\"@type\": \"A\", \"@id\": \"#{number}\", \"name\": \"n\", \"to\": [{}]}}", others.join(","))
        };
        let graph: Vec<_> = (0..40).map(item).collect();
        let html = json_ld(&format!("{{\"@context\": \"https://schema.org\", \"@graph\": [{}]}}", graph.join(",")));
        let rows = rows(&html, &["A"], &["."]);
        assert_eq!(rows.lines().count(), 40);
        for row in rows.lines() {
            assert!((16..=40).contains(&row.matches("\"name\"").count()), "{row}");
        }
    }

    /// Each row has the long text, which the page has once.
    #[test]
    fn the_values_of_a_page_are_limited() {
        let text = "x".repeat(100_000);
        let products = r##"{"@type": "Product", "brand": {"@id": "#b"}},"##.repeat(2_000);
        let html = json_ld(&format!(
            r##"{{"@context": "https://schema.org", "@graph": [{products} {{"@id": "#b", "name": "{text}"}}]}}"##
        ));
        let query = ItemQuery::new(&["Product"], &["brand.name"]).expect("a query");
        let extract = Fields::default().extract_options(Table::Items);
        let input = InputPage::new("-", html.into_bytes());
        let (mut with_text, mut rows) = (0, 0);
        let is_limited = Reader::new(ReaderOptions { extract, ..ReaderOptions::default() }).read(&input, |page| {
            query.for_each_row(&input, page, |row| {
                with_text += usize::from(matches!(row.values(), [SelectedValue::Text(_)]));
                rows += 1;
                ControlFlow::Continue(())
            })
        });
        assert!(
            is_limited && rows == 2_000 && (10..200).contains(&with_text),
            "{rows} rows, {with_text} with the text"
        );
    }

    #[test]
    fn invalid_queries_are_refused() {
        let message =
            |types: &[&str], fields: &[&str]| ItemQuery::new(types, fields).expect_err("an error").to_string();
        assert!(message(&[""], &[]).starts_with("'' is no type"));
        assert!(message(&["a b"], &[]).starts_with("'a b' is no type"));
        assert!(message(&[], &[""]).contains("has no name"));
        assert!(message(&[], &["=x"]).contains("has no name"));
        assert!(message(&[], &["a=b."]).contains("has an empty name"));
        assert!(message(&[], &["a[].b"]).contains("only at its end"));
        assert!(message(&[], &["a", "A"]).contains("two fields have the column 'A'"));
        assert!(message(&[], &[&"a.".repeat(20)]).contains("empty name"));
        assert!(message(&[], &["a.".repeat(20).trim_end_matches('.')]).contains("more than 16"));
    }
}
