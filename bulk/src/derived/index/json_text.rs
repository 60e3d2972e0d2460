//! Writes JSON strings in ASCII, as Python's `json.dumps` does.

/// Appends `text` as a JSON string. Characters beyond ASCII are escaped as UTF-16.
pub(super) fn write_ascii_string(text: &str, json: &mut Vec<u8>) {
    json.push(b'"');
    for character in text.chars() {
        match character {
            '"' => json.extend_from_slice(b"\\\""),
            '\\' => json.extend_from_slice(b"\\\\"),
            '\n' => json.extend_from_slice(b"\\n"),
            '\r' => json.extend_from_slice(b"\\r"),
            '\t' => json.extend_from_slice(b"\\t"),
            '\x08' => json.extend_from_slice(b"\\b"),
            '\x0C' => json.extend_from_slice(b"\\f"),
            ' '..='\x7F' => json.push(character as u8),
            character => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    json.extend_from_slice(format!("\\u{unit:04x}").as_bytes());
                }
            }
        }
    }
    json.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_those_of_python() {
        let mut json = Vec::new();
        write_ascii_string("a\"b\\/\n\r\t\u{8}\u{C}\u{1}\u{7F}\u{80}é😀", &mut json);
        // Printed by `json.dumps` in Python 3.11.
        let expected = "\"a\\\"b\\\\/\\n\\r\\t\\b\\f\\u0001\u{7F}\\u0080\\u00e9\\ud83d\\ude00\"";
        assert_eq!(String::from_utf8(json).expect("it is ASCII"), expected);
    }
}
