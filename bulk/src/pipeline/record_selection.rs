//! Which records of WARC files are read as pages.

use super::html_sniff;

/// The MIME types of HTML.
const HTML: [&str; 2] = ["text/html", "application/xhtml+xml"];

/// Which records of WARC files are read as pages: by default, those of HTML that servers answered with success.
///
/// The pages of errors and redirects are the servers', not the sites', and their links lead where crawlers went anyway.
///
/// ```
/// use tagrake_bulk::pipeline::Selection;
///
/// let selection = Selection::default().with_mime_types("html,text/plain").with_statuses("2xx,404")?;
/// assert!(Selection::default().with_statuses("many").is_err());
/// # let _ = selection;
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Selection {
    /// All if there are none.
    mime_types: Vec<String>,
    /// From and to; all if there are none.
    statuses: Vec<(u16, u16)>,
}

impl Default for Selection {
    fn default() -> Self {
        Self { mime_types: HTML.map(str::to_owned).to_vec(), statuses: vec![(200, 299)] }
    }
}

impl Selection {
    /// Sets the MIME types, split at commas: `text/html`, `image/*`, `html` for those of HTML, `all`.
    ///
    /// The type is what the crawler found it to be (`WARC-Identified-Payload-Type`), or else what the server said; where
    /// nobody says it, the first bytes tell whether it is HTML.
    ///
    /// ```
    /// let all = tagrake_bulk::pipeline::Selection::default().with_mime_types("all");
    /// # let _ = all;
    /// ```
    #[must_use]
    pub fn with_mime_types(mut self, types: &str) -> Self {
        let types: Vec<_> = types.split(',').map(|name| name.trim().to_ascii_lowercase()).collect();
        self.mime_types = match types.iter().any(|name| name == "all") {
            true => Vec::new(),
            false => types
                .into_iter()
                .flat_map(|name| if name == "html" { HTML.map(str::to_owned).to_vec() } else { vec![name] })
                .collect(),
        };
        self
    }

    /// Sets the statuses of responses, split at commas: `200`, `2xx`, `all`. A response without a status is taken.
    ///
    /// # Errors
    ///
    /// If one of them is no status; says which.
    ///
    /// ```
    /// let all = tagrake_bulk::pipeline::Selection::default().with_statuses("all")?;
    /// # let _ = all;
    /// # Ok::<(), String>(())
    /// ```
    pub fn with_statuses(mut self, statuses: &str) -> Result<Self, String> {
        let statuses: Vec<_> = statuses.split(',').map(str::trim).collect();
        self.statuses = match statuses.contains(&"all") {
            true => Vec::new(),
            false => statuses.into_iter().map(status).collect::<Result<_, _>>()?,
        };
        Ok(self)
    }

    pub(super) fn takes_status(&self, status: Option<u16>) -> bool {
        let Some(status) = status else { return true };
        self.statuses.is_empty() || self.statuses.iter().any(|&(from, to)| (from..=to).contains(&status))
    }

    /// Returns whether a type is taken: the value of a header, with its parameters.
    pub(super) fn takes_mime_type(&self, value: &str) -> bool {
        let name = essence(value);
        self.mime_types.is_empty()
            || self.mime_types.iter().any(|chosen| match chosen.strip_suffix('*') {
                Some(start) => name.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start)),
                None => name.eq_ignore_ascii_case(chosen),
            })
    }

    /// Returns whether a body is taken of which nobody says the type.
    pub(super) fn takes_untyped(&self, body: &[u8]) -> bool {
        self.mime_types.is_empty() || (self.takes_mime_type(HTML[0]) && html_sniff::is_html(body))
    }
}

/// Returns the type that a header names, without its parameters.
pub(super) fn essence(value: &str) -> &str {
    value.split([';', ',']).next().unwrap_or_default().trim()
}

fn status(name: &str) -> Result<(u16, u16), String> {
    match name.as_bytes() {
        [class @ b'1'..=b'9', b'x' | b'X', b'x' | b'X'] => {
            let first = u16::from(class - b'0') * 100;
            Ok((first, first + 99))
        }
        [b'1'..=b'9', b'0'..=b'9', b'0'..=b'9'] => {
            let status = name.parse().map_err(|_| name.to_owned())?;
            Ok((status, status))
        }
        _ => Err(format!("'{name}' is no status: 200, 2xx or all")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_numbers_and_classes() {
        let cases = [
            ("200", &[200][..], &[201, 404][..]),
            ("all", &[100, 200, 999], &[]),
            ("2xx, 404", &[200, 299, 404], &[199, 300, 405]),
            ("3XX", &[304], &[200]),
        ];
        for (names, taken, not) in cases {
            let selection = Selection::default().with_statuses(names).expect("statuses");
            assert!(taken.iter().all(|&status| selection.takes_status(Some(status))), "{names}");
            assert!(!not.iter().any(|&status| selection.takes_status(Some(status))), "{names}");
            assert!(selection.takes_status(None));
        }
        for names in ["", "20", "2xy", "200,", "0xx", "-200"] {
            assert!(Selection::default().with_statuses(names).is_err(), "{names}");
        }
    }

    #[test]
    fn types_are_names_and_their_beginnings() {
        let cases = [
            ("html", &["text/html", "TEXT/HTML; charset=x", " application/xhtml+xml"][..], &["text/plain", ""][..]),
            ("all", &["a/b", ""], &[]),
            ("html,image/*", &["image/png", "text/html"], &["imag", "video/mp4"]),
            ("Text/Plain", &["text/plain, text/html"], &["text/html"]),
        ];
        for (names, taken, not) in cases {
            let selection = Selection::default().with_mime_types(names);
            assert!(taken.iter().all(|name| selection.takes_mime_type(name)), "{names}");
            assert!(!not.iter().any(|name| selection.takes_mime_type(name)), "{names}");
        }
        assert!(Selection::default().takes_untyped(b"<p>"));
        assert!(!Selection::default().takes_untyped(b"GIF89a"));
        assert!(Selection::default().with_mime_types("all").takes_untyped(b"GIF89a"));
        assert!(!Selection::default().with_mime_types("image/*").takes_untyped(b"<p>"));
    }
}
