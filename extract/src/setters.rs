//! Methods of options that set a field.

/// Defines methods that set a field and return the options.
macro_rules! setters {
    ($(#[$block:meta])* impl $Options:ident $(<$life:lifetime>)? {
        $($(#[$meta:meta])* $with:ident($field:ident: $Type:ty);)*
    }) => {
        $(#[$block])*
        impl $(<$life>)? $Options $(<$life>)? {
            $(
                $(#[$meta])*
                #[must_use]
                pub fn $with(mut self, $field: $Type) -> Self {
                    self.$field = $field;
                    self
                }
            )*
        }
    };
}

/// Does the same for fields of type `bool`, and adds an example to the documentation of each method.
macro_rules! switches {
    ($(#[$block:meta])* impl $Options:ident { $($(#[$meta:meta])* $with:ident($field:ident);)* }) => {
        $crate::setters::setters! {
            $(#[$block])*
            impl $Options {
                $(
                    $(#[$meta])*
                    ///
                    /// ```
                    #[doc = concat!(
                        "let options = tagrake_extract::", stringify!($Options), "::default().", stringify!($with), "(true);"
                    )]
                    /// # let _ = options;
                    /// ```
                    $with($field: bool);
                )*
            }
        }
    };
}

pub(super) use {setters, switches};
