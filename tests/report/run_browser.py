#!/usr/bin/env python3
"""Looks at pages of pj_report in a browser, if Chromium is there: what is on the first screen, in light and dark,
whether words overlap, and what is printed.

Usage: run_browser.py TOOL_DIR SAMPLES [--keep FOLDER]

With --keep, screenshots and prints stay in a folder, to be looked at.
"""
import json
import re
import shutil
import struct
import sys
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "support"), str(HERE)]
import blackbox
from definitions import RUN_DEFINITIONS

SLOW = blackbox.DATA / "runs" / "halo2d.8.base.slow.1.trace.xz"
NOISE = blackbox.DATA / "runs" / "halo2d.8.base.noise.1.trace.xz"
SCREEN = (1280, 800)
LIGHT, DARK = (255, 255, 255), (0x15, 0x19, 0x1e)
READABLE = 4.5  # least contrast of words, as WCAG has it

# What a page looks like. It is not on the page that users get, which runs no scripts.
PROBE = """
const box = e => e.getBoundingClientRect();
const light = c => { const [r, g, b] = c.match(/[0-9.]+/g).map(x => x / 255)
  .map(x => x <= 0.03928 ? x / 12.92 : Math.pow((x + 0.055) / 1.055, 2.4)); return 0.2126*r + 0.7152*g + 0.0722*b; };
const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + .05) / (y + .05); };
const ground = getComputedStyle(document.documentElement).backgroundColor;
const found = {ground, width: document.documentElement.scrollWidth, overlaps: [], outside: [], pale: []};
found.verdict = box(document.querySelector('.verdict')).bottom;
found.causes = Math.max(0, ...[...document.querySelectorAll('main > .two figure')].map(e => box(e).bottom));
for (const svg of document.querySelectorAll('svg')) {
  const texts = [...svg.querySelectorAll('text')].filter(t => t.textContent).map(t => [t.textContent, box(t)]);
  const all = box(svg);
  texts.forEach(([words, a], i) => {
    if (a.left < all.left - 1 || a.right > all.right + 1 || a.top < all.top - 3 || a.bottom > all.bottom + 3)
      found.outside.push(words);
    for (const [other, b] of texts.slice(i + 1))
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4) found.overlaps.push([words, other]);
  });
}
for (const e of document.querySelectorAll('p, li, b, dt, dd, td, th, h1, h2, figcaption, a, text')) {
  const style = getComputedStyle(e), paint = e.tagName === 'text' ? style.fill : style.color;
  if (e.textContent && contrast(paint, ground) < %s) found.pale.push([e.tagName, paint, e.textContent]);
}
const result = document.createElement('pre');
result.id = 'probe';
result.textContent = JSON.stringify(found);
document.body.append(result);
""" % READABLE


class Browser:
    def __init__(self, program, folder, scratch, report, keep):
        self.program, self.folder, self.report = program, folder, report
        self.scratch, self.keep = Path(scratch), keep

    def start(self, name, page, *words, dark=False):
        profile = self.scratch / "profile"
        scheme = ["--force-dark-mode", "--blink-settings=preferredColorScheme=0"] if dark else []
        done = blackbox.run([self.program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                             f"--user-data-dir={profile}", f"--window-size={SCREEN[0]},{SCREEN[1]}", *scheme, *words,
                             page.as_uri()])
        shutil.rmtree(profile, ignore_errors=True)
        self.report.check(f"{name}: the browser runs", done.code == 0, blackbox.shorten(done.err))
        return done.out

    def page(self, name, *words):
        path = self.scratch / f"{name}.html"
        done = blackbox.run([self.folder / "pj_report", "-q", *words, "-o", path])
        self.report.check(f"{name}: runs", done.code == 0, blackbox.shorten(done.err))
        return path

    def probe(self, name, page, dark=False):
        text = page.read_text(encoding="utf-8")
        text = re.sub("<meta http-equiv=[^>]*>", "", text).replace("</body>", f"<script>{PROBE}</script></body>")
        copy = self.scratch / "probe.html"
        copy.write_text(text, encoding="utf-8")
        dump = self.start(name, copy, "--dump-dom", dark=dark)
        found = re.search('<pre id="probe">(.*?)</pre>', dump, re.S)
        if not self.report.check(f"{name}: probe", found is not None, dump[-300:]):
            return None
        return json.loads(found[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
                          .encode("latin-1").decode("utf-8"))

    def picture(self, name, page, dark=False):
        path = (self.keep or self.scratch) / f"{name}.png"
        self.start(name, page, f"--screenshot={path}", dark=dark)
        return path


def first_pixel(path):
    """Of a PNG of 8 bits each for red, green and blue, with or without opacity: its size and its first pixel."""
    data = path.read_bytes()
    width, height, _, kind = struct.unpack(">IIBB", data[16:26])
    packed, place = b"", 8
    while place < len(data):
        size, = struct.unpack(">I", data[place:place + 4])
        if data[place + 4:place + 8] == b"IDAT":
            packed += data[place + 8:place + 8 + size]
        place += size + 12
    # The first pixel is as it is, whatever the filter of its row.
    assert kind in (2, 6)
    return (width, height), tuple(zlib.decompress(packed)[1:4])


def check_layout(browser, name, page):
    for dark in (False, True):
        scheme = f"{name}, {'dark' if dark else 'light'}"
        found = browser.probe(scheme, page, dark)
        if found is None:
            continue
        expected = f"rgb({', '.join(map(str, DARK if dark else LIGHT))})"
        browser.report.check(f"{scheme}: paper", found["ground"] == expected, found["ground"])
        browser.report.check(f"{scheme}: not wider than the screen", found["width"] <= SCREEN[0], found["width"])
        for what in ("overlaps", "outside", "pale"):
            browser.report.check(f"{scheme}: {what}", not found[what], f"{len(found[what])}: {found[what][:5]}")
        on_screen = max(found["verdict"], found["causes"])
        browser.report.check(f"{scheme}: on the first screen", 0 < on_screen <= SCREEN[1], on_screen)


@blackbox.group
def check_first_screen(browser, _samples):
    """The planted cause, in light and dark."""
    page = browser.page("slow", SLOW)
    browser.report.check("the cause is first", "<b>rank-3</b> in <b>computing</b>" in page.read_text("utf-8"))
    check_layout(browser, "slow", page)
    for dark, paper in ((False, LIGHT), (True, DARK)):
        picture = browser.picture(f"slow.{'dark' if dark else 'light'}", page, dark)
        browser.report.check(f"screenshot {paper}", first_pixel(picture) == (SCREEN, paper), first_pixel(picture))


def named_run(names):
    """Containers and states of these names, which are in and out of a barrier in turn."""
    lines = ["0 R 0 Rank\n2 S R State\n"] + [f'6 0 "{name}" R 0 "{name}"\n' for name in names]
    for turn in range(5):
        for place, name in enumerate(names):
            lines.append(f'12 {10 * turn} S "{name}" "{names[place - turn]}"\n')
        for place, name in enumerate(names):
            lines.append(f'13 {10 * turn + 1 + place} S "{name}"\n12 {10 * turn + 1 + place} S "{name}" MPI_Barrier\n')
        for name in names:
            lines.append(f'13 {10 * turn + 9} S "{name}"\n')
    return RUN_DEFINITIONS + "".join(lines)


@blackbox.group
def check_layouts(browser, samples):
    """No words overlap, whatever the trace."""
    large = browser.scratch / "large.paje"
    blackbox.run([browser.folder / "pj_generate", "--ranks", "500", "--iterations", "4", "-o", large])
    wide = browser.scratch / "wide.paje"
    wide.write_text(named_run(["P#0T#0", "MWMWMWMW", "iiiiiiii", "\u6f22\u5b57\u6f22\u5b57", "%%%%%%%", "rank 3/4"]))
    for name, words in (("two", [NOISE, SLOW]), ("wide", [wide]), ("heat", [samples / "heat" / "heat.ethernet.trace"]),
                        ("large", [large]), ("nested", [samples / "features" / "nested_states.paje"]),
                        ("smpi", ["-z", "--lenient", blackbox.DATA / "real" / "smpi_basic.trace"])):
        check_layout(browser, name, browser.page(name, *words))


@blackbox.group
def check_print(browser, _samples):
    """On paper: light, some pages, the first of which has the cause."""
    page = browser.page("slow", SLOW)
    paper = (browser.keep or browser.scratch) / "slow.pdf"
    browser.start("print", page, "--no-pdf-header-footer", f"--print-to-pdf={paper}", dark=True)
    if not browser.report.check("printed", paper.is_file() and paper.read_bytes().startswith(b"%PDF")):
        return
    pages = len(re.findall(rb"/Type\s*/Page\b", paper.read_bytes()))
    browser.report.check("pages", 2 <= pages <= 10, pages)
    if shutil.which("pdftotext"):
        words = " ".join(blackbox.run(["pdftotext", "-l", "1", paper, "-"]).out.split())
        browser.report.check("the cause is on the first", "The first cause of waiting is rank-3 in computing" in words,
                             words[:300])


def main():
    keep = blackbox.taken_option("--keep")
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        blackbox.skip("no Chromium is there")
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        folder = blackbox.need_tool(sys.argv[1], "pj_report").parent
        browser = Browser(program, folder, scratch, report, keep and Path(keep).resolve())
        samples = Path(sys.argv[2]).resolve()
        blackbox.run_groups(browser, samples)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
