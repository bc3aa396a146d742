"""Make the pictures of the README: what everybody learns of a fight, in a terminal and as a page. Needs Chromium."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console

from grailkeeper.cli.main import run
from grailkeeper.cli.session import Session
from grailkeeper.text.language import Language

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
EXAMPLES = {Language.EN: "rider-saber.toml", Language.KO: "라이더와-세이버.toml"}
SIDE = {Language.EN: "Sayaka", Language.KO: "t1"}
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


def main() -> None:
    chromium = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    if chromium is None:
        sys.exit("No Chromium was found: install it, then run this again.")
    for language, example in EXAMPLES.items():
        with tempfile.TemporaryDirectory() as folder:
            file, out = str(ROOT / "examples" / example), str(Path(folder) / "out")
            terminal = Console(record=True, width=84, file=io.StringIO(), force_terminal=True)
            quiet = Console(file=io.StringIO())
            run(["battle", file, "--as", "public", "--seed", "readme"], Session(language, terminal, quiet))
            terminal.save_svg(str(PICTURES / f"terminal-{language.value}.svg"), title="grailkeeper battle")
            run(["battle", file, "--out", out, "--seed", "readme"], Session(language, quiet, quiet))
            page, picture = Path(out) / f"{SIDE[language]}.html", PICTURES / f"battle-{language.value}.png"
            shoot(chromium, page, picture)


def shoot(chromium: str, page: Path, picture: Path) -> None:
    """A picture of the top of a page."""
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-background-networking"]
    subprocess.run(
        [chromium, *flags, "--window-size=1100,820", f"--screenshot={picture}", page.as_uri()],
        check=True,
        capture_output=True,
    )


if __name__ == "__main__":
    main()
