//! The server of a file: sends requests, and passes on the bodies of responses.

use super::RemoteError;
use super::exchange::{Exchange, MAX_ERROR_TIME, Outcome, start_of_error};
use super::failure::Failure;
use super::file::RemoteFile;
use super::request::Request;
use super::response::Response;
use super::store::Bucket;
use super::url_name::SplitUrl;
use super::web::WebFile;
use crate::system_error::innermost_reason;
use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use object_store::client::HttpErrorKind;
use std::io::ErrorKind;
use tokio::time::timeout;

/// The server of a file.
pub(super) enum Source {
    Web(WebFile),
    Bucket(Bucket),
}

/// The outcome of a request that has a response.
pub(super) enum Reply {
    Success(Response, Body),
    /// A response with an error status, or one that `object_store` rejects.
    Refusal(Response, Failure),
}

/// The body of a response, as it arrives.
pub(super) enum Body {
    Web(reqwest::Response),
    Bucket(BoxStream<'static, object_store::Result<Bytes>>),
}

impl Source {
    pub(super) fn of(file: &RemoteFile) -> Result<Self, RemoteError> {
        let is_web = SplitUrl::of(&file.url).is_some_and(|url| url.is_web());
        if is_web {
            return WebFile::of(&file.url).map(Self::Web);
        }
        Bucket::of(&file.url, &file.options.stores, file.options.is_anonymous).map(Self::Bucket)
    }

    /// Sends a request. The response has to begin in time.
    pub(super) async fn send(&self, file: &RemoteFile, request: &Request) -> Result<Reply, Failure> {
        let reply = self.send_in_time(file, request).await?;
        file.options.set_unreachable(&file.server(), false);
        Ok(reply)
    }

    async fn send_in_time(&self, file: &RemoteFile, request: &Request) -> Result<Reply, Failure> {
        let time = file.options.retries.stall_time;
        match self {
            Self::Web(web) => {
                let sent = timeout(time, file.options.stores.web.send(web, request)).await;
                let (response, sent) = sent.unwrap_or_else(|_| Err(Failure::no_response(time)))?;
                Ok(web_reply(response, sent).await)
            }
            // `object_store` reads the body of an error, too.
            Self::Bucket(bucket) => {
                let reply = timeout(time + MAX_ERROR_TIME, bucket_reply(bucket, request)).await;
                reply.unwrap_or_else(|_| Err(Failure::no_response(time)))
            }
        }
    }
}

impl Reply {
    pub(super) fn response(&self) -> &Response {
        let (Self::Success(response, _) | Self::Refusal(response, _)) = self;
        response
    }
}

impl Body {
    /// Waits for the next bytes. Returns `None` at the end.
    pub(super) async fn chunk(&mut self) -> Result<Option<Bytes>, Failure> {
        match self {
            Self::Web(response) => response.chunk().await.map_err(|error| Failure::of_error(&error, false)),
            Self::Bucket(stream) => {
                let chunk = stream.next().await;
                chunk.transpose().map_err(|error| Failure::of_error(&error, false))
            }
        }
    }
}

async fn web_reply(response: Response, sent: reqwest::Response) -> Reply {
    let body = Body::Web(sent);
    if (200..300).contains(&response.status()) {
        return Reply::Success(response, body);
    }
    // The reason of an object store with a URL of the web.
    let chunks = stream::unfold(body, async |mut body| Some((body.chunk().await.transpose()?, body)));
    let text = start_of_error(chunks).await;
    let failure = Failure::of_status(&response, &String::from_utf8_lossy(&text));
    Reply::Refusal(response, failure)
}

async fn bucket_reply(bucket: &Bucket, request: &Request) -> Result<Reply, Failure> {
    let exchange = Exchange::default();
    let mut options = request.options();
    options.extensions.insert(exchange.clone());
    let error = match (bucket.store.get_opts(&bucket.path, options).await, exchange.outcome()) {
        (Ok(result), Outcome::Response(response)) => {
            return Ok(Reply::Success(response, Body::Bucket(result.into_stream())));
        }
        (Ok(_), _) => return Err(Failure::permanent(ErrorKind::Other, "there was no response")),
        (Err(error), Outcome::Response(response)) => {
            let failure = if response.status() < 300 {
                // A success with headers that `object_store` rejects.
                Failure::permanent(ErrorKind::InvalidData, innermost_reason(&error))
            } else {
                Failure::of_status(
                    &response,
                    &std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default(),
                )
            };
            return Ok(Reply::Refusal(response, failure));
        }
        (Err(error), Outcome::Failed(kind)) => Failure::of_error(&error, kind == HttpErrorKind::Connect),
        (Err(error), Outcome::None) => Failure::without_request(&error),
    };
    Err(error)
}
