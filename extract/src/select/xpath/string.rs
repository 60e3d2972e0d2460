//! Comparisons and functions of strings as conditions.

use super::super::element::Test;
use super::super::foreign_names::ForeignName;
use super::super::strings::{Comparison, Condition, StringExpr, Subject, Translation, as_number};
use super::super::text_plan::TextTest;
use super::formula::Formula;
use super::position::{self, Position};
use super::syntax::{Axis, Expr, ExprKind, Path};
use super::translator::{Context, ElementStep, Ending, Result, Tail, Translator, bytes};
use alloc::boxed::Box;
use alloc::vec::Vec;

impl Translator<'_, '_> {
    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        left: &Expr,
        right: &Expr,
        expr: &Expr,
        context: &Context<'_>,
    ) -> Result<Formula> {
        if position::has_position(left) || position::has_position(right) {
            return match position::of_comparison(comparison, left, right) {
                Some(position) => self.position(position, expr, context),
                None => self.error(&expr.span, "compare the position with a number or with `last()`"),
            };
        }
        let is_value = |expr: &Expr| matches!(expr.kind, ExprKind::Literal(_)) || position::constant(expr).is_some();
        let (comparison, subject, value) = if is_value(right) {
            (comparison, left, right)
        } else if is_value(left) {
            (comparison.reversed(), right, left)
        } else if let Some(value) = boolean(right) {
            return self.compare_with_boolean(comparison, left, value, expr, context);
        } else {
            let message = "compare with a string or a number; two values of the page cannot be compared";
            return self.error(&expr.span, message);
        };
        if let (ExprKind::Call(name, arguments), ExprKind::Literal(value)) = (&subject.kind, &value.kind)
            && matches!(&**name, "name" | "local-name")
            && arguments.is_empty()
        {
            return self.compare_name(comparison, value, expr);
        }
        match &subject.kind {
            ExprKind::Path(path) => {
                let condition = compare_string(comparison, StringExpr::Subject, value);
                let tail = |ending| Tail { ending, condition: Some(condition), is_first: false };
                self.exists(path, subject, tail, context.known)
            }
            ExprKind::Union(list) => {
                let list: Result<_> =
                    list.iter().map(|path| self.compare(comparison, path, value, expr, context)).collect();
                Ok(Formula::any(list?))
            }
            ExprKind::Call(name, arguments) => match (&**name, &arguments[..]) {
                ("count", [path]) => self.compare_count(comparison, path, value, context),
                ("string-length", []) => self.compare_length(comparison, None, value, expr, context),
                ("string-length", [text]) => self.compare_length(comparison, Some(text), value, expr, context),
                ("number", [text]) => self.strings(&[text], context, |mut list| {
                    Some(compare_number(comparison, list.pop()?, number_of(value)))
                }),
                _ => self.strings(&[subject], context, |mut list| Some(compare_string(comparison, list.pop()?, value))),
            },
            ExprKind::Literal(_) | ExprKind::Number(_) => {
                self.strings(&[subject], context, |mut list| Some(compare_string(comparison, list.pop()?, value)))
            }
            _ => self.error(&subject.span, "the comparison is not supported; compare a path or a function"),
        }
    }

    fn compare_with_boolean(
        &mut self,
        comparison: Comparison,
        left: &Expr,
        value: bool,
        expr: &Expr,
        context: &Context<'_>,
    ) -> Result<Formula> {
        let formula = self.condition(left, context)?;
        match (comparison, value) {
            (Comparison::Equal, true) | (Comparison::NotEqual, false) => Ok(formula),
            (Comparison::Equal, false) | (Comparison::NotEqual, true) => Ok(formula.not()),
            _ => self.error(&expr.span, "use `=`, `!=` or `not()` with `true()` and `false()`"),
        }
    }

    fn compare_name(&mut self, comparison: Comparison, value: &str, expr: &Expr) -> Result<Formula> {
        let mut name = ForeignName::of_element(value);
        name.is_of_html = !value.bytes().any(|byte| byte.is_ascii_uppercase());
        let formula = Formula::Test(Test::Name(name));
        match comparison {
            Comparison::Equal => Ok(formula),
            Comparison::NotEqual => Ok(formula.not()),
            _ => self.error(&expr.span, "use `=` or `!=` with a name"),
        }
    }

    fn compare_length(
        &mut self,
        comparison: Comparison,
        text: Option<&Expr>,
        value: &Expr,
        expr: &Expr,
        context: &Context<'_>,
    ) -> Result<Formula> {
        let own = own(expr);
        let number = number_of(value);
        self.strings(&[text.unwrap_or(&own)], context, |mut list| {
            Some(Condition::Length(list.pop()?, comparison, number))
        })
    }

    /// Translates `count(path) > 2` as the condition that the path leads to a third node.
    fn compare_count(
        &mut self,
        comparison: Comparison,
        nodes: &Expr,
        value: &Expr,
        context: &Context<'_>,
    ) -> Result<Formula> {
        let number = number_of(value);
        if !(0.0..1e9).contains(&number) || number != f64::from(number as i32) {
            return self.error(&value.span, "compare the count with a whole number");
        }
        let number = number as i32;
        let mut has = |count: i32| self.has_count(nodes, count, context);
        Ok(match comparison {
            Comparison::GreaterOrEqual => has(number)?,
            Comparison::Greater => has(number + 1)?,
            Comparison::Less => has(number)?.not(),
            Comparison::LessOrEqual => has(number + 1)?.not(),
            Comparison::Equal => Formula::all(Vec::from([has(number)?, has(number + 1)?.not()])),
            Comparison::NotEqual => Formula::any(Vec::from([has(number)?.not(), has(number + 1)?])),
        })
    }

    /// Returns the condition that a path leads to at least `count` nodes.
    fn has_count(&mut self, nodes: &Expr, count: i32, context: &Context<'_>) -> Result<Formula> {
        if count == 0 {
            return Ok(Formula::Constant(true));
        }
        let ExprKind::Path(path) = &nodes.kind else { return self.error(&nodes.span, "count the nodes of one path") };
        let tail = |ending| Tail { ending, condition: None, is_first: false };
        if count == 1 {
            return self.exists(path, nodes, tail, context.known);
        }
        let (mut steps, ending) = self.element_steps(&path.steps)?;
        if steps.is_empty() && matches!(ending, Ending::Text([])) && !path.is_absolute {
            let condition = Condition::Constant(true);
            return Ok(Formula::Late(self.0.text(TextTest::Child { index: Some(count as u32), condition })));
        }
        let counts_elements = matches!(ending, Ending::Element | Ending::Attribute(_));
        match (steps.split_last_mut(), counts_elements && !path.is_absolute) {
            (Some((last, before)), true) if before.iter().all(is_single) => {
                last.index = Some((ending.clone(), count));
                last.counts_siblings = last.axis == Axis::Child;
            }
            _ => return self.error(&nodes.span, "count the nodes of one step, such as `count(li)` or `count(.//a)`"),
        }
        self.relative(&steps, &tail(ending), context.known)
    }

    /// Translates a condition on strings. `build` gets the translated arguments.
    pub(super) fn strings(
        &mut self,
        arguments: &[&Expr],
        context: &Context<'_>,
        build: impl FnOnce(Vec<StringExpr>) -> Option<Condition>,
    ) -> Result<Formula> {
        let (mut nodes, mut list) = (None, Vec::new());
        for argument in arguments {
            list.push(self.string(argument, &mut nodes)?);
        }
        let condition = build(list).unwrap_or(Condition::Constant(false));
        let Some((path, span)) = nodes else { return Ok(self.of_attributes(&condition)) };
        let mut has_attributes = false;
        condition.for_each_attribute(&mut |_| has_attributes = true);
        if has_attributes {
            return self.error(&span, "text and attributes cannot be in the same function");
        }
        let (mut steps, ending) = self.element_steps(&path.steps)?;
        if path.is_absolute {
            return self.error(&span, "the path starts at the document, not at the element; write `.` before it");
        }
        let is_text = matches!(ending, Ending::Text(_));
        let without = condition.is_true(&Subject(b"")) && !(steps.is_empty() && matches!(ending, Ending::Element));
        let missing = if without {
            let tail = Tail { ending: ending.clone(), condition: None, is_first: false };
            self.relative(&steps, &tail, context.known)?.not()
        } else {
            Formula::Constant(false)
        };
        // Only the first node counts.
        if let Some((last, before)) = steps.split_last_mut()
            && !(is_single(last) && before.iter().all(is_single))
        {
            if !before.iter().all(is_single)
                || !matches!(last.axis, Axis::Child | Axis::Descendant | Axis::FollowingSibling)
            {
                let message = "only the first of the nodes counts; write the path as a predicate, such as `[.//a[contains(., \"x\")]]`";
                return self.error(&span, message);
            }
            last.index = Some((ending.clone(), 1));
        }
        let tail = Tail { ending, condition: Some(condition), is_first: is_text };
        let found = self.relative(&steps, &tail, context.known)?;
        Ok(Formula::any(Vec::from([found, missing])))
    }

    /// Translates a string expression. The path in it, if it is not an attribute of the element, becomes the subject.
    pub(super) fn string(
        &mut self,
        expr: &Expr,
        nodes: &mut Option<(Path, core::ops::Range<usize>)>,
    ) -> Result<StringExpr> {
        Ok(match &expr.kind {
            ExprKind::Literal(text) => StringExpr::Literal(bytes(text)),
            ExprKind::Path(path) => {
                if let (false, Ok((steps, Ending::Attribute(name)))) =
                    (path.is_absolute, self.element_steps(&path.steps))
                    && steps.is_empty()
                {
                    return Ok(StringExpr::Attribute(ForeignName::of_attribute(name)));
                }
                if nodes.is_some() {
                    return self.error(&expr.span, "only one path can be in a function; use two predicates");
                }
                *nodes = Some((path.clone(), expr.span.clone()));
                StringExpr::Subject
            }
            ExprKind::Call(name, arguments) => match (&**name, &arguments[..]) {
                ("string", [text]) => self.string(text, nodes)?,
                ("string" | "normalize-space", []) => {
                    let text = self.string(&own(expr), nodes)?;
                    if &**name == "string" { text } else { StringExpr::NormalizeSpace(Box::new(text)) }
                }
                ("normalize-space", [text]) => StringExpr::NormalizeSpace(Box::new(self.string(text, nodes)?)),
                ("translate", [text, from, to]) => match (&from.kind, &to.kind) {
                    (ExprKind::Literal(from), ExprKind::Literal(to)) => {
                        StringExpr::Translate(Box::new(self.string(text, nodes)?), Translation::new(from, to))
                    }
                    _ => {
                        return self
                            .error(&expr.span, "the second and third argument of `translate()` must be strings");
                    }
                },
                ("concat", [_, ..]) => {
                    let list: Result<_> = arguments.iter().map(|argument| self.string(argument, nodes)).collect();
                    StringExpr::Concat(list?)
                }
                ("substring-before" | "substring-after", [text, mark]) => {
                    let ExprKind::Literal(mark) = &mark.kind else {
                        return self.error(&mark.span, "the second argument must be a string");
                    };
                    let text = Box::new(self.string(text, nodes)?);
                    if &**name == "substring-before" {
                        StringExpr::SubstringBefore(text, bytes(mark))
                    } else {
                        StringExpr::SubstringAfter(text, bytes(mark))
                    }
                }
                _ => return self.unknown_function(name, expr),
            },
            _ => return self.error(&expr.span, "the argument must be a path, a string or a function of strings"),
        })
    }
}

/// Returns true if the step leads to at most one element.
fn is_single(step: &ElementStep<'_>) -> bool {
    let has_index = step
        .predicates
        .iter()
        .any(|predicate| matches!(position::of_number(predicate), Some(Position::Nth(nth)) if nth.a == 0));
    matches!(step.axis, Axis::Own | Axis::Parent)
        || has_index && !(step.counts_siblings && step.axis == Axis::Descendant)
}

/// Returns the value of `true()` or `false()`.
fn boolean(expr: &Expr) -> Option<bool> {
    match &expr.kind {
        ExprKind::Call(name, arguments) if arguments.is_empty() => match &**name {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the number of a string or of a constant.
fn number_of(expr: &Expr) -> f64 {
    match &expr.kind {
        ExprKind::Literal(text) => as_number(text.as_bytes()),
        _ => position::constant(expr).unwrap_or(f64::NAN),
    }
}

fn compare_number(comparison: Comparison, text: StringExpr, number: f64) -> Condition {
    Condition::Number(text, comparison, number)
}

/// Returns the comparison of a string with a string or number.
pub(super) fn compare_string(comparison: Comparison, text: StringExpr, value: &Expr) -> Condition {
    match (comparison, &value.kind) {
        (Comparison::Equal, ExprKind::Literal(value)) => Condition::Equals(text, StringExpr::Literal(bytes(value))),
        (Comparison::NotEqual, ExprKind::Literal(value)) => {
            Condition::Not(Box::new(Condition::Equals(text, StringExpr::Literal(bytes(value)))))
        }
        _ => compare_number(comparison, text, number_of(value)),
    }
}

/// Returns the expression `.` in place of another one.
pub(super) fn own(expr: &Expr) -> Expr {
    let path = Path { is_absolute: false, steps: Vec::new() };
    Expr { kind: ExprKind::Path(path), span: expr.span.clone() }
}
