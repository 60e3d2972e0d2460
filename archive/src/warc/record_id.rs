//! Ids and dates of written records.

use jiff::Timestamp;
use sha1::{Digest, Sha1};
use std::time::{SystemTime, UNIX_EPOCH};
use uuid::{Builder, Uuid};

/// Returns an id for a record, from a name that no other record has: the [UUID of version
/// 5](https://www.rfc-editor.org/rfc/rfc9562#section-5.5) of the name.
///
/// ```
/// use tagrake_archive::warc::record_id;
///
/// assert_eq!(record_id("http://example.com/"), "<urn:uuid:0a300ee9-f9e4-5697-a51a-efc7fafaba67>");
/// ```
pub fn record_id(name: &str) -> String {
    let digest = Sha1::new().chain_update(Uuid::NAMESPACE_URL).chain_update(name).finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    format!("<{}>", Builder::from_sha1_bytes(bytes).into_uuid().urn())
}

/// Returns the value of `WARC-Date` for a time, with a precision of seconds. A time before 1970 is the start of 1970.
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use tagrake_archive::warc::record_date;
///
/// let time = SystemTime::UNIX_EPOCH + Duration::from_millis(1_795_000_000_900);
/// assert_eq!(record_date(time), "2026-11-18T11:06:40Z");
/// ```
pub fn record_date(time: SystemTime) -> String {
    let since_1970 = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let seconds = i64::try_from(since_1970.as_secs()).unwrap_or(i64::MAX);
    Timestamp::from_second(seconds).unwrap_or(Timestamp::MAX).strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::{record_date, record_id};
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn ids_are_uuids_of_version_5() {
        // Computed by `uuid.uuid5(uuid.NAMESPACE_URL, "http://example.com/")` in Python.
        assert_eq!(record_id("http://example.com/"), "<urn:uuid:0a300ee9-f9e4-5697-a51a-efc7fafaba67>");
    }

    #[test]
    fn dates_have_seconds_in_any_year() {
        // Computed by `date -u -d @… +%FT%TZ`.
        for (seconds, date) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_795_000_000, "2026-11-18T11:06:40Z"),
            (253_402_207_200, "9999-12-30T22:00:00Z"),
            (300_000_000_000, "9999-12-30T22:00:00Z"), // the last date that can be written
        ] {
            assert_eq!(record_date(UNIX_EPOCH + Duration::from_secs(seconds)), date);
        }
        assert_eq!(record_date(UNIX_EPOCH - Duration::from_secs(1)), "1970-01-01T00:00:00Z");
    }
}
