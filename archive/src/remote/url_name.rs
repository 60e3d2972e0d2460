//! URLs as names of inputs: which paths are URLs, how they are shown, and the paths of their outputs.

use std::path::{Path, PathBuf};

/// Schemes of URLs that are read.
const SCHEMES: [&str; 10] = ["s3", "s3a", "gs", "az", "adl", "azure", "abfs", "abfss", "http", "https"];
/// Query parameters that grant access. A query with one of them is not shown.
const SECRETS: [&str; 22] = [
    "x-amz-signature",
    "x-amz-credential",
    "x-amz-security-token",
    "x-goog-signature",
    "x-goog-credential",
    "signature",
    "sig",
    "awsaccesskeyid",
    "googleaccessid",
    "key-pair-id",
    "policy",
    "token",
    "access_token",
    "auth_token",
    "auth",
    "authorization",
    "api_key",
    "apikey",
    "key",
    "secret",
    "password",
    "code",
];

/// A URL, split at its delimiters and otherwise unchanged.
pub(super) struct SplitUrl<'u> {
    pub(super) scheme: &'u str,
    /// The user and password before the host.
    #[cfg_attr(not(feature = "remote"), expect(dead_code, reason = "no request is sent"))]
    pub(super) userinfo: Option<&'u str>,
    pub(super) host: &'u str,
    /// The path, with the slash before it.
    pub(super) path: &'u str,
    /// The query, without the question mark before it.
    pub(super) query: Option<&'u str>,
}

impl<'u> SplitUrl<'u> {
    /// Returns `None` if `text` is not a URL that is read.
    pub(super) fn of(text: &'u str) -> Option<Self> {
        Self::split(text).filter(|url| SCHEMES.iter().any(|known| url.scheme.eq_ignore_ascii_case(known)))
    }

    /// Splits a URL of any scheme.
    fn split(text: &'u str) -> Option<Self> {
        let (scheme, rest) = text.split_once("://")?;
        if scheme.is_empty() || !scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte)) {
            return None;
        }
        let (of_invalid, rest) = match invalid_userinfo(rest) {
            Some(userinfo) => (Some(userinfo), &rest[userinfo.len() + 1..]),
            None => (None, rest),
        };
        let rest = rest.split('#').next().unwrap_or_default();
        let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        let (path, query) = match path.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (path, None),
        };
        let (userinfo, host) = match authority.rsplit_once('@') {
            Some((userinfo, host)) => (Some(userinfo), host),
            None => (of_invalid, authority),
        };
        let url = Self { scheme, userinfo, host, path, query };
        // In a URL of Azure, the container is before the account.
        let is_container = !url.is_web() && userinfo.is_some_and(|userinfo| !userinfo.contains(':'));
        Some(if is_container { Self { userinfo: None, host: authority, ..url } } else { url })
    }

    /// Returns true for `http` and `https`.
    pub(super) fn is_web(&self) -> bool {
        self.scheme.eq_ignore_ascii_case("http") || self.scheme.eq_ignore_ascii_case("https")
    }

    /// Returns the query, unless it grants access.
    fn shown_query(&self) -> Option<&'u str> {
        self.query.filter(|query| {
            let mut names = query.split('&').map(|pair| pair.split('=').next().unwrap_or_default());
            !names.any(|name| SECRETS.iter().any(|secret| name.eq_ignore_ascii_case(secret)))
        })
    }

    /// Returns the URL without a password and without a query that grants access.
    pub(super) fn shown(&self) -> String {
        let query = self.shown_query().map(|query| format!("?{query}")).unwrap_or_default();
        format!("{}://{}{}{query}", self.scheme, self.host, self.path)
    }

    /// Returns the path that mirrors the URL, which may contain `.` and `..`.
    pub(super) fn output_path(&self) -> PathBuf {
        // A colon would name a stream of a file on Windows, and a slash of a query would begin a folder.
        let host = self.host.replace(':', "_");
        let query = self.shown_query().map(|query| format!("?{}", query.replace('/', "%2F"))).unwrap_or_default();
        let path = self.path.trim_start_matches('/');
        let name = if path.is_empty() || path.ends_with('/') { "index" } else { "" };
        format!("{}/{host}/{path}{name}{query}", self.scheme.to_ascii_lowercase()).into()
    }
}

/// Returns the user and password in a URL after its scheme, if the password has a slash, `?` or `#`. The URL is then invalid,
/// because the start of the password is in the place of the port.
fn invalid_userinfo(rest: &str) -> Option<&str> {
    let authority = &rest[..rest.find(['/', '?', '#'])?];
    let (_, port) = authority.rsplit('@').next()?.rsplit_once(':')?;
    let is_valid = authority.ends_with(']') || port.bytes().all(|byte| byte.is_ascii_digit());
    if is_valid { None } else { rest.rsplit_once('@').map(|(userinfo, _)| userinfo) }
}

/// Returns a path or a URL of any scheme for messages, without a password and without a query that grants access.
pub fn shown(path: &Path) -> String {
    path.to_str().and_then(SplitUrl::split).map_or_else(|| path.display().to_string(), |url| url.shown())
}

/// Returns true if `path` is the URL of a file in an object store or on a web server.
///
/// ```
/// use tagrake_archive::remote::is_url;
///
/// assert!(is_url("s3://bucket/crawl.warc.gz".as_ref()) && !is_url("crawl.warc.gz".as_ref()));
/// ```
pub fn is_url(path: &Path) -> bool {
    path.to_str().is_some_and(|path| SplitUrl::of(path).is_some())
}

/// Returns the name of the file at a path or URL: the last segment of the path, without the host and the query of a URL.
pub fn file_name(path: &Path) -> String {
    match path.to_str().and_then(SplitUrl::of) {
        Some(url) => url.path.rsplit('/').next().unwrap_or_default().to_owned(),
        None => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
    }
}

/// Returns `path` with `base`, a URL or a folder, before it. A URL, an absolute path and standard input remain.
pub fn joined(base: &Path, path: PathBuf) -> PathBuf {
    if is_url(&path) || path.is_absolute() || path == Path::new("-") {
        return path;
    }
    match (base.to_str(), path.to_str()) {
        (Some(url), Some(relative)) if is_url(base) => {
            format!("{}/{}", url.trim_end_matches('/'), relative.trim_start_matches("./")).into()
        }
        _ => base.join(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        let cases = [
            ("s3://b/a/x.warc.gz", "s3://b/a/x.warc.gz"),
            ("HTTPS://e.org", "HTTPS://e.org"),
            ("https://user:pass@e.org/a", "https://e.org/a"),
            ("https://user:p@ss@e.org:81/a?b=c#d", "https://e.org:81/a?b=c"),
            ("https://e.org/a?b=c&X-Amz-Signature=0123", "https://e.org/a"),
            ("https://e.org/a?SIG=0123&b=c", "https://e.org/a"),
            ("https://e.org?token=1", "https://e.org"),
            ("abfs://container@account/a", "abfs://container@account/a"),
            ("s3://key:secret@b/a", "s3://b/a"),
            ("http://user:pa/ss@e.org/a", "http://e.org/a"),
            ("http://user:pa?s@s@e.org:81/a?b", "http://e.org:81/a?b"),
            ("http://user:pa#ss@e.org", "http://e.org"),
            ("http://user:p@:a/ss@e.org", "http://e.org"),
            ("http://user:p@e.org/a@b", "http://e.org/a@b"),
            ("s3://key:se/cret@b/a", "s3://b/a"),
            ("http://[::1]/a@b", "http://[::1]/a@b"),
            ("http://e.org:81/a@b#c@d", "http://e.org:81/a@b"),
        ];
        for (url, shown) in cases {
            assert_eq!(SplitUrl::of(url).map(|url| url.shown()).as_deref(), Some(shown), "{url}");
        }
        for (path, name) in [
            ("ftp://user:pass@e.org/a", "ftp://e.org/a"),
            ("ftp://e.org/a@b", "ftp://e.org/a@b"),
            ("ftp://e.org/a?token=1", "ftp://e.org/a"),
            ("a:/b@c", "a:/b@c"),
            ("a/b://c@d", "a/b://c@d"),
        ] {
            assert_eq!(shown(Path::new(path)), name);
        }
        for path in ["a", "ftp://e.org/a", "file:///a", "a/s3://b", "://", ""] {
            assert!(!is_url(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn a_base_is_put_before_relative_paths() {
        let cases = [
            ("s3://b/", "a/x", "s3://b/a/x"),
            ("s3://b", "./a/x", "s3://b/a/x"),
            ("https://e.org/a//", "x", "https://e.org/a/x"),
            ("s3://b/", "gs://c/x", "gs://c/x"),
            ("s3://b/", "-", "-"),
            ("folder", "a/x", "folder/a/x"),
        ];
        for (base, path, joined_path) in cases {
            assert_eq!(joined(Path::new(base), path.into()), Path::new(joined_path), "{base} {path}");
        }
        for (path, name) in [("https://e.org/d/a.gz?b=/c#d", "a.gz"), ("https://e.org?b", ""), ("d/a?b", "a?b")] {
            assert_eq!(file_name(Path::new(path)), name);
        }
    }
}
