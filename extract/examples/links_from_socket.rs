//! Prints the links of a page while it arrives from a server, and then its title.
//!
//! ```sh
//! cargo run --example links_from_socket -- 127.0.0.1:8000 /index.html
//! ```

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::{env, process};
use tagrake_extract::{Context, ExtractOptions, PageEvent, PageStream};

/// Requests the page at `path`, and writes its links to `out` as they arrive.
///
/// # Errors
///
/// Fails if the server cannot be reached or ends the connection, and if `out` cannot be written.
pub(crate) fn write_links(server: &str, path: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut connection = TcpStream::connect(server)?;
    write!(connection, "GET {path} HTTP/1.0\r\nHost: {server}\r\n\r\n")?;
    let (url, mut received, mut chunk) = (format!("http://{server}{path}"), Vec::new(), [0; 16 << 10]);
    let context = Context::default().with_url(Some(&url));
    let mut page = PageStream::new(ExtractOptions::default(), context);
    let mut result = Ok(());
    let mut write_link = |event: PageEvent<'_>| {
        if let PageEvent::Link { link, .. } = event {
            let written = writeln!(out, "{}", link.url.unwrap_or(link.raw));
            result = std::mem::replace(&mut result, Ok(())).and(written);
        }
    };
    let mut in_body = false;
    loop {
        let len = connection.read(&mut chunk)?;
        if len == 0 {
            break;
        }
        if in_body {
            page.feed(&chunk[..len], &mut write_link);
            continue;
        }
        received.extend_from_slice(&chunk[..len]);
        if let Some(end) = received.windows(4).position(|window| window == b"\r\n\r\n") {
            in_body = true;
            page.feed(&received[end + 4..], &mut write_link);
        }
    }
    let title = page.finish(&mut write_link).title.map(str::to_owned);
    result?;
    writeln!(out, "title: {}", title.unwrap_or_default())
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [server, path] = &arguments[..] else {
        eprintln!("usage: links_from_socket SERVER PATH");
        process::exit(2);
    };
    if let Err(error) = write_links(server, path, &mut io::stdout()) {
        eprintln!("{server}: {error}");
        process::exit(1);
    }
}
