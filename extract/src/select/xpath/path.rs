//! Location paths as steps of a program.

use super::super::bit_sets::Bit;
use super::super::builder::{Builder, Parts};
use super::super::element::Test;
use super::super::program::{Late, Scope, XPathResult};
use super::super::syntax::Combinator;
use super::position::is_positional;
use super::syntax::{Axis, Expr, ExprKind, NodeTest, Path, Step};
use super::translator::{ElementStep, Ending, Result, StepParts, Translator, any};
use alloc::vec::Vec;

/// The nodes to which the steps so far lead.
#[derive(Clone)]
enum At {
    Document,
    Elements {
        bit: Bit,
        tests: Vec<Test>,
        /// After `..`, the elements before it. The parent of the root is the document.
        children: Option<(Bit, Vec<Test>)>,
    },
}

#[derive(Clone, Copy)]
enum Target {
    Select,
    Bit(Bit),
}

/// Adds the steps of an XPath.
pub(super) fn compile(builder: &mut Builder<'_>, expr: &Expr) -> Result<XPathResult> {
    Translator(builder).nodes(expr, Target::Select).map(|(result, _)| result)
}

impl Translator<'_, '_> {
    /// Adds the steps to the nodes of an expression. Returns their kind, and tests that their elements pass.
    fn nodes(&mut self, expr: &Expr, target: Target) -> Result<(XPathResult, Vec<Test>)> {
        match &expr.kind {
            ExprKind::Path(Path { steps, .. }) => self.path(At::Document, steps, expr, target),
            ExprKind::Union(list) => {
                let (mut result, mut tests) = (None, Vec::new());
                for path in list {
                    let (next, next_tests) = self.nodes(path, target)?;
                    if result.as_ref().is_some_and(|result| *result != next) {
                        let message = "the paths of a union must all select elements, text or the same attribute; use two selectors";
                        return self.error(&path.span, message);
                    }
                    tests.push(next_tests);
                    result = Some(next);
                }
                Ok((result.unwrap_or_default(), Vec::from([Test::Any(tests)])))
            }
            ExprKind::Filter { base, predicates, steps } => self.filter(base, predicates, steps, expr, target),
            _ => self.error(&expr.span, "the expression does not select nodes; write a path such as `//a/@href`"),
        }
    }

    /// Adds the steps of `(//a)[1]/b`.
    fn filter(
        &mut self,
        base: &Expr,
        predicates: &[Expr],
        steps: &[Step],
        expr: &Expr,
        target: Target,
    ) -> Result<(XPathResult, Vec<Test>)> {
        let bit = self.0.new_bit();
        let (result, tests) = self.nodes(base, Target::Bit(bit))?;
        if result != XPathResult::Element && !steps.is_empty() {
            return self.error(&steps[0].span, "attributes and text have no children; move the step before them");
        }
        if result == XPathResult::TextNodes {
            return self
                .error(&expr.span, "text nodes are not counted; remove the predicate, and take one of the texts");
        }
        let mut parts = Parts { tests, late: Vec::from([any(bit)]) };
        for predicate in predicates {
            if result != XPathResult::Element && !is_positional(predicate) {
                return self.error(&predicate.span, "write the predicate before the last step");
            }
            self.counted_predicate(predicate, &mut parts, Scope::Document)?;
        }
        if steps.is_empty() {
            let tests = parts.tests.clone();
            self.emit(parts, None, target)?;
            return Ok((result, tests));
        }
        let tests = parts.tests.clone();
        let bit = self.0.bit(parts)?;
        self.path(At::Elements { bit, tests, children: None }, steps, expr, target)
    }

    fn path(&mut self, from: At, steps: &[Step], expr: &Expr, target: Target) -> Result<(XPathResult, Vec<Test>)> {
        let (steps, ending) = self.element_steps(steps)?;
        let (result, ending) = match ending {
            Ending::Element => (XPathResult::Element, None),
            Ending::Attribute(name) => {
                (XPathResult::Attribute(name.to_ascii_lowercase().into()), Some(Ending::Attribute(name)))
            }
            Ending::Text([]) => {
                self.0.program.has_text_nodes = true;
                (XPathResult::TextNodes, Some(Ending::Text(&[])))
            }
            Ending::Text([first, ..]) => {
                let message = "predicates of the last `text()` are not supported; remove the predicate, and choose among the texts";
                return self.error(&first.span, message);
            }
        };
        let Some((last, before)) = steps.split_last() else {
            return match from {
                At::Elements { bit, tests, .. } => {
                    let mut parts = Parts { tests, late: Vec::from([any(bit)]) };
                    self.add_ending(ending, &mut parts)?;
                    let tests = parts.tests.clone();
                    self.emit(parts, None, target)?;
                    Ok((result, tests))
                }
                At::Document => self.error(&expr.span, "the document is not an element; select elements, such as `/*`"),
            };
        };
        let is_document = last.axis == Axis::Parent && last.test == NodeTest::Node && last.predicates.is_empty();
        if is_document && ending.is_none() && matches!(target, Target::Bit(_)) {
            return self.error(&last.span, "the parent may be the document, which is not an element; use `parent::*`");
        }
        let mut at = from;
        for step in before {
            let bit = self.0.new_bit();
            at = self.step(at, step, None, Target::Bit(bit))?;
        }
        let at = self.step(at, last, ending, target)?;
        let tests = match at {
            At::Elements { tests, .. } => tests,
            At::Document => Vec::new(),
        };
        Ok((result, tests))
    }

    fn add_ending(&mut self, ending: Option<Ending<'_>>, parts: &mut Parts) -> Result<()> {
        match ending {
            None => Ok(()),
            Some(ending) => {
                let formula = self.ending(&ending, None, false)?;
                formula.add_to(parts, self.0)
            }
        }
    }

    fn emit(&mut self, parts: Parts, previous: Option<(Combinator, Bit)>, target: Target) -> Result<()> {
        match target {
            Target::Select => self.0.select(parts, previous),
            Target::Bit(bit) => self.0.set_bit(parts, previous, bit),
        }
    }

    /// Adds a step of a path.
    fn step(&mut self, at: At, step: &ElementStep<'_>, ending: Option<Ending<'_>>, target: Target) -> Result<At> {
        let has_ending = ending.is_some();
        let StepParts { mut parts, position } = self.step_parts(step)?;
        self.add_ending(ending, &mut parts)?;
        let tests = parts.tests.clone();
        let reached = |children| At::Elements {
            bit: if let Target::Bit(bit) = target { bit } else { 0 },
            tests: tests.clone(),
            children,
        };
        if let Some((of, nth, scope)) = position {
            let scope = match at {
                At::Document if step.axis == Axis::Descendant => Scope::Document,
                At::Document => return self.no_relatives(step),
                At::Elements { children: Some(_), .. } if step.axis == Axis::Descendant => {
                    let message = "the parent before the step may be the document; use `parent::*`";
                    return self.error(&step.span, message);
                }
                At::Elements { bit, tests, .. } => {
                    let contexts = self.0.new_list();
                    self.0.list(Parts { tests, late: Vec::from([any(bit)]) }, contexts)?;
                    scope(contexts)
                }
            };
            let bit = self.0.position(of, nth, scope, None)?;
            parts.late.push(any(bit));
            self.emit(parts, None, target)?;
            return Ok(reached(None));
        }
        let At::Elements { bit, tests: before, children } = at else {
            match step.axis {
                Axis::Child => parts.late.push(Late::Root),
                Axis::Descendant | Axis::DescendantOrSelf => {}
                _ => return self.no_relatives(step),
            }
            self.emit(parts, None, target)?;
            return Ok(reached(None));
        };
        let with = |parts: &Parts, late: &[Late]| {
            let mut parts = parts.clone();
            parts.late.extend_from_slice(late);
            parts
        };
        match step.axis {
            Axis::Child | Axis::Descendant | Axis::DescendantOrSelf | Axis::FollowingSibling => {
                let combinator = match step.axis {
                    Axis::Child => Combinator::Child,
                    Axis::FollowingSibling => Combinator::SubsequentSibling,
                    _ => Combinator::Descendant,
                };
                self.emit(parts.clone(), Some((combinator, bit)), target)?;
                if step.axis == Axis::DescendantOrSelf {
                    self.emit(with(&parts, &[any(bit)]), None, target)?;
                }
                // From the document, if the root is one of the children.
                if let (Some((child, tests)), true) = (children, step.axis != Axis::FollowingSibling) {
                    self.emit(with(&parts, &[Late::Root, any(child)]), None, target)?;
                    if step.axis != Axis::Child {
                        let root = self.0.bit(Parts { tests, late: Vec::from([Late::Root, any(child)]) })?;
                        self.emit(parts, Some((Combinator::Descendant, root)), target)?;
                    }
                }
                Ok(reached(None))
            }
            Axis::Own => {
                self.emit(with(&parts, &[any(bit)]), None, target)?;
                Ok(reached(None))
            }
            Axis::Parent | Axis::Ancestor | Axis::AncestorOrSelf | Axis::PrecedingSibling => {
                let combinator = match step.axis {
                    Axis::Parent => Combinator::Child,
                    Axis::PrecedingSibling => Combinator::SubsequentSibling,
                    _ => Combinator::Descendant,
                };
                let context = Parts { tests: before.clone(), late: Vec::from([any(bit)]) };
                let from = self.0.has_bit(context, None, None)?;
                let found = self.0.new_bit();
                self.0.has_bit(parts.clone(), Some((combinator, from)), Some(found))?;
                let found = Parts { tests: parts.tests.clone(), late: Vec::from([any(found)]) };
                self.emit(found, None, target)?;
                if step.axis == Axis::AncestorOrSelf {
                    self.emit(with(&parts, &[any(bit)]), None, target)?;
                }
                let is_document = step.test == NodeTest::Node && step.predicates.is_empty() && !has_ending;
                Ok(reached(is_document.then_some((bit, before))))
            }
            Axis::Following | Axis::Preceding | Axis::Attribute => self.error(&step.span, "the step is not supported"),
        }
    }

    fn no_relatives<T>(&self, step: &ElementStep<'_>) -> Result<T> {
        self.error(&step.span, "the path starts at the document, which has only descendants; start it with `//`")
    }
}
