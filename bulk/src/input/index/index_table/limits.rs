//! Checks the sizes that a Parquet file declares, before its reader allocates for them.

use super::thrift::{Item, varint, walk};
use flate2::read::MultiGzDecoder;
use parquet::basic::{Compression, Encoding};
use parquet::column::page::{Page, PageReader};
use parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use parquet::file::serialized_reader::SerializedPageReader;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

/// The end of a Parquet file: the length of its metadata, and its magic number.
const TAIL_BYTES: u64 = 8;
/// Maximum bytes of the metadata at the end of a file.
const MAX_METADATA_BYTES: u64 = 8 << 20;
/// Maximum number of columns, nested ones included.
const MAX_COLUMNS: usize = 20_000;
/// Minimum bytes of the metadata of a column in a row group.
const MIN_CHUNK_BYTES: usize = 32;
/// Maximum number of columns of all row groups. The reader takes about 450 bytes for each.
const MAX_CHUNKS: usize = 65_536;
/// Maximum depth of nested columns.
const MAX_SCHEMA_DEPTH: usize = 64;
/// Maximum bytes of the header of a page.
const MAX_HEADER_BYTES: u64 = 64 << 10;
/// Maximum bytes of pages in memory, stored and decompressed: of the current page of each column that is read, and of its
/// dictionary. Most writers make pages of 1 MiB; a page of DuckDB has a column of 122,880 rows.
pub(super) const MAX_PAGES_BYTES: u64 = 32 << 20;
/// Maximum bytes of the values in a batch. Each value may be as long as the pages of its column.
const MAX_BATCH_BYTES: u64 = 8 << 20;
/// Maximum rows of a batch.
const MAX_BATCH_ROWS: u64 = 1024;

/// Checks the metadata at the end of a file: its length, the lengths of its lists, and the tree of its columns. Returns true if
/// a column is encrypted.
pub(super) fn check_metadata(file: &mut File) -> Result<bool, String> {
    let read = |error: io::Error| error.to_string();
    let length = file.seek(SeekFrom::End(0)).map_err(read)?;
    let Some(tail_start) = length.checked_sub(TAIL_BYTES) else { return Err("truncated".to_owned()) };
    let mut tail = [0; TAIL_BYTES as usize];
    file.seek(SeekFrom::Start(tail_start)).and_then(|_| file.read_exact(&mut tail)).map_err(read)?;
    let [a, b, c, d, magic @ ..] = tail;
    if &magic == b"PARE" {
        return Err("encrypted".to_owned());
    }
    if &magic != b"PAR1" {
        return Err("truncated: the metadata at its end is missing".to_owned());
    }
    let metadata_length = u64::from(u32::from_le_bytes([a, b, c, d]));
    if metadata_length > MAX_METADATA_BYTES {
        return Err(format!("the metadata at its end is longer than {MAX_METADATA_BYTES} bytes"));
    }
    let Some(start) = tail_start.checked_sub(metadata_length) else { return Err("truncated".to_owned()) };
    let metadata = read_at(file, start, metadata_length).map_err(read)?;
    check_schema(&metadata)
}

/// Checks the lengths of lists in the metadata, and the tree of the columns, which its reader follows by recursion.
fn check_schema(metadata: &[u8]) -> Result<bool, String> {
    let wrong = || "the tree of its columns is damaged".to_owned();
    // For each column from the root to the current one, the number of children that are missing.
    let (mut missing, mut children) = (vec![1_u64], 0);
    let (mut columns, mut chunks, mut is_encrypted) = (0, 0, false);
    walk(metadata, &mut |path, item| {
        match (path, item) {
            ([2, 5], Item::Number(count)) => children = u64::try_from(count).map_err(|_| wrong())?,
            ([4] | [4, 1], Item::End) => {
                chunks += 1;
                if chunks > MAX_CHUNKS {
                    return Err(format!("its row groups have more than {MAX_CHUNKS} columns"));
                }
            }
            ([4, 1, 8, ..], _) => is_encrypted = true,
            ([2], Item::End) => {
                columns += 1;
                if columns > MAX_COLUMNS {
                    return Err(format!("it has more than {MAX_COLUMNS} columns"));
                }
                while missing.last() == Some(&0) {
                    missing.pop();
                }
                *missing.last_mut().ok_or_else(wrong)? -= 1;
                missing.push(std::mem::take(&mut children));
                if missing.len() > MAX_SCHEMA_DEPTH {
                    return Err("its columns are nested too deeply".to_owned());
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    if missing.iter().any(|count| *count > 0) || chunks * MIN_CHUNK_BYTES > metadata.len() {
        return Err(wrong());
    }
    Ok(is_encrypted)
}

/// Checks the pages of these columns of a row group. Returns the number of rows for a batch.
pub(super) fn check_row_group(
    file: &Arc<File>,
    group: &RowGroupMetaData,
    columns: impl Iterator<Item = usize>,
) -> Result<usize, String> {
    let (mut pages_bytes, mut value_bytes) = (0_u64, 0_u64);
    for column in columns {
        let chunk = group.columns().get(column).ok_or("a row group lacks a column")?;
        check_codec(chunk.compression())?;
        let largest = LargestPages::of(file, chunk)?;
        pages_bytes += largest.stored + largest.data + 2 * largest.dictionary;
        value_bytes += largest.data.max(largest.dictionary);
        if pages_bytes > MAX_PAGES_BYTES {
            return Err(format!("its pages take {pages_bytes} bytes in memory, more than {MAX_PAGES_BYTES}"));
        }
    }
    let rows = MAX_BATCH_BYTES.checked_div(value_bytes).unwrap_or(MAX_BATCH_ROWS).clamp(1, MAX_BATCH_ROWS);
    Ok(usize::try_from(rows).unwrap_or(1))
}

/// Checks that pages of this compression are read.
fn check_codec(codec: Compression) -> Result<(), String> {
    let name = match codec {
        Compression::UNCOMPRESSED | Compression::SNAPPY | Compression::GZIP(_) | Compression::ZSTD(_) => return Ok(()),
        Compression::LZO => "LZO",
        Compression::BROTLI(_) => "Brotli",
        Compression::LZ4 | Compression::LZ4_RAW => "LZ4",
    };
    Err(format!("compressed by {name}; only zstd, gzip, Snappy and uncompressed columns are read"))
}

/// The largest pages of a column in a row group, in bytes.
#[derive(Default)]
struct LargestPages {
    stored: u64,
    data: u64,
    dictionary: u64,
}

impl LargestPages {
    fn of(mut file: &File, chunk: &ColumnChunkMetaData) -> Result<Self, String> {
        let (mut offset, length) = chunk.byte_range();
        let end = offset.checked_add(length).ok_or("its metadata is damaged")?;
        let (mut largest, mut has_deltas) = (Self::default(), false);
        while offset < end {
            let (page, header_bytes) = PageHeader::read(file, offset, end - offset)?;
            let start = offset + header_bytes;
            if page.stored > end - start {
                return Err("a page is longer than its column".to_owned());
            }
            let data = if page.is_dictionary() { &mut largest.dictionary } else { &mut largest.data };
            *data = page.decoded.max(*data);
            largest.stored = page.stored.max(largest.stored);
            if page.stored.max(page.decoded) > MAX_PAGES_BYTES {
                return Err(format!("a page has {} bytes, more than {MAX_PAGES_BYTES}", page.stored.max(page.decoded)));
            }
            if matches!(chunk.compression(), Compression::GZIP(_)) {
                let stored = read_at(&mut file, start, page.stored).map_err(|error| error.to_string())?;
                page.check_gzip(&stored)?;
            }
            has_deltas |= page.has_deltas();
            offset = start + page.stored;
        }
        if has_deltas {
            check_deltas(file, chunk)?;
        }
        Ok(largest)
    }
}

/// The sizes in the header of a page.
struct PageHeader {
    kind: i64,
    stored: u64,
    decoded: u64,
    encoding: i64,
    /// Bytes of levels at the start of a page of version 2, which are not compressed.
    level_bytes: u64,
}

impl PageHeader {
    /// The type of a dictionary.
    const DICTIONARY: i64 = 2;

    /// Reads the header at `offset` of a column that has `room` more bytes. Returns it with its length.
    fn read(mut file: &File, offset: u64, room: u64) -> Result<(Self, u64), String> {
        const USUAL_BYTES: u64 = 256;
        let mut read = |bytes| read_at(&mut file, offset, room.min(bytes)).map_err(|error| error.to_string());
        let usual = read(USUAL_BYTES)?;
        match Self::parse(&usual) {
            Err(_) if room > USUAL_BYTES => Self::parse(&read(MAX_HEADER_BYTES)?),
            parsed => parsed,
        }
    }

    fn parse(bytes: &[u8]) -> Result<(Self, u64), String> {
        const FIELDS: [&[i16]; 8] = [&[1], &[2], &[3], &[5, 2], &[7, 1], &[8, 4], &[8, 5], &[8, 6]];
        let mut numbers = [None; FIELDS.len()];
        let length = walk(bytes, &mut |path, item| {
            if let (Some(at), Item::Number(number)) = (FIELDS.iter().position(|field| *field == path), item)
                && numbers[at].replace(number).is_some()
            {
                return Err("the header of a page has a field twice".to_owned());
            }
            Ok(())
        })?;
        let [kind, decoded, stored, encoding, dictionary_values, encoding_2, definition_bytes, repetition_bytes] =
            numbers;
        let size = |number: Option<i64>| u64::try_from(number.unwrap_or(0)).map_err(|_| "a page has a negative size");
        let page = Self {
            kind: kind.unwrap_or(-1),
            stored: size(stored)?,
            decoded: size(decoded)?,
            encoding: encoding.or(encoding_2).unwrap_or(-1),
            level_bytes: size(definition_bytes)?.saturating_add(size(repetition_bytes)?),
        };
        // A value of a dictionary has at least 4 bytes. The reader allocates for their number.
        if size(dictionary_values)? > page.decoded / 4 {
            return Err("a dictionary has more values than bytes".to_owned());
        }
        Ok((page, length as u64))
    }

    fn is_dictionary(&self) -> bool {
        self.kind == Self::DICTIONARY
    }

    fn has_deltas(&self) -> bool {
        [Encoding::DELTA_LENGTH_BYTE_ARRAY as i64, Encoding::DELTA_BYTE_ARRAY as i64].contains(&self.encoding)
    }

    /// Checks that gzip data is not longer than the header says: the reader decompresses all of it. Damage is reported by the
    /// reader.
    fn check_gzip(&self, stored: &[u8]) -> Result<(), String> {
        let start = usize::try_from(self.level_bytes).unwrap_or(usize::MAX);
        let mut decoded = MultiGzDecoder::new(stored.get(start..).unwrap_or_default()).take(self.decoded + 1);
        match io::copy(&mut decoded, &mut io::sink()) {
            Ok(bytes) if bytes > self.decoded => Err("a page is longer than its header says".to_owned()),
            _ => Ok(()),
        }
    }
}

/// Checks the numbers of lengths in pages of texts that are stored as deltas: their reader allocates for them.
fn check_deltas(file: &File, chunk: &ColumnChunkMetaData) -> Result<(), String> {
    let wrong = |error: parquet::errors::ParquetError| error.to_string();
    let file = Arc::new(file.try_clone().map_err(|error| error.to_string())?);
    let mut pages = SerializedPageReader::new(file, chunk, 0, None).map_err(wrong)?;
    while let Some(page) = pages.get_next_page().map_err(wrong)? {
        let list_count = match page.encoding() {
            Encoding::DELTA_LENGTH_BYTE_ARRAY => 1,
            Encoding::DELTA_BYTE_ARRAY => 2,
            _ => continue,
        };
        let start = match &page {
            Page::DataPage { buf, .. } if chunk.column_descr().max_def_level() > 0 => {
                let length = buf.first_chunk().map_or(0, |length| u32::from_le_bytes(*length) as usize);
                length.saturating_add(4)
            }
            Page::DataPageV2 { def_levels_byte_len, rep_levels_byte_len, .. } => {
                (*def_levels_byte_len as usize).saturating_add(*rep_levels_byte_len as usize)
            }
            _ => 0,
        };
        let mut lists = page.buffer().get(start..).unwrap_or_default();
        for _ in 0..list_count {
            let length = deltas_length(lists).ok_or("the lengths of its texts are damaged")?;
            lists = lists.get(length..).unwrap_or_default();
        }
    }
    Ok(())
}

/// Returns the length of a list of numbers that are stored as deltas; `None` if it is damaged or too long.
fn deltas_length(bytes: &[u8]) -> Option<usize> {
    /// Numbers that take as much memory as a batch.
    const MAX_NUMBERS: u64 = MAX_BATCH_BYTES / 4;
    let mut position = 0;
    let mut next = || {
        let (number, length) = varint(bytes.get(position..)?)?;
        position += length;
        Some(number)
    };
    let (block, minis, count, _first) = (next()?, next()?, next()?, next()?);
    let in_mini = block.checked_div(minis).filter(|numbers| *numbers > 0)?;
    if count > MAX_NUMBERS {
        return None;
    }
    let mut missing = count.saturating_sub(1);
    while missing > 0 {
        let (_, length) = varint(bytes.get(position..)?)?;
        let widths_start = position + length;
        let widths_end = widths_start.checked_add(usize::try_from(minis).ok()?)?;
        position = widths_end;
        for width in bytes.get(widths_start..widths_end)? {
            if missing == 0 {
                break;
            }
            position = position.checked_add(usize::try_from(u64::from(*width).checked_mul(in_mini)? / 8).ok()?)?;
            missing = missing.saturating_sub(in_mini);
        }
    }
    Some(position)
}

/// Reads `length` bytes at `offset`, or fewer at the end of the file.
fn read_at(file: &mut (impl Read + Seek), offset: u64, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(offset))?;
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    /// The header of a page of this type and of these sizes.
    fn header(kind: u8, decoded: u32, stored: u32) -> Vec<u8> {
        let mut bytes = vec![0x15, kind << 1];
        for size in [decoded, stored] {
            bytes.push(0x15);
            let mut number = u64::from(size) << 1;
            while number > 0x7F {
                bytes.push(number.to_le_bytes()[0] | 0x80);
                number >>= 7;
            }
            bytes.push(number.to_le_bytes()[0]);
        }
        bytes
    }

    #[test]
    fn a_dictionary_has_no_more_values_than_bytes() {
        // The field 7 has the number of values in its field 1.
        let dictionary = |values: u8| [&header(2, 40, 8)[..], &[0x4C, 0x15, values << 1, 0, 0]].concat();
        let (page, length) = PageHeader::parse(&dictionary(10)).expect("a header");
        assert_eq!((page.decoded, page.stored, page.is_dictionary(), length), (40, 8, true, 11));
        let error = PageHeader::parse(&dictionary(11)).err();
        assert_eq!(error.as_deref(), Some("a dictionary has more values than bytes"));
        let twice = [&header(0, 40, 8)[..], &[0x05, 4, 2, 0]].concat();
        assert_eq!(PageHeader::parse(&twice).err().as_deref(), Some("the header of a page has a field twice"));
    }

    #[test]
    fn gzip_data_over_the_declared_size_is_refused() {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all(&[b'x'; 1000]).expect("memory");
        let stored = gzip.finish().expect("memory");
        let page = |decoded| PageHeader::parse(&[header(0, decoded, 9), vec![0]].concat()).expect("a header").0;
        assert_eq!(page(1000).check_gzip(&stored), Ok(()));
        assert_eq!(page(999).check_gzip(&stored), Err("a page is longer than its header says".to_owned()));
    }

    #[test]
    fn deltas_have_no_more_numbers_than_fit_a_batch() {
        // Blocks of 128 numbers in 4 parts: 129 numbers are the first one and a block, whose parts have 0, 0, 1 and 1 bits.
        let deltas = [0x80, 1, 4, 0x81, 1, 0, 0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 99];
        assert_eq!(deltas_length(&deltas), Some(19));
        // 2^31 numbers.
        assert_eq!(deltas_length(&[0x80, 1, 4, 0x80, 0x80, 0x80, 0x80, 8, 0]), None);
        assert_eq!(deltas_length(&[0x80, 1, 0, 1, 0]), None);
        assert_eq!(deltas_length(&[0, 4, 9, 0]), None);
    }

    #[test]
    fn the_tree_of_columns_is_shallow() {
        // Field 2: a list of structs with the number of children in their field 5, if there are any.
        let schema = |children: &[u8]| {
            let mut bytes = vec![0x29, 0xFC, u8::try_from(children.len()).expect("few columns")];
            for count in children {
                bytes.extend_from_slice(if *count > 0 { &[0x55, 2] } else { &[] });
                if *count > 0 {
                    *bytes.last_mut().expect("a byte") = count << 1;
                }
                bytes.push(0);
            }
            bytes.push(0);
            check_schema(&bytes)
        };
        assert_eq!(schema(&[2, 0, 0]), Ok(false));
        assert_eq!(schema(&[2, 1, 0, 0]), Ok(false));
        let damaged = Err("the tree of its columns is damaged".to_owned());
        for children in [&[2, 0][..], &[1, 0, 0], &[0, 0], &[]] {
            assert_eq!(schema(children), damaged, "{children:?}");
        }
        assert_eq!(schema(&[1; 100]), Err("its columns are nested too deeply".to_owned()));
        // A root of 30,000 columns.
        let wide = [&[0x29, 0xFC, 0xB1, 0xEA, 0x01, 0x55, 0xE0, 0xD4, 0x03][..], &[0; 30_002]].concat();
        assert_eq!(check_schema(&wide), Err("it has more than 20000 columns".to_owned()));
        // Field 4: a list of 10 row groups without columns, after a schema without columns.
        let empty_groups = [&[0x29, 0x1C, 0, 0x29, 0xAC][..], &[0; 11]].concat();
        assert_eq!(check_schema(&empty_groups), damaged);
        // 70,000 row groups.
        let many_groups = [&[0x29, 0x1C, 0, 0x29, 0xFC, 0xF0, 0xA2, 0x04][..], &[0; 70_001]].concat();
        assert_eq!(check_schema(&many_groups), Err("its row groups have more than 65536 columns".to_owned()));
    }
}
