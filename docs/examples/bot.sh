#!/bin/sh
# A player for Pizzabox in plain shell: it takes the first legal move.
while IFS= read -r line; do
  case $line in
    *'"type":"turn"'*)
      move=$(printf '%s' "$line" | sed 's/.*"moves":\["\([^"]*\)".*/\1/')
      printf '{"move":"%s"}\n' "$move"
      ;;
  esac
done
