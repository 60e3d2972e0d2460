//! Conditions on an element, before they become tests and late conditions of a step.

use super::super::builder::{Builder, Parts};
use super::super::element::Test;
use super::super::error::SelectorError;
use super::super::program::Late;
use alloc::boxed::Box;
use alloc::vec::Vec;

#[derive(Clone, Debug)]
pub(super) enum Formula {
    Constant(bool),
    Test(Test),
    Late(Late),
    All(Vec<Self>),
    Any(Vec<Self>),
    Not(Box<Self>),
}

impl Formula {
    pub(super) fn not(self) -> Self {
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Not(formula) => *formula,
            other => Self::Not(Box::new(other)),
        }
    }

    pub(super) fn all(list: Vec<Self>) -> Self {
        Self::joined(list, true, Self::All)
    }

    pub(super) fn any(list: Vec<Self>) -> Self {
        Self::joined(list, false, Self::Any)
    }

    /// Joins conditions. The constant `neutral` changes nothing, and the other constant decides the result.
    fn joined(list: Vec<Self>, neutral: bool, join: fn(Vec<Self>) -> Self) -> Self {
        let is = |formula: &Self, wanted: bool| matches!(formula, Self::Constant(value) if *value == wanted);
        if list.iter().any(|formula| is(formula, !neutral)) {
            return Self::Constant(!neutral);
        }
        let mut list: Vec<_> = list.into_iter().filter(|formula| !is(formula, neutral)).collect();
        match list.len() {
            0 => Self::Constant(neutral),
            1 => list.remove(0),
            _ => join(list),
        }
    }

    /// The conditions of a step.
    pub(super) fn of_parts(parts: Parts) -> Self {
        let tests = parts.tests.into_iter().map(Self::Test);
        Self::all(tests.chain(parts.late.into_iter().map(Self::Late)).collect())
    }

    /// Returns tests that are true if the condition is, or `None` if it needs relatives or text.
    fn tests(&self) -> Option<Vec<Test>> {
        Some(match self {
            Self::Constant(true) => Vec::new(),
            Self::Constant(false) => Vec::from([Test::Any(Vec::new())]),
            Self::Test(test) => Vec::from([test.clone()]),
            Self::Late(_) => return None,
            Self::All(list) => {
                let lists: Option<Vec<_>> = list.iter().map(Self::tests).collect();
                lists?.into_iter().flatten().collect()
            }
            Self::Any(list) => Vec::from([Test::Any(list.iter().map(Self::tests).collect::<Option<_>>()?)]),
            Self::Not(formula) => Vec::from([Test::None(Vec::from([formula.tests()?]))]),
        })
    }

    /// Adds the condition to the conditions of a step.
    pub(super) fn add_to(self, parts: &mut Parts, builder: &mut Builder<'_>) -> Result<(), SelectorError> {
        if let Some(tests) = self.tests() {
            parts.tests.extend(tests);
            return Ok(());
        }
        match self {
            Self::All(list) => list.into_iter().try_for_each(|formula| formula.add_to(parts, builder)),
            other => {
                let late = other.late(&parts.tests.clone(), builder)?;
                parts.late.extend(late);
                Ok(())
            }
        }
    }

    /// Returns late conditions of elements that pass `known`. A test becomes a step that sets a bit.
    fn late(self, known: &[Test], builder: &mut Builder<'_>) -> Result<Vec<Late>, SelectorError> {
        if let Some(tests) = self.tests() {
            let tests = known.iter().cloned().chain(tests).collect();
            let bit = builder.bit(Parts { tests, late: Vec::new() })?;
            return Ok(Vec::from([Late::Any(Vec::from([bit]))]));
        }
        Ok(match self {
            Self::Late(late) => Vec::from([late]),
            Self::All(list) => {
                let mut late = Vec::new();
                for formula in list {
                    late.extend(formula.late(known, builder)?);
                }
                late
            }
            Self::Any(list) => {
                let lists: Result<Vec<_>, _> = list.into_iter().map(|formula| formula.late(known, builder)).collect();
                Vec::from([Late::AnyOf(lists?)])
            }
            Self::Not(formula) => Vec::from([Late::Not(formula.late(known, builder)?)]),
            Self::Constant(_) | Self::Test(_) => Vec::new(),
        })
    }
}
