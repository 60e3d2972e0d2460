//! Markup declarations: comments, bogus comments and CDATA sections.

use super::{DraftMachine, Rule};

impl DraftMachine<'_> {
    /// Bogus comment state
    ///
    /// The next character is the first of the comment.
    pub(super) fn bogus_comment(&mut self) {
        while let Some(character) = self.consume() {
            if character == '>' {
                break;
            }
            self.comment.push(character);
        }
        self.emit_comment();
    }

    /// Markup declaration open state
    pub(super) fn markup_declaration_open(&mut self) {
        if self.consume_word(self.pos, "--") {
            self.switch_to(Self::comment_start);
        } else if self.consume_word(self.pos, "DOCTYPE") {
            self.switch_to(Self::doctype);
        } else if self.html[self.pos..].starts_with("[CDATA[") && self.opens_cdata_section() {
            self.consume_word(self.pos, "[CDATA[");
            self.switch_to(Self::cdata_section);
        } else {
            self.current = self.pos;
            self.parse_error("markup declaration that is none");
            self.switch_to(Self::bogus_comment);
        }
    }

    /// Returns true if the draft has CDATA sections and one may open here.
    fn opens_cdata_section(&mut self) -> bool {
        self.holds(Rule::CdataSections) && {
            self.process_text_in_tree();
            self.cdata || self.tree_feedback.allows_cdata()
        }
    }

    /// Comment start state
    pub(super) fn comment_start(&mut self) {
        match self.consume() {
            Some('-') => self.switch_to(Self::comment_start_dash),
            Some('>') => {
                self.parse_error("comment that ends at its start");
                self.emit_comment();
            }
            None => self.end_of_file_in_comment(),
            Some(character) => {
                self.comment.push(character);
                self.switch_to(Self::comment);
            }
        }
    }

    /// Comment start dash state
    pub(super) fn comment_start_dash(&mut self) {
        match self.consume() {
            Some('-') => self.switch_to(Self::comment_end),
            Some('>') => {
                self.parse_error("comment that ends at its start");
                self.emit_comment();
            }
            None => self.end_of_file_in_comment(),
            Some(character) => {
                self.comment.extend(['-', character]);
                self.switch_to(Self::comment);
            }
        }
    }

    /// Comment state
    pub(super) fn comment(&mut self) {
        match self.consume() {
            Some('-') => self.switch_to(Self::comment_end_dash),
            None => self.end_of_file_in_comment(),
            Some(character) => self.comment.push(character),
        }
    }

    /// Comment end dash state
    pub(super) fn comment_end_dash(&mut self) {
        match self.consume() {
            Some('-') => self.switch_to(Self::comment_end),
            None => self.end_of_file_in_comment(),
            Some(character) => {
                self.comment.extend(['-', character]);
                self.switch_to(Self::comment);
            }
        }
    }

    /// Comment end state
    pub(super) fn comment_end(&mut self) {
        match self.consume() {
            Some('>') => self.emit_comment(),
            Some('-') => {
                self.parse_error("two dashes in a comment");
                self.comment.push('-');
            }
            None => self.end_of_file_in_comment(),
            Some(character) => {
                if character == '!' {
                    self.record_check(Rule::BangEndsComment);
                }
                self.parse_error("two dashes in a comment");
                self.comment.extend(['-', '-', character]);
                self.switch_to(Self::comment);
            }
        }
    }

    fn end_of_file_in_comment(&mut self) {
        self.parse_error("end of file in a comment");
        self.emit_comment();
    }

    /// CDATA section state, since 10 June 2008, where it is the CDATA block state
    pub(super) fn cdata_section(&mut self) {
        while let Some(character) = self.consume() {
            if character == ']' && self.consume_word(self.pos, "]>") {
                break;
            }
            self.emit_character(character);
        }
        if self.text_end > self.token_start {
            self.text_end = self.pos;
        }
        self.switch_to(Self::data);
    }
}
