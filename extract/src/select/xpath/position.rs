//! Predicates on positions: `[2]`, `[last()]`, `[position() > 1]`.

use super::super::strings::Comparison;
use super::super::syntax::Nth;
use super::syntax::{Arithmetic, Expr, ExprKind};

/// A condition on the position of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Position {
    Constant(bool),
    Nth(Nth),
    Not(Nth),
}

/// The value of a number expression: a constant, or a constant added to `position()` or `last()`.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Number {
    Constant(f64),
    Position(f64),
    Last(f64),
    /// `position() mod n`
    Modulo(f64),
}

/// Returns true if the expression has a number as its value.
pub(super) fn is_number(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number(_) | ExprKind::Arithmetic(..) | ExprKind::Negative(_) => true,
        ExprKind::Call(name, _) => {
            matches!(
                &**name,
                "position" | "last" | "count" | "string-length" | "number" | "sum" | "floor" | "ceiling" | "round"
            )
        }
        _ => false,
    }
}

/// Returns the value of an expression of constants.
pub(super) fn constant(expr: &Expr) -> Option<f64> {
    match number(expr) {
        Some(Number::Constant(value)) => Some(value),
        _ => None,
    }
}

/// Returns true if the expression contains `position()` or `last()`, outside of predicates in it.
pub(super) fn has_position(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Call(name, arguments) => matches!(&**name, "position" | "last") || arguments.iter().any(has_position),
        ExprKind::Or(list) | ExprKind::And(list) | ExprKind::Union(list) => list.iter().any(has_position),
        ExprKind::Compare(_, sides) | ExprKind::Arithmetic(_, sides) => sides.iter().any(has_position),
        ExprKind::Negative(expr) => has_position(expr),
        ExprKind::Filter { base, .. } => has_position(base),
        ExprKind::Literal(_) | ExprKind::Number(_) | ExprKind::Path(_) => false,
    }
}

/// Returns the position that a predicate with a number selects, such as `[2]` or `[last()]`.
pub(super) fn of_number(expr: &Expr) -> Option<Position> {
    compared(Comparison::Equal, number(expr)?)
}

/// Returns the positions that a comparison selects, such as `position() > 1`.
pub(super) fn of_comparison(comparison: Comparison, left: &Expr, right: &Expr) -> Option<Position> {
    match (number(left)?, number(right)?) {
        (Number::Position(added), other) => compared(comparison, minus(other, added)?),
        (other, Number::Position(added)) => compared(comparison.reversed(), minus(other, added)?),
        (Number::Modulo(of), Number::Constant(rest)) if comparison == Comparison::Equal => {
            let is_possible = rest >= 0.0 && rest < of && is_integer(rest);
            Some(if is_possible { nth(of, rest, false) } else { Position::Constant(false) })
        }
        _ => None,
    }
}

fn minus(number: Number, subtracted: f64) -> Option<Number> {
    Some(match number {
        Number::Constant(value) => Number::Constant(value - subtracted),
        Number::Last(value) => Number::Last(value - subtracted),
        _ => return None,
    })
}

/// Returns the positions for which the comparison with a number is true.
fn compared(comparison: Comparison, number: Number) -> Option<Position> {
    let (value, from_end) = match number {
        Number::Constant(value) => (value, false),
        // The index from the end of `last() - k` is k + 1, and it decreases.
        Number::Last(added) => (1.0 - added, true),
        Number::Position(_) | Number::Modulo(_) => return None,
    };
    if value.is_nan() {
        return Some(Position::Constant(comparison == Comparison::NotEqual));
    }
    let comparison = if from_end { comparison.reversed() } else { comparison };
    Some(match comparison {
        Comparison::Equal if !is_integer(value) => Position::Constant(false),
        Comparison::NotEqual if !is_integer(value) => Position::Constant(true),
        Comparison::Equal => nth(0.0, value, from_end),
        Comparison::NotEqual => match nth(0.0, value, from_end) {
            Position::Nth(nth) => Position::Not(nth),
            _ => Position::Constant(true),
        },
        Comparison::Less => below(ceil(value) - 1.0, from_end),
        Comparison::LessOrEqual => below(floor(value), from_end),
        Comparison::Greater => nth(1.0, floor(value) + 1.0, from_end),
        Comparison::GreaterOrEqual => nth(1.0, ceil(value), from_end),
    })
}

/// Returns the positions up to `value`.
fn below(value: f64, from_end: bool) -> Position {
    if value < 1.0 { Position::Constant(false) } else { nth(-1.0, value, from_end) }
}

fn nth(a: f64, b: f64, from_end: bool) -> Position {
    if a == 0.0 && b < 1.0 {
        return Position::Constant(false);
    }
    // Larger numbers have the same effect: no page has as many elements.
    let limited = |number: f64| number.clamp(-1e9, 1e9) as i32;
    Position::Nth(Nth { a: limited(a), b: limited(b), from_end, of_type: false })
}

fn number(expr: &Expr) -> Option<Number> {
    Some(match &expr.kind {
        ExprKind::Number(value) => Number::Constant(*value),
        ExprKind::Negative(expr) => match number(expr)? {
            Number::Constant(value) => Number::Constant(-value),
            _ => return None,
        },
        ExprKind::Call(name, arguments) if arguments.is_empty() => match &**name {
            "position" => Number::Position(0.0),
            "last" => Number::Last(0.0),
            _ => return None,
        },
        ExprKind::Arithmetic(operator, sides) => match (*operator, number(&sides[0])?, number(&sides[1])?) {
            (operator, Number::Constant(a), Number::Constant(b)) => Number::Constant(match operator {
                Arithmetic::Add => a + b,
                Arithmetic::Subtract => a - b,
                Arithmetic::Multiply => a * b,
                Arithmetic::Divide => a / b,
                Arithmetic::Modulo => a % b,
            }),
            (Arithmetic::Add, Number::Position(a), Number::Constant(b))
            | (Arithmetic::Add, Number::Constant(a), Number::Position(b)) => Number::Position(a + b),
            (Arithmetic::Subtract, Number::Position(a), Number::Constant(b)) => Number::Position(a - b),
            (Arithmetic::Add, Number::Last(a), Number::Constant(b))
            | (Arithmetic::Add, Number::Constant(a), Number::Last(b)) => Number::Last(a + b),
            (Arithmetic::Subtract, Number::Last(a), Number::Constant(b)) => Number::Last(a - b),
            (Arithmetic::Modulo, Number::Position(0.0), Number::Constant(b)) if b >= 1.0 && is_integer(b) => {
                Number::Modulo(b)
            }
            _ => return None,
        },
        _ => return None,
    })
}

/// The functions of `f64` that need `std`.
fn floor(value: f64) -> f64 {
    let truncated = value.clamp(-1e15, 1e15) as i64 as f64;
    if truncated > value { truncated - 1.0 } else { truncated }
}

fn ceil(value: f64) -> f64 {
    -floor(-value)
}

fn is_integer(value: f64) -> bool {
    value == floor(value)
}

/// Returns true if a predicate depends on the position.
pub(super) fn is_positional(predicate: &Expr) -> bool {
    is_number(predicate) || has_position(predicate)
}
