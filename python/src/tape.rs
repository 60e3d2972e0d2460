//! A record as an array of nodes and one string. Python values are made from it on access.

use serde::ser::{
    Error as _, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple, Serializer,
};
use std::fmt;
use tagrake_bulk::schema::{Field, PAIR, Type};

/// The type of a node's value, and the meaning of its fields `a` and `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Null,
    False,
    True,
    /// `a` and `b` are the high and low 32 bits of the number.
    Integer,
    Double,
    /// The bytes from `a` to `b` of the record's text.
    Text,
    /// A list, map, tuple or object with `a` children; `b` is the index just past the last one.
    Parts,
}

/// A value. The children of a compound value follow its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Node {
    /// For a member of an object, the index of its field in the schema; otherwise 0.
    pub(crate) key: u8,
    pub(crate) kind: Kind,
    pub(crate) a: u32,
    pub(crate) b: u32,
}

/// A record, its nodes in preorder.
///
/// `{"title": "Us", "links": [{"url": "/a"}]}` has five nodes (here with field indices 0 to 2) and the text `Us/a`:
///
/// | index | key | kind | a | b |
/// |---|---|---|---|---|
/// | 0 | 0 | Parts | 2 | 5 |
/// | 1 | 0 `title` | Text | 0 | 2 |
/// | 2 | 1 `links` | Parts | 1 | 5 |
/// | 3 | 0 | Parts | 1 | 5 |
/// | 4 | 0 `url` | Text | 2 | 4 |
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Tape {
    nodes: Vec<Node>,
    text: String,
}

impl Tape {
    /// Replaces the record by `row`, which has the fields `fields`.
    pub(crate) fn write(&mut self, fields: &'static [Field], row: &impl Serialize) -> Result<(), TapeError> {
        self.nodes.clear();
        self.text.clear();
        row.serialize(Cell { tape: self, key: 0, place: Place::Members(fields) })
    }

    /// Returns the allocated bytes.
    pub(crate) fn capacity(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.text.capacity()
    }

    /// Returns the node at `index`.
    pub(crate) fn node(&self, index: usize) -> Option<Node> {
        self.nodes.get(index).copied()
    }

    /// Returns the text of a text node.
    pub(crate) fn text(&self, node: Node) -> &str {
        self.text.get(node.a as usize..node.b as usize).unwrap_or_default()
    }

    /// Returns the index just past the value at `index` and its children.
    pub(crate) fn after(&self, index: usize) -> usize {
        match self.nodes.get(index) {
            Some(&Node { kind: Kind::Parts, b, .. }) => (b as usize).max(index + 1),
            _ => index + 1,
        }
    }

    /// Returns the indices of the children of the value at `index`.
    pub(crate) fn parts(&self, index: usize) -> impl Iterator<Item = usize> {
        let (end, mut next) = (self.after(index).min(self.nodes.len()), index + 1);
        std::iter::from_fn(move || {
            let part = (next < end).then_some(next)?;
            next = self.after(part);
            Some(part)
        })
    }

    /// Returns the index of the member `key` of the object at `index`.
    pub(crate) fn member(&self, index: usize, key: u8) -> Option<usize> {
        self.parts(index).find(|&part| self.nodes[part].key == key)
    }

    /// Returns a copy of the value at `index` as a record of its own.
    pub(crate) fn part(&self, index: usize) -> Self {
        let mut part = Self::default();
        let nodes = self.nodes.get(index..self.after(index)).unwrap_or_default();
        for &node in nodes {
            let (mut a, mut b) = (node.a, node.b);
            match node.kind {
                Kind::Text => {
                    a = part.text.len() as u32; // no longer than `self.text`
                    part.text.push_str(self.text(node));
                    b = part.text.len() as u32;
                }
                Kind::Parts => b -= b.min(index as u32),
                _ => {}
            }
            part.nodes.push(Node { a, b, ..node });
        }
        part
    }

    /// Returns the nodes as bytes, and the text.
    pub(crate) fn to_bytes(&self) -> (Vec<u8>, &str) {
        let mut bytes = Vec::with_capacity(self.nodes.len() * NODE_BYTES);
        for node in &self.nodes {
            bytes.extend([node.key, node.kind as u8]);
            bytes.extend(node.a.to_le_bytes());
            bytes.extend(node.b.to_le_bytes());
        }
        (bytes, &self.text)
    }

    /// Reads what [`to_bytes`](Self::to_bytes) returned. Returns `None` if a node is invalid.
    pub(crate) fn from_bytes(bytes: &[u8], text: String) -> Option<Self> {
        let nodes = bytes.chunks(NODE_BYTES).map(|bytes| {
            let (&[key, kind], numbers) = bytes.split_first_chunk()?;
            let (a, b) = (numbers.first_chunk()?, numbers.get(4..)?.first_chunk()?);
            let kind = *KINDS.get(usize::from(kind))?;
            Some(Node { key, kind, a: u32::from_le_bytes(*a), b: u32::from_le_bytes(*b) })
        });
        Some(Self { nodes: nodes.collect::<Option<_>>()?, text })
    }

    fn push(&mut self, key: u8, kind: Kind, a: u32, b: u32) {
        self.nodes.push(Node { key, kind, a, b });
    }

    fn push_number(&mut self, key: u8, kind: Kind, bits: u64) {
        self.push(key, kind, (bits >> 32) as u32, bits as u32);
    }

    fn push_text(&mut self, key: u8, text: &str) -> Result<(), TapeError> {
        let start = self.text.len() as u32; // fits: the end of the text before it did
        self.text.push_str(text);
        let end = self.text.len().try_into().map_err(TapeError::custom)?;
        self.push(key, Kind::Text, start, end);
        Ok(())
    }
}

/// Bytes of a serialized node.
const NODE_BYTES: usize = 10;
const KINDS: [Kind; 7] = [Kind::Null, Kind::False, Kind::True, Kind::Integer, Kind::Double, Kind::Text, Kind::Parts];

/// Returns the 64 bits of a number node.
pub(crate) fn bits(node: Node) -> u64 {
    u64::from(node.a) << 32 | u64::from(node.b)
}

/// A record cannot be stored: it has more than 4 GiB of text, or does not match the schema.
#[derive(Debug)]
pub(crate) struct TapeError(String);

impl fmt::Display for TapeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for TapeError {}

impl serde::ser::Error for TapeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// What the schema expects next.
#[derive(Clone, Copy)]
enum Place {
    Value(&'static Type),
    Members(&'static [Field]),
}

/// Writes one value.
struct Cell<'t> {
    tape: &'t mut Tape,
    key: u8,
    place: Place,
}

impl<'t> Cell<'t> {
    fn refused<T>(&self, what: &str) -> Result<T, TapeError> {
        Err(TapeError(format!("the schema has no {what} here")))
    }

    fn parts(self, place: Place) -> Parts<'t> {
        let start = self.tape.nodes.len();
        self.tape.push(self.key, Kind::Parts, 0, 0);
        Parts { tape: self.tape, start, len: 0, next: 0, place }
    }

    fn integer(self, number: i64) -> Result<(), TapeError> {
        self.tape.push_number(self.key, Kind::Integer, number as u64);
        Ok(())
    }
}

macro_rules! integers {
    ($($name:ident $Type:ty,)*) => {
        $(fn $name(self, value: $Type) -> Result<(), TapeError> {
            self.integer(i64::try_from(value).unwrap_or(i64::MAX))
        })*
    };
}

impl<'t> Serializer for Cell<'t> {
    type Ok = ();
    type Error = TapeError;
    type SerializeSeq = Parts<'t>;
    type SerializeTuple = Parts<'t>;
    type SerializeTupleStruct = Impossible<(), TapeError>;
    type SerializeTupleVariant = Impossible<(), TapeError>;
    type SerializeMap = Parts<'t>;
    type SerializeStruct = Parts<'t>;
    type SerializeStructVariant = Impossible<(), TapeError>;

    integers! {
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64,
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_bool(self, value: bool) -> Result<(), TapeError> {
        self.tape.push(self.key, if value { Kind::True } else { Kind::False }, 0, 0);
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), TapeError> {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<(), TapeError> {
        self.tape.push_number(self.key, Kind::Double, value.to_bits());
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), TapeError> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), TapeError> {
        self.tape.push_text(self.key, value)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), TapeError> {
        self.refused("bytes")
    }

    fn serialize_none(self) -> Result<(), TapeError> {
        self.tape.push(self.key, Kind::Null, 0, 0);
        Ok(())
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), TapeError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), TapeError> {
        self.serialize_none()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), TapeError> {
        self.serialize_none()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), TapeError> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Result<(), TapeError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), TapeError> {
        self.refused("variant")
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'t>, TapeError> {
        match self.place {
            Place::Value(Type::List(item)) => Ok(self.parts(Place::Value(item))),
            _ => self.refused("list"),
        }
    }

    fn serialize_tuple(self, len: usize) -> Result<Parts<'t>, TapeError> {
        match self.place {
            Place::Value(Type::Pair) if len == PAIR.len() => Ok(self.parts(Place::Value(&Type::String))),
            _ => self.refused("tuple"),
        }
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Impossible<(), TapeError>, TapeError> {
        self.refused("tuple")
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Impossible<(), TapeError>, TapeError> {
        self.refused("variant")
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'t>, TapeError> {
        match self.place {
            Place::Value(Type::Map(value)) => Ok(self.parts(Place::Value(value))),
            _ => self.refused("map"),
        }
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'t>, TapeError> {
        match self.place {
            Place::Members(fields) | Place::Value(&Type::Struct(fields)) => Ok(self.parts(Place::Members(fields))),
            Place::Value(_) => self.refused("object"),
        }
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Impossible<(), TapeError>, TapeError> {
        self.refused("variant")
    }
}

/// Writes the children of a compound value.
struct Parts<'t> {
    tape: &'t mut Tape,
    start: usize,
    len: u32,
    /// For an object, the index of the field after the last one written.
    next: usize,
    place: Place,
}

impl Parts<'_> {
    fn put<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), TapeError> {
        self.len += 1;
        value.serialize(Cell { tape: self.tape, key: 0, place: self.place })
    }

    fn finish(self) -> Result<(), TapeError> {
        let end = self.tape.nodes.len().try_into().map_err(TapeError::custom)?;
        let head = &mut self.tape.nodes[self.start];
        (head.a, head.b) = (self.len, end);
        Ok(())
    }
}

impl SerializeSeq for Parts<'_> {
    type Ok = ();
    type Error = TapeError;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), TapeError> {
        self.put(value)
    }

    fn end(self) -> Result<(), TapeError> {
        self.finish()
    }
}

impl SerializeTuple for Parts<'_> {
    type Ok = ();
    type Error = TapeError;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), TapeError> {
        self.put(value)
    }

    fn end(self) -> Result<(), TapeError> {
        self.finish()
    }
}

impl SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = TapeError;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), TapeError> {
        key.serialize(Cell { tape: self.tape, key: 0, place: Place::Value(&Type::String) })
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), TapeError> {
        self.put(value)
    }

    fn end(self) -> Result<(), TapeError> {
        self.finish()
    }
}

impl SerializeStruct for Parts<'_> {
    type Ok = ();
    type Error = TapeError;

    #[inline]
    fn serialize_field<T: ?Sized + Serialize>(&mut self, key: &'static str, value: &T) -> Result<(), TapeError> {
        let Place::Members(fields) = self.place else { return Err(TapeError(format!("{key} is not in an object"))) };
        // Rows write their keys in the order of the schema, so the search continues after the last one.
        let rest = fields.get(self.next..).unwrap_or_default();
        let index = rest.iter().position(|field| field.name == key).map(|index| self.next + index);
        let index = index.ok_or_else(|| TapeError(format!("the schema has no {key} here")))?;
        self.next = index + 1;
        self.len += 1;
        let number = index as u8; // no object has more than 255 fields
        match fields[index].kind {
            Type::Json => {
                let json = serde_json::to_string(value).map_err(TapeError::custom)?;
                self.tape.push_text(number, &json)
            }
            _ => value.serialize(Cell { tape: self.tape, key: number, place: Place::Value(&fields[index].kind) }),
        }
    }

    fn end(self) -> Result<(), TapeError> {
        self.finish()
    }
}
