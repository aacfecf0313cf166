"""Pictures of the HTML report for the documentation: docs/images/report-light.png and report-dark.png.

In: two programs of examples/. Out: what `unthread check --html` makes of them, as Chromium shows it. Run it
after a change of the report, and look at the pictures.
"""

import base64
import subprocess
import sys
import tempfile
from pathlib import Path

from browser import Browser
from palette import with_palette

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
LARGEST = 200_000  # bytes of a picture
WIDTH, HEIGHT = 1280, 800
# Name of the picture, example, dark or not, and the keys that are pressed before.
PICTURES = (
    ("report-light.png", "bank_account", False, ("k", "k", "k", "k", "k")),
    ("report-dark.png", "lost_wakeup", True, ("k", "k", "k")),
)


def report(example: str, file: Path) -> None:
    source = f"examples/{example}/unsafe.c"
    command = [sys.executable, "-m", "unthread", "check", "-q", "--html", str(file), "--trace"]
    trace = file.parent / "trace.json"
    subprocess.run([*command, str(trace), source], cwd=ROOT, stdout=subprocess.DEVNULL)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(str(trace), trace.name), encoding="utf-8")  # no path of this machine


def picture(browser: Browser, page: Path, dark: bool, keys: tuple[str, ...]) -> bytes:
    with browser.tab(WIDTH, HEIGHT, dark) as tab:
        tab.open(page)
        for key in keys:
            tab.press(key)
        return base64.b64decode(tab.screenshot())


def main() -> int:
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, Browser() as browser:
        for name, example, dark, keys in PICTURES:
            page = Path(scratch) / f"{example}.html"
            report(example, page)
            data = with_palette(picture(browser, page, dark, keys))
            assert len(data) <= LARGEST, f"{name} has {len(data)} bytes"
            (IMAGES / name).write_bytes(data)
            print(f"{IMAGES.relative_to(ROOT) / name}: {len(data)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
