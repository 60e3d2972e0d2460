//! The elements of the standard, and the one table of what tree construction says about each of them.
//!
//! [`Element`] has the names that the rules of tree construction mention. `COLUMNS` has one entry for each property: the
//! elements that have it, with the section of the standard that lists them. `TABLE` is the same by element, one bit for
//! each property, so that a question is one load and one AND.
//!
//! Rules of a single insertion mode are not properties: they are in `tree_sim`, next to the rest of that mode.
//!
//! To add a property: a bit, its entry in `COLUMNS`, and the function that asks for it. The tests at the end compare each
//! column with html5ever's lists where it has one.

use super::known_names;
use crate::text_state::TextState;

// The factor gives each name a slot of its own in the hash table: see `hash_table.rs`.
known_names! {
    /// An element that the rules of tree construction mention. Compare the bytes of other names.
    ///
    /// ```
    /// use tagrake::TextState;
    /// use tagrake::names::Element;
    ///
    /// assert!(Element::of(b"img").is_void() && Element::Td.is_special() && Element::B.is_formatting());
    /// assert_eq!(Element::of(b"title").text_state(false), TextState::Rcdata);
    /// assert_eq!(Element::of(b"x-card"), Element::Other);
    /// ```
    pub enum Element, factor: 0x204B_FA95_ED72_DE4D, {
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

const VOID: u32 = 1;
const RCDATA: u32 = 1 << 1;
const RAWTEXT: u32 = 1 << 2;
const SCRIPT_DATA: u32 = 1 << 3;
const PLAINTEXT: u32 = 1 << 4;
const SPECIAL: u32 = 1 << 5;
const DEFAULT_SCOPE: u32 = 1 << 6;
const LIST_ITEM_SCOPE: u32 = 1 << 7;
const BUTTON_SCOPE: u32 = 1 << 8;
const TABLE_SCOPE: u32 = 1 << 9;
const FORMATTING: u32 = 1 << 10;
const MARKER: u32 = 1 << 11;
const IMPLIED_END: u32 = 1 << 12;
const THOROUGHLY_IMPLIED_END: u32 = 1 << 13;
const ITEM_SEARCH_PASSES: u32 = 1 << 14;
const SETS_MODE: u32 = 1 << 15;
const TABLE_PART: u32 = 1 << 16;
const BREAKS_OUT: u32 = 1 << 17;
const MATHML_TEXT: u32 = 1 << 18;
const SVG_HTML: u32 = 1 << 19;

/// The properties, with the elements that have them.
#[rustfmt::skip]
const COLUMNS: [(u32, &[Element]); 20] = {
    use Element::*;
    [
        // "Immediately pop the current node off the stack of open elements", in head, in body and in frameset; and `image`,
        // which is read as `img`. `col` is not here: it is inserted in a column group only.
        // https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
        (VOID, &[
            Area, Base, Basefont, Bgsound, Br, Embed, Frame, Hr, Image, Img, Input, Keygen, Link, Meta, Param, Source, Track,
            Wbr,
        ]),
        // The start tags that switch the tokenizer, in head and in body. `noscript` does if the scripting flag is on.
        // https://html.spec.whatwg.org/multipage/parsing.html#parsing-elements-that-contain-only-text
        (RCDATA, &[Title, Textarea]),
        (RAWTEXT, &[Style, Xmp, Iframe, Noembed, Noframes]),
        (SCRIPT_DATA, &[Script]),
        (PLAINTEXT, &[Plaintext]),
        // https://html.spec.whatwg.org/multipage/parsing.html#special
        (SPECIAL, &[
            Address, Applet, Area, Article, Aside, Base, Basefont, Bgsound, Blockquote, Body, Br, Button, Caption,
            Center, Col, Colgroup, Dd, Details, Dir, Div, Dl, Dt, Embed, Fieldset, Figcaption, Figure, Footer, Form,
            Frame, Frameset, H1, H2, H3, H4, H5, H6, Head, Header, Hgroup, Hr, Html, Iframe, Img, Input, Keygen, Li,
            Link, Listing, Main, Marquee, Menu, Meta, Nav, Noembed, Noframes, Noscript, Object, Ol, P, Param, Plaintext,
            Pre, Script, Search, Section, Select, Source, Style, Summary, Table, Tbody, Td, Template, Textarea, Tfoot,
            Th, Thead, Title, Tr, Track, Ul, Wbr, Xmp,
        ]),
        // https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope
        (DEFAULT_SCOPE, &[Applet, Caption, Html, Table, Td, Th, Marquee, Object, Select, Template]),
        // In addition to the default scope.
        // https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-list-item-scope
        (LIST_ITEM_SCOPE, &[Ol, Ul]),
        // In addition to the default scope.
        // https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-button-scope
        (BUTTON_SCOPE, &[Button]),
        // https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-table-scope
        (TABLE_SCOPE, &[Html, Table, Template]),
        // https://html.spec.whatwg.org/multipage/parsing.html#formatting
        (FORMATTING, &[A, B, Big, Code, Em, Font, I, Nobr, S, Small, Strike, Strong, Tt, U]),
        // https://html.spec.whatwg.org/multipage/parsing.html#concept-parser-marker
        (MARKER, &[Applet, Object, Marquee, Template, Td, Th, Caption]),
        // https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags
        (IMPLIED_END, &[Dd, Dt, Li, Optgroup, Option, P, Rb, Rp, Rt, Rtc]),
        // In addition to the implied end tags.
        // https://html.spec.whatwg.org/multipage/parsing.html#generate-all-implied-end-tags-thoroughly
        (THOROUGHLY_IMPLIED_END, &[Caption, Colgroup, Tbody, Td, Tfoot, Th, Thead, Tr]),
        // The special elements that do not end the search for an open `li`, `dd` or `dt`, in body.
        // https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
        (ITEM_SEARCH_PASSES, &[Address, Div, P]),
        // https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately
        (SETS_MODE, &[
            Td, Th, Tr, Tbody, Thead, Tfoot, Caption, Colgroup, Table, Template, Head, Body, Frameset, Html,
        ]),
        // The start tags that are ignored in body, and end a cell or a caption.
        // https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incaption
        (TABLE_PART, &[Caption, Col, Colgroup, Tbody, Td, Tfoot, Th, Thead, Tr]),
        // The start tags that end foreign content. `font` does with some attributes.
        // https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign
        (BREAKS_OUT, &[
            B, Big, Blockquote, Body, Br, Center, Code, Dd, Div, Dl, Dt, Em, Embed, H1, H2, H3, H4, H5, H6, Head, Hr, I, Img,
            Li, Listing, Menu, Meta, Nobr, Ol, P, Pre, Ruby, S, Small, Span, Strong, Strike, Sub, Sup, Table, Tt, U, Ul, Var,
        ]),
        // https://html.spec.whatwg.org/multipage/parsing.html#mathml-text-integration-point
        (MATHML_TEXT, &[Mi, Mo, Mn, Ms, Mtext]),
        // https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point
        (SVG_HTML, &[Foreignobject, Desc, Title]),
    ]
};

/// The properties of each element.
const TABLE: [u32; Element::ALL.len()] = {
    let (mut table, mut column) = ([0; Element::ALL.len()], 0);
    while column < COLUMNS.len() {
        let (property, elements) = COLUMNS[column];
        let mut at = 0;
        while at < elements.len() {
            table[elements[at] as usize] |= property;
            at += 1;
        }
        column += 1;
    }
    table
};

impl Element {
    /// Returns true if the element has one of the properties.
    #[inline]
    const fn has(self, properties: u32) -> bool {
        TABLE[self as usize] & properties != 0
    }

    /// Returns true if the HTML element is popped as soon as it is inserted: it has no content and no end tag.
    #[inline]
    pub const fn is_void(self) -> bool {
        self.has(VOID)
    }

    /// Returns the text state after the start tag of the HTML element. With `scripting`, `noscript` holds raw text.
    #[inline]
    pub const fn text_state(self, scripting: bool) -> TextState {
        match TABLE[self as usize] & (RCDATA | RAWTEXT | SCRIPT_DATA | PLAINTEXT) {
            RCDATA => TextState::Rcdata,
            RAWTEXT => TextState::Rawtext,
            SCRIPT_DATA => TextState::ScriptData,
            PLAINTEXT => TextState::Plaintext,
            _ if scripting && matches!(self, Self::Noscript) => TextState::Rawtext,
            _ => TextState::Data,
        }
    }

    /// Returns true for the HTML elements in the [special](https://html.spec.whatwg.org/multipage/parsing.html#special)
    /// category.
    #[inline]
    pub const fn is_special(self) -> bool {
        self.has(SPECIAL)
    }

    /// Returns true for the special HTML elements at which the search for an open `li`, `dd` or `dt` ends: all but
    /// `address`, `div` and `p`.
    #[inline]
    pub const fn ends_item_search(self) -> bool {
        self.has(SPECIAL) && !self.has(ITEM_SEARCH_PASSES)
    }

    /// Returns true for the HTML elements that end the default
    /// [scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope).
    #[inline]
    pub const fn ends_scope(self) -> bool {
        self.has(DEFAULT_SCOPE)
    }

    /// Returns true for the HTML elements that end the [list item
    /// scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-list-item-scope).
    #[inline]
    pub const fn ends_list_item_scope(self) -> bool {
        self.has(DEFAULT_SCOPE | LIST_ITEM_SCOPE)
    }

    /// Returns true for the HTML elements that end the [button
    /// scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-button-scope).
    #[inline]
    pub const fn ends_button_scope(self) -> bool {
        self.has(DEFAULT_SCOPE | BUTTON_SCOPE)
    }

    /// Returns true for the HTML elements that end the [table
    /// scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-table-scope).
    #[inline]
    pub const fn ends_table_scope(self) -> bool {
        self.has(TABLE_SCOPE)
    }

    /// Returns true for the [formatting elements](https://html.spec.whatwg.org/multipage/parsing.html#formatting).
    #[inline]
    pub const fn is_formatting(self) -> bool {
        self.has(FORMATTING)
    }

    /// Returns true for the HTML elements that put a
    /// [marker](https://html.spec.whatwg.org/multipage/parsing.html#concept-parser-marker) into the list of active
    /// formatting elements.
    #[inline]
    pub const fn is_marker(self) -> bool {
        self.has(MARKER)
    }

    /// Returns true if the end tag of the HTML element is
    /// [implied](https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags).
    #[inline]
    pub(crate) const fn has_implied_end_tag(self) -> bool {
        self.has(IMPLIED_END)
    }

    /// Returns true if the end tag of the HTML element is [implied
    /// thoroughly](https://html.spec.whatwg.org/multipage/parsing.html#generate-all-implied-end-tags-thoroughly).
    #[inline]
    pub(crate) const fn has_thoroughly_implied_end_tag(self) -> bool {
        self.has(IMPLIED_END | THOROUGHLY_IMPLIED_END)
    }

    /// Returns true for the HTML elements whose [end tag may be
    /// omitted](https://html.spec.whatwg.org/multipage/syntax.html#optional-tags) in some places: it is implied thoroughly, or the
    /// element is `html`, `head` or `body`.
    ///
    /// ```
    /// use tagrake::names::Element;
    ///
    /// assert!(Element::Li.may_omit_end_tag() && Element::Body.may_omit_end_tag() && !Element::Div.may_omit_end_tag());
    /// ```
    pub const fn may_omit_end_tag(self) -> bool {
        matches!(self, Self::Html | Self::Head | Self::Body) || self.has_thoroughly_implied_end_tag()
    }

    /// Returns true for the HTML elements that decide the insertion mode when it is
    /// [reset](https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately).
    #[inline]
    pub(crate) const fn sets_mode(self) -> bool {
        self.has(SETS_MODE)
    }

    /// Returns true for the parts of a table: captions, columns, rows, groups of them, and cells.
    #[inline]
    pub(crate) const fn is_table_part(self) -> bool {
        self.has(TABLE_PART)
    }

    /// Returns true if the start tag ends foreign content, whatever its attributes.
    #[inline]
    pub(crate) const fn breaks_out(self) -> bool {
        self.has(BREAKS_OUT)
    }

    /// Returns true if the MathML element is a [MathML text integration
    /// point](https://html.spec.whatwg.org/multipage/parsing.html#mathml-text-integration-point).
    #[inline]
    pub(crate) const fn is_mathml_text_integration_point(self) -> bool {
        self.has(MATHML_TEXT)
    }

    /// Returns true if the SVG element is an [HTML integration
    /// point](https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point).
    #[inline]
    pub(crate) const fn is_svg_integration_point(self) -> bool {
        self.has(SVG_HTML)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use alloc::string::String;
    use std::fs;
    use tagrake_testsupport::packages::package_dir;

    /// Returns the names of the elements with one of these properties.
    fn names(properties: u32) -> BTreeSet<&'static str> {
        Element::ALL.into_iter().filter(|element| element.has(properties)).map(Element::as_str).collect()
    }

    /// Returns the text of a source file of html5ever's tree builder.
    fn html5ever(file: &str) -> String {
        fs::read_to_string(package_dir("html5ever").join("src/tree_builder").join(file))
            .expect("html5ever has the file")
    }

    #[test]
    fn every_name_is_found_and_no_other() {
        for element in Element::ALL {
            assert_eq!(Element::of(element.as_str().as_bytes()), element);
        }
        for bytes in [&b""[..], b"x", b"B", b"tablet", b"h7", b"annotation-xml2", b"\xFF"] {
            assert_eq!(Element::of(bytes), Element::Other);
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "reads files")]
    fn the_categories_are_those_of_html5ever() {
        let source = html5ever("tag_sets.rs");
        // html5ever's set, and the elements that it has and that the standard no longer has, or the reverse.
        let sets = [
            ("html_default_scope", DEFAULT_SCOPE, &[][..]),
            ("list_item_scope", LIST_ITEM_SCOPE, &[]),
            ("button_scope", BUTTON_SCOPE, &[]),
            ("table_scope", TABLE_SCOPE, &[]),
            ("cursory_implied_end", IMPLIED_END, &[]),
            ("thorough_implied_end", THOROUGHLY_IMPLIED_END, &[]),
            ("special_tag", SPECIAL, &["isindex", "keygen", "search"]),
        ];
        for (set, property, differing) in sets {
            let start = source.find(&alloc::format!("declare_tag_set!(pub {set} =")).expect(set);
            let text = source[start..].split(';').next().expect(set);
            let theirs: BTreeSet<_> = text.split('"').skip(1).step_by(2).collect();
            assert_eq!(&names(property) ^ &theirs, differing.iter().copied().collect(), "{set}");
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "reads files")]
    fn the_tags_that_end_foreign_content_are_those_of_html5ever() {
        let source = html5ever("rules.rs");
        let start = source.find("<b> | <big> | <blockquote>").expect("the rule");
        let text = source[start..].split(')').next().expect("the end of the rule");
        let tags = text.split('<').filter_map(|part| Some(part.split_once('>')?.0));
        let theirs: BTreeSet<_> = tags.filter(|name| !name.starts_with('/')).collect();
        assert_eq!(names(BREAKS_OUT), theirs);
    }
}
