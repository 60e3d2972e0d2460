//! The examples give the output that they describe.

#[expect(dead_code, reason = "`main`")]
#[path = "../examples/article_texts.rs"]
mod article_texts;
#[expect(dead_code, reason = "`main`")]
#[path = "../examples/head_with_fewest_bytes.rs"]
mod head_with_fewest_bytes;
#[expect(dead_code, reason = "`main`")]
#[path = "../examples/links_from_socket.rs"]
mod links_from_socket;
#[expect(dead_code, reason = "`main`")]
#[path = "../examples/links_in_tokio.rs"]
mod links_in_tokio;
#[expect(dead_code, reason = "`main`")]
#[path = "../examples/markdown_with_score.rs"]
mod markdown_with_score;
#[expect(dead_code, reason = "`main`")]
#[path = "../examples/own_links.rs"]
mod own_links;
#[expect(dead_code, reason = "`main`")]
#[path = "../examples/owned_pages.rs"]
mod owned_pages;
#[expect(dead_code, reason = "`main`")]
#[path = "../examples/pages_in_parallel.rs"]
mod pages_in_parallel;

use scraper::{Html, Selector};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use tagrake_extract::{Context, ExtractOptions, Extractor};
use tagrake_testsupport::repository_file;
use tokio::runtime::Builder;

/// Serves the page `/dir/a.html` once, in small chunks. Returns the address of the server.
fn serve_page() -> (String, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let server = listener.local_addr().expect("an address").to_string();
    let serving = thread::spawn(move || {
        let (mut connection, _) = listener.accept().expect("a connection");
        let mut lines = BufReader::new(&connection).lines().map(|line| line.expect("a request"));
        assert_eq!(lines.next().as_deref(), Some("GET /dir/a.html HTTP/1.0"));
        assert!(lines.any(|line| line.is_empty()), "a complete request");
        for chunk in ["HTTP/1.0 200 OK\r\n", "\r\n<title>Fish", "</title><a hr", "ef=b.html>", "<img src=//e.org/c>"] {
            connection.write_all(chunk.as_bytes()).expect("a client");
        }
    });
    (server, serving)
}

/// Returns the files of `corpora/small`.
fn small_pages() -> Vec<PathBuf> {
    let files = fs::read_dir(repository_file("corpora/small")).expect("a folder");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "html"));
    paths.sort();
    paths
}

/// Returns a text without white space. A tree does not separate the words of blocks.
fn without_space(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn texts_of_articles_are_the_texts_in_a_tree() {
    let mut extractor = article_texts::article_extractor().expect("a selector");
    let article = Selector::parse("article").expect("a selector");
    let mut articles = 0;
    for path in small_pages() {
        let html = fs::read(&path).expect("a file");
        let tree = Html::parse_document(&String::from_utf8_lossy(&html));
        let texts = tree.select(&article).map(|article| without_space(&article.text().collect::<String>()));
        let expected: Vec<_> = texts.collect();
        let found = article_texts::article_texts(&mut extractor, &html);
        let words: Vec<_> = found.iter().map(|text| without_space(text)).collect();
        assert_eq!(words, expected, "{}", path.display());
        articles += expected.len();
    }
    assert!(articles >= 3, "{articles} articles");
}

#[test]
fn main_content_has_a_probability() {
    let html = fs::read(repository_file("corpora/small/article.html")).expect("a file");
    let mut extractor = markdown_with_score::main_extractor();
    let (probability, markdown) =
        markdown_with_score::main_markdown(&mut extractor, &html, "https://e.org/").expect("main content");
    assert!((0.5..=1.0).contains(&probability), "{probability}");
    assert!(markdown.contains("\n\n"), "{markdown}");
    assert_eq!(markdown_with_score::main_markdown(&mut extractor, b"<a href=/>Home</a>", "https://e.org/"), None);
}

#[test]
fn pages_are_read_in_parallel() {
    let pages = small_pages();
    let repeated = (0..20).flat_map(|_| &pages);
    let mut paths: Vec<String> = repeated.map(|path| path.display().to_string()).collect();
    paths.insert(50, "no such file".to_owned());
    let titles = pages_in_parallel::titles(&paths, &ExtractOptions::default());
    let mut extractor = Extractor::default();
    for (path, title) in paths.iter().zip(titles) {
        let expected = fs::read(path).ok().map(|html| {
            let page = extractor.extract(&html, &Context::default());
            page.title.map(str::to_owned)
        });
        assert_eq!(title.ok(), expected, "{path}");
    }
}

#[test]
fn links_come_in_a_task() {
    let (server, serving) = serve_page();
    let links = Arc::new(Mutex::new(Vec::new()));
    let taken = links.clone();
    let take = move |link: &str| taken.lock().expect("no panic").push(link.to_owned());
    let runtime = Builder::new_current_thread().enable_io().build().expect("a runtime");
    let title = runtime.block_on(async {
        tokio::spawn(links_in_tokio::read_links(server.clone(), "/dir/a.html".to_owned(), take)).await
    });
    serving.join().expect("no panic");
    assert_eq!(title.expect("no panic").expect("a page").as_deref(), Some("Fish"));
    assert_eq!(*links.lock().expect("no panic"), [format!("http://{server}/dir/b.html"), "http://e.org/c".to_owned()]);
}

#[test]
fn links_come_from_a_socket() {
    let (server, serving) = serve_page();
    let mut out = Vec::new();
    links_from_socket::write_links(&server, "/dir/a.html", &mut out).expect("a page");
    serving.join().expect("no panic");
    let expected = format!("http://{server}/dir/b.html\nhttp://e.org/c\ntitle: Fish\n");
    assert_eq!(String::from_utf8(out).expect("text"), expected);
}

#[test]
fn the_head_takes_few_bytes() {
    let head = "<title>Fish</title><link rel=canonical href=https://e.org/fish>";
    let page = format!("{head}<p>{}", "text ".repeat(100_000));
    let (title, canonical, bytes) = head_with_fewest_bytes::read_head(&mut page.as_bytes()).expect("a page");
    assert_eq!((title.as_deref(), canonical.as_deref(), bytes), (Some("Fish"), Some("https://e.org/fish"), 4096));
    let (title, _, bytes) = head_with_fewest_bytes::read_head(&mut head.as_bytes()).expect("a page");
    assert_eq!((title.as_deref(), bytes), (Some("Fish"), head.len()));
}

#[test]
fn own_attributes_are_links() {
    let mut extractor = own_links::link_extractor("div", "data-product-url").expect("names");
    let html = b"<a href=a>x</a><div data-product-url=b>y</div><p data-product-url=c>";
    let links = own_links::links(&mut extractor, html, "https://e.org/");
    assert_eq!(links, ["a href https://e.org/a", "div data-product-url https://e.org/b"]);
    assert!(own_links::link_extractor("img", "data-src").is_err());
}

#[test]
fn pages_are_sent_to_a_thread() {
    let paths = ["article.html", "shop.html"]
        .map(|name| repository_file("corpora/small").join(name).to_str().expect("text").to_owned());
    let (sender, pages) = std::sync::mpsc::channel();
    thread::scope(|scope| scope.spawn(|| owned_pages::send_pages(&paths, &sender).expect("pages")).join())
        .expect("no panic");
    drop(sender);
    let mut extractor = Extractor::default();
    for (path, page) in paths.iter().zip(pages) {
        let html = fs::read(path).expect("a page");
        assert_eq!(format!("{:?}", page.page()), format!("{:?}", extractor.extract(&html, &Context::default())));
    }
}
