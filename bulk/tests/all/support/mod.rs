//! Pages and comparisons that several test files share.

pub(crate) mod all_pages;
#[cfg(feature = "columns")]
pub(crate) mod columns;
pub(crate) mod everything;
pub(crate) mod kept_rows;
pub(crate) mod link_job;
pub(crate) mod own_pages;
pub(crate) mod rows;
