"""Runs the notebooks of examples/ and writes what they show into them: `python docs/notebooks.py`.

Cells run as in a notebook, by IPython in this process. What they show is what they print and `display`. Pictures are
PNG, which GitHub shows in a notebook; SVG it may not.
"""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import RichOutput, capture_output
from traitlets.config import Config

FOLDER = Path(__file__).parents[1] / "examples"


def run(cells: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Run the cells of code one after the other; return what each shows."""
    with TemporaryDirectory() as folder:
        settings = Config({"HistoryManager": {"enabled": False}})
        shell = InteractiveShell.instance(ipython_dir=folder, config=settings)
        try:
            return [shown(shell, "".join(cell["source"])) for cell in cells if cell["cell_type"] == "code"]
        finally:
            InteractiveShell.clear_instance()


def shown(shell: InteractiveShell, source: str) -> list[dict[str, Any]]:
    """Run a cell; return its outputs as a notebook holds them."""
    with capture_output() as caught:
        ran = shell.run_cell(source)
    ran.raise_error()
    if caught.stderr:
        raise RuntimeError(caught.stderr)
    said = [{"name": "stdout", "output_type": "stream", "text": lines(caught.stdout)}] if caught.stdout else []
    return said + [displayed(one) for one in caught.outputs]


def displayed(output: RichOutput) -> dict[str, Any]:
    """What was displayed: a picture alone where there is one, else its text."""
    picture = output.data.get("image/png")
    if picture is None:
        return {"data": {"text/plain": lines(output.data["text/plain"])}, "metadata": {}, "output_type": "display_data"}
    text = b64encode(picture).decode() if isinstance(picture, bytes) else picture
    return {"data": {"image/png": text.strip()}, "metadata": {}, "output_type": "display_data"}


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main() -> None:
    for path in sorted(FOLDER.glob("*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        for number, (cell, outputs) in enumerate(zip(code, run(code), strict=True), 1):
            cell.update(execution_count=number, outputs=outputs)
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
