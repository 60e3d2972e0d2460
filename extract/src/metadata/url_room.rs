//! Resolves the URLs of metadata, as long as a page has room for them.

use crate::fact_source::FactSource;
use crate::flags::{Flag, Flags};
use crate::links::{EmptyUrl, RAW_BYTES, ResolvedUrl, Resolver, URLS_BYTES, is_data};

/// The bytes that resolved URLs may still take.
pub(super) struct UrlRoom(usize);

impl UrlRoom {
    pub(super) const FULL: Self = Self(URLS_BYTES);

    /// Resolves a URL: of a header against the page's own URL, of an element against its base. Returns `None` and sets a flag if
    /// the URL is too long or there is no room for it.
    pub(super) fn resolve<'a>(
        &mut self,
        raw: &'a str,
        empty: EmptyUrl,
        source: FactSource,
        resolver: &Resolver<'a>,
        flags: &mut Flags,
    ) -> Option<ResolvedUrl<'a>> {
        if self.0 == 0 || (raw.len() > RAW_BYTES && !is_data(raw)) {
            flags.set(Flag::LimitLinks);
            return None;
        }
        let resolved = match source {
            FactSource::Header => resolver.resolve_in_header(raw, empty),
            _ => resolver.resolve(raw, empty),
        };
        self.0 = self.0.saturating_sub(resolved.url.map_or(0, str::len));
        Some(resolved)
    }
}
