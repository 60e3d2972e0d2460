//! The 85 states of the standard's tokenizer. One list gives the enum, the names, the anchors and the dispatch.
//!
//! If you change the list, also change `tests/data/states.tsv`; a test compares the two. The order matters:
//! [`State::unfinished_kind`] compares states.

use crate::summary::UnfinishedKind;
use crate::text_state::TextState;

/// Calls the macro `$apply` with a row for each state: the variant, the function, the name and the anchor.
macro_rules! with_states {
    ($apply:ident) => {
        $apply! {
            Data, data, "Data state", "data-state";
            Rcdata, rcdata, "RCDATA state", "rcdata-state";
            Rawtext, rawtext, "RAWTEXT state", "rawtext-state";
            ScriptData, script_data, "Script data state", "script-data-state";
            Plaintext, plaintext, "PLAINTEXT state", "plaintext-state";
            TagOpen, tag_open, "Tag open state", "tag-open-state";
            EndTagOpen, end_tag_open, "End tag open state", "end-tag-open-state";
            TagName, tag_name, "Tag name state", "tag-name-state";
            RcdataLessThanSign, rcdata_less_than_sign, "RCDATA less-than sign state", "rcdata-less-than-sign-state";
            RcdataEndTagOpen, rcdata_end_tag_open, "RCDATA end tag open state", "rcdata-end-tag-open-state";
            RcdataEndTagName, rcdata_end_tag_name, "RCDATA end tag name state", "rcdata-end-tag-name-state";
            RawtextLessThanSign, rawtext_less_than_sign, "RAWTEXT less-than sign state", "rawtext-less-than-sign-state";
            RawtextEndTagOpen, rawtext_end_tag_open, "RAWTEXT end tag open state", "rawtext-end-tag-open-state";
            RawtextEndTagName, rawtext_end_tag_name, "RAWTEXT end tag name state", "rawtext-end-tag-name-state";
            ScriptDataLessThanSign, script_data_less_than_sign, "Script data less-than sign state", "script-data-less-than-sign-state";
            ScriptDataEndTagOpen, script_data_end_tag_open, "Script data end tag open state", "script-data-end-tag-open-state";
            ScriptDataEndTagName, script_data_end_tag_name, "Script data end tag name state", "script-data-end-tag-name-state";
            ScriptDataEscapeStart, script_data_escape_start, "Script data escape start state", "script-data-escape-start-state";
            ScriptDataEscapeStartDash, script_data_escape_start_dash, "Script data escape start dash state", "script-data-escape-start-dash-state";
            ScriptDataEscaped, script_data_escaped, "Script data escaped state", "script-data-escaped-state";
            ScriptDataEscapedDash, script_data_escaped_dash, "Script data escaped dash state", "script-data-escaped-dash-state";
            ScriptDataEscapedDashDash, script_data_escaped_dash_dash, "Script data escaped dash dash state", "script-data-escaped-dash-dash-state";
            ScriptDataEscapedLessThanSign, script_data_escaped_less_than_sign, "Script data escaped less-than sign state", "script-data-escaped-less-than-sign-state";
            ScriptDataEscapedEndTagOpen, script_data_escaped_end_tag_open, "Script data escaped end tag open state", "script-data-escaped-end-tag-open-state";
            ScriptDataEscapedEndTagName, script_data_escaped_end_tag_name, "Script data escaped end tag name state", "script-data-escaped-end-tag-name-state";
            ScriptDataDoubleEscapeStart, script_data_double_escape_start, "Script data double escape start state", "script-data-double-escape-start-state";
            ScriptDataDoubleEscaped, script_data_double_escaped, "Script data double escaped state", "script-data-double-escaped-state";
            ScriptDataDoubleEscapedDash, script_data_double_escaped_dash, "Script data double escaped dash state", "script-data-double-escaped-dash-state";
            ScriptDataDoubleEscapedDashDash, script_data_double_escaped_dash_dash, "Script data double escaped dash dash state", "script-data-double-escaped-dash-dash-state";
            ScriptDataDoubleEscapedLessThanSign, script_data_double_escaped_less_than_sign, "Script data double escaped less-than sign state", "script-data-double-escaped-less-than-sign-state";
            ScriptDataDoubleEscapeEnd, script_data_double_escape_end, "Script data double escape end state", "script-data-double-escape-end-state";
            BeforeAttributeName, before_attribute_name, "Before attribute name state", "before-attribute-name-state";
            AttributeName, attribute_name, "Attribute name state", "attribute-name-state";
            AfterAttributeName, after_attribute_name, "After attribute name state", "after-attribute-name-state";
            BeforeAttributeValue, before_attribute_value, "Before attribute value state", "before-attribute-value-state";
            AttributeValueDoubleQuoted, attribute_value_double_quoted, "Attribute value (double-quoted) state", "attribute-value-(double-quoted)-state";
            AttributeValueSingleQuoted, attribute_value_single_quoted, "Attribute value (single-quoted) state", "attribute-value-(single-quoted)-state";
            AttributeValueUnquoted, attribute_value_unquoted, "Attribute value (unquoted) state", "attribute-value-(unquoted)-state";
            AfterAttributeValueQuoted, after_attribute_value_quoted, "After attribute value (quoted) state", "after-attribute-value-(quoted)-state";
            SelfClosingStartTag, self_closing_start_tag, "Self-closing start tag state", "self-closing-start-tag-state";
            BogusComment, bogus_comment, "Bogus comment state", "bogus-comment-state";
            MarkupDeclarationOpen, markup_declaration_open, "Markup declaration open state", "markup-declaration-open-state";
            CommentStart, comment_start, "Comment start state", "comment-start-state";
            CommentStartDash, comment_start_dash, "Comment start dash state", "comment-start-dash-state";
            Comment, comment, "Comment state", "comment-state";
            CommentLessThanSign, comment_less_than_sign, "Comment less-than sign state", "comment-less-than-sign-state";
            CommentLessThanSignBang, comment_less_than_sign_bang, "Comment less-than sign bang state", "comment-less-than-sign-bang-state";
            CommentLessThanSignBangDash, comment_less_than_sign_bang_dash, "Comment less-than sign bang dash state", "comment-less-than-sign-bang-dash-state";
            CommentLessThanSignBangDashDash, comment_less_than_sign_bang_dash_dash, "Comment less-than sign bang dash dash state", "comment-less-than-sign-bang-dash-dash-state";
            CommentEndDash, comment_end_dash, "Comment end dash state", "comment-end-dash-state";
            CommentEnd, comment_end, "Comment end state", "comment-end-state";
            CommentEndBang, comment_end_bang, "Comment end bang state", "comment-end-bang-state";
            Doctype, doctype, "DOCTYPE state", "doctype-state";
            BeforeDoctypeName, before_doctype_name, "Before DOCTYPE name state", "before-doctype-name-state";
            DoctypeName, doctype_name, "DOCTYPE name state", "doctype-name-state";
            AfterDoctypeName, after_doctype_name, "After DOCTYPE name state", "after-doctype-name-state";
            AfterDoctypePublicKeyword, after_doctype_public_keyword, "After DOCTYPE public keyword state", "after-doctype-public-keyword-state";
            BeforeDoctypePublicIdentifier, before_doctype_public_identifier, "Before DOCTYPE public identifier state", "before-doctype-public-identifier-state";
            DoctypePublicIdentifierDoubleQuoted, doctype_public_identifier_double_quoted, "DOCTYPE public identifier (double-quoted) state", "doctype-public-identifier-(double-quoted)-state";
            DoctypePublicIdentifierSingleQuoted, doctype_public_identifier_single_quoted, "DOCTYPE public identifier (single-quoted) state", "doctype-public-identifier-(single-quoted)-state";
            AfterDoctypePublicIdentifier, after_doctype_public_identifier, "After DOCTYPE public identifier state", "after-doctype-public-identifier-state";
            BetweenDoctypePublicAndSystemIdentifiers, between_doctype_public_and_system_identifiers, "Between DOCTYPE public and system identifiers state", "between-doctype-public-and-system-identifiers-state";
            AfterDoctypeSystemKeyword, after_doctype_system_keyword, "After DOCTYPE system keyword state", "after-doctype-system-keyword-state";
            BeforeDoctypeSystemIdentifier, before_doctype_system_identifier, "Before DOCTYPE system identifier state", "before-doctype-system-identifier-state";
            DoctypeSystemIdentifierDoubleQuoted, doctype_system_identifier_double_quoted, "DOCTYPE system identifier (double-quoted) state", "doctype-system-identifier-(double-quoted)-state";
            DoctypeSystemIdentifierSingleQuoted, doctype_system_identifier_single_quoted, "DOCTYPE system identifier (single-quoted) state", "doctype-system-identifier-(single-quoted)-state";
            AfterDoctypeSystemIdentifier, after_doctype_system_identifier, "After DOCTYPE system identifier state", "after-doctype-system-identifier-state";
            BogusDoctype, bogus_doctype, "Bogus DOCTYPE state", "bogus-doctype-state";
            CdataSection, cdata_section, "CDATA section state", "cdata-section-state";
            CdataSectionBracket, cdata_section_bracket, "CDATA section bracket state", "cdata-section-bracket-state";
            CdataSectionEnd, cdata_section_end, "CDATA section end state", "cdata-section-end-state";
            ProcessingInstructionOpen, processing_instruction_open, "Processing instruction open state", "processing-instruction-open-state";
            ProcessingInstructionTarget, processing_instruction_target, "Processing instruction target state", "processing-instruction-target-state";
            AfterProcessingInstructionTarget, after_processing_instruction_target, "After processing instruction target state", "after-processing-instruction-target-state";
            ProcessingInstructionData, processing_instruction_data, "Processing instruction data state", "processing-instruction-data-state";
            ProcessingInstructionQuestionable, processing_instruction_questionable, "Processing instruction questionable state", "processing-instruction-questionable-state";
            CharacterReference, character_reference, "Character reference state", "character-reference-state";
            NamedCharacterReference, named_character_reference, "Named character reference state", "named-character-reference-state";
            AmbiguousAmpersand, ambiguous_ampersand, "Ambiguous ampersand state", "ambiguous-ampersand-state";
            NumericCharacterReference, numeric_character_reference, "Numeric character reference state", "numeric-character-reference-state";
            HexadecimalCharacterReferenceStart, hexadecimal_character_reference_start, "Hexadecimal character reference start state", "hexadecimal-character-reference-start-state";
            DecimalCharacterReferenceStart, decimal_character_reference_start, "Decimal character reference start state", "decimal-character-reference-start-state";
            HexadecimalCharacterReference, hexadecimal_character_reference, "Hexadecimal character reference state", "hexadecimal-character-reference-state";
            DecimalCharacterReference, decimal_character_reference, "Decimal character reference state", "decimal-character-reference-state";
            NumericCharacterReferenceEnd, numeric_character_reference_end, "Numeric character reference end state", "numeric-character-reference-end-state";
        }
    };
}
pub(super) use with_states;

macro_rules! define_states {
    ($($variant:ident, $function:ident, $name:literal, $anchor:literal;)*) => {
        /// A state of the standard's tokenizer, in the standard's order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
        pub(crate) enum State {
            $(
                #[doc = concat!("[", $name, "](https://html.spec.whatwg.org/multipage/parsing.html#", $anchor, ")")]
                $variant,
            )*
        }

        impl State {
            /// Every state with its name and its anchor, in the standard's order.
            #[cfg(test)]
            pub(crate) const ALL: &'static [(Self, &'static str, &'static str)] =
                &[$((Self::$variant, $name, $anchor),)*];

            /// Returns the state's name as the standard spells it.
            #[cfg(test)]
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

with_states!(define_states);

impl State {
    /// Returns the state of the state machine for a text state.
    pub(crate) const fn from_text_state(state: TextState) -> Self {
        match state {
            TextState::Data => Self::Data,
            TextState::Rcdata => Self::Rcdata,
            TextState::Rawtext => Self::Rawtext,
            TextState::ScriptData => Self::ScriptData,
            TextState::Plaintext => Self::Plaintext,
            TextState::CdataSection => Self::CdataSection,
        }
    }

    /// Returns the kind of construct that is unfinished if the input ends in this state. `None` if there is none.
    pub(crate) fn unfinished_kind(self) -> Option<UnfinishedKind> {
        // In the standard's order, the states of a construct are consecutive.
        Some(match self {
            Self::Data | Self::Plaintext => return None,
            Self::TagOpen | Self::EndTagOpen | Self::TagName => UnfinishedKind::Tag,
            state if state < Self::BeforeAttributeName => UnfinishedKind::RawText,
            state if state < Self::BogusComment => UnfinishedKind::Tag,
            state if state < Self::Doctype => UnfinishedKind::Comment,
            state if state < Self::CdataSection => UnfinishedKind::Doctype,
            state if state < Self::ProcessingInstructionOpen => UnfinishedKind::CdataSection,
            state if state < Self::CharacterReference => UnfinishedKind::ProcessingInstruction,
            // The character reference states switch to the return state before the input ends.
            _ => return None,
        })
    }
}
