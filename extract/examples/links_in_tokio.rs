//! Prints the links of pages while they arrive from a server, with a task of tokio for each page.
//!
//! ```sh
//! cargo run --example links_in_tokio -- 127.0.0.1:8000 /index.html /about.html
//! ```

use std::error::Error;
use std::{env, io};
use tagrake_extract::{Context, ExtractOptions, PageEvent, PageStream};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::Builder;

/// Requests the page at `path`, passes its links to `take` as they arrive, and returns its title.
///
/// # Errors
///
/// Fails if the server cannot be reached, or ends the connection.
pub(crate) async fn read_links(
    server: String,
    path: String,
    mut take: impl FnMut(&str) + Send,
) -> io::Result<Option<String>> {
    let mut connection = TcpStream::connect(&server).await?;
    connection.write_all(format!("GET {path} HTTP/1.0\r\nHost: {server}\r\n\r\n").as_bytes()).await?;
    let url = format!("http://{server}{path}");
    let mut page = PageStream::new(ExtractOptions::default(), Context::default().with_url(Some(&url)));
    let mut take_link = |event: PageEvent<'_>| {
        if let PageEvent::Link { link, .. } = event {
            take(link.url.unwrap_or(link.raw));
        }
    };
    let (mut head, mut is_in_body, mut chunk) = (Vec::new(), false, vec![0; 16 << 10]);
    loop {
        // The task waits for bytes with the stream in its state.
        let len = connection.read(&mut chunk).await?;
        if len == 0 {
            break;
        }
        if is_in_body {
            page.feed(&chunk[..len], &mut take_link);
            continue;
        }
        head.extend_from_slice(&chunk[..len]);
        if let Some(end) = head.windows(4).position(|window| window == b"\r\n\r\n") {
            is_in_body = true;
            page.feed(&head[end + 4..], &mut take_link);
        }
    }
    Ok(page.finish(&mut take_link).title.map(str::to_owned))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let server = arguments.next().ok_or("usage: links_in_tokio SERVER PATH...")?;
    Builder::new_current_thread().enable_io().build()?.block_on(async {
        let print = |link: &str| println!("{link}");
        let pages: Vec<_> = arguments.map(|path| tokio::spawn(read_links(server.clone(), path, print))).collect();
        for page in pages {
            println!("title: {}", page.await??.unwrap_or_default());
        }
        Ok(())
    })
}
