//! The limits on the `meta` and `link` elements of a page.

/// Maximum number of attributes of all `meta` elements of a page.
const META_ATTRIBUTES: usize = 1 << 18;

/// Maximum number of `link` elements of a page that are read as metadata.
const LINK_ELEMENTS: usize = 50_000;

/// Maximum number of tokens in the `rel` of a `link` element.
pub(crate) const LINK_RELATIONS: usize = 1024;

/// Maximum length of all `meta` elements of a page in bytes.
const META_BYTES: usize = 4 << 20;

/// Maximum length of all `link` elements of a page in bytes.
const LINK_BYTES: usize = 2 << 20;

/// The amounts that the metadata of a page may still take. Once there is no room for an element, later ones have none.
pub(crate) struct MetadataRoom {
    meta_attributes: usize,
    meta_bytes: usize,
    link_elements: usize,
    link_bytes: usize,
}

impl MetadataRoom {
    pub(crate) const FULL: Self = Self {
        meta_attributes: META_ATTRIBUTES,
        meta_bytes: META_BYTES,
        link_elements: LINK_ELEMENTS,
        link_bytes: LINK_BYTES,
    };

    /// Returns true if there is room for a `meta` element of `bytes` with that many `attributes`.
    pub(crate) fn takes_meta(&mut self, attributes: usize, bytes: usize) -> bool {
        take(&mut self.meta_attributes, attributes.max(1)) && take(&mut self.meta_bytes, bytes)
    }

    /// Returns true if there is room for a `link` element of `bytes`.
    pub(crate) fn takes_link(&mut self, bytes: usize) -> bool {
        take(&mut self.link_elements, 1) && take(&mut self.link_bytes, bytes)
    }
}

/// Takes `amount` from `room`, or the rest if it has less. Returns true if it had enough.
fn take(room: &mut usize, amount: usize) -> bool {
    let is_taken = amount <= *room;
    *room = room.saturating_sub(amount);
    is_taken
}
