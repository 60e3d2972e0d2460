//! A web server on the loopback interface that responds as a function decides: with wrong lengths, bodies without end, slow
//! bodies, and connections that are closed or reset.
//!
//! ```no_run
//! use tagrake_testsupport::misbehaving_server::{MisbehavingServer, Reply};
//!
//! let server = MisbehavingServer::start(|request| match request.path.as_str() {
//!     "/page" => Reply::new(200, "<p>text").with_header("Content-Type", "text/html"),
//!     "/endless" => Reply::new(200, "<p>").chunked().endless(),
//!     _ => Reply::of_file(b"0123456789", request).with_header("ETag", "\"1\""),
//! });
//! println!("{}", server.url("/page"));
//! ```

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Bytes that are written at once.
const WRITE_BYTES: usize = 64 << 10;

/// A running server. It ends with the process.
pub struct MisbehavingServer {
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    requests: Mutex<Vec<ReceivedRequest>>,
    respond: Box<dyn Fn(&ReceivedRequest) -> Reply + Send + Sync>,
}

/// A request.
#[derive(Clone, Debug, Default)]
pub struct ReceivedRequest {
    /// The number of requests before it.
    pub number: usize,
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// The header fields, with names in lower case.
    pub headers: HashMap<String, String>,
}

/// A response.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    pub framing: Framing,
    pub fault: BodyFault,
}

/// How the head declares the end of the body.
#[derive(Clone, Copy, Debug)]
pub enum Framing {
    /// `Content-Length`, as long as the body.
    Length,
    /// `Content-Length` with this value.
    WrongLength(u64),
    /// Chunks.
    Chunked,
    /// The end of the connection.
    Close,
}

/// A fault of the body.
#[derive(Clone, Copy, Debug)]
pub enum BodyFault {
    None,
    /// The connection is closed after this many bytes.
    CloseAfter(usize),
    /// The connection is reset after this many bytes.
    ResetAfter(usize),
    /// The body is repeated until the client closes the connection.
    Endless,
    /// A pause before each byte.
    Slow(Duration),
    /// Nothing more is sent after this many bytes, and the connection stays open.
    HangAfter(usize),
}

impl ReceivedRequest {
    /// Returns the value of a header field; an empty string if there is none.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    /// Returns the requested range of a file of this length, if there is one that the file has.
    pub fn range(&self, length: usize) -> Option<Range<usize>> {
        let (start, last) = self.header("range").strip_prefix("bytes=")?.split_once('-')?;
        let start: usize = start.parse().ok()?;
        let end = if last.is_empty() { length } else { last.parse::<usize>().ok()?.saturating_add(1).min(length) };
        (start < end).then_some(start..end)
    }
}

impl Reply {
    pub fn new(status: u16, body: impl Into<Vec<u8>>) -> Self {
        let (framing, fault) = (Framing::Length, BodyFault::None);
        Self { status, headers: Vec::new(), body: body.into(), framing, fault }
    }

    /// Returns the right response of a server that has a file: 200, 206 or 416.
    pub fn of_file(file: &[u8], request: &ReceivedRequest) -> Self {
        let length = file.len();
        match request.range(length) {
            Some(Range { start, end }) => {
                let range = format!("bytes {start}-{}/{length}", end - 1);
                Self::new(206, &file[start..end]).with_header("Content-Range", &range)
            }
            None if request.header("range").is_empty() => Self::new(200, file),
            None => Self::new(416, "").with_header("Content-Range", &format!("bytes */{length}")),
        }
    }

    pub fn redirect(status: u16, location: &str) -> Self {
        Self::new(status, "").with_header("Location", location)
    }

    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn with_framing(self, framing: Framing) -> Self {
        Self { framing, ..self }
    }

    pub fn with_fault(self, fault: BodyFault) -> Self {
        Self { fault, ..self }
    }

    pub fn chunked(self) -> Self {
        self.with_framing(Framing::Chunked)
    }

    pub fn endless(self) -> Self {
        self.with_fault(BodyFault::Endless)
    }
}

impl MisbehavingServer {
    /// Starts a server on a free port of 127.0.0.1. `respond` is called for each request.
    pub fn start(respond: impl Fn(&ReceivedRequest) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((IpAddr::V4(Ipv4Addr::LOCALHOST), 0)).expect("a port");
        let address = listener.local_addr().expect("an address");
        let shared = Arc::new(Shared { requests: Mutex::default(), respond: Box::new(respond) });
        let accepting = shared.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = accepting.clone();
                thread::spawn(move || while shared.serve(&stream).is_ok_and(|stays_open| stays_open) {});
            }
        });
        Self { address, shared }
    }

    /// Returns the URL of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Returns the port.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Returns the requests so far.
    pub fn requests(&self) -> Vec<ReceivedRequest> {
        self.shared.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Shared {
    /// Answers a request. Returns true if the connection stays open.
    fn serve(&self, mut stream: &TcpStream) -> io::Result<bool> {
        let Some(mut request) = read_request(stream)? else { return Ok(false) };
        {
            let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
            request.number = requests.len();
            requests.push(request.clone());
        }
        let reply = (self.respond)(&request);
        if !matches!(reply.fault, BodyFault::ResetAfter(_)) {
            // A connection that is closed before its last byte was read is reset.
            stream.read_exact(&mut [0])?;
        }
        let sent = reply.send(stream, request.method == "HEAD");
        let stays_open = matches!((reply.framing, reply.fault), (Framing::Length | Framing::Chunked, BodyFault::None));
        if !stays_open && !matches!(reply.fault, BodyFault::ResetAfter(_)) {
            let _ = stream.shutdown(Shutdown::Both); // the client may have closed it
        }
        sent.map(|()| stays_open)
    }
}

/// Reads the head of a request up to its last byte. Returns `None` at the end of the connection.
fn read_request(mut stream: &TcpStream) -> io::Result<Option<ReceivedRequest>> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r") {
        let mut byte = [0];
        if stream.read(&mut byte)? == 0 {
            return Ok(None);
        }
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head);
    let mut lines = head.lines();
    let mut words = lines.next().unwrap_or_default().split(' ').map(str::to_owned);
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let fields = lines.filter_map(|line| line.split_once(':'));
    let headers = fields.map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned())).collect();
    Ok(Some(ReceivedRequest { number: 0, method, path, headers }))
}

impl Reply {
    fn send(&self, mut stream: &TcpStream, is_head: bool) -> io::Result<()> {
        let mut head = format!("HTTP/1.1 {} -\r\n", self.status);
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += &match self.framing {
            Framing::Length => format!("Content-Length: {}\r\n", self.body.len()),
            Framing::WrongLength(length) => format!("Content-Length: {length}\r\n"),
            Framing::Chunked => "Transfer-Encoding: chunked\r\n".to_owned(),
            Framing::Close => "Connection: close\r\n".to_owned(),
        };
        stream.write_all((head + "\r\n").as_bytes())?;
        if is_head {
            return Ok(());
        }
        match self.fault {
            BodyFault::None => self.write(stream, &self.body)?,
            BodyFault::CloseAfter(bytes) | BodyFault::ResetAfter(bytes) => {
                return self.write(stream, &self.body[..bytes.min(self.body.len())]);
            }
            BodyFault::Endless => {
                let block = self.body.repeat(WRITE_BYTES.div_ceil(self.body.len().max(1)));
                loop {
                    self.write(stream, &block)?;
                }
            }
            BodyFault::Slow(pause) => {
                for byte in &self.body {
                    thread::sleep(pause);
                    self.write(stream, &[*byte])?;
                }
            }
            BodyFault::HangAfter(bytes) => {
                self.write(stream, &self.body[..bytes.min(self.body.len())])?;
                // Until the client closes the connection.
                return stream.read(&mut [0]).map(drop);
            }
        }
        if matches!(self.framing, Framing::Chunked) { stream.write_all(b"0\r\n\r\n") } else { Ok(()) }
    }

    fn write(&self, mut stream: &TcpStream, bytes: &[u8]) -> io::Result<()> {
        for part in bytes.chunks(WRITE_BYTES) {
            if matches!(self.framing, Framing::Chunked) {
                stream.write_all(&[format!("{:x}\r\n", part.len()).as_bytes(), part, b"\r\n"].concat())?;
            } else {
                stream.write_all(part)?;
            }
        }
        Ok(())
    }
}
