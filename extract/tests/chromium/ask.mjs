// Loads each page of the fetched set `real` in Chromium, and writes its facts into `facts.txt`.
//
// Scripting is enabled, but a content security policy blocks inline scripts, and external scripts are empty. Each request is
// answered here, with a valid file of its type, so nothing leaves the machine. A page has the URL `http://pages.example/NAME`,
// and is sent as `text/html` without an encoding.
//
//     corpora/fetch real
//     npm install playwright-core
//     CHROMIUM=/usr/bin/chromium node extract/tests/chromium/ask.mjs           # writes facts.txt
//     CHROMIUM=/usr/bin/chromium node extract/tests/chromium/ask.mjs NAME...   # prints all values of these pages as JSON
//
// The variable `DUMP` names a folder for all values of all pages. `facts.txt` has one block per page: its name, then a line per
// fact. Lists and texts are a count and the 32-bit FNV-1a hash of their lines; a request is the first 6 digits of its hash.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { factsOfPage } from "./facts-of-page.mjs";

const { chromium } = createRequire(path.join(process.cwd(), "x.js"))("playwright-core");
const HERE = path.dirname(new URL(import.meta.url).pathname);
const PAGES = path.join(HERE, "../../../corpora/fetched/real");
const SELECTORS = readFileSync(path.join(HERE, "selectors.txt"), "utf8").split("\n").filter((line) => line !== "");
const ORIGIN = "http://pages.example/";
const TABS = 3;

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
const BODIES = {
  document: ["text/html", "<!DOCTYPE html><p>x"], stylesheet: ["text/css", "x{}"], script: ["text/javascript", ""],
  image: ["image/png", PNG], texttrack: ["text/vtt", "WEBVTT"], manifest: ["application/manifest+json", "{}"],
  fetch: ["application/json", "{}"], xhr: ["application/json", "{}"], font: ["font/woff2", ""], media: ["video/mp4", ""],
  other: ["text/html", "<!DOCTYPE html><p>x"],
};

/** Returns the 32-bit FNV-1a hash of the bytes, as 8 hexadecimal digits. */
function hash(bytes) {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

const hashOfLines = (lines) => hash(Buffer.from(lines.join("\n")));

/** Answers a request of a page. Only the first navigation of the main frame leads somewhere. */
async function answer(route, tab, html, requests) {
  const request = route.request();
  if (request.isNavigationRequest() && request.frame() === tab.mainFrame()) {
    if (requests.isLoaded) return route.fulfill({ status: 204 });
    requests.isLoaded = true;
    const headers = { "Content-Type": "text/html", "Content-Security-Policy": "script-src http: https:" };
    return route.fulfill({ headers, body: html });
  }
  requests.urls.add(request.url().replace(/#.*/s, ""));
  const isSvg = request.resourceType() === "image" && /\.svg(?:[?#]|$)/i.test(request.url());
  const [type, body] = isSvg ? ["image/svg+xml", SVG] : BODIES[request.resourceType()] ?? BODIES.other;
  return route.fulfill({ headers: { "Content-Type": type, "Access-Control-Allow-Origin": "*" }, body });
}

/** Waits until no request was open for 150 ms, at most 5 s. */
async function untilIdle(requests) {
  for (let [quiet, waited] = [0, 0]; quiet < 3 && waited < 100; waited += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    quiet = requests.open === 0 ? quiet + 1 : 0;
  }
}

/** Returns all facts of a page. */
async function ask(browser, name) {
  const html = readFileSync(path.join(PAGES, name));
  const context = await browser.newContext({ viewport: { width: 1280, height: 2000 }, serviceWorkers: "block" });
  try {
    const tab = await context.newPage();
    const requests = { urls: new Set(), open: 0, isLoaded: false };
    let refresh = null;
    const protocol = await context.newCDPSession(tab);
    await protocol.send("Page.enable");
    protocol.on("Page.frameScheduledNavigation", ({ frameId, reason, delay, url }) => {
      if (reason === "metaTagRefresh" && frameId === mainFrame) refresh = `${delay} ${url}`;
    });
    const mainFrame = (await protocol.send("Page.getFrameTree")).frameTree.frame.id;
    await context.route("**/*", async (route) => {
      requests.open += 1;
      await answer(route, tab, html, requests).catch(() => {});
      requests.open -= 1;
    });
    await tab.goto(ORIGIN + encodeURI(name), { waitUntil: "load", timeout: 20_000 }).catch((error) => {
      console.error(`${name}: ${error.message.split("\n")[0]}`);
    });
    await untilIdle(requests);
    const facts = await tab.evaluate(factsOfPage, SELECTORS);
    return { sum: hash(html), ...facts, refresh, requests: [...requests.urls].sort() };
  } finally {
    await context.close();
  }
}

/** Returns the block of a page in `facts.txt`. */
function block(name, facts) {
  const lines = [name];
  const add = (key, value) => value !== null && value !== undefined && lines.push(`    ${key} ${value}`);
  const list = (key, values) => values.length > 0 && add(key, `${values.length} ${hashOfLines(values)}`);
  for (const key of ["sum", "charset"]) add(key, facts[key]);
  if (facts.base !== ORIGIN + encodeURI(name)) add("base", facts.base);
  for (const key of ["title", "lang", "description", "canonical", "refresh"]) add(key, facts[key]);
  if (facts.robots.length > 0) add("robots", facts.robots.join(", "));
  list("og", facts.og);
  list("hrefs", [...new Set(facts.hrefs)].sort());
  list("href-order", facts.hrefs);
  list("selected", facts.selected);
  list("text", facts.text.split(" ").filter((word) => word !== ""));
  if (facts.requests.length > 0) {
    add("requests", facts.requests.map((url) => hashOfLines([url]).slice(0, 6)).join(""));
  }
  return lines.join("\n") + "\n";
}

/** Returns the names of all pages, relative to the folder of the set. */
function pageNames() {
  const names = readdirSync(PAGES, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
  return names.sort();
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable"],
});
const chosen = process.argv.slice(2);
const names = chosen.length > 0 ? chosen : pageNames();
const blocks = new Array(names.length);
let next = 0;
async function worker() {
  while (next < names.length) {
    const index = next++;
    const name = names[index];
    const facts = await ask(browser, name).catch((error) => {
      console.error(`${name}: ${error.message}`);
      return null;
    });
    if (facts === null) continue;
    blocks[index] = block(name, facts);
    if (chosen.length > 0) console.log(JSON.stringify({ name, ...facts }, null, 1));
    if (process.env.DUMP) {
      mkdirSync(process.env.DUMP, { recursive: true });
      writeFileSync(path.join(process.env.DUMP, name.replaceAll("/", "__") + ".json"), JSON.stringify(facts, null, 1));
    }
    if (index % 100 === 99) console.error(`${index + 1} pages`);
  }
}
await Promise.all(Array.from({ length: TABS }, worker));
if (chosen.length === 0) {
  const date = new Date().toISOString().slice(0, 10);
  const count = blocks.filter((block) => block !== undefined).length;
  const header = `# Chromium ${browser.version()}, ${date}, ${count} pages of the set real\n`;
  writeFileSync(path.join(HERE, "facts.txt"), header + blocks.join(""));
}
await browser.close();
