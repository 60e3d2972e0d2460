//! Comparisons and functions of strings as conditions.

use super::super::element::{ForeignName, Test};
use super::super::strings::{Condition, StringExpr, Subject, Translation, as_number};
use super::super::texts::{Change, MAX_LENGTH, Search, TextTest, ValueCondition};
use super::formula::Formula;
use super::path::{Ending, Result, Translator, bytes};
use super::position::{self, Position};
use super::predicate::{Context, Tail};
use super::syntax::{Axis, Comparison, Expr, ExprKind, Path};
use aho_corasick::AhoCorasick;
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
    fn string(&mut self, expr: &Expr, nodes: &mut Option<(Path, core::ops::Range<usize>)>) -> Result<StringExpr> {
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

    /// Translates a condition on the string value of an element.
    pub(super) fn of_value(&mut self, condition: &Condition) -> Result<Formula> {
        let list = |translator: &mut Self, list: &[Condition]| -> Result<Vec<_>> {
            list.iter().map(|condition| translator.of_value(condition)).collect()
        };
        let (changes, value) = match condition {
            Condition::Constant(value) => return Ok(Formula::Constant(*value)),
            Condition::Not(condition) => return Ok(self.of_value(condition)?.not()),
            Condition::All(conditions) => return Ok(Formula::all(list(self, conditions)?)),
            Condition::Any(conditions) => return Ok(Formula::any(list(self, conditions)?)),
            Condition::Equals(text, StringExpr::Literal(value))
            | Condition::Equals(StringExpr::Literal(value), text) => {
                (changes(text), Some(ValueCondition::Equals(value.clone())))
            }
            Condition::StartsWith(text, StringExpr::Literal(value)) => {
                (changes(text), Some(ValueCondition::StartsWith(value.clone())))
            }
            Condition::Contains(_, StringExpr::Literal(value)) if value.is_empty() => {
                return Ok(Formula::Constant(true));
            }
            Condition::Contains(text, StringExpr::Literal(value)) => {
                let changes = changes(text);
                let view = changes.as_ref().map(|changes| self.view(changes.clone()));
                let automaton = AhoCorasick::new([&value[..]]).ok();
                let search = view.zip(automaton).map(|(view, automaton)| {
                    let searches = &mut self.0.program.texts.searches;
                    searches.push(Search { view, len: value.len(), automaton });
                    ValueCondition::Contains(searches.len() as u32 - 1)
                });
                (changes, search)
            }
            Condition::Length(text, comparison, number) if (0.0..=MAX_LENGTH).contains(number) => {
                (changes(text), Some(ValueCondition::Length(*comparison, *number)))
            }
            _ => (None, None),
        };
        let (Some(changes), Some(condition)) = (changes, value) else {
            let message = "the text of an element can only be compared with a string, by `=`, `contains()`, `starts-with()` and \
                           `string-length()`, after `normalize-space()` or `translate()`; use `text()` for its own text";
            return self.error(&(0..self.0.text.len()), message);
        };
        let view = self.view(changes);
        Ok(Formula::Late(self.0.text(TextTest::Value { view, condition })))
    }

    /// Returns the number of the view with these changes.
    fn view(&mut self, changes: Vec<Change>) -> u32 {
        let views = &mut self.0.program.texts.views;
        let at = views.iter().position(|view| *view == changes).unwrap_or_else(|| {
            views.push(changes);
            views.len() - 1
        });
        at as u32
    }

    /// Translates a condition on one of the text nodes among the children of an element.
    pub(super) fn of_text(
        &mut self,
        predicates: &[Expr],
        condition: Option<Condition>,
        is_first: bool,
    ) -> Result<Formula> {
        let (mut index, mut conditions) = (is_first.then_some(1), Vec::new());
        for (at, predicate) in predicates.iter().enumerate() {
            if is_first && !(at == 0 && position::is_number(predicate)) {
                return self.error(
                    &predicate.span,
                    "only the first of the text nodes counts; write `text()[contains(., \"x\")]`",
                );
            }
            if !position::is_number(predicate) {
                conditions.push(self.text_condition(predicate)?);
                continue;
            }
            match position::of_number(predicate) {
                Some(Position::Nth(nth)) if at == 0 && nth.a == 0 && !nth.from_end => index = Some(nth.b as u32),
                _ => return self.error(&predicate.span, "use a number such as `text()[1]`, as the first predicate"),
            }
        }
        conditions.extend(condition);
        let condition = Condition::All(conditions);
        Ok(Formula::Late(self.0.text(TextTest::Child { index, condition })))
    }

    /// Translates a predicate of `text()`.
    fn text_condition(&mut self, expr: &Expr) -> Result<Condition> {
        let error = "the predicate of `text()` is not supported; compare `.` with a string";
        let conditions = |translator: &mut Self, list: &[Expr]| -> Result<Vec<_>> {
            list.iter().map(|expr| translator.text_condition(expr)).collect()
        };
        let mut string = |expr: &Expr| {
            let mut nodes = None;
            let string = self.string(expr, &mut nodes)?;
            match nodes {
                Some((path, _)) if path.is_absolute || !self.element_steps(&path.steps)?.0.is_empty() => {
                    self.error(&expr.span, error)
                }
                _ => Ok(string),
            }
        };
        Ok(match &expr.kind {
            ExprKind::Or(list) => Condition::Any(conditions(self, list)?),
            ExprKind::And(list) => Condition::All(conditions(self, list)?),
            ExprKind::Call(name, arguments) => match (&**name, &arguments[..]) {
                ("not", [argument]) => Condition::Not(Box::new(self.text_condition(argument)?)),
                ("contains", [text, part]) => Condition::Contains(string(text)?, string(part)?),
                ("starts-with", [text, start]) => Condition::StartsWith(string(text)?, string(start)?),
                ("string" | "normalize-space" | "translate", _) => {
                    let empty = StringExpr::Literal(bytes(""));
                    Condition::Not(Box::new(Condition::Equals(string(expr)?, empty)))
                }
                _ => return self.error(&expr.span, error),
            },
            ExprKind::Compare(comparison, sides) => match &sides[0].kind {
                ExprKind::Call(name, arguments) if &**name == "string-length" => {
                    let own = own(expr);
                    let text = string(arguments.first().unwrap_or(&own))?;
                    let Some(number) = position::constant(&sides[1]) else { return self.error(&expr.span, error) };
                    Condition::Length(text, *comparison, number)
                }
                _ if matches!(sides[1].kind, ExprKind::Literal(_)) || position::constant(&sides[1]).is_some() => {
                    compare_string(*comparison, string(&sides[0])?, &sides[1])
                }
                _ => return self.error(&expr.span, error),
            },
            ExprKind::Path(_) => {
                string(expr)?;
                Condition::Constant(true)
            }
            _ => return self.error(&expr.span, error),
        })
    }
}

/// Returns true if the step leads to at most one element.
fn is_single(step: &super::path::ElementStep<'_>) -> bool {
    let has_index = step
        .predicates
        .iter()
        .any(|predicate| matches!(position::of_number(predicate), Some(Position::Nth(nth)) if nth.a == 0));
    matches!(step.axis, Axis::Own | Axis::Parent)
        || has_index && !(step.counts_siblings && step.axis == Axis::Descendant)
}

/// Returns the changes of the subject, or `None` if the expression is another one.
fn changes(text: &StringExpr) -> Option<Vec<Change>> {
    let (inner, change) = match text {
        StringExpr::Subject => return Some(Vec::new()),
        StringExpr::NormalizeSpace(inner) => (inner, Change::NormalizeSpace),
        StringExpr::Translate(inner, translation) => (inner, Change::Translate(translation.clone())),
        _ => return None,
    };
    let mut changes = changes(inner)?;
    changes.push(change);
    Some(changes)
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
fn compare_string(comparison: Comparison, text: StringExpr, value: &Expr) -> Condition {
    match (comparison, &value.kind) {
        (Comparison::Equal, ExprKind::Literal(value)) => Condition::Equals(text, StringExpr::Literal(bytes(value))),
        (Comparison::NotEqual, ExprKind::Literal(value)) => {
            Condition::Not(Box::new(Condition::Equals(text, StringExpr::Literal(bytes(value)))))
        }
        _ => compare_number(comparison, text, number_of(value)),
    }
}

/// Returns the expression `.` in place of another one.
fn own(expr: &Expr) -> Expr {
    let path = Path { is_absolute: false, steps: Vec::new() };
    Expr { kind: ExprKind::Path(path), span: expr.span.clone() }
}
