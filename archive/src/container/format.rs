//! The formats of containers.

use std::fmt;

/// A format of files that contain archives.
///
/// ```
/// use tagrake_archive::container::ContainerFormat;
///
/// assert_eq!(ContainerFormat::of_name("crawl.wacz"), Some(ContainerFormat::Wacz));
/// assert_eq!(ContainerFormat::Wacz.as_str(), "WACZ");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ContainerFormat {
    /// [WACZ](https://specs.webrecorder.net/wacz/1.1.1/): a ZIP file with archives in its folder `archive`.
    Wacz,
}

impl ContainerFormat {
    /// All formats.
    pub const ALL: &'static [Self] = &[Self::Wacz];

    /// Returns the name of the format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Wacz => "WACZ",
        }
    }

    /// Returns the end of the names of files, in lower case.
    fn suffix(self) -> &'static str {
        match self {
            Self::Wacz => ".wacz",
        }
    }

    /// Returns the format of a file with this name, in lower case.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| name.ends_with(format.suffix()))
    }

    /// Returns the format of a file that starts with `bytes`, and `None` if they are too few to decide. `named` is the format of
    /// its name, which decides if the bytes do not.
    pub fn of_start(bytes: &[u8], named: Option<Self>) -> Option<Option<Self>> {
        for format in Self::ALL {
            if format.begins(bytes, named == Some(*format))? {
                return Some(Some(*format));
            }
        }
        Some(None)
    }

    fn begins(self, bytes: &[u8], has_name: bool) -> Option<bool> {
        match self {
            Self::Wacz => begins_wacz(bytes, has_name),
        }
    }
}

impl fmt::Display for ContainerFormat {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// Returns true if `bytes` start a WACZ file, and `None` if they are too few to decide. The name of one decides if its first
/// entry does not.
fn begins_wacz(bytes: &[u8], has_name: bool) -> Option<bool> {
    /// The first entries of WACZ files.
    const ENTRIES: [&[u8]; 4] = [b"archive/", b"datapackage", b"indexes/", b"pages/"];
    /// The longest of the first entries.
    const ENTRY_BYTES: usize = 12;
    /// The offset of the first entry's name in a ZIP file.
    const NAME_OFFSET: usize = 30;
    if bytes.starts_with(b"PK\x05\x06") {
        return Some(has_name);
    }
    match bytes.strip_prefix(b"PK\x03\x04") {
        Some(_) if has_name => Some(true),
        Some(_) if bytes.len() < NAME_OFFSET + ENTRY_BYTES => None,
        Some(_) => Some(ENTRIES.iter().any(|entry| bytes[NAME_OFFSET..].starts_with(entry))),
        None if bytes.is_empty() || !b"PK\x03\x04".starts_with(bytes) => Some(false),
        None => None,
    }
}
