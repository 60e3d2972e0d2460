//! The processing instruction states, which the standard has had since 25 June 2026.
//!
//! They are reached only with [`Options::with_processing_instructions`](crate::Options::with_processing_instructions).
//! Without it, `<?` opens a bogus comment.

use super::{State, StateMachine};
use crate::error::ErrorCode;
use crate::token::is_disallowed_target;

impl StateMachine<'_, '_> {
    /// [Processing instruction open state](https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-open-state)
    pub(super) fn processing_instruction_open(&mut self) {
        match self.consume() {
            Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => {
                self.reconsume_in(State::ProcessingInstructionTarget);
            }
            None => self.end_of_file_in_processing_instruction(),
            Some(_) => {
                self.parse_error(ErrorCode::InvalidFirstCharacterOfProcessingInstructionTarget);
                self.convert_temporary_buffer_to_comment();
                self.reconsume_in(State::BogusComment);
            }
        }
    }

    /// [Processing instruction target state](https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-target-state)
    pub(super) fn processing_instruction_target(&mut self) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ' | b'?' | b'>') => {
                if is_disallowed_target(&self.temporary_buffer) {
                    self.parse_error(ErrorCode::DisallowedProcessingInstructionTarget);
                    self.convert_temporary_buffer_to_comment();
                    self.reconsume_in(State::BogusComment);
                } else {
                    self.create_processing_instruction();
                    self.reconsume_in(State::AfterProcessingInstructionTarget);
                }
            }
            Some(byte) if byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_' => {
                self.temporary_buffer.push(byte);
            }
            None => self.end_of_file_in_processing_instruction(),
            Some(_) => {
                self.parse_error(ErrorCode::InvalidProcessingInstructionTarget);
                self.convert_temporary_buffer_to_comment();
                self.reconsume_in(State::BogusComment);
            }
        }
    }

    /// [After processing instruction target state](https://html.spec.whatwg.org/multipage/parsing.html#after-processing-instruction-target-state)
    pub(super) fn after_processing_instruction_target(&mut self) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => {}
            _ => {
                self.start_processing_instruction_data();
                self.reconsume_in(State::ProcessingInstructionData);
            }
        }
    }

    /// [Processing instruction data state](https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-data-state)
    pub(super) fn processing_instruction_data(&mut self) {
        match self.consume() {
            Some(b'?') => self.switch_to(State::ProcessingInstructionQuestionable),
            Some(b'>') => {
                self.switch_to(State::Data);
                self.emit_processing_instruction(">");
            }
            None => self.end_of_file_in_processing_instruction(),
            Some(byte) => self.append_to_processing_instruction_data(byte),
        }
    }

    /// [Processing instruction questionable state](https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-questionable-state)
    pub(super) fn processing_instruction_questionable(&mut self) {
        match self.consume() {
            Some(b'>') => {
                self.switch_to(State::Data);
                self.emit_processing_instruction("?>");
            }
            None => self.end_of_file_in_processing_instruction(),
            Some(_) => {
                self.append_to_processing_instruction_data(b'?');
                self.reconsume_in(State::ProcessingInstructionData);
            }
        }
    }
}
