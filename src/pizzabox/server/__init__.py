"""HTTP and WebSocket around tables: storage, identity, limits, pages."""

from pizzabox.engine.catalogue import Catalogue

say = Catalogue(__name__)
