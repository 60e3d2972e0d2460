//! The comment states, bogus comments included, and the markup declaration open state.

use super::{State, StateMachine};
use crate::error::ErrorCode;

impl StateMachine<'_, '_> {
    /// [Bogus comment state](https://html.spec.whatwg.org/multipage/parsing.html#bogus-comment-state)
    pub(super) fn bogus_comment(&mut self) {
        match self.consume() {
            Some(b'>') => {
                self.switch_to(State::Data);
                self.emit_comment(">");
            }
            None => {
                self.emit_comment("");
                self.emit_end_of_file();
            }
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.append_replacement_character_to_comment();
            }
            Some(byte) => self.append_to_comment(byte),
        }
    }

    /// [Markup declaration open state](https://html.spec.whatwg.org/multipage/parsing.html#markup-declaration-open-state)
    pub(super) fn markup_declaration_open(&mut self) {
        if self.consume_if(b"--") {
            self.create_comment(self.pos);
            self.switch_to(State::CommentStart);
        } else if self.consume_if_ignoring_case(b"DOCTYPE") {
            self.switch_to(State::Doctype);
        } else if self.consume_if(b"[CDATA[") {
            self.flush_text_to_simulator();
            if self.run.allows_cdata() || self.sink.allows_cdata() {
                self.open_cdata_section();
                self.switch_to(State::CdataSection);
            } else {
                self.parse_error(ErrorCode::CdataInHtmlContent);
                self.create_comment(self.pos - b"[CDATA[".len());
                self.append_str_to_comment(b"[CDATA[");
                self.switch_to(State::BogusComment);
            }
        } else {
            self.parse_error_at(ErrorCode::IncorrectlyOpenedComment, self.pos);
            self.create_comment(self.pos);
            self.switch_to(State::BogusComment);
        }
    }

    /// [Comment start state](https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state)
    pub(super) fn comment_start(&mut self) {
        match self.consume() {
            Some(b'-') => self.switch_to(State::CommentStartDash),
            Some(b'>') => {
                self.parse_error(ErrorCode::AbruptClosingOfEmptyComment);
                self.switch_to(State::Data);
                self.emit_comment(">");
            }
            _ => self.reconsume_in(State::Comment),
        }
    }

    /// [Comment start dash state](https://html.spec.whatwg.org/multipage/parsing.html#comment-start-dash-state)
    pub(super) fn comment_start_dash(&mut self) {
        match self.consume() {
            Some(b'-') => self.switch_to(State::CommentEnd),
            Some(b'>') => {
                self.parse_error(ErrorCode::AbruptClosingOfEmptyComment);
                self.switch_to(State::Data);
                self.emit_comment("->");
            }
            None => self.end_of_file_in_comment("-"),
            Some(_) => {
                self.append_str_to_comment(b"-");
                self.reconsume_in(State::Comment);
            }
        }
    }

    /// [Comment state](https://html.spec.whatwg.org/multipage/parsing.html#comment-state)
    pub(super) fn comment(&mut self) {
        match self.consume() {
            Some(b'<') => {
                self.append_to_comment(b'<');
                self.switch_to(State::CommentLessThanSign);
            }
            Some(b'-') => self.switch_to(State::CommentEndDash),
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.append_replacement_character_to_comment();
            }
            None => self.end_of_file_in_comment(""),
            Some(byte) => self.append_to_comment(byte),
        }
    }

    /// [Comment less-than sign state](https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-state)
    pub(super) fn comment_less_than_sign(&mut self) {
        match self.consume() {
            Some(b'!') => {
                self.append_to_comment(b'!');
                self.switch_to(State::CommentLessThanSignBang);
            }
            Some(b'<') => self.append_to_comment(b'<'),
            _ => self.reconsume_in(State::Comment),
        }
    }

    /// [Comment less-than sign bang state](https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-state)
    pub(super) fn comment_less_than_sign_bang(&mut self) {
        match self.consume() {
            Some(b'-') => self.switch_to(State::CommentLessThanSignBangDash),
            _ => self.reconsume_in(State::Comment),
        }
    }

    /// [Comment less-than sign bang dash state](https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-dash-state)
    pub(super) fn comment_less_than_sign_bang_dash(&mut self) {
        match self.consume() {
            Some(b'-') => self.switch_to(State::CommentLessThanSignBangDashDash),
            _ => self.reconsume_in(State::CommentEndDash),
        }
    }

    /// [Comment less-than sign bang dash dash state](https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-dash-dash-state)
    pub(super) fn comment_less_than_sign_bang_dash_dash(&mut self) {
        match self.consume() {
            Some(b'>') | None => self.reconsume_in(State::CommentEnd),
            Some(_) => {
                self.parse_error(ErrorCode::NestedComment);
                self.reconsume_in(State::CommentEnd);
            }
        }
    }

    /// [Comment end dash state](https://html.spec.whatwg.org/multipage/parsing.html#comment-end-dash-state)
    pub(super) fn comment_end_dash(&mut self) {
        match self.consume() {
            Some(b'-') => self.switch_to(State::CommentEnd),
            None => self.end_of_file_in_comment("-"),
            Some(_) => {
                self.append_str_to_comment(b"-");
                self.reconsume_in(State::Comment);
            }
        }
    }

    /// [Comment end state](https://html.spec.whatwg.org/multipage/parsing.html#comment-end-state)
    pub(super) fn comment_end(&mut self) {
        match self.consume() {
            Some(b'>') => {
                self.switch_to(State::Data);
                self.emit_comment("-->");
            }
            Some(b'!') => self.switch_to(State::CommentEndBang),
            Some(b'-') => self.append_to_comment(b'-'),
            None => self.end_of_file_in_comment("--"),
            Some(_) => {
                self.append_str_to_comment(b"--");
                self.reconsume_in(State::Comment);
            }
        }
    }

    /// [Comment end bang state](https://html.spec.whatwg.org/multipage/parsing.html#comment-end-bang-state)
    pub(super) fn comment_end_bang(&mut self) {
        match self.consume() {
            Some(b'-') => {
                self.append_str_to_comment(b"--!");
                self.switch_to(State::CommentEndDash);
            }
            Some(b'>') => {
                self.parse_error(ErrorCode::IncorrectlyClosedComment);
                self.switch_to(State::Data);
                self.emit_comment("--!>");
            }
            None => self.end_of_file_in_comment("--!"),
            Some(_) => {
                self.append_str_to_comment(b"--!");
                self.reconsume_in(State::Comment);
            }
        }
    }

    /// The rules that the comment states share at the end of the input. `unfinished_end` is the beginning of an end
    /// mark that was consumed last (`-`, `--` or `--!`); it is not part of the data.
    fn end_of_file_in_comment(&mut self, unfinished_end: &str) {
        self.parse_error(ErrorCode::EofInComment);
        self.emit_comment(unfinished_end);
        self.emit_end_of_file();
    }
}
