//! Manifests: lists of paths, one on each line, as Common Crawl publishes them (`warc.paths.gz`).

use super::lines::LineRead;
use super::list_file::{self, ListKind, ListLines, MAX_PATH_BYTES};
use crate::input::error::{InputError, InputErrorKind};
use crate::mime_type::UTF8_BOM;
use std::path::PathBuf;
use tagrake_archive::remote::RemoteOptions;

/// The paths that a manifest lists, as they are read.
pub(crate) struct Manifest {
    origin: String,
    /// `None` at the end, and after an error.
    lines: Option<ListLines>,
    number: u64,
    line: Vec<u8>,
    /// The error of opening the file.
    error: Option<InputError>,
}

impl Manifest {
    /// Opens the manifest at `path`, which may be a URL; `-` is standard input.
    pub(crate) fn open(path: PathBuf, options: &RemoteOptions) -> Self {
        let (lines, error) = match list_file::open(&path, ListKind::Inputs, options) {
            Ok(file) => (Some(list_file::lines(file)), None),
            Err(error) => (None, Some(error)),
        };
        let origin = list_file::origin(&path, options);
        Self { origin, lines, number: 0, line: Vec::new(), error }
    }
}

impl Iterator for Manifest {
    type Item = Result<PathBuf, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(error) = self.error.take() {
            return Some(Err(error));
        }
        loop {
            let lines = self.lines.as_mut()?;
            self.number += 1;
            let read = lines.read(&mut self.line, MAX_PATH_BYTES);
            let read = list_file::checked(&self.origin, lines, read);
            let mut line = &self.line[..];
            if self.number == 1 {
                line = line.strip_prefix(UTF8_BOM).unwrap_or(line);
            }
            let wrong = |kind| Some(Err(InputError::new(format!("{}:{}", self.origin, self.number), kind)));
            match read {
                Ok(LineRead::End) => self.lines = None,
                Ok(_) if line.trim_ascii().is_empty() || line.starts_with(b"#") => {}
                Ok(LineRead::TooLong) => return wrong(InputErrorKind::LongPath { max_bytes: MAX_PATH_BYTES }),
                Ok(LineRead::Complete | LineRead::Endless) => match std::str::from_utf8(line) {
                    Ok(line) => return Some(Ok(line.trim().into())),
                    Err(_) => return wrong(InputErrorKind::Path),
                },
                Err(error) => {
                    self.lines = None;
                    return Some(Err(error));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::fs;
    use std::io::Write;

    fn read(manifest: &[u8]) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("m");
        fs::write(&path, manifest).expect("a file");
        let line = |path: Result<PathBuf, InputError>| match path {
            Ok(path) => path.display().to_string(),
            Err(error) => format!("{}: {}", error.origin.rsplit('/').next().unwrap_or_default(), error.kind),
        };
        Manifest::open(path, &RemoteOptions::default()).map(line).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn reads_a_path_from_each_line() {
        let text = b"a.warc.gz\r\n\n# no\n  b c\n\xFF\nd";
        let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all(text).expect("memory");
        let gzip = gzip.finish().expect("memory");
        let expected = "a.warc.gz, b c, m:5: not a path in UTF-8, d";
        assert_eq!(read(text), expected);
        assert_eq!(read(&gzip), expected);
        assert_eq!(
            read(&gzip[..gzip.len() - 4]),
            format!("{expected}, m: the compressed data is truncated at offset {}", gzip.len() - 4)
                .replace(", d,", ",")
        );
        assert_eq!(read(b""), "");
        assert_eq!(read(b"\xEF\xBB\xBFa\n"), "a");
        assert_eq!(read(&zstd::encode_all(&text[..], 1).expect("memory")), expected);
        let long = [&vec![b'x'; 100_000], &b"\nb\n#"[..], &vec![b' '; 100_000], b"\nc"].concat();
        assert_eq!(read(&long), "m:1: the path is longer than 65536 bytes, b, c");
        let mut missing = Manifest::open("no/such/manifest".into(), &RemoteOptions::default());
        let missing = missing.next().expect("an error").expect_err("there is no manifest");
        assert_eq!(missing.to_string(), "no/such/manifest: No such file or directory");
    }
}
