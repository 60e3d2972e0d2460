//! The entries of a ZIP file whose directory is missing: each has a header before its data.
//!
//! If a header does not declare the length of its data, a descriptor follows the data. It has that length, so the first
//! descriptor whose length fits is its end.

use super::container_file::ContainerFile;
use memchr::memmem;
use rawzip::ReaderAt;
use std::io;
use std::ops::Range;

const HEADER_MAGIC: &[u8] = b"PK\x03\x04";
const DESCRIPTOR_MAGIC: &[u8] = b"PK\x07\x08";
/// The length of a header without its name and its extra fields.
const HEADER_BYTES: usize = 30;
/// The lengths of descriptors: with and without their magic number, for lengths of 4 and of 8 bytes.
const DESCRIPTOR_BYTES: [u64; 5] = [0, 12, 16, 20, 24];
/// Bytes that are searched at once for a descriptor.
const CHUNK_BYTES: usize = 256 << 10;
/// A length that is in an extra field instead.
const ZIP64: u32 = u32::MAX;

/// An entry.
pub(super) struct LocalEntry {
    /// Its data in the file. It ends with the file if it is truncated.
    pub(super) range: Range<u64>,
    pub(super) method: u16,
    pub(super) is_encrypted: bool,
    /// The CRC of its text, if it is known.
    pub(super) crc: Option<u32>,
}

/// A header.
struct LocalHeader {
    name: Vec<u8>,
    flags: u16,
    method: u16,
    crc: u32,
    /// The length of the data, if the header declares it.
    length: Option<u64>,
    /// The offset of the data.
    start: u64,
}

/// The descriptor after the data of an entry.
struct Descriptor {
    /// The end of the data.
    end: u64,
    crc: u32,
}

/// Calls `take` with the name of each entry, until it returns false. A name that is not UTF-8 is left out.
pub(super) fn for_each(file: &ContainerFile, take: &mut dyn FnMut(&str, LocalEntry) -> bool) -> io::Result<()> {
    let mut at = 0;
    while let Some(header) = LocalHeader::read(file, at)? {
        let (end, crc, next) = match header.length {
            Some(length) => {
                let end = header.start.saturating_add(length);
                (end, Some(header.crc), next_header(file, end)?)
            }
            None => match find_descriptor(file, header.start)? {
                Some(Descriptor { end, crc }) => (end, Some(crc), next_header(file, end)?),
                None => (file.length(), None, None),
            },
        };
        let range = header.start..end.min(file.length()).max(header.start);
        let entry = LocalEntry { range, method: header.method, is_encrypted: header.flags & 1 != 0, crc };
        let is_over = str::from_utf8(&header.name).is_ok_and(|name| !take(name, entry));
        match next {
            Some(next) if !is_over => at = next,
            _ => break,
        }
    }
    Ok(())
}

impl LocalHeader {
    /// Reads the header at an offset; `None` if there is none, or only its start.
    fn read(file: &ContainerFile, at: u64) -> io::Result<Option<Self>> {
        const HAS_DESCRIPTOR: u16 = 1 << 3;
        let Some(fixed) = read::<HEADER_BYTES>(file, at)?.filter(|fixed| fixed.starts_with(HEADER_MAGIC)) else {
            return Ok(None);
        };
        let short = |offset: usize| u16::from_le_bytes([fixed[offset], fixed[offset + 1]]);
        let long = |at: usize| u32::from_le_bytes([fixed[at], fixed[at + 1], fixed[at + 2], fixed[at + 3]]);
        let (name_bytes, extra_bytes) = (usize::from(short(26)), usize::from(short(28)));
        let mut rest = vec![0; name_bytes + extra_bytes];
        let start = at + HEADER_BYTES as u64 + rest.len() as u64;
        if !fill(file, &mut rest, at + HEADER_BYTES as u64)? {
            return Ok(None);
        }
        let (flags, stored) = (short(6), long(18));
        let length = match stored {
            ZIP64 => zip64_length(&rest[name_bytes..]),
            stored => Some(u64::from(stored)),
        };
        let length = length.filter(|length| *length > 0 || flags & HAS_DESCRIPTOR == 0);
        rest.truncate(name_bytes);
        Ok(Some(Self { name: rest, flags, method: short(8), crc: long(14), length, start }))
    }
}

/// Returns the length of the data in the extra fields of a header.
fn zip64_length(mut fields: &[u8]) -> Option<u64> {
    const ZIP64_FIELD: [u8; 2] = [1, 0];
    while let [a, b, c, d, rest @ ..] = fields {
        let (value, after) = rest.split_at_checked(usize::from(u16::from_le_bytes([*c, *d])))?;
        if [*a, *b] == ZIP64_FIELD {
            // The length of the text is before it.
            return value.get(8..16)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes));
        }
        fields = after;
    }
    None
}

/// Returns the offset of the header after data that ends at `end`, and after its descriptor if it has one.
fn next_header(file: &ContainerFile, end: u64) -> io::Result<Option<u64>> {
    for bytes in DESCRIPTOR_BYTES {
        let at = end.saturating_add(bytes);
        if read::<4>(file, at)?.is_some_and(|magic| magic == HEADER_MAGIC) {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Finds the descriptor of the data at `start`.
fn find_descriptor(file: &ContainerFile, start: u64) -> io::Result<Option<Descriptor>> {
    let mut chunk = vec![0; CHUNK_BYTES];
    let mut at = start;
    loop {
        chunk.truncate(file.length().saturating_sub(at).min(CHUNK_BYTES as u64) as usize);
        if chunk.len() < DESCRIPTOR_MAGIC.len() {
            return Ok(None);
        }
        file.read_exact_at(&mut chunk, at)?;
        for found in memmem::find_iter(&chunk, DESCRIPTOR_MAGIC) {
            let end = at + found as u64;
            let Some(descriptor) = read::<16>(file, end)? else { continue };
            let is_length = |bytes: &[u8]| bytes == &(end - start).to_le_bytes()[..bytes.len()];
            if is_length(&descriptor[8..16]) || (is_length(&descriptor[8..12]) && end - start < u64::from(ZIP64)) {
                let [_, _, _, _, a, b, c, d, ..] = descriptor;
                return Ok(Some(Descriptor { end, crc: u32::from_le_bytes([a, b, c, d]) }));
            }
        }
        // A magic number may be split by the end of the chunk.
        at += (chunk.len() - (DESCRIPTOR_MAGIC.len() - 1)) as u64;
    }
}

/// Reads bytes at an offset; `None` if the file is shorter.
fn read<const N: usize>(file: &ContainerFile, at: u64) -> io::Result<Option<[u8; N]>> {
    let mut bytes = [0; N];
    Ok(fill(file, &mut bytes, at)?.then_some(bytes))
}

/// Fills a buffer. Returns false if the file is shorter.
fn fill(file: &ContainerFile, buffer: &mut [u8], at: u64) -> io::Result<bool> {
    if at.saturating_add(buffer.len() as u64) > file.length() {
        return Ok(false);
    }
    file.read_exact_at(buffer, at).map(|()| true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local_file::LocalFile;
    use std::fs;

    /// Returns the header of an entry. A descriptor follows the data if `stored` is 0.
    fn header(name: &str, stored: u32, extra: &[u8]) -> Vec<u8> {
        let flags: u16 = if stored == 0 { 1 << 3 } else { 0 };
        let mut header = HEADER_MAGIC.to_vec();
        header.extend([20, 0]);
        header.extend(flags.to_le_bytes());
        header.extend([0; 6]);
        for long in [0x0102_0304, stored, stored] {
            header.extend(long.to_le_bytes());
        }
        for length in [name.len(), extra.len()] {
            header.extend((length as u16).to_le_bytes());
        }
        [&header, name.as_bytes(), extra].concat()
    }

    /// Returns the descriptor of data.
    fn descriptor(length: usize) -> Vec<u8> {
        let length = (length as u32).to_le_bytes();
        [DESCRIPTOR_MAGIC, &[9, 8, 7, 6], &length, &length].concat()
    }

    /// The name, the data and the CRC of an entry.
    type Found = (String, Range<u64>, Option<u32>);

    fn entries_of(file: &ContainerFile) -> Vec<Found> {
        let mut entries = Vec::new();
        let mut take = |name: &str, entry: LocalEntry| {
            entries.push((name.to_owned(), entry.range, entry.crc));
            true
        };
        for_each(file, &mut take).expect("a file");
        entries
    }

    /// Returns the entries of a local file. On a server, the file has the same ones.
    fn entries(bytes: &[u8]) -> Vec<Found> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.wacz");
        fs::write(&path, bytes).expect("a file");
        let local = entries_of(&ContainerFile::Local(LocalFile::open(&path).expect("a file")));
        #[cfg(feature = "remote")]
        assert_eq!(entries_on_server(bytes), local);
        local
    }

    #[cfg(feature = "remote")]
    fn entries_on_server(bytes: &[u8]) -> Vec<Found> {
        use super::super::container_file::RemoteRanges;
        use crate::remote::{RemoteFile, RemoteOptions};
        use std::io::Read;
        use tagrake_testsupport::http_server::{HttpServer, ServedFile};

        let server = HttpServer::start();
        server.serve("/a.wacz", ServedFile::new(bytes.to_vec()));
        let remote = RemoteFile::of(server.url("/a.wacz").as_ref(), &RemoteOptions::default()).expect("a URL");
        // The first response has the length.
        remote.open().expect("a file").read_exact(&mut [0]).expect("a byte");
        entries_of(&ContainerFile::Remote(RemoteRanges::of(&remote).expect("a length")))
    }

    #[test]
    fn a_descriptor_is_found_at_the_edge_of_a_chunk() {
        for length in [1, CHUNK_BYTES - 5, CHUNK_BYTES - 3, CHUNK_BYTES - 1, CHUNK_BYTES, 3 * CHUNK_BYTES] {
            let data = vec![b'a'; length];
            let first = [header("first", 0, &[]), data, descriptor(length)].concat();
            let file = [&first[..], &header("second", 3, &[]), b"abc"].concat();
            let (start, next) = (HEADER_BYTES as u64 + 5, first.len() as u64 + HEADER_BYTES as u64 + 6);
            let expected = [
                ("first".to_owned(), start..start + length as u64, Some(0x0607_0809)),
                ("second".to_owned(), next..next + 3, Some(0x0102_0304)),
            ];
            assert_eq!(entries(&file), expected, "{length}");
        }
    }

    #[test]
    fn data_without_its_descriptor_end_with_the_file() {
        for length in (0..12).chain([CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 7]) {
            let file = [header("a", 0, &[]), vec![b'P'; length]].concat();
            let start = HEADER_BYTES as u64 + 1;
            assert_eq!(entries(&file), [("a".to_owned(), start..file.len() as u64, None)], "{length}");
        }
    }

    #[test]
    fn a_long_length_is_in_an_extra_field() {
        let zip64 = [&[7, 0, 2, 0, 1, 2, 1, 0, 16, 0][..], &8_u64.to_le_bytes(), &5_u64.to_le_bytes()].concat();
        let file = [&header("a", ZIP64, &zip64)[..], b"12345", &header("b", 2, &[]), b"67"].concat();
        let start = HEADER_BYTES as u64 + 1 + zip64.len() as u64;
        let found = entries(&file);
        assert_eq!(found[0], ("a".to_owned(), start..start + 5, Some(0x0102_0304)));
        assert_eq!(found[1].0, "b");
        // Without the field, the length is not known.
        let file = [&header("a", ZIP64, &zip64[..6])[..], b"12345"].concat();
        assert_eq!(entries(&file), [("a".to_owned(), HEADER_BYTES as u64 + 7..file.len() as u64, None)]);
    }
}
