//! Dictionaries of `.warc.zst` files, as in the [WARC
//! specification](https://iipc.github.io/warc-specifications/specifications/warc-zstd/): small records compress better with what
//! they have in common.

use super::zstd_frame::DICTIONARY_MAGIC;
use std::sync::Arc;

/// The maximum length of a trained dictionary in bytes: the default of the `zstd` command.
const MAX_BYTES: usize = 112_640;

/// A dictionary for all frames of a `.warc.zst` file. Clones share the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZstdDictionary(Arc<[u8]>);

impl ZstdDictionary {
    /// Bytes of samples from which a dictionary is trained: 100 times its length, as zstd recommends.
    pub const SAMPLE_BYTES: usize = 100 * MAX_BYTES;

    /// Trains a dictionary. `samples` are the texts of records, one after the other, and `lengths` are their lengths. Returns `None`
    /// if they are too few or too short.
    ///
    /// ```
    /// use tagrake_archive::warc::ZstdDictionary;
    ///
    /// assert_eq!(ZstdDictionary::train(b"WARC/1.0", &[8]), None);
    /// ```
    pub fn train(samples: &[u8], lengths: &[usize]) -> Option<Self> {
        zstd::dict::from_continuous(samples, lengths, MAX_BYTES).ok().map(|bytes| Self(bytes.into()))
    }

    /// Returns the frame that holds the dictionary, at the start of a file.
    pub fn frame(&self) -> Vec<u8> {
        let length = (self.0.len() as u32).to_le_bytes(); // at most MAX_BYTES
        [DICTIONARY_MAGIC, &length, &self.0].concat()
    }

    /// Returns the bytes of the dictionary.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warc::{MemberCompression, MemberWriter, WarcOptions, WarcReader};

    #[test]
    fn records_compressed_with_a_dictionary_read_back() {
        let record = |number: usize| {
            let block = format!("<p>{number} {}</p><p>{}</p>", number * 7919 % 1009, number * 104_729 % 9973);
            let head = format!(
                "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: {}",
                block.len()
            );
            format!("{head}\r\n\r\n{block}\r\n\r\n")
        };
        let texts: Vec<_> = (0..2000).map(record).collect();
        let lengths: Vec<_> = texts.iter().map(String::len).collect();
        let dictionary = ZstdDictionary::train(texts.concat().as_bytes(), &lengths).expect("enough samples");
        let copy = |dictionary: Option<&ZstdDictionary>, max_block_bytes| {
            let text = texts.concat();
            let options = WarcOptions::default().with_max_block_bytes(max_block_bytes).with_rest(true);
            let mut reader = WarcReader::new("a.warc", text.as_bytes(), options);
            let mut writer = MemberWriter::new(MemberCompression::Zstd).with_dictionary(dictionary.cloned());
            let mut file = dictionary.map_or_else(Vec::new, ZstdDictionary::frame);
            while let Some(record) = reader.next() {
                let record = record.expect("a record");
                match &record.rest {
                    Some(rest) => writer.write_long_copy(&record, rest, String::new, &mut file).expect("memory"),
                    None => writer.append_copy(&record, String::new, &mut file),
                }
            }
            file
        };
        let plain = copy(None, 100);
        for max_block_bytes in [100, 12] {
            let file = copy(Some(&dictionary), max_block_bytes);
            assert!(file.len() - dictionary.frame().len() < plain.len() * 2 / 3, "{} {}", file.len(), plain.len());
            let mut reader = WarcReader::new("a.warc.zst", &file[..], WarcOptions::default());
            for text in &texts {
                let record = reader.next().expect("a record").expect("a record");
                assert!(record.error.is_none() && record.text == text.as_bytes());
            }
            assert!(reader.next().is_none());
        }
    }
}
