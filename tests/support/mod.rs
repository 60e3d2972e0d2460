//! What the test files share: data from other packages, and ways to run and to describe.
#![allow(dead_code)] // every test file is a crate of its own and uses its part

pub(crate) mod cases;
pub(crate) mod html5lib;
pub(crate) mod packages;
pub(crate) mod pages;
pub(crate) mod parallel;
pub(crate) mod random;
pub(crate) mod random_page;
pub(crate) mod record;
pub(crate) mod spans;

#[allow(unused_imports)] // as above
pub(crate) use packages::{package_dir, repository_file};
