//! The `warcinfo` record of files of WARC records, as far as it does not depend on their records.

use crate::output::Compression;
use tagrake_archive::warc::{MemberCompression, MemberWriter, ZstdDictionary, record_id};

/// The fields that name the program and the format.
pub(crate) const PROGRAM: [(&str, &str); 3] = [
    ("software", concat!("tagrake ", env!("CARGO_PKG_VERSION"))),
    ("format", "WARC File Format 1.0"),
    ("conformsTo", "http://bibnum.bnf.fr/WARC/WARC_ISO_28500_version1_latestdraft.pdf"),
];
/// The date of a record whose source has none. A record must have a date.
pub(crate) const NO_DATE: &str = "1970-01-01T00:00:00Z";

/// Returns how each record of a file with this compression is compressed.
pub(crate) fn member_compression(compression: Compression) -> MemberCompression {
    match compression {
        Compression::Gzip => MemberCompression::Gzip,
        Compression::Zstd => MemberCompression::Zstd,
        Compression::None | Compression::Snappy => MemberCompression::None,
    }
}

/// Returns a file without other records. A file of 0 bytes would be a truncated WARC file.
pub(super) fn empty_file(compression: Compression, dictionary: Option<ZstdDictionary>) -> Vec<u8> {
    let mut file = dictionary.as_ref().map_or_else(Vec::new, ZstdDictionary::frame);
    let mut writer = MemberWriter::new(member_compression(compression)).with_dictionary(dictionary);
    writer.append_info(NO_DATE, &record_id("an empty file, warcinfo"), &PROGRAM, &mut file);
    file
}
