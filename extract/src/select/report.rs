//! A report about compiled selectors: their normal form and their cost.

use super::program::{Late, Program, Source, Step};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The properties of a compiled selector. Returned by [`Selectors::report`](super::Selectors::report).
///
/// Every selector that compiles is exact: its matches are the matches on a tree. So the report is about the cost.
///
/// ```
/// use tagrake_extract::Selectors;
///
/// let selectors = Selectors::compile(&["ul>li:first-child", "//p[contains(., 'x')]/.."])?;
/// let report = selectors.report(0);
/// assert_eq!(report.selector(), "ul > li:nth-child(1)");
/// assert_eq!((report.passes(), report.needs_text(), report.needs_indexes()), (1, false, true));
/// assert_eq!(report.to_string(), "ul > li:nth-child(1): exact; needs indexes of siblings");
///
/// let report = selectors.report(1);
/// assert_eq!(report.selector(), "//p[contains(., \"x\")]/..");
/// assert_eq!((report.passes(), report.needs_text(), report.untargeted_steps()), (3, true, 2));
/// # Ok::<(), tagrake_extract::SelectorError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectorReport {
    selector: String,
    passes: usize,
    steps: usize,
    untargeted_steps: usize,
    needs_text: bool,
    needs_indexes: bool,
}

impl SelectorReport {
    pub(super) fn new(program: &Program, selector: usize) -> Self {
        let Source { selector, steps, positions, .. } = &program.sources[selector];
        let positions = &program.positions[positions.clone()];
        let steps: Vec<_> = steps.iter().map(|step| &program.steps[*step as usize]).collect();
        let mut stages: Vec<_> = steps.iter().map(|step| step.stage).collect();
        stages.extend(positions.iter().map(|position| position.stage));
        stages.sort_unstable();
        stages.dedup();
        let needs =
            |is_needed: fn(&Late) -> bool| steps.iter().any(|step| step.late.iter().any(|late| has(late, is_needed)));
        Self {
            selector: selector.clone(),
            passes: stages.len(),
            steps: steps.len(),
            untargeted_steps: steps.iter().filter(|step| is_untargeted(step)).count(),
            needs_text: needs(|late| matches!(late, Late::Text(_) | Late::Empty)),
            needs_indexes: !positions.is_empty() || needs(|late| matches!(late, Late::Nth(_))),
        }
    }

    /// Returns the selector in a normal form, which is a selector with the same meaning.
    pub fn selector(&self) -> &str {
        &self.selector
    }

    /// Returns the number of passes over the elements of a page. Most selectors need one. `:has`, positions among some
    /// elements and some axes of XPath need more. Selectors that are compiled together share passes.
    pub fn passes(&self) -> usize {
        self.passes
    }

    /// Returns the number of compounds or steps, with the steps of predicates.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Returns the number of steps without a name, identifier, class or attribute. They are tested at every start tag.
    pub fn untargeted_steps(&self) -> usize {
        self.untargeted_steps
    }

    /// Returns true if the text of the page is needed.
    pub fn needs_text(&self) -> bool {
        self.needs_text
    }

    /// Returns true if positions among elements are counted.
    pub fn needs_indexes(&self) -> bool {
        self.needs_indexes
    }
}

impl fmt::Display for SelectorReport {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}: exact", self.selector)?;
        if self.needs_text {
            to.write_str("; needs the text of the page")?;
        }
        if self.needs_indexes {
            to.write_str("; needs indexes of siblings")?;
        }
        if self.passes > 1 {
            write!(to, "; {} passes over the elements", self.passes)?;
        }
        if self.untargeted_steps > 0 {
            let (count, steps) = (self.untargeted_steps, self.steps);
            write!(
                to,
                "; {count} of {steps} steps tested at every start tag: add a name, identifier, class or attribute"
            )?;
        }
        Ok(())
    }
}

fn is_untargeted(step: &Step) -> bool {
    super::builder::keys(&step.tests).contains(&super::index::Key::Nothing)
}

/// Returns true if a condition, or one inside of it, is `wanted`.
fn has(late: &Late, wanted: fn(&Late) -> bool) -> bool {
    wanted(late)
        || match late {
            Late::AnyOf(lists) => lists.iter().flatten().any(|late| has(late, wanted)),
            Late::Not(list) => list.iter().any(|late| has(late, wanted)),
            _ => false,
        }
}
