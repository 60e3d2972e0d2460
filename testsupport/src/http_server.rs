//! A web server on the loopback interface, with faults on request. It records each request and the bytes sent.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Bytes written at once.
const WRITE_BYTES: usize = 64 << 10;

/// A running server. It ends with the process.
pub struct HttpServer {
    address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    requested: Condvar,
}

#[derive(Default)]
struct State {
    files: HashMap<String, ServedFile>,
    requests: Vec<Request>,
}

/// A request, and the response to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// The header fields, with names in lower case.
    pub headers: HashMap<String, String>,
    pub status: u16,
    /// The bytes of the body that were sent.
    pub sent: usize,
}

impl Request {
    /// Returns the value of a header field; an empty string if there is none.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }
}

/// A file and its faults.
#[derive(Clone, Default)]
pub struct ServedFile {
    pub bytes: Arc<Vec<u8>>,
    /// Header fields of each response, such as `ETag`.
    pub headers: Vec<(String, String)>,
    /// The fault of each of the next requests. Without one, the response is complete.
    pub faults: VecDeque<Fault>,
    /// True to send the complete file for a range.
    pub ignores_ranges: bool,
    /// True to send no `Content-Length`: the body has chunks, and a truncated one lacks the last.
    pub is_chunked: bool,
    /// The header `Authorization` that requests must have.
    pub authorization: Option<String>,
}

/// The fault of a response.
#[derive(Clone)]
pub enum Fault {
    /// A complete response.
    None,
    /// An error status with these header fields and this body.
    Status(u16, Vec<(String, String)>, String),
    /// The connection is closed after this many bytes of the body.
    CloseAfter(usize),
    /// As `CloseAfter`. The file then has these bytes and this `ETag`.
    ChangeAfter(usize, Arc<Vec<u8>>, String),
    /// The second half of the body is sent after a request for this path has arrived.
    WaitFor(String),
}

impl ServedFile {
    /// Creates a file without faults and with an `ETag`.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self { bytes: Arc::new(bytes.into()), ..Self::default() }.with_header("ETag", "\"1\"")
    }

    /// Replaces a header field of the responses; without a value, removes it.
    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(other, _)| other != name);
        if !value.is_empty() {
            self.headers.push((name.to_owned(), value.to_owned()));
        }
        self
    }

    pub fn with_faults(self, faults: impl IntoIterator<Item = Fault>) -> Self {
        Self { faults: faults.into_iter().collect(), ..self }
    }
}

impl HttpServer {
    /// Starts a server on a free port.
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let server = Self { address: listener.local_addr().expect("an address"), shared: Arc::default() };
        let shared = server.shared.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = shared.clone();
                thread::spawn(move || shared.serve(&stream));
            }
        });
        server
    }

    /// Serves a file at `path`, which starts with a slash and may have a query.
    pub fn serve(&self, path: &str, file: ServedFile) -> &Self {
        self.shared.state().files.insert(path.to_owned(), file);
        self
    }

    /// Returns the URL of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Returns the variables of a process that finds S3 and all web servers here.
    pub fn variables(&self) -> [(&'static str, String); 6] {
        [
            ("AWS_ENDPOINT_URL", self.url("")),
            ("AWS_ALLOW_HTTP", "true".to_owned()),
            ("http_proxy", self.url("")),
            ("HTTP_PROXY", self.url("")),
            ("no_proxy", "127.0.0.1".to_owned()),
            ("NO_PROXY", "127.0.0.1".to_owned()),
        ]
    }

    /// Returns the address and port.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// Returns the requests so far, and forgets them.
    pub fn take_requests(&self) -> Vec<Request> {
        std::mem::take(&mut self.shared.state().requests)
    }
}

/// A response to send.
struct Response {
    status: u16,
    headers: Vec<(String, String)>,
    /// The complete file, and the part of it that is sent.
    bytes: Arc<Vec<u8>>,
    sent: Range<usize>,
    /// Closes the connection after this many bytes of the body.
    close_after: Option<usize>,
    /// Waits for a request of this path in the middle of the body.
    wait_for: Option<String>,
    is_chunked: bool,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers the requests of a connection.
    fn serve(&self, stream: &TcpStream) {
        let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
        while let Some(first) = lines.next() {
            let mut words = first.split(' ');
            let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            // A request to a proxy has the complete URL.
            let path = target.strip_prefix("http://").map_or(target, |rest| &rest[rest.find('/').unwrap_or(0)..]);
            let fields = lines.by_ref().take_while(|line| !line.is_empty());
            let fields = fields.filter_map(|line| {
                let (name, value) = line.split_once(':')?;
                Some((name.to_ascii_lowercase(), value.trim().to_owned()))
            });
            let request = Request {
                method: method.to_owned(),
                path: path.to_owned(),
                headers: fields.collect(),
                status: 0,
                sent: 0,
            };
            if self.answer(stream, request).is_none() {
                let _ = stream.shutdown(Shutdown::Both); // the client may have closed it
                return;
            }
        }
    }

    /// Answers a request. Returns `None` to close the connection.
    fn answer(&self, stream: &TcpStream, mut request: Request) -> Option<()> {
        let response = self.response(&request);
        let is_head = request.method == "HEAD";
        let length = if is_head { 0 } else { response.sent.len() };
        request.status = response.status;
        request.sent = length.min(response.close_after.unwrap_or(length));
        self.state().requests.push(request.clone());
        self.requested.notify_all();
        response.send(stream, is_head, request.sent, |path| {
            let mut state = self.state();
            while !state.requests.iter().any(|request| request.path == path) {
                state = self.requested.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        })?;
        (response.close_after.is_none() && !response.is_chunked).then_some(())
    }

    fn response(&self, request: &Request) -> Response {
        let refusal = |status: u16, headers: Vec<(String, String)>, body: &str| Response {
            status,
            headers,
            bytes: Arc::new(body.as_bytes().to_vec()),
            sent: 0..body.len(),
            close_after: None,
            wait_for: None,
            is_chunked: false,
        };
        let mut state = self.state();
        let Some(file) = state.files.get_mut(&request.path) else { return refusal(404, vec![], "nothing here") };
        if file.authorization.as_ref().is_some_and(|required| request.header("authorization") != required) {
            return refusal(401, vec![], "");
        }
        let (mut close_after, mut wait_for) = (None, None);
        let (bytes, mut headers) = (file.bytes.clone(), file.headers.clone());
        match file.faults.pop_front().unwrap_or(Fault::None) {
            Fault::None => {}
            Fault::Status(status, headers, body) => return refusal(status, headers, &body),
            Fault::CloseAfter(bytes) => close_after = Some(bytes),
            Fault::ChangeAfter(bytes, changed, etag) => {
                close_after = Some(bytes);
                *file = ServedFile { bytes: changed, ..file.clone() }.with_header("ETag", &etag);
            }
            Fault::WaitFor(path) => wait_for = Some(path),
        }
        let etag = headers.iter().find(|(name, _)| name == "ETag").map_or("", |(_, value)| value);
        let wanted = request.header("if-match");
        if !wanted.is_empty() && wanted != etag {
            return refusal(412, vec![], "");
        }
        let range = request.header("range").strip_prefix("bytes=").and_then(|range| {
            let (start, last) = range.split_once('-')?;
            let last = if last.is_empty() { usize::MAX } else { last.parse().ok()? };
            Some((start.parse::<usize>().ok()?, last))
        });
        let (status, sent) = match range.filter(|_| !file.ignores_ranges) {
            Some((start, last)) if start < bytes.len() => {
                let last = last.min(bytes.len() - 1);
                headers.push(("Content-Range".to_owned(), format!("bytes {start}-{last}/{}", bytes.len())));
                (206, start..last + 1)
            }
            Some(_) => return refusal(416, vec![], ""),
            None => (200, 0..bytes.len()),
        };
        Response { status, headers, bytes, sent, close_after, wait_for, is_chunked: file.is_chunked }
    }
}

impl Response {
    /// Sends the head and `length` bytes of the body. Returns `None` if the client closed the connection.
    fn send(&self, mut stream: &TcpStream, is_head: bool, length: usize, wait: impl Fn(&str)) -> Option<()> {
        let mut head = format!("HTTP/1.1 {} -\r\n", self.status);
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        let body = &self.bytes[self.sent.clone()];
        head += &match self.is_chunked {
            true => "Transfer-Encoding: chunked\r\n\r\n".to_owned(),
            false => format!("Content-Length: {}\r\n\r\n", body.len()),
        };
        stream.write_all(head.as_bytes()).ok()?;
        if is_head {
            return Some(());
        }
        let mut sent = 0;
        for chunk in body[..length].chunks(WRITE_BYTES.min(length / 2 + 1)) {
            if let Some(path) = self.wait_for.as_deref().filter(|_| sent > 0) {
                wait(path);
            }
            if self.is_chunked {
                stream.write_all(format!("{:x}\r\n", chunk.len()).as_bytes()).ok()?;
            }
            stream.write_all(chunk).ok()?;
            if self.is_chunked {
                stream.write_all(b"\r\n").ok()?;
            }
            sent += chunk.len();
        }
        if self.is_chunked && self.close_after.is_none() {
            stream.write_all(b"0\r\n\r\n").ok()?;
        }
        Some(())
    }
}
