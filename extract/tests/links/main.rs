//! Links: attributes that the caller adds; compared with the requests of Chromium, and links in `srcdoc`.

mod added_attributes;
mod requests;
mod srcdoc;
