// The texts of the page: one JSON block, made from the catalogue by the server.
const texts = JSON.parse(document.getElementById("words").textContent);

/** A text with its values; `{n:move|moves}` has the first word for 1 and the second for everything else. */
export function say(key, values = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g, (all, name, one, more) => {
    if (!(name in values)) return all;
    return one === undefined ? String(values[name]) : String(values[name]) === "1" ? one : more;
  });
}

export const language = document.documentElement.lang || "en";
