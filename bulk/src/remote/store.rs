//! The stores of URLs. Files of one bucket or web server share connections.

use super::RemoteError;
use super::exchange::Connector;
use super::file::RemoteFile;
use super::url_name::SplitUrl;
use data_encoding::BASE64;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::azure::{AzureConfigKey, MicrosoftAzureBuilder};
use object_store::client::{HttpClient, HttpConnector, ReqwestConnector};
use object_store::gcp::{GoogleCloudStorageBuilder, GoogleConfigKey};
use object_store::http::HttpBuilder;
use object_store::path::Path;
use object_store::{ClientConfigKey, ClientOptions, HeaderValue, ObjectStore, ObjectStoreScheme, RetryConfig};
use percent_encoding::percent_decode_str;
use std::collections::HashMap;
use std::io::ErrorKind;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use url::Url;

/// Time without any byte after which a connection is given up.
const READ_TIMEOUT: Duration = Duration::from_secs(60);
/// A limit for a complete download that no download reaches. `object_store` would set one of 30 seconds.
const NO_TIMEOUT: &str = "365 days";

/// The stores that were opened so far.
#[derive(Default)]
pub(super) struct Stores {
    /// By scheme and bucket.
    buckets: Mutex<HashMap<String, Arc<dyn ObjectStore>>>,
    /// The clients for web servers: for HTTPS alone, and for HTTP too.
    clients: Mutex<[Option<HttpClient>; 2]>,
}

/// The location of a file: a store, and the path in it.
pub(super) struct Source {
    pub(super) store: Arc<dyn ObjectStore>,
    pub(super) path: Path,
}

impl Source {
    /// Opens the store of `file`.
    pub(super) fn of(file: &RemoteFile) -> Result<Self, RemoteError> {
        let invalid = |cause: String| RemoteError::new(ErrorKind::InvalidInput, cause);
        let split = SplitUrl::of(&file.url).ok_or_else(|| invalid("not a URL".to_owned()))?;
        let mut url = Url::parse(&file.url).map_err(|error| invalid(format!("not a URL: {error}")))?;
        if split.is_web() {
            return file.options.stores.web(url, &split);
        }
        let (scheme, path) = ObjectStoreScheme::parse(&url).map_err(|error| invalid(error.to_string()))?;
        if path.as_ref().is_empty() {
            return Err(invalid("the URL names no object".to_owned()));
        }
        url.set_path("");
        url.set_query(None);
        let store = file.options.stores.bucket(&scheme, &url, file.options.is_anonymous());
        Ok(Self { store: store.map_err(|error| invalid(error.to_string()))?, path })
    }
}

impl Stores {
    /// Returns the store for a file on a web server. Its URL, with the query, is the root of the store.
    fn web(&self, mut url: Url, split: &SplitUrl<'_>) -> Result<Source, RemoteError> {
        let failed = |error: object_store::Error| RemoteError::new(ErrorKind::Other, error.to_string());
        let authorization = split.userinfo.map(|userinfo| {
            let userinfo: Vec<u8> = percent_decode_str(userinfo).collect();
            HeaderValue::try_from(format!("Basic {}", BASE64.encode(&userinfo)))
        });
        let authorization = authorization.transpose().ok().flatten();
        let _ = (url.set_username(""), url.set_password(None)); // a web URL can have both
        url.set_fragment(None);
        let is_http = url.scheme() == "http";
        let client = {
            let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
            match &mut clients[usize::from(is_http)] {
                Some(client) => client.clone(),
                client => {
                    let options = ClientOptions::new()
                        .with_allow_http(is_http)
                        .with_timeout_disabled()
                        .with_read_timeout(READ_TIMEOUT);
                    client.insert(ReqwestConnector::default().connect(&options).map_err(failed)?).clone()
                }
            }
        };
        let store = HttpBuilder::new()
            .with_url(url)
            .with_retry(no_retries())
            .with_http_connector(Connector { client: Some(client), authorization, is_web: true })
            .build()
            .map_err(failed)?;
        Ok(Source { store: Arc::new(store), path: Path::default() })
    }

    /// Returns the store of a bucket or container, configured by environment variables.
    fn bucket(
        &self,
        scheme: &ObjectStoreScheme,
        url: &Url,
        is_anonymous: bool,
    ) -> object_store::Result<Arc<dyn ObjectStore>> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let name = format!("{url} {is_anonymous}");
        if let Some(store) = buckets.get(&name) {
            return Ok(store.clone());
        }
        let connector = Connector { client: None, authorization: None, is_web: false };
        let read_timeout = format!("{} seconds", READ_TIMEOUT.as_secs());
        let (timeout, read) = (ClientConfigKey::Timeout, ClientConfigKey::ReadTimeout);
        let store: Arc<dyn ObjectStore> = match scheme {
            ObjectStoreScheme::AmazonS3 => {
                let builder = AmazonS3Builder::from_env()
                    .with_url(url.as_str())
                    .with_config(AmazonS3ConfigKey::Client(timeout), NO_TIMEOUT)
                    .with_config(AmazonS3ConfigKey::Client(read), read_timeout)
                    .with_retry(no_retries())
                    .with_http_connector(connector);
                Arc::new(if is_anonymous { builder.with_skip_signature(true) } else { builder }.build()?)
            }
            ObjectStoreScheme::GoogleCloudStorage => {
                let builder = GoogleCloudStorageBuilder::from_env()
                    .with_url(url.as_str())
                    .with_config(GoogleConfigKey::Client(timeout), NO_TIMEOUT)
                    .with_config(GoogleConfigKey::Client(read), read_timeout)
                    .with_retry(no_retries())
                    .with_http_connector(connector);
                Arc::new(if is_anonymous { builder.with_skip_signature(true) } else { builder }.build()?)
            }
            _ => {
                let builder = MicrosoftAzureBuilder::from_env()
                    .with_url(url.as_str())
                    .with_config(AzureConfigKey::Client(timeout), NO_TIMEOUT)
                    .with_config(AzureConfigKey::Client(read), read_timeout)
                    .with_retry(no_retries())
                    .with_http_connector(connector);
                Arc::new(if is_anonymous { builder.with_skip_signature(true) } else { builder }.build()?)
            }
        };
        buckets.insert(name, store.clone());
        Ok(store)
    }
}

/// Returns the configuration of a store that does not repeat requests. [`super::retry`] does, with `Retry-After`.
fn no_retries() -> RetryConfig {
    RetryConfig { max_retries: 0, ..RetryConfig::default() }
}
