//! A page that owns its memory.

use crate::copy_into::CopyInto;
use crate::page::Page;
use alloc::borrow::Cow;
use bumpalo::Bump;
use core::fmt;
use self_cell::self_cell;
use tagrake::encoding::Decision;

self_cell! {
    struct Cell {
        owner: Bump,

        #[covariant]
        dependent: Page,
    }
}

/// A [`Page`] that owns its memory: it outlives the input, and the extractor may read the next page. It is [`Send`].
///
/// All text is in one arena, which is allocated at once for most pages.
///
/// ```
/// use tagrake_extract::{Context, Extractor, OwnedPage};
///
/// let mut extractor = Extractor::default();
/// let pages: Vec<OwnedPage> =
///     ["One", "Two"].map(|title| extractor.extract(title.as_bytes(), &Context::default()).to_owned()).into();
/// assert_eq!(pages[0].page().html, "One");
/// ```
pub struct OwnedPage(Cell);

impl OwnedPage {
    /// Returns the page.
    pub fn page(&self) -> &Page<'_> {
        self.0.borrow_dependent()
    }
}

impl Clone for OwnedPage {
    fn clone(&self) -> Self {
        self.page().to_owned()
    }
}

impl From<&Page<'_>> for OwnedPage {
    fn from(page: &Page<'_>) -> Self {
        page.to_owned()
    }
}

impl fmt::Debug for OwnedPage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("OwnedPage").field(self.page()).finish()
    }
}

impl CopyInto for Decision<'_> {
    type Copied<'b> = Decision<'b>;

    fn copy_into(self, bump: &Bump) -> Decision<'_> {
        let mut copy = Decision::default();
        (copy.encoding, copy.source, copy.confidence) = (self.encoding, self.source, self.confidence);
        copy.bom_len = self.bom_len;
        copy.http_label = self.http_label.map(|label| Cow::Borrowed(&*bump.alloc_str(&label)));
        copy.meta_label = self.meta_label.map(|label| Cow::Borrowed(&*bump.alloc_slice_copy(&label)));
        copy
    }
}

impl Page<'_> {
    /// Returns a copy of the page that owns its memory.
    ///
    /// ```
    /// use tagrake_extract::{Context, Extractor};
    ///
    /// let page = Extractor::default().extract(b"<title>T</title>", &Context::default()).to_owned();
    /// assert_eq!(page.page().title, Some("T"));
    /// ```
    pub fn to_owned(&self) -> OwnedPage {
        OwnedPage(Cell::new(Bump::with_capacity(self.memory()), |bump| self.clone().copy_into(bump)))
    }

    /// Returns about how many bytes a copy takes.
    fn memory(&self) -> usize {
        /// For the fields, the text and the URL of a link, and the same for other parts.
        const PART: usize = 400;
        let lists =
            [self.links.len(), self.metas.len(), self.headings.len(), self.og.len(), self.item_attributes.len()];
        let blocks = self.blocks.map_or(0, |blocks| self.html.len() + PART * blocks.len());
        self.html.len() + self.text.map_or(0, str::len) + blocks + PART * lists.iter().sum::<usize>() + (4 << 10)
    }
}
