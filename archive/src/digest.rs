//! Digests in WARC headers, such as `sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ`.

use data_encoding::{BASE32, BASE32_NOPAD, BASE32_NOPAD_NOCASE, HEXLOWER, HEXLOWER_PERMISSIVE};
use md5::Md5;
use sha1::{Digest, Sha1};
use sha2::{Sha256, Sha512};
use std::fmt;

/// The length of the longest digest, SHA-512, in bytes.
const MAX_BYTES: usize = 64;

/// Returns the SHA-1 of `bytes` in base32, with its label.
pub fn labelled(bytes: &[u8]) -> String {
    format!("sha1:{}", BASE32.encode(&Sha1::digest(bytes)))
}

/// Returns the SHA-1 of `bytes`.
pub fn sha1(bytes: &[u8]) -> [u8; 20] {
    Sha1::digest(bytes).into()
}

/// A digest header of a WARC record that does not match the record's bytes.
///
/// ```
/// use tagrake_archive::digest::StatedDigest;
///
/// let stated = StatedDigest::parse("WARC-Block-Digest", "md5:d41d8cd98f00b204e9800998ecf8427e").unwrap();
/// let mismatch = stated.compare(|feed| feed(b"<p>")).unwrap_err();
/// assert_eq!(mismatch.expected, "md5:d41d8cd98f00b204e9800998ecf8427e");
/// assert_eq!(mismatch.computed, "md5:4da1a46ec20cf93ee5c846a51e04f0ed");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DigestMismatch {
    /// The name of the header: `WARC-Block-Digest` or `WARC-Payload-Digest`.
    pub header: &'static str,
    /// The value of the header.
    pub expected: String,
    /// The digest of the actual bytes, with the same label and in the same notation.
    pub computed: String,
}

impl fmt::Display for DigestMismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { header, expected, computed } = self;
        write!(formatter, "{header} does not match: expected {expected}, computed {computed}")
    }
}

impl std::error::Error for DigestMismatch {}

#[derive(Clone, Copy, Debug)]
enum Algorithm {
    Md5,
    Sha1,
    Sha256,
    Sha512,
}

impl Algorithm {
    /// Returns the algorithm for a label. Case and the hyphen are ignored.
    fn of_label(label: &str) -> Option<Self> {
        const LABELS: [(&str, &str, Algorithm); 4] = [
            ("sha1", "sha-1", Algorithm::Sha1),
            ("sha256", "sha-256", Algorithm::Sha256),
            ("md5", "md-5", Algorithm::Md5),
            ("sha512", "sha-512", Algorithm::Sha512),
        ];
        let is_label = |name: &str| label.eq_ignore_ascii_case(name);
        LABELS.iter().find(|(short, long, _)| is_label(short) || is_label(long)).map(|(_, _, algorithm)| *algorithm)
    }

    fn length(self) -> usize {
        match self {
            Self::Md5 => 16,
            Self::Sha1 => 20,
            Self::Sha256 => 32,
            Self::Sha512 => 64,
        }
    }

    /// Computes the digest of the bytes that `feed` passes to its argument, in one or more chunks.
    fn digest(self, feed: impl FnOnce(&mut dyn FnMut(&[u8]))) -> [u8; MAX_BYTES] {
        match self {
            Self::Md5 => digest::<Md5>(feed),
            Self::Sha1 => digest::<Sha1>(feed),
            Self::Sha256 => digest::<Sha256>(feed),
            Self::Sha512 => digest::<Sha512>(feed),
        }
    }
}

fn digest<D: Digest>(feed: impl FnOnce(&mut dyn FnMut(&[u8]))) -> [u8; MAX_BYTES] {
    let mut state = D::new();
    feed(&mut |part| state.update(part));
    let output = state.finalize();
    let mut bytes = [0; MAX_BYTES];
    bytes[..output.len()].copy_from_slice(&output);
    bytes
}

/// The parsed value of a digest header. It borrows the value and does not allocate.
#[derive(Clone, Debug)]
pub struct StatedDigest<'a> {
    header: &'static str,
    value: &'a str,
    label: &'a str,
    algorithm: Algorithm,
    is_hex: bool,
    bytes: [u8; MAX_BYTES],
}

impl<'a> StatedDigest<'a> {
    /// Parses the value of `header`: `label:digest`, in base32 or hexadecimal of any case. Returns `None` for other
    /// algorithms and notations.
    pub fn parse(header: &'static str, value: &'a str) -> Option<Self> {
        let (label, text) = value.trim().split_once(':')?;
        let (label, text) = (label.trim_end(), text.trim().trim_end_matches('=').as_bytes());
        let algorithm = Algorithm::of_label(label)?;
        let length = algorithm.length();
        let is_hex = text.len() == 2 * length;
        let encoding = if is_hex { HEXLOWER_PERMISSIVE } else { BASE32_NOPAD_NOCASE };
        if encoding.decode_len(text.len()) != Ok(length) {
            return None;
        }
        let mut bytes = [0; MAX_BYTES];
        encoding.decode_mut(text, &mut bytes[..length]).ok()?;
        Some(Self { header, value, label, algorithm, is_hex, bytes })
    }

    /// Returns the digest if it is a SHA-1.
    pub fn sha1(&self) -> Option<[u8; 20]> {
        let is_sha1 = matches!(self.algorithm, Algorithm::Sha1);
        self.bytes.first_chunk().copied().filter(|_| is_sha1)
    }

    /// Compares the header with the digest of the bytes that `feed` passes to its argument.
    pub fn compare(&self, feed: impl FnOnce(&mut dyn FnMut(&[u8]))) -> Result<(), DigestMismatch> {
        let computed = self.algorithm.digest(feed);
        if computed == self.bytes {
            return Ok(());
        }
        let bytes = &computed[..self.algorithm.length()];
        let text = if self.is_hex { HEXLOWER.encode(bytes) } else { BASE32_NOPAD.encode(bytes) };
        Err(DigestMismatch {
            header: self.header,
            expected: self.value.to_owned(),
            computed: format!("{}:{text}", self.label),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_crawls() {
        assert_eq!(labelled(b""), "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
    }

    #[test]
    fn headers_are_read_in_every_notation() {
        // Computed by `printf abc | sha1sum`, `… | xxd -r -p | base32` and so on.
        let abc = [
            "sha1:a9993e364706816aba3e25717850c26c9cd0d89d",
            "SHA-1:A9993E364706816ABA3E25717850C26C9CD0D89D",
            "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5",
            "sha-1: vgmt4nsha2awvor6evyxqugcnsonbwe5",
            "md5:900150983cd24fb0d6963f7d28e17f72",
            "md5:SAAVBGB42JH3BVUWH56SRYL7OI======",
            "sha-256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "SHA256:XJ4BNP4PAHH6UQKBIDPF3LRCEOYAGYNDSYLXVHFUCD7WD4QACWWQ====",
            "sha256:xj4bnp4pahh6uqkbidpf3lrceoyagyndsylxvhfucd7wd4qacwwq",
            "sha512:ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
             2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
        ];
        for value in abc {
            let stated = StatedDigest::parse("WARC-Block-Digest", value).expect(value);
            assert!(stated.compare(|put| put(b"abc")).is_ok(), "{value}");
            assert!(stated.compare(|put| (put(b"a"), put(b""), put(b"bc")).2).is_ok(), "{value}");
            let mismatch = stated.compare(|put| put(b"abd")).expect_err("another digest");
            let parsed = StatedDigest::parse(mismatch.header, &mismatch.computed).expect("as it is written");
            assert!(parsed.compare(|put| put(b"abd")).is_ok(), "{mismatch}");
        }
        let not = [
            "",
            "sha1",
            "sha1:",
            "sha1:VGMT",
            "crc32:352441c2",
            "a9993e364706816aba3e25717850c26c9cd0d89d",
            "sha1:=",
            "md5:é",
        ];
        for value in not {
            assert!(StatedDigest::parse("", value).is_none(), "{value}");
        }
    }
}
