//! Keyword arguments that are parsed into a record: `**options` of functions.

use crate::argument_errors::unknown_keyword;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyDict;

/// A record of keyword arguments, which [`keywords!`] declares. The default has no argument.
pub(crate) trait Keywords: Default {
    /// Sets the argument `name`. Returns false if the record has none of this name.
    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool>;

    /// Appends the names of the arguments.
    fn push_names(names: &mut Vec<&'static str>);

    /// Parses the keyword arguments of the function `function`. An unknown one raises TypeError.
    fn parse(function: &str, arguments: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut parsed = Self::default();
        for (name, value) in arguments.into_iter().flatten() {
            if !parsed.set(&name.extract::<PyBackedStr>()?, &value)? {
                let mut known = Vec::new();
                Self::push_names(&mut known);
                return Err(unknown_keyword(function, &name, &known));
            }
        }
        Ok(parsed)
    }
}

/// Arguments of two records.
impl<A: Keywords, B: Keywords> Keywords for (A, B) {
    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.set(name, value)? || self.1.set(name, value)?)
    }

    fn push_names(names: &mut Vec<&'static str>) {
        A::push_names(names);
        B::push_names(names);
    }
}

/// Declares a record of [`Keywords`]: the name, the type and the default of each argument. PyO3's derives need the types as
/// identifiers: with `ty` they would not see their own names.
macro_rules! keywords {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $record:ident {
            $($(#[$note:meta])* $name:ident: $type:ident $(<$parameter:ident>)? = $default:expr,)*
        }
    ) => {
        $(#[$attribute])*
        $visibility struct $record {
            $($(#[$note])* pub(crate) $name: $type $(<$parameter>)?,)*
        }

        impl Default for $record {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl $crate::keywords::Keywords for $record {
            fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
                match name {
                    $(stringify!($name) => self.$name = $crate::arguments::argument(name, value)?,)*
                    _ => return Ok(false),
                }
                Ok(true)
            }

            fn push_names(names: &mut Vec<&'static str>) {
                names.extend([$(stringify!($name)),*]);
            }
        }
    };
}
pub(crate) use keywords;
