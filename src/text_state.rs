//! The text states of the tokenizer: the states between two tokens.

use crate::error::UnknownName;
use core::str::FromStr;

/// A state in which the standard's tokenizer can be between two tokens.
///
/// The tree construction stage chooses among them after a start tag
/// ([parsing of RCDATA and raw text elements](https://html.spec.whatwg.org/multipage/parsing.html#parsing-elements-that-contain-only-text)).
///
/// ```
/// use tagrake::TextState;
///
/// assert_eq!("RCDATA state".parse(), Ok(TextState::Rcdata));
/// assert_eq!(TextState::Rcdata.name(), "RCDATA state");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextState {
    /// [Data state](https://html.spec.whatwg.org/multipage/parsing.html#data-state): markup and character references.
    #[default]
    Data,
    /// [RCDATA state](https://html.spec.whatwg.org/multipage/parsing.html#rcdata-state): character references and the
    /// appropriate end tag (`title`, `textarea`).
    Rcdata,
    /// [RAWTEXT state](https://html.spec.whatwg.org/multipage/parsing.html#rawtext-state): the appropriate end tag
    /// alone (`style`, `xmp`, `iframe`, `noembed`, `noframes`).
    Rawtext,
    /// [Script data state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-state): as RAWTEXT, with the
    /// escapes of scripts.
    ScriptData,
    /// [PLAINTEXT state](https://html.spec.whatwg.org/multipage/parsing.html#plaintext-state): text to the end of the
    /// input.
    Plaintext,
    /// [CDATA section state](https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-state): text up to
    /// `]]>`, in foreign content.
    CdataSection,
}

impl TextState {
    /// Every text state, in the standard's order.
    ///
    /// ```
    /// assert_eq!(tagrake::TextState::ALL.len(), 6);
    /// ```
    pub const ALL: [Self; 6] =
        [Self::Data, Self::Rcdata, Self::Rawtext, Self::ScriptData, Self::Plaintext, Self::CdataSection];

    /// Returns the state's name as the standard spells it, such as `"Script data state"`.
    ///
    /// ```
    /// assert_eq!(tagrake::TextState::Plaintext.name(), "PLAINTEXT state");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Data => "Data state",
            Self::Rcdata => "RCDATA state",
            Self::Rawtext => "RAWTEXT state",
            Self::ScriptData => "Script data state",
            Self::Plaintext => "PLAINTEXT state",
            Self::CdataSection => "CDATA section state",
        }
    }
}

impl FromStr for TextState {
    type Err = UnknownName;

    /// Parses the name that the standard gives to the state.
    ///
    /// ```
    /// use tagrake::TextState;
    ///
    /// assert_eq!("Data state".parse(), Ok(TextState::Data));
    /// assert!("Tag name state".parse::<TextState>().is_err());
    /// ```
    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Self::ALL.into_iter().find(|state| state.name() == name).ok_or(UnknownName { of: "text state" })
    }
}
