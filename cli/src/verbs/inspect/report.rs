//! Writes the report: one HTML page that loads nothing and runs nothing but its own script.

use super::data::ReportData;
use data_encoding::BASE64;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::io::{self, Write};

/// The template of the page, with placeholders in double braces.
const PAGE: &str = include_str!("report.html");
const STYLE: &str = include_str!("report.css");
/// The files of the script, in order: data, source view, tables, page.
const SCRIPT: [&str; 4] =
    [include_str!("data.js"), include_str!("source.js"), include_str!("tables.js"), include_str!("report.js")];

/// Writes the report on the document `name`.
pub(super) fn write(out: &mut impl Write, name: &str, data: &ReportData<'_>) -> io::Result<()> {
    let script = format!("\"use strict\";\n(() => {{\n{}\n}})();\n", SCRIPT.join("\n"));
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'",
        hash(&script),
        hash(STYLE)
    );
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name_of_part, after) = after.split_once("}}").unwrap_or((after, ""));
        out.write_all(before.as_bytes())?;
        match name_of_part {
            "policy" => out.write_all(policy.as_bytes())?,
            "title" => out.write_all(escaped(name).as_bytes())?,
            "style" => out.write_all(STYLE.as_bytes())?,
            "script" => out.write_all(script.as_bytes())?,
            "data" => {
                let mut serializer = serde_json::Serializer::new(WithoutLessThan(&mut *out));
                data.serialize(&mut serializer).map_err(io::Error::from)?;
            }
            _ => {}
        }
        rest = after;
    }
    out.write_all(rest.as_bytes())
}

/// Returns the hash with which the Content-Security-Policy allows a script or a style.
fn hash(text: &str) -> String {
    BASE64.encode(&Sha256::digest(text))
}

/// Returns `text` escaped for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Writes JSON with every `<` escaped, so that it cannot end the script element that contains it.
struct WithoutLessThan<W>(W);

impl<W: Write> Write for WithoutLessThan<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for (number, part) in bytes.split(|&byte| byte == b'<').enumerate() {
            if number > 0 {
                self.0.write_all(b"\\u003c")?;
            }
            self.0.write_all(part)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_cannot_end_its_script_element() {
        let mut json = Vec::new();
        let mut serializer = serde_json::Serializer::new(WithoutLessThan(&mut json));
        "<!--<script></script>".serialize(&mut serializer).expect("written");
        assert_eq!(String::from_utf8_lossy(&json), r#""\u003c!--\u003cscript>\u003c/script>""#);
    }

    #[test]
    fn the_template_has_each_placeholder_once_and_no_file_ends_its_element() {
        for name in ["policy", "style", "script", "data"] {
            assert_eq!(PAGE.matches(&format!("{{{{{name}}}}}")).count(), 1, "{name}");
        }
        for part in SCRIPT {
            assert!(!part.contains("</script") && !part.contains("<!--"));
            assert!(!part.contains("innerHTML") && !part.contains("eval("), "text is text");
        }
        assert!(!STYLE.contains("</style") && !STYLE.contains("url("));
    }
}
