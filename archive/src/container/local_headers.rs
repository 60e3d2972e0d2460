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
        let long = |offset| u32::from(short(offset)) | u32::from(short(offset + 2)) << 16;
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
        let read_bytes = file.read_at(&mut chunk, at)?;
        if read_bytes < DESCRIPTOR_MAGIC.len() {
            return Ok(None);
        }
        for found in memmem::find_iter(&chunk[..read_bytes], DESCRIPTOR_MAGIC) {
            let end = at + found as u64;
            let Some(descriptor) = read::<16>(file, end)? else { continue };
            let is_length = |bytes: &[u8]| bytes == &(end - start).to_le_bytes()[..bytes.len()];
            if is_length(&descriptor[8..16]) || (is_length(&descriptor[8..12]) && end - start < u64::from(ZIP64)) {
                let [_, _, _, _, a, b, c, d, ..] = descriptor;
                return Ok(Some(Descriptor { end, crc: u32::from_le_bytes([a, b, c, d]) }));
            }
        }
        // A magic number may be split by the end of the chunk.
        at += (read_bytes - (DESCRIPTOR_MAGIC.len() - 1)) as u64;
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
