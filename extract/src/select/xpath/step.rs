//! The steps of a location path, with abbreviations written out, and the conditions of a step.

use super::super::builder::Parts;
use super::super::element::Test;
use super::super::foreign_names::ForeignName;
use super::super::program::{ListId, Scope};
use super::super::syntax::Nth;
use super::formula::Formula;
use super::position::{self, Position, is_positional};
use super::syntax::{Axis, Expr, ExprKind, NodeTest, Step};
use super::translator::{Context, ContextPosition, ElementStep, Ending, Place, Result, StepParts, Translator, any};
use alloc::format;
use alloc::vec::Vec;

impl Translator<'_, '_> {
    /// Returns the steps to elements, and the last part of the path. Abbreviations are written out.
    pub(super) fn element_steps<'e>(&mut self, steps: &'e [Step]) -> Result<(Vec<ElementStep<'e>>, Ending<'e>)> {
        let (mut list, mut ending, mut is_below) = (Vec::new(), Ending::Element, false);
        for step in steps {
            if !matches!(ending, Ending::Element) {
                return self.error(&step.span, "attributes and text have no children; move the step before them");
            }
            let element = |axis, test, predicates, counts_siblings| ElementStep {
                axis,
                test,
                predicates,
                counts_siblings,
                index: None,
                span: step.span.clone(),
            };
            let is_any_node = step.test == NodeTest::Node && step.predicates.is_empty();
            match (step.axis, &step.test) {
                (Axis::Own, NodeTest::Node) if is_any_node => continue,
                (Axis::DescendantOrSelf, NodeTest::Node) if is_any_node => {
                    is_below = true;
                    continue;
                }
                (Axis::Attribute, NodeTest::Name(name)) => {
                    if let Some(predicate) = step.predicates.first() {
                        return self.error(
                            &predicate.span,
                            "write the predicate before the attribute: `//a[@href=\"/\"]/@href`",
                        );
                    }
                    ending = Ending::Attribute(name);
                }
                (Axis::Attribute, _) => return self.error(&step.span, "name the attribute"),
                (Axis::Child, NodeTest::Text) => ending = Ending::Text(&step.predicates),
                (_, NodeTest::Text) => {
                    return self.error(&step.span, "text nodes are read as children only: `p/text()`");
                }
                (Axis::Own | Axis::Parent, NodeTest::Node) => {}
                (_, NodeTest::Node) => {
                    return self.error(&step.span, "`node()` is also text here; use `*` for elements or `text()`");
                }
                _ => {}
            }
            self.check_name(step)?;
            if !matches!(ending, Ending::Element) {
                if core::mem::take(&mut is_below) {
                    list.push(element(Axis::DescendantOrSelf, NodeTest::Any, &[], false));
                }
                continue;
            }
            let has_position = step.predicates.iter().any(is_positional);
            let test = step.test.clone();
            match (step.axis, core::mem::take(&mut is_below)) {
                (Axis::Child, true) => list.push(element(Axis::Descendant, test, &step.predicates, true)),
                (Axis::Descendant | Axis::DescendantOrSelf, true) if !has_position => {
                    list.push(element(step.axis, test, &step.predicates, false));
                }
                (Axis::Own, true) if !has_position => {
                    list.push(element(Axis::DescendantOrSelf, test, &step.predicates, false));
                }
                (_, true) => {
                    return self.error(&step.span, "the step after `//` is not supported; write `//*/` before it");
                }
                (Axis::Following, false) if !has_position => {
                    list.push(element(Axis::AncestorOrSelf, NodeTest::Any, &[], false));
                    list.push(element(Axis::FollowingSibling, NodeTest::Any, &[], false));
                    list.push(element(Axis::DescendantOrSelf, test, &step.predicates, false));
                }
                (Axis::Preceding, false) if has_position => {
                    return self
                        .error(&step.span, "positions on this axis are not supported; use `preceding-sibling::`");
                }
                (Axis::Preceding, false) => {
                    list.push(element(Axis::AncestorOrSelf, NodeTest::Any, &[], false));
                    list.push(element(Axis::PrecedingSibling, NodeTest::Any, &[], false));
                    list.push(element(Axis::DescendantOrSelf, test, &step.predicates, false));
                }
                (axis, false) => list.push(element(axis, test, &step.predicates, axis == Axis::Child)),
            }
        }
        if is_below {
            let span = steps.last().map_or(0..0, |step| step.span.clone());
            return self.error(&span, "`//.` is also text; use `//*` for elements");
        }
        Ok((list, ending))
    }

    fn check_name(&self, step: &Step) -> Result<()> {
        match &step.test {
            NodeTest::Name(name) if step.axis != Axis::Attribute && matches!(&**name, "svg" | "math") => {
                let message = format!("a name matches HTML elements only; use `*[local-name()=\"{name}\"]`");
                self.error(&step.span, message)
            }
            _ => Ok(()),
        }
    }

    /// Returns the conditions of a step: its node test and predicates.
    pub(super) fn step_parts(&mut self, step: &ElementStep<'_>) -> Result<StepParts> {
        let mut parts = Parts::default();
        if let NodeTest::Name(name) = &step.test {
            parts.tests.push(Test::Name(ForeignName::of_html_element(name)));
        }
        let mut counted = None;
        for predicate in step.predicates {
            if !is_positional(predicate) {
                let formula =
                    self.condition(predicate, &Context { known: &parts.tests.clone(), place: Place::None })?;
                formula.add_to(&mut parts, self.0)?;
                continue;
            }
            if counted.is_some() {
                return self.error(
                    &predicate.span,
                    "a second position is not supported here; use `(...)[n]` or two selectors",
                );
            }
            let scope: fn(ListId) -> Scope = match step.axis {
                _ if step.counts_siblings => {
                    self.counted_predicate(predicate, &mut parts, Scope::Siblings)?;
                    continue;
                }
                Axis::Own | Axis::Parent => {
                    let context = Context { known: &parts.tests.clone(), place: Place::Only };
                    let formula = self.predicate(predicate, &context)?;
                    formula.add_to(&mut parts, self.0)?;
                    continue;
                }
                Axis::FollowingSibling => Scope::SiblingsAfter,
                Axis::PrecedingSibling => Scope::SiblingsBefore,
                Axis::Following => Scope::After,
                Axis::Descendant => Scope::Inside,
                Axis::Ancestor => Scope::Around,
                _ => return self.error(&predicate.span, "positions on this axis are not supported"),
            };
            counted = self.context_position(predicate, step.axis, scope, &mut parts)?;
        }
        let Some((ending, index)) = &step.index else { return Ok(StepParts { parts, position: counted }) };
        if counted.is_some() {
            return self.error(&step.span, "a second position is not supported here; use two selectors");
        }
        let nth = Nth { a: 0, b: *index, from_end: false, of_type: false };
        self.ending(ending, None, false)?.add_to(&mut parts, self.0)?;
        let of = self.0.new_list();
        self.0.list(parts.clone(), of)?;
        let scope: fn(ListId) -> Scope = match step.axis {
            Axis::Child => {
                let bit = self.0.position(of, nth, Scope::Siblings, None)?;
                parts.late.push(any(bit));
                return Ok(StepParts { parts, position: None });
            }
            Axis::Descendant => Scope::Inside,
            Axis::FollowingSibling => Scope::SiblingsAfter,
            Axis::PrecedingSibling => Scope::SiblingsBefore,
            Axis::Ancestor => Scope::Around,
            _ => return self.error(&step.span, "only one of the nodes would count; use a path without functions"),
        };
        Ok(StepParts { parts, position: Some((of, nth, scope)) })
    }

    /// Adds a predicate with positions among the elements that have the conditions so far.
    pub(super) fn counted_predicate(&mut self, predicate: &Expr, parts: &mut Parts, scope: Scope) -> Result<()> {
        let of = self.0.new_list();
        if is_positional(predicate) {
            self.0.list(parts.clone(), of)?;
        }
        let known = parts.tests.clone();
        let formula = self.predicate(predicate, &Context { known: &known, place: Place::Among(of, scope) })?;
        formula.add_to(parts, self.0)
    }

    /// Reads a predicate with one position that is counted from the context.
    fn context_position(
        &mut self,
        predicate: &Expr,
        axis: Axis,
        scope: fn(ListId) -> Scope,
        parts: &mut Parts,
    ) -> Result<Option<ContextPosition>> {
        let conditions = match &predicate.kind {
            ExprKind::And(list) => &list[..],
            _ => core::slice::from_ref(predicate),
        };
        let of = self.0.new_list();
        let before = parts.clone();
        let mut found = None;
        for condition in conditions {
            if !is_positional(condition) {
                let context = Context { known: &parts.tests.clone(), place: Place::None };
                let formula = self.condition(condition, &context)?;
                formula.add_to(parts, self.0)?;
                continue;
            }
            let position = match &condition.kind {
                ExprKind::Compare(comparison, sides) => position::of_comparison(*comparison, &sides[0], &sides[1]),
                _ => position::of_number(condition),
            };
            let nth = match position {
                Some(Position::Nth(nth)) if found.is_none() => nth,
                Some(Position::Constant(value)) => {
                    Formula::Constant(value).add_to(parts, self.0)?;
                    continue;
                }
                _ => {
                    return self.error(
                        &condition.span,
                        "use one position such as `[1]` or `[last()]`, apart from other predicates",
                    );
                }
            };
            // From the end of the axis, all contexts have the same positions.
            let of_siblings = match axis {
                Axis::FollowingSibling if nth.from_end => Some(nth),
                Axis::PrecedingSibling if nth.from_end => Some(Nth { from_end: false, ..nth }),
                _ => None,
            };
            if of_siblings.is_none() && (nth.from_end || nth.a.abs() > 1 || nth.a != 0 && !scope(0).has_ranges()) {
                return self
                    .error(&condition.span, "the position is not supported on this axis; use `[1]` or another number");
            }
            found = Some((nth, of_siblings));
        }
        let Some((nth, of_siblings)) = found else { return Ok(None) };
        self.0.list(before, of)?;
        if let Some(nth) = of_siblings {
            let bit = self.0.position(of, nth, Scope::Siblings, None)?;
            parts.late.push(any(bit));
            return Ok(None);
        }
        Ok(Some((of, nth, scope)))
    }
}
