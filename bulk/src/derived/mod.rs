//! Derived from records and pages: WAT and WET records, with the header fields that both have, the `warcinfo` record of copied
//! records, and entries of indexes.

pub mod index;
pub mod wat;
pub mod wet;

use crate::input::{FetchTime, InputPage};
use crate::output::warc_info::{NO_DATE, PROGRAM};
use std::borrow::Cow;
use std::path::Path;
use tagrake_archive::warc::{self, MemberWriter, WarcLocation, record_id};

/// The source of a WAT or WET record: a record of a WARC file, or a page.
#[derive(Debug)]
pub(crate) struct RecordSource<'a> {
    /// The name of its file, without the folder.
    pub(crate) filename: &'a str,
    /// Its location in the file.
    pub(crate) location: WarcLocation,
    /// Its id.
    pub(crate) id: Option<&'a str>,
    /// Its URL.
    pub(crate) target_uri: Option<&'a str>,
    /// When it was fetched.
    pub(crate) date: Option<FetchTime>,
}

impl<'a> RecordSource<'a> {
    /// Creates the source for a record of the WARC file `filename`.
    pub(crate) fn of_record(record: &warc::Record<'a>, filename: &'a str) -> Self {
        Self {
            filename: base_name(filename),
            location: record.location,
            id: record.id(),
            target_uri: record.target_uri(),
            date: record.date().and_then(FetchTime::of_warc_date),
        }
    }

    /// Creates the source for a page.
    pub(crate) fn of_page(page: &'a InputPage) -> Self {
        let capture = page.capture.as_deref();
        let location = WarcLocation {
            offset: capture.and_then(|capture| capture.warc_record_offset).unwrap_or_default(),
            in_member: None,
            length: capture.and_then(|capture| capture.warc_record_length).unwrap_or(page.html.len() as u64),
        };
        let filename = capture.and_then(|capture| capture.warc_filename.as_deref());
        Self {
            filename: base_name(filename.unwrap_or(&page.origin)),
            location,
            id: capture.and_then(|capture| capture.warc_record_id.as_deref()),
            target_uri: page.url.as_deref(),
            date: capture.and_then(|capture| capture.fetch_time),
        }
    }

    /// Returns the name of the derived file: `a.warc.wat.gz` for a record of `a.warc.gz`.
    pub(crate) fn derived_name(&self, extension: &str) -> String {
        let stem = self.filename.strip_suffix(".gz").or(self.filename.strip_suffix(".zst")).unwrap_or(self.filename);
        format!("{stem}.{extension}.gz")
    }

    /// Returns the id of the derived record of a type. It depends only on the source and the type.
    pub(crate) fn derived_id(&self, record_type: &str) -> String {
        match self.id {
            Some(id) => record_id(&format!("{id} {record_type}")),
            None => record_id(&format!("{}:{} {record_type}", self.filename, self.location)),
        }
    }

    /// Returns the id of the copy of a record that has none. It depends only on the file and the location.
    pub(crate) fn copied_id(&self) -> String {
        record_id(&format!("{}:{}", self.filename, self.location))
    }
}

/// Returns the name of a file without its folder.
pub(crate) fn base_name(path: &str) -> &str {
    Path::new(path).file_name().and_then(|name| name.to_str()).unwrap_or(path)
}

/// Appends the `warcinfo` record of a derived file whose first record is derived from `source`.
pub(crate) fn append_info(writer: &mut MemberWriter, source: &RecordSource<'_>, extension: &str, file: &mut Vec<u8>) {
    let filename = source.derived_name(extension);
    let id = record_id(&format!("{filename} warcinfo"));
    let fields = [
        ("WARC-Type", "warcinfo".into()),
        ("WARC-Date", date_text(source.date)),
        ("WARC-Filename", filename.into()),
        ("WARC-Record-ID", id.into()),
        ("Content-Type", "application/warc-fields".into()),
    ];
    let block = concat!(
        "Software-Info: tagrake ",
        env!("CARGO_PKG_VERSION"),
        "\r\nformat: WARC File Format 1.0\r\n",
        "conformsTo: http://bibnum.bnf.fr/WARC/WARC_ISO_28500_version1_latestdraft.pdf\r\n\r\n",
    );
    writer.append(&fields, |text| text.extend_from_slice(block.as_bytes()), file);
}

/// Appends the `warcinfo` record of a file of copied records whose first one is `source`. `selected` says in words which records
/// are copied.
pub(crate) fn append_copy_info(
    writer: &mut MemberWriter,
    source: &RecordSource<'_>,
    selected: &str,
    file: &mut Vec<u8>,
) {
    let id = record_id(&format!("{}:{} {selected} warcinfo", source.filename, source.location));
    let [software, format, standard] = PROGRAM;
    let description = [software, format, standard, ("description", selected)];
    writer.append_info(&date_text(source.date), &id, &description, file);
}

/// Appends a record that is derived from `source`. Its block is what `write_block` appends.
pub(crate) fn append(
    writer: &mut MemberWriter,
    source: &RecordSource<'_>,
    record_type: &str,
    more: &[(&'static str, Cow<'_, str>)],
    write_block: impl FnOnce(&mut Vec<u8>),
    file: &mut Vec<u8>,
) {
    let mut fields: Vec<(&str, Cow<'_, str>)> = vec![("WARC-Type", record_type.into())];
    fields.extend(source.target_uri.map(|uri| ("WARC-Target-URI", uri.into())));
    fields.push(("WARC-Date", date_text(source.date)));
    fields.push(("WARC-Record-ID", source.derived_id(record_type).into()));
    fields.extend(source.id.map(|id| ("WARC-Refers-To", id.into())));
    fields.extend_from_slice(more);
    writer.append(&fields, write_block, file);
}

fn date_text(date: Option<FetchTime>) -> Cow<'static, str> {
    date.map_or(NO_DATE.into(), |date| date.to_string().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derived_files_are_named_after_their_source() {
        let mut page = InputPage::default();
        for (origin, name) in [
            ("c/a.warc.gz", "a.warc.wat.gz"),
            ("a.warc.zst", "a.warc.wat.gz"),
            ("a.warc", "a.warc.wat.gz"),
            ("-", "-.wat.gz"),
        ] {
            origin.clone_into(&mut page.origin);
            assert_eq!(RecordSource::of_page(&page).derived_name("wat"), name);
        }
    }

    #[test]
    fn every_source_has_a_distinct_id() {
        let source = |filename, offset, in_member, id| {
            let location = WarcLocation { offset, in_member, length: 1 };
            RecordSource { filename, location, id, target_uri: None, date: None }.derived_id("metadata")
        };
        let ids = [
            source("a", 1, None, None),
            source("a", 2, None, None),
            source("a", 1, Some(0), None),
            source("b", 1, None, None),
            source("a", 1, None, Some("<urn:uuid:1>")),
            source("a", 1, None, Some("<urn:uuid:2>")),
        ];
        for (index, id) in ids.iter().enumerate() {
            assert!(!ids[..index].contains(id), "{index}");
        }
        assert_eq!(source("b", 7, None, Some("<urn:uuid:1>")), ids[4], "an id is enough");
    }
}
