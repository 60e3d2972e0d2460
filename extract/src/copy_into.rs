//! Copies of values in an arena of their own, for [`Page::to_owned`](crate::Page::to_owned).

use bumpalo::Bump;

/// A value that may borrow, and that can be copied with all that it borrows.
pub(crate) trait CopyInto {
    /// The type of the copy, which borrows from the arena.
    type Copied<'b>: 'b;

    /// Returns a copy with all text in `bump`.
    fn copy_into(self, bump: &Bump) -> Self::Copied<'_>;
}

/// Implements [`CopyInto`] for a struct with a lifetime. The fields in the second braces do not borrow.
macro_rules! copy_fields {
    ($($Type:ident { $($field:ident),* } $({ $($same:ident),* })?)*) => {
        $(
            impl $crate::copy_into::CopyInto for $Type<'_> {
                type Copied<'b> = $Type<'b>;

                fn copy_into(self, bump: &bumpalo::Bump) -> $Type<'_> {
                    #[allow(unused_imports, reason = "not used if no field borrows")]
                    use $crate::copy_into::CopyInto;
                    $Type { $($field: self.$field.copy_into(bump),)* $($($same: self.$same,)*)? }
                }
            }
        )*
    };
}
pub(crate) use copy_fields;

/// Implements [`CopyInto`] for types that do not borrow.
macro_rules! copy_plain {
    ($($Type:ty),*) => {
        $(
            impl $crate::copy_into::CopyInto for $Type {
                type Copied<'b> = Self;

                fn copy_into(self, _: &bumpalo::Bump) -> Self {
                    self
                }
            }
        )*
    };
}
pub(crate) use copy_plain;

copy_plain!(u8, u32, usize, bool, tagrake::ErrorCode);

impl CopyInto for &str {
    type Copied<'b> = &'b str;

    fn copy_into(self, bump: &Bump) -> &str {
        bump.alloc_str(self)
    }
}

impl<T: CopyInto + Clone> CopyInto for &[T] {
    type Copied<'b> = &'b [T::Copied<'b>];

    fn copy_into(self, bump: &Bump) -> Self::Copied<'_> {
        bump.alloc_slice_fill_iter(self.iter().map(|item| item.clone().copy_into(bump)))
    }
}

impl<T: CopyInto> CopyInto for Option<T> {
    type Copied<'b> = Option<T::Copied<'b>>;

    fn copy_into(self, bump: &Bump) -> Self::Copied<'_> {
        self.map(|value| value.copy_into(bump))
    }
}

impl<A: CopyInto, B: CopyInto> CopyInto for (A, B) {
    type Copied<'b> = (A::Copied<'b>, B::Copied<'b>);

    fn copy_into(self, bump: &Bump) -> Self::Copied<'_> {
        (self.0.copy_into(bump), self.1.copy_into(bump))
    }
}
