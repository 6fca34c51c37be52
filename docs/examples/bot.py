"""A player for Pizzabox in ten lines: it takes any legal move."""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"n": message["n"], "move": random.choice(message["moves"])}), flush=True)
