//! Enums of names, each with a perfect hash table that is built at compile time ([`NameTable`]), and filters of names
//! ([`NameFilter`]).

mod elements;
mod filters;
mod hash_table;

pub use elements::Element;
pub(crate) use filters::NameBits;
pub use filters::NameFilter;
pub use hash_table::{NameKey, NameTable, SHORT, SLOTS, ShortName, ShortNameTable, hash};

/// Defines an enum of names with the value `Other`, and the functions that find a name: `of`, and `of_short` for a
/// [`ShortName`]. The factor belongs to its [`NameTable`]: try odd numbers until it compiles.
///
/// ```
/// tagrake::known_names! {
///     enum Known, factor: 0x9E37_79B9_7F4A_7C15, {
///         Anchor = "a",
///         Image = "img",
///     }
/// }
///
/// assert_eq!((Known::of(b"img"), Known::of(b"p")), (Known::Image, Known::Other));
/// ```
#[macro_export]
macro_rules! known_names {
    ($(#[$meta:meta])* $vis:vis enum $Name:ident, factor: $factor:literal, {
        $($Variant:ident = $text:literal,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        $vis enum $Name {
            /// Any other name.
            Other,
            $(#[doc = concat!("`", $text, "`")] $Variant,)*
        }

        #[allow(dead_code, reason = "not every enum of names needs all functions")]
        impl $Name {
            /// All values, [`Other`](Self::Other) first.
            $vis const ALL: [Self; [$($text),*].len() + 1] = [Self::Other, $(Self::$Variant),*];
            /// The names, without [`Other`](Self::Other).
            $vis const NAMES: [&str; [$($text),*].len()] = [$($text),*];
            const TABLE: &'static $crate::names::NameTable<{ [$($text),*].len() }, $factor> =
                &$crate::names::NameTable::new(Self::NAMES);
            const SHORT_TABLE: &'static $crate::names::ShortNameTable<Self> = &{
                let (mut table, mut index) = ($crate::names::ShortNameTable::new(Self::Other), 1);
                while index < Self::ALL.len() {
                    table.add(Self::ALL[index].as_str(), Self::ALL[index], $factor);
                    index += 1;
                }
                table
            };

            /// Returns the value for `name`, which must be in lower case.
            #[inline]
            $vis fn of(name: &[u8]) -> Self {
                Self::ALL[Self::TABLE.look_up(name)]
            }

            /// Returns the value for a short name in lower case.
            #[inline(always)]
            $vis fn of_short(name: $crate::names::ShortName) -> Self {
                Self::SHORT_TABLE.look_up(name, $factor)
            }

            /// Returns the name, or an empty string for [`Other`](Self::Other).
            $vis const fn as_str(self) -> &'static str {
                match (self as usize).checked_sub(1) {
                    Some(index) => Self::NAMES[index],
                    None => "",
                }
            }
        }
    };
}

pub(crate) use known_names;
