//! Links: where they may be, how they are written, and where they lead.

mod collector;
mod link;
mod link_attributes;
pub(crate) mod link_header;
pub(crate) mod refresh;
pub(crate) mod rel;
mod resolve;
mod srcset;
pub(crate) mod url_attributes;

pub(crate) use collector::{LinkCollector, RAW_BYTES, URLS_BYTES, is_data};
pub use link::{Link, LinkClass, LinkDetails, LinkKind};
pub(crate) use link_attributes::{is_image_button, link_details};
pub(crate) use resolve::Resolver;
pub(crate) use url_attributes::EmptyUrl;
