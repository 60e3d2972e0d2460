//! The HTTP client of object stores, which also reports the outcome of each request for a file.
//!
//! `object_store` returns neither the status nor `Retry-After`, and it reads only responses with a `Content-Length`.

use super::RemoteVersion;
use super::file::RemoteHead;
use object_store::client::ReqwestConnector;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpService,
};
use object_store::{ClientOptions, HeaderMap, HeaderValue, Result};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The length of a response that declares none.
const UNKNOWN_LENGTH: u64 = u64::MAX;

/// The outcome of a request. The request carries a clone of it, as an extension.
#[derive(Clone, Debug, Default)]
pub(super) struct Exchange(Arc<Mutex<Outcome>>);

#[derive(Clone, Debug, Default)]
pub(super) enum Outcome {
    /// No request was sent.
    #[default]
    None,
    Response(Response),
    Failed(HttpErrorKind),
}

/// A response, without its body.
#[derive(Clone, Debug)]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) head: RemoteHead,
    /// The delay that the server asks for.
    pub(super) retry_after: Option<Duration>,
}

impl Exchange {
    pub(super) fn outcome(&self) -> Outcome {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, outcome: Outcome) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = outcome;
    }
}

fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    Some(headers.get(name)?.to_str().ok()?.trim().to_owned())
}

impl Response {
    fn of(response: &HttpResponse) -> Self {
        let headers = response.headers();
        let status = response.status().as_u16();
        let length = if status == 206 {
            // `Content-Range: bytes 5-9/10`
            text(headers, "content-range").and_then(|range| range.rsplit_once('/')?.1.parse().ok())
        } else {
            text(headers, "content-length").and_then(|length| length.parse().ok())
        };
        let version =
            RemoteVersion { length, etag: text(headers, "etag"), last_modified: text(headers, "last-modified") };
        let retry_after = text(headers, "retry-after").and_then(|seconds| seconds.parse().ok());
        Self {
            status,
            head: RemoteHead { version, content_type: text(headers, "content-type") },
            retry_after: retry_after.map(Duration::from_secs),
        }
    }
}

/// Connects the stores of one kind.
#[derive(Debug)]
pub(super) struct Connector {
    /// The client to use, if it is shared between stores.
    pub(super) client: Option<HttpClient>,
    pub(super) authorization: Option<HeaderValue>,
    /// True for web servers: a response needs no `Content-Length`.
    pub(super) is_web: bool,
}

impl HttpConnector for Connector {
    fn connect(&self, options: &ClientOptions) -> Result<HttpClient> {
        let client = match &self.client {
            Some(client) => client.clone(),
            None => ReqwestConnector::default().connect(options)?,
        };
        let (authorization, is_web) = (self.authorization.clone(), self.is_web);
        Ok(HttpClient::new(ReportingClient { client, authorization, is_web }))
    }
}

/// Sends requests, and sets the outcomes of those that carry an [`Exchange`].
#[derive(Debug)]
struct ReportingClient {
    client: HttpClient,
    authorization: Option<HeaderValue>,
    is_web: bool,
}

impl ReportingClient {
    async fn send(&self, mut request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let exchange = request.extensions().get::<Exchange>().cloned().unwrap_or_default();
        if let Some(authorization) = &self.authorization {
            request.headers_mut().insert("authorization", authorization.clone());
        }
        match self.client.execute(request).await {
            Ok(mut response) => {
                exchange.set(Outcome::Response(Response::of(&response)));
                if self.is_web {
                    let headers = response.headers_mut();
                    if !headers.contains_key("content-length") {
                        headers.insert("content-length", UNKNOWN_LENGTH.into());
                    }
                    // `object_store` rejects a response with a time in another format.
                    headers.remove("last-modified");
                }
                Ok(response)
            }
            Err(error) => {
                exchange.set(Outcome::Failed(error.kind()));
                Err(error)
            }
        }
    }
}

type Sent<'a> = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'a>>;

impl HttpService for ReportingClient {
    fn call<'a, 'f>(&'a self, request: HttpRequest) -> Sent<'f>
    where
        'a: 'f,
        Self: 'f,
    {
        Box::pin(self.send(request))
    }
}
