//! The record: its nodes, and the values at their indices.

use tagrake_bulk::RowError;

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
    pub(super) nodes: Vec<Node>,
    pub(super) text: String,
}

impl FlatRecord {
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

    /// Returns a copy of the value at `index` as a record of its own.
    pub(crate) fn subtree(&self, index: usize) -> Self {
        let mut subtree = Self::default();
        let nodes = self.nodes.get(index..self.end_of(index)).unwrap_or_default();
        for &node in nodes {
            let (mut a, mut b) = (node.a, node.b);
            match node.kind {
                NodeKind::Text => {
                    a = subtree.text.len() as u32; // no longer than `self.text`
                    subtree.text.push_str(self.text(node));
                    b = subtree.text.len() as u32;
                }
                NodeKind::Compound => b -= b.min(index as u32),
                _ => {}
            }
            subtree.nodes.push(Node { a, b, ..node });
        }
        subtree
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

    pub(super) fn push(&mut self, key: u8, kind: NodeKind, a: u32, b: u32) {
        self.nodes.push(Node { key, kind, a, b });
    }

    pub(super) fn push_number(&mut self, key: u8, kind: NodeKind, bits: u64) {
        self.push(key, kind, (bits >> 32) as u32, bits as u32);
    }

    pub(super) fn push_text(&mut self, key: u8, text: &str) -> Result<(), RowError> {
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
