"""The games of the box. This is the only place that knows their list; everybody else asks the registry."""

from pizzabox.engine.registry import register

register("theory", "pizzabox.games.theory:game")
register("pizzeria", "pizzabox.games.pizzeria:game")
register("wars", "pizzabox.games.wars:game")
register("hexentafl", "pizzabox.games.hexentafl:game")
register("shark", "pizzabox.games.shark:game")
