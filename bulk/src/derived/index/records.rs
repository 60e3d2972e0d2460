//! Selects the records that an index has.

use tagrake::UnknownName;
use tagrake_archive::warc::{Record, RecordKind};

/// The records that an index has. The default is the selection of cdxj-indexer: `response`, `revisit`, `resource` and
/// `metadata` records, except resources and metadata of the type `application/warc-fields`, which describe the crawl.
///
/// ```
/// use tagrake_bulk::index::IndexedRecords;
///
/// let records = IndexedRecords::of("response,conversion")?;
/// assert!(IndexedRecords::of("pages").is_err());
/// assert_ne!(records, IndexedRecords::default());
/// # Ok::<(), tagrake_bulk::UnknownName>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexedRecords {
    /// A bit for each kind.
    kinds: u16,
    /// True to leave out resources and metadata of the type `application/warc-fields`.
    skips_warc_fields: bool,
}

impl Default for IndexedRecords {
    fn default() -> Self {
        let kinds = [RecordKind::Response, RecordKind::Revisit, RecordKind::Resource, RecordKind::Metadata];
        Self { kinds: kinds.into_iter().fold(0, |bits, kind| bits | bit(kind)), skips_warc_fields: true }
    }
}

impl IndexedRecords {
    /// Selects the records of these types, separated by commas: values of `WARC-Type`, or `all`.
    ///
    /// # Errors
    ///
    /// Returns an error that names an unknown type.
    pub fn of(types: &str) -> Result<Self, UnknownName> {
        let mut kinds = 0;
        for name in types.split(',').map(str::trim) {
            kinds |= match RecordKind::NAMES.iter().position(|known| *known == name) {
                Some(index) => 1 << index,
                None if name == "all" => u16::MAX,
                None => {
                    let known = ["all"].into_iter().chain(RecordKind::NAMES);
                    return Err(UnknownName::new("type of records", name, known));
                }
            };
        }
        Ok(Self { kinds, skips_warc_fields: false })
    }

    /// Returns true if the index has the record.
    pub fn has(self, record: &Record<'_>) -> bool {
        let may_be_warc_fields = matches!(record.kind, RecordKind::Resource | RecordKind::Metadata);
        let is_skipped = self.skips_warc_fields
            && may_be_warc_fields
            && record.headers.get("Content-Type") == Some("application/warc-fields");
        self.kinds & bit(record.kind) != 0 && !is_skipped
    }
}

fn bit(kind: RecordKind) -> u16 {
    1 << kind as u16
}
