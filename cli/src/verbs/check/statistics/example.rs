//! Example records of a number, and the command that shows each.

use std::rc::Rc;
use std::sync::Arc;
use tagrake_bulk::InputError;
use tagrake_bulk::input::is_stdin;
use tagrake_bulk::pipeline::{RecordDefect, RecordPlace, RecordSummary};
use tagrake_bulk::warc::RecordKind;

/// Maximum number of examples of a number: the first in input order.
pub(in super::super) const MAX_EXAMPLES: usize = 20;
/// Maximum bytes of a URL. A longer one is cut, and `…` ends it.
const MAX_URL_BYTES: usize = 300;

/// A record or page, with its place. The numbers that it is an example of share it.
#[derive(Debug, PartialEq, Eq)]
pub(in super::super) struct Example {
    /// The file, or the archive in a container. For a line of a file, also its number.
    pub(in super::super) origin: Arc<str>,
    pub(in super::super) offset: Option<u64>,
    pub(in super::super) url: Option<Box<str>>,
    pub(in super::super) command: ExampleCommand,
}

/// The command that shows a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum ExampleCommand {
    /// No command finds the record.
    None,
    /// `inspect` shows the page in the record.
    InspectRecord,
    /// `extract` reads the payload as a page, of any type and even if the record is damaged.
    ExtractRecord,
    /// `warc` copies the record.
    CopyRecord,
    /// `warc` copies the records with the URL.
    CopyUrl,
    /// `extract` reads the file, which is a page and may be compressed.
    ExtractFile,
    /// `check` reports the error again.
    CheckFile,
}

impl ExampleCommand {
    /// All commands, in the order of their numbers in the data of the report.
    pub(in super::super) const ALL: [Self; 7] = [
        Self::None,
        Self::InspectRecord,
        Self::ExtractRecord,
        Self::CopyRecord,
        Self::CopyUrl,
        Self::ExtractFile,
        Self::CheckFile,
    ];

    /// Returns the command. `{file}`, `{offset}` and `{url}` are quoted values.
    pub(in super::super) fn template(self) -> &'static str {
        match self {
            Self::None => "",
            Self::InspectRecord => "tagrake inspect --record {file}:{offset} -o record.html",
            Self::ExtractRecord => "tagrake extract --record {file}:{offset}",
            Self::CopyRecord => "tagrake warc --record {file}:{offset} | gzip -dc",
            Self::CopyUrl => "tagrake warc --url-prefix {url} {file} | gzip -dc",
            Self::ExtractFile => "tagrake extract {file}",
            Self::CheckFile => "tagrake check {file}",
        }
    }

    fn of(record: &RecordSummary, file: &str) -> Self {
        let is_damaged = matches!(record.defect, Some(RecordDefect::Damaged(_)));
        let may_be_page =
            matches!(record.kind, Some(RecordKind::Response | RecordKind::Resource | RecordKind::Conversion));
        match record.place {
            _ if !can_be_named(&record.origin) => Self::None,
            RecordPlace::Record { .. } if record.page.is_some() => Self::InspectRecord,
            RecordPlace::Record { .. } if is_damaged && may_be_page => Self::ExtractRecord,
            RecordPlace::Record { .. } | RecordPlace::InMember { .. } if is_damaged => Self::CheckFile,
            RecordPlace::Record { .. } => Self::CopyRecord,
            RecordPlace::InMember { .. } => match &record.url {
                Some(url) if url.len() <= MAX_URL_BYTES => Self::CopyUrl,
                _ => Self::CheckFile,
            },
            // A line of a file has a place in its origin.
            RecordPlace::Page if &*record.origin == file => Self::ExtractFile,
            _ => Self::None,
        }
    }
}

impl Example {
    /// Creates an example of a record of `file`.
    pub(in super::super) fn of_record(record: &RecordSummary, file: &str) -> Rc<Self> {
        let offset = match record.place {
            RecordPlace::Record { offset, .. } | RecordPlace::InMember { offset } => Some(offset),
            _ => None,
        };
        let (origin, command) = (record.origin.clone(), ExampleCommand::of(record, file));
        Rc::new(Self { origin, offset, url: record.url.as_deref().map(bounded), command })
    }

    /// Creates an example of damage. `file` is used for an error of a file.
    pub(in super::super) fn of_error(error: &InputError) -> Rc<Self> {
        let capture = error.capture.as_deref();
        let name = capture.and_then(|capture| capture.warc_filename.clone());
        let origin = name.unwrap_or_else(|| error.file().into());
        let command = if can_be_named(&origin) { ExampleCommand::CheckFile } else { ExampleCommand::None };
        let offset = capture.and_then(|capture| capture.warc_record_offset);
        Rc::new(Self { origin, offset, url: error.url.as_deref().map(bounded), command })
    }

    /// Creates an example of a file.
    pub(in super::super) fn of_file(file: &str) -> Rc<Self> {
        let command = if can_be_named(file) { ExampleCommand::CheckFile } else { ExampleCommand::None };
        Rc::new(Self { origin: file.into(), offset: None, url: None, command })
    }
}

/// Returns true if a command line can name a file: it is neither standard input nor a name that is not UTF-8.
fn can_be_named(file: &str) -> bool {
    !is_stdin(std::path::Path::new(file)) && !file.contains('\u{FFFD}')
}

fn bounded(url: &str) -> Box<str> {
    if url.len() <= MAX_URL_BYTES {
        return url.into();
    }
    let end = (0..=MAX_URL_BYTES).rev().find(|end| url.is_char_boundary(*end)).unwrap_or(0);
    format!("{}…", &url[..end]).into()
}
