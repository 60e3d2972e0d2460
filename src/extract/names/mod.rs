//! The names of elements and attributes that the extraction knows, as numbers.

use crate::token::ShortName;

/// How many slots a table of names has: a power of two.
const SLOTS: usize = 1024;

/// A name in a word: all of a [short](ShortName) one; of a longer one the first and the last bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct NameKey {
    word: u64,
    len: usize,
}

/// Names of up to this length are what their key says.
const SHORT: usize = 8;

impl NameKey {
    #[inline(always)]
    const fn of(name: &[u8]) -> Self {
        let len = name.len();
        let word = match (name.first_chunk::<8>(), name.last_chunk::<8>()) {
            (Some(first), _) if len == SHORT => u64::from_le_bytes(*first),
            (Some(first), Some(last)) => u64::from_le_bytes(*first).wrapping_add(u64::from_le_bytes(*last) << 3),
            _ => match (name.first_chunk::<4>(), name.last_chunk::<4>()) {
                (Some(first), Some(last)) => {
                    u32::from_le_bytes(*first) as u64 | (u32::from_le_bytes(*last) as u64) << (8 * (len - 4))
                }
                _ if len == 0 => 0,
                _ => {
                    name[0] as u64
                        | (name[len / 2] as u64) << (8 * (len / 2))
                        | (name[len - 1] as u64) << (8 * (len - 1))
                }
            },
        };
        Self { word, len }
    }

    /// Where the name stands in a table.
    #[inline(always)]
    const fn slot(self) -> usize {
        // The factor is the first from 2⁶⁴ / φ on that gives each name a slot of its own.
        ((self.word ^ self.len as u64).wrapping_mul(0x9E37_79B9_7F4C_F065) >> (u64::BITS - SLOTS.ilog2())) as usize
    }
}

/// A table of names: at each slot the index of its name, and 1 more, and at that index the key; 0 and a key that no name
/// has for none.
struct NameTable<const NAMES: usize> {
    slots: [u8; SLOTS],
    keys: [NameKey; 1 << u8::BITS],
    names: [&'static str; NAMES],
}

impl<const NAMES: usize> NameTable<NAMES> {
    const fn new(names: [&'static str; NAMES]) -> Self {
        let (mut slots, mut keys) = ([0; SLOTS], [NameKey { word: 0, len: usize::MAX }; 1 << u8::BITS]);
        let mut index = 0;
        while index < NAMES {
            let key = NameKey::of(names[index].as_bytes());
            assert!(slots[key.slot()] == 0, "two names have one slot: another factor is needed");
            index += 1;
            (slots[key.slot()], keys[index]) = (index as u8, key);
        }
        Self { slots, keys, names }
    }

    /// Returns the index of a short name, and 1 more; 0 if it is no name of the table.
    ///
    /// PERF: without a branch on the name.
    #[inline(always)]
    fn look_up_short(&self, name: ShortName) -> usize {
        let key = NameKey { word: name.word, len: name.len };
        let found = usize::from(self.slots[key.slot()]);
        let known = &self.keys[found];
        found * usize::from((known.word == key.word) & (known.len == key.len))
    }

    /// Returns the index of `name`, and 1 more; 0 if it is no name of the table.
    #[inline(always)]
    fn look_up(&self, name: &[u8]) -> usize {
        let key = NameKey::of(name);
        let found = usize::from(self.slots[key.slot()]);
        if key.len > SHORT && (found == 0 || self.names[found - 1].as_bytes() != name) {
            return 0;
        }
        if self.keys[found] == key { found } else { 0 }
    }
}

macro_rules! names {
    ($(#[$meta:meta])* enum $Name:ident { $($Variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum $Name {
            /// Another name.
            Other,
            $($Variant,)*
        }

        impl $Name {
            pub(super) const ALL: [Self; [$($text),*].len() + 1] = [Self::Other, $(Self::$Variant),*];
            const NAMES: [&str; [$($text),*].len()] = [$($text),*];
            const TABLE: &'static NameTable<{ [$($text),*].len() }> = &NameTable::new(Self::NAMES);

            /// Returns the number of `name`, lower-case.
            #[inline]
            pub(super) fn of(name: &[u8]) -> Self {
                Self::ALL[Self::TABLE.look_up(name)]
            }

            /// Returns the number of a short name.
            #[inline(always)]
            pub(super) fn of_short(name: ShortName) -> Self {
                Self::ALL[Self::TABLE.look_up_short(name)]
            }

            /// Returns the name; empty for [`Other`](Self::Other).
            pub(super) const fn as_str(self) -> &'static str {
                match (self as usize).checked_sub(1) {
                    Some(index) => Self::NAMES[index],
                    None => "",
                }
            }
        }
    };
}

names! {
    /// An element.
    enum Element {
        A = "a", Address = "address", Applet = "applet", Area = "area", Article = "article", Aside = "aside",
        Audio = "audio", Base = "base", Bgsound = "bgsound", Blockquote = "blockquote", Body = "body", Br = "br",
        Button = "button", Canvas = "canvas", Caption = "caption", Center = "center", Command = "command", Datalist = "datalist", Dd = "dd",
        Del = "del", Details = "details", Dialog = "dialog", Dir = "dir", Div = "div", Dl = "dl", Dt = "dt",
        Embed = "embed", Fieldset = "fieldset", Figcaption = "figcaption", Figure = "figure", Footer = "footer",
        Form = "form", Frame = "frame", Frameset = "frameset", H1 = "h1", H2 = "h2", H3 = "h3", H4 = "h4", H5 = "h5",
        H6 = "h6", Head = "head", Header = "header", Hgroup = "hgroup", Hr = "hr", Html = "html", Iframe = "iframe",
        Image = "image", Img = "img", Input = "input", Ins = "ins", Legend = "legend", Li = "li", Link = "link",
        Listing = "listing", Main = "main", Marquee = "marquee", Menu = "menu", Menuitem = "menuitem", Meta = "meta",
        Meter = "meter", Nav = "nav", Noembed = "noembed", Noframes = "noframes", Noscript = "noscript",
        Object = "object", Ol = "ol", Optgroup = "optgroup", Option = "option", P = "p", Plaintext = "plaintext",
        Pre = "pre", Progress = "progress", Q = "q", Script = "script", Search = "search", Section = "section",
        Select = "select", Source = "source", Style = "style", Summary = "summary", Table = "table", Tbody = "tbody",
        Td = "td", Template = "template", Textarea = "textarea", Tfoot = "tfoot", Th = "th", Thead = "thead",
        Title = "title", Tr = "tr", Track = "track", Ul = "ul", Video = "video", Xmp = "xmp",
    }
}

names! {
    /// An attribute.
    enum Attr {
        About = "about", Action = "action", Alt = "alt", Archive = "archive", As = "as", Background = "background", Cite = "cite", Classid = "classid",
        Code = "code", Codebase = "codebase", Data = "data", DataBackgroundImage = "data-background-image",
        DataBg = "data-bg", DataFullSrc = "data-full-src", DataHref = "data-href", DataLazy = "data-lazy",
        DataLazySrc = "data-lazy-src", DataLazySrcset = "data-lazy-srcset", DataOriginal = "data-original",
        DataOriginalSet = "data-original-set", DataPoster = "data-poster", DataSrc = "data-src",
        DataSrcset = "data-srcset", DataUri = "data-uri", DataUrl = "data-url", Download = "download", Dynsrc = "dynsrc",
        Formaction = "formaction", Hidden = "hidden", Href = "href", Hreflang = "hreflang", Icon = "icon", Imagesrcset = "imagesrcset", Itemid = "itemid", Itemprop = "itemprop", Itemref = "itemref", Itemscope = "itemscope",
        Itemtype = "itemtype", Longdesc = "longdesc", Lowsrc = "lowsrc", Manifest = "manifest", Media = "media", Object = "object",
        Ping = "ping", Poster = "poster", Prefix = "prefix", Profile = "profile", Property = "property", Rel = "rel", Resource = "resource", Sizes = "sizes", Src = "src", Srcset = "srcset", Style = "style", Target = "target", Title = "title", Type = "type", Typeof = "typeof",
        Usemap = "usemap", Vocab = "vocab", XlinkHref = "xlink:href",
    }
}

impl Attr {
    /// Returns whether `name`, in any case, may have a number.
    #[inline(always)]
    pub(super) fn may_be(name: &[u8]) -> bool {
        const LETTERS: NameFilter = NameFilter::of(&Attr::NAMES);
        LETTERS.may_hold(name)
    }
}

/// The elements whose tags matter even if no text is wanted: for more than the stack of open elements.
const SIGNIFICANT: [Element; 35] = {
    use Element::*;
    [
        A, Audio, Base, Canvas, Datalist, Dialog, Frameset, H1, H2, H3, H4, H5, H6, Head, Html, Iframe, Img, Input,
        Listing, Meta, Meter, Noembed, Noframes, Noscript, Plaintext, Pre, Progress, Script, Style, Template, Textarea,
        Title, Video, Xmp, Image,
    ]
};

/// Returns true if `name`, in any case, may be one of [`SIGNIFICANT`].
#[inline(always)]
pub(super) fn may_be_significant(name: &[u8]) -> bool {
    const LETTERS: NameFilter = NameFilter::of_tags(&SIGNIFICANT);
    LETTERS.may_hold(name)
}

/// The elements whose tags, as long as no text is wanted, change the stack of open elements and nothing else: see
/// [`open_blocks`](super::open_blocks).
const BLOCKS: [Element; 45] = {
    use Element::*;
    [
        Address, Applet, Article, Aside, Blockquote, Button, Caption, Center, Dd, Details, Dir, Div, Dl, Dt, Fieldset,
        Figcaption, Figure, Footer, Form, Header, Hgroup, Hr, Legend, Li, Main, Marquee, Menu, Nav, Object, Ol,
        Optgroup, Option, P, Search, Section, Select, Summary, Table, Tbody, Td, Tfoot, Th, Thead, Tr, Ul,
    ]
};

impl Element {
    /// Returns true if its tags change the stack of open elements and nothing else: [`BLOCKS`].
    #[inline(always)]
    pub(super) const fn is_block(self) -> bool {
        const IS_BLOCK: [bool; Element::ALL.len()] = Element::set(&BLOCKS);
        IS_BLOCK[self as usize]
    }

    /// Returns the element with a short name if it is one of [`BLOCKS`]. Returns `Form`, whose tags are never simple, for one
    /// of [`SIGNIFICANT`], and [`Other`](Self::Other) for all other names.
    ///
    /// PERF: without a branch.
    #[inline(always)]
    pub(super) fn block_of(name: ShortName) -> Self {
        const NAMES: &BlockNames = &BlockNames::new();
        let slot = BlockNames::slot(name.word);
        Self::ALL[usize::from(NAMES.tags[slot]) * usize::from(NAMES.names[slot] == name.word)]
    }

    /// Returns for each tag whether it is one of `tags`.
    pub(super) const fn set(tags: &[Self]) -> [bool; Self::ALL.len()] {
        let mut set = [false; Self::ALL.len()];
        let mut at = 0;
        while at < tags.len() {
            set[tags[at] as usize] = true;
            at += 1;
        }
        set
    }
}

/// The short names of the elements that [`Element::block_of`] knows: at each slot a name, and the number of its tag.
struct BlockNames {
    names: [u64; SLOTS],
    tags: [u8; SLOTS],
}

impl BlockNames {
    const fn new() -> Self {
        let mut blocks = Self { names: [0; SLOTS], tags: [0; SLOTS] };
        let mut index = 0;
        while index < BLOCKS.len() {
            blocks.add(BLOCKS[index], BLOCKS[index]);
            index += 1;
        }
        index = 0;
        while index < SIGNIFICANT.len() {
            blocks.add(SIGNIFICANT[index], Element::Form);
            index += 1;
        }
        blocks
    }

    const fn add(&mut self, element: Element, tag: Element) {
        let key = NameKey::of(element.as_str().as_bytes());
        if key.len <= SHORT {
            let slot = Self::slot(key.word);
            assert!(self.names[slot] == 0 || self.names[slot] == key.word, "two names have one slot");
            (self.names[slot], self.tags[slot]) = (key.word, tag as u8);
        }
    }

    /// Returns the slot of a name.
    #[inline(always)]
    const fn slot(word: u64) -> usize {
        // A random factor that gives each name a slot of its own.
        (word.wrapping_mul(0xEA90_A8F0_D66B_829F) >> (u64::BITS - SLOTS.ilog2())) as usize
    }
}

/// For each length, the sums of the first and the last letter of some names, as bits: most other names are none of them by
/// that alone.
#[derive(Clone, Copy)]
struct NameFilter([u64; 32]);

impl NameFilter {
    const fn of<const NAMES: usize>(names: &[&str; NAMES]) -> Self {
        let mut letters = [0; 32];
        let mut at = 0;
        while at < NAMES {
            let name = names[at].as_bytes();
            letters[name.len()] |= Self::bit(name[0], name[name.len() - 1]);
            at += 1;
        }
        Self(letters)
    }

    const fn of_tags<const TAGS: usize>(tags: &[Element; TAGS]) -> Self {
        let mut names = [""; TAGS];
        let mut at = 0;
        while at < TAGS {
            names[at] = tags[at].as_str();
            at += 1;
        }
        Self::of(&names)
    }

    /// Both cases of a letter give the same bit.
    #[inline(always)]
    const fn bit(first: u8, last: u8) -> u64 {
        1 << ((first & 0x1F) + (last & 0x1F))
    }

    /// Returns whether `name`, in any case, may be one of the names.
    #[inline(always)]
    fn may_hold(&self, name: &[u8]) -> bool {
        match (name, name) {
            ([first, ..], [.., last]) if name.len() < self.0.len() => {
                self.0[name.len()] & Self::bit(*first, *last) != 0
            }
            _ => false,
        }
    }
}

/// What the edges of an element are in the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Edge {
    /// Nothing.
    None,
    /// White space.
    Space,
    /// The end of a line.
    Line,
}

impl Element {
    const EDGES: [Edge; Self::ALL.len()] = {
        let mut edges = [Edge::None; Self::ALL.len()];
        let mut index = 0;
        while index < edges.len() {
            edges[index] = Self::ALL[index].find_edge();
            index += 1;
        }
        edges
    };

    /// Returns what the element's edges are in the text around it.
    #[inline]
    pub(super) fn edge(self) -> Edge {
        Self::EDGES[self as usize]
    }

    /// Sources: the `display` of [rendering](https://html.spec.whatwg.org/multipage/rendering.html#flow-content-3); cells
    /// and what stands in a line like an image part words too.
    const fn find_edge(self) -> Edge {
        use Element::*;
        match self {
            Address | Article | Aside | Blockquote | Br | Caption | Center | Dd | Details | Dialog | Dir | Div | Dl
            | Dt | Fieldset | Figcaption | Figure | Footer | Form | H1 | H2 | H3 | H4 | H5 | H6 | Header | Hgroup
            | Hr | Legend | Li | Listing | Main | Menu | Nav | Ol | Optgroup | Option | P | Plaintext | Pre
            | Search | Section | Summary | Table | Tbody | Tfoot | Thead | Tr | Ul | Xmp => Edge::Line,
            Audio | Button | Canvas | Embed | Iframe | Img | Image | Input | Meter | Object | Progress | Select
            | Td | Textarea | Th | Video => Edge::Space,
            _ => Edge::None,
        }
    }
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
    fn names_are_found() {
        for tag in Element::ALL {
            assert_eq!(Element::of(tag.as_str().as_bytes()), tag);
            assert!(short(tag.as_str()).is_none_or(|name| Element::of_short(name) == tag));
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
