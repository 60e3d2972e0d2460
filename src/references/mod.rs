//! Character references: what a name or a number after `&` stands for.
//!
//! Whoever reads one (the machine state by state, [`crate::decode`] at once) asks here. The table of names is generated
//! from the data of the WHATWG, whose licence lies beside it.

mod errors;
mod named;
mod named_table;
mod numeric;

pub(crate) use errors::report_errors;
pub(crate) use named::{longest_name, stays_as_written_in_attribute};
#[cfg(feature = "editions")]
pub(crate) use named_table::NAMES;
pub(crate) use numeric::{numeric, parse_number};
