//! The first fields of rows: where their page comes from.

use crate::input::{Capture, Id, InputPage};
use crate::row::{List, Object, ObjectSink};
use crate::schema::row_error::RowError;
use tagrake_extract::{Flag, Page};

/// The page of a link or block: the fields of [`LINK_PAGE`](crate::schema::LINK_PAGE).
#[derive(Clone, Copy, Debug)]
pub(super) struct RowPage<'r> {
    pub(super) input: &'r InputPage,
    pub(super) page: &'r Page<'r>,
}

impl Object for RowPage<'_> {
    fn write_fields(self, row: &mut impl ObjectSink) -> Result<(), RowError> {
        let Self { input, page } = self;
        let capture = input.capture.as_deref();
        put_origin(row, input.id.as_ref(), &input.origin, capture)?;
        row.put_option("content_truncated", capture.and_then(|capture| capture.content_truncated.as_deref()))?;
        row.put_option("page_url", page.url)?;
        let flags = page.flags;
        row.put_option("flags", (!flags.is_empty()).then(|| List(flags.iter().map(Flag::as_str))))
    }
}

/// Writes the first fields of a page's row: where the page comes from. A page without an id that is not from a WARC
/// file has the origin.
#[inline(always)]
pub(super) fn put_origin(
    row: &mut impl ObjectSink,
    id: Option<&Id>,
    origin: &str,
    capture: Option<&Capture>,
) -> Result<(), RowError> {
    let warc_filename = capture.and_then(|capture| capture.warc_filename.as_deref());
    row.put_option("id", id)?;
    row.put_option("source", (id.is_none() && warc_filename.is_none()).then_some(origin))?;
    row.put_option("warc_filename", warc_filename)?;
    row.put_option("warc_record_offset", capture.and_then(|capture| capture.warc_record_offset))
}
