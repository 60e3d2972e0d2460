//! The element names that the rules of tree construction mention.

use crate::names::known_names;

// The factor gives each name a slot of its own in the hash table: see `names/hash_table.rs`.
known_names! {
    /// The name of an element, if a rule mentions it. Compare the bytes of other names.
    enum Name, factor: 0x204B_FA95_ED72_DE4D, {
        Html = "html", Head = "head", Body = "body",
        Base = "base", Basefont = "basefont", Bgsound = "bgsound", Link = "link", Meta = "meta",
        Title = "title", Noscript = "noscript", Noframes = "noframes", Style = "style", Script = "script",
        Template = "template",
        Frameset = "frameset", Frame = "frame",
        Address = "address", Article = "article", Aside = "aside", Blockquote = "blockquote",
        Center = "center", Details = "details", Dialog = "dialog", Dir = "dir", Div = "div", Dl = "dl",
        Fieldset = "fieldset", Figcaption = "figcaption", Figure = "figure", Footer = "footer",
        Header = "header", Hgroup = "hgroup", Main = "main", Menu = "menu", Nav = "nav", Ol = "ol", P = "p",
        Search = "search", Section = "section", Summary = "summary", Ul = "ul",
        H1 = "h1", H2 = "h2", H3 = "h3", H4 = "h4", H5 = "h5", H6 = "h6",
        Pre = "pre", Listing = "listing", Form = "form", Li = "li", Dd = "dd", Dt = "dt",
        Plaintext = "plaintext", Button = "button",
        A = "a", B = "b", Big = "big", Code = "code", Em = "em", Font = "font", I = "i", Nobr = "nobr",
        S = "s", Small = "small", Strike = "strike", Strong = "strong", Tt = "tt", U = "u",
        Applet = "applet", Marquee = "marquee", Object = "object",
        Table = "table", Caption = "caption", Col = "col", Colgroup = "colgroup", Tbody = "tbody", Td = "td",
        Tfoot = "tfoot", Th = "th", Thead = "thead", Tr = "tr",
        Area = "area", Br = "br", Embed = "embed", Img = "img", Keygen = "keygen", Wbr = "wbr",
        Input = "input", Param = "param", Source = "source", Track = "track", Hr = "hr", Image = "image",
        Textarea = "textarea", Xmp = "xmp", Iframe = "iframe", Noembed = "noembed",
        Select = "select", Option = "option", Optgroup = "optgroup",
        Ruby = "ruby", Rb = "rb", Rp = "rp", Rt = "rt", Rtc = "rtc",
        Span = "span", Sub = "sub", Sup = "sup", Var = "var",
        Math = "math", Svg = "svg",
        Mi = "mi", Mo = "mo", Mn = "mn", Ms = "ms", Mtext = "mtext", Mglyph = "mglyph",
        Malignmark = "malignmark", AnnotationXml = "annotation-xml",
        Foreignobject = "foreignobject", Desc = "desc",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found() {
        for name in Name::ALL {
            assert_eq!(Name::of(name.as_str().as_bytes()), name);
        }
    }

    #[test]
    fn other_names_are_other() {
        for bytes in [&b""[..], b"x", b"B", b"tablet", b"h7", b"annotation-xml2", b"\xFF"] {
            assert_eq!(Name::of(bytes), Name::Other);
        }
    }
}
