//! Keyword arguments that are parsed into a record: `**options` of functions.

use crate::argument_errors::unknown_keyword;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyDict;

/// A record of keyword arguments, which [`keywords!`] declares. The default has no argument.
pub(crate) trait Keywords: Default {
    /// Sets the argument `name`. Returns false if the record has none of this name.
    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool>;

    /// Appends the names of the arguments.
    fn push_names(names: &mut Vec<&'static str>);

    /// Parses the keyword arguments of the function `function` of this module. An unknown one raises TypeError.
    fn parse(function: &str, arguments: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::parse_of(arguments, |py| py.import(intern!(py, "tagrake._native"))?.getattr(function))
    }

    /// Parses keyword arguments. An unknown one raises TypeError with the name of the function that `function` returns.
    fn parse_of<'py>(
        arguments: Option<&Bound<'py, PyDict>>,
        function: impl FnOnce(Python<'py>) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let mut parsed = Self::default();
        for (name, value) in arguments.into_iter().flatten() {
            if !parsed.set(&name.extract::<PyBackedStr>()?, &value)? {
                let mut known = Vec::new();
                Self::push_names(&mut known);
                return Err(unknown_keyword(&function(name.py())?, &name, known));
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

/// Declares a record of [`Keywords`]: the help, the name, the type and the default of each argument, in Rust and as Python writes
/// it. Also declares two macros with the help of all, for the section "Args", and with their names and defaults, for signatures.
/// PyO3's derives need the types as identifiers: with `ty` they would not see their own names.
macro_rules! keywords {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $record:ident($help:ident, $signature:ident) {
            $(
                #[doc = $first:literal]
                $(#[doc = $more:literal])*
                $name:ident: $type:ident $(<$parameter:ident>)? = $default:expr => $python:literal,
            )*
        }
    ) => {
        $(#[$attribute])*
        $visibility struct $record {
            $(pub(crate) $name: $type $(<$parameter>)?,)*
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

        #[allow(unused_macros)]
        macro_rules! $help {
            () => {
                concat!($("    ", stringify!($name), ":", $first, $("\n       ", $more,)* "\n",)*)
            };
        }

        #[allow(unused_macros)]
        macro_rules! $signature {
            () => {
                concat!($(", ", stringify!($name), "=", $python,)*)
            };
        }
    };
}
pub(crate) use keywords;
