"""Other libraries are imported only when needed, and a missing one is named."""

from __future__ import annotations

import subprocess
import sys

import pytest

import pizzabox.envs
from pizzabox.engine.catalogue import speaking
from pizzabox.engine.errors import PizzaboxError

WITHOUT = """
import sys
sys.modules.update(dict.fromkeys(["gymnasium", "pettingzoo", "pyspiel"]))
import pizzabox.envs
pizzabox.envs.register()
print(all(hasattr(pizzabox.envs, name) for name in pizzabox.envs.__all__))
"""


def test_the_package_needs_none_of_them() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"


def test_importing_pizzabox_imports_none_of_them() -> None:
    text = "import sys, pizzabox; print({'gymnasium', 'pettingzoo', 'pyspiel'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize(
    ("name", "library", "extra"),
    [
        ("aec", "pettingzoo", "envs"),
        ("parallel", "pettingzoo", "envs"),
        ("learner", "gymnasium", "envs"),
        ("openspiel", "pyspiel", "openspiel"),
    ],
)
def test_a_missing_library_is_named(name: str, library: str, extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    install = rf'install it with: pip install "pizzabox\[{extra}\]"$'
    with pytest.raises(PizzaboxError, match=rf"^{library} can't be imported \(.*\); {install}"):
        getattr(pizzabox.envs, name)("theory")
    with speaking("it"), pytest.raises(PizzaboxError, match=rf"^non riesco a importare {library} "):
        getattr(pizzabox.envs, name)("theory")
