//! Writes JSON objects.

use crate::row::{close_json, write_string};

/// Appends the members of an object. `write` appends each key, with [`push_key`], and its value.
pub(super) fn push_object(json: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    let start = json.len();
    write(json);
    close_json(json, start, *b"{}");
}

/// Returns the JSON that `write` appends.
pub(super) fn json_text(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut json = Vec::new();
    write(&mut json);
    String::from_utf8_lossy(&json).into_owned()
}

/// Appends a key, with a comma before it and a colon after it.
pub(super) fn push_key(key: &str, json: &mut Vec<u8>) {
    json.push(b',');
    write_string(key.as_bytes(), json);
    json.push(b':');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_have_commas_between_members() {
        let mut json = b"x".to_vec();
        push_object(&mut json, |_| {});
        push_object(&mut json, |json| {
            push_key("a", json);
            json.push(b'1');
            push_key("\"", json);
            push_object(json, |_| {});
        });
        assert_eq!(String::from_utf8(json).as_deref(), Ok(r#"x{}{"a":1,"\"":{}}"#));
    }
}
