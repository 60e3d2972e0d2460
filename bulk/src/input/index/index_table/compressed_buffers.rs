//! Checks the lengths that the compressed buffers of a batch declare, before their reader allocates and decompresses.
//!
//! A compressed buffer begins with its length after decompression, as an integer of 8 bytes. -1 means that the rest is not
//! compressed. The reader decompresses zstd up to that length, and LZ4 without a limit.

use arrow_ipc::{Buffer, CompressionType, RecordBatch};
use lz4_flex::frame::FrameDecoder;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

/// The number of bytes of the length at the start of a buffer.
const PREFIX_BYTES: u64 = 8;
const NOT_COMPRESSED: i64 = -1;

/// Checks the buffers of a batch, whose body starts at `body_start` and has `body_bytes`. After decompression, they may have
/// `max_bytes` together.
pub(super) fn check(
    file: &mut File,
    batch: RecordBatch<'_>,
    (body_start, body_bytes): (u64, u64),
    max_bytes: u64,
) -> Result<(), String> {
    let Some(codec) = batch.compression().map(|compression| compression.codec()) else { return Ok(()) };
    let mut total = 0;
    for buffer in batch.buffers().into_iter().flatten().filter(|buffer| buffer.length() != 0) {
        let (offset, stored) = place(buffer, body_bytes).ok_or("damaged: a buffer is outside of its batch")?;
        file.seek(SeekFrom::Start(body_start + offset)).map_err(shown)?;
        let mut prefix = [0; PREFIX_BYTES as usize];
        file.read_exact(&mut prefix).map_err(shown)?;
        let declared = i64::from_le_bytes(prefix);
        let is_compressed = declared != NOT_COMPRESSED;
        let length = match is_compressed {
            true => u64::try_from(declared).map_err(|_| "damaged: a negative length")?,
            false => stored,
        };
        total += length.min(max_bytes + 1);
        if total > max_bytes {
            return Err(format!("a batch has more than {max_bytes} bytes after decompression: write smaller batches"));
        }
        if is_compressed && codec == CompressionType::LZ4_FRAME {
            let decoder = FrameDecoder::new(BufReader::new(file.by_ref().take(stored)));
            let decoded = io::copy(&mut decoder.take(length + 1), &mut io::sink());
            let decoded = decoded.map_err(|error| format!("damaged: {error}"))?;
            if decoded != length {
                return Err("damaged: a buffer is not as long as it declares".to_owned());
            }
        }
    }
    Ok(())
}

/// Returns the offset of a buffer in the body, and its length without the prefix; `None` if it is not inside.
fn place(buffer: &Buffer, body_bytes: u64) -> Option<(u64, u64)> {
    let (offset, length) = (u64::try_from(buffer.offset()).ok()?, u64::try_from(buffer.length()).ok()?);
    (offset.checked_add(length)? <= body_bytes).then_some(())?;
    Some((offset, length.checked_sub(PREFIX_BYTES)?))
}

fn shown(error: io::Error) -> String {
    error.to_string()
}
