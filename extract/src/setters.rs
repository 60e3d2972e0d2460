//! Methods of options that set a field, and methods that return it.

/// Defines for each field a method that sets it and returns the options, and a method of its name that returns the value. For a
/// field that is not `Copy`, `-> Type, method` is what it is returned as, and the method of the field that converts it.
macro_rules! setters {
    ($(#[$block:meta])* impl $Options:ident $(<$life:lifetime>)? {
        $($(#[$meta:meta])* $with:ident($field:ident: $Type:ty) $(-> $Returned:ty, $by:ident)?;)*
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

                #[doc = concat!("Returns the value that [`", stringify!($with), "`](Self::", stringify!($with), ") sets.")]
                pub fn $field(&self) -> $crate::setters::returned!($Type $(, $Returned)?) {
                    self.$field$(.$by())?
                }
            )*
        }
    };
}

/// Expands to the type that a field is returned as.
macro_rules! returned {
    ($Type:ty) => {
        $Type
    };
    ($Type:ty, $Returned:ty) => {
        $Returned
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

pub(super) use {returned, setters, switches};
