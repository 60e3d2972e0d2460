//! The element and attribute names that the extractor knows, as enums.
//!
//! Each enum finds its names with a perfect hash table that is built at compile time ([`tagrake::names`]).

mod text_elements;

use tagrake::names::{Element as StandardElement, NameFilter, NameKey, ShortName};
use tagrake::{Attribute, known_names};
pub(super) use text_elements::Edge;

known_names! {
    /// An element name.
    pub(crate) enum Element, factor: 0x9E37_79B9_7F4C_F065, {
        A = "a", Address = "address", Applet = "applet", Area = "area", Article = "article", Aside = "aside",
        Audio = "audio", Base = "base", Bgsound = "bgsound", Blockquote = "blockquote", Body = "body", Br = "br",
        Button = "button", Canvas = "canvas", Caption = "caption", Center = "center", Command = "command",
        Datalist = "datalist", Dd = "dd", Del = "del", Details = "details", Dialog = "dialog", Dir = "dir", Div = "div",
        Dl = "dl", Dt = "dt", Embed = "embed", Fieldset = "fieldset", Figcaption = "figcaption", Figure = "figure",
        Footer = "footer", Form = "form", Frame = "frame", Frameset = "frameset", H1 = "h1", H2 = "h2", H3 = "h3",
        H4 = "h4", H5 = "h5", H6 = "h6", Head = "head", Header = "header", Hgroup = "hgroup", Hr = "hr", Html = "html",
        Iframe = "iframe", Image = "image", Img = "img", Input = "input", Ins = "ins", Legend = "legend", Li = "li",
        Link = "link", Listing = "listing", Main = "main", Marquee = "marquee", Menu = "menu", Menuitem = "menuitem",
        Meta = "meta", Meter = "meter", Nav = "nav", Noembed = "noembed", Noframes = "noframes", Noscript = "noscript",
        Object = "object", Ol = "ol", Optgroup = "optgroup", Option = "option", P = "p", Plaintext = "plaintext",
        Pre = "pre", Progress = "progress", Q = "q", Script = "script", Search = "search", Section = "section",
        Select = "select", Source = "source", Style = "style", Summary = "summary", Table = "table", Tbody = "tbody",
        Td = "td", Template = "template", Textarea = "textarea", Tfoot = "tfoot", Th = "th", Thead = "thead",
        Title = "title", Tr = "tr", Track = "track", Ul = "ul", Video = "video", Xmp = "xmp", Sub = "sub", Sup = "sup",
    }
}

known_names! {
    /// An attribute name.
    pub(crate) enum Attr, factor: 0xCD44_7E35_B8B6_D8FF, {
        About = "about", Action = "action", Alt = "alt", Archive = "archive", As = "as", Background = "background",
        Cite = "cite", Classid = "classid", Code = "code", Codebase = "codebase", Data = "data",
        DataBackgroundImage = "data-background-image", DataBg = "data-bg", DataBgset = "data-bgset",
        DataCmplzSrc = "data-cmplz-src", DataFullSrc = "data-full-src", DataHref = "data-href", DataImage = "data-image",
        DataImageUrl = "data-image-url", DataImgUrl = "data-img-url", DataLargeFile = "data-large-file",
        DataLargeImage = "data-large_image", DataLazy = "data-lazy", DataLazySrc = "data-lazy-src",
        DataLazySrcset = "data-lazy-srcset", DataLazyload = "data-lazyload", DataMediumFile = "data-medium-file",
        DataMobileSrc = "data-mobile-src", DataOldHires = "data-old-hires", DataOrigFile = "data-orig-file",
        DataOriginal = "data-original", DataOriginalSet = "data-original-set", DataPoster = "data-poster",
        DataPosterUrl = "data-poster-url", DataRocketSrc = "data-rocket-src", DataSrc = "data-src",
        DataSrcset = "data-srcset", DataThumb = "data-thumb", DataThumbSrcset = "data-thumb-srcset", DataUri = "data-uri",
        DataUrl = "data-url", DataZoomImage = "data-zoom-image", DataZoomSrc = "data-zoom-src", Datetime = "datetime",
        Download = "download", Dynsrc = "dynsrc", Formaction = "formaction", Hidden = "hidden", Href = "href",
        Hreflang = "hreflang", Icon = "icon", Imagesrcset = "imagesrcset", Itemid = "itemid", Itemprop = "itemprop",
        Itemref = "itemref", Itemscope = "itemscope", Itemtype = "itemtype", LazySrc = "lazy-src",
        LazySrcset = "lazy-srcset", Longdesc = "longdesc", Lowsrc = "lowsrc", Manifest = "manifest", Media = "media",
        NitroLazySrc = "nitro-lazy-src", NitroLazySrcset = "nitro-lazy-srcset", Object = "object", Onclick = "onclick",
        Ondblclick = "ondblclick", Onload = "onload", Onmousedown = "onmousedown", Onmouseup = "onmouseup",
        Original = "original", Ping = "ping", Popover = "popover", Poster = "poster", Prefix = "prefix", Profile = "profile",
        Property = "property", Rel = "rel", Resource = "resource", Sizes = "sizes", Src = "src", Srcdoc = "srcdoc",
        Srcset = "srcset", Style = "style", Target = "target", Title = "title", Type = "type", Typeof = "typeof",
        Usemap = "usemap", Vocab = "vocab", XlinkHref = "xlink:href",
    }
}

/// The start of the names of attributes with the URLs of images for some screens, such as `data-src-retina`.
pub(crate) const LAZY_PREFIX: &str = "data-src-";

/// The commonest ones. They are also found in a tag without any other attribute of interest.
const LAZY_VARIANTS: &[&str; 10] = &[
    "data-src-1024",
    "data-src-2x",
    "data-src-360",
    "data-src-desktop",
    "data-src-large",
    "data-src-medium",
    "data-src-mobile",
    "data-src-retina",
    "data-src-small",
    "data-src-tablet",
];

/// Returns a table with a value for each element: `$value`, in which `$element` is the element.
macro_rules! element_table {
    (|$element:ident| $value:expr) => {{
        let $element = $crate::names::Element::Other;
        let (mut table, mut index) = ([$value; $crate::names::Element::ALL.len()], 1);
        while index < table.len() {
            let $element = $crate::names::Element::ALL[index];
            table[index] = $value;
            index += 1;
        }
        table
    }};
}
pub(crate) use element_table;

impl Attr {
    /// Rejects most names of [`Other`](Self::Other).
    pub(super) const FILTER: &'static NameFilter = &NameFilter::of(&Attr::NAMES).or(&NameFilter::of(LAZY_VARIANTS));
    /// Rejects most names of attributes that cannot hide the content of an element.
    pub(super) const HIDING: &'static NameFilter = &Self::filter(&[Self::Hidden, Self::Popover, Self::Style]);

    /// Returns the name of an attribute.
    #[inline(always)]
    pub(super) fn of_attribute(attribute: &Attribute<'_>) -> Self {
        match attribute.short_name() {
            Some(name) => Self::of_short(name),
            None => Self::of(attribute.name()),
        }
    }
}

/// Functions on sets of the names of an enum, at compile time.
macro_rules! sets_of_names {
    ($Name:ident) => {
        impl $Name {
            /// Returns the filter of `names`.
            pub(super) const fn filter<const NAMES: usize>(names: &[Self; NAMES]) -> NameFilter {
                let (mut texts, mut at) = ([""; NAMES], 0);
                while at < NAMES {
                    texts[at] = names[at].as_str();
                    at += 1;
                }
                NameFilter::of(&texts)
            }

            /// Returns a table that is true for each of `names`.
            pub(super) const fn set(names: &[Self]) -> [bool; Self::ALL.len()] {
                let mut set = [false; Self::ALL.len()];
                let mut at = 0;
                while at < names.len() {
                    set[names[at] as usize] = true;
                    at += 1;
                }
                set
            }
        }
    };
}

sets_of_names!(Element);
sets_of_names!(Attr);

impl Default for Element {
    fn default() -> Self {
        Self::Other
    }
}

impl Element {
    /// Returns the element of a tag. The name must be in lower case.
    #[inline(always)]
    pub(super) fn of_tag(short: Option<ShortName>, name: &[u8]) -> Self {
        match short {
            Some(short) => Self::of_short(short),
            None => Self::of(name),
        }
    }

    /// The element of the standard's table with the name of each element.
    const STANDARD: [StandardElement; Self::ALL.len()] = element_table!(|element| find_standard(element.as_str()));

    /// Returns the element in the [table of what tree construction does](tagrake::names::Element) with it.
    pub(super) const fn standard(self) -> StandardElement {
        Self::STANDARD[self as usize]
    }
}

/// Returns the element of the standard's table with this name.
const fn find_standard(name: &str) -> StandardElement {
    let (key, mut at) = (NameKey::of(name.as_bytes()), 0);
    while at < StandardElement::ALL.len() {
        let other = NameKey::of(StandardElement::ALL[at].as_str().as_bytes());
        if key.word == other.word && key.len == other.len {
            return StandardElement::ALL[at];
        }
        at += 1;
    }
    StandardElement::Other
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(name: &str) -> Option<ShortName> {
        let mut bytes = [0; 8];
        bytes.get_mut(..name.len())?.copy_from_slice(name.as_bytes());
        Some(ShortName { word: u64::from_le_bytes(bytes), len: name.len() }).filter(|name| name.len > 0)
    }

    #[test]
    fn finds_every_name_and_no_other() {
        for element in Element::ALL {
            assert_eq!(Element::of(element.as_str().as_bytes()), element);
            assert_eq!(element.standard(), StandardElement::of(element.as_str().as_bytes()));
            assert!(short(element.as_str()).is_none_or(|name| Element::of_short(name) == element));
        }
        for attr in Attr::ALL {
            assert_eq!(Attr::of(attr.as_str().as_bytes()), attr);
            assert!(short(attr.as_str()).is_none_or(|name| Attr::of_short(name) == attr));
        }
        for name in ["b", "aa", "hrefs", "A", "blink", "\u{FFFD}"] {
            assert_eq!(
                (Element::of(name.as_bytes()), Attr::of(name.as_bytes())),
                (Element::Other, Attr::Other),
                "{name}"
            );
        }
    }
}
