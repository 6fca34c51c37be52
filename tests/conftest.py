"""Settings for all tests."""

from hypothesis import settings

# No deadline: a timing is never a pass or a fail. Derandomised: the same cases everywhere, so failures repeat.
settings.register_profile("pizzabox", deadline=None, derandomize=True)
settings.load_profile("pizzabox")
