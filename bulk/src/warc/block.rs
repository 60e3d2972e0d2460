//! Where a record's block ends: where its length says, if a record, a member or the file ends there too; else where the next
//! head stands.

use super::error::{Place, WarcErrorKind};
use super::head::{self, HeadEnd};
use super::member::{RECORD_LINE, RECORD_MAGIC};
use super::text::{More, Text};
use memchr::memmem;
use std::io::Read;

/// How much is passed over before it is taken out of the text.
const CUT_BYTES: usize = 64 << 10;
/// What a payload stands behind in a block with a head of its own.
const EMPTY_LINE: &[u8] = b"\r\n\r\n";

/// A block, in numbers of bytes from the first one of its record.
pub(super) struct Block {
    /// Where what is kept of it ends.
    pub(super) end: usize,
    /// How long it is in the file.
    pub(super) length: u64,
    /// Where the record ends, with the newlines behind the block.
    pub(super) record_end: usize,
    pub(super) damage: Option<Damage>,
    /// Whether the file ends within the newlines behind the block.
    pub(super) is_clipped: bool,
}

/// What is wrong with a block; with its place if that is not the record's.
pub(super) struct Damage {
    pub(super) kind: WarcErrorKind,
    pub(super) place: Option<Place>,
}

impl From<WarcErrorKind> for Damage {
    fn from(kind: WarcErrorKind) -> Self {
        Self { kind, place: None }
    }
}

/// How what follows a block looks.
enum Follows {
    /// A record, or the end of the member, behind so many bytes.
    Record(usize),
    /// The end of the file, without the newlines that end a record.
    Nothing(usize),
    /// The end of what can be read of the member.
    Damage(usize),
    /// Something else: the block does not end there.
    Other,
}

pub(super) struct BlockReader<'a, R> {
    pub(super) text: &'a mut Text<R>,
    /// Where the block starts.
    pub(super) start: usize,
    pub(super) max_block_bytes: usize,
    pub(super) max_head_bytes: usize,
}

impl<R: Read> BlockReader<'_, R> {
    /// Reads the block of a record that says this length.
    pub(super) fn read(mut self, length: Option<u64>) -> Block {
        match length {
            Some(length) if length <= self.max_block_bytes as u64 => self.read_short(length as usize),
            Some(_) => self.search(length, None),
            None => self.search(None, None),
        }
    }

    /// Reads a block that is kept whole. If its length is wrong, or it ends early, records may be in it.
    fn read_short(&mut self, length: usize) -> Block {
        let end = self.start + length;
        let mut damage = Damage::from(WarcErrorKind::Length);
        while self.text.visible().len() < end {
            match self.text.extend() {
                More::Text => continue,
                More::MemberEnd => {}
                More::End => damage = WarcErrorKind::Truncated.into(),
                More::Bad => damage = self.recover(),
            }
            if !self.is_warc_inside() {
                return self.search(None, Some(damage));
            }
            let end = self.text.visible().len();
            let length = (end - self.start) as u64;
            return Block { end, length, record_end: end, damage: Some(damage), is_clipped: false };
        }
        let whole =
            |record_end, damage, is_clipped| Block { end, length: length as u64, record_end, damage, is_clipped };
        match self.follows(end) {
            Follows::Record(record_end) => whole(record_end, None, false),
            Follows::Nothing(record_end) => whole(record_end, None, true),
            Follows::Damage(record_end) => {
                let damage = self.recover();
                whole(record_end, Some(damage), false)
            }
            Follows::Other => match self.head_near(end) {
                Some(next) => whole(next, Some(WarcErrorKind::Unknown.into()), false),
                None if self.is_warc_inside() => whole(end, Some(damage), false),
                None => self.search(None, Some(damage)),
            },
        }
    }

    /// Searches where the block ends: at its length if that is said, at the next head at a line's start, or where the member
    /// or the file ends. Bytes over the limit are passed over.
    fn search(&mut self, length: Option<u64>, mut damage: Option<Damage>) -> Block {
        let length = length.unwrap_or(u64::MAX);
        let has_length = length != u64::MAX;
        let kept_end = self.start + self.max_block_bytes;
        let looks_for_heads = !(has_length && self.is_warc_inside());
        // The empty line of the head is one before which a head may stand.
        let mut from = self.start - 1;
        let (mut cut, mut is_clipped) = (0, false);
        let (end, record_end) = loop {
            let end = usize::try_from(length.saturating_sub(cut)).unwrap_or(usize::MAX).saturating_add(self.start);
            let visible = self.text.visible();
            let stop = visible.len().min(end);
            let found = if looks_for_heads { memmem::find(&visible[from.min(stop)..stop], RECORD_LINE) } else { None };
            if let Some(found) = found {
                let record_end = from + found + 1;
                match self.whole_head(record_end) {
                    Ok(()) => {
                        if has_length || is_clipped_by_length(damage.as_ref()) {
                            damage = Some(WarcErrorKind::Length.into());
                        }
                        break (trim_newlines(self.text.visible(), self.start, record_end), record_end);
                    }
                    Err(next) => from = next,
                }
                continue;
            }
            if visible.len() >= end {
                match self.follows(end) {
                    Follows::Record(record_end) => break (end, record_end),
                    Follows::Nothing(record_end) => {
                        is_clipped = true;
                        break (end, record_end);
                    }
                    Follows::Damage(record_end) => {
                        damage = Some(self.recover());
                        break (end, record_end);
                    }
                    Follows::Other => {
                        damage.get_or_insert(WarcErrorKind::Length.into());
                        break (end, end);
                    }
                }
            }
            from = from.max((stop + 1).saturating_sub(RECORD_LINE.len()));
            // Newlines before a head are not the block's, so the last bytes stay.
            let passed = from.saturating_sub(EMPTY_LINE.len()).saturating_sub(kept_end);
            if passed >= CUT_BYTES {
                self.text.cut(kept_end, passed);
                from -= passed;
                cut += passed as u64;
            }
            match self.text.extend() {
                More::Text => continue,
                // What is wrong with the member goes before what may come of it.
                More::Bad if damage.as_ref().is_none_or(|damage| damage.place.is_none()) => {
                    damage = Some(self.recover());
                }
                More::MemberEnd if has_length => damage = damage.or(Some(WarcErrorKind::Length.into())),
                More::End if has_length => damage = damage.or(Some(WarcErrorKind::Truncated.into())),
                More::MemberEnd | More::End | More::Bad => {}
            }
            let end = self.text.visible().len();
            let is_clipped = damage.as_ref().is_some_and(|damage| !matches!(damage.kind, WarcErrorKind::Length));
            break (if is_clipped { end } else { trim_newlines(self.text.visible(), self.start, end) }, end);
        };
        let block_length = (end - self.start) as u64 + cut;
        Block { end: end.min(kept_end), length: block_length, record_end, damage, is_clipped }
    }

    /// Looks at what follows a block that ends at `end`: newlines, then a record, or nothing.
    fn follows(&mut self, end: usize) -> Follows {
        const NEWLINES: usize = 2;
        let mut at = end;
        loop {
            let rest = &self.text.visible()[at..];
            at += rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            let rest = &self.text.visible()[at..];
            if rest.starts_with(RECORD_MAGIC) {
                return Follows::Record(at);
            }
            if !RECORD_MAGIC.starts_with(rest) {
                return Follows::Other;
            }
            let is_over = rest.is_empty();
            // A record may begin with a few bytes in one member and go on in the next.
            let more = if is_over { self.text.fill() } else { self.text.extend() };
            match more {
                More::Text => {}
                More::MemberEnd if is_over => return Follows::Record(at),
                More::MemberEnd => return Follows::Other,
                More::End => {
                    let newlines = memchr::memchr_iter(b'\n', &self.text.visible()[end..at]).count();
                    let is_whole = newlines >= NEWLINES || self.text.is_compressed();
                    return if is_whole || !is_over { Follows::Record(at) } else { Follows::Nothing(at) };
                }
                More::Bad => return Follows::Damage(self.text.visible().len()),
            }
        }
    }

    /// Returns where a head stands so near behind a block that only the newlines before it are damaged.
    fn head_near(&mut self, end: usize) -> Option<usize> {
        const NEAR: usize = EMPTY_LINE.len() + RECORD_MAGIC.len();
        while self.text.visible().len() < end + NEAR && matches!(self.text.extend(), More::Text) {}
        let near = &self.text.visible()[end..];
        let next = end + memmem::find(&near[..near.len().min(NEAR)], RECORD_MAGIC)?;
        self.whole_head(next).ok().map(|()| next)
    }

    /// Returns whether a whole head stands at `at`; if not, from where to search on.
    fn whole_head(&mut self, at: usize) -> Result<(), usize> {
        let mut from = 0;
        loop {
            let rest = &self.text.visible()[at..];
            match head::head_end(rest, from) {
                HeadEnd::At(end) => {
                    let is_head = end <= self.max_head_bytes
                        && head::begins_record(rest) == Some(true)
                        && head::has_type(&rest[..end]);
                    return if is_head { Ok(()) } else { Err(at + end - 1) };
                }
                HeadEnd::Another(next) => return Err(at + next - 1),
                HeadEnd::Unfinished(next) => from = next,
            }
            if rest.len() > self.max_head_bytes || !matches!(self.text.extend(), More::Text) {
                return Err(at + from.max(RECORD_MAGIC.len()));
            }
        }
    }

    /// Returns whether the block or the body of its response is a WARC file: heads in it are not those of this file.
    fn is_warc_inside(&mut self) -> bool {
        const MAX_HEAD_BYTES: usize = 16 << 10;
        while self.text.visible().len() < self.start + MAX_HEAD_BYTES && matches!(self.text.extend(), More::Text) {}
        let block = &self.text.visible()[self.start..];
        if !block.starts_with(b"HTTP/") {
            return block.starts_with(RECORD_MAGIC);
        }
        let end = memmem::find(&block[..block.len().min(MAX_HEAD_BYTES)], EMPTY_LINE);
        end.is_some_and(|end| block[end + EMPTY_LINE.len()..].starts_with(RECORD_MAGIC))
    }

    fn recover(&mut self) -> Damage {
        let (place, kind) = self.text.recover();
        Damage { kind, place: Some(place) }
    }
}

/// Returns whether the file seemed to end in a record because of what the record says of its length.
fn is_clipped_by_length(damage: Option<&Damage>) -> bool {
    matches!(damage, Some(Damage { kind: WarcErrorKind::Truncated, place: None }))
}

/// Returns where a block ends if a record ends at `end`: without the two newlines that do not belong to it.
fn trim_newlines(text: &[u8], start: usize, end: usize) -> usize {
    let mut end = end;
    for _ in 0..2 {
        let Some(rest) = text[start..end].strip_suffix(b"\n") else { break };
        end = start + rest.strip_suffix(b"\r").unwrap_or(rest).len();
    }
    end
}
