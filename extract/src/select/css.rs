//! CSS selectors as steps.

use super::bit_sets::Bit;
use super::builder::{Builder, Parts};
use super::element::Test;
use super::error::SelectorError;
use super::foreign_names::ForeignName;
use super::parser::parse;
use super::program::{Late, Scope, XPathResult};
use super::syntax::{Attribute, Case, Combinator, Complex, Compound, Simple};
use super::values::IGNORE_CASE;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

type Result<T, E = SelectorError> = core::result::Result<T, E>;

/// Adds the steps of a selector list. Returns the list in normal form.
pub(super) fn compile(builder: &mut Builder<'_>) -> Result<(XPathResult, String)> {
    let list = parse(builder.selector, builder.text)?;
    for complex in &list {
        let (parts, previous) = builder.subject(complex)?;
        builder.select(parts, previous)?;
    }
    Ok((XPathResult::Element, normalized(&list)))
}

/// Returns a selector list in normal form.
pub(super) fn normalized(list: &[Complex]) -> String {
    let list: Vec<_> = list.iter().map(Complex::to_string).collect();
    list.join(", ")
}

impl Builder<'_> {
    /// Adds the steps before the last compound. Returns the conditions of the last compound, and the bit of the step before.
    fn subject(&mut self, complex: &Complex) -> Result<(Parts, Option<(Combinator, Bit)>)> {
        let mut parts = self.compound(&complex.first)?;
        let mut previous = None;
        for (combinator, compound) in &complex.rest {
            previous = Some((*combinator, self.shared_bit(parts, previous)?));
            parts = self.compound(compound)?;
        }
        Ok((parts, previous))
    }

    /// Adds the steps of selectors. Returns the bit of the elements that match one of them.
    fn matches_of(&mut self, list: &[Complex]) -> Result<Bit> {
        let bit = self.new_bit();
        for complex in list {
            let (parts, previous) = self.subject(complex)?;
            self.set_bit(parts, previous, bit)?;
        }
        Ok(bit)
    }

    /// Adds the steps of a selector in `:has`. Returns the bit of its first step, and the combinator before it.
    fn backward(&mut self, complex: &Complex) -> Result<(Combinator, Bit)> {
        let compounds: Vec<_> = complex.compounds().collect();
        let (mut next, mut first) = (None, (complex.leading, 0));
        for (combinator, compound) in compounds.into_iter().rev() {
            let parts = self.compound(compound)?;
            first = (combinator, self.has_bit(parts, next, None)?);
            next = Some(first);
        }
        Ok(first)
    }

    fn compound(&mut self, compound: &Compound) -> Result<Parts> {
        let mut parts = Parts::default();
        for simple in compound {
            match simple {
                Simple::Root => parts.late.push(Late::Root),
                Simple::Empty => {
                    self.program.needs_text = true;
                    parts.late.push(Late::Empty);
                }
                Simple::Nth(nth) => {
                    let needs =
                        if nth.of_type { &mut self.program.needs_type_index } else { &mut self.program.needs_index };
                    *needs = true;
                    parts.late.push(Late::Nth(*nth));
                }
                Simple::NthOf(nth, list) => {
                    let late = match tests_of_list(list) {
                        Some(_) => Vec::new(),
                        None => Vec::from([Late::Any(Vec::from([self.matches_of(list)?]))]),
                    };
                    let of = self.new_list();
                    self.list(Parts { tests: Vec::from([tests_of_any(list)]), late }, of)?;
                    let bit = self.position(of, *nth, Scope::Siblings, None)?;
                    parts.late.push(Late::Any(Vec::from([bit])));
                }
                Simple::Has(list) => {
                    let list: Result<_> = list.iter().map(|complex| self.backward(complex)).collect();
                    parts.late.push(Late::Has(list?));
                }
                Simple::Is(list) | Simple::Not(list) => match (tests_of_list(list), simple) {
                    (Some(lists), Simple::Not(_)) => parts.tests.push(Test::None(lists)),
                    (Some(lists), _) => parts.tests.push(Test::Any(lists)),
                    (None, _) => {
                        let bits = Vec::from([self.matches_of(list)?]);
                        let is_not = matches!(simple, Simple::Not(_));
                        parts.late.push(if is_not { Late::None(bits) } else { Late::Any(bits) });
                    }
                },
                _ => parts.tests.extend(test(simple)),
            }
        }
        Ok(parts)
    }
}

/// Returns tests that the elements that match one of the selectors pass: the tests of their last compounds.
fn tests_of_any(list: &[Complex]) -> Test {
    let lists = list.iter().map(|complex| {
        let last = complex.rest.last().map_or(&complex.first, |(_, last)| last);
        last.iter().filter_map(|simple| test_of_simple(simple).flatten()).collect()
    });
    Test::Any(lists.collect())
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
        Simple::Has(_) | Simple::Nth(_) | Simple::NthOf(..) | Simple::Root | Simple::Empty => None,
        _ => Some(test(simple)),
    }
}

/// Returns the test of a selector for a name, identifier, class or attribute.
fn test(simple: &Simple) -> Option<Test> {
    let bytes = |text: &str| -> Box<[u8]> { text.as_bytes().into() };
    Some(match simple {
        Simple::Type(name) => Test::Name(ForeignName::of_element(name)),
        Simple::Html(name) => Test::Name(ForeignName::of_html_element(name)),
        Simple::Id(id) => Test::Id(bytes(id)),
        Simple::Class(class) => Test::Class(bytes(class)),
        Simple::Attribute(Attribute { name, operator, value, case }) => {
            let name = ForeignName::of_attribute(name);
            let ignores_case = match case {
                Case::Insensitive => (true, true),
                Case::Sensitive => (false, false),
                Case::ByName => (IGNORE_CASE.iter().any(|ignoring| ignoring.as_bytes() == &*name.lower), false),
            };
            Test::Attribute { name, operator: *operator, value: bytes(value), ignores_case }
        }
        _ => return None,
    })
}
