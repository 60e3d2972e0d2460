//! The items of a page: microdata and RDFa.

use crate::copy_into::{CopyInto, copy_fields};
use crate::named_enum::named_enum;
use bumpalo::Bump;

/// An item of microdata or RDFa: a thing with types and properties. See [`Page::items`](crate::Page::items).
///
/// ```
/// use tagrake_extract::{Context, ExtractOptions, Extractor, ItemValue};
///
/// let html = b"<p itemscope itemtype=https://schema.org/Book>\
///     <b itemprop=name>Tea</b> by <i itemprop=author itemscope><b itemprop=name>Ann</b></i>";
/// let mut extractor = Extractor::new(ExtractOptions::default().with_items(true));
/// let page = extractor.extract(html, &Context::default());
/// let [book, author] = page.items else { panic!("two items") };
/// assert_eq!(book.types, ["https://schema.org/Book"]);
/// assert_eq!((book.properties[0].name, book.properties[0].value), ("name", ItemValue::Text("Tea")));
/// assert_eq!((book.properties[1].name, book.properties[1].value), ("author", ItemValue::Item(1)));
/// assert_eq!((author.parent, author.properties[0].value), (Some(0), ItemValue::Text("Ann")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Item<'a> {
    /// The syntax of the item.
    pub source: ItemSource,
    /// The index of the first item that has this item as a value, if any.
    pub parent: Option<usize>,
    /// The types: of microdata the tokens of `itemtype`, of RDFa the IRIs of `typeof`.
    pub types: &'a [&'a str],
    /// The URL that identifies the item: of microdata `itemid`, of RDFa the subject.
    pub id: Option<&'a str>,
    /// The properties, in document order. A property with several values is repeated.
    pub properties: &'a [ItemProperty<'a>],
}

impl Item<'_> {
    /// Returns an item without properties.
    pub(super) fn new(source: ItemSource) -> Self {
        Self { source, parent: None, types: &[], id: None, properties: &[] }
    }
}

/// A property of an [`Item`].
///
/// ```
/// use tagrake_extract::{Context, ExtractOptions, Extractor};
///
/// let mut extractor = Extractor::new(ExtractOptions::default().with_items(true));
/// let page = extractor.extract(b"<p vocab=https://schema.org/ typeof=Book><b property=name>Tea</b>", &Context::default());
/// assert_eq!(page.items[0].properties[0].name, "https://schema.org/name");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ItemProperty<'a> {
    /// The name: of microdata as written, of RDFa an IRI.
    pub name: &'a str,
    /// The value.
    pub value: ItemValue<'a>,
}

/// The value of an [`ItemProperty`].
///
/// ```
/// use tagrake_extract::{Context, ExtractOptions, Extractor, ItemValue};
///
/// let mut extractor = Extractor::new(ExtractOptions::default().with_items(true));
/// let page = extractor.extract(b"<p itemscope><meta itemprop=size content=L>", &Context::default());
/// assert_eq!(page.items[0].properties[0].value, ItemValue::Text("L"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ItemValue<'a> {
    /// A text or a URL.
    Text(&'a str),
    /// The item with this index in [`Page::items`](crate::Page::items).
    Item(usize),
}

copy_fields! {
    Item { types, id, properties } { source, parent }
    ItemProperty { name, value }
}

impl CopyInto for ItemValue<'_> {
    type Copied<'b> = ItemValue<'b>;

    fn copy_into(self, bump: &Bump) -> ItemValue<'_> {
        match self {
            Self::Text(text) => ItemValue::Text(text.copy_into(bump)),
            Self::Item(index) => ItemValue::Item(index),
        }
    }
}

named_enum! {
    /// The syntax of an [`Item`].
    ///
    /// ```
    /// assert_eq!(tagrake_extract::ItemSource::Rdfa.as_str(), "rdfa");
    /// ```
    enum ItemSource {
        /// [Microdata](https://html.spec.whatwg.org/multipage/microdata.html).
        Microdata = "microdata",
        /// [RDFa](https://www.w3.org/TR/html-rdfa/).
        Rdfa = "rdfa",
    }
}
