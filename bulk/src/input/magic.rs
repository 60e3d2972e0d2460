//! What standard input begins with.

/// How few bytes tell: newlines, then the version of a record; or the magic number of a gzip member or zstd frame.
const TELLING_BYTES: usize = 16;

/// Returns whether a file that begins so is a WARC file; `None` if more of it has to be seen, if there is more.
///
/// A page is never compressed here, so a compressed file is one.
pub(crate) fn begins_warc(bytes: &[u8]) -> Option<bool> {
    const MAGIC: [&[u8]; 3] = [b"\x1F\x8B\x08", b"\x28\xB5\x2F\xFD", b"WARC/"];
    let rest = bytes.trim_ascii_start();
    let is_dictionary = matches!(bytes, [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..]);
    if is_dictionary || MAGIC[..2].iter().any(|magic| bytes.starts_with(magic)) || rest.starts_with(MAGIC[2]) {
        return Some(true);
    }
    let may_begin = MAGIC.iter().any(|magic| magic.starts_with(rest))
        || matches!(bytes, [0x50..=0x5F] | [0x50..=0x5F, 0x2A] | [0x50..=0x5F, 0x2A, 0x4D]);
    if may_begin && bytes.len() < TELLING_BYTES { None } else { Some(false) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_tell() {
        let cases: [(&[u8], Option<bool>); 11] = [
            (b"", None),
            (b"\r\n", None),
            (b"\nWAR", None),
            (b"\nWARC/1.0\r\n", Some(true)),
            (b"\x1F\x8B", None),
            (b"\x1F\x8B\x08\0", Some(true)),
            (b"\x28\xB5\x2F\xFD", Some(true)),
            (b"\x5D\x2A\x4D\x18", Some(true)),
            (b"PAGE", Some(false)),
            (b"<html>", Some(false)),
            (b"                    ", Some(false)),
        ];
        for (bytes, is_warc) in cases {
            assert_eq!(begins_warc(bytes), is_warc, "{:?}", bytes.escape_ascii().to_string());
        }
    }
}
