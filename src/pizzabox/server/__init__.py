"""HTTP and WebSocket around tables: storage, identity, limits, pages."""
