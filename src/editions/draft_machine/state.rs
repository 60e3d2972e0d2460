//! The list of states, and the step from one to the next.

use super::Machine;

/// A state of the drafts, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum State {
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

impl Machine<'_> {
    /// Does what the present state says, once.
    pub(super) fn step(&mut self) {
        match self.state {
            State::Data => self.data(),
            State::CharacterReferenceData => self.character_reference_data(),
            State::TagOpen => self.tag_open(),
            State::CloseTagOpen => self.close_tag_open(),
            State::TagName => self.tag_name(),
            State::BeforeAttributeName => self.before_attribute_name(),
            State::AttributeName => self.attribute_name(),
            State::AfterAttributeName => self.after_attribute_name(),
            State::BeforeAttributeValue => self.before_attribute_value(),
            State::AttributeValueDoubleQuoted => self.attribute_value_quoted('"'),
            State::AttributeValueSingleQuoted => self.attribute_value_quoted('\''),
            State::AttributeValueUnquoted => self.attribute_value_unquoted(),
            State::CharacterReferenceInAttributeValue => self.character_reference_in_attribute_value(),
            State::AfterAttributeValueQuoted => self.after_attribute_value_quoted(),
            State::SelfClosingStartTag => self.self_closing_start_tag(),
            State::BogusComment => self.bogus_comment(),
            State::MarkupDeclarationOpen => self.markup_declaration_open(),
            State::CommentStart => self.comment_start(),
            State::CommentStartDash => self.comment_start_dash(),
            State::Comment => self.comment(),
            State::CommentEndDash => self.comment_end_dash(),
            State::CommentEnd => self.comment_end(),
            State::Doctype => self.doctype(),
            State::BeforeDoctypeName => self.before_doctype_name(),
            State::DoctypeName => self.doctype_name(),
            State::AfterDoctypeName => self.after_doctype_name(),
            State::BeforeDoctypePublicIdentifier => self.before_doctype_public_identifier(),
            State::DoctypePublicIdentifierDoubleQuoted => self.doctype_public_identifier('"'),
            State::DoctypePublicIdentifierSingleQuoted => self.doctype_public_identifier('\''),
            State::AfterDoctypePublicIdentifier => self.after_doctype_public_identifier(),
            State::BeforeDoctypeSystemIdentifier => self.before_doctype_system_identifier(),
            State::DoctypeSystemIdentifierDoubleQuoted => self.doctype_system_identifier('"'),
            State::DoctypeSystemIdentifierSingleQuoted => self.doctype_system_identifier('\''),
            State::AfterDoctypeSystemIdentifier => self.after_doctype_system_identifier(),
            State::BogusDoctype => self.bogus_doctype(),
            State::CdataSection => self.cdata_section(),
        }
    }
}
