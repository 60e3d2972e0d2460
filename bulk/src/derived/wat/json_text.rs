//! Writes JSON text.

/// Appends `text`, which is UTF-8, as a JSON string.
#[inline]
pub(super) fn push_string(text: &[u8], json: &mut Vec<u8>) {
    if !is_plain(text) {
        push_escaped(text, json);
        return;
    }
    json.push(b'"');
    json.extend_from_slice(text);
    json.push(b'"');
}

/// Returns true if no byte needs an escape.
#[inline]
fn is_plain(text: &[u8]) -> bool {
    if let Some(last) = text.last_chunk::<16>() {
        return are_plain(last) && text.as_chunks::<16>().0.iter().all(are_plain);
    }
    match (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        (Some(first), Some(last)) => are_plain(first) && are_plain(last),
        _ => text.iter().all(|&byte| !needs_escape(byte)),
    }
}

/// The compiler uses vectors for this loop, because it has no early exit.
#[inline]
fn are_plain<const N: usize>(bytes: &[u8; N]) -> bool {
    !bytes.iter().fold(false, |any, &byte| any | needs_escape(byte))
}

#[inline(always)]
fn needs_escape(byte: u8) -> bool {
    (byte < b' ') | (byte == b'"') | (byte == b'\\')
}

#[cold]
fn push_escaped(text: &[u8], json: &mut Vec<u8>) {
    let text = String::from_utf8_lossy(text);
    let Ok(()) = serde_json::to_writer(json, &*text) else { unreachable!("writing text to memory does not fail") };
}

/// Appends the members of an object. `write` appends each key, with [`push_key`], and its value.
pub(super) fn push_object(json: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    let start = json.len();
    write(json);
    // The first key begins with a comma, in place of the brace.
    match json.get_mut(start) {
        Some(comma) => *comma = b'{',
        None => json.push(b'{'),
    }
    json.push(b'}');
}

/// Appends a key, with a comma before it and a colon after it.
pub(super) fn push_key(key: &str, json: &mut Vec<u8>) {
    json.push(b',');
    push_string(key.as_bytes(), json);
    json.push(b':');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_equal_those_of_serde_json() {
        let specials = (0..=0x80_u8).map(char::from).chain(['é', '\u{2028}', '\u{10FFFF}']);
        for special in specials {
            for (before, after) in (0..34).flat_map(|before| [0, 1, 7, 8, 15, 16, 40].map(|after| (before, after))) {
                let text = format!("{:a<before$}{special}{:b<after$}", "", "");
                let mut json = b"x".to_vec();
                push_string(text.as_bytes(), &mut json);
                assert_eq!(
                    String::from_utf8(json).ok(),
                    serde_json::to_string(&text).ok().map(|json| format!("x{json}"))
                );
            }
        }
    }

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
