//! The fields of text blocks.

use super::field::Type::{Bool, Double, Int32, Int64, String};
use super::field::{Field, fields};

/// The fields of a text block.
///
/// ```
/// assert_eq!(tagrake_bulk::schema::BLOCK[0].name, "index");
/// ```
pub const BLOCK: &[Field] = fields! {
    + "index" Int32, "The index of the block in the page, from 0.";
    + "element" String, "The name of the innermost block element.";
    + "path" String, "The names of that element and its ancestors, separated by slashes, outermost first; the innermost ones, in at most 96 bytes.";
    + "text" String, "The text, white space collapsed; unchanged in pre.";
    + "offset" Int64, "The offset of the text in the page in bytes, or in the decoded page if it is not UTF-8.";
    + "length" Int64, "The length of the source from the first to the last character, in bytes; includes tags in the text.";
    + "container" Int32, "The number of the innermost div, section, li, td or other container.";
    - "container_parent" Int32, "The number of the container around it; none for the body.";
    + "words" Int32, "The number of words: sequences of letters and digits.";
    + "link_words" Int32, "The number of words in links.";
    - "heading_level" Int32, "1 to 6; only in headings.";
    + "list_depth" Int32, "The number of lists that contain the block.";
    - "table_row" Int32, "The number of the row in the innermost table, from 1; only in cells.";
    - "table_column" Int32, "The number of the first column of the cell, from 1; only in cells.";
    - "line_breaks" Int32, "The number of br elements before the block, if nothing else separates it from the last one.";
    - "lang" String, "The nearest attribute lang, if it has at most 35 bytes.";
    - "pre" Bool, "Whether the text is preformatted; only if true.";
    - "hidden" Bool, "Whether the page's HTML hides the text; only if true.";
    - "in_noscript" Bool, "Whether it is in noscript; only if true.";
};

/// Fields of a text block that are present only if they are requested by name. They follow the fields of [`BLOCK`].
///
/// ```
/// use tagrake_bulk::schema::{BLOCK_SCORES, Table};
///
/// assert_eq!(Table::Blocks.fields_on_request().len(), BLOCK_SCORES.len());
/// ```
pub const BLOCK_SCORES: &[Field] = fields! {
    - "score" Double, "The probability that the block is main content, from 0 to 1.";
    - "main" Bool, "Whether the block is part of the main content, in the requested view.";
};
