//! Searches for a member that starts a record, from any offset of a file.

use super::head;
use super::member::MemberDecoder;
use super::stored_bytes::StoredBytes;
use super::syntax::RecordSyntax;
use crate::codec::StreamCompression;
use crate::codec::inflate::GZIP_MAGIC;
use crate::codec::zstandard::FRAME_MAGIC;
use memchr::memmem;
use std::io::Read;

/// Advances to the first member that starts a record, from the current offset on and before `until`. Without such a
/// member, advances to `until` or to the end, and returns false. If the format is not known yet, the first member
/// found determines it. `is_line_start` is true if the current offset is known to start a line.
pub(super) fn find<R: Read>(
    source: &mut StoredBytes<R>,
    members: &mut MemberDecoder,
    until: u64,
    is_line_start: bool,
) -> bool {
    // The records of an ARC file have no magic number: each of them starts a line.
    let is_plain_arc = members.is_plain() && members.syntax == Some(RecordSyntax::Arc);
    if is_plain_arc
        && is_line_start
        && source.offset() < until
        && members.begins_record(source, StreamCompression::Plain)
    {
        return true;
    }
    loop {
        source.discard_consumed();
        if source.offset() >= until {
            return false;
        }
        let candidate = match is_plain_arc {
            true => memchr::memchr(b'\n', source.data()).map(|newline| (newline + 1, StreamCompression::Plain)),
            false => next_magic(source.data(), members.format),
        };
        match candidate {
            Some((at, format)) => {
                source.consume(at);
                if source.offset() >= until {
                    return false;
                }
                if members.begins_record(source, format) {
                    members.format = Some(format);
                    return true;
                }
                if !is_plain_arc {
                    source.consume(1);
                }
            }
            None => {
                // A magic number may be split by the end of the data, and a newline cannot.
                let kept = if is_plain_arc { 0 } else { head::MAGIC_BYTES - 1 };
                let passed = source.data().len().saturating_sub(kept);
                source.consume(passed);
                if !source.fill() {
                    let rest = source.data().len();
                    source.consume(rest);
                    return false;
                }
            }
        }
    }
}

/// Returns the offset and the format of the first magic number: of `format`, or of any if that is `None`.
fn next_magic(data: &[u8], format: Option<StreamCompression>) -> Option<(usize, StreamCompression)> {
    let find = |magic, format| memmem::find(data, magic).map(|at| (at, format));
    match format {
        Some(StreamCompression::Gzip) => find(GZIP_MAGIC, StreamCompression::Gzip),
        Some(StreamCompression::Zstd) => find(FRAME_MAGIC, StreamCompression::Zstd),
        Some(StreamCompression::Plain) => head::find_magic(data).map(|at| (at, StreamCompression::Plain)),
        None => memchr::memchr3_iter(GZIP_MAGIC[0], FRAME_MAGIC[0], b'/', data).find_map(|at| {
            let rest = &data[at..];
            // A slash ends the first bytes of a record, among which the other magic numbers do not start.
            let record =
                (at + 1).checked_sub(head::MAGIC_BYTES).filter(|start| head::starts_with_magic(&data[*start..]));
            match record {
                _ if rest.starts_with(GZIP_MAGIC) => Some((at, StreamCompression::Gzip)),
                _ if rest.starts_with(FRAME_MAGIC) => Some((at, StreamCompression::Zstd)),
                Some(start) if !begins_stored_block(&data[..start]) => Some((start, StreamCompression::Plain)),
                _ => None,
            }
        }),
    }
}

/// Returns true if the bytes after `before` are the content of a deflate block that is stored without compression, in a gzip
/// member: `before` ends with the header of one, the length and its complement.
fn begins_stored_block(before: &[u8]) -> bool {
    let Some(&[a, b, c, d]) = before.last_chunk() else { return false };
    (a, b) == (!c, !d)
}
