//! The list of states, and the dispatch to their functions.

use super::DraftMachine;

/// A state of the drafts, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum DraftState {
    #[default]
    Data,
    /// In 2007 the entity data state.
    CharacterReferenceData,
    TagOpen,
    CloseTagOpen,
    TagName,
    BeforeAttributeName,
    AttributeName,
    AfterAttributeName,
    BeforeAttributeValue,
    AttributeValueDoubleQuoted,
    AttributeValueSingleQuoted,
    AttributeValueUnquoted,
    /// In 2007 the entity in attribute value state.
    CharacterReferenceInAttributeValue,
    /// Since 10 June 2008.
    AfterAttributeValueQuoted,
    /// Since 10 June 2008.
    SelfClosingStartTag,
    BogusComment,
    MarkupDeclarationOpen,
    CommentStart,
    CommentStartDash,
    Comment,
    CommentEndDash,
    CommentEnd,
    Doctype,
    BeforeDoctypeName,
    DoctypeName,
    AfterDoctypeName,
    BeforeDoctypePublicIdentifier,
    DoctypePublicIdentifierDoubleQuoted,
    DoctypePublicIdentifierSingleQuoted,
    AfterDoctypePublicIdentifier,
    BeforeDoctypeSystemIdentifier,
    DoctypeSystemIdentifierDoubleQuoted,
    DoctypeSystemIdentifierSingleQuoted,
    AfterDoctypeSystemIdentifier,
    BogusDoctype,
    /// Since 10 June 2008, where it is the CDATA block state.
    CdataSection,
}

impl DraftMachine<'_> {
    /// Runs the function of the current state once.
    pub(super) fn step(&mut self) {
        match self.state {
            DraftState::Data => self.data(),
            DraftState::CharacterReferenceData => self.character_reference_data(),
            DraftState::TagOpen => self.tag_open(),
            DraftState::CloseTagOpen => self.close_tag_open(),
            DraftState::TagName => self.tag_name(),
            DraftState::BeforeAttributeName => self.before_attribute_name(),
            DraftState::AttributeName => self.attribute_name(),
            DraftState::AfterAttributeName => self.after_attribute_name(),
            DraftState::BeforeAttributeValue => self.before_attribute_value(),
            DraftState::AttributeValueDoubleQuoted => self.attribute_value_quoted('"'),
            DraftState::AttributeValueSingleQuoted => self.attribute_value_quoted('\''),
            DraftState::AttributeValueUnquoted => self.attribute_value_unquoted(),
            DraftState::CharacterReferenceInAttributeValue => self.character_reference_in_attribute_value(),
            DraftState::AfterAttributeValueQuoted => self.after_attribute_value_quoted(),
            DraftState::SelfClosingStartTag => self.self_closing_start_tag(),
            DraftState::BogusComment => self.bogus_comment(),
            DraftState::MarkupDeclarationOpen => self.markup_declaration_open(),
            DraftState::CommentStart => self.comment_start(),
            DraftState::CommentStartDash => self.comment_start_dash(),
            DraftState::Comment => self.comment(),
            DraftState::CommentEndDash => self.comment_end_dash(),
            DraftState::CommentEnd => self.comment_end(),
            DraftState::Doctype => self.doctype(),
            DraftState::BeforeDoctypeName => self.before_doctype_name(),
            DraftState::DoctypeName => self.doctype_name(),
            DraftState::AfterDoctypeName => self.after_doctype_name(),
            DraftState::BeforeDoctypePublicIdentifier => self.before_doctype_public_identifier(),
            DraftState::DoctypePublicIdentifierDoubleQuoted => self.doctype_public_identifier('"'),
            DraftState::DoctypePublicIdentifierSingleQuoted => self.doctype_public_identifier('\''),
            DraftState::AfterDoctypePublicIdentifier => self.after_doctype_public_identifier(),
            DraftState::BeforeDoctypeSystemIdentifier => self.before_doctype_system_identifier(),
            DraftState::DoctypeSystemIdentifierDoubleQuoted => self.doctype_system_identifier('"'),
            DraftState::DoctypeSystemIdentifierSingleQuoted => self.doctype_system_identifier('\''),
            DraftState::AfterDoctypeSystemIdentifier => self.after_doctype_system_identifier(),
            DraftState::BogusDoctype => self.bogus_doctype(),
            DraftState::CdataSection => self.cdata_section(),
        }
    }
}
