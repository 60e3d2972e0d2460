//! A record as an array of nodes and one string. Python values are made from it on access.

mod node_sink;
mod record;

pub(crate) use record::{FlatRecord, Node, NodeKind, bits};
