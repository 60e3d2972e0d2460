//! Reads the text of one gzip member after another, up to the end of the file or to zeros that fill its rest.

use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, ErrorKind, Read};
use std::mem;

/// Reads gzip members. As by gzip, zeros after the last one are ignored, and other bytes are an error.
pub(crate) struct GzipMembers<R>(Member<R>);

enum Member<R> {
    Inside(Box<GzDecoder<R>>),
    /// After the last member.
    Over(R),
    /// While the decoder is replaced.
    None,
}

impl<R: BufRead> GzipMembers<R> {
    pub(crate) fn new(stored: R) -> Self {
        Self(Member::Inside(Box::new(GzDecoder::new(stored))))
    }

    pub(crate) fn get_ref(&self) -> Option<&R> {
        match &self.0 {
            Member::Inside(decoder) => Some(decoder.get_ref()),
            Member::Over(stored) => Some(stored),
            Member::None => None,
        }
    }

    /// Begins the member after the current one, if there is another.
    fn next_member(&mut self) -> io::Result<()> {
        let Member::Inside(decoder) = mem::replace(&mut self.0, Member::None) else { return Ok(()) };
        let mut stored = decoder.into_inner();
        let has_next = skip_padding(&mut stored);
        self.0 = match has_next {
            Ok(true) => Member::Inside(Box::new(GzDecoder::new(stored))),
            Ok(false) | Err(_) => Member::Over(stored),
        };
        has_next.map(|_| ())
    }
}

/// Skips the zeros after a member. Returns true if other bytes follow the member immediately, and false at the end of the file.
///
/// # Errors
///
/// If other bytes follow zeros.
fn skip_padding(stored: &mut impl BufRead) -> io::Result<bool> {
    let mut is_padded = false;
    loop {
        let bytes = stored.fill_buf()?;
        let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
        match (zeros, bytes.is_empty()) {
            (_, true) => return Ok(false),
            (0, false) if is_padded => {
                return Err(io::Error::new(ErrorKind::InvalidData, "bytes after the last gzip member"));
            }
            (0, false) => return Ok(true),
            (1.., false) => is_padded = true,
        }
        stored.consume(zeros);
    }
}

impl<R: BufRead> Read for GzipMembers<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let Member::Inside(decoder) = &mut self.0 else { return Ok(0) };
            match decoder.read(buffer)? {
                0 if !buffer.is_empty() => self.next_member()?,
                read => return Ok(read),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Write};

    /// `gzip -d`, `zcat` and Python's `gzip` ignore zeros at the end, too.
    #[test]
    fn zeros_after_the_last_member_are_ignored() {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(b"text").expect("memory");
        let member = encoder.finish().expect("memory");
        let zeros = vec![0; 10_000];
        let cases: [(Vec<&[u8]>, Option<&str>); 6] = [
            (vec![&member], Some("text")),
            (vec![&member, &member], Some("texttext")),
            (vec![&member, &[0]], Some("text")),
            (vec![&member, &member, &zeros], Some("texttext")),
            (vec![&member, &zeros, b"x"], None),
            (vec![&member, b"garbage"], None),
        ];
        for (parts, expected) in cases {
            let stored = parts.concat();
            for capacity in [1, 7, 1 << 16] {
                let mut reader = GzipMembers::new(BufReader::with_capacity(capacity, &stored[..]));
                let mut text = String::new();
                let result = reader.read_to_string(&mut text);
                assert_eq!(result.ok().map(|_| &*text), expected, "{} bytes in parts of {capacity}", stored.len());
            }
        }
    }
}
