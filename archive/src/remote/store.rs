//! The object stores of URLs. Files of one bucket share connections.

use super::RemoteError;
use super::exchange::Connector;
use super::web::WebClients;
use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreScheme, RetryConfig};
use std::collections::HashMap;
use std::io::ErrorKind;
use std::sync::{Arc, Mutex, PoisonError};
use url::Url;

/// The stores that were opened so far, and the clients for web servers.
#[derive(Default)]
pub(super) struct Stores {
    /// By scheme and bucket.
    buckets: Mutex<HashMap<String, Arc<dyn ObjectStore>>>,
    pub(super) web: WebClients,
}

/// The location of a file in an object store.
pub(super) struct Bucket {
    pub(super) store: Arc<dyn ObjectStore>,
    pub(super) path: Path,
}

impl Bucket {
    /// Opens the store of the file at `url`.
    pub(super) fn of(url: &str, stores: &Stores, is_anonymous: bool) -> Result<Self, RemoteError> {
        let invalid = |cause: String| RemoteError::new(ErrorKind::InvalidInput, cause);
        let mut url = Url::parse(url).map_err(|error| invalid(format!("not a URL: {error}")))?;
        let (scheme, path) = ObjectStoreScheme::parse(&url).map_err(|error| invalid(error.to_string()))?;
        if path.as_ref().is_empty() {
            return Err(invalid("the URL names no object".to_owned()));
        }
        url.set_path("");
        url.set_query(None);
        let store = stores.bucket(&scheme, &url, is_anonymous);
        Ok(Self { store: store.map_err(|error| invalid(error.to_string()))?, path })
    }
}

impl Stores {
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
        macro_rules! open {
            ($builder:ty) => {{
                let builder = <$builder>::from_env().with_url(url.as_str()).with_retry(no_retries());
                let builder = builder.with_http_connector(Connector);
                Arc::new(if is_anonymous { builder.with_skip_signature(true) } else { builder }.build()?)
            }};
        }
        let store: Arc<dyn ObjectStore> = match scheme {
            ObjectStoreScheme::AmazonS3 => open!(AmazonS3Builder),
            ObjectStoreScheme::GoogleCloudStorage => open!(GoogleCloudStorageBuilder),
            _ => open!(MicrosoftAzureBuilder),
        };
        buckets.insert(name, store.clone());
        Ok(store)
    }
}

/// Returns the configuration of a store that does not repeat requests. [`super::retry`] does, with `Retry-After`.
fn no_retries() -> RetryConfig {
    RetryConfig { max_retries: 0, ..RetryConfig::default() }
}
