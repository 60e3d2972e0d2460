//! HTML reports: each is one page that loads nothing and runs nothing but its own script.
//!
//! The data is JSON in an element of its own. The script creates elements from it, and text only ever becomes text nodes.

use super::existing_file::{self, OutputKind};
use super::path::is_special;
use crate::report::usage;
use data_encoding::BASE64;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;

/// The page around the body of a report, with placeholders in double braces.
const FRAME: &str = include_str!("frame.html");
/// The style and the script that all reports share.
const BASE_STYLE: &str = include_str!("base.css");
const BASE_SCRIPT: &str = include_str!("base.js");

/// A kind of report.
pub(crate) struct HtmlPage {
    /// The verb that writes it.
    pub(crate) verb: &'static str,
    /// The elements of the body.
    pub(crate) body: &'static str,
    pub(crate) style: &'static str,
    /// The files of the script, in order.
    pub(crate) scripts: &'static [&'static str],
}

impl HtmlPage {
    /// Writes a report with this title.
    pub(crate) fn write(&self, out: &mut impl Write, title: &str, data: &impl Serialize) -> io::Result<()> {
        let style = format!("{BASE_STYLE}{}", self.style);
        let script = format!("\"use strict\";\n(() => {{\n{BASE_SCRIPT}\n{}\n}})();\n", self.scripts.join("\n"));
        let policy = format!(
            "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'; \
             require-trusted-types-for 'script'; trusted-types 'none'",
            hash(&script),
            hash(&style)
        );
        let mut rest = FRAME;
        while let Some((before, after)) = rest.split_once("{{") {
            let (name, after) = after.split_once("}}").unwrap_or((after, ""));
            out.write_all(before.as_bytes())?;
            match name {
                "policy" => out.write_all(policy.as_bytes())?,
                "title" => out.write_all(escaped(title).as_bytes())?,
                "verb" => out.write_all(self.verb.as_bytes())?,
                "body" => out.write_all(self.body.as_bytes())?,
                "style" => out.write_all(style.as_bytes())?,
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

    /// Asserts that the frame has each placeholder once, that no file ends its element, and that scripts create no markup.
    #[cfg(test)]
    pub(crate) fn check(&self) {
        for name in ["policy", "title", "verb", "style", "body", "data", "script"] {
            assert_eq!(FRAME.matches(&format!("{{{{{name}}}}}")).count(), 1, "{name}");
        }
        assert!(!self.body.contains("<script") && !self.body.contains("</body"));
        for part in self.scripts.iter().chain([&BASE_SCRIPT]) {
            assert!(!part.contains("</script") && !part.contains("<!--"));
            assert!(!part.contains("innerHTML") && !part.contains("eval("), "text is text");
        }
        for style in [self.style, BASE_STYLE] {
            assert!(!style.contains("</style") && !style.contains("url("));
        }
    }
}

/// Ends the process with a usage error if a report has an extension other than `.html` or `.htm`, or would replace a file that
/// is no report of this verb.
pub(crate) fn check_path(path: &Path, verb: &'static str) {
    if is_special(path) {
        return;
    }
    let is_other = |extension: &OsStr| !["", "html", "htm"].iter().any(|html| extension.eq_ignore_ascii_case(html));
    if path.extension().is_some_and(is_other) {
        let path = path.display();
        usage::refuse(&format!("the output '{path}': a report is HTML: use the extension '.html'"));
    }
    existing_file::refuse(path, OutputKind::Report(verb));
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
}
