//! Selectors as a program: compounds that are tested at start tags, and what connects them.
//!
//! Each compound of a selector becomes a [`Step`]. A step has two kinds of conditions:
//!
//! * [`Test`]s on the element alone. They are evaluated at the start tag, because its attributes are at hand there.
//! * [`Late`] conditions and the combinator before the compound, which need relatives. They are evaluated after the page
//!   ([`super::evaluate`]).
//!
//! Example: `ul > li:first-child` has the steps `ul` and `li`. An element `li` that passes its tests matches if it is a
//! first child and its parent has the bit of the step `ul`.
//!
//! Selectors in `:is` and `:not` that are single compounds of tests become tests. Others are selectors of their own, with
//! smaller step numbers, whose last step sets a bit at the element.

use super::element::{ForeignName, Test};
use super::error::SelectorError;
use super::foreign_names::{is_mathml_attribute, is_svg_attribute, is_svg_element};
use super::index::{CompoundId, Index, Key};
use super::parser::parse;
use super::syntax::{Attribute, Case, Combinator, Complex, Compound, Nth, Simple};
use super::values::IGNORE_CASE;
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

/// The largest number of compounds in all selectors of a program.
const MAX_STEPS: usize = 4096;

/// The number of a bit in a [`BitSet`](super::bit_sets::BitSets).
pub(super) type Bit = u32;

/// Compiled selectors.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub(super) steps: Vec<Step>,
    pub(super) index: Index,
    /// The number of selectors.
    pub(super) selectors: usize,
    /// The number of bits that steps set from the start of a selector to its end.
    pub(super) bits: u32,
    /// The number of bits that steps set from the end of a selector in `:has` to its start.
    pub(super) has_bits: u32,
    /// True if a step asks whether an element is empty.
    pub(super) needs_text: bool,
    /// True if a step asks for an index among all siblings.
    pub(super) needs_index: bool,
    /// True if a step asks for an index among the siblings of the same type.
    pub(super) needs_type_index: bool,
    /// True if a step has the combinator `~`.
    pub(super) needs_siblings: bool,
}

/// A compound.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) tests: Vec<Test>,
    pub(super) late: Vec<Late>,
    pub(super) role: Role,
}

/// The relation that a step connects, and the meaning of its match.
#[derive(Clone, Debug)]
pub(super) enum Role {
    /// A step from the start of a selector to its end.
    Forward {
        /// The bit of the step before, and where the element that must have it is.
        previous: Option<(Combinator, Bit)>,
        bit: Option<Bit>,
        /// The selector that matches.
        selector: Option<u32>,
    },
    /// A step in `:has`, where the order is reversed.
    Backward {
        /// The bit of the step after, and where the element that must have it is.
        next: Option<(Combinator, Bit)>,
        bit: Bit,
    },
}

/// A condition that needs the relatives of an element.
#[derive(Clone, Debug)]
pub(super) enum Late {
    Root,
    Empty,
    Nth(Nth),
    /// One of the bits at the element.
    Any(Vec<Bit>),
    /// None of the bits at the element.
    None(Vec<Bit>),
    /// One of the bits at a relative, in `:has`.
    Has(Vec<(Combinator, Bit)>),
}

impl Program {
    pub(super) fn compile(selectors: &[&str]) -> Result<Self, SelectorError> {
        let mut program = Self { selectors: selectors.len(), ..Self::default() };
        for (number, text) in selectors.iter().enumerate() {
            for complex in parse(number, text)? {
                let mut compiler = Compiler { program: &mut program, selector: number, text };
                compiler.forward(&complex, Some(number as u32))?;
            }
        }
        program.index.build();
        Ok(program)
    }
}

struct Compiler<'p> {
    program: &'p mut Program,
    selector: usize,
    text: &'p str,
}

impl Compiler<'_> {
    fn error(&self, message: impl Into<alloc::string::String>) -> SelectorError {
        SelectorError { selector: self.selector, span: 0..self.text.len(), message: message.into() }
    }

    /// Adds the steps of a selector. Returns the bit of the last step if `selector` is `None`.
    fn forward(&mut self, complex: &Complex, selector: Option<u32>) -> Result<Option<Bit>, SelectorError> {
        let (mut previous, len) = (None, complex.rest.len());
        for (index, (combinator, compound)) in complex.compounds().enumerate() {
            let is_last = index == len;
            let (tests, late) = self.compound(compound, false)?;
            let bit = (!is_last || selector.is_none()).then_some(self.program.bits);
            self.program.bits += u32::from(bit.is_some());
            self.program.needs_siblings |= index > 0 && combinator == Combinator::SubsequentSibling;
            let selector = selector.filter(|_| is_last);
            self.add(Step { tests, late, role: Role::Forward { previous, bit, selector } })?;
            previous = complex.rest.get(index).and_then(|(next, _)| Some((*next, bit?)));
            if is_last {
                return Ok(bit);
            }
        }
        Ok(None)
    }

    /// Adds the steps of a selector in `:has`. Returns the bit of its first step, and the combinator before it.
    fn backward(&mut self, complex: &Complex) -> Result<(Combinator, Bit), SelectorError> {
        let compounds: Vec<_> = complex.compounds().collect();
        let mut next = None;
        let mut first = (complex.leading, 0);
        for (combinator, compound) in compounds.into_iter().rev() {
            let (tests, late) = self.compound(compound, true)?;
            let bit = self.program.has_bits;
            self.program.has_bits += 1;
            self.add(Step { tests, late, role: Role::Backward { next, bit } })?;
            first = (combinator, bit);
            next = Some(first);
        }
        Ok(first)
    }

    fn add(&mut self, step: Step) -> Result<(), SelectorError> {
        if self.program.steps.len() == MAX_STEPS {
            return Err(
                self.error(format!("the selectors have more than {MAX_STEPS} compounds; compile fewer at once"))
            );
        }
        let id = self.program.steps.len() as CompoundId;
        for key in keys(&step.tests) {
            self.program.index.add(&key, id);
        }
        self.program.steps.push(step);
        Ok(())
    }

    fn compound(&mut self, compound: &Compound, in_has: bool) -> Result<(Vec<Test>, Vec<Late>), SelectorError> {
        let (mut tests, mut late) = (Vec::new(), Vec::new());
        for simple in compound {
            match simple {
                Simple::Root => late.push(Late::Root),
                Simple::Empty => {
                    self.program.needs_text = true;
                    late.push(Late::Empty);
                }
                Simple::Nth(nth) => {
                    let needs =
                        if nth.of_type { &mut self.program.needs_type_index } else { &mut self.program.needs_index };
                    *needs = true;
                    late.push(Late::Nth(*nth));
                }
                Simple::Has(list) => {
                    let list: Result<_, _> = list.iter().map(|complex| self.backward(complex)).collect();
                    late.push(Late::Has(list?));
                }
                Simple::Is(list) | Simple::Not(list) => match (tests_of_list(list), simple) {
                    (Some(lists), Simple::Not(_)) => tests.push(Test::None(lists)),
                    (Some(lists), _) => tests.push(Test::Any(lists)),
                    _ if in_has => {
                        let message = "inside `:has`, `:is()` and `:not()` can only have names, ids, classes and attributes; \
                                       write the selector out";
                        return Err(self.error(message));
                    }
                    (None, _) => {
                        let mut bits = Vec::new();
                        for complex in list {
                            bits.extend(self.forward(complex, None)?);
                        }
                        late.push(if matches!(simple, Simple::Not(_)) { Late::None(bits) } else { Late::Any(bits) });
                    }
                },
                _ => tests.extend(test(simple)),
            }
        }
        Ok((tests, late))
    }
}

/// Returns the tests of the selectors in `:is` or `:not`, if all of them are compounds of tests.
fn tests_of_list(list: &[Complex]) -> Option<Vec<Vec<Test>>> {
    list.iter()
        .map(|complex| {
            let tests = || complex.first.iter().map(test_of_simple).collect::<Option<Vec<_>>>();
            complex.rest.is_empty().then(tests).flatten().map(|tests| tests.into_iter().flatten().collect())
        })
        .collect()
}

/// Returns the test of a simple selector: `Some(None)` if it is always true, `None` if it needs relatives.
fn test_of_simple(simple: &Simple) -> Option<Option<Test>> {
    match simple {
        Simple::Is(list) => tests_of_list(list).map(|lists| Some(Test::Any(lists))),
        Simple::Not(list) => tests_of_list(list).map(|lists| Some(Test::None(lists))),
        Simple::Has(_) | Simple::Nth(_) | Simple::Root | Simple::Empty => None,
        _ => Some(test(simple)),
    }
}

/// Returns the test of a selector for a name, identifier, class or attribute.
fn test(simple: &Simple) -> Option<Test> {
    let bytes = |text: &str| -> Box<[u8]> { text.as_bytes().into() };
    let lower = |text: &str| bytes(&text.to_ascii_lowercase());
    Some(match simple {
        Simple::Type(name) => Test::Name(ForeignName {
            lower: lower(name),
            is_of_svg: is_svg_element(name),
            is_of_mathml: !name.bytes().any(|byte| byte.is_ascii_uppercase()),
        }),
        Simple::Id(id) => Test::Id(bytes(id)),
        Simple::Class(class) => Test::Class(bytes(class)),
        Simple::Attribute(Attribute { name, operator, value, case }) => {
            let lower = lower(name);
            let ignores_case = match case {
                Case::Insensitive => (true, true),
                Case::Sensitive => (false, false),
                Case::ByName => (IGNORE_CASE.iter().any(|name| name.as_bytes() == &*lower), false),
            };
            let name =
                ForeignName { lower, is_of_svg: is_svg_attribute(name), is_of_mathml: is_mathml_attribute(name) };
            Test::Attribute { name, operator: *operator, value: bytes(value), ignores_case }
        }
        _ => return None,
    })
}

/// Returns the keys of tests. An element that passes all tests has one of them.
fn keys(tests: &[Test]) -> Vec<Key> {
    let keys = tests.iter().map(|test| match test {
        Test::Name(name) => Vec::from([Key::Name(name.lower.clone())]),
        Test::Id(id) => Vec::from([Key::Id(id.clone())]),
        Test::Class(class) => Vec::from([Key::Class(class.clone())]),
        Test::Attribute { name, .. } => Vec::from([Key::Attribute(name.lower.clone())]),
        Test::Any(lists) => lists.iter().flat_map(|tests| keys(tests)).collect(),
        Test::None(_) => Vec::from([Key::Nothing]),
    });
    let rank = |keys: &Vec<Key>| keys.iter().map(Key::rank).min().unwrap_or(0);
    let mut best = keys.max_by_key(rank).filter(|keys| rank(keys) > 0).unwrap_or_else(|| Vec::from([Key::Nothing]));
    best.dedup();
    best
}
