//! Quotes arguments for a shell.

use super::escape::is_control;

/// Returns an argument as one word of a command line for bash, zsh or ksh. A word with control characters is written as
/// `$'…'`, so that it can be pasted. A path that begins with `-` begins with `./`.
pub(crate) fn quoted(argument: &str) -> String {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "_./:%+,@=-".contains(character);
    let start = if argument.starts_with('-') { "./" } else { "" };
    if !argument.is_empty() && argument.chars().all(is_plain) {
        return format!("{start}{argument}");
    }
    if !argument.chars().any(is_control) {
        return format!("'{start}{}'", argument.replace('\'', "'\\''"));
    }
    let mut word = format!("$'{start}");
    for character in argument.chars() {
        match character {
            '\'' | '\\' => word.extend(['\\', character]),
            _ if is_control(character) => {
                // Bytes do not depend on the locale of the shell.
                let mut buffer = [0; 4];
                character.encode_utf8(&mut buffer).bytes().for_each(|byte| word.push_str(&format!("\\x{byte:02x}")));
            }
            _ => word.push(character),
        }
    }
    word.push('\'');
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: [(&str, &str); 9] = [
        ("a/b-c_1.warc.gz", "a/b-c_1.warc.gz"),
        ("a b", "'a b'"),
        ("it's $(rm -r ~) `x` \"y\"", "'it'\\''s $(rm -r ~) `x` \"y\"'"),
        ("-o", "./-o"),
        ("- o", "'./- o'"),
        ("a\nb'\\", "$'a\\x0ab\\'\\\\'"),
        ("\u{202e}é\u{1b}7", "$'\\xe2\\x80\\xaeé\\x1b7'"),
        ("~/*.warc", "'~/*.warc'"),
        ("", "''"),
    ];

    #[test]
    fn words_are_quoted() {
        for (argument, word) in WORDS {
            assert_eq!(quoted(argument), word);
        }
    }

    #[test]
    #[cfg(unix)]
    fn bash_reads_the_argument() {
        for (argument, word) in WORDS {
            let command = std::process::Command::new("bash").args(["-c", &format!("printf %s {word}")]).output();
            let Ok(output) = command else { return };
            let read = String::from_utf8(output.stdout).expect("UTF-8");
            assert_eq!(read.strip_prefix("./").filter(|rest| *rest == argument).unwrap_or(&read), argument);
        }
    }
}
