//! Requests to web servers.

use super::failure::Failure;
use super::public_address::{PublicAddresses, is_public};
use super::request::Request;
use super::response::Response;
use super::url_name::SplitUrl;
use super::{RemoteError, redirect};
use data_encoding::BASE64;
use percent_encoding::percent_decode_str;
use reqwest::header::{ACCEPT_ENCODING, AUTHORIZATION, HeaderMap, HeaderValue, IF_MATCH, RANGE};
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, Method, Url};
use std::io::ErrorKind;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

const USER_AGENT: &str = concat!("tagrake/", env!("CARGO_PKG_VERSION"));
/// Maximum time to connect to an address.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum header fields of a response. The client also limits their length.
const MAX_FIELDS: usize = 1000;

/// The clients, and so the connections, of a run.
#[derive(Default)]
pub(super) struct WebClients {
    /// For URLs that the caller named.
    named: Mutex<Option<Client>>,
    /// For redirects of public servers.
    public: Mutex<Option<Client>>,
}

/// A file on a web server.
pub(super) struct WebFile {
    url: Url,
    /// The header for the user and password of the URL. Only the server of the URL receives it.
    authorization: Option<HeaderValue>,
}

/// Returns a builder of clients that neither follow redirects nor send `Referer`, and connect quickly or not at all.
pub(super) fn builder() -> ClientBuilder {
    // With HTTP/2, all downloads from a server would share one connection, and wait for each other.
    Client::builder()
        .user_agent(USER_AGENT)
        .redirect(Policy::none())
        .referer(false)
        .http1_only()
        .connect_timeout(CONNECT_TIMEOUT)
}

impl WebFile {
    pub(super) fn of(file_url: &str) -> Result<Self, RemoteError> {
        let mut url = Url::parse(file_url)
            .map_err(|error| RemoteError::new(ErrorKind::InvalidInput, format!("not a URL: {error}")))?;
        let userinfo = SplitUrl::of(file_url).and_then(|url| url.userinfo);
        let authorization = userinfo.map(|userinfo| {
            let userinfo: Vec<u8> = percent_decode_str(userinfo).collect();
            HeaderValue::try_from(format!("Basic {}", BASE64.encode(&userinfo)))
        });
        let authorization = authorization.transpose().ok().flatten();
        let _ = (url.set_username(""), url.set_password(None)); // a web URL can have both
        url.set_fragment(None);
        Ok(Self { url, authorization })
    }

    fn headers(&self, request: &Request, url: &Url) -> HeaderMap {
        let mut headers = HeaderMap::new();
        // A coding would change the offsets of bytes.
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        if let Some(authorization) = self.authorization.as_ref().filter(|_| url.origin() == self.url.origin()) {
            headers.insert(AUTHORIZATION, authorization.clone());
        }
        if let Some(range) = request.range_header() {
            headers.insert(RANGE, range);
        }
        if let Some(etag) = request.if_match.as_ref().and_then(|etag| etag.parse().ok()) {
            headers.insert(IF_MATCH, etag);
        }
        headers
    }
}

impl WebClients {
    /// Sends a request, and follows redirects. The response has any other status.
    pub(super) async fn send(
        &self,
        file: &WebFile,
        request: &Request,
    ) -> Result<(Response, reqwest::Response), Failure> {
        let method = if request.is_head { Method::HEAD } else { Method::GET };
        let mut urls = vec![file.url.clone()];
        let mut must_be_public = false;
        loop {
            let url = &urls[urls.len() - 1];
            let client = self.client(must_be_public)?;
            let builder = client.request(method.clone(), url.clone()).headers(file.headers(request, url));
            let sent = builder.send().await.map_err(|error| Failure::of_error(&error, error.is_connect()))?;
            let redirected = (urls.len() > 1).then(|| redirect::shown(url));
            let response = Response::new(sent.status().as_u16(), sent.headers(), redirected);
            let location = response.head.headers.get("location");
            let Some(location) = location.filter(|_| redirect::is_redirect(response.status())) else {
                return Ok((response, sent));
            };
            must_be_public |= sent.remote_addr().is_some_and(|address| is_public(address.ip()));
            urls.push(redirect::target(&urls, location, must_be_public)?);
        }
    }

    fn client(&self, must_be_public: bool) -> Result<Client, Failure> {
        let client = if must_be_public { &self.public } else { &self.named };
        let mut client = client.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = &*client {
            return Ok(client.clone());
        }
        // As lenient as the reader of responses in archives.
        let mut builder = builder()
            .http1_allow_obsolete_multiline_headers_in_responses(true)
            .http1_allow_spaces_after_header_name_in_responses(true)
            .http1_ignore_invalid_headers_in_responses(true)
            .http1_max_headers(MAX_FIELDS);
        if must_be_public {
            builder = builder.dns_resolver(Arc::new(PublicAddresses));
        }
        let built = builder.build().map_err(|error| Failure::of_error(&error, false))?;
        Ok(client.insert(built).clone())
    }
}
