//! Links: compared with the requests of Chromium, and links in `srcdoc`.

mod requests;
mod srcdoc;
