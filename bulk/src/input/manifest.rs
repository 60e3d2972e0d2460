//! Manifests: lists of paths, a line each, as Common Crawl has them (`warc.paths.gz`).

use super::is_stdin;
use crate::error::{InputError, InputErrorKind};
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;

/// What a compressed manifest begins with.
const GZIP_MAGIC: [u8; 2] = [0x1F, 0x8B];

/// The paths that a manifest names, as they are read.
pub(super) struct Manifest {
    origin: String,
    lines: Box<dyn BufRead + Send>,
    number: u64,
    /// What was wrong with it; then it is over.
    error: Option<io::Error>,
    is_over: bool,
}

impl Manifest {
    /// Opens the manifest at `path`; `-` is standard input.
    pub(super) fn open(path: PathBuf) -> Self {
        let file: io::Result<Box<dyn Read + Send>> =
            if is_stdin(&path) { Ok(Box::new(io::stdin())) } else { File::open(&path).map(|file| Box::new(file) as _) };
        let (lines, error) = match file.and_then(decompressed) {
            Ok(lines) => (lines, None),
            Err(error) => (Box::new(io::empty()) as _, Some(error)),
        };
        Self { origin: path.display().to_string(), lines, number: 0, error, is_over: false }
    }
}

/// Returns the text of a file that may be compressed.
fn decompressed(mut file: Box<dyn Read + Send>) -> io::Result<Box<dyn BufRead + Send>> {
    let mut start = Vec::new();
    file.by_ref().take(GZIP_MAGIC.len() as u64).read_to_end(&mut start)?;
    let is_gzip = start == GZIP_MAGIC;
    let whole = io::Cursor::new(start).chain(file);
    Ok(if is_gzip { Box::new(BufReader::new(MultiGzDecoder::new(whole))) } else { Box::new(BufReader::new(whole)) })
}

impl Iterator for Manifest {
    type Item = Result<PathBuf, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(error) = self.error.take() {
            self.is_over = true;
            return Some(Err(InputError::io(&*self.origin, error)));
        }
        while !self.is_over {
            let mut line = Vec::new();
            self.number += 1;
            match self.lines.read_until(b'\n', &mut line) {
                Ok(0) => self.is_over = true,
                Err(error) => {
                    self.is_over = true;
                    return Some(Err(InputError::io(&*self.origin, error)));
                }
                Ok(_) => match std::str::from_utf8(&line) {
                    Ok(line) if line.trim().is_empty() || line.starts_with('#') => {}
                    Ok(line) => return Some(Ok(line.trim().into())),
                    Err(_) => {
                        let origin = format!("{}:{}", self.origin, self.number);
                        return Some(Err(InputError::new(origin, InputErrorKind::Path)));
                    }
                },
            }
        }
        None
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
        Manifest::open(path).map(line).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn lines_are_paths() {
        let text = b"a.warc.gz\r\n\n# no\n  b c\n\xFF\nd";
        let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all(text).expect("memory");
        let gzip = gzip.finish().expect("memory");
        let expected = "a.warc.gz, b c, m:5: not a path in UTF-8, d";
        assert_eq!(read(text), expected);
        assert_eq!(read(&gzip), expected);
        assert_eq!(
            read(&gzip[..gzip.len() - 4]),
            format!("{expected}, m: unexpected end of file").replace(", d,", ",")
        );
        assert_eq!(read(b""), "");
        let missing =
            Manifest::open("no/such/manifest".into()).next().expect("an error").expect_err("there is no manifest");
        assert_eq!(missing.to_string(), "no/such/manifest: No such file or directory");
    }
}
