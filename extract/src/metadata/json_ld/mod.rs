//! The text of a JSON-LD script: strips delimiters around the JSON, checks its syntax, and repairs small faults.

mod checker;
mod part;
mod repair;

use crate::fact_source::FactSource;
use crate::flags::{Flag, Flags};
use crate::page::JsonLd;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use checker::check;
use part::Part;
use repair::repair;

/// Maximum length in bytes of one block, with the escapes that its control characters need. Longer blocks are left out.
const BLOCK_BYTES: usize = 1 << 20;

/// Maximum length in bytes of all blocks of a page. Blocks past it are left out.
const PAGE_BYTES: usize = 16 << 20;

/// Maximum length in bytes of all blocks of a page that are repaired. Blocks past it stay as they are.
const REPAIRED_BYTES: usize = 1 << 20;

/// Maximum number of values in all blocks of a page. Blocks past it are left out.
const VALUES: usize = 1 << 18;

/// Returns the blocks that are within the limits, each with one of `sources`. Sets a flag if others are left out.
pub(crate) fn read<'a>(
    scripts: &[&'a str],
    sources: &[FactSource],
    flags: &mut Flags,
    bump: &'a Bump,
) -> &'a [JsonLd<'a>] {
    let mut blocks = Vec::new_in(bump);
    let (mut bytes, mut values, mut repair_room) = (0, 0, REPAIRED_BYTES);
    for (&raw, &source) in scripts.iter().zip(sources) {
        bytes += raw.len();
        if raw.len() <= BLOCK_BYTES && bytes <= PAGE_BYTES && values <= VALUES {
            let Part { start, text } = Part::stripped(raw);
            let checked = check(text);
            let mut repaired = None;
            if checked.error.is_some() && raw.len() <= repair_room {
                repair_room -= raw.len();
                // If a comment precedes the JSON, only the start of the comment is removed from `text`.
                repaired = repair(text, bump).or_else(|| repair(raw, bump));
            }
            let (repaired, of_repaired) = repaired.unzip();
            let of_repaired = of_repaired.unwrap_or_default();
            bytes += checked.escape_bytes + repaired.map_or(0, str::len) + of_repaired.escape_bytes;
            values += checked.values + of_repaired.values;
            let block_bytes = raw.len() + checked.escape_bytes.max(of_repaired.escape_bytes);
            if block_bytes <= BLOCK_BYTES && bytes <= PAGE_BYTES && values <= VALUES {
                blocks.push(JsonLd { raw, text, start, error: checked.error, repaired, source });
                continue;
            }
        }
        flags.set(Flag::LimitJsonLd);
    }
    blocks.into_bump_slice()
}
