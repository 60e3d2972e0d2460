//! Reads the batches of an Arrow file or stream. A file is read as the stream that it contains.
//!
//! The reader allocates the lengths that messages declare, so all of them are compared with the file and with limits first.

use super::columns::Columns;
use super::compressed_buffers;
use crate::input::index::index_row::{ListRow, OtherColumns};
use crate::input::sources::list_file::ARROW_STREAM_MAGIC;
use crate::schema::KeptColumns;
use arrow_array::RecordBatch;
use arrow_ipc::reader::StreamReader;
use arrow_ipc::{Message, root_as_message};
use std::fs::File;
use std::io::{BufReader, Error, Read, Seek, SeekFrom};

/// The first bytes of a file. The stream follows them.
const FILE_MAGIC: &[u8; 8] = b"ARROW1\0\0";
/// Maximum offset of the stream.
const MAX_START: usize = 64;
/// Maximum length of a batch in bytes, stored and decompressed.
const MAX_BATCH_BYTES: u64 = 256 << 20;
/// Maximum length of the description of a batch, or of the schema, in bytes.
const MAX_HEAD_BYTES: u64 = 16 << 20;

/// The batches of an Arrow file, with the columns that are read.
pub(super) struct ArrowBatches(StreamReader<BufReader<File>>);

impl ArrowBatches {
    /// Returns true if a file is an Arrow file or stream.
    pub(super) fn begins(file: &mut File) -> Result<bool, String> {
        let mut start = Vec::new();
        file.rewind().map_err(shown)?;
        file.by_ref().take(FILE_MAGIC.len() as u64).read_to_end(&mut start).map_err(shown)?;
        Ok(start.starts_with(&ARROW_STREAM_MAGIC) || start.starts_with(b"ARROW1"))
    }

    /// Opens a file, and finds the columns that are read.
    pub(super) fn open<R: ListRow>(
        mut file: File,
        kept: &KeptColumns,
        others: &mut OtherColumns,
    ) -> Result<(Self, Columns), String> {
        let start = start_of_stream(&mut file)?;
        check_messages(&mut file, start)?;
        let reader = |projection| {
            let mut file = file.try_clone().map_err(shown)?;
            file.seek(SeekFrom::Start(start)).map_err(shown)?;
            StreamReader::try_new(BufReader::new(file), projection).map_err(|error| error.to_string())
        };
        let (columns, roots) = Columns::of::<R>(&reader(None)?.schema(), kept, others)?.projected();
        Ok((Self(reader(Some(roots))?), columns))
    }

    /// Returns the next batch; `None` at the end.
    pub(super) fn batch(&mut self) -> Result<Option<RecordBatch>, String> {
        self.0.next().transpose().map_err(|error| error.to_string())
    }
}

fn shown(error: Error) -> String {
    error.to_string()
}

/// Returns the offset of the stream in a file.
fn start_of_stream(file: &mut File) -> Result<u64, String> {
    let mut start = Vec::new();
    file.rewind().map_err(shown)?;
    file.by_ref().take((MAX_START + ARROW_STREAM_MAGIC.len()) as u64).read_to_end(&mut start).map_err(shown)?;
    let Some(rest) = start.strip_prefix(FILE_MAGIC) else { return Ok(0) };
    // Zeros follow, up to the alignment of the writer.
    let zeros = rest.iter().take_while(|byte| **byte == 0).count();
    Ok((FILE_MAGIC.len() + zeros) as u64)
}

/// Returns an error if a message from offset `at` on ends after the end of the file, or is over a limit.
fn check_messages(file: &mut File, mut at: u64) -> Result<(), String> {
    let length = file.metadata().map_err(shown)?.len();
    loop {
        file.seek(SeekFrom::Start(at)).map_err(shown)?;
        let mut prefix = Vec::new();
        file.by_ref().take(8).read_to_end(&mut prefix).map_err(shown)?;
        let head_bytes = match *prefix {
            [] => return Ok(()),
            [0xFF, 0xFF, 0xFF, 0xFF, a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
            _ => return Err("damaged: a message does not start where the one before it ends".to_owned()),
        };
        if head_bytes == 0 {
            return Ok(());
        }
        let head_start = at + prefix.len() as u64;
        check_length("the head of a batch", head_bytes, MAX_HEAD_BYTES, length - head_start)?;
        let mut head = Vec::new();
        file.by_ref().take(head_bytes).read_to_end(&mut head).map_err(shown)?;
        let message = root_as_message(&head).map_err(|error| format!("damaged: {error}"))?;
        let body_bytes = u64::try_from(message.bodyLength()).map_err(|_| "damaged: a negative length".to_owned())?;
        at = head_start + head_bytes;
        check_length("a batch", body_bytes, MAX_BATCH_BYTES, length - at)?;
        if let Some(batch) = values_of(message) {
            compressed_buffers::check(file, batch, (at, body_bytes), MAX_BATCH_BYTES)?;
        }
        at += body_bytes;
    }
}

/// Returns the batch, or the values of the dictionary, in a message.
fn values_of(message: Message<'_>) -> Option<arrow_ipc::RecordBatch<'_>> {
    message.header_as_record_batch().or_else(|| message.header_as_dictionary_batch()?.data())
}

/// Returns an error if `bytes` are more than a limit, or more than are left in the file.
fn check_length(what: &str, bytes: u64, max_bytes: u64, left: u64) -> Result<(), String> {
    match () {
        () if bytes > max_bytes => {
            Err(format!("{what} has {bytes} bytes, more than {max_bytes}: write smaller batches"))
        }
        () if bytes > left => Err("truncated: a batch ends after the end of the file".to_owned()),
        () => Ok(()),
    }
}
