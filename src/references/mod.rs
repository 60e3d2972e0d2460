//! Character references: the characters for a name or a number after `&`, and the parse errors.
//!
//! The state machine, `decode` and the fast path's errors all use these functions. The table of names is
//! generated from the data of the WHATWG, under the licence in `LICENSE-WHATWG`.

mod errors;
mod named;
mod named_table;
mod numeric;

pub(crate) use errors::report_errors;
pub(crate) use named::{is_text_in_attribute, longest_name};
pub use named_table::NAMES;
pub use numeric::{Number, numeric, parse_number};
