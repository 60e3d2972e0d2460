//! The names of partition folders, as Hive and Spark write them: `host=e.org`.

use crate::output::short_names::{MAX_BYTES, shortened_text};

/// The value of the folder for null, and for a value without characters.
const NULL: &str = "__HIVE_DEFAULT_PARTITION__";

/// Returns the name of the folder of rows that have `value` for the key `key`.
///
/// The characters that Hive escapes are percent-encoded. If the file system ignores the case of names, so are capital letters, or two
/// values would share a folder. A name that is too long, or that percent-encoding cannot express, ends in `~` and a hash of the value.
pub(super) fn partition_name(key: &str, value: Option<&str>, ignores_case: bool) -> String {
    let Some(value) = value.filter(|value| !value.is_empty()) else { return format!("{key}={NULL}") };
    let mut name = format!("{key}=");
    // Readers decode each byte as a character, so only ASCII can be escaped.
    let mut is_exact = value != NULL && !ends_in_hash(value);
    for character in value.chars() {
        if character.is_ascii() && (is_escaped(character) || ignores_case && character.is_ascii_uppercase()) {
            name += &format!("%{:02X}", u32::from(character));
        } else {
            is_exact &= !(ignores_case && character.is_uppercase());
            name.push(character);
        }
    }
    shortened_text(&name, MAX_BYTES, is_exact)
}

/// Returns true if a value ends like a shortened name, so that it cannot have the folder of another value.
fn ends_in_hash(value: &str) -> bool {
    value
        .rsplit_once('~')
        .is_some_and(|(_, hash)| hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Returns true for the characters that Hive and Spark escape, and for those that Windows does not permit in names.
fn is_escaped(character: char) -> bool {
    character.is_ascii_control() || "\"#%'*/:=?\\{[]^<>|".contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_escaped_as_hive_does() {
        let name = |value| partition_name("host", Some(value), false);
        for (value, expected) in [
            ("e.org", "host=e.org"),
            ("[::1]", "host=%5B%3A%3A1%5D"),
            ("../../etc", "host=..%2F..%2Fetc"),
            ("..", "host=.."),
            ("a=b%/c\\d\0\n", "host=a%3Db%25%2Fc%5Cd%00%0A"),
            ("en-US", "host=en-US"),
            ("ひ é", "host=ひ é"),
            ("", "host=__HIVE_DEFAULT_PARTITION__"),
        ] {
            assert_eq!(name(value), expected, "{value}");
        }
        assert_eq!(partition_name("lang", None, false), "lang=__HIVE_DEFAULT_PARTITION__");
        let text = name(NULL);
        assert!(text.starts_with("host=__HIVE_DEFAULT_PARTITION__~"), "a value is not null: {text}");
    }

    #[test]
    fn long_names_are_shortened_before_an_escape() {
        for (value, kept) in [("x".repeat(300), "x".repeat(233)), ("/".repeat(300), "%2F".repeat(77))] {
            let name = partition_name("host", Some(&value), false);
            let (before, hash) = name.split_once('~').expect("a hash");
            assert_eq!((before, hash.len()), (&*format!("host={kept}"), 16));
            let imitation = partition_name("host", name.strip_prefix("host="), false);
            assert!(imitation != name && imitation.len() <= 255, "{imitation}");
            assert!(name.len() <= 255 && name != partition_name("host", Some(&(value + "y")), false));
        }
    }

    #[test]
    fn capital_letters_have_folders_of_their_own() {
        let name = |value| partition_name("lang", Some(value), true);
        assert_eq!([name("en-US"), name("en-us")], ["lang=en-%55%53", "lang=en-us"]);
        let [capital, small] = [name("É"), name("é")];
        assert!(capital.starts_with("lang=É~") && small == "lang=é", "{capital}");
    }
}
