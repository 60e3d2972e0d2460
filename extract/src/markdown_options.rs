//! The options of Markdown.

use crate::setters::switches;

/// Selects the inline elements that Markdown has. Inline code always has its backticks, and formulas their dollar
/// signs.
///
/// ```
/// use tagrake_extract::{Context, ExtractOptions, Extractor, MarkdownOptions};
///
/// let mut extractor = Extractor::new(ExtractOptions::default().with_blocks(true).with_inlines(true));
/// let html = b"<p><b>New:</b> <del>old</del> <img src=a.png alt=A> <a href=b>more</a>";
/// let page = extractor.extract(html, &Context::default().with_url(Some("https://e.org/")));
/// let write = |options: MarkdownOptions| {
///     let mut markdown = String::new();
///     page.blocks.unwrap().write_markdown(&options, &mut markdown);
///     markdown
/// };
/// let options = MarkdownOptions::default();
/// assert_eq!(write(options), "New: old more");
/// assert_eq!(write(options.with_emphasis(true)), "**New:** ~~old~~ more");
/// assert_eq!(write(options.with_links(true)), "New: old [more](https://e.org/b)");
/// assert_eq!(write(options.with_images(true)), "New: old ![A](https://e.org/a.png) more");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MarkdownOptions {
    pub(super) links: bool,
    pub(super) images: bool,
    pub(super) emphasis: bool,
    /// True if a dollar sign could be read as the start of a formula.
    pub(super) escapes_dollars: bool,
}

switches! {
    impl MarkdownOptions {
        /// Sets whether links have their URL, resolved as in [`Page::links`](crate::Page::links) or, if it does
        /// not resolve, as written. Default: false, which leaves their text. A link to `javascript:` or `data:` is text.
        with_links(links);
        /// Sets whether images are written, with their `alt` and URL. Default: false. An image in a block without text is
        /// a paragraph; in a view, only if the blocks around it are part of it.
        with_images(images);
        /// Sets whether strong, emphasized and deleted text is marked. Default: false. Where the rules of CommonMark do not
        /// recognize a marker, as in `a<b>(b)</b>c`, there is none.
        with_emphasis(emphasis);
    }
}
