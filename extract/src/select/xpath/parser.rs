//! Reads [XPath 1.0](https://www.w3.org/TR/xpath-10/).

use super::super::error::SelectorError;
use super::super::strings::Comparison;
use super::lexer::{Token, tokens};
use super::syntax::{Arithmetic, Axis, Expr, ExprKind, NodeTest, Path, Step};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

/// The deepest nesting of parentheses and predicates.
const MAX_DEPTH: usize = 16;

/// The largest number of operators of the same precedence in a row.
const MAX_OPERATORS: usize = 32;

type Result<T, E = SelectorError> = core::result::Result<T, E>;

/// Reads an expression.
pub(super) fn parse(selector: usize, text: &str) -> Result<Expr> {
    let tokens = tokens(text).map_err(|(span, message)| SelectorError { selector, span, message })?;
    let mut parser = Parser { selector, text, tokens, at: 0, depth: 0 };
    let expr = parser.or()?;
    if parser.is_next(",") {
        return parser.expected("the end of the path; a union of paths is written `//a | //b`");
    }
    if parser.at < parser.tokens.len() {
        return parser.expected("the end");
    }
    Ok(expr)
}

struct Parser<'s> {
    selector: usize,
    text: &'s str,
    tokens: Vec<(Token, Range<usize>)>,
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn error(&self, span: Range<usize>, message: impl Into<String>) -> SelectorError {
        SelectorError { selector: self.selector, span, message: message.into() }
    }

    /// Returns an error at the next token.
    fn expected<T>(&self, what: &str) -> Result<T> {
        let (found, span) = match self.tokens.get(self.at) {
            Some((_, span)) => (format!("`{}`", &self.text[span.clone()]), span.clone()),
            None => ("the end".to_string(), self.text.len()..self.text.len()),
        };
        Err(self.error(span, format!("expected {what}, found {found}")))
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(token, _)| token)
    }

    fn is_next(&self, symbol: &str) -> bool {
        matches!(self.peek(), Some(Token::Symbol(next)) if *next == symbol)
    }

    fn take(&mut self, symbol: &str) -> bool {
        let found = self.is_next(symbol);
        self.at += usize::from(found);
        found
    }

    fn start(&self) -> usize {
        self.tokens.get(self.at).map_or(self.text.len(), |(_, span)| span.start)
    }

    /// Returns the place of the tokens from `start` to the last one that was read.
    fn span_from(&self, start: usize) -> Range<usize> {
        start..self.tokens[..self.at].last().map_or(start, |(_, span)| span.end)
    }

    /// Reads operands with one of `symbols` between them.
    fn binary(
        &mut self,
        operand: fn(&mut Self) -> Result<Expr>,
        symbols: &[&str],
        build: fn(&str, Expr, Expr) -> ExprKind,
    ) -> Result<Expr> {
        let start = self.start();
        let mut left = operand(self)?;
        let mut operators = 0;
        while let Some(symbol) = symbols.iter().find(|symbol| self.is_next(symbol)) {
            self.at += 1;
            operators += 1;
            if operators > MAX_OPERATORS {
                return Err(
                    self.error(self.span_from(start), format!("more than {MAX_OPERATORS} operators follow each other"))
                );
            }
            let right = operand(self)?;
            left = Expr { kind: build(symbol, left, right), span: self.span_from(start) };
        }
        Ok(left)
    }

    fn or(&mut self) -> Result<Expr> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let start = self.start();
            return Err(self.error(start..start, format!("expressions are nested more than {MAX_DEPTH} deep")));
        }
        let expr = self.binary(Self::and, &["or"], |_, left, right| ExprKind::Or(joined(left, right, true)));
        self.depth -= 1;
        expr
    }

    fn and(&mut self) -> Result<Expr> {
        self.binary(Self::equality, &["and"], |_, left, right| ExprKind::And(joined(left, right, false)))
    }

    fn equality(&mut self) -> Result<Expr> {
        self.binary(Self::relational, &["=", "!="], compare)
    }

    fn relational(&mut self) -> Result<Expr> {
        self.binary(Self::additive, &["<", "<=", ">", ">="], compare)
    }

    fn additive(&mut self) -> Result<Expr> {
        self.binary(Self::multiplicative, &["+", "-"], arithmetic)
    }

    fn multiplicative(&mut self) -> Result<Expr> {
        self.binary(Self::unary, &["*", "div", "mod"], arithmetic)
    }

    fn unary(&mut self) -> Result<Expr> {
        let start = self.start();
        let mut signs = 0;
        while self.take("-") {
            signs += 1;
        }
        let expr = self.union()?;
        if signs % 2 == 0 {
            return Ok(expr);
        }
        Ok(Expr { kind: ExprKind::Negative(Box::new(expr)), span: self.span_from(start) })
    }

    fn union(&mut self) -> Result<Expr> {
        let start = self.start();
        let first = self.path()?;
        if !self.is_next("|") {
            return Ok(first);
        }
        let mut list = Vec::from([first]);
        while self.take("|") {
            list.push(self.path()?);
        }
        Ok(Expr { kind: ExprKind::Union(list), span: self.span_from(start) })
    }

    /// Reads a location path, or a primary expression with predicates and steps.
    fn path(&mut self) -> Result<Expr> {
        let start = self.start();
        let is_call = matches!(self.peek(), Some(Token::Name(name)) if !is_node_type(name))
            && matches!(self.tokens.get(self.at + 1), Some((Token::Symbol("("), _)));
        let is_primary = is_call
            || match self.peek() {
                Some(Token::Literal(_) | Token::Number(_)) => true,
                Some(Token::Symbol(symbol)) => matches!(*symbol, "(" | "$"),
                _ => false,
            };
        if !is_primary {
            let path = self.location_path()?;
            return Ok(Expr { kind: ExprKind::Path(path), span: self.span_from(start) });
        }
        let base = self.primary()?;
        let predicates = self.predicates()?;
        let mut steps = Vec::new();
        if self.is_next("/") || self.is_next("//") {
            self.steps(&mut steps)?;
        }
        if predicates.is_empty() && steps.is_empty() {
            return Ok(base);
        }
        let kind = ExprKind::Filter { base: Box::new(base), predicates, steps };
        Ok(Expr { kind, span: self.span_from(start) })
    }

    fn primary(&mut self) -> Result<Expr> {
        let start = self.start();
        let Some((token, span)) = self.tokens.get(self.at).cloned() else { return self.expected("an expression") };
        self.at += 1;
        let kind = match token {
            Token::Literal(text) => ExprKind::Literal(text),
            Token::Number(number) => ExprKind::Number(number),
            Token::Name(name) => {
                self.at += 1;
                let mut arguments = Vec::new();
                while !self.take(")") {
                    if !arguments.is_empty() && !self.take(",") {
                        return self.expected("`,` or `)`");
                    }
                    arguments.push(self.or()?);
                }
                ExprKind::Call(name, arguments)
            }
            Token::Symbol("$") => {
                return Err(self.error(span, "no variables are declared; write the value"));
            }
            Token::Symbol(_) => {
                let expr = self.or()?;
                if !self.take(")") {
                    return self.expected("`)`");
                }
                return Ok(expr);
            }
        };
        Ok(Expr { kind, span: self.span_from(start) })
    }

    fn location_path(&mut self) -> Result<Path> {
        let is_absolute = self.is_next("/") || self.is_next("//");
        let mut steps = Vec::new();
        if is_absolute {
            if self.is_next("/") && !self.starts_step(self.at + 1) {
                self.at += 1;
                return Ok(Path { is_absolute, steps });
            }
        } else {
            steps.push(self.step()?);
        }
        self.steps(&mut steps)?;
        Ok(Path { is_absolute, steps })
    }

    /// Reads steps, each after `/` or `//`.
    fn steps(&mut self, steps: &mut Vec<Step>) -> Result<()> {
        loop {
            let start = self.start();
            if self.take("//") {
                let span = self.span_from(start);
                let (axis, test) = (Axis::DescendantOrSelf, NodeTest::Node);
                steps.push(Step { axis, test, predicates: Vec::new(), span });
            } else if !self.take("/") {
                return Ok(());
            }
            steps.push(self.step()?);
        }
    }

    fn starts_step(&self, at: usize) -> bool {
        match self.tokens.get(at) {
            Some((Token::Name(_), _)) => true,
            Some((Token::Symbol(symbol), _)) => matches!(*symbol, "wildcard" | "." | ".." | "@"),
            _ => false,
        }
    }

    fn step(&mut self) -> Result<Step> {
        let start = self.start();
        if !self.starts_step(self.at) {
            return self.expected("a step such as `p` or `@href`");
        }
        let (axis, test) = if self.take(".") {
            (Axis::Own, NodeTest::Node)
        } else if self.take("..") {
            (Axis::Parent, NodeTest::Node)
        } else {
            let axis = self.axis()?;
            (axis, self.node_test()?)
        };
        let predicates = self.predicates()?;
        Ok(Step { axis, test, predicates, span: self.span_from(start) })
    }

    fn axis(&mut self) -> Result<Axis> {
        if self.take("@") {
            return Ok(Axis::Attribute);
        }
        let Some((Token::Name(name), span)) = self.tokens.get(self.at) else { return Ok(Axis::Child) };
        if !matches!(self.tokens.get(self.at + 1), Some((Token::Symbol("::"), _))) {
            return Ok(Axis::Child);
        }
        let axis = match &**name {
            "child" => Axis::Child,
            "descendant" => Axis::Descendant,
            "descendant-or-self" => Axis::DescendantOrSelf,
            "following-sibling" => Axis::FollowingSibling,
            "following" => Axis::Following,
            "self" => Axis::Own,
            "parent" => Axis::Parent,
            "ancestor" => Axis::Ancestor,
            "ancestor-or-self" => Axis::AncestorOrSelf,
            "preceding-sibling" => Axis::PrecedingSibling,
            "preceding" => Axis::Preceding,
            "attribute" => Axis::Attribute,
            "namespace" => return Err(self.error(span.clone(), "HTML has no namespace nodes; remove the step")),
            _ => return Err(self.error(span.clone(), format!("`{name}` is not an axis of XPath"))),
        };
        self.at += 2;
        Ok(axis)
    }

    fn node_test(&mut self) -> Result<NodeTest> {
        if self.take("wildcard") {
            return Ok(NodeTest::Any);
        }
        let Some((Token::Name(name), span)) = self.tokens.get(self.at).cloned() else {
            return self.expected("a name, `*` or `text()`");
        };
        self.at += 1;
        if self.take("(") {
            if !self.take(")") {
                return self.expected("`)`");
            }
            return match &*name {
                "node" => Ok(NodeTest::Node),
                "text" => Ok(NodeTest::Text),
                "comment" | "processing-instruction" => {
                    Err(self.error(span.start..self.start(), "comments are not kept; remove the step"))
                }
                "string" | "normalize-space" => {
                    let message =
                        format!("`{name}()` is not a step in XPath 1.0; end the path before it, and read the text");
                    Err(self.error(span, message))
                }
                _ => Err(self.error(span, format!("`{name}()` is not a step in XPath 1.0"))),
            };
        }
        if name.contains(':') {
            let message = "namespace prefixes are not declared anywhere; use `*[local-name()=\"name\"]`";
            return Err(self.error(span, message));
        }
        Ok(NodeTest::Name(name))
    }

    fn predicates(&mut self) -> Result<Vec<Expr>> {
        let mut predicates = Vec::new();
        while self.take("[") {
            predicates.push(self.or()?);
            if !self.take("]") {
                return self.expected("`]`");
            }
        }
        Ok(predicates)
    }
}

fn is_node_type(name: &str) -> bool {
    matches!(name, "node" | "text" | "comment" | "processing-instruction")
}

/// Adds `right` to the operands of `left`, if `left` is of the same kind.
fn joined(left: Expr, right: Expr, is_or: bool) -> Vec<Expr> {
    match left.kind {
        ExprKind::Or(mut list) if is_or => {
            list.push(right);
            list
        }
        ExprKind::And(mut list) if !is_or => {
            list.push(right);
            list
        }
        kind => Vec::from([Expr { kind, span: left.span }, right]),
    }
}

fn compare(symbol: &str, left: Expr, right: Expr) -> ExprKind {
    let comparison = match symbol {
        "=" => Comparison::Equal,
        "!=" => Comparison::NotEqual,
        "<" => Comparison::Less,
        "<=" => Comparison::LessOrEqual,
        ">" => Comparison::Greater,
        _ => Comparison::GreaterOrEqual,
    };
    ExprKind::Compare(comparison, Box::new([left, right]))
}

fn arithmetic(symbol: &str, left: Expr, right: Expr) -> ExprKind {
    let operator = match symbol {
        "+" => Arithmetic::Add,
        "-" => Arithmetic::Subtract,
        "*" => Arithmetic::Multiply,
        "div" => Arithmetic::Divide,
        _ => Arithmetic::Modulo,
    };
    ExprKind::Arithmetic(operator, Box::new([left, right]))
}
