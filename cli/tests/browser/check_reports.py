"""Tests reports of tagrake check in Chromium: their functions, and that hostile names and values cannot run anything."""

import subprocess
import time

from crawl import NAMES, write_crawl, write_hostile
from reports import Report, Suite, contrast, main
from selenium.webdriver import Keys

# Maximum time until a report on 10,000 files is usable. For a busy machine.
OPEN_SECONDS = 6
MAX_REPORT_BYTES = 1_000_000
WIDTHS = [(1440, 900), (1280, 900), (700, 900), (400, 800)]


class CheckSuite(Suite):
    def check(self, folder, *arguments, at=None):
        report = self.folder / "report.html"
        subprocess.run([self.tagrake, "check", "--report", report, *arguments, folder], capture_output=True, cwd=at)
        return Report(self.browser, report)

    def click(self, element):
        """Clicks an element that the list of sections may cover."""
        self.browser.execute_script("arguments[0].scrollIntoView({ block: 'center' })", element)
        element.click()

    def crawl(self):
        folder = self.folder / "crawl"
        if not folder.exists():
            write_crawl(folder, 14, 120)
        return self.check("crawl", at=self.folder)

    # The tests, in the order in which they run.

    def test_each_number_opens_its_examples(self):
        report = self.crawl()
        rows = report.all("#records button.row")
        assert len(rows) > 3
        for row in rows:
            count = int(row.find_element("css selector", ".count").text.replace(",", ""))
            self.click(row)
            items = report.all("#examples-list > li")
            assert len(items) == min(count, 20), (row.text, len(items))
            assert report.all("#examples-list code") != []
            report.press(Keys.ESCAPE)
            assert not report.one("#examples").is_displayed()
            assert report.script("return document.activeElement === arguments[0]", row), "the focus returns"
        report.check_quiet()

    def test_commands_of_examples_show_the_record(self):
        report = self.crawl()
        self.click(report.one("#hosts button.row"))
        urls = [item.text for item in report.all("#examples-list .url")]
        commands = [item.text for item in report.all("#examples-list code")]
        assert len(urls) == len(commands) == 20, commands
        for url, command in zip(urls, commands):
            words = ["bash", "-c", command.replace("tagrake", str(self.tagrake), 1)]
            done = subprocess.run(words, cwd=self.folder, capture_output=True)
            written = self.folder / "record.html"
            output = written.read_bytes() if "-o record.html" in command else done.stdout
            assert done.returncode == 0 and url.encode() in output, (command, done.stderr)
            written.unlink(missing_ok=True)
        report.script("navigator.clipboard.writeText = async (text) => { window.copied = text }")
        self.click(report.one("#examples-list .copy"))
        assert report.script("return window.copied") == commands[0]

    def test_lists_show_more(self):
        report = self.crawl()
        hosts = "return document.querySelectorAll('#hosts .row').length"
        assert report.script(hosts) == 10
        self.click(report.one("#hosts .more"))
        assert report.script(hosts) == 33 and report.all("#hosts .more") == []
        assert report.script("return document.activeElement.matches('#hosts li:nth-child(11) > .row')")
        files = report.all(".file-item")
        assert len(files) == 12
        self.click(report.one("#files .more"))
        assert len(report.all(".file-item")) == 14
        states = [state.text for state in report.all(".state")]
        assert states.index("ok") > states.index("truncated") and "corrupt" in states, states
        assert report.all(".map .damaged") != [] and report.all(".map .truncated") != []
        assert "damaged" in report.one(".map:has(.damaged)").get_attribute("aria-label")
        report.check_quiet()

    def test_keys_and_sections(self):
        report = self.crawl()
        report.press(Keys.TAB, Keys.ENTER)
        assert report.script("return document.activeElement.id") == "main"
        titles = [link.text for link in report.all("#sections a")]
        assert titles == [heading.text for heading in report.all(".group > h2")], titles
        report.script("document.querySelector('#sections a[href=\"#digests\"]').click()")
        time.sleep(0.2)
        top = report.script("return document.querySelector('#digests h2').getBoundingClientRect().top")
        assert 0 < top < 400 or report.script("return scrollY + innerHeight >= document.body.scrollHeight - 1"), top
        column = report.one("#sizes button.column")
        assert "record" in column.get_attribute("aria-label")
        report.script("arguments[0].focus()", column)
        report.press(Keys.ENTER)
        assert report.one("#examples").is_displayed()
        report.press(Keys.ESCAPE)
        report.check_quiet()

    def test_contrast_and_themes(self):
        report = self.crawl()
        self.click(report.one("#files .more"))
        for scheme in ["light", "dark"]:
            self.theme(scheme)
            for selector in ["button.row .count", ".card > .quiet", ".share", ".name", ".file-item.bad .state", ".file-item:not(.bad) .state", ".messages li", ".differs > :last-child", ".tick", "#sections a"]:
                colour = report.script(COLOURS, selector)
                ratio = contrast(colour["ink"], colour["back"])
                assert ratio >= 4.5, f"{scheme} {selector}: {ratio:.2f}"
        report.press("t")
        assert report.text("#theme") == "Theme: light"
        self.theme("light")

    def test_narrow_windows(self):
        write_hostile(self.folder / "narrow")
        for report in [self.crawl(), self.check(self.folder / "narrow")]:
            for size in WIDTHS:
                report.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False})
                time.sleep(0.2)
                assert report.script("return document.documentElement.scrollWidth <= innerWidth"), (size, report.script(WIDE))
                report.script("document.querySelector('#hosts button.row').click()")
                assert report.script("const d = document.getElementById('examples'); return d.scrollWidth <= d.clientWidth"), size
                report.script("document.getElementById('examples').close()")
            report.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def test_nothing_of_a_hostile_crawl_runs(self):
        folder = self.folder / "hostile"
        write_hostile(folder)
        report = self.check(folder)
        assert len(report.all(".file-item")) == len(NAMES)
        report.check_quiet()
        for button in report.all(".more"):
            self.click(button)
        for number in range(len(report.all("button.row, button.column"))):
            report.script("document.querySelectorAll('button.row, button.column')[arguments[0]].click()", number)
            report.press(Keys.ESCAPE)
        assert report.script("return [...document.querySelectorAll('.control')].some(mark => mark.textContent === '202E')")
        assert report.script("return !/[\\u202e\\u2028\\x07]/.test(document.body.innerText)"), "invisible characters are marked"
        report.check_quiet()

    def test_nothing_to_show(self):
        empty = self.write("empty.warc", b"")
        for report in [self.check(empty), self.check(self.folder / "missing.warc")]:
            assert report.text("#name") == "1 file"
            assert report.all("button.column") == [] and len(report.all(".none")) > 10
            report.check_quiet()

    def test_ten_thousand_files(self):
        folder = self.folder / "many"
        write_crawl(folder, 10_000, 1)
        report = self.check(folder)
        size = (self.folder / "report.html").stat().st_size
        print(f"  {size:,} bytes, opens in {report.seconds:.2f} s")
        assert size < MAX_REPORT_BYTES and report.seconds < OPEN_SECONDS
        self.click(report.one("#files .more"))
        assert len(report.all(".file-item")) == 400
        report.check_quiet()

    def draw(self, folder):
        """Draws the picture of the manual."""
        self.theme("light")
        self.crawl()
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 1280, "height": 1000, "deviceScaleFactor": 1, "mobile": False})
        self.browser.save_screenshot(str(folder / "check-light.png"))


COLOURS = """
const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const rgb = (colours) => {
  canvas.clearRect(0, 0, 1, 1);
  for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
};
const shown = document.querySelector(arguments[0]);
const backs = [];
for (let node = shown; node; node = node.parentElement) backs.unshift(getComputedStyle(node).backgroundColor);
return { ink: rgb([getComputedStyle(shown).color]), back: rgb(backs) };
"""
# The elements that are wider than the window.
WIDE = "return [...document.querySelectorAll('main *')].filter(node => node.getBoundingClientRect().right > innerWidth + 1).slice(0, 5).map(node => node.className)"


if __name__ == "__main__":
    main(CheckSuite, __doc__)
