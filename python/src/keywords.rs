//! Keyword arguments that are parsed into a record: `**options` of functions.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyDict;

/// A record of keyword arguments, which [`keywords!`] declares. The default has no argument.
pub(crate) trait Keywords: Default {
    /// Sets the argument `name`. Returns false if the record has none of this name.
    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool>;

    /// Parses the keyword arguments of the function `function`. An unknown one raises TypeError.
    fn parse(function: &str, arguments: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut parsed = Self::default();
        for (name, value) in arguments.into_iter().flatten() {
            let name = name.extract::<PyBackedStr>()?;
            if !parsed.set(&name, &value)? {
                return Err(PyTypeError::new_err(format!("{function}() got an unexpected keyword argument '{name}'")));
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
}

/// Adds the name of an argument to a TypeError, as PyO3 does for parameters. Returns any other error unchanged.
pub(crate) fn in_argument(py: Python<'_>, name: &str, error: PyErr) -> PyErr {
    if !error.get_type(py).is(py.get_type::<PyTypeError>()) {
        return error;
    }
    let named = PyTypeError::new_err(format!("argument '{name}': {}", error.value(py)));
    named.set_cause(py, error.cause(py));
    named
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
                let named = |error| $crate::keywords::in_argument(value.py(), name, error);
                match name {
                    $(stringify!($name) => {
                        self.$name = value.extract::<$type $(<$parameter>)?>().map_err(PyErr::from).map_err(named)?;
                    })*
                    _ => return Ok(false),
                }
                Ok(true)
            }
        }
    };
}
pub(crate) use keywords;
