"""`KernelCompiler`: compiles the kernels of one game, and keeps what is compiled on disk.

It rebuilds a function over a copy of its globals in which every other kernel is replaced by its compiled form, and
every stub of `contract.py` by the kernel of the game at hand. So generic code (play-outs, search) is written once, runs
for each game with direct calls that Numba can inline, and is found again in Numba's disk cache at the next start.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType

from .kernel import IN_ANY_ORDER, INLINED, NATIVE, Kernel, OfNumba, is_kernel
from .kernel_sources import Sources, names_in, reaches, sources

_KEEP_DAYS = 30
_MACHINERY = ("default_kernels.py", "field_laws.py", "kernel.py", "kernel_compiler.py", "state.py")
"""What turns every kernel into compiled code, whichever it is."""
_one_at_a_time = threading.RLock()
"""Numba's cache folder is one setting for the whole process; two threads must not change it under each other."""


def cache_folder() -> Path:
    """Where compiled kernels are kept between starts."""
    chosen = os.environ.get("PIZZABOX_CACHE_DIR")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "pizzabox"


def _folder_of(made_of: str) -> Path:
    """The cache folder for kernels made of that; code that checks its bounds is other code, and so has its own."""
    known = (made_of, os.environ.get("NUMBA_BOUNDSCHECK", ""))
    base = cache_folder()
    folder = base / hashlib.sha256("\n".join(known).encode()).hexdigest()[:20]
    fresh = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        import tempfile

        return Path(tempfile.mkdtemp(prefix="pizzabox-cache-"))
    if fresh:
        for old in base.iterdir():
            if old.is_dir() and time.time() - old.stat().st_mtime > _KEEP_DAYS * 86400:
                shutil.rmtree(old, ignore_errors=True)
    return folder


@contextmanager
def _caching_in(folder: Path) -> Iterator[None]:
    from numba.core import config as numba_config

    config: OfNumba = numba_config
    with _one_at_a_time:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder)
        try:
            yield
        finally:
            config.CACHE_DIR = before


class KernelCompiler:
    """Compiles kernels for one game. `bindings` gives each stub of the contract its kernel."""

    def __init__(self, name: str, bindings: Mapping[Kernel, Kernel] | None = None) -> None:
        self.name = name
        self.bindings = dict(bindings or {})
        self.base: KernelCompiler | None = None
        """Another compiler, which compiles whatever does not reach a kernel that is bound here alone. One that binds no
        kernels serves all games: it compiles what generic code calls, and leaves to each game what its own calls."""
        self._globals: dict[tuple[int, bool], tuple[dict[str, object], set[str]]] = {}
        """Globals as this compiler sees them, and which of their names it has looked at."""
        self._compiled: dict[Kernel, OfNumba] = {}
        self._building = threading.RLock()
        """A world of globals is shared: nobody may see one that is half replaced."""
        self._sources: Sources | None = None
        self._folders: dict[str, Path] = {}
        self._left: dict[Kernel, bool] = {}
        """What `_left_to_base` has found."""

    def plain(self, func: Kernel) -> Kernel:
        """Generic code in plain Python, with this game's kernels in place of the stubs."""
        func = self.bindings.get(func, func)
        with self._building:
            return self._rebuilt(func, compiled=False) if self.bindings and is_kernel(func) else func

    def compiled(self, func: Kernel, signature: OfNumba = None) -> OfNumba:
        """The compiled form of a kernel: at once for a signature, for others when it is first called with them."""
        func = self.bindings.get(func, func)
        if self.base is not None and self._left_to_base(func, self.base):
            return self.base.compiled(func, signature)
        with self._building:
            if func not in self._compiled:
                # Its world holds the compiled form of what it calls; what calls it may make its own on the way.
                self._compiled.setdefault(func, self._hand_made(func) or self._jit(func))
            found = self._compiled[func]
        if signature is not None:
            # Not by what it returns as well: the cache would keep it apart from the same kernel called by another one.
            found.compile(signature.args)
        return found

    def _left_to_base(self, func: Kernel, base: KernelCompiler) -> bool:
        """Whether the base compiles this kernel."""
        if func not in self._left:
            own = {bound for stub, bound in self.bindings.items() if base.bindings.get(stub) is not bound}
            beside = not base.bindings and func in self._bound_sources().functions
            self._left[func] = not beside and not reaches(func, own, self.bindings)
        return self._left[func]

    def pointer(self, func: Kernel, signature: OfNumba) -> OfNumba:
        """The kernel compiled for one signature alone, so that it can be handed over as a typed function pointer."""
        with self._building:
            return self._jit(self.bindings.get(func, func), signature.args)

    def _hand_made(self, func: Kernel) -> OfNumba:
        """The compiled form of a kernel that is one machine instruction; None for all others."""
        make = getattr(func, NATIVE, None)
        return make() if make else None

    def _constant(self, value: object) -> object:
        """What compiled code finds under a name that is no kernel."""
        return value

    def _jit(self, func: Kernel, *signature: OfNumba) -> OfNumba:
        from numba import njit

        jit: OfNumba = njit
        rebuilt = self._rebuilt(func, compiled=True)
        inline = "always" if hasattr(func, INLINED) else "never"
        freedom = {"reassoc", "contract"} if hasattr(func, IN_ANY_ORDER) else False
        with _caching_in(self._folder(func)):
            settings = {"nogil": True, "cache": True, "error_model": "numpy", "inline": inline, "fastmath": freedom}
            return jit(*signature, **settings)(rebuilt)

    def _folder(self, func: Kernel) -> Path:
        """Where the compiled form of a kernel is kept: named after all it is made of, so a stale hit is impossible.

        What the bound kernels reach counts for every kernel of the compiler, so that a game has one folder.
        """
        made_of = self._bound_sources()
        if func not in made_of.functions:
            made_of |= sources([func], self.bindings)
        if made_of.name not in self._folders:
            self._folders[made_of.name] = _folder_of(made_of.name)
        return self._folders[made_of.name]

    def _bound_sources(self) -> Sources:
        """What the bound kernels are made of."""
        if self._sources is None:
            home = Path(__file__).parent
            self._sources = sources(self.bindings.values(), self.bindings, (home / name for name in _MACHINERY))
        return self._sources

    def mark(self, generic: Iterable[Kernel]) -> Path:
        """The file that is there once all bound kernels and these lie in the cache, as they are now on this machine.

        Whoever has compiled them puts it there. Numba compiles anew what another version or processor made, and what
        lies elsewhere or was written at another time, so all of that is in its name.
        """
        import numba
        from llvmlite import binding

        bound = self._bound_sources()
        made_of = bound | sources(generic, self.bindings)
        files = sorted({Path(func.__code__.co_filename) for func in made_of.functions})
        written = (f"{path} {path.stat().st_mtime_ns}" for path in files if path.is_file())
        known = (sys.version, numba.__version__, binding.get_host_cpu_name(), made_of.name, *written)
        return _folder_of(bound.name) / f"all-{hashlib.sha256(repr(known).encode()).hexdigest()[:20]}"

    def _rebuilt(self, func: Kernel, compiled: bool) -> Kernel:
        assert isinstance(func, FunctionType)
        made = FunctionType(func.__code__, self._world(func, compiled), func.__name__, func.__defaults__)
        made.__module__ = func.__module__
        made.__qualname__ = f"{func.__qualname__}_{self.name}" if self.name else func.__qualname__
        made.__doc__ = func.__doc__
        return made

    def _world(self, func: FunctionType, compiled: bool) -> dict[str, object]:
        """The globals of a function as this compiler sees them. Others of its module share them, each name for itself:
        what none of them uses is neither compiled nor looked up in the cache."""
        key = (id(func.__globals__), compiled)  # kernels that a program has written share a module, not its globals
        world, seen = self._globals.setdefault(key, (dict(func.__globals__), set()))
        for name in sorted(set(names_in(func.__code__)) & world.keys() - seen):
            seen.add(name)
            value = func.__globals__[name]
            if is_kernel(self.bindings.get(value, value) if isinstance(value, FunctionType) else value):
                world[name] = self.compiled(value) if compiled else self.plain(value)
            elif compiled:
                world[name] = self._constant(value)
        return world
