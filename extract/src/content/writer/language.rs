//! The language of code, by the classes and attributes of its elements.

use super::Writer;
use crate::blocks::{InlineKind, NO_STRING, ROOT};
use crate::names::Element;
use crate::text::strings::truncate;

/// Classes of code begin with one of these, followed by the name of its language.
#[rustfmt::skip]
const PREFIXES: [&str; 9] = [
    "language-", "lang-", "highlight-source-", "highlight-text-", "brush:", "src-", "hl-", "mw-highlight-lang-", "ltx_lst_language_",
];

/// The name of the language is the class after one of these.
const MARKS: [&str; 4] = ["hljs", "sourceCode", "brush:", "syntaxhighlighter"];

/// Classes next to the name of a language.
#[rustfmt::skip]
const OTHER_CLASSES: &[&str] = &[
    "code", "copyable", "dark", "default", "hljs", "highlight", "light", "line-numbers", "lineAnchors", "literate",
    "no-highlight", "nogutter", "nohighlight", "none", "notranslate", "numberLines", "numberSource", "sourceCode",
    "syntaxhighlighter", "table", "undefined", "wrap",
];

/// Maximum length of the name of a language, in bytes. A longer one is left out.
const LANGUAGE_BYTES: usize = 32;

/// The part of a `class` attribute that is read, in bytes. Many blocks may have the same parent.
const CLASS_BYTES: usize = 256;

/// The number of ancestors of a `pre` that may have the language, without the parts of its table.
const ANCESTORS: usize = 3;

/// The number of parts of a table around a `pre`.
const TABLE_PARTS: usize = 4;

impl<'a, F: Fn(usize) -> bool> Writer<'_, 'a, '_, F> {
    /// Returns the language by the classes and attributes of `code` in the blocks, of `pre`, or of its ancestors.
    pub(super) fn language(&self, pre: u32, first: usize) -> Option<&'a str> {
        let table = &self.blocks.table;
        let inlines = table.inlines_of(&self.rows[first]).iter().take(4);
        let mut codes = inlines.filter_map(|inline| match inline.kind {
            InlineKind::Code { class } => language_of(class, false),
            _ => None,
        });
        if let Some(language) = codes.next().or_else(|| self.declared(self.rows[first].element)) {
            return Some(language);
        }
        let (mut at, mut ancestors) = (pre, 0);
        for _ in 0..=ANCESTORS + TABLE_PARTS {
            let element = &self.elements[at as usize];
            let has_own_class = matches!(element.element, Element::Figure | Element::Pre);
            let class = table.string(element.class).and_then(|class| language_of(class, has_own_class));
            if let Some(language) = class.or_else(|| self.declared(at)) {
                return Some(language);
            }
            at = element.parent;
            let is_part = matches!(
                self.elements[at as usize].element,
                Element::Table | Element::Tbody | Element::Tr | Element::Td
            );
            ancestors += usize::from(!is_part);
            if at == ROOT || ancestors > ANCESTORS {
                break;
            }
        }
        None
    }

    /// Returns the language that an attribute of the element at `index` names.
    fn declared(&self, index: u32) -> Option<&'a str> {
        let language = self.elements[index as usize].code_language;
        if language == NO_STRING { None } else { self.blocks.table.string(language).filter(|name| is_name(name)) }
    }
}

/// Returns the language that a `class` attribute names. The class after `highlight` is one if `has_highlight` is true.
fn language_of(class: &str, has_highlight: bool) -> Option<&str> {
    let classes = || truncate(class, CLASS_BYTES).split_ascii_whitespace();
    let named =
        classes().find_map(|class| PREFIXES.iter().find_map(|prefix| class.strip_prefix(prefix)).filter(is_any));
    if named.is_some() {
        return named.map(|name| name.trim_end_matches(';')).filter(|name| is_name(name));
    }
    let is_mark = |class: &&str| MARKS.contains(class) || has_highlight && *class == "highlight";
    let language = |class: &&str| is_name(class) && !class.starts_with("hljs-") && !class.starts_with("highlight-");
    let after = classes().skip_while(|class| !is_mark(class)).map(|class| class.trim_end_matches(';')).find(language);
    let before = || classes().take_while(|class| *class != "hljs").last().filter(language);
    after
        .or_else(|| if classes().any(|class| class == "hljs") { before() } else { None })
        .or_else(|| sphinx(class))
        .or_else(|| docutils(class))
}

/// Returns the language of `highlight-python notranslate`, which Sphinx writes.
fn sphinx(class: &str) -> Option<&str> {
    let name = class.strip_suffix(" notranslate")?.strip_prefix("highlight-")?;
    is_name(name).then_some(name)
}

/// Returns the language of `code python literal-block`, which docutils writes.
fn docutils(class: &str) -> Option<&str> {
    let name = class.strip_suffix(" literal-block")?.strip_prefix("code ")?;
    is_name(name).then_some(name)
}

fn is_any(name: &&str) -> bool {
    !name.is_empty()
}

fn is_name(name: &str) -> bool {
    (1..=LANGUAGE_BYTES).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.#_".contains(&byte))
        && !OTHER_CLASSES.contains(&name)
}
