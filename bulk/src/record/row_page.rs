//! The first fields of rows: where their page comes from.

use crate::input::{Capture, Id, InputPage};
use crate::row::{List, Object, ObjectSink};
use crate::schema::table::RowError;
use tagrake_extract::{Flag, Page};

/// The page of a link, block or cell: the fields of [`LINK_PAGE`](crate::schema::LINK_PAGE).
#[derive(Clone, Copy, Debug)]
pub(super) struct RowPage<'r> {
    pub(super) input: &'r InputPage,
    pub(super) page: &'r Page<'r>,
}

impl Object for RowPage<'_> {
    fn write_fields(self, row: &mut impl ObjectSink) -> Result<(), RowError> {
        let Self { input, page } = self;
        let capture = input.capture.as_deref();
        let origin = Origin { id: input.id.as_ref(), name: &input.origin, capture, redirect: page.redirect };
        row.put_option("id", origin.id)?;
        row.put_option("source", origin.source())?;
        row.put_option("warc_filename", origin.warc_filename())?;
        row.put_option("warc_record_offset", capture.and_then(|capture| capture.warc_record_offset))?;
        row.put_option("content_truncated", capture.and_then(|capture| capture.content_truncated.as_deref()))?;
        row.put_option("page_url", url(input, page))?;
        let flags = page.flags;
        row.put_option("flags", (!flags.is_empty()).then(|| List(flags.iter().map(Flag::as_str))))
    }
}

/// Returns the URL of a page. A value that is no URL is returned unchanged.
pub(super) fn url<'r>(input: &'r InputPage, page: &Page<'r>) -> Option<&'r str> {
    page.url.or(input.url.as_deref().filter(|url| !url.is_empty()))
}

/// The place where a page comes from: the first fields of rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin<'r> {
    pub(super) id: Option<&'r Id>,
    pub(super) name: &'r str,
    pub(super) capture: Option<&'r Capture>,
    pub(super) redirect: Option<&'r str>,
}

impl<'r> Origin<'r> {
    pub(super) fn warc_filename(&self) -> Option<&'r str> {
        self.capture.and_then(|capture| capture.warc_filename.as_deref())
    }

    /// Returns the name of the input, if the page has no id and is not from a WARC file.
    pub(super) fn source(&self) -> Option<&'r str> {
        (self.id.is_none() && self.warc_filename().is_none()).then_some(self.name)
    }
}
