//! Location paths as steps of a program.

use super::super::builder::{Builder, Parts};
use super::super::element::{ForeignName, Test};
use super::super::error::SelectorError;
use super::super::positions::Scope;
use super::super::program::{Bit, Late, ListId};
use super::super::syntax::{Combinator, Nth};
use super::XPathResult;
use super::position::{self, Position};
use super::predicate::{Context, Place};
use super::syntax::{Axis, Expr, ExprKind, NodeTest, Path, Step};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

pub(super) type Result<T, E = SelectorError> = core::result::Result<T, E>;

/// Translates one XPath.
pub(super) struct Translator<'b, 'p>(pub(super) &'b mut Builder<'p>);

/// The last part of a path, after its elements.
#[derive(Clone, Debug)]
pub(super) enum Ending<'e> {
    Element,
    Attribute(&'e str),
    /// `text()` with its predicates.
    Text(&'e [Expr]),
}

/// A step of a path to elements.
#[derive(Clone, Debug)]
pub(super) struct ElementStep<'e> {
    pub(super) axis: Axis,
    pub(super) test: NodeTest,
    pub(super) predicates: &'e [Expr],
    /// True if positions are counted among siblings: `//p[1]` is `/descendant-or-self::node()/child::p[1]`.
    pub(super) counts_siblings: bool,
    /// If set, only the element with this index among those that have the part of the path after them.
    pub(super) index: Option<(Ending<'e>, i32)>,
    pub(super) span: Range<usize>,
}

/// The conditions of a step.
pub(super) struct StepParts {
    pub(super) parts: Parts,
    /// The position, if it is counted from the context. `parts` has the conditions apart from it.
    pub(super) position: Option<ContextPosition>,
}

/// A position that is counted from a context: the elements that count, the position, and the scope by the contexts.
type ContextPosition = (ListId, Nth, fn(ListId) -> Scope);

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
    pub(super) fn error<T>(&self, span: &Range<usize>, message: impl Into<String>) -> Result<T> {
        Err(self.0.error(span.clone(), message))
    }

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
            Ending::Text([]) => (XPathResult::TextNodes, Some(Ending::Text(&[]))),
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
    fn counted_predicate(&mut self, predicate: &Expr, parts: &mut Parts, scope: Scope) -> Result<()> {
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
                    super::formula::Formula::Constant(value).add_to(parts, self.0)?;
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

/// Returns true if a predicate depends on the position.
pub(super) fn is_positional(predicate: &Expr) -> bool {
    position::is_number(predicate) || position::has_position(predicate)
}

pub(super) fn any(bit: Bit) -> Late {
    Late::Any(Vec::from([bit]))
}

/// Boxes the bytes of a text.
pub(super) fn bytes(text: &str) -> Box<[u8]> {
    text.as_bytes().into()
}
