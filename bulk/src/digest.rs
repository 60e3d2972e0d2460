//! Digests, as WARC records have them.

use data_encoding::BASE32;
use sha1::{Digest, Sha1};

/// Returns the SHA-1 of `bytes`, with its label.
pub(crate) fn labelled(bytes: &[u8]) -> String {
    format!("sha1:{}", BASE32.encode(&Sha1::digest(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_crawls() {
        assert_eq!(labelled(b""), "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
    }
}
