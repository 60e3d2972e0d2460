//! Enums of names, each with a perfect hash table that is built at compile time ([`hash_table`]), and filters of names
//! ([`filters`]).

mod filters;
mod hash_table;
#[cfg(feature = "extract")]
mod short_name;

pub(crate) use filters::{NameBits, NameFilter};
pub(crate) use hash_table::NameTable;
#[cfg(feature = "extract")]
pub(crate) use hash_table::{NameKey, SHORT, SLOTS, ShortNameTable};
#[cfg(feature = "extract")]
pub(crate) use short_name::ShortName;

/// Defines an enum of names, and the functions that find a name. The factor belongs to its [`NameTable`].
macro_rules! known_names {
    ($(#[$meta:meta])* enum $Name:ident, factor: $factor:literal, {
        $($Variant:ident = $text:literal,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub(crate) enum $Name {
            /// Any other name.
            Other,
            $($Variant,)*
        }

        #[allow(dead_code, reason = "not every enum of names needs all functions")]
        impl $Name {
            pub(crate) const ALL: [Self; [$($text),*].len() + 1] = [Self::Other, $(Self::$Variant),*];
            pub(crate) const NAMES: [&str; [$($text),*].len()] = [$($text),*];
            const TABLE: &'static $crate::names::NameTable<{ [$($text),*].len() }, $factor> =
                &$crate::names::NameTable::new(Self::NAMES);
            #[cfg(feature = "extract")]
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
            pub(crate) fn of(name: &[u8]) -> Self {
                Self::ALL[Self::TABLE.look_up(name)]
            }

            /// Returns the value for a short name in lower case.
            #[cfg(feature = "extract")]
            #[inline(always)]
            pub(crate) fn of_short(name: $crate::names::ShortName) -> Self {
                Self::SHORT_TABLE.look_up(name, $factor)
            }

            /// Returns the name, or an empty string for [`Other`](Self::Other).
            pub(crate) const fn as_str(self) -> &'static str {
                match (self as usize).checked_sub(1) {
                    Some(index) => Self::NAMES[index],
                    None => "",
                }
            }
        }
    };
}

pub(crate) use known_names;
