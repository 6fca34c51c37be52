"""A match in progress without any I/O: seats, secret choices, undo, clocks, offers, commitment, record."""
