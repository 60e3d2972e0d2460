//! Serializes a row into the nodes and the text of a [`FlatRecord`], as the schema expects it.

use super::{FlatRecord, FlatRecordError, NodeKind};
use serde::ser::{
    Error as _, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple, Serializer,
};
use tagrake_bulk::schema::{Field, PAIR, Type};
use tagrake_bulk::{refuse_what_no_row_holds, take_whole_numbers};

/// The node that the schema expects next.
#[derive(Clone, Copy)]
pub(super) enum Expected {
    Value(&'static Type),
    Members(&'static [Field]),
}

/// Writes one value.
pub(super) struct ValueSerializer<'t> {
    pub(super) record: &'t mut FlatRecord,
    pub(super) key: u8,
    pub(super) expected: Expected,
}

impl<'t> ValueSerializer<'t> {
    fn refused(&self, what: &str) -> FlatRecordError {
        FlatRecordError(format!("the schema does not have {what} here"))
    }

    fn compound(self, expected: Expected) -> CompoundSerializer<'t> {
        let start = self.record.nodes.len();
        self.record.push(self.key, NodeKind::Compound, 0, 0);
        CompoundSerializer { record: self.record, start, len: 0, next: 0, expected }
    }

    fn integer(self, number: i64) -> Result<(), FlatRecordError> {
        self.record.push_number(self.key, NodeKind::Integer, number as u64);
        Ok(())
    }
}

impl<'t> Serializer for ValueSerializer<'t> {
    type Ok = ();
    type Error = FlatRecordError;
    type SerializeSeq = CompoundSerializer<'t>;
    type SerializeTuple = CompoundSerializer<'t>;
    type SerializeTupleStruct = Impossible<(), FlatRecordError>;
    type SerializeTupleVariant = Impossible<(), FlatRecordError>;
    type SerializeMap = CompoundSerializer<'t>;
    type SerializeStruct = CompoundSerializer<'t>;
    type SerializeStructVariant = Impossible<(), FlatRecordError>;

    take_whole_numbers!();
    refuse_what_no_row_holds!();

    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_bool(self, value: bool) -> Result<(), FlatRecordError> {
        self.record.push(self.key, if value { NodeKind::True } else { NodeKind::False }, 0, 0);
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), FlatRecordError> {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<(), FlatRecordError> {
        self.record.push_number(self.key, NodeKind::Double, value.to_bits());
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), FlatRecordError> {
        self.record.push_text(self.key, value)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), FlatRecordError> {
        Err(self.refused("bytes"))
    }

    fn serialize_none(self) -> Result<(), FlatRecordError> {
        self.record.push(self.key, NodeKind::Null, 0, 0);
        Ok(())
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), FlatRecordError> {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<CompoundSerializer<'t>, FlatRecordError> {
        match self.expected {
            Expected::Value(Type::List(item)) => Ok(self.compound(Expected::Value(item))),
            _ => Err(self.refused("a list")),
        }
    }

    fn serialize_tuple(self, len: usize) -> Result<CompoundSerializer<'t>, FlatRecordError> {
        match self.expected {
            Expected::Value(Type::Pair) if len == PAIR.len() => Ok(self.compound(Expected::Value(&Type::String))),
            _ => Err(self.refused("a tuple")),
        }
    }

    fn serialize_map(self, _: Option<usize>) -> Result<CompoundSerializer<'t>, FlatRecordError> {
        match self.expected {
            Expected::Value(Type::Map(value)) => Ok(self.compound(Expected::Value(value))),
            _ => Err(self.refused("a map")),
        }
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<CompoundSerializer<'t>, FlatRecordError> {
        match self.expected {
            Expected::Members(fields) | Expected::Value(&Type::Struct(fields)) => {
                Ok(self.compound(Expected::Members(fields)))
            }
            Expected::Value(_) => Err(self.refused("an object")),
        }
    }
}

/// Writes the children of a compound value.
pub(super) struct CompoundSerializer<'t> {
    record: &'t mut FlatRecord,
    start: usize,
    len: u32,
    /// For an object, the index of the field after the last one written.
    next: usize,
    expected: Expected,
}

impl CompoundSerializer<'_> {
    fn put<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), FlatRecordError> {
        self.len += 1;
        value.serialize(ValueSerializer { record: self.record, key: 0, expected: self.expected })
    }

    fn finish(self) -> Result<(), FlatRecordError> {
        let end = self.record.nodes.len().try_into().map_err(FlatRecordError::custom)?;
        let head = &mut self.record.nodes[self.start];
        (head.a, head.b) = (self.len, end);
        Ok(())
    }
}

impl SerializeSeq for CompoundSerializer<'_> {
    type Ok = ();
    type Error = FlatRecordError;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), FlatRecordError> {
        self.put(value)
    }

    fn end(self) -> Result<(), FlatRecordError> {
        self.finish()
    }
}

impl SerializeTuple for CompoundSerializer<'_> {
    type Ok = ();
    type Error = FlatRecordError;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), FlatRecordError> {
        self.put(value)
    }

    fn end(self) -> Result<(), FlatRecordError> {
        self.finish()
    }
}

impl SerializeMap for CompoundSerializer<'_> {
    type Ok = ();
    type Error = FlatRecordError;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), FlatRecordError> {
        key.serialize(ValueSerializer { record: self.record, key: 0, expected: Expected::Value(&Type::String) })
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), FlatRecordError> {
        self.put(value)
    }

    fn end(self) -> Result<(), FlatRecordError> {
        self.finish()
    }
}

impl SerializeStruct for CompoundSerializer<'_> {
    type Ok = ();
    type Error = FlatRecordError;

    #[inline]
    fn serialize_field<T: ?Sized + Serialize>(&mut self, key: &'static str, value: &T) -> Result<(), FlatRecordError> {
        let Expected::Members(fields) = self.expected else {
            return Err(FlatRecordError(format!("{key} is not in an object")));
        };
        // Rows write their keys in the order of the schema, so the search continues after the last one.
        let rest = fields.get(self.next..).unwrap_or_default();
        let index = rest.iter().position(|field| field.name == key).map(|index| self.next + index);
        let index = index.ok_or_else(|| FlatRecordError(format!("the schema has no {key} here")))?;
        self.next = index + 1;
        self.len += 1;
        let number = index as u8; // no object has more than 255 fields
        match fields[index].kind {
            Type::Json => {
                let json = serde_json::to_string(value).map_err(FlatRecordError::custom)?;
                self.record.push_text(number, &json)
            }
            _ => value.serialize(ValueSerializer {
                record: self.record,
                key: number,
                expected: Expected::Value(&fields[index].kind),
            }),
        }
    }

    fn end(self) -> Result<(), FlatRecordError> {
        self.finish()
    }
}
