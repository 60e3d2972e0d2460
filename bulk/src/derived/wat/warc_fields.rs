//! Parses and writes header fields and the block type `application/warc-fields`.

use super::json_value::JsonValue;
use tagrake_archive::header_fields::{Headers, line, split_field};

/// How a list of fields ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FieldsEnd {
    /// The offset after the fields and the empty line.
    pub(super) end: usize,
    /// True if an empty line ends the fields.
    pub(super) has_empty_line: bool,
    /// True if a line is not a field, or has bytes that are not ASCII.
    pub(super) is_corrupt: bool,
}

/// Parses lines up to the empty one into `fields`.
pub(super) fn read(text: &[u8], fields: &mut Headers) -> FieldsEnd {
    fields.clear();
    walk(text, |field| fields.push_line(field))
}

/// Returns how fields end that were parsed before.
pub(super) fn check(text: &[u8]) -> FieldsEnd {
    let mut is_first = true;
    walk(text, |field| {
        let goes_on = !is_first && matches!(field, [b' ' | b'\t', ..]);
        is_first = false;
        goes_on || split_field(field).is_some()
    })
}

fn walk(text: &[u8], mut take: impl FnMut(&[u8]) -> bool) -> FieldsEnd {
    let (mut end, mut is_corrupt) = (0, false);
    while end < text.len() {
        let (field, bytes) = line(&text[end..]);
        end += bytes;
        if field.is_empty() {
            return FieldsEnd { end, has_empty_line: true, is_corrupt };
        }
        is_corrupt |= !take(field) || !field.is_ascii();
    }
    FieldsEnd { end, has_empty_line: false, is_corrupt }
}

/// Returns fields as an object. A repeated name has a list of values, at the position of the first.
pub(super) fn field_object<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> JsonValue<'a> {
    let fields: Vec<_> = fields.into_iter().collect();
    let mut indices: Vec<usize> = (0..fields.len()).collect();
    indices.sort_by_key(|&index| fields[index].0);
    let mut groups: Vec<&[usize]> = indices.chunk_by(|&a, &b| fields[a].0 == fields[b].0).collect();
    groups.sort_unstable_by_key(|group| group[0]);
    let members = groups.into_iter().map(|group| {
        let value = match *group {
            [index] => fields[index].1.into(),
            _ => JsonValue::List(group.iter().map(|&index| fields[index].1.into()).collect()),
        };
        (fields[group[0]].0, value)
    });
    JsonValue::Object(members.collect())
}

/// Returns fields as a list of objects.
pub(super) fn field_list(fields: &Headers) -> JsonValue<'_> {
    let object = |(name, value)| {
        JsonValue::object([Some(("Name", JsonValue::from(name))), Some(("Value", JsonValue::from(value)))])
    };
    JsonValue::List(fields.iter().map(object).collect())
}

/// Returns the value of `Content-Length`, if it is a number.
pub(super) fn content_length(headers: &Headers) -> Option<u64> {
    headers.get("Content-Length")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_field_becomes_a_list() {
        let table: [(&[(&str, &str)], &str); 4] = [
            (&[], "{}"),
            (&[("b", "1"), ("a", "2")], r#"{"b":"1","a":"2"}"#),
            (&[("b", "1"), ("a", "2"), ("b", "1"), ("c", ""), ("b", "3")], r#"{"b":["1","1","3"],"a":"2","c":""}"#),
            (&[("B", "1"), ("b", "2")], r#"{"B":"1","b":"2"}"#),
        ];
        for (fields, json) in table {
            assert_eq!(field_object(fields.iter().copied()).to_json(), json);
        }
    }

    #[test]
    fn many_fields_take_linear_time() {
        let names: Vec<String> = (0..100_000).map(|number| format!("{}", number % 50_000)).collect();
        let fields = field_object(names.iter().map(|name| (name.as_str(), "")));
        let started = std::time::Instant::now();
        assert!(fields.to_json().ends_with(r#""49999":["",""]}"#));
        assert!(started.elapsed().as_secs() < 5);
    }

    #[test]
    fn fields_end_at_an_empty_line() {
        let end = |end, has_empty_line, is_corrupt| FieldsEnd { end, has_empty_line, is_corrupt };
        let table: [(&[u8], FieldsEnd); 8] = [
            (b"", end(0, false, false)),
            (b"a: b\r\n", end(6, false, false)),
            (b"a: b\r\n\r\nrest", end(8, true, false)),
            (b"a: b\n\nrest", end(6, true, false)),
            (b"a: b\n c\n\n", end(9, true, false)),
            (b" c\n\n", end(4, true, true)),
            (b"a\n\n", end(3, true, true)),
            (b"a: \xE9\n\n", end(6, true, true)),
        ];
        let mut fields = Headers::default();
        for (text, expected) in table {
            assert_eq!(read(text, &mut fields), expected, "{}", text.escape_ascii());
            assert_eq!(check(text), expected, "{}", text.escape_ascii());
        }
    }
}
