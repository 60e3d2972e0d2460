//! Links in the `srcdoc` of an `iframe`.

mod srcdoc;
