//! The schema against records: of the extraction cases, of the pages of corpora/small, and of a page with every feature.

use crate::support::all_pages::all_pages;
use crate::support::everything::everything;
use crate::support::own_pages::own_pages;
use crate::support::rows::{json, json_of};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tagrake_bulk::input::{InputPage, json_lines};
use tagrake_bulk::row::Row;
use tagrake_bulk::schema::{self, Field, Table, Type, json_schema};
use tagrake_bulk::{BlockRow, CellRow, ErrorRecord, Fields, LinkRow, PageRecord, Reader, ReaderOptions};
use tagrake_extract::{ExtractOptions, View};
use tagrake_testsupport::extract_cases;

fn reader() -> Reader {
    Reader::new(ReaderOptions { extract: ExtractOptions::default().with_text(true), ..ReaderOptions::default() })
}

fn record(reader: &mut Reader, input: &InputPage) -> Value {
    reader.read(input, |page| json(PageRecord::new(input, page)))
}

/// Returns a record with all keys, also those on request.
fn full_record(input: &InputPage) -> Value {
    let on_request: Vec<_> = schema::ON_REQUEST.iter().map(|field| field.name).collect();
    let fields = Fields::default().with(Table::Pages, &on_request.join(",")).expect("keys");
    let extract = fields.extract_options(Table::Pages).with_text(true);
    let mut reader = Reader::new(ReaderOptions { extract, ..ReaderOptions::default() });
    reader.read(input, |page| json_of(PageRecord::new(input, page), &fields))
}

#[test]
fn every_record_is_valid() {
    let (mut reader, schema, mut wrong) = (reader(), json_schema(Table::Pages), Vec::new());
    let mut checked = 0;
    let mut check = |name: &str, record: &Value| {
        checked += 1;
        validate(record, &schema, name, &mut wrong);
    };
    for case in extract_cases::read() {
        let input = json_lines("cases", case.to_string().as_bytes()).next().expect("a line").expect("a page");
        check(case["id"].as_str().expect("a name"), &record(&mut reader, &input));
    }
    for input in own_pages() {
        check(&input.origin, &record(&mut reader, &input));
    }
    check("everything", &record(&mut reader, &everything()));
    check("everything on request", &full_record(&everything()));
    let error = json_lines("pages", &b"{}"[..]).next().expect("a line").expect_err("no page");
    check("error", &json(ErrorRecord(&error)));
    let input = everything();
    let links = json_schema(Table::Links);
    reader.read(&input, |page| {
        for link in page.links {
            let row = json(LinkRow::new(&input, page, link));
            validate(&row, &links, "link", &mut wrong);
        }
    });
    let (blocks, fields) =
        (json_schema(Table::Blocks), Fields::default().with(Table::Blocks, "score,main").expect("keys"));
    let mut scored = Reader::new(ReaderOptions::default().with_fields(Table::Blocks, &fields));
    scored.read(&input, |page| {
        let table = page.blocks.as_ref().expect("they are requested");
        for block in table {
            let row = json_of(BlockRow::new(&input, page, block, table.view(View::Main)), &fields);
            validate(&row, &blocks, "block", &mut wrong);
            assert!(row["score"].is_number() && row["main"].is_boolean(), "{row}");
        }
    });
    let (tables, extract) = (json_schema(Table::Tables), Fields::default().extract_options(Table::Tables));
    let mut reader = Reader::new(ReaderOptions { extract, ..ReaderOptions::default() });
    reader.read(&input, |page| {
        for table in page.blocks.as_ref().expect("they are requested").tables() {
            for cell in table.cells() {
                validate(&json(CellRow::new(&input, page, table, cell)), &tables, "cell", &mut wrong);
            }
        }
    });
    assert!(checked > 160, "{checked} records");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_key_on_its_own_has_the_same_value_as_among_all() {
    let mut inputs: Vec<_> = own_pages().collect();
    inputs.push(everything());
    let whole: Vec<_> = inputs.iter().map(full_record).collect();
    for field in schema::PAGE.iter().chain(schema::ON_REQUEST) {
        let fields = Fields::only(field.name).expect("a key");
        let mut reader = Reader::new(ReaderOptions::default().with_fields(Table::Pages, &fields));
        for (input, whole) in inputs.iter().zip(&whole) {
            let alone = reader.read(input, |page| json_of(PageRecord::new(input, page), &fields));
            assert_eq!(alone.get(field.name), whole.get(field.name), "{} of {}", field.name, input.origin);
        }
    }
}

#[test]
fn records_have_the_keys_of_the_schema_in_its_order() {
    let input = everything();
    let record = record(&mut reader(), &input);
    let names = |fields: &[Field]| fields.iter().map(|field| field.name.to_owned()).collect::<Vec<_>>();
    let keys = |value: &Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    let but = |names: Vec<String>, left_out: &[&str]| -> Vec<_> {
        names.into_iter().filter(|name| !left_out.contains(&name.as_str())).collect()
    };
    let (mut reader, mut seen, mut filled) = (reader(), BTreeSet::new(), BTreeSet::new());
    for page in all_pages() {
        let record = self::record(&mut reader, &page);
        let places: Vec<_> =
            keys(&record).iter().map(|key| names(schema::PAGE).iter().position(|name| name == key)).collect();
        assert!(places.is_sorted() && !places.contains(&None), "{record}");
        seen.extend(keys(&record));
        let is_empty = |value: &Value| value.is_null() || *value == json!([]) || *value == json!({});
        filled.extend(keys(&record).into_iter().filter(|key| !is_empty(&record[key])));
    }
    let expected: BTreeSet<_> = but(names(schema::PAGE), &["error"]).into_iter().collect();
    assert_eq!((&seen, &filled), (&expected, &expected));

    let mut seen = BTreeSet::new();
    for link in record["links"].as_array().expect("a list") {
        let places: Vec<_> =
            keys(link).iter().map(|key| names(schema::LINK).iter().position(|name| name == key)).collect();
        assert!(places.is_sorted() && !places.contains(&None), "{link}");
        seen.extend(keys(link));
    }
    assert_eq!(seen, names(schema::LINK).into_iter().collect());

    for field in schema::PAGE {
        let value = &record[field.name];
        match field.kind {
            Type::Struct(fields) => assert_eq!(keys(value), names(fields), "{}", field.name),
            Type::List(Type::Struct(fields)) if field.name != "links" => {
                let members = value.as_array().expect("a list").iter().flat_map(keys);
                assert_eq!(members.collect::<BTreeSet<_>>(), names(fields).into_iter().collect(), "{}", field.name);
            }
            _ => {}
        }
    }
}

#[test]
fn rights_are_one_object() {
    let mut input = everything();
    input.headers.push(("Content-Usage".to_owned(), "train-ai=n".to_owned()));
    let fields = Fields::only("rights").expect("a key");
    let mut reader = Reader::new(ReaderOptions::default().with_fields(Table::Pages, &fields));
    let expected = json!({"rights": {
        "directives": [
            {"agent": "*", "directive": "noindex", "source": "meta"},
            {"agent": "*", "directive": "nofollow", "source": "header"},
        ],
        "tdm_reservation": 1,
        "tdm_policy": "https://example.com/z",
        "tdm_error": false,
        "licenses": ["https://example.com/b/y"],
        "declared": [
            {"source": "meta", "name": "robots", "value": "noindex"},
            {"source": "meta", "name": "tdm-reservation", "value": "1"},
            {"source": "link", "name": "license", "value": "y"},
            {"source": "header", "name": "x-robots-tag", "value": "nofollow"},
            {"source": "header", "name": "tdm-policy", "value": "z"},
            {"source": "header", "name": "content-usage", "value": "train-ai=n"},
        ],
    }});
    assert_eq!(reader.read(&input, |page| json_of(PageRecord::new(&input, page), &fields)), expected);
    // A page that declares nothing has empty lists, unlike one that could not be read.
    let empty = InputPage::new("-", Vec::new());
    let rights = reader.read(&empty, |page| json_of(PageRecord::new(&empty, page), &fields));
    let expected = json!({"directives": [], "tdm_reservation": null, "tdm_policy": null, "tdm_error": false, "licenses": [],
        "declared": []});
    assert_eq!(rights["rights"], expected);
}

#[test]
fn link_rows_start_with_the_page() {
    let with_capture = everything();
    let mut bare = with_capture.clone();
    bare.capture = None;
    let mut with_id = bare.clone();
    with_id.id = serde_json::from_str("7").ok();
    let cases = [
        (&with_capture, &["warc_filename", "warc_record_offset", "content_truncated", "page_url"][..]),
        (&bare, &["source", "page_url", "element"]),
        (&with_id, &["id", "page_url", "element"]),
    ];
    for (input, first) in cases {
        let row = reader().read(input, |page| json(LinkRow::new(input, page, &page.links[0])));
        let keys: Vec<_> = row.as_object().expect("an object").keys().map(String::as_str).collect();
        assert_eq!(keys[..first.len()], *first);
        assert!(first[..first.len() - 1].iter().all(|key| schema::LINK_PAGE.iter().any(|field| field.name == *key)));
    }
}

#[test]
fn offsets_point_into_the_page() {
    let input =
        InputPage::new("-", b"\xEF\xBB\xBF<a href=x></a><script type=application/ld+json> {,</script>".to_vec());
    let record = record(&mut reader(), &input);
    assert_eq!(record["links"][0]["offset"], 11);
    assert_eq!(record["jsonld"][0], json!({"valid": false, "raw": " {,", "error": "unexpected ','", "offset": 2}));
}

#[test]
fn json_ld_that_parsers_reject_does_not_invalidate_the_record() {
    let deep = format!("{}{}", "[".repeat(400), "]".repeat(400));
    let html =
        format!("<script type=application/ld+json>{deep}</script><script type=application/ld+json>[\n1]</script>");
    let input = InputPage::new("-", html.into());
    let line = reader().read(&input, |page| PageRecord::new(&input, page).to_json(&Fields::default()));
    let line = line.expect("a record is JSON");
    assert!(!line.contains('\n'));
    let record: Value = serde_json::from_str(&line).expect("serde_json reads it");
    assert_eq!(record["jsonld"], json!([{"valid": true, "raw": deep}, {"valid": true, "value": [1]}]));
}

/// Validates a value against a schema, for the keywords that ours uses. Appends the errors.
fn validate(value: &Value, schema: &Value, place: &str, wrong: &mut Vec<String>) {
    for (word, rule) in schema.as_object().expect("a schema is an object") {
        let is_met = match word.as_str() {
            "$schema" | "title" | "description" | "format" => true,
            "type" => match rule {
                Value::String(name) => is_of_type(value, name),
                names => names
                    .as_array()
                    .expect("names")
                    .iter()
                    .any(|name| is_of_type(value, name.as_str().expect("a name"))),
            },
            "const" => value == rule,
            "enum" => rule.as_array().expect("values").contains(value),
            "required" => value.as_object().is_none_or(|value| {
                let mut keys = rule.as_array().expect("keys").iter();
                keys.all(|key| value.contains_key(key.as_str().expect("a key")))
            }),
            "anyOf" => rule.as_array().expect("schemas").iter().any(|schema| {
                let mut wrong = Vec::new();
                validate(value, schema, place, &mut wrong);
                wrong.is_empty()
            }),
            "properties" => {
                for (key, schema) in rule.as_object().expect("properties") {
                    if let Some(value) = value.get(key) {
                        validate(value, schema, &format!("{place}/{key}"), wrong);
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = schema["properties"].as_object();
                for (key, value) in value.as_object().into_iter().flatten() {
                    if known.is_some_and(|known| known.contains_key(key)) {
                        continue;
                    }
                    match rule {
                        Value::Bool(false) => wrong.push(format!("{place}: {key} is not in the schema")),
                        schema => validate(value, schema, &format!("{place}/{key}"), wrong),
                    }
                }
                true
            }
            "items" => {
                value.as_array().into_iter().flatten().for_each(|value| validate(value, rule, place, wrong));
                true
            }
            "prefixItems" => {
                let items = value.as_array().into_iter().flatten().zip(rule.as_array().expect("schemas"));
                items.for_each(|(value, schema)| validate(value, schema, place, wrong));
                true
            }
            "minItems" => value.as_array().is_some_and(|items| items.len() as u64 >= rule.as_u64().expect("a number")),
            "maxItems" => value.as_array().is_some_and(|items| items.len() as u64 <= rule.as_u64().expect("a number")),
            word => panic!("the check does not know {word}"),
        };
        if !is_met {
            wrong.push(format!("{place}: {word} {rule}: {value}"));
        }
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        name => panic!("no type {name}"),
    }
}
