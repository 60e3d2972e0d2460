//! The record of a run of `hostile`, for `benches/record`.

use super::{FamilyMeasurement, Plan};
use crate::record::{RunInfo, write_json};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A run.
#[derive(Serialize, Deserialize)]
pub struct HostileRecord {
    #[serde(flatten)]
    pub run: RunInfo,
    pub passes: usize,
    pub cap_seconds: f64,
    pub families: Vec<FamilyMeasurement>,
}

impl HostileRecord {
    /// Returns the record of a run that just ended, on a machine with `cores` cores.
    pub fn new(families: Vec<FamilyMeasurement>, plan: Plan, cores: usize) -> Self {
        Self { run: RunInfo::now(cores), passes: plan.passes, cap_seconds: plan.cap_seconds, families }
    }

    /// Writes the record to `benches/record`, and returns its path.
    pub fn write(&self) -> PathBuf {
        let name = format!("record/hostile-{}-{}.json", self.run.date, self.run.commit);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        write_json(self, &path);
        path
    }
}
