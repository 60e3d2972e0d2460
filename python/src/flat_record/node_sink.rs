//! Writes a row as the nodes and the text of a [`FlatRecord`].

use super::record::{FlatRecord, NodeKind};
use tagrake_bulk::row::{FieldCursor, Object, ObjectSink, Row, Value, ValueSink};
use tagrake_bulk::schema::{Field, Presence, Type};
use tagrake_bulk::{Fields, RowError};

impl FlatRecord {
    /// Replaces the record by the fields `fields` of `row`.
    pub(crate) fn write<R: Row>(&mut self, row: R, fields: &Fields) -> Result<(), RowError> {
        self.nodes.clear();
        self.text.clear();
        let sink = NodeSink { record: self, key: 0, kind: &Type::Struct(&[]) };
        sink.fields(row, FieldCursor::of_row(R::TABLE, fields))
    }
}

/// The next value.
struct NodeSink<'t> {
    record: &'t mut FlatRecord,
    /// For a field, its index in the schema of its object; otherwise 0.
    key: u8,
    /// The type of the value.
    kind: &'static Type,
}

impl<'t> NodeSink<'t> {
    fn push(self, kind: NodeKind) -> Result<(), RowError> {
        self.record.push(self.key, kind, 0, 0);
        Ok(())
    }

    /// Appends a node whose children `write` appends. `write` returns their number.
    fn compound(
        self,
        write: impl FnOnce(&mut FlatRecord, &'static Type) -> Result<u32, RowError>,
    ) -> Result<(), RowError> {
        let start = self.record.nodes.len();
        self.record.push(self.key, NodeKind::Compound, 0, 0);
        let len = write(self.record, self.kind)?;
        let end = self.record.nodes.len().try_into().map_err(|_| RowError::TooLong)?;
        let head = &mut self.record.nodes[start];
        (head.a, head.b) = (len, end);
        Ok(())
    }

    /// Appends an object with the fields of `cursor`.
    fn fields(self, object: impl Object, cursor: FieldCursor) -> Result<(), RowError> {
        self.compound(|record, _| {
            let mut fields = NodeFields { record, len: 0, cursor };
            object.write_fields(&mut fields)?;
            Ok(fields.len)
        })
    }
}

fn refused(found: &'static str) -> RowError {
    RowError::Type { found, expected: "another type" }
}

impl ValueSink for NodeSink<'_> {
    fn boolean(self, value: bool) -> Result<(), RowError> {
        self.push(if value { NodeKind::True } else { NodeKind::False })
    }

    fn integer(self, value: i64) -> Result<(), RowError> {
        self.record.push_number(self.key, NodeKind::Integer, value as u64);
        Ok(())
    }

    fn double(self, value: f64) -> Result<(), RowError> {
        self.record.push_number(self.key, NodeKind::Double, value.to_bits());
        Ok(())
    }

    fn text(self, value: &str) -> Result<(), RowError> {
        self.record.push_text(self.key, value)
    }

    fn bytes(self, _: &[u8]) -> Result<(), RowError> {
        Err(refused("bytes"))
    }

    fn json(self, value: &str) -> Result<(), RowError> {
        self.text(value)
    }

    fn timestamp(self, microseconds: i64, _: &str) -> Result<(), RowError> {
        self.integer(microseconds)
    }

    fn pair(self, key: &str, value: &str) -> Result<(), RowError> {
        self.compound(|record, _| {
            record.push_text(0, key)?;
            record.push_text(0, value)?;
            Ok(2)
        })
    }

    fn list<V: Value>(self, items: impl Iterator<Item = V>) -> Result<(), RowError> {
        self.compound(|record, kind| {
            let Type::List(kind) = kind else { return Err(refused("a list")) };
            let mut len = 0;
            for item in items {
                item.write(NodeSink { record, key: 0, kind })?;
                len += 1;
            }
            Ok(len)
        })
    }

    fn map<'k, V: Value>(self, entries: impl Iterator<Item = (&'k str, V)>) -> Result<(), RowError> {
        self.compound(|record, kind| {
            let Type::Map(kind) = kind else { return Err(refused("a map")) };
            let mut len = 0;
            for (key, value) in entries {
                record.push_text(0, key)?;
                value.write(NodeSink { record, key: 0, kind })?;
                len += 1;
            }
            Ok(len)
        })
    }

    fn object(self, object: impl Object) -> Result<(), RowError> {
        let Type::Struct(fields) = self.kind else { return Err(refused("an object")) };
        self.fields(object, FieldCursor::of_all(fields))
    }
}

/// The fields of an object.
struct NodeFields<'t> {
    record: &'t mut FlatRecord,
    /// The number of fields so far.
    len: u32,
    cursor: FieldCursor,
}

impl NodeFields<'_> {
    #[inline]
    fn sink(&mut self, field: &'static Field) -> NodeSink<'_> {
        self.len += 1;
        let key = self.cursor.index() as u8; // no object has more than 255 fields
        NodeSink { record: self.record, key, kind: &field.kind }
    }
}

impl ObjectSink for NodeFields<'_> {
    #[inline]
    fn put(&mut self, name: &'static str, value: impl Value) -> Result<(), RowError> {
        self.cursor.next(name).map_or(Ok(()), |field| value.write(self.sink(field)))
    }

    #[inline]
    fn put_option(&mut self, name: &'static str, value: Option<impl Value>) -> Result<(), RowError> {
        match (self.cursor.next(name), value) {
            (Some(field), Some(value)) => value.write(self.sink(field)),
            (Some(field), None) if field.presence != Presence::Optional => self.sink(field).push(NodeKind::Null),
            _ => Ok(()),
        }
    }

    #[inline(always)]
    fn takes_next(&self) -> bool {
        self.cursor.takes_next()
    }

    #[inline(always)]
    fn skip(&mut self) {
        self.cursor = self.cursor.after(1);
    }

    fn skip_to(&mut self, name: &'static str) {
        self.cursor.skip_to(name);
    }
}
