//! The object `Envelope`: the header and the content of a record.

use super::http_metadata::HttpMetadata;
use super::number_text::NumberText;
use super::warc_fields::{FieldList, FieldObject};
use crate::header_fields::Headers;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

#[derive(Debug, Serialize)]
pub(super) struct Envelope<'a> {
    #[serde(rename = "Payload-Metadata")]
    pub(super) payload: WatPayload<'a>,
    #[serde(rename = "Format")]
    pub(super) format: &'static str,
    #[serde(rename = "WARC-Header-Length", skip_serializing_if = "Option::is_none")]
    pub(super) header_length: Option<NumberText<u64>>,
    #[serde(rename = "WARC-Header-Metadata")]
    pub(super) header: FieldObject<'a>,
}

/// The block of a record: its content and its length.
#[derive(Debug)]
pub(super) struct WatPayload<'a> {
    pub(super) content: PayloadContent<'a>,
    /// `None` for a page that does not come from a record.
    pub(super) block: Option<BlockInfo>,
}

#[derive(Debug)]
pub(super) struct BlockInfo {
    pub(super) length: u64,
    /// Left out if not all of the block is in memory.
    pub(super) digest: Option<String>,
    /// The number of bytes between the block and the end of the record.
    pub(super) slop: u64,
}

/// The content of a block, by the type of its record.
#[derive(Debug)]
pub(super) enum PayloadContent<'a> {
    Response(HttpMetadata<'a>),
    Request(HttpMetadata<'a>),
    Info { is_corrupt: bool, fields: &'a Headers },
    Metadata { is_corrupt: bool, fields: &'a Headers },
    Other,
}

/// The fields of a record about another record.
#[derive(Serialize)]
struct MetadataFields<'a> {
    #[serde(rename = "FIELDS_CORRUPT", skip_serializing_if = "is_false")]
    is_corrupt: bool,
    #[serde(rename = "Metadata-Records")]
    fields: FieldList<'a>,
}

impl Serialize for WatPayload<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if matches!(self.content, PayloadContent::Info { .. }) {
            self.put_block(&mut map)?;
        }
        match &self.content {
            PayloadContent::Response(response) => {
                map.serialize_entry("Actual-Content-Type", "application/http; msgtype=response")?;
                map.serialize_entry("HTTP-Response-Metadata", response)?;
            }
            PayloadContent::Request(request) => {
                map.serialize_entry("Actual-Content-Type", "application/http; msgtype=request")?;
                map.serialize_entry("HTTP-Request-Metadata", request)?;
            }
            PayloadContent::Info { is_corrupt, fields } => {
                if *is_corrupt {
                    map.serialize_entry("Headers-Corrupt", &true)?;
                }
                map.serialize_entry("Actual-Content-Type", "application/warc-fields")?;
                map.serialize_entry("WARC-Info-Metadata", &FieldObject::new(fields.iter()))?;
            }
            PayloadContent::Metadata { is_corrupt, fields } => {
                let fields = MetadataFields { is_corrupt: *is_corrupt, fields: FieldList(fields) };
                map.serialize_entry("Actual-Content-Type", "application/metadata-fields")?;
                map.serialize_entry("WARC-Metadata-Metadata", &fields)?;
            }
            PayloadContent::Other => {}
        }
        if !matches!(self.content, PayloadContent::Info { .. }) {
            self.put_block(&mut map)?;
        }
        map.end()
    }
}

impl WatPayload<'_> {
    fn put_block<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let Some(block) = &self.block else { return Ok(()) };
        map.serialize_entry("Actual-Content-Length", &NumberText(block.length))?;
        map.serialize_entry("Trailing-Slop-Length", &NumberText(block.slop))?;
        match &block.digest {
            Some(digest) => map.serialize_entry("Block-Digest", digest),
            None => Ok(()),
        }
    }
}

pub(super) fn is_false(value: &bool) -> bool {
    !value
}
