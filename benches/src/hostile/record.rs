//! The record of a run over hostile inputs, for `benches/record`.

use super::{Measured, Plan};
use crate::record::{Run, write_json};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A run.
#[derive(Serialize, Deserialize)]
pub struct Record {
    #[serde(flatten)]
    pub run: Run,
    pub passes: usize,
    pub cap_seconds: f64,
    pub families: Vec<Measured>,
}

impl Record {
    /// What was measured, now and here, on a machine with `cores` cores.
    pub fn new(families: Vec<Measured>, plan: Plan, cores: usize) -> Self {
        Self { run: Run::now(cores), passes: plan.passes, cap_seconds: plan.cap_seconds, families }
    }

    /// Writes it and returns its path.
    pub fn write(&self) -> PathBuf {
        let name = format!("record/hostile-{}-{}.json", self.run.date, self.run.commit);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        write_json(self, &path);
        path
    }
}
