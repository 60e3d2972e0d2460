//! The editions and their names.

use core::fmt;
use core::str::FromStr;
use tagrake::UnknownName;

/// An edition of the standard.
///
/// ```
/// use tagrake_editions::Edition;
///
/// assert!(Edition::October2007 < Edition::Living);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Edition {
    /// WHATWG, "HTML 5", Call For Comments, 27 October 2007, section 8.2.3 "Tokenisation".
    October2007,
    /// W3C, "HTML 5: A vocabulary and associated APIs for HTML and XHTML", Working Draft, 10 June 2008, section 8.2.4
    /// "Tokenisation".
    June2008,
    /// WHATWG, "HTML 5", Draft Recommendation, 23 July 2008, section 8.2.4 "Tokenization".
    July2008,
    /// WHATWG, "HTML 5", Draft Recommendation, 7 February 2009, section 8.2.4 "Tokenization".
    February2009,
    /// The HTML Living Standard, section 12.2.5 "Tokenization": the edition that the crate `tagrake` implements.
    Living,
}

impl Edition {
    /// Every edition, the oldest first.
    ///
    /// ```
    /// use tagrake_editions::Edition;
    ///
    /// assert_eq!(Edition::ALL[0].as_str(), "2007-10-27");
    /// ```
    pub const ALL: &'static [Self] =
        &[Self::October2007, Self::June2008, Self::July2008, Self::February2009, Self::Living];

    /// Returns the date of a draft, or `"living"`.
    ///
    /// ```
    /// use tagrake_editions::Edition;
    ///
    /// assert_eq!(Edition::February2009.as_str(), "2009-02-07");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::October2007 => "2007-10-27",
            Self::June2008 => "2008-06-10",
            Self::July2008 => "2008-07-23",
            Self::February2009 => "2009-02-07",
            Self::Living => "living",
        }
    }
}

impl FromStr for Edition {
    type Err = UnknownName;

    /// Parses the name of the edition.
    ///
    /// ```
    /// use tagrake_editions::Edition;
    ///
    /// assert_eq!("2008-07-23".parse(), Ok(Edition::July2008));
    /// assert!("HTML 4".parse::<Edition>().is_err());
    /// ```
    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let known = Self::ALL.iter().copied().find(|edition| edition.as_str() == name);
        known.ok_or_else(|| UnknownName::new("edition", name, Self::ALL.iter().map(|edition| edition.as_str())))
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}
