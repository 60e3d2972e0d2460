//! Decides whether an irregular record is complete.
//!
//! A record is complete if a checksum or a digest proves it, or else if its length does. Only where neither holds is its end
//! uncertain: then bytes may be missing, or belong to another record.

use super::block::BlockDamage;
use super::error::WarcErrorKind;
use super::irregularity::{Irregularity, MemberProof};
use crate::digest::StatedDigest;
use crate::header_fields::Headers;
use crate::http::compare_response_payloads;

/// A defect of a record.
pub(super) enum Defect {
    Block(BlockDamage),
    Head,
    HttpHead,
}

impl Defect {
    /// Returns the irregularity if the record is complete despite the defect, or else the damage. `has_digest` returns true if a
    /// digest in the head matches the block.
    pub(super) fn assess(
        self,
        proof: MemberProof,
        has_digest: impl FnOnce() -> bool,
    ) -> Result<Irregularity, BlockDamage> {
        match self {
            Self::Block(damage) => {
                // After the last member of a file, another one may be missing.
                let is_checked = proof == MemberProof::Checksum && !matches!(damage.kind, WarcErrorKind::Truncated);
                match Irregularity::of(&damage.kind).filter(|_| damage.location.is_none()) {
                    Some(found) if damage.is_by_length || is_checked || has_digest() => Ok(found),
                    _ => Err(damage),
                }
            }
            // Where bytes are missing between two heads, a digest may be of the one and the URL of the other.
            Self::Head if proof == MemberProof::Checksum => Ok(Irregularity::Head),
            Self::HttpHead if proof != MemberProof::None || has_digest() => Ok(Irregularity::HttpHead),
            Self::Head | Self::HttpHead => Err(WarcErrorKind::Head.into()),
        }
    }
}

/// Returns true if a digest in the head of a record matches its block, or the payload in it.
pub(super) fn has_digest(headers: &Headers, block: &[u8]) -> bool {
    let stated = |name| headers.get(name).and_then(|value| StatedDigest::parse(name, value));
    let is_block = |digest: &StatedDigest<'_>| digest.compare(|put| put(block)).is_ok();
    stated("WARC-Block-Digest").is_some_and(|digest| is_block(&digest))
        || stated("WARC-Payload-Digest").is_some_and(|digest| {
            // Where a block is truncated in its HTTP head, the payload is empty.
            if digest.compare(|_| ()).is_ok() {
                return false;
            }
            let mut fields = Headers::default();
            is_block(&digest)
                || compare_response_payloads(block, &mut fields, |payload| digest.compare(payload)).is_ok()
        })
}
