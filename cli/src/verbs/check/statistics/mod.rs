//! Statistics of a run, collected in bounded memory for the HTML report.

mod byte_map;
mod collector;
mod example;
mod file_list;
mod histogram;
mod tally;
mod topic;

pub(super) use collector::Statistics;
pub(super) use example::{Example, ExampleCommand};
pub(super) use file_list::ListedFile;
pub(super) use histogram::Histogram;
pub(super) use tally::Count;
pub(super) use topic::Topic;
