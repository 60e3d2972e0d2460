//! The publication date and the authors that a page declares for machines.
//!
//! [`DATES`] and [`AUTHORS`] are the places where pages declare them, the most reliable first. The first place with a
//! value decides. A value that is ambiguous, such as 05/06/2026, is left out: nothing is guessed.
//!
//! | kind of source | what is read |
//! |---|---|
//! | `json-ld` | `datePublished`, `author` or `creator` of objects at the top, in `@graph` or `mainEntity`; articles first |
//! | `meta` | `name`, `property` or `itemprop`, and `content` |
//! | `microdata` | `time` with `itemprop="datePublished"`, else `dateCreated` |
//! | `microdata`, `rdfa` | `author` or `creator` of the first article |
//! | `time` | `time` with `pubdate` or a class of a publication date |
//!
//! Any other `time` counts only if it is at a place of a publication date: see [`visible_dates`](super::visible_dates).

use super::byline_names::{AUTHORS, DATES, PUBLISHED_CLASSES};
use super::iso_date::iso_date;
use super::json_ld;
use super::schema_org::short_name;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::HashMap;
use tagrake_extract::{Item, ItemSource, ItemValue, JsonLd, Page};

/// Maximum number of authors of a page, and of the bytes of a name.
const MAX_AUTHORS: usize = 64;
const NAME_BYTES: usize = 256;

/// Maximum length of a block of JSON-LD that is read, in bytes. Longer ones are data.
const JSON_LD_BYTES: usize = 1 << 18;

/// A value, if there is one, with its source: the kind and, after a colon, the name.
pub(super) type Sourced<T> = Option<(T, Cow<'static, str>)>;

/// The publication date and the authors of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Byline {
    pub(super) published: Sourced<String>,
    pub(super) authors: Sourced<Vec<String>>,
}

impl Byline {
    /// Reads the metadata of a page.
    pub(super) fn of(page: &Page<'_>) -> Self {
        let mut byline = Self::default();
        for json in page.json_ld.iter().filter_map(JsonLd::json).filter(|json| json.len() <= JSON_LD_BYTES) {
            let may_have_byline = ["datePublished", "author", "creator"].iter().any(|key| json.contains(key));
            let value = if may_have_byline { json_ld::minify_to_texts(json) } else { None };
            if let Some(value) = value.and_then(|value| serde_json::from_str::<Value>(value.get()).ok()) {
                byline.read_json_ld(&value);
            }
        }
        let (date, authors) = of_metas(page);
        byline.published = byline.published.or(date);
        byline.authors = byline.authors.or(authors).or_else(|| of_items(page));
        if byline.published.is_none() {
            byline.published = of_times(page);
        }
        byline
    }

    /// Reads a block of JSON-LD: articles first, then other objects.
    fn read_json_ld(&mut self, block: &Value) {
        let mut objects = Vec::new();
        collect_objects(block, &mut objects, 0);
        objects.sort_by_key(|object| !is_article(object));
        let mut graph = Graph { block, names: None };
        for object in &objects {
            if self.published.is_none() {
                let date = object.get("datePublished").and_then(Value::as_str).and_then(iso_date);
                self.published = date.map(|date| (date, "json-ld:datePublished".into()));
            }
            for key in ["author", "creator"] {
                if self.authors.is_none()
                    && let Some(value) = object.get(key)
                {
                    let mut found = Vec::new();
                    collect_names(value, &mut graph, &mut found);
                    self.authors = names(found.into_iter()).map(|names| (names, format!("json-ld:{key}").into()));
                }
            }
        }
    }
}

/// Returns the date and the authors of the page's `meta` elements.
fn of_metas(page: &Page<'_>) -> (Sourced<String>, Sourced<Vec<String>>) {
    let rank_of = |names: &[&str], key: &str| names.iter().position(|name| name.eq_ignore_ascii_case(key));
    let mut date: Option<(usize, String)> = None;
    let mut authors: Option<(usize, Vec<String>)> = None;
    for (key, content) in page.metas.iter().flat_map(entries) {
        if let Some(rank) = rank_of(DATES, key)
            && date.as_ref().is_none_or(|(best, _)| rank < *best)
            && let Some(found) = iso_date(content)
        {
            date = Some((rank, found));
        }
        if let Some(rank) = rank_of(AUTHORS, key) {
            match &mut authors {
                Some((best, names)) if rank == *best => push_name(names, content),
                Some((best, _)) if rank > *best => {}
                _ => authors = names([content].into_iter()).map(|names| (rank, names)).or(authors),
            }
        }
    }
    let source = |names: &[&'static str], rank: usize| Cow::Owned(format!("meta:{}", names[rank]));
    (
        date.map(|(rank, date)| (date, source(DATES, rank))),
        authors.map(|(rank, authors)| (authors, source(AUTHORS, rank))),
    )
}

/// Returns the names of a `meta`, each with its content.
fn entries<'p>(meta: &&'p [(&'p str, &'p str)]) -> impl Iterator<Item = (&'p str, &'p str)> {
    let value = |name: &str| meta.iter().find(|(attr, _)| *attr == name).map(|(_, value)| value.trim());
    let content = value("content");
    let keys = [value("property"), value("name"), value("itemprop")].into_iter().flatten();
    keys.filter_map(move |key| Some((key, content?)))
}

/// Returns the authors of the first article in microdata or RDFa.
fn of_items(page: &Page<'_>) -> Sourced<Vec<String>> {
    let is_article = |item: &&Item<'_>| item.types.iter().any(|kind| short_name(kind).is_some_and(is_article_type));
    let article = page.items.iter().find(is_article)?;
    let kind = if article.source == ItemSource::Microdata { "microdata" } else { "rdfa" };
    ["author", "creator"].into_iter().find_map(|key| {
        let found = values_of(article, key).filter_map(|value| match value {
            ItemValue::Text(name) => Some(name),
            ItemValue::Item(author) => values_of(&page.items[author], "name").find_map(|name| match name {
                ItemValue::Text(name) => Some(name),
                _ => None,
            }),
            _ => None,
        });
        Some((names(found.take(MAX_AUTHORS))?, format!("{kind}:{key}").into()))
    })
}

/// Returns the values of a property of schema.org.
fn values_of<'a>(item: &Item<'a>, property: &str) -> impl Iterator<Item = ItemValue<'a>> {
    let properties = item.properties.iter();
    properties.filter(move |known| short_name(known.name).unwrap_or(known.name) == property).map(|known| known.value)
}

/// Returns the date of the page's `time` elements that are marked as the publication.
fn of_times(page: &Page<'_>) -> Sourced<String> {
    let times = page.times;
    let first_of = |is_wanted: &dyn Fn(usize) -> bool, source: &'static str| {
        let wanted = (0..times.len()).filter(|&index| is_wanted(index));
        Some((wanted.filter_map(|index| iso_date(times[index].datetime)).next()?, Cow::Borrowed(source)))
    };
    let has_property = |index: usize, property: &str| {
        times[index].itemprop.is_some_and(|names| names.split_ascii_whitespace().any(|name| name == property))
    };
    let has_class = |index: usize| {
        let is_published = |name: &str| PUBLISHED_CLASSES.iter().any(|class| name.eq_ignore_ascii_case(class));
        times[index].class.is_some_and(|names| names.split_ascii_whitespace().any(is_published))
    };
    first_of(&|index| has_property(index, "datePublished"), "microdata:datePublished")
        // Questions and posts of forums have this date; the first is the page's.
        .or_else(|| first_of(&|index| has_property(index, "dateCreated"), "microdata:dateCreated"))
        .or_else(|| first_of(&|index| times[index].is_pubdate, "time:pubdate"))
        .or_else(|| first_of(&has_class, "time:class"))
}

/// Appends the objects that may describe the page: at the top, in lists, in `@graph` and in `mainEntity`.
fn collect_objects<'v>(value: &'v Value, objects: &mut Vec<&'v Value>, depth: usize) {
    match value {
        Value::Array(items) if depth < 4 => items.iter().for_each(|item| collect_objects(item, objects, depth + 1)),
        Value::Object(members) if depth < 4 => {
            objects.push(value);
            let inner = ["@graph", "mainEntity"].iter().filter_map(|key| members.get(*key));
            inner.for_each(|value| collect_objects(value, objects, depth + 1));
        }
        _ => {}
    }
}

/// Returns true if an object is an article or a post.
fn is_article(object: &Value) -> bool {
    let is_type = |name: &Value| name.as_str().is_some_and(is_article_type);
    match &object["@type"] {
        Value::Array(names) => names.iter().any(is_type),
        name => is_type(name),
    }
}

/// Returns true for the name of a type of articles or posts.
fn is_article_type(name: &str) -> bool {
    name.ends_with("Article") || name.ends_with("Posting") || name == "Report"
}

/// The objects in `@graph`, to which others may refer.
struct Graph<'v> {
    block: &'v Value,
    /// The name of each object by its `@id`, read at the first reference: a page may have many.
    names: Option<HashMap<&'v str, &'v str>>,
}

impl<'v> Graph<'v> {
    /// Returns the name of the object with this `@id`, the first one that has a name.
    fn name_of(&mut self, id: &Value) -> Option<&'v str> {
        let block = self.block;
        let names = self.names.get_or_insert_with(|| {
            let objects = block.get("@graph").and_then(Value::as_array).into_iter().flatten();
            let named =
                objects.filter_map(|object| Some((object.get("@id")?.as_str()?, text_of(object.get("name")?)?)));
            let mut names = HashMap::new();
            named.for_each(|(id, name)| _ = names.entry(id).or_insert(name));
            names
        });
        names.get(id.as_str()?).copied()
    }
}

/// Appends the names of an author: text, an object with a name, a reference to one in `@graph`, or a list of these.
fn collect_names<'v>(author: &'v Value, graph: &mut Graph<'v>, found: &mut Vec<&'v str>) {
    match author {
        Value::String(name) => found.push(name),
        Value::Array(authors) => authors.iter().take(MAX_AUTHORS).for_each(|author| match author {
            Value::Array(_) => {}
            author => collect_names(author, graph, found),
        }),
        Value::Object(members) => found.extend(match (members.get("name"), members.get("@id")) {
            (Some(name), _) => text_of(name),
            (None, Some(id)) => graph.name_of(id),
            (None, None) => None,
        }),
        _ => {}
    }
}

/// Returns the text of a value, the first item if it is a list.
fn text_of(value: &Value) -> Option<&str> {
    match value {
        Value::Array(items) => items.first().and_then(Value::as_str),
        text => text.as_str(),
    }
}

/// Returns the names without empty ones, addresses, numbers and repetitions; `None` if there is none.
fn names<'n>(found: impl Iterator<Item = &'n str>) -> Option<Vec<String>> {
    let mut names = Vec::new();
    found.for_each(|name| push_name(&mut names, name));
    (!names.is_empty()).then_some(names)
}

/// Appends a name, with white space collapsed, unless it is empty, an address, the number of an account or a
/// repetition.
fn push_name(names: &mut Vec<String>, name: &str) {
    if names.len() >= MAX_AUTHORS || name.len() > 2 * NAME_BYTES {
        return;
    }
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let name = name.trim_matches([',', ';', ' ']);
    let is_url = name.contains("://") || ["www.", "/", "#", "@"].iter().any(|start| name.starts_with(start));
    let is_mail = name.contains('@') && !name.contains(' ');
    // Also true for the empty name.
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    if name.len() <= NAME_BYTES && !is_url && !is_mail && !is_number && !names.iter().any(|other| other == name) {
        names.push(name.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::InputPage;
    use crate::schema::Table;
    use crate::{Fields, Reader, ReaderOptions};
    use std::time::Instant;

    /// Returns the date and its source, then the authors and theirs, of a page.
    fn of(html: &str) -> [String; 2] {
        let input = InputPage::new("-", html.as_bytes().to_vec());
        let extract = Fields::only("published,authors").expect("keys").extract_options(Table::Pages);
        let byline = Reader::new(ReaderOptions { extract, ..ReaderOptions::default() }).read(&input, Byline::of);
        let date = byline.published.map(|(date, source)| format!("{date} {source}"));
        let authors = byline.authors.map(|(names, source)| format!("{} {source}", names.join("; ")));
        [date.unwrap_or_default(), authors.unwrap_or_default()]
    }

    fn json_ld(text: &str) -> String {
        format!("<script type=application/ld+json>{text}</script>")
    }

    #[test]
    fn the_most_reliable_source_decides() {
        let meta = "<meta name=date content=2026-01-01><meta property=article:published_time content=2026-02-02>\
            <meta name=author content=' A  B '><meta name=author content=C>\
            <time class='entry-date published' datetime=2026-04-04>";
        assert_eq!(of(meta), ["2026-02-02 meta:article:published_time", "A B; C meta:author"]);
        let article = r#"{"@type":"WebPage","datePublished":"2025-01-01","mainEntity":
            {"@type":["NewsArticle"],"datePublished":"2026-03-03T10:00:00Z","author":[{"name":"D"},"E",{"name":"D"}]}}"#;
        let expected = ["2026-03-03T10:00:00Z json-ld:datePublished", "D; E json-ld:author"];
        assert_eq!(of(&(json_ld(article) + meta)), expected);
        assert_eq!(of(&(meta.to_owned() + &json_ld(article))), expected, "in any order");
    }

    #[test]
    fn json_ld_may_be_a_graph() {
        let graph = r##"{"@graph":[{"@type":"WebSite","name":"S"},{"@type":"BlogPosting","author":{"@id":"#p"},
            "datePublished":"2026-05-01"},{"@type":"Person","@id":"#p","name":["P Q"]}]}"##;
        assert_eq!(of(&json_ld(graph)), ["2026-05-01 json-ld:datePublished", "P Q json-ld:author"]);
        // A comment or review of the page is not the page.
        let review = r#"{"@type":"Product","review":{"datePublished":"2026-05-01","author":"R"}}"#;
        assert_eq!(of(&json_ld(review)), ["", ""]);
        assert_eq!(of(&json_ld(r#"[{"creator":"X"},{"author":"https://e.org/me"}]"#)), ["", "X json-ld:creator"]);
    }

    #[test]
    fn authors_of_items_are_those_of_the_first_article() {
        let article = "<div itemscope itemtype=https://schema.org/Review><b itemprop=author>R</b></div>\
            <div itemscope itemtype=https://schema.org/BlogPosting><p itemprop=author itemscope itemtype=https://schema.org/Person>\
            <a href=/ann><b itemprop=name>Ann  Bell</b></a></p><i itemprop=author>Bo</i><a itemprop=author href=/c>C</a></div>";
        assert_eq!(of(article)[1], "Ann Bell; Bo microdata:author");
        assert_eq!(of(&format!("<meta name=author content=M>{article}"))[1], "M meta:author");
        let rdfa = "<div vocab=http://schema.org/ typeof=NewsArticle><b property=creator>Cy</b></div>";
        assert_eq!(of(rdfa)[1], "Cy rdfa:creator");
        assert_eq!(of("<div itemscope itemtype=https://schema.org/Article><b itemprop=author></b></div>")[1], "");
    }

    #[test]
    fn json_ld_that_is_repaired_counts() {
        let article = "{\"@type\":\"Article\", // the page\n\"datePublished\":\"2026-05-01\",};";
        assert_eq!(of(&json_ld(article)), ["2026-05-01 json-ld:datePublished", ""]);
    }

    #[test]
    fn many_references_take_linear_time() {
        let fastest = |count: usize| {
            let graph = r#"{"author":{"@id":"x"}},"#.repeat(count);
            let page = json_ld(&format!(r#"{{"@graph":[{graph}{{"@id":"y"}}]}}"#));
            let run = |_| {
                let start = Instant::now();
                assert_eq!(of(&page), ["", ""]);
                start.elapsed()
            };
            (0..20).map(run).min().expect("it ran")
        };
        let (few, many) = (fastest(1250), fastest(10_000));
        assert!(many < few * 24, "8 times the references: {few:?}, then {many:?}");
    }

    #[test]
    fn time_elements_count_if_they_are_marked() {
        let date = |html: &str| of(html)[0].clone();
        assert_eq!(
            date(
                "<time datetime=2026-01-01 itemprop=dateModified></time><time datetime=2026-01-02 itemprop=datePublished>"
            ),
            "2026-01-02 microdata:datePublished"
        );
        assert_eq!(date("<meta itemprop=datePublished content=2026-01-02>"), "2026-01-02 meta:datepublished");
        let question = "<time itemprop=dateCreated datetime='2026-01-01 10:00:00Z'></time>\
            <time itemprop=dateCreated datetime='2026-01-02 10:00:00Z'></time>";
        assert_eq!(date(question), "2026-01-01T10:00:00Z microdata:dateCreated");
        assert_eq!(
            date("<time datetime=2026-01-01></time><time datetime=2026-01-02 pubdate>"),
            "2026-01-02 time:pubdate"
        );
        assert_eq!(
            date("<time class=updated datetime=2026-01-03></time><time class=published datetime=2026-01-02>"),
            "2026-01-02 time:class"
        );
        assert_eq!(date("<time datetime=2026-01-02>"), "");
        assert_eq!(date("<meta name=date content=05/06/2026>"), "");
    }

    #[test]
    fn names_of_metas_have_dots_or_colons() {
        let date = |html: &str| of(html)[0].clone();
        for name in ["DC.Issued", "dc:created", "dcterms:date", "OG:DatePublished", "created"] {
            let html = format!("<meta property='{name}' content=2026-01-02>");
            assert_eq!(date(&html), format!("2026-01-02 meta:{}", name.to_ascii_lowercase()));
        }
        let updated =
            "<meta property=OG:Updated_Time content=2026-09-01><meta http-equiv=last-modified content=2026-10-01>";
        assert_eq!(date(updated), "", "when it was changed is not when it was published");
        let entry = "<time class=entry-time datetime=2026-01-02></time><time datetime=2026-01-03></time>";
        assert_eq!(date(entry), "2026-01-02 time:class");
    }

    #[test]
    fn addresses_are_no_names() {
        let html = "<meta property=article:author content=https://e.org/me><meta name=citation_author content=A>\
            <meta name=citation_author content=B><meta name=author content=' '>";
        assert_eq!(of(html)[1], "A; B meta:citation_author");
        let html = r#"{"author":[{"name":", THE TIMES"},{"name":"ann@e.org"},{"name":"262588213843476"},{"name":","},
            {"name":"7 of 9"}]}"#;
        assert_eq!(of(&json_ld(html))[1], "THE TIMES; 7 of 9 json-ld:author");
    }
}
