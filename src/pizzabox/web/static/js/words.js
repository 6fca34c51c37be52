// The texts of the page: one JSON block, made from the catalogue by the server.
const texts = JSON.parse(document.getElementById("words").textContent);

export function say(key, values = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
}

export const language = document.documentElement.lang || "en";
