//! A port of the reading part of cc-pyspark's `ExtractLinksJob`, in the same order and as strict: a missing key or a
//! wrong type that would fail there is an error here.

use serde_json::Value;
use url::Url;

/// The links of a page, as pairs of URLs.
pub(crate) type Links = Vec<(String, String)>;

const META_PROPERTIES: [&str; 8] = [
    "og:url",
    "og:image",
    "og:image:secure_url",
    "og:video",
    "og:video:url",
    "og:video:secure_url",
    "twitter:url",
    "twitter:image:src",
];
const META_NAMES: [&str; 6] = [
    "twitter:image",
    "thumbnail",
    "application-url",
    "msapplication-starturl",
    "msapplication-TileImage",
    "vb_meta_bburl",
];

/// Returns the links that the job finds in a record. Only response records have any.
pub(crate) fn links(record: &Value) -> Result<Links, String> {
    let envelope = key(record, "Envelope")?;
    let header = key(envelope, "WARC-Header-Metadata")?;
    if text(header, "WARC-Type")? != "response" {
        return Ok(Links::new());
    }
    let url = text(header, "WARC-Target-URI")?;
    let response = key(key(envelope, "Payload-Metadata")?, "HTTP-Response-Metadata")?;
    let mut links = Links::new();
    if let Some(headers) = response.get("Headers") {
        for (name, value) in headers.as_object().ok_or("headers are an object")? {
            let values = match value {
                Value::Array(values) => values.iter().collect(),
                value => vec![value],
            };
            for value in values {
                let value = value.as_str().ok_or("a header is text")?;
                match name.to_lowercase().as_str() {
                    "content-location" => links.push((url.to_owned(), value.to_owned())),
                    "link" => links.extend(in_angle_brackets(value).map(|link| (url.to_owned(), link.to_owned()))),
                    _ => {}
                }
            }
        }
    }
    let Some(html) = response.get("HTML-Metadata") else { return Ok(links) };
    let mut base = url.to_owned();
    if let Some(head) = html.get("Head") {
        if head.get("Base").is_some() {
            base = join(url, text(head, "Base")?)?;
        }
        let mut add = |rows: &Value, name| add_links(&mut links, url, &base, rows, name, None);
        if let Some(rows) = head.get("Link") {
            add(rows, "url")?;
        }
        for meta in rows(head.get("Metas"))? {
            let has = |name: &str, known: &[&str]| {
                meta.get(name).is_some_and(|value| known.iter().any(|known| value == known))
            };
            let is_absolute = meta.get("content").map_or(Ok(false), |_| text(meta, "content").map(is_absolute))?;
            if has("property", &META_PROPERTIES) || has("name", &META_NAMES) || is_absolute {
                add(&Value::from(vec![meta.clone()]), "content")?;
            }
        }
        if let Some(rows) = head.get("Scripts") {
            add(rows, "url")?;
        }
    }
    if let Some(rows) = html.get("Links") {
        add_links(&mut links, url, &base, rows, "url", Some("href"))?;
    }
    Ok(links)
}

fn add_links(
    links: &mut Links,
    url: &str,
    base: &str,
    all: &Value,
    name: &str,
    other: Option<&str>,
) -> Result<(), String> {
    let count = links.len();
    for row in rows(Some(all))? {
        let link = match other {
            _ if row.get(name).is_some() => text(row, name)?,
            Some(other) if row.get(other).is_some() && is_absolute(text(row, other)?) => text(row, other)?,
            _ => continue,
        };
        links.push((url.to_owned(), join(base, link)?));
    }
    if links.len() == count {
        // So that every page is in the graph.
        links.push((url.to_owned(), url.to_owned()));
    }
    Ok(())
}

fn rows(rows: Option<&Value>) -> Result<&[Value], String> {
    rows.map_or(Ok(&[]), |rows| rows.as_array().map(Vec::as_slice).ok_or_else(|| "rows are a list".to_owned()))
}

fn key<'v>(value: &'v Value, name: &str) -> Result<&'v Value, String> {
    value.get(name).ok_or_else(|| format!("no {name} in {value}"))
}

fn text<'v>(value: &'v Value, name: &str) -> Result<&'v str, String> {
    key(value, name)?.as_str().ok_or_else(|| format!("{name} is no text in {value}"))
}

fn is_absolute(url: &str) -> bool {
    ["//", "http://", "https://"].iter().any(|start| url.starts_with(start))
}

fn in_angle_brackets(value: &str) -> impl Iterator<Item = &str> {
    value.split('<').skip(1).filter_map(|part| part.split_once('>').map(|(link, _)| link))
}

fn join(base: &str, url: &str) -> Result<String, String> {
    let base = Url::parse(base).map_err(|error| error.to_string())?;
    base.join(url).map(String::from).map_err(|error| error.to_string())
}
