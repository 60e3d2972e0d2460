//! Crawls hosts: prints the status, URL and title of each page, and below them the links that it follows, in document order.
//!
//! `cargo run --release -p tagrake-bulk --example crawl -- https://example.com/ --pages 100 --warc example.warc.gz`. A host has
//! one request at a time, a second apart or by its `Crawl-delay`. `robots.txt` and `nofollow` are obeyed. Exit status 1: errors.

use clap::Parser;
use reqwest::Client;
use reqwest::redirect::Policy;
use robotxt::{BYTE_LIMIT, Robots};
use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tagrake_bulk::http::{received_head, sent_head};
use tagrake_bulk::warc::{Exchange, MemberWriter, record_date, record_id};
use tagrake_bulk::{ResponseFacts, ResponseStream, innermost_reason};
use tagrake_extract::{ExtractOptions, FollowedLinks, PageEvent};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{OnceCell, Semaphore};
use url::Url;

/// The name in `robots.txt` and in robots directives.
const NAME: &str = "tagrake-crawl";
const USER_AGENT: &str = concat!("tagrake-crawl/", env!("CARGO_PKG_VERSION"), " (+https://github.com/tagrake/tagrake)");

#[derive(Parser)]
pub(crate) struct Arguments {
    /// The first pages
    #[arg(required = true)]
    urls: Vec<Url>,
    /// More hosts, besides the hosts of the first pages, separated by commas
    #[arg(long, value_delimiter = ',')]
    hosts: Vec<String>,
    /// Maximum number of pages
    #[arg(long, default_value_t = 1000)]
    pages: usize,
    /// Maximum number of hosts that are read at a time
    #[arg(long, default_value_t = 8)]
    connections: usize,
    /// Write requests and responses to this file
    #[arg(long, value_name = "FILE.warc.gz")]
    warc: Option<String>,
}

enum Event {
    /// A URL to visit. The crawl ends when the last sender is gone.
    Link(Url, UnboundedSender<Event>),
    Lines(String),
    Error(String),
    Records(Vec<u8>),
}

/// Crawls, and writes to `out` and `errors`. Returns true if there are no errors.
pub(crate) async fn crawl(arguments: Arguments, [out, errors]: [&mut dyn Write; 2]) -> Result<bool, Box<dyn Error>> {
    let Arguments { urls, mut hosts, pages, connections, warc } = arguments;
    let _ = rustls::crypto::ring::default_provider().install_default(); // fails if there is one
    hosts.extend(urls.iter().filter_map(Url::host_str).map(str::to_owned));
    let (events, mut received) = unbounded_channel();
    let mut file = warc.as_ref().map(std::fs::File::create_new).transpose()?;
    if let Some(name) = warc {
        let (date, mut record) = (record_date(SystemTime::now()), Vec::new());
        let id = record_id(&(name + &date));
        MemberWriter::default().append_info(&date, &id, &[("software", USER_AGENT)], &mut record);
        events.send(Event::Records(record))?;
    }
    let client = |redirects| {
        let client = Client::builder().user_agent(USER_AGENT).http1_only().redirect(redirects);
        client.connect_timeout(Duration::from_secs(10)).timeout(Duration::from_secs(120)).build()
    };
    let crawler = Arc::new(Crawler {
        client: client(Policy::none())?, // redirects are links
        robots_client: client(Policy::limited(5))?,
        connections: Semaphore::new(connections.max(1)),
        pages: Semaphore::new(pages),
        warc: file.is_some(),
    });
    urls.into_iter().try_for_each(move |url| events.send(Event::Link(url, events.clone())))?;
    let (mut queues, mut seen, mut is_complete) = (HashMap::new(), HashSet::new(), true);
    while let Some(event) = received.recv().await {
        match event {
            Event::Link(mut url, events) => {
                url.set_fragment(None);
                let is_allowed = url.host_str().is_some_and(|host| hosts.iter().any(|allowed| allowed == host));
                if is_allowed && matches!(url.scheme(), "http" | "https") && seen.insert(url.clone()) {
                    let queue = queues.entry(url.origin()).or_insert_with(|| {
                        let (queue, urls) = unbounded_channel();
                        tokio::spawn(crawler.clone().visit(urls));
                        queue
                    });
                    let _ = queue.send((url, events)); // fails after the last page
                }
            }
            Event::Lines(lines) => out.write_all(lines.as_bytes())?,
            Event::Records(records) => file.as_mut().map_or(Ok(()), |file| file.write_all(&records))?,
            Event::Error(error) => is_complete = writeln!(errors, "{error}").map(|()| false)?,
        }
    }
    Ok(is_complete)
}

struct Crawler {
    client: Client,
    robots_client: Client,
    connections: Semaphore,
    pages: Semaphore,
    warc: bool,
}

impl Crawler {
    /// Visits the URLs of a host, one after the other.
    async fn visit(self: Arc<Self>, mut urls: UnboundedReceiver<(Url, UnboundedSender<Event>)>) {
        let known_robots = OnceCell::new();
        while let Some((url, events)) = urls.recv().await
            && self.pages.available_permits() > 0
        {
            let connection = self.connections.acquire().await;
            let fail = |error: reqwest::Error| {
                let _ = events.send(Event::Error(format!("{url}: {}", innermost_reason(&error.without_url()))));
            };
            let robots = async || self.robots(&url).await.map_err(fail).unwrap_or(Robots::from_always(false, NAME));
            let robots = known_robots.get_or_init(robots).await;
            if !robots.is_absolute_allowed(&url) {
                let _ = events.send(Event::Lines(format!("-\t{url}\tdisallowed by robots.txt\n")));
                continue;
            }
            let Ok(page) = self.pages.try_acquire() else { return };
            page.forget();
            self.fetch(&url, &events).await.unwrap_or_else(fail);
            drop((connection, events));
            tokio::time::sleep(robots.crawl_delay().unwrap_or(Duration::from_secs(1))).await;
        }
    }

    /// Returns the rules of a host by RFC 9309: an error of the client, such as 404, allows everything.
    async fn robots(&self, url: &Url) -> reqwest::Result<Robots> {
        let response = self.robots_client.get(url.join("/robots.txt").unwrap_or(url.clone())).send().await?;
        if response.status().is_client_error() {
            return Ok(Robots::from_always(true, NAME));
        }
        let (mut response, mut text) = (response.error_for_status()?, Vec::new());
        while text.len() < BYTE_LIMIT
            && let Some(chunk) = response.chunk().await?
        {
            text.extend_from_slice(&chunk);
        }
        Ok(Robots::from_bytes(&text, NAME))
    }

    /// Fetches a page, and sends its links: the ones that are certain while it arrives, and all in the end.
    async fn fetch(&self, url: &Url, events: &UnboundedSender<Event>) -> reqwest::Result<()> {
        let time = SystemTime::now();
        let mut response = self.client.get(url.clone()).send().await?;
        let (status, reason) = (response.status().as_u16(), response.status().canonical_reason().unwrap_or_default());
        let (head, headers) = received_head(status, reason, response.headers());
        let facts = ResponseFacts::new(status, &headers);
        let options = ExtractOptions::default().with_rights(true).with_crawler(Some(NAME));
        let mut page = ResponseStream::new(options, url.as_str(), &facts);
        let mut links = FollowedLinks::default();
        let mut take = |event: PageEvent<'_>| links.read(&event, |url| send_link(events, url));
        let end = loop {
            match response.chunk().await {
                Ok(Some(chunk)) if page.feed(&chunk, &mut take) && (self.warc || page.is_html() != Some(false)) => {}
                end => break end,
            }
        };
        if self.warc {
            let truncated = match &end {
                Ok(rest) => rest.as_ref().map(|_| "length"),
                Err(error) => Some(if error.is_timeout() { "time" } else { "disconnect" }),
            };
            let request = sent_head("GET", url.as_str(), [("accept", "*/*"), ("user-agent", USER_AGENT)]);
            let server = response.remote_addr().map(|address| address.ip());
            let exchange = Exchange::new(url.as_str(), time, &head, page.body()).with_request(Some(&request));
            let (exchange, mut records) = (exchange.with_address(server).with_truncated(truncated), Vec::new());
            MemberWriter::default().append_exchange(&exchange, &mut records);
            let _ = events.send(Event::Records(records));
        }
        let (page, damage) = page.finish(|_| ());
        damage.into_iter().for_each(|damage| _ = events.send(Event::Error(format!("{url}: {damage}"))));
        let mut lines = format!("{status}\t{url}\t{}\n", page.title.unwrap_or_default());
        for link in page.followed_links().filter_map(|link| link.url) {
            lines.push_str(&format!("\t{link}\n"));
            send_link(events, link);
        }
        let _ = events.send(Event::Lines(lines));
        end.map(|_| ())
    }
}

fn send_link(events: &UnboundedSender<Event>, url: &str) {
    Url::parse(url).into_iter().for_each(|url| _ = events.send(Event::Link(url, events.clone())));
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let is_complete = runtime.block_on(crawl(Arguments::parse(), [&mut io::stdout(), &mut io::stderr()]))?;
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
