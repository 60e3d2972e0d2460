//! The fields of rows of an index.

use super::field::Type::{Int32, Int64, String, Timestamp};
use super::field::{Field, fields};

/// The fields of a row of an index: columns of [Common Crawl's index](https://github.com/commoncrawl/cc-index-table), with its
/// names. `docs/archives.md` lists the differences.
///
/// ```
/// assert_eq!(tagrake_bulk::schema::INDEX[0].name, "url_surtkey");
/// ```
pub const INDEX: &[Field] = fields! {
    + "url_surtkey" String, "The sort-friendly key of the URL (SURT); the URL if it has none, or - without a URL.";
    ? "url" String, "The URL.";
    ? "url_host_name" String, "The host of the URL, or its IP address.";
    ? "url_host_tld" String, "The last label of the host.";
    ? "url_host_2nd_last_part" String, "The second last label of the host.";
    ? "url_host_3rd_last_part" String, "The third last label of the host.";
    ? "url_host_4th_last_part" String, "The fourth last label of the host.";
    ? "url_host_5th_last_part" String, "The fifth last label of the host.";
    ? "url_host_registry_suffix" String, "The public suffix of the host, of a registry: com, co.uk.";
    ? "url_host_registered_domain" String, "The registered domain: that suffix and the label before it.";
    ? "url_host_private_suffix" String, "The public suffix of the host, also of a private registry: com, github.io.";
    ? "url_host_private_domain" String, "That suffix and the label before it.";
    ? "url_host_name_reversed" String, "The labels of the host in reverse order, with dots.";
    ? "url_protocol" String, "The scheme of the URL.";
    ? "url_port" Int32, "The port, unless it is the default of the scheme.";
    ? "url_path" String, "The path of the URL.";
    ? "url_query" String, "The query of the URL, without the question mark.";
    ? "fetch_time" Timestamp, "When the record was fetched, to the second.";
    ? "fetch_status" Int32, "The status of the HTTP response.";
    ? "fetch_redirect" String, "The target of a redirect, resolved against the URL.";
    ? "content_digest" String, "The digest of the payload: a SHA-1 in base32, or another one with its name and a colon.";
    ? "content_mime_type" String, "The MIME type that the response or the record declares; warc/revisit for a revisit.";
    ? "content_mime_detected" String, "The MIME type that the crawler detected.";
    ? "content_truncated" String, "The value of WARC-Truncated.";
    + "warc_filename" String, "The WARC file.";
    + "warc_record_offset" Int64, "The offset of the record in the stored file.";
    + "warc_record_length" Int64, "The length of the record in the stored file, in bytes.";
    ? "warc_segment" String, "The segment of Common Crawl in the path of the file.";
};
