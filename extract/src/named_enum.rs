//! Defines the public enums whose values have a name in the output.

/// Defines an enum with `ALL`, `as_str` and `Display`.
macro_rules! named_enum {
    ($(#[$meta:meta])* enum $Name:ident { $($(#[$doc:meta])* $Variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $Name {
            $($(#[$doc])* $Variant,)*
        }

        impl $Name {
            /// Every value.
            ///
            /// ```
            #[doc = concat!("assert!(tagrake_extract::", stringify!($Name), "::ALL.len() > 1);")]
            /// ```
            pub const ALL: &'static [Self] = &[$(Self::$Variant),*];

            /// Returns the name used in output.
            ///
            /// ```
            #[doc = concat!("let value = tagrake_extract::", stringify!($Name), "::ALL[0];")]
            /// assert_eq!(value.as_str().parse(), Ok(value));
            /// ```
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$Variant => $text,)*
                }
            }
        }

        impl core::fmt::Display for $Name {
            fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }

        impl core::str::FromStr for $Name {
            type Err = tagrake::UnknownName;

            /// Parses the name used in output. Case matters.
            fn from_str(name: &str) -> Result<Self, tagrake::UnknownName> {
                let known = Self::ALL.iter().copied().find(|known| known.as_str() == name);
                known.ok_or_else(|| {
                    tagrake::UnknownName::new(stringify!($Name), name, Self::ALL.iter().map(|known| known.as_str()))
                })
            }
        }
    };
}
pub(super) use named_enum;
