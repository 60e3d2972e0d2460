//! XPaths in a normal form, as text: with abbreviations, and as few spaces and parentheses as are readable.

use super::super::strings::Comparison;
use super::syntax::{Arithmetic, Axis, Expr, ExprKind, NodeTest, Path, Step};
use core::fmt::{self, Display, Formatter, Write};

impl Display for Expr {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExprKind::Or(list) => write_joined(list, " or ", 1, to),
            ExprKind::And(list) => write_joined(list, " and ", 2, to),
            ExprKind::Union(list) => write_joined(list, " | ", 8, to),
            ExprKind::Compare(comparison, sides) => {
                let symbol = match comparison {
                    Comparison::Equal => "=",
                    Comparison::NotEqual => "!=",
                    Comparison::Less => "<",
                    Comparison::LessOrEqual => "<=",
                    Comparison::Greater => ">",
                    Comparison::GreaterOrEqual => ">=",
                };
                write_binary(symbol, sides, self.level(), to)
            }
            ExprKind::Arithmetic(operator, sides) => {
                let symbol = match operator {
                    Arithmetic::Add => "+",
                    Arithmetic::Subtract => "-",
                    Arithmetic::Multiply => "*",
                    Arithmetic::Divide => "div",
                    Arithmetic::Modulo => "mod",
                };
                write_binary(symbol, sides, self.level(), to)
            }
            ExprKind::Negative(expr) => {
                to.write_char('-')?;
                write_operand(expr, 7, to)
            }
            ExprKind::Literal(text) if text.contains('"') => write!(to, "'{text}'"),
            ExprKind::Literal(text) => write!(to, "\"{text}\""),
            ExprKind::Number(number) => write!(to, "{number}"),
            ExprKind::Call(name, arguments) => {
                write!(to, "{name}(")?;
                write_joined(arguments, ", ", 0, to)?;
                to.write_char(')')
            }
            ExprKind::Path(path) => path.fmt(to),
            ExprKind::Filter { base, predicates, steps } => {
                write!(to, "({base})")?;
                write_predicates(predicates, to)?;
                write_steps(steps, true, to)
            }
        }
    }
}

impl Expr {
    /// Returns how tightly the operator of the expression binds.
    fn level(&self) -> u8 {
        match &self.kind {
            ExprKind::Or(_) => 0,
            ExprKind::And(_) => 1,
            ExprKind::Compare(Comparison::Equal | Comparison::NotEqual, _) => 2,
            ExprKind::Compare(..) => 3,
            ExprKind::Arithmetic(Arithmetic::Add | Arithmetic::Subtract, _) => 4,
            ExprKind::Arithmetic(..) => 5,
            ExprKind::Negative(_) => 6,
            ExprKind::Union(_) => 7,
            _ => 8,
        }
    }
}

/// Writes an expression, in parentheses if its operator binds less tightly than `level`.
fn write_operand(expr: &Expr, level: u8, to: &mut Formatter<'_>) -> fmt::Result {
    if expr.level() < level { write!(to, "({expr})") } else { expr.fmt(to) }
}

fn write_joined(list: &[Expr], separator: &str, level: u8, to: &mut Formatter<'_>) -> fmt::Result {
    for (index, expr) in list.iter().enumerate() {
        if index > 0 {
            to.write_str(separator)?;
        }
        write_operand(expr, level, to)?;
    }
    Ok(())
}

fn write_binary(symbol: &str, sides: &[Expr; 2], level: u8, to: &mut Formatter<'_>) -> fmt::Result {
    write_operand(&sides[0], level, to)?;
    write!(to, " {symbol} ")?;
    write_operand(&sides[1], level + 1, to)
}

fn write_predicates(predicates: &[Expr], to: &mut Formatter<'_>) -> fmt::Result {
    predicates.iter().try_for_each(|predicate| write!(to, "[{predicate}]"))
}

/// Writes steps with slashes between them, and with one before them if `is_after` is true.
fn write_steps(steps: &[Step], is_after: bool, to: &mut Formatter<'_>) -> fmt::Result {
    let mut needs_slash = is_after;
    for (index, step) in steps.iter().enumerate() {
        let is_below = step.axis == Axis::DescendantOrSelf && step.test == NodeTest::Node && step.predicates.is_empty();
        if is_below && needs_slash && index + 1 < steps.len() {
            to.write_char('/')?; // The second slash follows.
            continue;
        }
        if needs_slash {
            to.write_char('/')?;
        }
        step.fmt(to)?;
        needs_slash = true;
    }
    Ok(())
}

impl Display for Path {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match (self.is_absolute, &self.steps[..]) {
            (true, []) => to.write_char('/'),
            (false, []) => to.write_char('.'),
            (is_absolute, steps) => write_steps(steps, is_absolute, to),
        }
    }
}

impl Display for Step {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        let is_node = self.test == NodeTest::Node && self.predicates.is_empty();
        let axis = match self.axis {
            Axis::Own if is_node => return to.write_char('.'),
            Axis::Parent if is_node => return to.write_str(".."),
            Axis::Child => "",
            Axis::Attribute => "@",
            Axis::Descendant => "descendant::",
            Axis::DescendantOrSelf => "descendant-or-self::",
            Axis::FollowingSibling => "following-sibling::",
            Axis::Following => "following::",
            Axis::Own => "self::",
            Axis::Parent => "parent::",
            Axis::Ancestor => "ancestor::",
            Axis::AncestorOrSelf => "ancestor-or-self::",
            Axis::PrecedingSibling => "preceding-sibling::",
            Axis::Preceding => "preceding::",
        };
        to.write_str(axis)?;
        match &self.test {
            NodeTest::Any => to.write_char('*')?,
            NodeTest::Node => to.write_str("node()")?,
            NodeTest::Text => to.write_str("text()")?,
            NodeTest::Name(name) => to.write_str(name)?,
        }
        write_predicates(&self.predicates, to)
    }
}
