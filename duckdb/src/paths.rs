//! The files and URLs that the paths in a query name.

use std::path::PathBuf;
use std::{env, fs};
use tagrake_bulk::input::{is_stdin, is_url};
use tagrake_bulk::reason;

/// Returns the path that `text` names; `~` is the home folder.
pub(crate) fn path(text: String) -> PathBuf {
    match (text.strip_prefix("~"), env::home_dir()) {
        (Some(""), Some(home)) => home,
        (Some(rest), Some(home)) if rest.starts_with('/') => home.join(rest.trim_start_matches('/')),
        _ => text.into(),
    }
}

/// Returns the files and URLs that `texts` name, in their order. A pattern names the files that it matches, in the order of
/// their names.
///
/// # Errors
///
/// Returns an error if a file does not exist.
pub(crate) fn expand(texts: Vec<String>) -> Result<Vec<PathBuf>, String> {
    let mut paths = Vec::new();
    for text in texts {
        let path = path(text);
        if is_url(&path) || is_stdin(&path) {
            paths.push(path);
            continue;
        }
        let name = path.to_string_lossy();
        match fs::metadata(&path) {
            Ok(_) => paths.push(path),
            Err(_) if name.contains(['*', '?', '[']) => paths.extend(matches(&name)?),
            Err(error) => return Err(format!("{name}: {}", reason(&error))),
        }
    }
    Ok(paths)
}

fn matches(pattern: &str) -> Result<Vec<PathBuf>, String> {
    let found = glob::glob(pattern).map_err(|error| format!("{pattern}: {error}"))?;
    let found: Vec<_> = found.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    if found.is_empty() { Err(format!("{pattern}: no file matches")) } else { Ok(found) }
}
