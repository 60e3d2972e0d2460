//! A page as a run passes it to a closure.

use crate::input::InputPage;
use crate::row::CustomRow;
use crate::schema::table::RowError;
use tagrake_extract::Page;

/// A page of a run, and where it comes from.
///
/// [`Run::map`](super::Run::map) has an example.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ReadPage<'p> {
    /// The context of the page: its URL, the headers of its response, and its [capture](InputPage::capture), which is the file, the
    /// offset and the length of its record, its time and its status. It has no bytes: see [`html`](Self::html).
    pub input: &'p InputPage,
    /// The bytes of the page, without transfer and content codings.
    pub html: &'p [u8],
    /// The result of the extraction.
    pub page: &'p Page<'p>,
}

/// Sets the values of custom columns in the rows of a page.
pub(crate) type FillRow<'f> = dyn Fn(&ReadPage<'_>, &mut CustomRow) -> Result<(), RowError> + Sync + 'f;
