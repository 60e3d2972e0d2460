//! The names and positions of the features in a row.

use super::super::stems::{STEM_NAMES, STEMS};
use alloc::format;
use alloc::string::{String, ToString};

/// Defines an enum of features whose values are their positions in a row.
macro_rules! features {
    ($($name:ident),* $(,)?) => {
        /// A feature of a block.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u16)]
        #[allow(dead_code, reason = "features that follow each other are set by their positions")]
        pub(in crate::content) enum Feature { $($name),* }

        impl Feature {
            const NAMES: &[&str] = &[$(stringify!($name)),*];
        }
    };
}

features! {
    // The text of the block.
    Words, Chars, LinkWords, LinkShare, Links, Punctuation, PunctuationShare, EndsSentence, Digits, DigitShare,
    Currency, CapitalShare, CommonShare, Separators, WordLength, Noise, Consent, Longest, SymbolShare, Images,
    // Its place.
    Place, WordPlace, TextPlace, Index, FromEnd, ToLongest,
    // Its neighbours: words, link share, punctuation, end of a sentence, element.
    Words1, Words2, Words3, Next1, Next2, Next3, LinkShare1, LinkShare2, LinkShare3, NextShare1, NextShare2, NextShare3,
    Punctuation1, Punctuation2, NextPunctuation1, NextPunctuation2, Ends1, Ends2, NextEnds1, NextEnds2,
    Tag1, Tag2, Tag3, NextTag1, NextTag2, NextTag3,
    Window2, Window5, Window15, Window40, WindowShare2, WindowShare5, WindowShare15, WindowShare40,
    WindowLong2, WindowLong5, WindowLong15, WindowLong40,
    // Its element.
    Tag, Depth, IsNew, Hidden, Noscript, IsProse, ListDepth, TableColumn, TableRow,
    // Headings before it.
    UnderHeading, HeadingWords, Sections, HeadingsBefore, AfterFirstHeading, AfterHeading, HeadingLevel,
    // Its containers: the innermost, and ancestors of it.
    C1Words, C1LinkShare, C1Average, C1Long, C1Share, C1Score, C2Words, C2LinkShare, C2Average, C2Long, C2Share, C2Score,
    C3Words, C3LinkShare, C3Average, C3Long, C3Share, C3Score, C4Words, C4LinkShare, C4Average, C4Long, C4Share, C4Score,
    C6Words, C6LinkShare, C6Average, C6Long, C6Share, C6Score,
    BestUp, BestDown, BestWords, BestShare, BestLinkShare, BestSide,
    BranchWords, BranchShare, BranchLinkShare, BranchLong, BranchScore,
    TitleUp, TitleDown, TitleBranchWords, TitleBranchShare, AfterTitle,
    // Blocks of the same shape, and of the same text.
    ShapeCount, ShapeAverage, ShapeLinkShare, ShapeShare, ShapeLong, ShapeRank, ShapePlace,
    NarrowCount, NarrowAverage, NarrowLinkShare, NarrowShare, NarrowLong,
    Copies, CopiesBefore, CopiedShingles,
    // The document.
    InDescription, InTitle, InData, DataLength, OgArticle, OgProduct, OgSite,
    DataArticle, DataProduct, DataList, DataForum, DataRecipe, DataOrganization,
    DocBlocks, DocWords, DocText, DocTextShare, DocProse, DocProseShare, DocLongest, DocLong, DocCurrency, DocNoscript,
    DocArticles, DocMains, DocH1, DocH2, DocItems, DocPre, DocTables, DocImages, DocForms, DocLinks, DocBreaks,
    // The distance to the nearest ancestor of a name.
    InNav, InHeader, InFooter, InAside, InArticle, InMain, InSection, InForm, InUl, InOl, InLi, InTable, InFigure,
    InBlockquote, InDialog, InButton, InDl, InP, InDetails, InPre,
}

/// The number of features without the class stems.
pub(super) const NAMED: usize = Feature::InPre as usize + 1;

/// The number of features.
pub(in crate::content) const FEATURES: usize = NAMED + STEMS;

/// Returns the name of the feature at a position.
pub(in crate::content) fn feature_name(position: usize) -> String {
    match position.checked_sub(NAMED) {
        None => Feature::NAMES[position].to_string(),
        Some(stem) => format!("stem:{}", STEM_NAMES[stem]),
    }
}
