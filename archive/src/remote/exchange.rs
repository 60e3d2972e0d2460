//! The HTTP client of object stores, which also reports the outcome of each request for a file.
//!
//! `object_store` returns neither the status nor `Retry-After`.

use super::response::Response;
use super::web;
use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpService,
};
use object_store::{ClientConfigKey, ClientOptions, Error, Result};
use reqwest::{NoProxy, Proxy, tls};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::timeout;

/// Maximum bytes of the body of an error, which `object_store` reads to its end.
const MAX_ERROR_BYTES: usize = 64 << 10;
/// Maximum time for the body of an error. Its status is known without it.
pub(super) const MAX_ERROR_TIME: Duration = Duration::from_secs(2);

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

impl Exchange {
    pub(super) fn outcome(&self) -> Outcome {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, outcome: Outcome) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = outcome;
    }
}

/// Connects object stores: as `object_store` does, but without redirects.
#[derive(Debug)]
pub(super) struct Connector;

impl HttpConnector for Connector {
    fn connect(&self, options: &ClientOptions) -> Result<HttpClient> {
        let failed = |error: reqwest::Error| Error::Generic { store: "HTTP client", source: Box::new(error) };
        let value = |key| options.get_config_value(&key);
        let is_set = |key| {
            value(key).is_some_and(|value| matches!(&*value.to_ascii_lowercase(), "1" | "true" | "on" | "yes" | "y"))
        };
        let mut builder = web::builder()
            .https_only(!is_set(ClientConfigKey::AllowHttp))
            .tls_danger_accept_invalid_certs(is_set(ClientConfigKey::AllowInvalidCertificates));
        if value(ClientConfigKey::ConnectTimeout).is_some_and(|time| time == "1s") {
            // Credentials of this machine, which are only there in a cloud.
            builder = builder.connect_timeout(Duration::from_secs(1));
        }
        if let Some(agent) = value(ClientConfigKey::UserAgent) {
            builder = builder.user_agent(agent);
        }
        if let Some(url) = value(ClientConfigKey::ProxyUrl) {
            let excluded = value(ClientConfigKey::ProxyExcludes).and_then(|hosts| NoProxy::from_string(&hosts));
            builder = builder.proxy(Proxy::all(url).map_err(failed)?.no_proxy(excluded));
        }
        if let Some(certificate) = value(ClientConfigKey::ProxyCaCertificate) {
            builder = builder.tls_certs_merge([tls::Certificate::from_pem(certificate.as_bytes()).map_err(failed)?]);
        }
        let client = HttpClient::new(builder.build().map_err(failed)?);
        Ok(HttpClient::new(ReportingClient(client)))
    }
}

/// Sends requests, and sets the outcomes of those that carry an [`Exchange`].
#[derive(Debug)]
struct ReportingClient(HttpClient);

impl ReportingClient {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let exchange = request.extensions().get::<Exchange>().cloned().unwrap_or_default();
        match self.0.execute(request).await {
            Ok(response) => {
                let status = response.status();
                exchange.set(Outcome::Response(Response::new(status.as_u16(), response.headers(), None)));
                if status.is_success() {
                    return Ok(response);
                }
                let (parts, body) = response.into_parts();
                Ok(HttpResponse::from_parts(parts, Bytes::from(start_of_error(body.bytes_stream()).await).into()))
            }
            Err(error) => {
                exchange.set(Outcome::Failed(error.kind()));
                Err(error)
            }
        }
    }
}

/// Reads the start of the body of an error: the chunks that arrive in time.
pub(super) async fn start_of_error<E>(body: impl Stream<Item = Result<Bytes, E>>) -> Vec<u8> {
    let (mut text, mut body) = (Vec::new(), pin!(body));
    let read = async {
        while text.len() < MAX_ERROR_BYTES
            && let Some(Ok(chunk)) = body.next().await
        {
            text.extend_from_slice(&chunk[..chunk.len().min(MAX_ERROR_BYTES)]);
        }
    };
    let _ = timeout(MAX_ERROR_TIME, read).await; // the text so far is enough
    text
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
