//! Flags that report unusual properties of a page.

use super::named_enum::named_enum;
use core::fmt;

named_enum! {
    /// Something unusual about a page.
    ///
    /// ```
    /// use tagrake_extract::Flag;
    ///
    /// assert_eq!(Flag::EncodingRestart.as_str(), "encoding-restart");
    /// ```
    enum Flag {
        /// The foreign-content stack declined, so the page was read again with the tree-builder simulator.
        AmbiguousReplayed = "ambiguous-replayed",
        /// The page has a `frameset`.
        Frameset = "frameset",
        /// A `meta` after the first 1024 bytes changed the encoding, so the page was read again.
        EncodingRestart = "encoding-restart",
        /// The page ends inside markup, or inside text that only an end tag can end: see
        /// [`Summary::unfinished`](tagrake::Summary::unfinished).
        TruncatedInput = "truncated-input",
        /// The page starts like binary data: a [binary data byte](https://mimesniff.spec.whatwg.org/#binary-data-byte) comes before
        /// any markup. It was read as browsers read it.
        BinaryData = "binary-data",
        /// The URL of the page, as it was given, is not an absolute URL. It is ignored: relative links are not resolved.
        UrlInvalid = "url-invalid",
        /// A tag has more attributes than the limit. The others are dropped: see
        /// [`Limits::attributes`](tagrake::Limits::attributes). Or the `meta` elements have more than 262,144 attributes or
        /// 4 MiB together. Later ones are not read.
        LimitAttributes = "limit-attr",
        /// More elements are open at once than the limit: see [`Limits::depth`](tagrake::Limits::depth).
        LimitDepth = "limit-depth",
        /// A token is longer than the limit. The rest of the page was not read: see
        /// [`Limits::token_bytes`](tagrake::Limits::token_bytes).
        LimitToken = "limit-token",
        /// The page needs more memory than the limit. The rest of the page was not read: see
        /// [`Limits::arena_bytes`](tagrake::Limits::arena_bytes). Or it has more than 65,536 robots directives.
        LimitArena = "limit-arena",
        /// The page has more links than the limit, more tokens of `rel`, or more `link` elements with metadata. Or the
        /// URLs are too long together.
        LimitLinks = "limit-links",
        /// The page has more headings than the limit of 100,000.
        LimitHeadings = "limit-headings",
        /// The page has more visible text than the limit of 16 MiB, or more text blocks than their limits: see
        /// [`Blocks::is_truncated`](super::Blocks::is_truncated).
        LimitText = "limit-text",
        /// The page has more JSON-LD than the limits of 1 MiB per block, and of 16 MiB and 262,144 values in total.
        LimitJsonLd = "limit-jsonld",
        /// The page has more items or properties than their limits, their texts or values are longer than 16 MiB
        /// together, or more than 512 elements are open at once. Only with
        /// [`ExtractOptions::with_items`](super::ExtractOptions::with_items).
        LimitItems = "limit-items",
        /// The values of [columns](super::ExtractOptions::with_columns) are longer than 64 MiB, or than 64 times the page and 1 MiB, or too
        /// many elements match. Or the page has more open elements, or needs more memory, than the limits. Values may be missing.
        LimitSelect = "limit-select",
        /// The page has more bytes than the limit. The rest of the page was not read: see
        /// [`ExtractOptions::with_input_bytes`](super::ExtractOptions::with_input_bytes).
        LimitInput = "limit-input",
        /// The page has more tokens than the limit. The rest of the page was not read: see
        /// [`ExtractOptions::with_tokens`](super::ExtractOptions::with_tokens).
        LimitTokens = "limit-tokens",
    }
}

impl Flag {
    /// Returns true if part of the page was left out because of a limit.
    ///
    /// ```
    /// use tagrake_extract::Flag;
    ///
    /// assert!(Flag::LimitText.is_limit() && !Flag::Frameset.is_limit());
    /// ```
    pub const fn is_limit(self) -> bool {
        match self {
            Self::AmbiguousReplayed
            | Self::Frameset
            | Self::EncodingRestart
            | Self::TruncatedInput
            | Self::BinaryData
            | Self::UrlInvalid => false,
            Self::LimitAttributes
            | Self::LimitDepth
            | Self::LimitToken
            | Self::LimitArena
            | Self::LimitLinks
            | Self::LimitHeadings
            | Self::LimitText
            | Self::LimitJsonLd
            | Self::LimitItems
            | Self::LimitSelect
            | Self::LimitInput
            | Self::LimitTokens => true,
        }
    }
}

/// The [`Flag`]s of a page.
///
/// ```
/// use tagrake_extract::{Context, Extractor, Flag};
///
/// let mut extractor = Extractor::default();
/// let page = extractor.extract(b"<a href=", &Context::default());
/// assert!(page.flags.has(Flag::TruncatedInput));
/// assert_eq!(page.flags.iter().map(Flag::as_str).collect::<Vec<_>>(), ["truncated-input"]);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Flags(u32);

impl Flags {
    /// Sets a flag.
    pub(super) fn set(&mut self, flag: Flag) {
        self.0 |= 1 << flag as u32;
    }

    /// Sets the flags of `other`, too.
    pub(super) fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Returns the flags with `flag`.
    ///
    /// ```
    /// use tagrake_extract::{Flag, Flags};
    ///
    /// assert!(Flags::default().with(Flag::LimitItems).has(Flag::LimitItems));
    /// ```
    #[must_use]
    pub fn with(mut self, flag: Flag) -> Self {
        self.set(flag);
        self
    }

    /// Returns true if `flag` is set.
    ///
    /// ```
    /// use tagrake_extract::{Flag, Flags};
    ///
    /// assert!(!Flags::default().has(Flag::Frameset));
    /// ```
    pub fn has(self, flag: Flag) -> bool {
        self.0 >> flag as u32 & 1 != 0
    }

    /// Returns true if no flag is set.
    ///
    /// ```
    /// assert!(tagrake_extract::Flags::default().is_empty());
    /// ```
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the flags that are set.
    ///
    /// ```
    /// assert_eq!(tagrake_extract::Flags::default().iter().count(), 0);
    /// ```
    pub fn iter(self) -> FlagIter {
        FlagIter(self.0)
    }
}

impl IntoIterator for Flags {
    type Item = Flag;
    type IntoIter = FlagIter;

    fn into_iter(self) -> FlagIter {
        self.iter()
    }
}

impl FromIterator<Flag> for Flags {
    fn from_iter<I: IntoIterator<Item = Flag>>(flags: I) -> Self {
        flags.into_iter().fold(Self::default(), Self::with)
    }
}

impl Extend<Flag> for Flags {
    fn extend<I: IntoIterator<Item = Flag>>(&mut self, flags: I) {
        flags.into_iter().for_each(|flag| self.set(flag));
    }
}

/// An iterator over the [`Flags`] that are set, in the order of [`Flag::ALL`].
///
/// ```
/// use tagrake_extract::{Flag, Flags};
///
/// let flags: Flags = [Flag::LimitLinks, Flag::Frameset].into_iter().collect();
/// assert_eq!(flags.into_iter().collect::<Vec<_>>(), [Flag::Frameset, Flag::LimitLinks]);
/// ```
#[derive(Clone, Debug)]
pub struct FlagIter(u32);

impl Iterator for FlagIter {
    type Item = Flag;

    fn next(&mut self) -> Option<Flag> {
        let flag = *Flag::ALL.get(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(flag)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let flags = self.0.count_ones() as usize;
        (flags, Some(flags))
    }
}

impl ExactSizeIterator for FlagIter {}

impl fmt::Debug for Flags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}
