//! Reads the HTTP responses in WARC records: head and body, as a client would receive them.
//!
//! Neither the head nor the body can be trusted. Some crawlers store bodies as received, others decode them but
//! retain the original headers. So each coding that a header declares is tried, and the body is left as it is if it
//! is not in that coding.
//!
//! `br` and `deflate` have no magic number: a body counts as coded if it decodes, or if it does not look like text.
//!
//! ```
//! use tagrake_archive::http::ResponseReader;
//!
//! let mut reader = ResponseReader::default();
//! let response = reader.read(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n0\r\n\r\n");
//! assert_eq!((response.status, response.body), (Some(200), &b"<p>"[..]));
//! let response = reader.read(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n<p>");
//! assert_eq!((response.is_stale, response.body), (true, &b"<p>"[..]));
//! ```

mod chunked;
mod coded_stream;
mod content_coding;
mod decoded_body;
mod payload;
mod response;
mod response_head;
mod written_head;

pub use coded_stream::{decode_start, decode_unmarked, is_coded};
pub use decoded_body::BodyDamage;
pub use payload::{compare_response_payloads, request_payload};
pub use response::{BodyLimits, Response, ResponseReader, decode_received};
pub use response_head::{HeadForm, ResponseHead, has_status_line, read_request_head};
pub use written_head::{received_head, sent_head};
