//! Links: where they may be, how they are written, and where they lead.

mod collector;
mod link;
mod link_attributes;
pub(crate) mod link_header;
pub(crate) mod refresh;
pub(crate) mod rel;
mod resolve;
mod script_url;
mod srcset;

pub(crate) use crate::url_attributes::EmptyUrl;
pub(crate) use collector::{
    CSS_BYTES, LinkCollector, LinkRoom, MarkupPlace, RAW_BYTES, URLS_BYTES, foreign_href_kind, is_data,
    is_local_reference, is_of_document, opens_svg_style,
};
pub use link::{Link, LinkClass, LinkContext, LinkDetails};
pub(crate) use link_attributes::{is_image_button, link_details};
pub(crate) use resolve::{ResolvedUrl, Resolver, is_absolute};
pub use script_url::script_url;
pub(crate) use srcset::candidates;
