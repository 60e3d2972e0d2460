//! An element as the tests of a selector read it: its name, and the attributes of its start tags.

use super::foreign_names::{ForeignName, has_namespace};
use super::strings::{Condition, Values};
use super::syntax::Operator;
use super::values;
use alloc::boxed::Box;
use alloc::vec::Vec;
use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;
use core::cell::{Cell, RefCell};
use tagrake::names::Element as Name;
use tagrake::{Attribute, Namespace, StartTag};

/// An element. A start tag `html` or `body` after the first adds attributes to its element, so that it has several tags.
pub(super) struct Element<'t, 'a> {
    pub(super) known: Name,
    /// The name in lower case, also if it is known.
    pub(super) name: &'t [u8],
    pub(super) namespace: Namespace,
    pub(super) tags: &'t [StartTag<'a>],
    /// True if the document is in quirks mode, in which identifiers and classes have no case.
    pub(super) quirks: bool,
    /// The attribute that was found last, with its name in lower case.
    found: Cell<Option<(&'t [u8], Attribute<'a>)>>,
    /// The value that was read last, with the offset of its name.
    last: Cell<Option<(usize, &'a [u8])>>,
    /// The values that decoding changed, with the offset of their name.
    decoded: RefCell<BumpVec<'t, (usize, &'a [u8])>>,
}

/// A condition on one element alone, without its relatives.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Test {
    Name(ForeignName),
    Id(Box<[u8]>),
    Class(Box<[u8]>),
    Attribute {
        name: ForeignName,
        operator: Operator,
        value: Box<[u8]>,
        /// True if the case of the value does not count, on HTML elements and on foreign elements.
        ignores_case: (bool, bool),
    },
    /// All tests of one of these lists.
    Any(Vec<Vec<Test>>),
    /// Not all tests of any of these lists.
    None(Vec<Vec<Test>>),
    /// On the values of attributes as strings.
    Condition(Condition),
}

impl Values for Element<'_, '_> {
    fn attribute(&self, name: &ForeignName) -> Option<&[u8]> {
        if !name.is_in(self.namespace) {
            return None;
        }
        self.value(&name.lower)
    }

    fn subject(&self) -> &[u8] {
        b""
    }
}

impl<'t, 'a> Element<'t, 'a> {
    /// `name` is the name in lower case if `known` is `Other`.
    #[inline]
    pub(super) fn new(
        bump: &'t Bump,
        known: Name,
        name: &'t [u8],
        namespace: Namespace,
        tags: &'t [StartTag<'a>],
        quirks: bool,
    ) -> Self {
        let name = if known == Name::Other { name } else { known.as_str().as_bytes() };
        let (found, last) = Default::default();
        let decoded = RefCell::new(BumpVec::new_in(bump));
        Self { known, name, namespace, tags, quirks, found, last, decoded }
    }

    /// Keeps an attribute, because the tests that follow are likely to ask for it. `name` is its name in lower case, and the
    /// element has no attribute of this name before it.
    #[inline]
    pub(super) fn keep(&self, name: &'t [u8], attribute: Attribute<'a>) {
        self.found.set(Some((name, attribute)));
    }

    /// Returns true if the element passes all of the tests.
    pub(super) fn passes(&self, tests: &[Test]) -> bool {
        tests.iter().all(|test| self.passes_one(test))
    }

    fn passes_one(&self, test: &Test) -> bool {
        match test {
            Test::Name(name) => *name.lower == *self.name && name.is_in(self.namespace),
            Test::Id(id) => self.value(b"id").is_some_and(|value| values::is_equal(value, id, self.quirks)),
            Test::Class(class) => self
                .value(b"class")
                .is_some_and(|value| values::words(value).any(|word| values::is_equal(word, class, self.quirks))),
            Test::Attribute { name, operator, value, ignores_case: (in_html, in_foreign) } => {
                let ignores_case = if self.namespace == Namespace::Html { *in_html } else { *in_foreign };
                name.is_in(self.namespace)
                    && self
                        .attribute(&name.lower)
                        .is_some_and(|found| values::matches(*operator, self.value_of(&found), value, ignores_case))
            }
            Test::Any(lists) => lists.iter().any(|tests| self.passes(tests)),
            Test::None(lists) => !lists.iter().any(|tests| self.passes(tests)),
            Test::Condition(condition) => condition.is_true(self),
        }
    }

    /// Returns the attribute `name`, in lower case, if it has no namespace.
    fn attribute(&self, name: &[u8]) -> Option<Attribute<'a>> {
        if self.namespace != Namespace::Html && has_namespace(name) {
            return None;
        }
        match self.found.get() {
            Some((found, attribute)) if found == name => Some(attribute),
            _ => self.tags.iter().find_map(|tag| tag.attribute(name)),
        }
    }

    fn value(&self, name: &[u8]) -> Option<&'a [u8]> {
        self.attribute(name).map(|attribute| self.value_of(&attribute))
    }

    /// Returns the value of an attribute. It is decoded at most once, however many tests read it.
    pub(super) fn value_of(&self, attribute: &Attribute<'a>) -> &'a [u8] {
        let at = attribute.name_span().start;
        if let Some((last, value)) = self.last.get()
            && last == at
        {
            return value;
        }
        let value = self.decode(at, attribute);
        self.last.set(Some((at, value)));
        value
    }

    fn decode(&self, at: usize, attribute: &Attribute<'a>) -> &'a [u8] {
        let mut decoded = self.decoded.borrow_mut();
        if let Some((_, value)) = decoded.iter().find(|(start, _)| *start == at) {
            return value;
        }
        let (value, raw) = (attribute.value(), attribute.raw_value());
        if !core::ptr::eq(value, raw) {
            decoded.push((at, value));
        }
        value
    }
}
