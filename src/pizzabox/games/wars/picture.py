from typing import Any


def view_box(s: Any) -> str:
    return "0 0 10 10"


def board(s: Any, p: Any):
    return ""


def pieces(s, viewer, p, *, legal=()):
    return ""


def svg(s, viewer=-1, **k):
    return "<svg/>"
