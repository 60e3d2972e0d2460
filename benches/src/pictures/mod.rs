//! Pictures of records, as SVG.

mod all;
mod bar_chart;
mod crawls;
pub(crate) mod dot_chart;
mod quality;
mod speed;
pub(crate) mod svg;

pub use all::{Picture, all, league};
