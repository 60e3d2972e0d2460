//! The tokenizers of the league: what each can do, and what is not compared.

/// The facts about a tokenizer that decide how it is compared.
pub(crate) struct About {
    /// The package, or the driver.
    pub(crate) name: &'static str,
    pub(crate) language: &'static str,
    /// The rule by which start tags select text states on pages.
    pub(crate) feedback: Feedback,
    /// True for the edition of the standard since June 2026, in which `<?target data?>` is no comment.
    pub(crate) processing_instructions: bool,
    /// True if it reads pages as with scripting: `noscript` has text.
    pub(crate) scripting: bool,
    /// The unit of its spans, or why there are none.
    pub(crate) spans: Result<Unit, &'static str>,
    /// Why its codes of errors are not compared.
    pub(crate) errors: Result<(), &'static str>,
    /// Why its lines and columns of errors are not compared.
    pub(crate) positions: Result<(), &'static str>,
    pub(crate) not_compared: &'static [Part],
    /// Other reasons for its figures.
    pub(crate) note: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Feedback {
    /// The library's tree builder, or tagrake's simulator of one.
    Tree,
    /// The driver sets the state by the name of the tag.
    Names,
    /// The tokenizer's own rule, which cannot be switched off.
    Own,
    /// The tokenizer's own rule. It can be switched off, in tests.
    OwnOnPages,
}

/// The unit of offsets.
#[derive(Clone, Copy)]
pub(crate) enum Unit {
    Bytes,
    Characters,
    Utf16,
}

impl Unit {
    /// Returns the offset in this unit for an offset in bytes.
    pub(super) fn convert(self, html: &[u8], offset: usize) -> usize {
        let count = |is_counted: fn(u8) -> bool| html[..offset].iter().filter(|&&byte| is_counted(byte)).count();
        match self {
            Self::Bytes => offset,
            Self::Characters => count(|byte| byte & 0xC0 != 0x80),
            Self::Utf16 => count(|byte| byte & 0xC0 != 0x80) + count(|byte| byte >= 0xF0),
        }
    }
}

/// A part of tokens that a tokenizer does not return.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    EndTags,
    Text,
    Values,
    SelfClosing,
    QuirksFlag,
    DoctypeFields,
}

impl Part {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::EndTags => "end tags",
            Self::Text => "text",
            Self::Values => "values of attributes",
            Self::SelfClosing => "self-closing flags",
            Self::QuirksFlag => "force-quirks flags",
            Self::DoctypeFields => "names and identifiers of DOCTYPEs",
        }
    }
}

/// A tokenizer in Rust whose tokens, spans and errors are compared in full.
const FULL: About = About {
    name: "",
    language: "Rust",
    feedback: Feedback::Tree,
    processing_instructions: false,
    scripting: false,
    spans: Ok(Unit::Bytes),
    errors: Ok(()),
    positions: Ok(()),
    not_compared: &[],
    note: "",
};

/// The tokenizers in the order of the tables. A driver has the name of its file in `benches/peers/built/tokens`.
pub(crate) static PEERS: [About; 10] = [
    About {
        name: "tagrake",
        note: "Spans are compared with its own. Its tests check them, and its tokens with processing instructions.",
        ..FULL
    },
    About {
        name: "html5ever",
        spans: Err("lines only"),
        errors: Err("own messages"),
        positions: Err("lines only"),
        note: "The reference on pages.",
        ..FULL
    },
    About { name: "html5gum", feedback: Feedback::Names, positions: Err("offsets of its reader"), ..FULL },
    About {
        name: "lol_html",
        feedback: Feedback::Own,
        scripting: true,
        errors: Err("none"),
        positions: Err("none"),
        not_compared: &[Part::EndTags, Part::Text, Part::Values, Part::QuirksFlag],
        note: "A rewriter: by design it returns raw values and text, and keeps duplicate attributes.",
        ..FULL
    },
    About {
        name: "lexbor",
        language: "C",
        processing_instructions: true,
        spans: Err("names and data only"),
        note: "Some errors have the position of the reference or attribute that they are in.",
        ..FULL
    },
    About {
        name: "parse5",
        language: "JavaScript",
        spans: Ok(Unit::Utf16),
        note: "Its spans end 1 too late where the input ends within the token.",
        ..FULL
    },
    About {
        name: "htmlparser2",
        language: "JavaScript",
        feedback: Feedback::Own,
        spans: Ok(Unit::Utf16),
        errors: Err("none"),
        positions: Err("none"),
        not_compared: &[Part::SelfClosing, Part::DoctypeFields],
        note: "By design a forgiving grammar of its own. Tags that it implies are left out.",
        ..FULL
    },
    About {
        name: "go-net-html",
        language: "Go",
        feedback: Feedback::Own,
        errors: Err("none"),
        positions: Err("none"),
        not_compared: &[Part::DoctypeFields],
        note: "The tokenizer of `golang.org/x/net/html`, in the version that Debian 12 has. It keeps duplicate attributes, which its parser drops, and decodes \
               references in comments. The driver has it read `noscript` as markup.",
        ..FULL
    },
    About {
        name: "html5lib",
        language: "Python",
        spans: Err("none"),
        errors: Err("own codes"),
        positions: Err("none"),
        note: "The last release is of 2020.",
        ..FULL
    },
    About {
        name: "turbohtml",
        language: "Python, C",
        feedback: Feedback::OwnOnPages,
        processing_instructions: true,
        scripting: true,
        spans: Ok(Unit::Characters),
        note: "In tests it is started in a state by the function that its own tests call; spans are of runs in the data state, \
               by its public function.",
        ..FULL
    },
];

impl About {
    pub(crate) fn has_remark(&self) -> bool {
        self.processing_instructions || self.scripting || !self.not_compared.is_empty() || !self.note.is_empty()
    }
}

pub(crate) fn about(name: &str) -> &'static About {
    PEERS.iter().find(|about| about.name == name).unwrap_or_else(|| panic!("the league has no {name}"))
}
