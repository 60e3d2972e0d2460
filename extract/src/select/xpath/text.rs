//! Conditions on the text of elements and on text nodes.

use super::super::strings::{Condition, StringExpr};
use super::super::text_plan::{Change, MAX_LENGTH, Search, TextTest, ValueCondition};
use super::formula::Formula;
use super::position::{self, Position};
use super::string::{compare_string, own};
use super::syntax::{Expr, ExprKind};
use super::translator::{Result, Translator, bytes};
use aho_corasick::AhoCorasick;
use alloc::boxed::Box;
use alloc::vec::Vec;

impl Translator<'_, '_> {
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
