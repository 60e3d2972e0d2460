// Loads each page of `requests.txt` in Chromium, and writes the URLs that it requests into that file.
//
// A server on 127.0.0.1 sends the page NAME at `/NAME/`, and a valid file of the requested type at every other URL. Each page is
// loaded in a browser context of its own, for about one second. Requests for the page itself and for `/favicon.ico` are left out.
// The recorded requests are from Chromium 156.0.8078.108 (headless, Debian 12) on 2026-11-27; of `style-attribute-references` and
// `query-encoding` from Chromium 148.0.7778.167 on 2026-12-01.
//
//     npm install playwright-core
//     CHROMIUM=/usr/bin/chromium node extract/tests/links/ask-chromium.mjs [NAME...]
//
// The other lines are written by hand. Lines of a page, each indented by four spaces:
//
//     html MARKUP          the page
//     header NAME: VALUE   a header of its response
//     scripting off        the page is loaded without scripts
//     chromium URL         a request, relative to the page; written by this script
//     row URL REASON       a row of tagrake that Chromium does not request
//     missing URL REASON   a request that is no row

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import http from "node:http";
import path from "node:path";

const { chromium } = createRequire(path.join(process.cwd(), "x.js"))("playwright-core");
const FILE = path.join(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "requests.txt");

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect id="r" width="9" height="9"/>
<linearGradient id="g"><stop stop-color="red"/></linearGradient><clipPath id="c"><rect width="9" height="9"/></clipPath>
<mask id="m"><rect width="9" height="9" fill="#fff"/></mask><filter id="f"><feFlood flood-color="red"/></filter>
<marker id="k"><rect width="9" height="9"/></marker></svg>`;
const BODIES = {
  png: ["image/png", PNG], svg: ["image/svg+xml", SVG], css: ["text/css", "x{}"], js: ["text/javascript", "0;"],
  html: ["text/html", "<!DOCTYPE html><p>x"], json: ["application/json", "{}"], vtt: ["text/vtt", "WEBVTT"],
  webmanifest: ["application/manifest+json", "{}"],
};

/** Returns the pages: their names and lines. */
function readPages(text) {
  return text.split(/\n\n+/).map((block) => {
    const [name, ...lines] = block.replace(/^\n+|\n+$/g, "").split("\n");
    return { name, lines: lines.map((line) => line.trim()), isComment: name.startsWith("#") };
  });
}

const pages = readPages(readFileSync(FILE, "utf8"));
const valuesOf = (page, word) =>
  page.lines.filter((line) => line.startsWith(word + " ")).map((line) => line.slice(word.length + 1));

let current;
let requests = [];
const server = http.createServer((request, response) => {
  if (request.url === `/${current.name}/` && !requests.includes("page")) {
    requests.push("page");
    for (const header of valuesOf(current, "header")) {
      const colon = header.indexOf(":");
      response.appendHeader(header.slice(0, colon), header.slice(colon + 1).trim());
    }
    if (!response.hasHeader("Content-Type")) response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(valuesOf(current, "html").join("\n"));
    return;
  }
  if (request.url !== "/favicon.ico") requests.push(request.url);
  const extension = request.url.replace(/[?#].*/, "").split(".").pop();
  const [type, body] = BODIES[extension] ?? ["text/plain", null];
  response.writeHead(body === null ? 404 : 200, { "Content-Type": type, "Cache-Control": "no-store" });
  response.end(body ?? "");
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});

async function ask(page) {
  [current, requests] = [page, []];
  const context = await browser.newContext({ javaScriptEnabled: !page.lines.includes("scripting off") });
  const tab = await context.newPage();
  await tab.goto(`http://127.0.0.1:${server.address().port}/${page.name}/`, { waitUntil: "load" }).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await context.close();
  const folder = `/${page.name}/`;
  const urls = requests.slice(1).map((url) => (url.startsWith(folder) ? url.slice(folder.length) || "." : url));
  return [...new Set(urls)].sort();
}

const names = process.argv.slice(2);
for (const page of pages) {
  if (page.isComment || (names.length > 0 && !names.includes(page.name))) continue;
  const found = (await ask(page)).map((url) => `chromium ${url}`);
  const others = page.lines.filter((line) => !line.startsWith("chromium "));
  const isByHand = (line) => /^(row|missing) /.test(line);
  page.lines = [...others.filter((line) => !isByHand(line)), ...found, ...others.filter(isByHand)];
}
const text = pages.map(({ name, lines }) => [name, ...lines.map((line) => "    " + line)].join("\n")).join("\n\n");
writeFileSync(FILE, text + "\n");
console.log(`${pages.filter((page) => !page.isComment).length} pages, Chromium ${browser.version()}`);
await browser.close();
server.close();
