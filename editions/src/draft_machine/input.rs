//! The input stream: preprocessing, consuming, and lookahead.

use super::{DraftMachine, DraftState, Rule};

const BYTE_ORDER_MARK: char = '\u{FEFF}';

impl<'h> DraftMachine<'h> {
    /// Drops a leading U+FEFF.
    pub(super) fn drop_byte_order_mark(&mut self) {
        if self.html.starts_with(BYTE_ORDER_MARK) && self.holds(Rule::ByteOrderMarkIsDropped) {
            self.pos = BYTE_ORDER_MARK.len_utf8();
        }
    }

    /// Consumes and returns the next input character, or `None` at the end of the file.
    pub(super) fn consume(&mut self) -> Option<char> {
        self.current = self.pos;
        let (character, end) = self.character_at(self.pos)?;
        if self.preprocessed < end {
            self.preprocessed = end;
            self.preprocess();
        }
        self.pos = end;
        Some(character)
    }

    /// Returns the next input character.
    pub(super) fn next(&self) -> Option<char> {
        Some(self.character_at(self.pos)?.0)
    }

    /// Returns the preprocessed character at `offset`, and the offset just past it.
    pub(super) fn character_at(&self, offset: usize) -> Option<(char, usize)> {
        let rest = &self.html[offset..];
        let character = rest.chars().next()?;
        Some(match character {
            '\r' => ('\n', offset + if rest.starts_with("\r\n") { 2 } else { 1 }),
            '\0' => (char::REPLACEMENT_CHARACTER, offset + 1),
            _ => (character, offset + character.len_utf8()),
        })
    }

    /// Reports a preprocessing error if the current input character is not permitted.
    fn preprocess(&mut self) {
        let is_error = match self.html[self.current..].chars().next() {
            Some('\0') => {
                self.record_check(Rule::NulIsReplaced);
                true
            }
            Some('\x0B' | '\u{FDE0}'..='\u{FDEF}') => self.holds(Rule::LateInputCharactersAreErrors),
            Some('\x01'..='\x08' | '\x0E'..='\x1F' | '\x7F'..='\u{9F}' | '\u{FDD0}'..='\u{FDDF}') => {
                self.holds(Rule::InputCharactersAreErrors)
            }
            Some(character) if is_last_of_plane(character.into()) => self.holds(Rule::InputCharactersAreErrors),
            _ => false,
        };
        if is_error {
            self.parse_error("character that may not be in the input");
        }
    }

    /// Makes the current input character the next one, and switches to `state`.
    pub(super) fn reconsume_in(&mut self, state: DraftState<'h>) {
        self.pos = self.current;
        self.state = state;
    }

    pub(super) fn switch_to(&mut self, state: DraftState<'h>) {
        self.state = state;
    }

    /// Switches to `state`, which reads a value or identifier up to `quote`.
    pub(super) fn open_quoted(&mut self, quote: char, state: DraftState<'h>) {
        self.quote = Some(quote);
        self.switch_to(state);
    }

    /// Returns true if the consumed characters, including the current one, end with `characters`.
    pub(super) fn last_are(&self, characters: &str) -> bool {
        self.html[..self.pos].ends_with(characters)
    }

    /// Consumes `word` if it is at the offset `at`, ignoring ASCII case. Returns true if so.
    pub(super) fn consume_word(&mut self, at: usize, word: &str) -> bool {
        let bytes = self.html.as_bytes().get(at..at + word.len());
        let is_next = bytes.is_some_and(|bytes| bytes.eq_ignore_ascii_case(word.as_bytes()));
        if is_next {
            self.pos = at + word.len();
        }
        is_next
    }

    /// Returns true if `character`, the current one, is white space in the draft.
    pub(super) fn is_white_space(&mut self, character: char) -> bool {
        self.is_white_space_at(character, self.current)
    }

    /// Returns true if `character`, at `offset`, is white space in the draft.
    pub(super) fn is_white_space_at(&mut self, character: char, offset: usize) -> bool {
        match character {
            '\t' | '\n' | '\x0C' | ' ' => true,
            '\x0B' => self.holds_at(Rule::LineTabulationIsWhiteSpace, offset),
            _ => false,
        }
    }
}

/// Returns true if `code` ends in FFFE or FFFF: it is one of the last two code points of a plane.
pub(super) fn is_last_of_plane(code: u32) -> bool {
    code & 0xFFFE == 0xFFFE
}
