"""Builds a wheel, installs it into an empty environment and plays a game there: first plain, then with Numba.

The environment is made with the newest Python of the machine; the tests run with the one that `make` finds, maybe an
older one. pip installs it plain, as the README says, and compiles no module that is never imported; what the extras
bring comes by uv, which has it already for the tests.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST_BYTES = 12_000_000
"""Of a wheel, with the nets of all games."""


def run(*command: str | Path, cwd: Path, **extra: str) -> str:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PIZZABOX"))}
    done = subprocess.run(
        [str(c) for c in command], cwd=cwd, env=environment | extra, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}\n{done.stderr}")
    return done.stdout


def play(pizzabox: Path, place: Path, kind: str) -> None:
    """Play a game with an installed Pizzabox, check its record and draw its end as that kind of picture."""
    seats = ("--seat", "all=greedy", "--watch", "--delay", "0", "--seed", "5", "--save", "game.pizza")
    run(pizzabox, "play", "theory", "cap=4", *seats, cwd=place, PIZZABOX_CACHE_DIR=str(place / "cache"))
    run(pizzabox, "verify", "game.pizza", cwd=place)
    run(pizzabox, "show", "game.pizza", f"--{kind}", f"board.{kind}", cwd=place)
    (place / "game.pizza").unlink()


def newest_python() -> str:
    """The newest Python that runs here, on the path or among those that pyenv keeps."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    places = [*map(Path, os.get_exec_path()), *kept.glob("3.*/bin")]
    programs = {path for place in places for path in place.glob("python3.*") if path.name[9:].isdigit()}
    found = [(sys.version_info[:3], sys.executable)]
    for program in sorted(programs):
        asked = [program, "-c", "import sys, venv, ensurepip; print(*sys.version_info[:3])"]
        said = subprocess.run(asked, capture_output=True, text=True, check=False)
        if said.returncode == 0:
            found.append((tuple(map(int, said.stdout.split())), str(program)))
    return max(found)[1]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        run(sys.executable, "-m", "build", "--installer", "uv", "--wheel", "--outdir", place, ROOT, cwd=ROOT)
        (wheel,) = place.glob("*.whl")
        assert wheel.stat().st_size <= MOST_BYTES, f"{wheel.stat().st_size:,} bytes"
        run(newest := newest_python(), "-m", "venv", "--without-pip", place / "empty", cwd=place)
        python, pizzabox = (place / "empty" / "bin" / name for name in ("python", "pizzabox"))
        known = ("-q", "-c", ROOT / "constraints.txt")
        pip = (sys.executable, "-m", "pip", "--python", python)
        run(*pip, "install", "--no-compile", *known, wheel, cwd=place)
        installed = {p["name"] for p in json.loads(run(*pip, "list", "--format=json", cwd=place))}
        assert {"pizzabox", "numpy"} <= installed
        assert "numba" not in installed, "a plain install stays light"
        for extra in ("", "[fast,png,server]"):
            if extra:
                extras = ("--python", python, *known, f"{wheel}{extra}")
                run(sys.executable, "-m", "uv", "pip", "install", *extras, cwd=place)
            play(pizzabox, place, "svg")
        run(pizzabox, "games", "--json", cwd=place)
        drawing = "import pizzabox as p; [p.load(name).start(seed=1).svg() for name in p.names()]"
        run(python, "-c", drawing, cwd=place, PIZZABOX_BACKEND="python")
        serving = "import pizzabox.server.app, pizzabox.web as w; w.render('message.html', kind='404', detail='')"
        run(python, "-c", serving, cwd=place)
        version = run(newest, "--version", cwd=place).strip()
    print(f"1 passed, 0 failed, with {version}")


if __name__ == "__main__":
    main()
