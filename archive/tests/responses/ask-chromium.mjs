// Asks Chromium what it makes of each response in `responses.txt`, and writes its values into that file.
//
// A server on port 80 of 127.0.0.1 sends the bytes of a response as they are and closes the connection. Port 80, because
// Chromium accepts responses without a status line on no other. The page is loaded twice: in a tab (`page`: status,
// `document.contentType`, `document.characterSet`; or `download`, or the error) and by `fetch` (`fields`, `body`; or the
// error). The recorded values are from Chromium 156.0.8078.108 (headless, Debian 12) on 2026-11-27, and for eight responses from
// Chromium 148.0.7778.167 on 2026-12-01.
//
//     npm install playwright-core
//     CHROMIUM=/usr/bin/chromium node archive/tests/responses/ask-chromium.mjs [NAME...]
//
// Lines that begin with `ours` and `because` are written by hand: where tagrake differs on purpose, and why.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import path from "node:path";

const { chromium } = createRequire(path.join(process.cwd(), "x.js"))("playwright-core");
const FILE = path.join(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "responses.txt");
const ESCAPES = { "\\r": "\r", "\\n": "\n", "\\t": "\t", "\\\\": "\\" };

/** Returns the bytes of an escaped text, as characters up to U+00FF. */
const unescape = (text) =>
  text.replace(/\\(x[0-9a-f]{2}|.)/g, (all) => ESCAPES[all] ?? String.fromCharCode(parseInt(all.slice(2), 16)));

/** Returns characters up to U+00FF as printable ASCII. */
const escape = (bytes) =>
  [...bytes]
    .map((character) => {
      const known = Object.keys(ESCAPES).find((name) => ESCAPES[name] === character);
      const code = character.charCodeAt(0);
      return known ?? (code < 32 || code > 126 ? "\\x" + code.toString(16).padStart(2, "0") : character);
    })
    .join("");

const lines = readFileSync(FILE, "latin1").split("\n");
const responses = new Map();
for (const [number, line] of lines.entries()) {
  if (line.startsWith("    response ")) responses.set(lines[number - 1], unescape(line.slice(13)));
}

const START = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>";
const server = net.createServer((socket) => {
  socket.on("error", () => {});
  socket.once("data", (request) => {
    const name = request.toString().split(" ")[1].slice(1);
    socket.end(Buffer.from(responses.get(name) ?? START, "latin1"));
  });
});
await new Promise((resolve) => server.listen(80, "127.0.0.1", resolve));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
const short = (error) => (/net::ERR_\w+/.exec(error.message) ?? ["error"])[0];

async function askTab(name) {
  const tab = await browser.newPage();
  try {
    const response = await tab.goto(`http://127.0.0.1/${name}`, { timeout: 10000 });
    const [type, encoding] = await tab.evaluate(() => [document.contentType, document.characterSet]);
    return `${response.status()} ${type} ${encoding}`;
  } catch (error) {
    return error.message.includes("Download is starting") ? "download" : short(error);
  } finally {
    await tab.close();
  }
}

const tab = await browser.newPage();
await tab.goto("http://127.0.0.1/");
const askFetch = (name) =>
  tab.evaluate(async (name) => {
    try {
      const response = await fetch(name, { redirect: "manual" });
      const fields = [...response.headers].map(([field, value]) => `${field}: ${value}`).join(" | ");
      try {
        const body = new Uint8Array(await response.arrayBuffer());
        return { status: response.status, fields, body: String.fromCharCode(...body) };
      } catch (error) {
        return { status: response.status, fields, error: error.message };
      }
    } catch (error) {
      return { error: error.message };
    }
  }, name);

const names = process.argv.slice(2);
const isAsked = (name) => names.length === 0 || names.includes(name);
const written = [];
let name = "";
for (const line of lines) {
  if (/^\S/.test(line)) name = line;
  if (isAsked(name) && /^    (page|status|fields|body)( |$)/.test(line)) continue;
  written.push(line);
  if (!line.startsWith("    response ") || !isAsked(name)) continue;
  const page = await askTab(name);
  const found = await askFetch(name);
  written.push(`    page ${page}`);
  if (found.status !== undefined) written.push(`    fields ${escape(found.fields)}`.trimEnd());
  written.push(`    body ${found.error ? "error " + found.error : "= " + escape(found.body)}`.trimEnd());
  if (found.status !== undefined && !page.startsWith(`${found.status} `)) written.push(`    status ${found.status}`);
}
writeFileSync(FILE, written.join("\n"), "latin1");
console.log(`${responses.size} responses, Chromium ${browser.version()}`);
await browser.close();
server.close();
