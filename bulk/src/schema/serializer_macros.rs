//! Macros for serde serializers that accept only rows of the schema.

/// Expands to the `Serializer` methods for types that no row contains. Each returns the error of
/// `$self.refused(what)`, or converts the value to a supported type.
#[doc(hidden)] // for the Python package
#[macro_export]
macro_rules! refuse_what_no_row_holds {
    () => {
        fn serialize_char(self, value: char) -> Result<Self::Ok, Self::Error> {
            self.serialize_str(value.encode_utf8(&mut [0; 4]))
        }

        fn serialize_unit(self) -> Result<Self::Ok, Self::Error> {
            self.serialize_none()
        }

        fn serialize_unit_struct(self, _: &'static str) -> Result<Self::Ok, Self::Error> {
            self.serialize_none()
        }

        fn serialize_unit_variant(
            self,
            _: &'static str,
            _: u32,
            variant: &'static str,
        ) -> Result<Self::Ok, Self::Error> {
            self.serialize_str(variant)
        }

        fn serialize_newtype_struct<T: ?Sized + Serialize>(
            self,
            _: &'static str,
            value: &T,
        ) -> Result<Self::Ok, Self::Error> {
            value.serialize(self)
        }

        fn serialize_newtype_variant<T: ?Sized + Serialize>(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: &T,
        ) -> Result<Self::Ok, Self::Error> {
            Err(self.refused("a variant"))
        }

        fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Self::Error> {
            Err(self.refused("a tuple struct"))
        }

        fn serialize_tuple_variant(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeTupleVariant, Self::Error> {
            Err(self.refused("a variant"))
        }

        fn serialize_struct_variant(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeStructVariant, Self::Error> {
            Err(self.refused("a variant"))
        }
    };
}

/// Expands to the `Serializer` methods for integers. Each calls `$self.integer(i64)`.
#[doc(hidden)] // for the Python package
#[macro_export]
macro_rules! take_whole_numbers {
    () => {
        take_whole_numbers! {
            serialize_i8 i8 serialize_i16 i16 serialize_i32 i32 serialize_i64 i64
            serialize_u8 u8 serialize_u16 u16 serialize_u32 u32 serialize_u64 u64
        }
    };
    ($($method:ident $Number:ty)*) => {$(
        fn $method(self, value: $Number) -> Result<Self::Ok, Self::Error> {
            match i64::try_from(value) {
                Ok(value) => self.integer(value),
                Err(_) => Err(self.refused("a number beyond 64 bits with a sign")),
            }
        }
    )*};
}

pub(crate) use {refuse_what_no_row_holds, take_whole_numbers};
