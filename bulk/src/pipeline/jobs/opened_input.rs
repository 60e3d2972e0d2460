//! An input that was opened and identified.

use super::job::{Job, JobTask};
use super::stream_batches::Stream;
use crate::input::error::{InputError, InputErrorKind};
use crate::input::{
    InputContent, InputFile, InputFormat, InputIdentity, NameFormat, OTHER_JSON_LINES, identify_stream, is_stdin,
    open_stdin,
};
use crate::mime_type;
use std::io::{self, Cursor, Read};
use std::sync::Arc;
use tagrake_archive::codec::StreamCompression;
use tagrake_archive::http;
use tagrake_archive::local_file::{FileVersion, LocalFile};
use tagrake_archive::remote::RemoteReader;

/// An input that was opened and identified.
pub(crate) struct OpenedInput {
    pub(crate) file: Arc<InputFile>,
    pub(crate) identity: InputIdentity,
    /// The complete input, including the bytes that identified it.
    pub(crate) stream: Stream,
    /// A regular file, which can be read again, and its version.
    pub(crate) local: Option<(LocalFile, FileVersion)>,
    /// True for the body of a response with content codings. They are decoded when it is complete.
    pub(crate) is_coded: bool,
}

impl OpenedInput {
    /// Opens a file, its download or standard input, and identifies it by its first bytes.
    pub(crate) fn open(file: &Arc<InputFile>, download: Option<io::Result<RemoteReader>>) -> io::Result<Self> {
        let declared_type = file.declared.as_ref().and_then(|declared| declared.content_type.as_deref());
        let mut name = NameFormat::of(&file.path).or_of_type(declared_type);
        let (mut stream, local): (Stream, _) = if let Some(download) = download {
            let mut download = download?;
            let web = file.remote.as_ref().filter(|file| file.is_web());
            let head = web.and_then(|file| file.head_of(&mut download));
            name = name.or_of_type(head.and_then(|head| mime_type::declared(&head.headers)));
            let mut stream: Stream = Box::new(download);
            if let Some(head) = head.filter(|head| http::is_coded(&head.headers)) {
                let (start, text) = http::decode_start(&mut stream, &head.headers)?;
                stream = Box::new(Cursor::new(start).chain(stream));
                let (_, identity) = identify_stream(&mut &*text, name, file.format)?;
                let is_page = matches!(identity.content, InputContent::Html | InputContent::Other(_));
                if is_page && identity.compression == StreamCompression::Plain {
                    return Ok(Self { file: file.clone(), identity, stream, local: None, is_coded: true });
                }
                stream = http::decode_unmarked(stream, &head.headers)?;
            }
            (stream, None)
        } else if is_stdin(&file.path) {
            (open_stdin()?, None)
        } else {
            let local = LocalFile::open(&file.path)?;
            (Box::new(local.reader()), Some(local))
        };
        let (start, identity) = identify_stream(&mut stream, name, file.format)?;
        let identity = match &local {
            Some(local) if file.is_from_folder && file.format == InputFormat::Auto => {
                identity.with_pages(|| Box::new(local.reader()))
            }
            _ => identity,
        };
        let version = local.as_ref().and_then(|local| local.version().copied());
        let (stream, local): (Stream, _) = match local.zip(version) {
            Some((local, version)) => {
                let may_grow = !matches!(identity.content, InputContent::Html | InputContent::Other(_));
                let local = if may_grow { local.growing()? } else { local };
                (Box::new(local.reader()), Some((local, version)))
            }
            None => (Box::new(Cursor::new(start).chain(stream)), None),
        };
        Ok(Self { file: file.clone(), identity, stream, local, is_coded: false })
    }

    /// Returns the input if its type is supported, or else the job that counts or reports it.
    pub(crate) fn recognised(self) -> Result<Self, Box<Job>> {
        match self.identity.content {
            InputContent::Other(_) if self.file.is_optional => Err(Job::without_file(JobTask::Skip(1)).into()),
            InputContent::Other(apparent) if self.file.is_from_folder && apparent == OTHER_JSON_LINES => {
                Err(Job::without_file(JobTask::Skip(1)).into())
            }
            InputContent::Other(apparent) => {
                let error = InputError::new(self.file.origin(), InputErrorKind::Type(apparent));
                Err(Job::only(&self.file, JobTask::Report(error)).into())
            }
            ref content => match (&self.file.declared, content.of_many_pages()) {
                (Some(declared), Some(kind)) => {
                    let error = InputErrorKind::misplaced(&self.file.origin(), kind);
                    let error = InputError::new(declared.place.clone(), error);
                    Err(Job::only(&self.file, JobTask::Report(error)).into())
                }
                _ => Ok(self),
            },
        }
    }
}
