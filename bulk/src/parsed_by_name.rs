//! How the names of enums are displayed and parsed.

/// Implements `Display` and `FromStr` for an enum with `as_str`, whose values are `$all`.
macro_rules! parsed_by_name {
    ($Name:ty, $kind:literal, $all:expr) => {
        impl std::fmt::Display for $Name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $Name {
            type Err = tagrake::UnknownName;

            /// Parses a name. The error lists the known ones.
            fn from_str(name: &str) -> Result<Self, tagrake::UnknownName> {
                let find = || $all.iter().copied().find(|known| known.as_str() == name);
                find().ok_or_else(|| tagrake::UnknownName::new($kind, name, $all.iter().map(|known| known.as_str())))
            }
        }
    };
}
pub(crate) use parsed_by_name;
