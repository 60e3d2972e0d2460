//! The element names that the rules of tree construction mention, and a hash table that finds them.

/// Defines [`Name`] and [`NAMES`].
macro_rules! names {
    ($($name:ident = $bytes:literal,)+) => {
        /// The name of an element, if a rule mentions it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub(crate) enum Name {
            $($name,)+
            /// Any other name. Compare its bytes.
            Other,
        }

        /// The names and their bytes, in the order of [`Name`].
        const NAMES: &[(&[u8], Name)] = &[$(($bytes, Name::$name),)+];
    };
}

#[rustfmt::skip]
names! {
    Html = b"html", Head = b"head", Body = b"body",
    Base = b"base", Basefont = b"basefont", Bgsound = b"bgsound", Link = b"link", Meta = b"meta",
    Title = b"title", Noscript = b"noscript", Noframes = b"noframes", Style = b"style", Script = b"script",
    Template = b"template",
    Frameset = b"frameset", Frame = b"frame",
    Address = b"address", Article = b"article", Aside = b"aside", Blockquote = b"blockquote",
    Center = b"center", Details = b"details", Dialog = b"dialog", Dir = b"dir", Div = b"div", Dl = b"dl",
    Fieldset = b"fieldset", Figcaption = b"figcaption", Figure = b"figure", Footer = b"footer",
    Header = b"header", Hgroup = b"hgroup", Main = b"main", Menu = b"menu", Nav = b"nav", Ol = b"ol", P = b"p",
    Search = b"search", Section = b"section", Summary = b"summary", Ul = b"ul",
    H1 = b"h1", H2 = b"h2", H3 = b"h3", H4 = b"h4", H5 = b"h5", H6 = b"h6",
    Pre = b"pre", Listing = b"listing", Form = b"form", Li = b"li", Dd = b"dd", Dt = b"dt",
    Plaintext = b"plaintext", Button = b"button",
    A = b"a", B = b"b", Big = b"big", Code = b"code", Em = b"em", Font = b"font", I = b"i", Nobr = b"nobr",
    S = b"s", Small = b"small", Strike = b"strike", Strong = b"strong", Tt = b"tt", U = b"u",
    Applet = b"applet", Marquee = b"marquee", Object = b"object",
    Table = b"table", Caption = b"caption", Col = b"col", Colgroup = b"colgroup", Tbody = b"tbody", Td = b"td",
    Tfoot = b"tfoot", Th = b"th", Thead = b"thead", Tr = b"tr",
    Area = b"area", Br = b"br", Embed = b"embed", Img = b"img", Keygen = b"keygen", Wbr = b"wbr",
    Input = b"input", Param = b"param", Source = b"source", Track = b"track", Hr = b"hr", Image = b"image",
    Textarea = b"textarea", Xmp = b"xmp", Iframe = b"iframe", Noembed = b"noembed",
    Select = b"select", Option = b"option", Optgroup = b"optgroup",
    Ruby = b"ruby", Rb = b"rb", Rp = b"rp", Rt = b"rt", Rtc = b"rtc",
    Span = b"span", Sub = b"sub", Sup = b"sup", Var = b"var",
    Math = b"math", Svg = b"svg",
    Mi = b"mi", Mo = b"mo", Mn = b"mn", Ms = b"ms", Mtext = b"mtext", Mglyph = b"mglyph",
    Malignmark = b"malignmark", AnnotationXml = b"annotation-xml",
    Foreignobject = b"foreignobject", Desc = b"desc",
}

/// The length of the longest name, in bytes.
const LONGEST: usize = b"annotation-xml".len();

/// The number of slots of the table. It is large enough that few names have the same first slot.
const SLOTS: usize = 512;

/// A hash table with linear probing: a name is in its [first slot](first_slot), or in the first free slot after it.
/// `Name::Other` is a free slot.
const TABLE: [Name; SLOTS] = {
    let mut table = [Name::Other; SLOTS];
    let mut at = 0;
    while at < NAMES.len() {
        let (bytes, name) = NAMES[at];
        let mut slot = first_slot(bytes);
        while !matches!(table[slot], Name::Other) {
            slot = (slot + 1) % SLOTS;
        }
        table[slot] = name;
        at += 1;
    }
    table
};

/// Returns the hash of a name: the slot at which a search starts. `name` must not be empty.
const fn first_slot(name: &[u8]) -> usize {
    let (first, middle, last) = (name[0] as usize, name[name.len() / 2] as usize, name[name.len() - 1] as usize);
    (first * 31 + middle * 67 + last * 173 + name.len() * 7) % SLOTS
}

/// Returns true if two names are equal.
///
/// PERF: compares the first and the last 4 or 8 bytes, which may overlap, because a call of `memcmp` is slow for short
/// names.
fn is_equal(one: &[u8], other: &[u8]) -> bool {
    fn ends<const N: usize>(name: &[u8]) -> (Option<&[u8; N]>, Option<&[u8; N]>) {
        (name.first_chunk(), name.last_chunk())
    }
    one.len() == other.len()
        && match one.len() {
            0..4 => one.iter().zip(other).all(|(one, other)| one == other),
            4..8 => ends::<4>(one) == ends::<4>(other),
            8..=16 => ends::<8>(one) == ends::<8>(other),
            _ => one == other,
        }
}

impl Name {
    /// Returns the name for `bytes`, which is in lower case.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        if bytes.is_empty() || bytes.len() > LONGEST {
            return Self::Other;
        }
        let mut slot = first_slot(bytes);
        loop {
            let name = TABLE[slot];
            if name == Self::Other || is_equal(NAMES[name as usize].0, bytes) {
                return name;
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// Returns the bytes of a name; empty for `Name::Other`.
    #[cfg(test)]
    pub(crate) fn bytes(self) -> &'static [u8] {
        NAMES.get(self as usize).map_or(&[], |(bytes, _)| bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found() {
        for &(bytes, name) in NAMES {
            assert_eq!(Name::of(bytes), name);
            assert_eq!(name.bytes(), bytes);
            assert!(bytes.len() <= LONGEST);
        }
    }

    #[test]
    fn other_names_are_other() {
        for bytes in [&b""[..], b"x", b"B", b"tablet", b"h7", b"annotation-xml2", b"\xFF"] {
            assert_eq!(Name::of(bytes), Name::Other);
        }
        assert_eq!(Name::Other.bytes(), b"");
    }

    #[test]
    fn few_searches_are_long() {
        let crowded = TABLE.chunks(4).filter(|slots| !slots.contains(&Name::Other)).count();
        assert!(crowded < 12, "{crowded}");
    }
}
