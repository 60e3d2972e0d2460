//! WARC and ARC files, complete and damaged, read by [`WarcReader`].

mod arc;
mod completeness;
mod counts;
mod cuts;
mod damage;
mod formats;
mod mutations;
mod segments;

use tagrake_archive::warc::{Irregularity, Record, WarcError, WarcLocation, WarcOptions, WarcReader};

/// A result of the reader: a record with its block, or an error.
#[derive(Clone, Debug, PartialEq)]
struct Given {
    location: WarcLocation,
    uri: Option<String>,
    block: Vec<u8>,
    error: Option<(&'static str, WarcLocation)>,
    irregularity: Option<&'static str>,
}

impl Given {
    fn record(record: &Record<'_>) -> Self {
        Self {
            location: record.location,
            uri: Some(record.target_uri().unwrap_or_default().to_owned()),
            block: record.block.to_owned(),
            error: record.error.as_ref().map(|error| (error.kind.as_str(), error.location)),
            irregularity: record.irregularity.map(Irregularity::as_str),
        }
    }

    fn error(error: &WarcError) -> Self {
        Self {
            location: error.location,
            uri: None,
            block: Vec::new(),
            error: Some((error.kind.as_str(), error.location)),
            irregularity: None,
        }
    }

    /// Returns one line: the URI, the location, and the error.
    fn line(&self) -> String {
        let location = |location: &WarcLocation| format!("{location}+{}", location.length);
        let error = self.error.as_ref().map(|(name, at)| format!("{name} {}", location(at)));
        match (&self.uri, error) {
            (Some(uri), None) => format!("{uri} {} {}", location(&self.location), self.block.len()),
            (Some(uri), Some(error)) => format!("{uri} {} {}: {error}", location(&self.location), self.block.len()),
            (None, error) => error.unwrap_or_default(),
        }
    }
}

fn read_all<R: std::io::Read>(reader: &mut WarcReader<R>) -> Vec<Given> {
    let mut given = Vec::new();
    while let Some(next) = reader.next() {
        given.push(match next {
            Ok(record) => Given::record(&record),
            Err(error) => Given::error(&error),
        });
    }
    given
}

fn read(file: &[u8]) -> Vec<Given> {
    read_all(&mut WarcReader::new("-", file, WarcOptions::default()))
}

fn lines(file: &[u8]) -> Vec<String> {
    read(file).iter().map(Given::line).collect()
}

/// Returns the records without damage.
fn whole(given: &[Given]) -> Vec<(&str, &[u8])> {
    let records = given.iter().filter(|given| given.error.is_none());
    records.map(|given| (given.uri.as_deref().unwrap_or_default(), &given.block[..])).collect()
}

/// Segments may be read on several threads.
const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<WarcReader<std::fs::File>>();
    is_send::<tagrake_archive::http::ResponseReader>();
    is_send::<tagrake_archive::remote::RemoteReader>();
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<WarcOptions>();
    is_shared::<tagrake_archive::remote::RemoteOptions>();
    is_shared::<tagrake_archive::warc::WarcError>();
    is_shared::<tagrake_archive::container::ContainerError>();
    is_shared::<tagrake_archive::digest::DigestMismatch>();
};
