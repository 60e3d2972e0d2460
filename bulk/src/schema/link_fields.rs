//! The fields of links, and the fields of the page in rows of links and blocks.

use super::field::Type::{self, Bool, Double, Id, Int64, List, Name, String};
use super::field::{Field, fields};
use tagrake_extract::{Flag, LinkClass, LinkKind};

pub(super) const STRINGS: Type = List(&String);
pub(super) const FLAGS: Type = List(&Name(|| Flag::ALL.iter().map(|flag| flag.as_str()).collect()));

/// The fields of a link in a page record.
///
/// ```
/// assert_eq!(tagrake_bulk::schema::LINK[0].name, "element");
/// ```
pub const LINK: &[Field] = fields! {
    + "element" String, "The element's name: a, svg:a; header for a Link header.";
    + "attr" String, "The attribute's name; #text for the text of a style element, empty for a header.";
    + "raw" String, "The URL as in the page, with character references decoded, at most 16 KiB.";
    ? "url" String, "The URL, resolved against the base URL.";
    + "class" Name(|| LinkClass::ALL.iter().map(|class| class.as_str()).collect()), "The class of the URL.";
    + "kind" Name(|| LinkKind::ALL.iter().map(|kind| kind.as_str()).collect()), "The purpose of the link.";
    - "rel" STRINGS, "The tokens of rel, in lower case; of a, area, form, link, svg:a and headers.";
    - "nofollow" Bool, "Whether rel has nofollow; of a, area, form and svg:a.";
    - "ugc" Bool, "Whether rel has ugc; of a, area, form and svg:a.";
    - "sponsored" Bool, "Whether rel has sponsored; of a, area, form and svg:a.";
    - "text" String, "The text of the element, white space collapsed, at most 1 KiB; of a and svg:a.";
    - "alt" String, "The alt text of the image, or of the images inside.";
    - "title" String, "The attribute title.";
    - "hreflang" String, "The attribute hreflang.";
    - "type" String, "The attribute type.";
    - "media" String, "The attribute media.";
    - "sizes" String, "The attribute sizes.";
    - "as" String, "The attribute as: the type of a preload.";
    - "color" String, "The attribute color.";
    - "target" String, "The attribute target.";
    - "download" String, "The attribute download.";
    - "method" Name(|| vec!["get", "post", "dialog"]), "The method of a form.";
    - "width" Int64, "The width of an image candidate, in CSS pixels.";
    - "density" Double, "The pixel density of an image candidate.";
    - "in_noscript" Bool, "Whether it is in noscript; only if true.";
    - "in_template" Bool, "Whether it is in template; only if true.";
    - "in_head" Bool, "Whether it is in the head; only if true.";
    - "offset" Int64, "The offset of the value in the page in bytes, or in the decoded page if it is not zero_copy.";
    - "text_len" Int64, "The length of the text before truncation; only if it was truncated.";
};

pub(super) const TRUNCATED: &str = "Why the page is incomplete: a value of WARC-Truncated (length: truncated at a limit); segmented; or damaged: \
     the end of its WARC record is uncertain, so bytes may be missing or belong to another record.";

/// The fields that precede the fields of [`LINK`] in a link row, and the fields of [`BLOCK`](super::BLOCK) in a block row.
///
/// ```
/// assert_eq!(tagrake_bulk::schema::LINK_PAGE[5].name, "page_url");
/// ```
pub const LINK_PAGE: &[Field] = fields! {
    - "id" Id, "The page's id, if the input gives one.";
    - "source" String, "The origin of a page without an id that is not from a WARC file: path, or path:line.";
    - "warc_filename" String, "The WARC file that the page comes from.";
    - "warc_record_offset" Int64, "The offset of its record in the stored file.";
    - "content_truncated" String, TRUNCATED;
    ? "page_url" String, "The page's own URL.";
    - "flags" FLAGS, "The page's flags: limits that left out a part of it, and other irregularities; only if any.";
};
