//! The differences between the editions: one list of named rules, each with the editions in which it holds.

use super::Edition;
use tagrake::TextState;

/// The effect of a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Changes {
    Tokens,
    Errors,
}

macro_rules! rules {
    ($($variant:ident, $first:ident..=$last:ident, $changes:ident, $text:literal;)*) => {
        /// A rule of tokenization that holds in some editions only, always in consecutive ones.
        ///
        /// ```
        /// use tagrake_editions::{Edition, Rule};
        ///
        /// let rule = Rule::LineTabulationIsWhiteSpace;
        /// assert_eq!(rule.editions(), [Edition::October2007, Edition::June2008]);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $(
                #[doc = $text]
                $variant,
            )*
        }

        impl Rule {
            /// Every rule.
            ///
            /// ```
            /// use tagrake_editions::{Edition, Rule};
            ///
            /// assert!(Rule::ALL.iter().all(|rule| rule.editions().len() < Edition::ALL.len()));
            /// ```
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns a short description of the rule.
            ///
            /// ```
            /// use tagrake_editions::Rule;
            ///
            /// assert_eq!(Rule::SelfClosingFlag.text(), "`/>` sets the self-closing flag");
            /// ```
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }

            /// Returns the first and the last edition in which the rule holds, and its effect.
            const fn row(self) -> (Edition, Edition, Changes) {
                match self {
                    $(Self::$variant => (Edition::$first, Edition::$last, Changes::$changes),)*
                }
            }
        }
    };
}

rules! {
    // 27 October 2007 to 10 June 2008
    SelfClosingFlag, June2008..=Living, Tokens, "`/>` sets the self-closing flag";
    EscapedTextHasNoReferences, June2008..=February2009, Tokens, "character references are not decoded while the escape flag is set";
    ForeignContent, June2008..=Living, Tokens, "tree construction supports foreign content (SVG and MathML)";
    CdataSections, June2008..=Living, Tokens, "`<![CDATA[` in foreign content opens a CDATA section";
    GreaterThanSignEndsIdentifier, June2008..=Living, Tokens, "`>` ends a quoted DOCTYPE identifier";
    BogusDoctypeIsIncorrect, October2007..=October2007, Tokens, "every bogus DOCTYPE sets the force-quirks flag";
    ControlReferencesAreReplaced, June2008..=February2009, Tokens, "a reference to a control character gives U+FFFD";
    NoncharacterReferencesAreReplaced, June2008..=February2009, Tokens, "a reference to a noncharacter gives U+FFFD";
    NamesOf2008, June2008..=Living, Tokens, "the named references of April 2008 are defined";
    QuotesAndEqualsAreErrors, June2008..=Living, Errors, "quotes and `=` in or before attribute names, and in unquoted values, are parse errors";
    SpaceFollowsQuotedValue, June2008..=Living, Errors, "a quoted value that is not followed by white space, `/` or `>` is a parse error";
    AdditionalAllowedCharacter, June2008..=Living, Errors, "`&` before the closing quote of a value is not a parse error";
    InputCharactersAreErrors, June2008..=Living, Errors, "control characters and noncharacters in the input are parse errors";
    // 10 June 2008 to 23 July 2008
    LineTabulationIsWhiteSpace, October2007..=June2008, Tokens, "U+000B is white space";
    // 23 July 2008 to 7 February 2009
    DoctypeNameIsLowerCase, February2009..=Living, Tokens, "the name of a DOCTYPE is converted to lower case";
    LineTabulationReferenceIsReplaced, February2009..=February2009, Tokens, "`&#11;` gives U+FFFD";
    LateNoncharacterReferencesAreReplaced, February2009..=February2009, Tokens, "a reference to a code point from U+FDE0 to U+FDEF gives U+FFFD";
    QuoteAfterAttributeNameIsError, February2009..=Living, Errors, "a quote after an attribute name is a parse error";
    MissingValueIsError, February2009..=Living, Errors, "`>` in place of an attribute value is a parse error";
    LateInputCharactersAreErrors, February2009..=Living, Errors, "U+000B and U+FDE0 to U+FDEF in the input are parse errors";
    // 7 February 2009 to the living standard
    UnfinishedTagIsEmitted, October2007..=February2009, Tokens, "a tag that the end of the file truncates is emitted";
    EscapeFlag, October2007..=February2009, Tokens, "the escape flag turns end tags between `<!--` and `-->` into text";
    FileEndsEndTag, October2007..=February2009, Tokens, "in RCDATA and CDATA, the end of the file can end the name of an end tag";
    EndTagNameIsAnyText, October2007..=February2009, Tokens, "in RCDATA and CDATA, the name of an end tag can contain characters other than letters";
    NumbersByTable, October2007..=February2009, Tokens, "`&#13;` gives U+000A, and `&#x81;`, `&#x8D;`, `&#x8F;`, `&#x90;` and `&#x9D;` give U+FFFD";
    EqualsSignKeepsReference, Living..=Living, Tokens, "in an attribute value, a named reference without `;` before `=` is text";
    NamesSince2009, Living..=Living, Tokens, "the named references of the Living Standard are defined";
    BangEndsComment, Living..=Living, Tokens, "`--!>` ends a comment";
    NulIsReplaced, October2007..=February2009, Tokens, "U+0000 in the input is replaced by U+FFFD in every state";
    ByteOrderMarkIsDropped, October2007..=February2009, Tokens, "preprocessing removes a leading U+FEFF";
}

impl Rule {
    /// Returns the editions in which the rule holds.
    ///
    /// ```
    /// use tagrake_editions::{Edition, Rule};
    ///
    /// assert_eq!(Rule::BangEndsComment.editions(), [Edition::Living]);
    /// ```
    pub fn editions(self) -> &'static [Edition] {
        const ALL: &[Edition] = Edition::ALL;
        let (first, last, _) = self.row();
        &ALL[first as usize..=last as usize]
    }

    /// Returns true if the rule holds in `edition`.
    ///
    /// ```
    /// use tagrake_editions::{Edition, Rule};
    ///
    /// assert!(Rule::EscapeFlag.holds_in(Edition::February2009));
    /// ```
    pub fn holds_in(self, edition: Edition) -> bool {
        let (first, last, _) = self.row();
        first <= edition && edition <= last
    }

    /// Returns true if the rule can change tokens. Otherwise it only changes which errors are reported.
    ///
    /// ```
    /// use tagrake_editions::Rule;
    ///
    /// assert!(!Rule::MissingValueIsError.changes_tokens());
    /// ```
    pub fn changes_tokens(self) -> bool {
        self.row().2 == Changes::Tokens
    }
}

impl Edition {
    /// Returns true if the edition can start in `state`. The draft of 2007 has no CDATA sections.
    ///
    /// ```
    /// use tagrake::TextState;
    /// use tagrake_editions::Edition;
    ///
    /// assert!(!Edition::October2007.has_state(TextState::CdataSection));
    /// assert!(Edition::June2008.has_state(TextState::CdataSection));
    /// ```
    pub fn has_state(self, state: TextState) -> bool {
        state != TextState::CdataSection || Rule::CdataSections.holds_in(self)
    }
}

/// A check of a rule during tokenization.
///
/// ```
/// use tagrake::Options;
/// use tagrake_editions::{Edition, Rule, tokenize};
///
/// let reading = tokenize("<br/>", Edition::October2007, &Options::default());
/// assert_eq!((reading.rule_checks[0].rule, reading.rule_checks[0].offset), (Rule::SelfClosingFlag, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleCheck {
    /// The rule, whether or not it holds in the edition.
    pub rule: Rule,
    /// The byte offset of the character that caused the check.
    pub offset: usize,
}
