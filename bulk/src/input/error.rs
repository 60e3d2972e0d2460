//! Errors for a page, or for a file of pages, that could not be read.

pub(crate) use super::shortened::{MAX_SHOWN_BYTES, shortened};

use super::pages::capture::Capture;
use super::pages::input_page::Id;
use super::sources::format::NameFormat;
use super::sources::type_names::is_archive;
use crate::schema::table::RowError;
use crate::url_host::UrlHost;
use std::borrow::Cow;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use tagrake_archive::codec::{Decompressor, StreamCompression};
use tagrake_archive::container::ContainerError;
use tagrake_archive::digest::DigestMismatch;
use tagrake_archive::remote::{RemoteError, is_failure_of_file};
use tagrake_archive::warc::{WarcError, WarcErrorKind};
use tagrake_archive::{codec, reason};
use url::Url;

/// A page, a file of pages or a part of a file that could not be read. The message has its origin.
///
/// ```
/// let error = tagrake_bulk::input::open("no/such/page.html".as_ref()).err().unwrap();
/// assert_eq!(error.to_string(), "no/such/page.html: No such file or directory");
/// ```
#[derive(Debug, thiserror::Error)]
#[error("{origin}: {kind}{}", self.advice())]
#[non_exhaustive]
pub struct InputError {
    /// The path. For a line, the path and its number, from 1: `pages.jsonl:3`. For a place in a WARC file, the path
    /// and the offset: `crawl.warc.gz:7711`.
    pub origin: String,
    /// The page's id, if it could be read from the line.
    pub id: Option<Id>,
    /// The capture of the page, if it comes from a web archive.
    pub capture: Option<Box<Capture>>,
    /// The page's URL, if it is known despite the error.
    pub url: Option<String>,
    /// The cause.
    pub kind: InputErrorKind,
}

impl InputError {
    pub(crate) fn new(origin: impl Into<String>, kind: InputErrorKind) -> Self {
        Self { origin: origin.into(), id: None, capture: None, url: None, kind }
    }

    pub(crate) fn io(origin: impl Into<String>, error: io::Error) -> Self {
        Self::new(origin, InputErrorKind::Io(error))
    }

    /// Returns the error for a failed read from `stream`: damaged compression, or the error of the system, of a download or of
    /// a file that changed.
    pub(crate) fn of_decoding<R: io::Read>(
        origin: impl Into<String>,
        error: io::Error,
        stream: &Decompressor<R>,
    ) -> Self {
        if stream.compression() == StreamCompression::Plain || is_failure_of_file(&error) {
            return Self::io(origin, error);
        }
        if let Some(cause) = codec::unsupported(&error) {
            return Self::new(origin, InputErrorKind::Unsupported(cause.into()));
        }
        let is_truncated = error.kind() == io::ErrorKind::UnexpectedEof;
        let damage = if is_truncated { None } else { Some(error.to_string().into()) };
        Self::new(origin, InputErrorKind::Compression { offset: stream.stored_bytes(), damage })
    }

    /// Returns the file of the origin: the path or URL without the number of a line or the offset of a record.
    ///
    /// ```
    /// let error = tagrake_bulk::input::open("no/such/page.html".as_ref()).err().unwrap();
    /// assert_eq!(error.file(), "no/such/page.html");
    /// ```
    pub fn file(&self) -> &str {
        if let Some(name) = self.capture.as_ref().and_then(|capture| capture.warc_filename.as_deref()) {
            return name;
        }
        let is_place = |place: &str| place.starts_with(|first: char| first.is_ascii_digit());
        match &self.kind {
            InputErrorKind::Io(_)
            | InputErrorKind::EmptyFolder
            | InputErrorKind::Type(_)
            | InputErrorKind::NotAList { .. }
            | InputErrorKind::Container(_)
            | InputErrorKind::Compression { .. }
            | InputErrorKind::Loop
            | InputErrorKind::SameName(_)
            | InputErrorKind::IsOutput(_) => &self.origin,
            _ => {
                self.origin.rsplit_once(':').filter(|(_, place)| is_place(place)).map_or(&self.origin, |(file, _)| file)
            }
        }
    }

    /// Returns true if no local file has the path.
    fn is_missing(&self) -> bool {
        matches!(&self.kind, InputErrorKind::Io(error) if error.kind() == io::ErrorKind::NotFound && !RemoteError::is_in(error))
    }

    /// Returns a hint on how to read the input after all.
    fn advice(&self) -> Cow<'static, str> {
        match &self.kind {
            InputErrorKind::Io(_) if self.is_missing() && self.origin.contains("://") => {
                "; only URLs with s3, gs, az, http and https are read".into()
            }
            // A shell replaces a pattern by the names that match, and keeps it if there are none.
            InputErrorKind::Io(_) if self.is_missing() && self.origin.contains('*') => {
                "; no file matches the pattern, or it is quoted, so that the shell did not expand it".into()
            }
            InputErrorKind::Io(_) if self.is_missing() && begins_with_host(&self.origin) => {
                format!("; the page on the web is https://{}", self.origin).into()
            }
            InputErrorKind::Type(apparent) if apparent.starts_with("plain text") => {
                "; --input html reads it as a page".into()
            }
            kind if kind.is_archive() => "; --input warc reads it".into(),
            _ => "".into(),
        }
    }

    /// Converts damage in a WARC file.
    pub(crate) fn damage(error: WarcError) -> Self {
        let WarcError { origin, location, kind, .. } = error;
        let damage = InputErrorKind::Damage { length: location.length, kind };
        let error = Self::new(format!("{origin}:{location}"), damage);
        let capture = Capture {
            warc_record_offset: Some(location.offset),
            warc_record_length: location.in_member.is_none().then_some(location.length),
            warc_filename: Some(origin),
            ..Capture::default()
        };
        Self { capture: Some(Box::new(capture)), ..error }
    }

    /// Returns true if a JSON line does not hold a valid page. Such a page can still have a row that reports the
    /// error.
    pub(crate) fn is_of_line(&self) -> bool {
        matches!(self.kind, InputErrorKind::Line(_) | InputErrorKind::LongLine { .. })
    }
}

/// The cause of an input error.
///
/// ```
/// use tagrake_bulk::InputErrorKind;
///
/// let error = std::io::Error::from_raw_os_error(2);
/// assert_eq!(InputErrorKind::Io(error).to_string(), "No such file or directory");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InputErrorKind {
    /// The input cannot be opened or read.
    #[error("{}", reason(.0))]
    Io(io::Error),
    /// The folder has no file with the name of an input.
    #[error("the folder contains no HTML, WARC or JSON lines file")]
    EmptyFolder,
    /// The type of the input is not supported. Holds the apparent type: `PNG image`.
    #[error("not read: {0}")]
    Type(String),
    /// A manifest or an index is a file of another type.
    #[error("{apparent}, not {list}")]
    NotAList {
        /// The apparent type: `WARC file`.
        apparent: Box<str>,
        /// The expected kind of list.
        list: &'static str,
    },
    /// A container, or an archive in it, cannot be read.
    #[error("{0}")]
    Container(ContainerError),
    /// A JSON line is longer than the limit. It was skipped.
    #[error("the line is longer than {max_bytes} bytes")]
    LongLine {
        /// The limit in bytes.
        max_bytes: usize,
    },
    /// A compressed page, JSON lines file or manifest is damaged. The text before the damage was read.
    #[error("the compressed data is {}", damage_text(*offset, damage.as_deref()))]
    Compression {
        /// The number of bytes of the file that were read.
        offset: u64,
        /// The damage, or `None` if the file is truncated.
        damage: Option<Box<str>>,
    },
    /// Compressed data is not damaged, but needs a larger zstd window than the limit or a zstd dictionary. Holds what it needs.
    #[error("{0}")]
    Unsupported(Box<str>),
    /// A symbolic link points to a folder that contains it.
    #[error("the symbolic link points to a folder that contains it")]
    Loop,
    /// A line holds no valid page. Holds the reason.
    #[error("{0}")]
    Line(String),
    /// An index is not readable, or names a record that is not there. Holds the reason.
    #[error("{0}")]
    NoRecord(Box<str>),
    /// A row of a manifest, or its header, is not valid, or its declarations do not fit its file. Holds the reason.
    #[error("{0}")]
    Manifest(Box<str>),
    /// A line of a manifest is not a path in UTF-8.
    #[error("not a path in UTF-8")]
    Path,
    /// A line of a manifest is longer than the limit.
    #[error("the path is longer than {max_bytes} bytes")]
    LongPath {
        /// The limit in bytes.
        max_bytes: usize,
    },
    /// A part of a WARC file is damaged.
    #[error("{length} bytes: {kind}")]
    Damage {
        /// The length in bytes of the file, or of decompressed text if the damage shares a member with other records.
        length: u64,
        /// The kind of damage.
        kind: WarcErrorKind,
    },
    /// A digest in the header of a WARC record is not the digest of its bytes.
    #[error("{0}")]
    Digest(Box<DigestMismatch>),
    /// A record of a WARC file cannot be indexed.
    #[error("{0}")]
    Index(IndexError),
    /// The output of this input would have the same path as another output, such as the output of an earlier input.
    #[error("two outputs would be written to '{}'", .0.display())]
    SameName(PathBuf),
    /// The input is also an output of this run.
    #[error("the output '{}' would replace this input", .0.display())]
    IsOutput(PathBuf),
    /// The page was read, but its row does not fit the table.
    #[error("{0}")]
    Row(RowError),
}

/// Returns true if a path begins with the host of a web server: `www.e.org`, `e.org/a.html`. The name of a page or an archive is
/// no host.
fn begins_with_host(path: &str) -> bool {
    let is_name = !path.contains('/') && NameFormat::of(Path::new(path)) != NameFormat::Unknown;
    let url = Url::parse(&format!("https://{path}")).ok().filter(|_| !is_name && !path.starts_with('/'));
    url.as_ref().and_then(UrlHost::of).is_some_and(|host| host.domain(false).is_some())
}

/// Maximum bytes of a cause, which may repeat values of the input.
const MAX_CAUSE_BYTES: usize = 1 << 10;

fn damage_text(offset: u64, damage: Option<&str>) -> String {
    match damage {
        None => format!("truncated at offset {offset}"),
        Some(damage) => format!("corrupt at offset {offset}: {damage}"),
    }
}

impl InputErrorKind {
    /// Returns true if the input is an archive, whose pages are in records.
    ///
    /// ```
    /// use tagrake_bulk::InputErrorKind;
    ///
    /// assert!(InputErrorKind::Type("WARC file in gzip".to_owned()).is_archive());
    /// assert!(!InputErrorKind::Type("PNG image".to_owned()).is_archive());
    /// ```
    pub fn is_archive(&self) -> bool {
        matches!(self, Self::Type(apparent) if is_archive(apparent))
    }

    /// Returns the error of a row of a manifest that declares a URL, a type or an encoding of a file that is no page.
    pub(crate) fn misplaced(file: &dyn Display, kind: &str) -> Self {
        let cause =
            format!("'{file}' is {kind}, whose pages cannot have one url, content_type and encoding: leave them empty");
        Self::Manifest(cause.into())
    }

    /// Returns the error of an index or of a record. A long cause is shortened.
    pub(crate) fn no_record(cause: impl Into<String>) -> Self {
        Self::NoRecord(shortened(&cause.into(), MAX_CAUSE_BYTES).into())
    }

    /// Returns the error of a line without a valid page. A long reason is shortened.
    pub(crate) fn line(reason: String) -> Self {
        Self::Line(shortened(&reason, MAX_CAUSE_BYTES).into_owned())
    }
}

/// The reason why a record cannot have an entry in an index.
///
/// ```
/// use tagrake_bulk::index::IndexError;
///
/// assert_eq!(IndexError::NoDate.to_string(), "not indexed: the record has no WARC-Date");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// `WARC-Date` is missing.
    #[error("not indexed: the record has no WARC-Date")]
    NoDate,
    /// `WARC-Date` is not a date. Holds its value.
    #[error("not indexed: the WARC-Date {0:?} of the record is not a date")]
    Date(String),
    /// The record shares its gzip member or zstd frame with others, so it cannot be read by its offset.
    #[error("not indexed: the record shares its compressed member with others, so it has no offset of its own")]
    SharedMember,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_file_that_is_a_host_or_a_pattern_has_a_message_of_its_own() {
        let message = |path: &str| InputError::io(path, io::Error::from_raw_os_error(2)).to_string();
        for host in ["www.example.com", "e.org", "e.org/a.html", "e.org:80/a?b", "bbc.co.uk", "b\u{fc}cher.de"] {
            let advice = format!("; the page on the web is https://{host}");
            assert!(message(host).ends_with(&advice), "{host}: {}", message(host));
        }
        for path in [
            "a.html",
            "a.warc.gz",
            "no",
            "a/e.org",
            "/e.org",
            "./e.org",
            "../e.org/a",
            "a.md",
            "co.uk",
            "127.0.0.1",
            "a b.org",
            "a.warc.gz:0",
        ] {
            assert_eq!(message(path), format!("{path}: No such file or directory"));
        }
        let advice = "no file matches the pattern, or it is quoted, so that the shell did not expand it";
        assert_eq!(message("a/*.warc.zst"), format!("a/*.warc.zst: No such file or directory; {advice}"));
    }
}
