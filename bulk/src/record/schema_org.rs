//! The items of [schema.org](https://schema.org/) of a page, from JSON-LD, microdata and RDFa in one list of the same
//! shape.
//!
//! An item belongs to the list if one of its types is of schema.org, or if it is a value of such an item. Types and
//! properties of schema.org have their short names, such as `Product` and `name`; others stay as they are.
//!
//! JSON-LD is read as most consumers read it: names belong to schema.org if the nearest `@context` names schema.org,
//! in any of its forms; then `type` and `id` are `@type` and `@id`, as its context says. A reference to an item of the page (`{"@id": ...}`) becomes the index of that item. Other
//! contexts are not loaded, and names are not expanded by them. Left out: `@reverse`, `@language` and `@included`.

use super::json_ld;
use serde_json::Value as Json;
use std::borrow::Cow;
use std::collections::HashMap;
use tagrake_extract::{ItemSource, ItemValue, JsonLd, Page};

/// An item of schema.org.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SchemaItem<'p> {
    /// `json-ld`, or the name of an [`ItemSource`].
    pub(super) source: &'static str,
    /// The index of the first item that has this item as a value.
    pub(super) parent: Option<usize>,
    pub(super) types: Vec<Cow<'p, str>>,
    pub(super) id: Option<Cow<'p, str>>,
    pub(super) properties: Vec<(Cow<'p, str>, Value<'p>)>,
}

/// A value of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value<'p> {
    Text(Cow<'p, str>),
    /// The index of an item in the list.
    Item(usize),
}

/// Returns the items of a page: first JSON-LD, then microdata and RDFa.
pub(super) fn items<'p>(page: &Page<'p>) -> Vec<SchemaItem<'p>> {
    items_with(page, &|_| false)
}

/// As [`items`]. An item also belongs to the list if `is_wanted` is true for one of its types.
pub(super) fn items_with<'p>(page: &Page<'p>, is_wanted: &dyn Fn(&str) -> bool) -> Vec<SchemaItem<'p>> {
    let mut reader = JsonLdReader { is_wanted, items: Vec::new(), references: Vec::new() };
    for json in page.json_ld.iter().filter_map(JsonLd::json) {
        let value = json_ld::minify_to_texts(json).and_then(|value| serde_json::from_str::<Json>(value.get()).ok());
        if let Some(value) = value {
            reader.read_all(&value, false, None);
        }
    }
    let mut items = reader.finish();
    add_of_page(page, is_wanted, &mut items);
    items
}

/// Returns the name in schema.org of an IRI. `None` if it is not of schema.org.
pub(super) fn short_name(iri: &str) -> Option<&str> {
    let rest = iri.strip_prefix("https://").or_else(|| iri.strip_prefix("http://"))?;
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    rest.strip_prefix("schema.org/").filter(|name| !name.is_empty())
}

/// Appends the items of microdata and RDFa.
fn add_of_page<'p>(page: &Page<'p>, is_wanted: &dyn Fn(&str) -> bool, items: &mut Vec<SchemaItem<'p>>) {
    let list = page.items;
    let takes = |kind: &str| short_name(kind).is_some() || is_wanted(kind);
    let mut is_wanted: Vec<_> = list.iter().map(|item| item.types.iter().any(|kind| takes(kind))).collect();
    let mut pending: Vec<_> = (0..list.len()).filter(|&index| is_wanted[index]).collect();
    while let Some(index) = pending.pop() {
        for property in list[index].properties {
            if let ItemValue::Item(value) = property.value
                && !core::mem::replace(&mut is_wanted[value], true)
            {
                pending.push(value);
            }
        }
    }
    let mut count = items.len();
    let new_index: Vec<_> = is_wanted
        .iter()
        .map(|&is_wanted| {
            count += usize::from(is_wanted);
            is_wanted.then(|| count - 1)
        })
        .collect();
    for (item, _) in list.iter().zip(&new_index).filter(|(_, index)| index.is_some()) {
        let is_microdata = item.source == ItemSource::Microdata;
        let properties = item.properties.iter().filter_map(|property| {
            let value = match property.value {
                ItemValue::Item(value) => Value::Item(new_index[value]?),
                ItemValue::Text(text) => Value::Text(text.into()),
                _ => return None,
            };
            Some((short_name(property.name).unwrap_or(property.name).into(), value))
        });
        items.push(SchemaItem {
            source: if is_microdata { "microdata" } else { "rdfa" },
            parent: item.parent.and_then(|parent| new_index[parent]),
            types: item.types.iter().map(|&kind| short_name(kind).unwrap_or(kind).into()).collect(),
            id: item.id.map(Into::into),
            properties: properties.collect(),
        });
    }
}

/// Reads blocks of JSON-LD.
struct JsonLdReader<'w> {
    /// Returns true for a type whose items belong to the list, whatever their vocabulary is.
    is_wanted: &'w dyn Fn(&str) -> bool,
    items: Vec<SchemaItem<'static>>,
    /// References by `@id`: the index of the item and of the property.
    references: Vec<(usize, usize)>,
}

impl JsonLdReader<'_> {
    /// Reads a value. `is_known` is true if its names are of schema.org. The items in it are values of the property
    /// `name` of the item `owner`, if any.
    fn read_all(&mut self, value: &Json, is_known: bool, owner: Option<(usize, &str)>) {
        match value {
            Json::Array(values) => values.iter().for_each(|value| self.read_all(value, is_known, owner)),
            Json::Object(object) => self.read_object(object, is_known, owner),
            Json::String(text) => self.add(owner, || Value::Text(text.clone().into())),
            Json::Number(_) | Json::Bool(_) => self.add(owner, || Value::Text(value.to_string().into())),
            Json::Null => {}
        }
    }

    fn read_object(&mut self, object: &serde_json::Map<String, Json>, is_known: bool, owner: Option<(usize, &str)>) {
        let is_known = object.get("@context").map_or(is_known, is_schema_org);
        for wrapper in ["@value", "@list", "@set"] {
            if let Some(value) = object.get(wrapper) {
                return self.read_all(value, is_known, owner);
            }
        }
        let graph = object.get("@graph");
        let [id_key, type_key] = [("@id", "id"), ("@type", "type")]
            .map(|(keyword, alias)| if is_known && !object.contains_key(keyword) { alias } else { keyword });
        let id = object.get(id_key).and_then(Json::as_str);
        let has_more = object.keys().any(|key| !["@context", "@graph", id_key].contains(&key.as_str()));
        if let (Some(id), false, None) = (id, has_more, graph) {
            if let Some((item, _)) = owner {
                self.references.push((item, self.items[item].properties.len()));
            }
            return self.add(owner, || Value::Text(id.to_owned().into()));
        }
        if has_more {
            let types = types(object.get(type_key), is_known);
            let is_wanted = |(name, is_schema): &(Cow<'_, str>, bool)| *is_schema || (self.is_wanted)(name);
            let is_schema_item = is_known || types.iter().any(is_wanted) || owner.is_some();
            if is_schema_item {
                let index = self.items.len();
                self.add(owner, || Value::Item(index));
                self.items.push(SchemaItem {
                    source: "json-ld",
                    parent: owner.map(|(owner, _)| owner),
                    types: types.into_iter().map(|(name, _)| name).collect(),
                    id: id.map(|id| id.to_owned().into()),
                    properties: Vec::new(),
                });
                let is_property = |key: &str| !key.starts_with('@') && key != id_key && key != type_key;
                for (key, value) in object.iter().filter(|(key, _)| is_property(key)) {
                    let name = short_name(key).or_else(|| key.strip_prefix("schema:")).unwrap_or(key);
                    self.read_all(value, is_known, Some((index, name)));
                }
            }
        }
        if let Some(graph) = graph {
            self.read_all(graph, is_known, None);
        }
    }

    /// Adds a value to the property `name` of the item `owner`, if there is one.
    fn add(&mut self, owner: Option<(usize, &str)>, value: impl FnOnce() -> Value<'static>) {
        if let Some((item, name)) = owner {
            self.items[item].properties.push((name.to_owned().into(), value()));
        }
    }

    /// Returns the items, with references to items of the page as indices.
    fn finish(mut self) -> Vec<SchemaItem<'static>> {
        let mut by_id = HashMap::new();
        for (index, item) in self.items.iter().enumerate() {
            if let Some(id) = &item.id {
                by_id.entry(id.clone()).or_insert(index);
            }
        }
        for (item, property) in self.references {
            let (_, value) = &mut self.items[item].properties[property];
            let Value::Text(id) = value else { continue };
            let Some(&found) = by_id.get(id) else { continue };
            *value = Value::Item(found);
            if found != item && self.items[found].parent.is_none() {
                self.items[found].parent = Some(item);
            }
        }
        self.items
    }
}

/// Returns the types of an object, each with true if it is of schema.org.
fn types(types: Option<&Json>, is_known: bool) -> Vec<(Cow<'static, str>, bool)> {
    let types = match types {
        Some(Json::Array(types)) => types.as_slice(),
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    let name = |name: &str| match short_name(name).or_else(|| name.strip_prefix("schema:")) {
        Some(short) => (short.to_owned().into(), true),
        None => (name.to_owned().into(), is_known && !name.contains(':')),
    };
    types.iter().filter_map(Json::as_str).map(name).collect()
}

/// Returns true if a `@context` names schema.org.
fn is_schema_org(context: &Json) -> bool {
    match context {
        Json::String(url) => {
            let url = url.trim().to_ascii_lowercase();
            let rest = url.trim_start_matches("https:").trim_start_matches("http:").trim_start_matches("//");
            let rest = rest.trim_start_matches("www.");
            rest.strip_prefix("schema.org").is_some_and(|path| path.is_empty() || path.starts_with(['/', '#']))
        }
        Json::Array(contexts) => contexts.iter().any(is_schema_org),
        Json::Object(context) => context.get("@vocab").is_some_and(is_schema_org),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::InputPage;
    use crate::row::Row;
    use crate::schema::Table;
    use crate::{Fields, PageRecord, Reader, ReaderOptions};
    use serde_json::json;

    /// Returns the view of a page.
    fn of(html: &str) -> Json {
        let input = InputPage::new("-", html.as_bytes().to_vec());
        let fields = Fields::only("schema_org").expect("a key");
        let mut reader = Reader::new(ReaderOptions::default().with_fields(Table::Pages, &fields));
        let record = reader.read(&input, |page| PageRecord::new(&input, page).to_json(&fields)).expect("a record");
        serde_json::from_str::<Json>(&record).expect("JSON")["schema_org"].take()
    }

    fn json_ld(text: &str) -> Json {
        of(&format!("<script type=application/ld+json>{text}</script>"))
    }

    #[test]
    fn three_sources_give_the_same_shape() {
        let item = |source: &str, first: usize| {
            json!([
                {"index": first, "source": source, "types": ["Book"],
                 "properties": [{"name": "name", "value": "Tea"}, {"name": "author", "item": first + 1}]},
                {"index": first + 1, "source": source, "parent": first, "types": ["Person"],
                 "properties": [{"name": "name", "value": "Ann"}]},
            ])
        };
        let json = r#"<script type=application/ld+json>{"@context": "https://schema.org/", "@type": "Book",
            "name": "Tea", "author": {"@type": "Person", "name": "Ann"}}</script>"#;
        let microdata = "<p itemscope itemtype=http://schema.org/Book><b itemprop=name>Tea</b>
            <i itemprop=author itemscope itemtype=https://schema.org/Person><b itemprop=name>Ann</b></i></p>";
        let rdfa = "<p vocab=https://schema.org/ typeof=Book><b property=name>Tea</b>
            <i property=author typeof=Person><b property=name>Ann</b></i></p>";
        assert_eq!(of(json), item("json-ld", 0));
        assert_eq!(of(microdata), item("microdata", 0));
        assert_eq!(of(rdfa), item("rdfa", 0));
        let all = of(&[json, microdata, rdfa].concat());
        let expected = [item("json-ld", 0), item("microdata", 2), item("rdfa", 4)];
        assert_eq!(
            all,
            Json::Array(expected.iter().flat_map(|items| items.as_array().expect("a list")).cloned().collect())
        );
    }

    #[test]
    fn other_vocabularies_are_left_out() {
        let html =
            "<p itemscope itemtype=http://e.org/T><b itemprop=x itemscope itemtype=https://schema.org/Thing></b></p>
            <p itemscope itemtype='https://schema.org/A http://e.org/B'><b itemprop=http://schema.org/name>n</b>
            <b itemprop=part itemscope><b itemprop=http://e.org/x>y</b></b></p><meta property=og:title content=t>";
        let expected = json!([
            {"index": 0, "source": "microdata", "types": ["Thing"], "properties": []},
            {"index": 1, "source": "microdata", "types": ["A", "http://e.org/B"],
             "properties": [{"name": "name", "value": "n"}, {"name": "part", "item": 2}]},
            {"index": 2, "source": "microdata", "parent": 1, "types": [],
             "properties": [{"name": "http://e.org/x", "value": "y"}]},
        ]);
        assert_eq!(of(html), expected);
        assert_eq!(json_ld(r#"{"@context": "http://e.org/", "@type": "Thing", "name": "x"}"#), json!([]));
        assert_eq!(json_ld(r#"{"@type": "Thing", "name": "x"}"#), json!([]));
        let prefixed = json!([{"index": 0, "source": "json-ld", "types": ["Thing"],
            "properties": [{"name": "name", "value": "x"}]}]);
        assert_eq!(json_ld(r#"{"@type": "schema:Thing", "schema:name": "x"}"#), prefixed);
        assert_eq!(json_ld(r#"{"@type": "http://schema.org/Thing", "http://schema.org/name": "x"}"#), prefixed);
    }

    #[test]
    fn json_ld_may_be_a_graph_with_references() {
        let graph = r##"{"@context": [{"@vocab": "http://schema.org"}], "@graph": [
            {"@type": ["Article", "NewsArticle"], "@id": "#a", "author": {"@id": "#p"}, "about": {"@id": "#x"},
             "wordCount": 7, "isAccessibleForFree": true, "keywords": ["k", {"@value": "l"}, null],
             "isPartOf": {"@list": [{"@type": "WebPage"}]}},
            {"@type": "Person", "@id": "#p", "name": "P"}]}"##;
        let expected = json!([
            {"index": 0, "source": "json-ld", "types": ["Article", "NewsArticle"], "id": "#a", "properties": [
                {"name": "author", "item": 2}, {"name": "about", "value": "#x"}, {"name": "wordCount", "value": "7"},
                {"name": "isAccessibleForFree", "value": "true"}, {"name": "keywords", "value": "k"},
                {"name": "keywords", "value": "l"}, {"name": "isPartOf", "item": 1}]},
            {"index": 1, "source": "json-ld", "parent": 0, "types": ["WebPage"], "properties": []},
            {"index": 2, "source": "json-ld", "parent": 0, "types": ["Person"], "id": "#p",
             "properties": [{"name": "name", "value": "P"}]},
        ]);
        assert_eq!(json_ld(graph), expected);
    }

    /// The context of schema.org makes `type` and `id` names of the keywords.
    #[test]
    fn keywords_have_other_names_in_the_context_of_schema_org() {
        let graph = r##"{"@context": "https://schema.org", "@graph": [
            {"type": "Product", "id": "#a", "offers": {"id": "#o"}}, {"type": "Offer", "id": "#o", "price": 1}]}"##;
        let expected = json!([
            {"index": 0, "source": "json-ld", "types": ["Product"], "id": "#a", "properties": [{"name": "offers", "item": 1}]},
            {"index": 1, "source": "json-ld", "parent": 0, "types": ["Offer"], "id": "#o",
             "properties": [{"name": "price", "value": "1"}]},
        ]);
        assert_eq!(json_ld(graph), expected);
        let both = r#"{"@context": "https://schema.org", "@type": "Thing", "type": "x"}"#;
        assert_eq!(json_ld(both)[0]["properties"], json!([{"name": "type", "value": "x"}]));
        assert_eq!(
            json_ld(r#"{"@context": "http://e.org/", "@type": "schema:Thing", "id": "x"}"#)[0]["id"],
            Json::Null
        );
    }

    /// Numbers stay as text, so none is too large.
    #[test]
    fn a_number_beyond_a_double_is_a_value() {
        let found = json_ld(r#"{"@context": "https://schema.org", "@type": "Offer", "price": 1e400}"#);
        assert_eq!(found[0]["properties"], json!([{"name": "price", "value": "1e400"}]));
    }

    #[test]
    fn contexts_have_many_forms() {
        for context in [
            "\"http://schema.org\"",
            "\"https://www.schema.org/\"",
            "\" //schema.org/docs/jsonldcontext.json\"",
            "[\"http://e.org\", \"https://Schema.org\"]",
            "{\"@vocab\": \"https://schema.org/\"}",
        ] {
            let found = json_ld(&format!("{{\"@context\": {context}, \"@type\": \"Thing\"}}"));
            assert_eq!(found[0]["types"], json!(["Thing"]), "{context}");
        }
        for context in ["\"http://schema.org.e.org\"", "\"\"", "null", "{\"x\": \"https://schema.org/\"}"] {
            let found = json_ld(&format!("{{\"@context\": {context}, \"@type\": \"Thing\"}}"));
            assert_eq!(found, json!([]), "{context}");
        }
    }
}
