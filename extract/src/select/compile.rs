//! Compiles selectors in both languages.

use super::builder::Builder;
use super::error::SelectorError;
use super::program::{Program, Source};
use super::{css, xpath};

impl Program {
    pub(super) fn compile(selectors: &[&str]) -> Result<Self, SelectorError> {
        let mut program = Self { selectors: selectors.len(), ..Self::default() };
        for (number, text) in selectors.iter().enumerate() {
            let positions = program.positions.len();
            let mut builder = Builder::new(&mut program, number, text);
            let (result, selector) =
                if xpath::is_path(text) { xpath::compile(&mut builder)? } else { css::compile(&mut builder)? };
            let (steps, positions) = (builder.steps, positions..program.positions.len());
            program.sources.push(Source { selector, result, steps, positions });
        }
        program.finish();
        Ok(program)
    }
}
