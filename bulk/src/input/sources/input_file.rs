//! A file to read: its path or URL, its format, and the name of its output.

use super::declared::Declared;
use super::format::InputFormat;
use super::stdin::is_stdin;
use std::path::{Component, Path, PathBuf};
use tagrake::encoding::Encoding;
use tagrake_archive::container;
use tagrake_archive::remote::{self, RemoteFile, RemoteOptions, RemoteVersion};

/// A file to read.
///
/// ```
/// use tagrake_bulk::input::{InputFile, InputFormat};
///
/// let file = InputFile::new("crawls/a.warc.gz".into(), InputFormat::Auto);
/// assert_eq!((file.name.to_str(), file.format), (Some("crawls/a.warc.gz"), InputFormat::Auto));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InputFile {
    /// Its path or URL; `-` is standard input. A URL is without a password and without a query that grants access.
    pub path: PathBuf,
    /// The path of its output below an output folder, without the extension of outputs. It is derived from the path
    /// as given, so that files of the same name in different folders have different outputs. It is relative and has
    /// no `.` or `..`. The name of `s3://bucket/a.warc` is `s3/bucket/a.warc`.
    pub name: PathBuf,
    /// Its format; [`Auto`](InputFormat::Auto) to identify it by its first bytes.
    pub format: InputFormat,
    /// True if the file was found in a folder, false if its own path was given.
    pub is_from_folder: bool,
    /// True if the file was found in a folder whose files are all read. Such a file is skipped if its type is not
    /// recognised.
    pub(crate) is_optional: bool,
    /// The values that a manifest declares for the page in the file.
    pub(crate) declared: Option<Box<Declared>>,
    /// The download, if the path is a URL.
    pub(crate) remote: Option<RemoteFile>,
}

impl InputFile {
    /// Creates the file at `path`, which may be a URL.
    pub fn new(path: PathBuf, format: InputFormat) -> Self {
        Self::with_remote(path, format, &RemoteOptions::default())
    }

    /// Creates the file at `path`. If that is a URL, it is read with the options in `remote`.
    pub(crate) fn with_remote(path: PathBuf, format: InputFormat, remote: &RemoteOptions) -> Self {
        let remote = RemoteFile::of(&path, remote);
        let (path, name) = match &remote {
            Some(file) => (file.shown().into(), mirrored(&file.output_path())),
            None if is_stdin(&path) => (path, "stdin".into()),
            None => {
                let name = mirrored(&path);
                (path, name)
            }
        };
        Self { path, name, format, is_from_folder: false, is_optional: false, declared: None, remote }
    }

    /// Returns what a manifest declares about the page in the file: its URL, its `Content-Type` and the name of its encoding.
    ///
    /// ```
    /// use tagrake_bulk::input::Inputs;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let manifest = folder.path().join("pages.csv");
    /// std::fs::write(&manifest, "file,url\na.html,https://e.org/\n")?;
    /// let file = Inputs { manifest: Some(manifest), ..Inputs::default() }.files().next().unwrap()?;
    /// assert_eq!((file.path.clone(), file.declared()), (folder.path().join("a.html"), [Some("https://e.org/"), None, None]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn declared(&self) -> [Option<&str>; 3] {
        let Some(declared) = &self.declared else { return [None; 3] };
        let Declared { url, content_type, encoding, .. } = &**declared;
        [url.as_deref(), content_type.as_deref(), encoding.map(Encoding::name)]
    }

    /// Returns true if the file is in an object store or on a web server.
    ///
    /// ```
    /// use tagrake_bulk::input::{InputFile, InputFormat};
    ///
    /// let file = InputFile::new("s3://bucket/a/../b.warc.gz".into(), InputFormat::Auto);
    /// assert!(file.is_remote());
    /// assert_eq!(file.name.to_str(), Some("s3/bucket/a/__/b.warc.gz"));
    /// ```
    pub fn is_remote(&self) -> bool {
        self.remote.is_some()
    }

    /// Returns the path or URL as given. Unlike [`path`](Self::path), a URL may have a password or a query that grants
    /// access, so it is not for messages.
    ///
    /// ```
    /// use tagrake_bulk::input::{InputFile, InputFormat};
    ///
    /// let url = "https://e.org/a.warc.gz?sig=secret";
    /// let file = InputFile::new(url.into(), InputFormat::Auto);
    /// assert_eq!(file.path.to_str(), Some("https://e.org/a.warc.gz"));
    /// assert_eq!(file.path_with_secrets().to_str(), Some(url));
    /// ```
    pub fn path_with_secrets(&self) -> &Path {
        self.remote.as_ref().map_or(&self.path, |file| Path::new(file.url()))
    }

    /// Returns the version of a remote file that was read, after its first response. All of its bytes are of this version.
    pub fn remote_version(&self) -> Option<RemoteVersion> {
        Some(self.remote.as_ref()?.head()?.version.clone())
    }

    /// Requests the version of a remote file. Returns `None` for any other file, and after an error.
    ///
    /// ```
    /// use tagrake_bulk::input::{InputFile, InputFormat};
    ///
    /// assert_eq!(InputFile::new("a.html".into(), InputFormat::Auto).fetch_remote_version(), None);
    /// ```
    pub fn fetch_remote_version(&self) -> Option<RemoteVersion> {
        self.remote.as_ref()?.fetch_version().ok()
    }

    /// Returns the local file that is read: for an archive in a container, the container. `None` for standard input and URLs.
    ///
    /// ```
    /// use std::path::Path;
    /// use tagrake_bulk::input::{InputFile, InputFormat};
    ///
    /// let file = |path: &str| InputFile::new(path.into(), InputFormat::Auto);
    /// assert_eq!(file("a.wacz!/archive/b.warc.gz").local_path(), Some(Path::new("a.wacz")));
    /// assert_eq!(file("https://e.org/a.warc.gz").local_path(), None);
    /// ```
    pub fn local_path(&self) -> Option<&Path> {
        match container::split_name(&self.path) {
            _ if self.is_remote() || is_stdin(&self.path) => None,
            Some((file, _)) if !self.path.exists() => Some(Path::new(file)),
            _ => Some(&self.path),
        }
    }

    /// Returns the path or URL for messages and records.
    ///
    /// ```
    /// use tagrake_bulk::input::{InputFile, InputFormat};
    ///
    /// assert_eq!(InputFile::new("a/b.html".into(), InputFormat::Auto).origin(), "a/b.html");
    /// ```
    pub fn origin(&self) -> String {
        remote::shown(&self.path)
    }
}

/// Returns the path of a file below a folder that mirrors paths: without the root and `.`, and with `__` for `..`, so
/// that no path leaves the folder. It depends only on `path`.
fn mirrored(path: &Path) -> PathBuf {
    let name = |component| match component {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some("__".into()),
        // The prefix `C:` of Windows becomes `C`.
        Component::Prefix(prefix) => {
            let name = prefix.as_os_str().to_string_lossy();
            Some(name.replace(|character: char| !character.is_alphanumeric(), "").into())
        }
        Component::RootDir | Component::CurDir => None,
    };
    path.components().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_named_after_the_path_of_the_input() {
        let cases = [
            ("a.html", "a.html"),
            ("./a.html", "a.html"),
            ("a/./b//c.html", "a/b/c.html"),
            ("../a.html", "__/a.html"),
            ("a/../../b.html", "a/__/__/b.html"),
            ("/data/a.html", "data/a.html"),
            ("/../a.html", "__/a.html"),
            ("-", "stdin"),
            ("./-", "-"),
            ("s3://bucket/a/x.warc.gz", "s3/bucket/a/x.warc.gz"),
            ("s3://../../x.warc.gz", "s3/__/__/x.warc.gz"),
            ("https://e.org:81//a/./../x%2F?v=../1&b=%20#c", "https/e.org_81/a/__/x%2F?v=..%2F1&b=%20"),
            ("https://me:secret@e.org/a?sig=1", "https/e.org/a"),
            ("HTTP://e.org", "http/e.org/index"),
            ("ftp://e.org/a", "ftp:/e.org/a"),
        ];
        for (path, name) in cases {
            assert_eq!(InputFile::new(path.into(), InputFormat::Auto).name, Path::new(name), "{path}");
        }
    }
}
