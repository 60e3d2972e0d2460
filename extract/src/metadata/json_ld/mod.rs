//! The text of a JSON-LD script: strips delimiters around the JSON, and checks its syntax.

mod checker;
mod part;

use crate::flags::{Flag, Flags};
use crate::page::JsonLd;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use checker::check;
use part::Part;

/// Maximum length in bytes of one block, with the escapes that its control characters need. Longer blocks are left out.
const BLOCK_BYTES: usize = 1 << 20;

/// Maximum length in bytes of all blocks of a page. Blocks past it are left out.
const PAGE_BYTES: usize = 16 << 20;

/// Maximum number of values in all blocks of a page. Blocks past it are left out.
const VALUES: usize = 1 << 18;

/// Returns the blocks that are within the limits. Sets a flag if others are left out.
pub(crate) fn read<'a>(scripts: &[&'a str], flags: &mut Flags, bump: &'a Bump) -> &'a [JsonLd<'a>] {
    let mut blocks = Vec::new_in(bump);
    let (mut bytes, mut values) = (0, 0);
    for &raw in scripts {
        bytes += raw.len();
        if raw.len() <= BLOCK_BYTES && bytes <= PAGE_BYTES && values <= VALUES {
            let Part { start, text } = Part::stripped(raw);
            let checked = check(text);
            bytes += checked.escape_bytes;
            values += checked.values;
            if raw.len() + checked.escape_bytes <= BLOCK_BYTES && bytes <= PAGE_BYTES && values <= VALUES {
                blocks.push(JsonLd { raw, text, start, error: checked.error });
                continue;
            }
        }
        flags.set(Flag::LimitJsonLd);
    }
    blocks.into_bump_slice()
}
