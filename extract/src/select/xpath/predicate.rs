//! Predicates as conditions on an element.

use super::super::builder::Parts;
use super::super::element::Test;
use super::super::foreign_names::ForeignName;
use super::super::program::Late;
use super::super::strings::{Comparison, Condition, StringExpr, Subject};
use super::super::syntax::{Combinator, Operator};
use super::formula::Formula;
use super::position::{self, Position};
use super::syntax::{Axis, Expr, ExprKind, NodeTest, Path};
use super::translator::{Context, ElementStep, Ending, Place, Result, StepParts, Tail, Translator, any, bytes};
use alloc::format;
use alloc::vec::Vec;

/// The most steps of a path in a predicate.
const MAX_STEPS: usize = 64;

impl Translator<'_, '_> {
    /// Translates a predicate. A number is a position.
    pub(super) fn predicate(&mut self, expr: &Expr, context: &Context<'_>) -> Result<Formula> {
        if !position::is_number(expr) {
            return self.condition(expr, context);
        }
        match position::of_number(expr) {
            Some(position) => self.position(position, expr, context),
            None => self.error(&expr.span, "a number is a position here; write a comparison, such as `count(a) > 0`"),
        }
    }

    pub(super) fn position(&mut self, position: Position, expr: &Expr, context: &Context<'_>) -> Result<Formula> {
        let (nth, is_not) = match position {
            Position::Constant(value) => return Ok(Formula::Constant(value)),
            Position::Nth(nth) => (nth, false),
            Position::Not(nth) => (nth, true),
        };
        let formula = match context.place {
            Place::None => {
                return self.error(&expr.span, "the position cannot be counted here; use a predicate such as `[2]`");
            }
            Place::Only => Formula::Constant(nth.matches(1)),
            Place::Among(list, scope) => Formula::Late(any(self.0.position(list, nth, scope, None)?)),
        };
        Ok(if is_not { formula.not() } else { formula })
    }

    /// Translates an expression as a boolean.
    pub(super) fn condition(&mut self, expr: &Expr, context: &Context<'_>) -> Result<Formula> {
        match &expr.kind {
            ExprKind::Or(list) => Ok(Formula::any(self.conditions(list, context)?)),
            ExprKind::And(list) => Ok(Formula::all(self.conditions(list, context)?)),
            ExprKind::Compare(comparison, sides) => self.compare(*comparison, &sides[0], &sides[1], expr, context),
            ExprKind::Literal(text) => Ok(Formula::Constant(!text.is_empty())),
            ExprKind::Path(path) => {
                let tail = |ending| Tail { ending, condition: None, is_first: false };
                self.exists(path, expr, tail, context.known)
            }
            ExprKind::Union(list) => Ok(Formula::any(self.conditions(list, context)?)),
            ExprKind::Call(name, arguments) => self.call(name, arguments, expr, context),
            ExprKind::Number(_) | ExprKind::Arithmetic(..) | ExprKind::Negative(_) => match position::constant(expr) {
                Some(value) => Ok(Formula::Constant(value != 0.0 && !value.is_nan())),
                None => self.error(&expr.span, "write a comparison, such as `position() > 1`"),
            },
            ExprKind::Filter { .. } => {
                self.error(&expr.span, "parentheses with predicates are supported at the start of a selector only")
            }
        }
    }

    fn conditions(&mut self, list: &[Expr], context: &Context<'_>) -> Result<Vec<Formula>> {
        list.iter().map(|expr| self.condition(expr, context)).collect()
    }

    fn call(&mut self, name: &str, arguments: &[Expr], expr: &Expr, context: &Context<'_>) -> Result<Formula> {
        match (name, arguments) {
            ("true", []) => Ok(Formula::Constant(true)),
            ("false", []) => Ok(Formula::Constant(false)),
            ("not", [argument]) => Ok(self.condition(argument, context)?.not()),
            ("boolean", [argument]) => self.condition(argument, context),
            ("contains", [text, part]) => self.strings(&[text, part], context, |mut list| {
                let part = list.pop();
                list.pop().zip(part).map(|(text, part)| Condition::Contains(text, part))
            }),
            ("starts-with", [text, start]) => self.strings(&[text, start], context, |mut list| {
                let start = list.pop();
                list.pop().zip(start).map(|(text, start)| Condition::StartsWith(text, start))
            }),
            // A function of parsel.
            ("has-class", [_, ..]) => {
                let tests = arguments.iter().map(|argument| match &argument.kind {
                    ExprKind::Literal(class) => Ok(Formula::Test(has_word("class", class))),
                    _ => self.error(&argument.span, "write the class as a string"),
                });
                Ok(Formula::all(tests.collect::<Result<_>>()?))
            }
            ("count", [argument]) => self.condition(argument, context),
            ("string-length" | "number", _) => {
                let zero = Expr { kind: ExprKind::Number(0.0), span: expr.span.clone() };
                self.compare(Comparison::NotEqual, expr, &zero, expr, context)
            }
            ("string" | "normalize-space" | "translate" | "concat" | "substring-before" | "substring-after", _) => {
                let empty = Expr { kind: ExprKind::Literal("".into()), span: expr.span.clone() };
                self.compare(Comparison::NotEqual, expr, &empty, expr, context)
            }
            ("position" | "last", []) => Ok(Formula::Constant(true)),
            _ => self.unknown_function(name, expr),
        }
    }

    pub(super) fn unknown_function<T>(&self, name: &str, expr: &Expr) -> Result<T> {
        let advice = match name {
            "contains" | "starts-with" | "not" | "boolean" | "count" | "string" | "normalize-space" | "translate"
            | "concat" | "substring-before" | "substring-after" | "true" | "false" | "position" | "last"
            | "string-length" | "number" | "name" | "local-name" | "has-class" => {
                "has other arguments, or is not supported here"
            }
            "ends-with" | "matches" | "lower-case" | "upper-case" | "replace" | "tokenize" | "string-join" => {
                "is not part of XPath 1.0; use `contains()`, `starts-with()` or `translate()`"
            }
            "re:test" | "re:match" => {
                "is not part of XPath 1.0; use `contains()` or `starts-with()`, or filter the matches"
            }
            "id" => "is not supported; use `//*[@id=\"x\"]`",
            "lang" => "is not supported; use `[@lang=\"en\"]`",
            "substring" => {
                "is not supported; use `starts-with()`, `contains()`, `substring-before()` or `substring-after()`"
            }
            "sum" | "floor" | "ceiling" | "round" => "is not supported; compare the numbers outside",
            _ => "is not a function of XPath 1.0",
        };
        self.error(&expr.span, format!("`{name}()` {advice}"))
    }

    /// Translates a path as the condition that it leads to a node.
    pub(super) fn exists<'e>(
        &mut self,
        path: &'e Path,
        expr: &Expr,
        tail: impl FnOnce(Ending<'e>) -> Tail<'e>,
        known: &[Test],
    ) -> Result<Formula> {
        if path.is_absolute {
            return self.error(&expr.span, "the path starts at the document, not at the element; write `.` before it");
        }
        let (steps, ending) = self.element_steps(&path.steps)?;
        self.relative(&steps, &tail(ending), known)
    }

    /// Translates the rest of a path, at an element that passes `known`.
    pub(super) fn relative(&mut self, steps: &[ElementStep<'_>], tail: &Tail<'_>, known: &[Test]) -> Result<Formula> {
        let Some((step, rest)) = steps.split_first() else {
            return self.ending(&tail.ending, tail.condition.clone(), tail.is_first);
        };
        if steps.len() > MAX_STEPS {
            return self.error(&step.span, format!("a path in a predicate can have {MAX_STEPS} steps"));
        }
        let StepParts { mut parts, position } = self.step_parts(step)?;
        let is_document = step.axis == Axis::Parent && step.test == NodeTest::Node && step.predicates.is_empty();
        let of_rest = self.relative(rest, tail, &parts.tests)?;
        of_rest.add_to(&mut parts, self.0)?;
        if let Some((of, nth, scope)) = position {
            if nth.a != 0 {
                return self.error(&step.span, "use one position such as `[1]` in a path in a predicate");
            }
            let holds = self.0.bit(parts)?;
            let contexts = self.0.new_list();
            self.0.list(Parts { tests: known.to_vec(), late: Vec::new() }, contexts)?;
            return Ok(Formula::Late(any(self.0.position(of, nth, scope(contexts), Some(holds))?)));
        }
        let formula = match step.axis {
            Axis::Own => Formula::of_parts(parts),
            Axis::Child => self.has(Combinator::Child, parts)?,
            Axis::Descendant => self.has(Combinator::Descendant, parts)?,
            Axis::FollowingSibling => self.has(Combinator::SubsequentSibling, parts)?,
            Axis::DescendantOrSelf => {
                let below = self.has(Combinator::Descendant, parts.clone())?;
                Formula::any(Vec::from([Formula::of_parts(parts), below]))
            }
            Axis::Parent => self.has_before(Combinator::Child, parts)?,
            Axis::Ancestor => self.has_before(Combinator::Descendant, parts)?,
            Axis::PrecedingSibling => self.has_before(Combinator::SubsequentSibling, parts)?,
            Axis::AncestorOrSelf => {
                let above = self.has_before(Combinator::Descendant, parts.clone())?;
                Formula::any(Vec::from([Formula::of_parts(parts), above]))
            }
            Axis::Following | Axis::Preceding | Axis::Attribute => {
                return self.error(&step.span, "the step is not supported here");
            }
        };
        if !is_document {
            return Ok(formula);
        }
        // The parent of the root is the document, whose only child is the root.
        let mut rest = rest.to_vec();
        let axis = match rest.first().map(|step| step.axis) {
            Some(Axis::Child) => Axis::Own,
            Some(Axis::Descendant | Axis::DescendantOrSelf) => Axis::DescendantOrSelf,
            // The document exists.
            None if matches!(tail.ending, Ending::Element) && tail.condition.is_none() => {
                return Ok(Formula::Constant(true));
            }
            None if matches!(tail.ending, Ending::Element) => {
                return self.error(&step.span, "the parent may be the document; use `parent::*`");
            }
            _ => return Ok(formula),
        };
        rest[0].axis = axis;
        let of_root = self.relative(&rest, tail, known)?;
        let of_root = Formula::all(Vec::from([Formula::Late(Late::Root), of_root]));
        Ok(Formula::any(Vec::from([formula, of_root])))
    }

    fn has(&mut self, combinator: Combinator, parts: Parts) -> Result<Formula> {
        let bit = self.0.has_bit(parts, None, None)?;
        Ok(Formula::Late(Late::Has(Vec::from([(combinator, bit)]))))
    }

    fn has_before(&mut self, combinator: Combinator, parts: Parts) -> Result<Formula> {
        let bit = self.0.bit(parts)?;
        Ok(Formula::Late(Late::After(combinator, bit)))
    }

    /// Translates the end of a path, at the element before it.
    pub(super) fn ending(
        &mut self,
        ending: &Ending<'_>,
        condition: Option<Condition>,
        is_first: bool,
    ) -> Result<Formula> {
        match ending {
            Ending::Element => condition.map_or(Ok(Formula::Constant(true)), |condition| self.of_value(&condition)),
            Ending::Attribute(name) => {
                let name = ForeignName::of_attribute(name);
                let has = Condition::HasAttribute(name.clone());
                let condition = condition.unwrap_or(Condition::Constant(true));
                let condition = condition.with_subject(&StringExpr::Attribute(name));
                Ok(self.of_attributes(&Condition::All(Vec::from([has, condition]))))
            }
            Ending::Text(predicates) => self.of_text(predicates, condition, is_first),
        }
    }

    /// Translates a condition on attributes.
    pub(super) fn of_attributes(&self, condition: &Condition) -> Formula {
        let list = |list: &[Condition]| list.iter().map(|condition| self.of_attributes(condition)).collect();
        match condition {
            Condition::Constant(value) => Formula::Constant(*value),
            Condition::Not(condition) => self.of_attributes(condition).not(),
            Condition::All(conditions) => Formula::all(list(conditions)),
            Condition::Any(conditions) => Formula::any(list(conditions)),
            _ => Formula::all(tests_of_attributes(condition).into_iter().map(Formula::Test).collect()),
        }
    }
}

/// Returns the tests of a condition on attributes, so that the index finds them.
fn tests_of_attributes(condition: &Condition) -> Vec<Test> {
    let test = |name: &ForeignName, operator, value: &[u8]| {
        let (name, value) = (name.clone(), value.into());
        Vec::from([Test::Attribute { name, operator, value, ignores_case: (false, false) }])
    };
    match condition {
        Condition::HasAttribute(name) => return test(name, Operator::Exists, b""),
        Condition::Equals(StringExpr::Attribute(name), StringExpr::Literal(value))
        | Condition::Equals(StringExpr::Literal(value), StringExpr::Attribute(name))
            if !value.is_empty() =>
        {
            let mut tests = test(name, Operator::Equals, value);
            if *name.lower == *b"id" {
                tests.push(Test::Id(value.clone()));
            }
            return tests;
        }
        Condition::Contains(StringExpr::Attribute(name), StringExpr::Literal(value)) if !value.is_empty() => {
            return test(name, Operator::Contains, value);
        }
        Condition::StartsWith(StringExpr::Attribute(name), StringExpr::Literal(value)) if !value.is_empty() => {
            return test(name, Operator::StartsWith, value);
        }
        _ => {}
    }
    let mut tests = Vec::from([Test::Condition(condition.clone())]);
    if let Some(class) = class_of(condition) {
        tests.push(class);
    } else if !condition.is_true(&Subject(b"")) {
        // One of the attributes must be there.
        let mut names = Vec::new();
        condition.for_each_attribute(&mut |name| names.push(test(name, Operator::Exists, b"")));
        tests.push(Test::Any(names));
    }
    tests
}

/// Returns the test for a class that elements have if `contains(concat(" ", @class, " "), " x ")` is true.
fn class_of(condition: &Condition) -> Option<Test> {
    let Condition::Contains(StringExpr::Concat(list), StringExpr::Literal(wanted)) = condition else { return None };
    let [StringExpr::Literal(before), middle, StringExpr::Literal(after)] = &list[..] else { return None };
    let name = match middle {
        StringExpr::Attribute(name) => name,
        StringExpr::NormalizeSpace(inner) => match &**inner {
            StringExpr::Attribute(name) => name,
            _ => return None,
        },
        _ => return None,
    };
    let word = wanted.strip_prefix(b" ")?.strip_suffix(b" ")?;
    let is_word = !word.is_empty() && !word.iter().any(u8::is_ascii_whitespace);
    (*name.lower == *b"class" && **before == *b" " && **after == *b" " && is_word).then(|| Test::Class(word.into()))
}

/// Returns the test that an attribute has a word, with case.
fn has_word(name: &str, word: &str) -> Test {
    let name = ForeignName::of_attribute(name);
    Test::Attribute { name, operator: Operator::HasWord, value: bytes(word), ignores_case: (false, false) }
}
