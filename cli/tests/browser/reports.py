"""Tests reports of tagrake inspect in Chromium: their functions, and that a hostile page cannot run anything."""

import argparse
import json
import subprocess
import tempfile
import time
from pathlib import Path

from hostile import HOSTILE, NAME
from selenium import webdriver
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
--disable-component-update --disable-sync --force-device-scale-factor=1 --window-size=1440,900""".split()
STANDARD = "https://html.spec.whatwg.org/multipage/parsing.html#parse-error-"
# Maximum time until a report of a 5 MB page is usable, and to draw a screen: the slowest, and the median. For a busy machine.
OPEN_SECONDS = 6
SLOWEST_MS, MEDIAN_MS = 600, 150
# Maximum number of attributes in a card.
CARD_ATTRIBUTES = 30
# The marks for invisible characters.
MARKS = {"\n": "↵\n"}


class Report:
    """An open report."""

    def __init__(self, browser, path):
        self.browser = browser
        browser.get_log("browser"), browser.get_log("performance")
        self.url = path.as_uri()
        started = time.monotonic()
        browser.get(self.url)
        WebDriverWait(browser, 60).until(lambda browser: self.script("return document.documentElement.dataset.ready"))
        self.seconds = time.monotonic() - started

    def script(self, text, *arguments):
        return self.browser.execute_script(text, *arguments)

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.script("return document.querySelector(arguments[0]).textContent", selector)

    def press(self, *keys):
        ActionChains(self.browser).send_keys(*keys).perform()

    def press_with(self, modifier, key):
        ActionChains(self.browser).key_down(modifier).send_keys(key).key_up(modifier).perform()

    def hover(self, selector):
        ActionChains(self.browser).move_to_element(self.one(selector)).perform()
        WebDriverWait(self.browser, 5).until(lambda _: self.one("#card").is_displayed())

    def card(self):
        """Returns the rows of the card: names and values."""
        rows = "[...document.querySelectorAll('#card tr')].map(row => [...row.children].map(cell => cell.textContent))"
        return self.script(f"return {rows}")

    def check_quiet(self):
        """Checks that the console is empty, that nothing but the report was loaded, and that nothing of the page ran."""
        errors = self.browser.get_log("browser")
        assert errors == [], errors
        messages = (json.loads(entry["message"])["message"] for entry in self.browser.get_log("performance"))
        loaded = {
            message["params"]["request"]["url"]
            for message in messages
            # Other requests come from Chromium's own pages.
            if message["method"] == "Network.requestWillBeSent" and message["params"]["documentURL"] == self.url
        }
        assert loaded <= {self.url}, sorted(loaded)[:5]
        assert self.script("return window.pwned === undefined && ({}).content === undefined")
        foreign = "img, svg, iframe, object, embed, link, base, video, audio, form[action], [onclick], [onload], [onerror], [style*='url']"
        assert self.all(foreign) == []
        assert len(self.all("script")) == 2
        bad = "[...document.links].filter(a => a.protocol !== 'https:' && a.protocol !== 'http:' && !a.getAttribute('href').startsWith('#'))"
        assert self.script(f"return {bad}.length") == 0
        unsafe = "[...document.querySelectorAll('a[target]')].filter(a => a.rel !== 'noopener noreferrer')"
        assert self.script(f"return {unsafe}.length") == 0


class Suite:
    def __init__(self, tagrake, pages, folder):
        self.tagrake, self.pages, self.folder = tagrake, pages, folder
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for flag in [*FLAGS, f"--user-data-dir={folder / 'profile'}"]:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))

    def open(self, page, *arguments, at=None):
        report = self.folder / "report.html"
        subprocess.run([self.tagrake, "inspect", *arguments, page, "-o", report], check=True, cwd=at)
        return Report(self.browser, report)

    def write(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def tokens(self, page):
        command = [self.tagrake, "tokens", "--errors", "--spans", page]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        rows = [json.loads(line) for line in output.split("\n") if line]
        return [row for row in rows if row["type"] != "error"], [row for row in rows if row["type"] == "error"]

    def theme(self, scheme):
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})

    def compare(self, report, tokens):
        """Goes through all tokens, and compares each card with the output of tagrake tokens."""
        for number, token in enumerate(tokens):
            report.press("j")
            focused = "document.activeElement.dataset.token === arguments[0] && document.activeElement.matches('[aria-describedby=card]')"
            assert report.script(f"return {focused}", str(number)), number
            start, end = token["span"]
            assert f"bytes {start}–{end} ·" in report.text("#card .where"), (token, report.text("#card"))
            rows = dict(report.card())
            values = {attribute["name"]: attribute["value"] for attribute in token.get("attributes", [])[:CARD_ATTRIBUTES]}
            if token["type"] == "doctype":
                values = {key: token[f"{key}_id"] for key in ["public", "system"] if token[f"{key}_id"] is not None}
            for key in ["text", "data"]:
                if key in token:
                    values[key] = token[key]
            for name, value in values.items():
                marked = "".join(marked_as(character) for character in value)
                shown = rows.get(name, "missing")
                assert shown == marked or (shown, marked) in [("no value", ""), ("empty", "")], (token, shown, marked)

    # The tests, in the order in which they run.

    def test_token_colours_have_enough_contrast(self):
        page = self.write("kinds.html", "<!DOCTYPE html><p class=lead>a &amp; b</p><!-- c --><?d e?></><script>f</script>"
            "<!-- <!-- --><p c='d'e=f>&lt;</p><a =&amp;x></ x><![CDATA[]]>")
        report = self.open(page, "--processing-instructions", "--declined")
        kinds = ["doctype", "tag", "attr", "value", "text", "ref", "end", "comment", "pi", "dropped", "raw"]
        backs = {}
        for scheme in ["light", "dark"]:
            self.theme(scheme)
            declined = [f"{kind}.declined" for kind in ["comment", "tag", "attr", "value", "mark", "dropped"]]
            colours = report.script(COLOURS, [f"#rows .token > .{kind}" for kind in kinds + declined])
            assert len({tuple(colour["ink"]) for colour in colours}) == len(kinds) + 1, colours
            for kind, colour in zip(kinds + declined, colours):
                ratio = contrast(colour["ink"], colour["back"])
                assert ratio >= 4.5, f"{scheme} {kind}: {ratio:.2f}"
            backs[scheme] = report.script("return getComputedStyle(document.body).backgroundColor")
        assert backs["light"] != backs["dark"]
        # The button overrides the system.
        found = []
        for _ in range(3):
            report.one("#theme").click()
            found.append((report.text("#theme"), report.script("return getComputedStyle(document.body).backgroundColor")))
        names = ["Theme: light", "Theme: dark", "Theme: auto"]
        assert found == list(zip(names, [backs["light"], backs["dark"], backs["dark"]])), found
        self.theme("light")
        report.check_quiet()

    def test_cards_equal_the_output_of_tokens(self):
        odd = "<p \0A='\0&amp\r\n&copy=&ampx' A B>\0\r\n&#13;&nGt;&#128;\r<title>\0&amp;\r</title><!--\0\r--><!DOCTYPE a PUBLIC '\0'><svg><![CDATA[\0\r]]>"
        for page in [self.write("hostile.html", HOSTILE), self.write("odd.html", odd), self.pages / "forum.html"]:
            self.compare(self.open(page, "--charset", "utf-8"), self.tokens(page)[0])
        tokens, _ = self.tokens(self.pages / "tricky.html")
        report = self.open(self.pages / "tricky.html", "--declined")
        self.compare(report, tokens)
        report.press("j")
        assert "token 166 of 166" in report.text("#status"), "the last token has no next"
        report.press("kkk")
        assert "token 163 of 166" in report.text("#status")
        report.press(Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ARROW_UP, Keys.ARROW_LEFT)
        assert "token 1 of 166" in report.text("#status"), report.text("#status")
        time.sleep(0.5)
        assert report.one("#card").is_displayed(), "the card stays with the focus"
        report.press(Keys.ESCAPE)
        assert not report.one("#card").is_displayed()
        report.check_quiet()

    def test_the_pointer_shows_values_and_references(self):
        report = self.open(self.pages / "article.html", "--url", "https://gazette.example.com/")
        report.hover(".raw[data-reference]")
        assert ["text", "The ferry that would not leave – The Harbour Gazette"] in report.card(), report.card()
        assert ["read in", "RCDATA state"] in report.card() and "&ndash; is – U+2013" in report.text("#card .reference")
        report.hover("[data-token='28'] .value[data-reference]")
        assert "&raquo; is » U+00BB" in report.text("#card .reference"), report.text("#card")
        assert ["title", "Harbour Gazette » Feed"] in report.card(), report.card()
        assert "value bytes " in report.text("#card") and ", double quotes" in report.text("#card")
        report.check_quiet()

    def test_errors_equal_those_of_tokens_and_link_to_the_source(self):
        _, errors = self.tokens(self.pages / "tricky.html")
        report = self.open(self.pages / "tricky.html")
        rows = []
        step = "const box = document.querySelector('#panel-errors .scroller'); box.scrollTop += 200; return box.scrollTop"
        cells = "return [...document.querySelectorAll('#panel-errors tbody tr:not(.space)')].map(row => [row.ariaRowIndex, ...[...row.cells].map(cell => cell.innerText.trim()), row.querySelector('a').href])"
        before = -1
        while True:
            rows += report.script(cells)
            top = report.script(step)
            if top == before:
                break
            before = top
            time.sleep(0.05)
        rows = sorted({tuple(row) for row in rows}, key=lambda row: int(row[0]))
        expected = [(f"{e['line']}:{e['column']}", e["code"], f"{e['offset']:,}", STANDARD + e["code"]) for e in errors]
        assert [row[1:] for row in rows] == expected, rows
        report.script("document.querySelector('#panel-errors .scroller').scrollTop = 1e6")
        time.sleep(0.1)
        report.all("#panel-errors .position")[-1].click()
        last = errors[-1]
        assert last["code"] in report.text("#card ul.errors .now"), report.text("#card")
        assert report.script("return document.activeElement.matches('.token.chosen')")
        assert report.script(IN_VIEW, ".token.chosen"), "the error is in view"
        # Keys continue from there, and wrap around.
        report.press("n")
        assert errors[0]["code"] in report.text("#card ul.errors .now")
        report.press("p", "p")
        assert errors[-2]["code"] in report.text("#card ul.errors .now")
        assert report.script("return getComputedStyle(document.querySelector('#rows .error')).textDecorationStyle") == "wavy"
        # Filter by code.
        code = "duplicate-attribute"
        report.script("const s = arguments[0]; s.value = arguments[1]; s.dispatchEvent(new Event('change'))", report.one("#panel-errors select"), code)
        assert "Nesting" in report.text("#panel-errors .note") and "nesting is not checked" in report.text("#facts")
        assert report.script(FITS, "#panel-errors .position") == [], "the column of positions is wide enough"
        count = sum(error["code"] == code for error in errors)
        assert report.text("#panel-errors .row-count") == f"{count} of {len(errors)} rows"
        report.check_quiet()

    def test_tables_sort_by_pointer_and_key(self):
        report = self.open(self.pages / "article.html", "--url", "https://gazette.example.com/")
        report.press("2")
        assert report.script("return document.activeElement.id") == "tab-links"
        first = "return document.querySelector('#panel-links tbody tr:not(.space)').cells[2].innerText"
        heads = report.all("#panel-links th")
        report.press(Keys.TAB, Keys.TAB)
        heads[2].find_element(By.TAG_NAME, "button").click()
        assert [head.get_attribute("aria-sort") for head in heads] == ["none", "none", "ascending", "none"]
        ascending = report.script(first)
        report.press(Keys.ENTER)
        assert heads[2].get_attribute("aria-sort") == "descending"
        descending = report.script(first)
        assert ascending < descending, (ascending, descending)
        field = report.one("#panel-links input")
        field.send_keys("feed.XML")
        shown = report.text("#panel-links .row-count")
        assert shown.startswith("1 of "), shown
        report.all("#panel-links .position")[0].click()
        assert "feed.xml" in dict(report.card())["href"], report.card()
        # Arrow keys go from tab to tab.
        report.press("3", Keys.ARROW_RIGHT)
        assert report.script("return document.activeElement.id") == "tab-text"
        assert "The ferry that would not leave" in report.text("#panel-text pre")
        report.press(Keys.ARROW_RIGHT)
        assert report.script("return document.activeElement.id") == "tab-counts"
        assert report.one("#panel-counts").is_displayed() and not report.one("#panel-links").is_displayed()
        assert report.text("#panel-counts caption") == "Tokens"
        report.check_quiet()

    def test_blocks_are_explained_and_link_to_the_source(self):
        report = self.open(self.pages / "article.html")
        report.press("7")
        assert report.script("return document.activeElement.id") == "tab-blocks"
        count = int(report.text("#tab-blocks .count"))
        assert report.text("#panel-blocks .row-count") == f"{count} rows"
        report.all("#panel-blocks .score")[0].click()
        assert 1 <= len(report.all("#panel-blocks .why tbody tr")) <= 5
        # Both filters apply.
        report.script("const s = arguments[0]; s.value = arguments[1]; s.dispatchEvent(new Event('change'))", report.one("#panel-blocks select"), "kept")
        kept = int(report.text("#panel-blocks .row-count").split()[0])
        report.one("#panel-blocks input").send_keys("annika")
        both = int(report.text("#panel-blocks .row-count").split()[0])
        assert 0 < both < kept < count, (both, kept, count)
        for scheme in ["light", "dark"]:
            self.theme(scheme)
            for share in ["0%", "50%", "100%"]:
                report.script("arguments[0].style.setProperty('--share', arguments[1])", report.one(".score"), share)
                [colour] = report.script(COLOURS, [".score"])
                assert contrast(colour["ink"], colour["back"]) >= 4.5, (scheme, share, colour)
        self.theme("light")
        report.all("#panel-blocks .position")[0].click()
        assert report.script(IN_VIEW, ".token.chosen")
        report.check_quiet()

    def test_the_source_is_searched(self):
        report = self.open(self.pages / "article.html")
        report.press("/")
        report.press("TRICKYTRICKY", Keys.ENTER)
        assert report.text("#found") == "not found"
        report.press_with(Keys.CONTROL, "a")
        report.press("ferry", Keys.ENTER)
        count = (self.pages / "article.html").read_text().lower().count("ferry")
        assert report.text("#found") == f"1 of {count}", report.text("#found")
        assert report.one("#found").get_attribute("title") == "7:14"
        assert report.script(IN_VIEW, ".hit")
        report.press(Keys.ENTER)
        assert report.text("#found") == f"2 of {count}", report.text("#found")
        report.press_with(Keys.SHIFT, Keys.ENTER)
        report.press_with(Keys.SHIFT, Keys.ENTER)
        assert report.text("#found") == f"{count} of {count}", report.text("#found")
        report.check_quiet()

    def test_fragments_link_to_lines(self):
        report = self.open(self.pages / "article.html")
        report.script("location.hash = 'L7'")
        WebDriverWait(self.browser, 5).until(lambda _: report.text("#status").endswith("  7:3"))
        assert report.script(IN_VIEW, ".token.chosen")
        report.script("document.querySelector('[data-line]').click()")
        assert report.script("return location.hash").startswith("#L")
        report.check_quiet()

    def test_links_are_copied_as_csv(self):
        report = self.open(self.pages / "article.html", "--url", "https://gazette.example.com/")
        report.press("2")
        # Record the text instead of reading the clipboard, which needs a permission.
        report.script("navigator.clipboard.writeText = async (text) => { window.copied = text }")
        report.one("#panel-links input").send_keys("feed.XML")
        report.one("#panel-links .controls button").click()
        WebDriverWait(self.browser, 5).until(lambda _: report.script("return window.copied"))
        head, row, rest = report.script("return window.copied").split("\r\n")
        assert head == "line,column,kind,element,attr,raw,url,class,rel,text" and rest == ""
        assert "https://gazette.example.com/feed.xml" in row, row

    def test_skip_links_and_narrow_windows(self):
        report = self.open(self.pages / "article.html")
        report.press(Keys.TAB, Keys.ENTER)
        assert report.script("return document.activeElement.id") == "source"
        report.press("?")
        assert report.one("#keys").is_displayed()
        report.press(Keys.ESCAPE)
        assert not report.one("#keys").is_displayed()
        for size in [(1440, 900), (700, 900), (500, 800), (420, 800)]:
            self.browser.set_window_size(*size)
            time.sleep(0.2)
            assert report.script("return document.documentElement.scrollWidth <= innerWidth"), size
            assert report.all("#rows .token") != []
            assert report.script(FITS, "header button, header input, #name") == [], size
            assert report.one("#name").size["width"] > 60 and report.one("#query").size["width"] > 60, size
        self.browser.set_window_size(1440, 900)
        report.check_quiet()

    def test_other_encodings_are_decoded_with_a_note(self):
        page = self.write("sjis.html", b"<meta charset=shift_jis><p title='\x83A'>\x83C</p>")
        report = self.open(page)
        assert "Shift_JIS" in report.text("#notes") and "decoded" in report.text("#notes")
        report.press("jj")
        assert dict(report.card())["title"] == "ア"
        report.check_quiet()

    def test_tiny_pages_and_truncated_sources(self):
        for page in [b"", b"\xef\xbb\xbf", b"\n", b"<", b"</", b"<a", "é".encode()]:
            report = self.open(self.write("short.html", page), "--declined", "--charset", "utf-8")
            report.press("jkn", Keys.END, Keys.HOME, Keys.ARROW_DOWN, Keys.ARROW_UP, "1234567")
            assert "end of file" in report.text("#rows")
            report.check_quiet()
        for most in [0, 1, 1000, 5000]:
            report = self.open(self.pages / "article.html", "--declined", "--max-source-bytes", str(most))
            assert f"The first {most:,} of 8,733 bytes" in report.text("#notes"), report.text("#notes")
            report.press("jkn", Keys.END)
            assert "the rest is not shown" in report.text("#rows")
            report.press("2")
            assert "not shown" in report.text("#panel-links")
            report.check_quiet()

    def test_nothing_of_a_hostile_page_runs(self):
        report = self.open(self.write(NAME, HOSTILE), "--declined", "--processing-instructions", "--url", "https://e.org/</script>")
        assert report.text("#name").endswith(NAME)
        for number in range(1, 8):
            report.press(str(number))
            time.sleep(0.05)
            report.check_quiet()
        report.press("s")
        for _ in range(140):
            report.press("j")
        report.hover("[data-attribute]")
        addresses = report.script("return [...document.links].map(a => a.getAttribute('href')).filter(h => !h.startsWith('#'))")
        assert all(address.startswith("https://html.spec.whatwg.org/") or address.startswith("http") for address in addresses)
        report.check_quiet()

    def test_large_pages_open_and_scroll(self):
        texts = [path.read_bytes() for path in sorted(self.pages.glob("*.html")) if path.name not in ("tricky.html", "japanese.html")]
        large = (b"\n".join(texts) * 200)[:5_000_000]
        pages = {
            "5 MB in lines": large,
            "5 MB in one line": b" ".join(large.split()),
            "5 MB of newlines": b"\n" * 5_000_000,
            "5 MB of tags": b"<a>" * 1_666_667,
            "5 MB of errors": b"</>" * 1_666_667,
        }
        for name, page in pages.items():
            report = self.open(self.write("large.html", page), "--declined")
            slowest, median, rows = report.browser.execute_async_script(SCROLL)
            report.press("n" if "errors" in name else "j")
            key = "token" in report.text("#status")
            report.press(Keys.END)
            assert report.script(IN_VIEW, ".token.chosen"), name
            report.script("arguments[0].scrollTop = 1e9", report.one("#source"))
            WebDriverWait(report.browser, 5).until(lambda _: report.all("#rows .eof") != [])
            size = (self.folder / "report.html").stat().st_size / 1e6
            print(f"  {name}: {size:.1f} MB, opens in {report.seconds:.2f} s, a screen in {median:.0f} ms, at most {slowest:.0f}, {rows} rows drawn")
            assert report.seconds < OPEN_SECONDS and slowest < SLOWEST_MS and median < MEDIAN_MS and rows < 120 and key, name
            report.check_quiet()

    def draw(self, folder):
        """Draws the picture of the manual."""
        self.theme("light")
        report = self.open(Path("forum.html"), "--url", "https://forum.example/", at=self.pages)
        report.press("nnn")
        self.browser.save_screenshot(str(folder / "inspect-light.png"))


def marked_as(character):
    """Returns the text that a card shows for a character of a value."""
    code = ord(character)
    invisible = code < 0x20 and character not in "\t\n" or 0x7F <= code < 0xA0 or code in (0xAD, 0x61C, 0xFEFF) or 0x200B <= code < 0x2010 or 0x2028 <= code < 0x202F
    return MARKS.get(character, f"{code:04X}" if invisible and character != "\r" else "␍\n" if character == "\r" else character)


def contrast(ink, back):
    """Returns the contrast of two colours as defined by WCAG."""

    def luminance(colour):
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in colour)]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    low, high = sorted([luminance(ink), luminance(back)])
    return (high + 0.05) / (low + 0.05)


COLOURS = """
const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const rgb = (colours) => {
  canvas.clearRect(0, 0, 1, 1);
  for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
};
return arguments[0].map((selector) => {
  const span = document.querySelector(selector);
  const backs = [];
  for (let node = span; node; node = node.parentElement) backs.unshift(getComputedStyle(node).backgroundColor);
  return { ink: rgb([getComputedStyle(span).color]), back: rgb(backs) };
});
"""
IN_VIEW = """
const box = document.querySelector(`#rows ${arguments[0]}`).getBoundingClientRect();
const view = document.getElementById("source").getBoundingClientRect();
return box.top >= view.top && box.top < view.bottom;
"""
# The elements outside of the viewport or of their cell.
FITS = """
return [...document.querySelectorAll(arguments[0])].filter((node) => {
  const [box, cell] = [node.getBoundingClientRect(), node.closest("td")?.getBoundingClientRect()];
  const [left, right] = cell ? [cell.left, cell.right] : [0, innerWidth];
  return box.left < left - 1 || box.right > right + 1;
}).map((node) => node.textContent || node.id);
"""
# Scrolls to 60 positions, and returns the slowest and the median time in ms from the scroll to the frame after it.
SCROLL = """
const done = arguments[0];
const view = document.getElementById("source");
const times = [];
let rows = 0, count = 0;
const step = () => {
  const started = performance.now();
  view.scrollTop = ((count * 37) % 60) / 60 * view.scrollHeight;
  requestAnimationFrame(() => requestAnimationFrame(() => {
    times.push(performance.now() - started);
    rows = Math.max(rows, document.querySelectorAll(".row").length);
    if (++count < 60) return step();
    times.sort((one, other) => one - other);
    done([times[59], times[30], rows]);
  }));
};
step();
"""


def main(kind, description):
    """Runs the checks of a suite."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--tagrake", type=Path, required=True)
    parser.add_argument("--pages", type=Path, required=True)
    parser.add_argument("--only", default="", help="run the checks whose name contains this text")
    parser.add_argument("--pictures", type=Path, help="draw the picture of the manual into this folder instead")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        suite = kind(arguments.tagrake.resolve(), arguments.pages.resolve(), Path(folder))
        try:
            if arguments.pictures:
                return suite.draw(arguments.pictures.resolve())
            checks = [name for name in vars(kind) if name.startswith("test_") and arguments.only in name]
            for name in checks:
                print(name.removeprefix("test_").replace("_", " "), flush=True)
                getattr(suite, name)()
        finally:
            suite.browser.quit()
    print(f"{len(checks)} checks passed")


if __name__ == "__main__":
    main(Suite, __doc__)
