//! A record as an array of nodes and one string. Python values are made from it on access.

use tagrake_bulk::row::{FieldCursor, Object, ObjectSink, Row, Value, ValueSink};
use tagrake_bulk::schema::{Field, Presence, Type};
use tagrake_bulk::{Fields, RowError};

/// The type of a node's value, and the meaning of its fields `a` and `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum NodeKind {
    Null,
    False,
    True,
    /// `a` and `b` are the high and low 32 bits of the number.
    Integer,
    Double,
    /// The bytes from `a` to `b` of the record's text.
    Text,
    /// A list, map, tuple or object with `a` elements or entries. Its children end before index `b`.
    Compound,
}

/// A value. The children of a compound value follow its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Node {
    /// For a member of an object, the index of its field in the schema; otherwise 0.
    pub(crate) key: u8,
    pub(crate) kind: NodeKind,
    pub(crate) a: u32,
    pub(crate) b: u32,
}

/// A record, its nodes in preorder.
///
/// For example, `{"title": "Us", "links": [{"url": "/a"}]}` has the text `Us/a` and five nodes. (In this schema, `title`
/// and `links` are fields 0 and 1, and `url` is field 0 of a link.)
///
/// | index | key | kind | a | b |
/// |---|---|---|---|---|
/// | 0 | 0 | Compound | 2 | 5 |
/// | 1 | 0 `title` | Text | 0 | 2 |
/// | 2 | 1 `links` | Compound | 1 | 5 |
/// | 3 | 0 | Compound | 1 | 5 |
/// | 4 | 0 `url` | Text | 2 | 4 |
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct FlatRecord {
    nodes: Vec<Node>,
    text: String,
}

impl FlatRecord {
    /// Replaces the record by the fields `fields` of `row`.
    pub(crate) fn write<R: Row>(&mut self, row: R, fields: &Fields) -> Result<(), RowError> {
        self.nodes.clear();
        self.text.clear();
        let sink = NodeSink { record: self, key: 0, kind: &Type::Struct(&[]) };
        sink.fields(row, FieldCursor::of_row(R::TABLE, fields))
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
    pub(crate) fn end_of(&self, index: usize) -> usize {
        match self.nodes.get(index) {
            Some(&Node { kind: NodeKind::Compound, b, .. }) => (b as usize).max(index + 1),
            _ => index + 1,
        }
    }

    /// Returns the indices of the children of the value at `index`.
    pub(crate) fn children(&self, index: usize) -> impl Iterator<Item = usize> {
        let (end, mut next) = (self.end_of(index).min(self.nodes.len()), index + 1);
        std::iter::from_fn(move || {
            let child = (next < end).then_some(next)?;
            next = self.end_of(child);
            Some(child)
        })
    }

    /// Returns the index of the member `key` of the object at `index`.
    pub(crate) fn member(&self, index: usize, key: u8) -> Option<usize> {
        self.children(index).find(|&child| self.nodes[child].key == key)
    }

    /// Returns the integer at `index`, which is not negative.
    pub(crate) fn integer(&self, index: usize) -> usize {
        self.nodes.get(index).filter(|node| node.kind == NodeKind::Integer).map_or(0, |node| bits(*node) as usize)
    }

    /// Replaces the integer at `index`.
    pub(crate) fn change_integer(&mut self, index: usize, change: impl FnOnce(usize) -> usize) {
        let number = change(self.integer(index)) as u64;
        if let Some(node) = self.nodes.get_mut(index).filter(|node| node.kind == NodeKind::Integer) {
            (node.a, node.b) = ((number >> 32) as u32, number as u32);
        }
    }

    /// Returns a copy of the value at `index` as a record of its own.
    pub(crate) fn subtree(&self, index: usize) -> Self {
        let nodes = self.nodes.get(index..self.end_of(index)).unwrap_or_default();
        // PERF: the texts of a value are next to each other, so they are copied at once.
        let is_text = |node: &&Node| node.kind == NodeKind::Text;
        let start = nodes.iter().find(is_text).map_or(0, |node| node.a);
        let end = nodes.iter().rfind(is_text).map_or(0, |node| node.b);
        let moved = |node: &Node| match node.kind {
            NodeKind::Text => Node { a: node.a.saturating_sub(start), b: node.b.saturating_sub(start), ..*node },
            NodeKind::Compound => Node { b: node.b.saturating_sub(index as u32), ..*node },
            _ => *node,
        };
        let text = self.text.get(start as usize..end as usize).unwrap_or_default().to_owned();
        Self { nodes: nodes.iter().map(moved).collect(), text }
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
            let kind = *NODE_KINDS.get(usize::from(kind))?;
            Some(Node { key, kind, a: u32::from_le_bytes(*a), b: u32::from_le_bytes(*b) })
        });
        Some(Self { nodes: nodes.collect::<Option<_>>()?, text })
    }

    fn push(&mut self, key: u8, kind: NodeKind, a: u32, b: u32) {
        self.nodes.push(Node { key, kind, a, b });
    }

    fn push_number(&mut self, key: u8, kind: NodeKind, bits: u64) {
        self.push(key, kind, (bits >> 32) as u32, bits as u32);
    }

    fn push_text(&mut self, key: u8, text: &str) -> Result<(), RowError> {
        let start = self.text.len() as u32; // fits: the end of the text before it did
        self.text.push_str(text);
        let end = self.text.len().try_into().map_err(|_| RowError::TooLong)?;
        self.push(key, NodeKind::Text, start, end);
        Ok(())
    }
}

/// Bytes of a serialized node.
const NODE_BYTES: usize = 10;
const NODE_KINDS: [NodeKind; 7] = [
    NodeKind::Null,
    NodeKind::False,
    NodeKind::True,
    NodeKind::Integer,
    NodeKind::Double,
    NodeKind::Text,
    NodeKind::Compound,
];

/// Returns the 64 bits of a number node.
pub(crate) fn bits(node: Node) -> u64 {
    u64::from(node.a) << 32 | u64::from(node.b)
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
