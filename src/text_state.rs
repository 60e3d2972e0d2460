//! The text states: the tokenizer states between two tokens.

use crate::error::UnknownName;
use core::fmt;
use core::str::FromStr;

/// A state in which the standard's tokenizer can be between two tokens.
///
/// After a start tag, tree construction may switch to another of these states ([parsing elements that contain only
/// text](https://html.spec.whatwg.org/multipage/parsing.html#parsing-elements-that-contain-only-text)).
///
/// ```
/// use tagrake::TextState;
///
/// assert_eq!("RCDATA state".parse(), Ok(TextState::Rcdata));
/// assert_eq!(TextState::Rcdata.to_string(), "RCDATA state");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextState {
    /// [Data state](https://html.spec.whatwg.org/multipage/parsing.html#data-state): markup and character references.
    #[default]
    Data,
    /// [RCDATA state](https://html.spec.whatwg.org/multipage/parsing.html#rcdata-state): character references and the
    /// [appropriate end tag](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-end-tag-token). For
    /// `title` and `textarea`.
    Rcdata,
    /// [RAWTEXT state](https://html.spec.whatwg.org/multipage/parsing.html#rawtext-state): only the appropriate end
    /// tag. For `style`, `xmp`, `iframe`, `noembed` and `noframes`, and for `noscript` if scripting is on.
    Rawtext,
    /// [Script data state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-state): as RAWTEXT, but
    /// `<!--` can hide the end tag.
    ScriptData,
    /// [PLAINTEXT state](https://html.spec.whatwg.org/multipage/parsing.html#plaintext-state): no markup, up to the end
    /// of the input.
    Plaintext,
    /// [CDATA section state](https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-state): text up to
    /// `]]>`, only in foreign content.
    CdataSection,
}

impl TextState {
    /// All text states, in the standard's order.
    pub const ALL: &'static [Self] =
        &[Self::Data, Self::Rcdata, Self::Rawtext, Self::ScriptData, Self::Plaintext, Self::CdataSection];

    /// Returns the name as the standard spells it, such as `"Script data state"`.
    pub const fn as_str(self) -> &'static str {
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

    /// Parses a name as the standard spells it. Case matters.
    ///
    /// # Errors
    ///
    /// Returns [`UnknownName`] for any other string, including the names of other tokenizer states.
    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let known = Self::ALL.iter().copied().find(|state| state.as_str() == name);
        known.ok_or_else(|| UnknownName::new("text state", name, Self::ALL.iter().map(|state| state.as_str())))
    }
}

impl fmt::Display for TextState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}
