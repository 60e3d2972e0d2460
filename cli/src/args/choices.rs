//! Options that take one of several names.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tagrake_bulk::output::{Format, Product};

/// A value of an option.
pub(crate) struct Choice<T> {
    /// The name, then its aliases.
    pub(crate) names: &'static [&'static str],
    pub(crate) value: T,
    /// The help for the value; may be empty.
    pub(crate) help: &'static str,
}

/// Creates a choice with these names, this value and this help.
pub(crate) const fn choice<T: Copy>(names: &'static [&'static str], value: T, help: &'static str) -> Choice<T> {
    Choice { names, value, help }
}

/// The values of options that are on or off.
pub(crate) const SWITCH: &[Choice<bool>] = &[choice(&["on"], true, ""), choice(&["off"], false, "")];

/// Returns the parser of an option with these values.
pub(crate) fn one_of<T: Copy + Send + Sync>(choices: &'static [Choice<T>]) -> impl TypedValueParser<Value = T> {
    let values = choices.iter().map(|Choice { names, help, .. }| {
        let value = PossibleValue::new(names[0]).aliases(&names[1..]);
        if help.is_empty() { value } else { value.help(*help) }
    });
    PossibleValuesParser::new(values).try_map(|name| {
        let choice = choices.iter().find(|choice| choice.names.contains(&&*name));
        choice.map(|choice| choice.value).ok_or("no such value")
    })
}

/// Returns the parser of the formats of `product`.
pub(crate) fn format_of(product: Product) -> impl TypedValueParser<Value = Format> {
    let values = product.formats().map(|format| {
        let (name, aliases) = format.keywords().split_first().expect("a format has a name");
        let also = if aliases.is_empty() { String::new() } else { format!(" (also: {})", aliases.join(", ")) };
        PossibleValue::new(*name).aliases(aliases).help(format!("{}{also}", format.description()))
    });
    PossibleValuesParser::new(values).try_map(move |name| {
        product.formats().find(|format| format.keywords().contains(&&*name)).ok_or("no such format")
    })
}
